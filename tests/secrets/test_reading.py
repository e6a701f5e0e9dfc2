"""Every field of every game's facts, for every seat and for everybody, is what the second reading gives."""

from __future__ import annotations

import random

import msgspec
import pytest

from rules.entry import End
from rules.fold import Fold, apply
from rules.games import GAMES
from tests.rules.walk import Made, Walk
from tests.secrets.reading import read


def compare(fold: Fold) -> None:
    for seat in (None, *range(1, fold.header.seats + 1)):
        seen = fold.game.view(fold.state, seat)
        for name, allowed in msgspec.structs.asdict(read(fold.game.id, fold.state, seat)).items():
            assert getattr(seen, name) == allowed, f"{name} of seat {seat} in {fold.state.phase}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_a_view_is_what_the_table_of_secrets_allows(game: str, seed: int) -> None:
    """At every step of a game, and had the host ended it there."""

    def at(made: Made) -> None:
        compare(made.after)
        ended = apply(made.after, End(by="host"))
        if isinstance(ended, Fold):
            compare(ended)

    Walk(GAMES[game], random.Random(seed), made=at).run()
