"""What is to be put back after an undo: public moves in coins and cards, of secret entries nothing."""

from __future__ import annotations

import random

import msgspec
import pytest

from rules.drug_dealer import GAME as DEALER
from rules.drug_dealer import entries as dd
from rules.entry import Entry, Undo
from rules.forty_eight import GAME as HOURS
from rules.forty_eight import entries as ff
from rules.game import Game
from rules.games import GAMES
from rules.page import SeatName, word
from tests.rules.walk import Made, Walk


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        (DEALER, dd.Bid(by=2, coins=()), dd.Bid(by=2, coins=(30, 15, 2))),
        (
            DEALER,
            dd.Roll(by="chance", faces={"d4": 1, "d6": 1}),
            dd.Roll(by="chance", faces={"d4": 4, "d6": 6}),
        ),
        (DEALER, dd.Dice(by=1, pick=("d4", "d6")), dd.Dice(by=1, pick=("d6", "d20"))),
        (HOURS, ff.Bid(by=3, cards=(1,)), ff.Bid(by=3, cards=(5, 4))),
        (HOURS, ff.Favour(by=1, seats=(2,)), ff.Favour(by=1, seats=(3,))),
        (HOURS, ff.Favour(by=1, seats=(2,)), ff.Topdown(by=1, cards=(5,))),
        (HOURS, ff.Topdown(by=1, cards=(5,)), ff.Decline(by=1)),
    ],
)
def test_of_a_secret_entry_no_word_depends_on_what_it_was(game: Game, one: Entry, other: Entry) -> None:
    assert game.undone(one) == game.undone(other)


def test_a_move_in_a_lap_is_told_in_coins_the_way_back() -> None:
    assert DEALER.undone(dd.Take(by=3, coin=15)) == word("dd.undo-take", seat=SeatName(3), coin=15)
    assert DEALER.undone(dd.Add(by=2, coin=30)) == word("dd.undo-add", seat=SeatName(2), coin=30)
    assert DEALER.undone(dd.Pass(by=2)) is None


def test_drawn_cases_go_back_into_the_deck_by_name() -> None:
    told = msgspec.json.encode(HOURS.undone(ff.Draw(by="chance", cases=("red3", "blue1"))))
    assert b"ff.red" in told and b"ff.blue" in told


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_taken_back_has_an_answer(game: str) -> None:
    """On a walk with many undos every entry that one took back has a word or none, and some have one."""
    told = []

    def made(it: Made) -> None:
        if isinstance(it.entry, Undo):
            assert it.after.undone is not None
            told.append(GAMES[game].undone(it.after.undone))

    for seed in range(3):
        Walk(GAMES[game], random.Random(seed), typed=True, made=made).run()
    assert len(told) > 3 and any(told)
