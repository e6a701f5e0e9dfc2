"""Every field of every game's facts, for every seat and for everybody, is what the second reading gives."""

from __future__ import annotations

import random

import msgspec
import pytest

from rules.entry import End
from rules.fold import apply
from rules.games import GAMES
from tests.rules.walk import Made, Walk
from tests.secrets.reading import read


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_a_view_is_what_the_table_of_secrets_allows(game: str, seed: int) -> None:
    def compare(made: Made) -> None:
        after = apply(made.after, End(by="host"))
        for fold in (made.after, *([after] if not made.after.over else [])):
            for seat in (None, *range(1, fold.header.seats + 1)):
                seen = fold.game.view(fold.state, seat)  # type: ignore[union-attr]
                for name, allowed in msgspec.structs.asdict(read(game, fold.state, seat)).items():  # type: ignore[union-attr]
                    assert getattr(seen, name) == allowed, f"{name} of seat {seat} in {fold.state.phase}"  # type: ignore[union-attr]

    Walk(GAMES[game], random.Random(seed), made=compare).run()
