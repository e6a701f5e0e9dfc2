"""The harness finds what it is there to find: leaks put into a copy of each game, and into the table around them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from device import board
from device.seat import seat as seats
from device.seat.acts import Sound
from device.tasks import Tasks
from device.web import replay
from rules.game import Asks
from rules.games import GAMES
from tests.secrets import stage
from tests.secrets.leaks import LEAKS, Copy
from tests.secrets.run import Leak, Run
from tests.secrets.twins import twins

PATIENCE = 400
"""Twins after which a leak is said to stay hidden."""


def hunt(game: str, copy: Copy = lambda true: true, phases: str = "") -> None:
    """Live through twins (of these phases alone) until one of them is told apart."""
    rng = random.Random(game)
    some = (two for two in twins(GAMES[game], rng) if not phases or two.phase in phases)
    for two in islice(some, PATIENCE):
        Run(two, rng, copy).run()


def each() -> Iterator[Any]:
    for game, copies in LEAKS.items():
        for copy, phases in copies:
            yield pytest.param(game, copy, phases, id=f"{game}: {copy.__name__}")


@pytest.mark.parametrize(("game", "copy", "phases"), list(each()))
def test_a_leaky_copy_of_a_game_is_found_out(game: str, copy: Copy, phases: str) -> None:
    with pytest.raises(Leak):
        hunt(game, copy, phases)


def test_a_replay_that_names_who_bid_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    true = replay._line
    monkeypatch.setattr(stage, "_line", lambda b, a, entry, seat: true(b, a, entry, seat) | {"by": entry.by})
    with pytest.raises(Leak, match="log line"):
        hunt("drug-dealer", phases="bid")


# -- the same for the table --------------------------------------------------------------------------------------------


def test_a_board_that_names_the_slow_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    true = board.picture

    def picture(crank: Any) -> dict[str, Any]:
        fold = crank.table.now.fold
        return {**true(crank), "waits": list(fold.game.asks(fold.state).seats) if fold else []}

    monkeypatch.setattr(board, "picture", picture)
    with pytest.raises(Leak, match="page"):
        hunt("drug-dealer")


def test_a_sound_of_a_dead_key_under_peek_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "_refuse", lambda prompt: [Sound("refused")])
    with pytest.raises(Leak, match="sound"):
        hunt("forty-eight")


def test_a_reminder_of_those_alone_who_have_not_bid_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Asks, "waited", property(lambda asks: asks.seats))
    with pytest.raises(Leak):
        hunt("drug-dealer", phases="bid")


def test_a_clock_that_starts_anew_with_each_secret_step_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk that broke a tie would be reminded later than one that did not have to."""
    true = Tasks.settle

    def settle(self: Tasks, before: Any, after: Any) -> None:
        true(self, before, after)
        if before.fold and after.fold and before.fold.state.phase != after.fold.state.phase:
            self._remind()

    monkeypatch.setattr(Tasks, "settle", settle)
    with pytest.raises(Leak):
        hunt("forty-eight", phases="favour topdown")
