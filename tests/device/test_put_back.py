"""After an undo the table says what to put back, from public facts alone."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from drivers.ports import OK
from rules.page import Notice, SeatName, word
from tests.device.evening import Evening


@pytest.fixture
def lap(evening: Evening) -> Evening:
    """Drug Dealer, four people, dealer 1; in lap 1 seat 2 has added 15G and seat 3 is to move."""
    evening.start("drug-dealer", 4, first=1)
    evening.press(1, f"+1 +2 {OK} {OK}")
    evening.hold(1, f"+1 {OK}")
    for pod, keys in ((2, "+1"), (3, "+1 +1"), (4, "+2")):
        evening.hold(pod, f"{keys} {OK}")
    evening.wait(2.1)
    evening.hold(1, OK)
    assert evening.fold.state.phase == "lap"
    evening.hold(2, f"+3 {OK}")
    return evening


def test_an_undone_lap_move_is_told_in_coins_on_the_pads_concerned_and_the_board(lap: Evening) -> None:
    assert lap.crank.do({"do": "undo"}) == ""
    lap.wait(0)
    back = word("dd.undo-add", seat=SeatName(2), coin=15)
    page = Notice(word("table.title.put_back"), (back,), icon="undo")
    assert [lap.scene(pod).page == page for pod in (1, 2, 3, 4)] == [True, True, False, False]
    assert lap.crank.board()["put_back"] == msgspec.to_builtins(back)
    lap.press(1, OK)
    assert lap.scene(1).page != page and lap.scene(2).page == page, "each pad goes on by its own key"
    lap.press(2, OK)
    lap.hold(2, OK)
    assert lap.fold.state.moves[-1].do == "pass"
    assert lap.crank.board()["put_back"] is None, "the next entry ends it on the board"


def test_an_undone_bid_tells_whose_it_was_and_nothing_of_it(evenings: Callable[..., Evening]) -> None:
    seen = []
    for keys in ("+1", "+4 +4 +3"):
        evening = evenings()
        evening.start("drug-dealer", 4, first=1)
        evening.press(1, f"+1 +2 {OK} {OK}")
        evening.hold(1, f"+1 {OK}")
        evening.hold(3, f"{keys} {OK}")
        assert evening.crank.do({"do": "undo"}) == ""
        evening.wait(0)
        board = evening.crank.board()
        pages = [evening.scene(pod).page for pod in (1, 2, 3, 4)]
        seen.append((board["said"], board["put_back"], pages))
        assert isinstance(pages[2], Notice) and not isinstance(pages[3], Notice)
    assert seen[0] == seen[1]


def test_a_bots_pad_keeps_nothing_that_no_key_could_take_away(lap: Evening) -> None:
    assert lap.crank.do({"do": "holder", "pod": 2, "holder": "bot"}) == ""
    assert lap.crank.do({"do": "undo"}) == ""
    lap.wait(0)
    assert lap.crank.seats[2].laid is None
    assert isinstance(lap.crank.seats[1].laid, Notice), "the host is told"


def test_typed_cases_that_are_taken_back_are_named_to_the_desk(evening: Evening) -> None:
    evening.crank.do({"do": "source", "source": "typed"})
    evening.start("forty-eight", 3, first=2, suits=["red", "blue", "green"])
    evening.press(2, f"+1 {OK} +3 {OK} {OK}")
    assert evening.fold.state.drawn == ("red3",)
    assert evening.crank.do({"do": "undo"}) == ""
    evening.wait(0)
    page = evening.scene(2).page
    assert isinstance(page, Notice) and page.lines[0].id == "ff.note.undo_draw"
    assert not isinstance(evening.scene(3).page, Notice)
    again = evening.again()
    assert again.crank.board()["put_back"] is None
