"""Twins of every game: 300 in a normal test run, shared out over the phases; `make secrets` lives through thousands."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from rules.games import GAMES
from tests.secrets.run import Run
from tests.secrets.twins import twins

SHARES, TWINS = 10, 30


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_cannot_tell_twins_apart(game: str, share: int) -> None:
    rng = random.Random(f"{game} {share}")
    hidden = 0
    for two in islice(twins(GAMES[game], rng), TWINS):
        Run(two, rng).run()
        hidden += two.differ
    assert hidden > TWINS // 4, "twins that differ in nothing prove nothing"
