"""The last sealed bid waits two seconds in the table, not in the log (rules, section 5)."""

from __future__ import annotations

import pytest

from rules.page import Waiting
from tests.device.evening import Evening


@pytest.fixture
def bidding(evening: Evening) -> Evening:
    """Forty-Eight, three people, seat 1 is the desk and has drawn; 2 and 3 bid."""
    evening.start("forty-eight", 3, first=1)
    evening.press(1, "OK")
    assert evening.fold.state.phase == "bid"
    return evening


def test_the_last_bid_waits_two_seconds(bidding: Evening) -> None:
    bidding.hold(2, "+3 OK")
    assert bidding.fold.count == 2
    bidding.hold(3, "+2 OK")
    assert bidding.fold.count == 2, "not in the log yet"
    bidding.wait(1.9)
    assert bidding.fold.state.phase == "bid"
    bidding.wait(0.2)
    assert bidding.fold.count == 3
    assert bidding.fold.state.phase == "topdown"


def test_its_own_seat_reads_sent_and_everybody_all_of_all(bidding: Evening) -> None:
    bidding.hold(2, "+3 OK")
    bidding.hold(3, "+2 OK")
    page = bidding.scene(3).page
    assert isinstance(page, Waiting) and page.sent
    for pod in (1, 2, 3):
        page = bidding.scene(pod).page
        assert isinstance(page, Waiting) and (page.done, page.of) == (2, 2)
    assert bidding.crank.board()["facts"]["done"] == 2


@pytest.mark.parametrize("pod", [2, 3])
def test_any_seats_column_key_ends_the_wait_and_every_bid_stands(bidding: Evening, pod: int) -> None:
    bidding.hold(2, "+3 OK")
    bidding.hold(3, "+2 OK")
    bidding.hold(pod, "+1", gap=0.5)
    bidding.wait(10)
    assert bidding.fold.state.phase == "bid", "nobody is hurried while a bid is edited"
    bidding.hold(pod, "OK")
    bidding.wait(2.1)
    assert bidding.fold.state.phase in ("topdown", "favour")
    sums = [sum(bid or ()) for bid in bidding.fold.state.bids]
    assert sums == [0, 4, 2] if pod == 2 else sums == [0, 3, 3]


def test_an_edit_taken_back_lets_the_wait_go_on(bidding: Evening) -> None:
    bidding.hold(2, "+3 OK")
    bidding.hold(3, "+2 OK")
    bidding.hold(2, "+1 -1", gap=0.1)
    bidding.wait(2.5)
    assert bidding.fold.state.phase == "topdown"


def test_a_bumped_key_without_peek_changes_nothing(bidding: Evening) -> None:
    bidding.hold(2, "+3 OK")
    bidding.hold(3, "+2 OK")
    bidding.press(2, "+1 +2 OK")
    bidding.wait(2.1)
    assert [sum(bid or ()) for bid in bidding.fold.state.bids] == [0, 3, 2]


def test_a_restart_in_these_seconds_asks_the_last_seat_again(bidding: Evening) -> None:
    bidding.hold(2, "+3 OK")
    bidding.hold(3, "+2 OK")
    after = bidding.again()
    assert after.fold.count == 2
    assert after.house.paused == "restart"
    after.press(1, "OK")
    after.wait(5)
    assert after.fold.state.phase == "bid"
    after.hold(3, "+5 OK")
    after.wait(2.1)
    assert [sum(bid or ()) for bid in after.fold.state.bids] == [0, 3, 5]


def test_ok_is_dead_for_a_moment_after_a_prompt_appears(bidding: Evening) -> None:
    """No mis-press into the next question: the desk's OK on the draw does not answer what comes next."""
    bidding.hold(2, "+3 OK")
    bidding.hold(3, "+2 OK")
    bidding.pods[1].down("PEEK", bidding.alarm.now())
    bidding.wait(2.0)
    assert bidding.fold.state.phase == "topdown"
    bidding.press(1, "OK", gap=0.1)
    assert bidding.fold.state.phase == "topdown"
    bidding.press(1, "OK", gap=0.25)
    assert bidding.fold.state.phase == "draw"


def test_a_bid_that_waits_does_not_outlive_its_game(bidding: Evening) -> None:
    """The host ends the game in these two seconds: the bid is never entered, not into the next game either."""
    bidding.hold(2, "+3 OK")
    bidding.hold(3, "+2 OK")
    assert bidding.crank.tasks.held is not None
    assert bidding.crank.do({"do": "end"}) == ""
    bidding.wait(0)
    assert bidding.crank.tasks.held is None
    assert bidding.crank.do({"do": "rematch"}) == ""
    bidding.wait(3)
    assert bidding.fold.count == 0


def test_an_open_menu_does_not_hold_a_bid_back(bidding: Evening) -> None:
    """Leafing through the host's rows is no editing of a bid."""
    bidding.crank.seats[1].go("host")
    bidding.press(1, "+6")
    bidding.hold(2, "+3 OK")
    bidding.hold(3, "+2 OK")
    bidding.wait(2.1)
    assert bidding.fold.state.phase == "topdown"


@pytest.mark.parametrize(
    "command", [{"do": "absent", "seat": 2}, {"do": "holder", "pod": 2, "holder": "bot"}], ids=["host", "bot"]
)
def test_who_left_in_the_middle_of_an_edit_is_not_waited_for(
    bidding: Evening, command: dict[str, object]
) -> None:
    """The bid that was sent stands."""
    bidding.hold(2, "+3 OK")
    bidding.hold(3, "+2 OK")
    bidding.hold(2, "+1", gap=0.5)
    bidding.wait(60)
    assert bidding.fold.state.phase == "bid"
    assert bidding.crank.do(command) == ""
    bidding.wait(2.5)
    assert bidding.fold.state.phase != "bid"
    assert bidding.fold.state.bids[1:] == ((3,), (2,))


def test_an_ended_game_leaves_no_bid_behind(bidding: Evening) -> None:
    """Nothing of it may reach the next game."""
    bidding.hold(2, "+3 OK")
    bidding.hold(3, "+2 OK")
    assert bidding.crank.do({"do": "end"}) == ""
    bidding.wait(0)
    assert bidding.crank.tasks.held is None
    assert bidding.fold.over and bidding.fold.state.bids[1:] == ((3,), None)
