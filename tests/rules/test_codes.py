"""Which code comes first, and what the host may take back (games.md, section 0)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.fold import Tally
from tests.rules.test_log import BULL, CASES, DRUG, READY, entry, fine, log, stop

# Codes, in their order

PICK = entry(1, "dice", pick=["d6", "d10"])
ROLL = entry("chance", "roll", faces={"d6": 5, "d10": 6})
SHOW = entry(1, "show", die="d6")
TO_BIDS = (PICK, ROLL, SHOW)


@pytest.mark.parametrize(
    "last, code",
    [
        (entry(4, "show", die="d20"), "unknown"),
        (entry(4, "bid", coins=[1]), "unknown"),
        (entry(0, "undo"), "unknown"),
        (entry("host", "show", die="d6"), "wrong-phase"),
        (entry(1, "bid", coins=[15] * 9), "not-your-turn"),
        (entry("host", "bid", coins=[]), "not-your-turn"),
        (entry(2, "bid", coins=[7]), "unknown"),
        (entry(2, "bid", coins=[7, 30, 30, 30]), "unknown"),
        (entry(2, "bid", coins=[30, 30, 30]), "not-yours"),
        (entry(2, "undo"), "not-your-turn"),
        (entry("chance", "end"), "not-your-turn"),
    ],
    ids=str,
)
def test_the_first_code_that_applies_in_drug_dealer(last: dict[str, Any], code: str) -> None:
    """Seat unknown, phase, turn, done, count, unknown, not yours, not allowed, too low."""
    assert stop(log(DRUG, *TO_BIDS, last)) == (5, code)


@pytest.mark.parametrize(
    "faces, code",
    [
        ({"d6": 5}, "bad-count"),
        ({"d6": 5, "d10": 6, "d20": 99}, "bad-count"),
        ({"d6": 5, "d12": 6}, "unknown"),
        ({"d6": 7, "d20": 6}, "unknown"),
        ({"d6": 5, "d20": 21}, "unknown"),
        ({"d6": 5, "d20": 6}, "not-allowed"),
    ],
    ids=str,
)
def test_the_first_code_that_applies_to_a_roll(faces: dict[str, int], code: str) -> None:
    """Another number, no such die or face, a die that was not picked."""
    assert stop(log(DRUG, PICK, entry("chance", "roll", faces=faces))) == (3, code)


DRAW = entry("chance", "draw", cases=["red3", "blue1"])


@pytest.mark.parametrize(
    "last, code",
    [
        (entry(5, "bid", cards=[9, 9, 9]), "unknown"),
        (entry(2, "topdown", cards=[9]), "wrong-phase"),
        (entry(1, "bid", cards=[9, 9, 9]), "not-your-turn"),
        (entry(2, "bid", cards=[9, 9, 9]), "bad-count"),
        (entry(2, "bid", cards=[]), "bad-count"),
        (entry(2, "bid", cards=[9, 5]), "unknown"),
        (entry(2, "bid", cards=[5, 5]), "not-yours"),
    ],
    ids=str,
)
def test_the_first_code_that_applies_in_forty_eight(last: dict[str, Any], code: str) -> None:
    assert stop(log({**CASES, "options": {"first": 1}}, DRAW, last)) == (3, code)


@pytest.mark.parametrize(
    "cards, code",
    [
        ([5, 5, 5], "bad-count"),
        ([], "bad-count"),
        ([9, 5], "unknown"),
        ([5, 5], "not-yours"),
        ([1], "too-low"),
    ],
    ids=str,
)
def test_the_first_code_that_applies_to_a_topdown(cards: list[int], code: str) -> None:
    bids = [entry(2, "bid", cards=[1]), entry(3, "bid", cards=[2]), entry(4, "bid", cards=[3])]
    whole = ({**CASES, "options": {"first": 1}}, DRAW, *bids)
    assert stop(log(*whole, entry(1, "topdown", cards=cards))) == (6, code)


def test_after_the_end_everything_but_undo_is_the_wrong_phase() -> None:
    end = entry("host", "end")
    assert stop(log(BULL, end, entry(1, "ready"))) == (3, "wrong-phase")
    assert stop(log(BULL, end, entry(1, "end"))) == (3, "wrong-phase")
    assert stop(log(BULL, end, end)) == (3, "wrong-phase")
    assert stop(log(BULL, end, entry(3, "ready"))) == (3, "unknown")
    assert stop(log(BULL, end, entry("host", "undo"))) == (3, "not-allowed")
    assert stop(log(BULL, end, entry(1, "undo"))) == (3, "not-your-turn")


# Undo

UNDO = entry("host", "undo")


def test_nothing_to_take_back() -> None:
    assert stop(log(BULL, UNDO)) == (2, "not-allowed")
    assert stop(log(BULL, READY, UNDO, UNDO)) == (4, "not-allowed")


def test_undo_takes_the_newest_entry_that_still_stands() -> None:
    """Logs keep undone entries and undos; an undo is never undone."""
    two, three = entry(2, "ready"), entry(3, "ready")
    fold = fine(log({**BULL, "seats": 4}, READY, two, UNDO, three, UNDO, UNDO))
    assert fold.state.ready == (False,) * 4
    assert fold.count == 6
    assert fold.undone is not None and fold.undone.by == 1
    assert fine(log({**BULL, "seats": 4}, READY, two, UNDO, three)).undone is None


def test_undo_only_in_the_same_phase_lap_and_turn() -> None:
    """If it is a seat's or the host's, and phase, lap and turn number (or day) are as before it."""
    assert stop(log(BULL, entry("host", "open"), entry("host", "again"), UNDO)) == (4, "not-allowed")
    assert stop(log(DRUG, PICK, UNDO)) == (3, "not-allowed"), "picked: the dice are to be rolled now"
    again = entry(1, "dice", pick=["d4", "d6"])
    assert fine(log(DRUG, PICK, again, UNDO)).state.pick == ("d6", "d10")


@pytest.mark.parametrize("src", ["device", "tower", None])
def test_chance_that_was_not_typed_stays(src: str | None) -> None:
    roll = ROLL if src is None else {**ROLL, "src": src}
    assert stop(log(DRUG, PICK, roll, UNDO)) == (4, "not-allowed")


def test_a_typed_roll_is_taken_back_and_counted() -> None:
    fold = fine(log(DRUG, PICK, {**ROLL, "src": "typed"}, UNDO, {**ROLL, "src": "device"}))
    assert fold.tally == Tally(device=1, typed=1, undone=1)


def test_a_closed_window_cannot_be_undone_into_trading() -> None:
    assert stop(log(BULL, entry("host", "open"), entry("clock", "close"), UNDO)) == (4, "not-allowed")


def test_ended_is_over_with_no_one_in_charge() -> None:
    """`end`: phase over, no winners, nobody dealer or desk, nobody out."""
    for header, lead in ((BULL, ()), (DRUG, TO_BIDS), (CASES, (DRAW,))):
        fold = fine(log(header, *lead, entry("host", "end")))
        record = fold.game.record(fold.state)
        assert fold.over and record["phase"] == "over" and record["winners"] == []
        assert record.get("dealer") is record.get("desk") is None
        assert not any(seat.get("out") for seat in record["seats"])


def test_structs_of_the_log_are_frozen() -> None:
    """A commit that fails leaves the old state standing."""
    fold = fine(log(BULL, READY))
    assert fold.top is not None
    for thing in (fold, fold.header, fold.state, fold.top):
        with pytest.raises(AttributeError):
            setattr(thing, type(thing).__struct_fields__[0], None)
