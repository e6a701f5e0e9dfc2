"""Twins: two states that differ only in what one seat may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from rules.entry import End
from rules.fold import Fold, apply
from rules.game import Game
from tests.rules.walk import Made, Walk, random_options
from tests.secrets.reading import read

HIDING = {"bull-rally": {"orders": "blind"}}
"""What makes a game hide most; half of the games are played so."""
SHARES = {"trade blind": 8}
"""How many of a round's twins a phase gets, where that is not one: blind orders are all that a rally hides."""


@dataclass(frozen=True)
class Twins:
    """Two folds alike to `seat`."""

    seat: int
    one: Fold
    other: Fold
    phase: str

    @property
    def differ(self) -> bool:
        """Whether there is anything hidden at all."""
        return bool(self.one.state != self.other.state)


def twins(game: Game, rng: random.Random) -> Iterator[Twins]:
    """Pairs without end, shared out over the phases: a random state, and one that our seat must hold for the same."""
    shelf: dict[str, list[Fold]] = {}

    def keep(made: Made) -> None:
        shelf.setdefault(stage_of(made.after), []).append(made.after)
        if not made.after.over and rng.random() < 0.02:
            ended = apply(made.after, End(by="host"))
            assert isinstance(ended, Fold)
            shelf.setdefault("ended", []).append(ended)

    while True:
        for _ in range(2):
            seats = rng.randint(*game.seats)
            options = {**random_options(game, seats, rng), **HIDING.get(game.id, {})}
            Walk(game, rng, seats=seats, options=options, undo=False, made=keep).run()
            Walk(game, rng, undo=False, made=keep).run()
        for _ in range(4):
            for phase, folds in sorted(shelf.items()):
                for _ in range(SHARES.get(phase, 1)):
                    fold = rng.choice(folds)
                    yield pair(fold, rng.randint(1, fold.header.seats), phase, rng)


def stage_of(fold: Fold) -> str:
    """The phase that twins are shared out over: the record's word, with what matters beside it."""
    state = fold.state
    blind = state.phase == "trade" and state.rules.blind
    return f"{state.phase}{getattr(state, 'lap', '') or ''}{' blind' if blind else ''}"


def pair(fold: Fold, seat: int, phase: str, rng: random.Random) -> Twins:
    """The twin of a fold: all that the seat may not know drawn anew."""
    facts = read(fold.game.id, fold.state, seat)
    state = fold.game.sample(facts, rng)
    assert read(fold.game.id, state, seat) == facts
    alone = replace(fold, top=None, undone=None)
    return Twins(seat, alone, replace(alone, state=state), phase)
