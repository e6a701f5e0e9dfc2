"""For whom the table waits, and what the host enters for a missing player."""

from __future__ import annotations

from typing import Any

import pytest

from rules.drug_dealer import GAME
from rules.drug_dealer.entries import Bid, Dice, Favour, Pass, Show
from rules.entry import Entry
from tests.rules.drug_dealer.play import THREE as LAP
from tests.rules.drug_dealer.play import bid, dice, favour, opened, passes, played, seen

OPEN = opened()
FINAL = [*OPEN, bid(2, 5), bid(3, 5), favour(1, 2), *passes(2, 3, 2, 3)]


class TestAsks:
    def test_the_last_bid_is_sealed_and_sent_ones_stay_open(self) -> None:
        asks = GAME.asks(played(4, *OPEN, bid(3, 5)).state)
        assert (asks.seats, asks.open, asks.sealed) == ((2, 4), (3,), True)

    def test_the_dealer_keeps_the_roll(self) -> None:
        asks = GAME.asks(played(4, dice(2, "d4", "d6"), first=2).state)
        assert (asks.seats, asks.chance, asks.keeper) == ((), "roll", 2)

    def test_each_step_waits_for_one_seat(self) -> None:
        for fold, seat in (
            (played(3), 1),
            (played(3, *LAP[:-1]), 1),
            (played(3, *LAP, *passes(2)), 3),
            (played(3, *FINAL), 1),
        ):
            asks = GAME.asks(fold.state)
            assert (asks.seats, asks.chance, asks.sealed) == ((seat,), None, False)


class TestAbsent:
    """games.md 5: pass, an empty bid, favour nearest the left."""

    @pytest.mark.parametrize(
        ("lines", "seat", "made"),
        [
            ([], 1, Dice(by=1, pick=("d4", "d6"))),
            (OPEN[:2], 1, Show(by=1, die="d6")),
            (OPEN, 3, Bid(by=3, coins=())),
            ([*OPEN, bid(3, 5)], 3, None),
            (OPEN, 1, None),
            ([*OPEN, bid(2, 5), bid(3, 5)], 1, Favour(by=1, seats=(2,))),
            ([*OPEN, bid(2, 5), bid(3)], 1, Favour(by=1, seats=())),
            (LAP, 2, Pass(by=2)),
            (LAP, 3, None),
            (FINAL, 1, Favour(by=1, seats=(2,))),
            (OPEN[:1], 1, None),
        ],
    )
    def test_what_the_host_enters(self, lines: list[dict[str, Any]], seat: int, made: Entry | None) -> None:
        assert GAME.absent(seen(played(3, *lines), seat)) == made

    def test_nearest_the_left_goes_round(self) -> None:
        tie = [*opened(dealer=3), bid(1, 5), bid(2, 5), bid(4, 5), favour(3, 1, 2), *passes(4, 1, 2, 4, 1, 2)]
        assert GAME.absent(seen(played(4, *tie, first=3), 3)) == Favour(by=3, seats=(4, 1))
