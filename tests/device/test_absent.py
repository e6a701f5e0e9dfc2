"""Somebody is missing, slow, or gives the seat away: in every phase of every game, as flows that read like a manual."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from device.settings import PaceSettings
from drivers.ports import OK
from rules.page import Standings, Waiting
from tests.device.evening import Evening
from tests.device.test_host import host_key, host_row

Evenings = Callable[..., Evening]
PHASES = {
    "drug-dealer": {"dice", "roll", "show", "bid", "favour", "lap"},
    "forty-eight": {"draw", "bid", "favour", "topdown"},
    "bull-rally": {"plan", "sequence", "news", "roll"},
}
"""Every phase in which a seat can be waited for."""
SHORT = {"bull-rally": {"trade_seconds": 3}}


def begun(evenings: Evenings, game: str, people: int = 4, **pace: float) -> Evening:
    evening = evenings(draw=False, pace=PaceSettings(lead_in=0, bot=0.2, idle=0, **{"nudge": 0, **pace}))
    evening.start(game, people, **SHORT.get(game, {}))
    return evening


def lines(evening: Evening) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in evening.table.journal.game(1)[1:]]


# -- acting for an absent seat -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PHASES)
def test_the_host_acts_for_an_absent_seat_in_every_phase(evenings: Evenings, game: str) -> None:
    """Seat 2 never presses a key, but to trade. The game goes on to its end, and all that was done for it is marked."""
    evening, rng, met = begun(evenings, game), random.Random(4), set[str]()
    for _ in range(4000):
        fold = evening.fold
        if fold.over:
            break
        asks = fold.game.asks(fold.state)
        if 2 in asks.seats or asks.keeper == 2:
            met.add(fold.state.phase)
            assert evening.crank.do({"do": "absent", "seat": 2}) == ""
            evening.wait(0)
            said = evening.scene(3).say
            assert said is not None and said.id == "table.say.absent"
            evening.wait(2.1 if evening.crank.tasks.held is not None else 0)
            continue
        if fold.game.trading(fold.state) and not any(fold.state.orders[1]):
            evening.press(2, "+1 +2 +3 +4 +5 +6", gap=0.05)  # more than anybody can pay
        moved = [evening.random_press(pod, rng) for pod in (1, 3, 4)]
        evening.wait(0 if any(moved) else 0.5)
    assert evening.fold.over
    assert met >= PHASES[game]
    assert {line["as"] for line in lines(evening) if line["by"] == 2 and line["do"] != "order"} == {"host"}


@pytest.fixture
def bidding(evenings: Evenings) -> Evening:
    """Forty-Eight with four people: seat 1 is the desk and has drawn, 2, 3 and 4 bid."""
    evening = evenings()
    evening.start("forty-eight", 4, first=1)
    evening.press(1, OK)
    assert evening.fold.state.phase == "bid"
    return evening


def test_the_list_of_the_absent_does_not_tell_who_has_bid(bidding: Evening) -> None:
    def listed() -> list[Any]:
        host_key(bidding)
        bidding.press(1, host_row(bidding, "table.row.absent"))
        prompt = bidding.prompt(1)
        host_key(bidding)
        assert prompt is not None
        return list(prompt.rows)

    before = listed()
    bidding.hold(3, f"+4 {OK}")
    assert len(before) == 3 and listed() == before


def test_for_who_has_bid_nothing_is_entered_and_it_is_announced_alike(bidding: Evening) -> None:
    bidding.hold(3, f"+4 {OK}")
    assert bidding.crank.do({"do": "absent", "seat": 3}) == ""
    bidding.wait(0)
    assert bidding.fold.state.bids[2] == (4,) and len(lines(bidding)) == 2
    said = bidding.scene(2).say
    assert said is not None and said.id == "table.say.absent"


def test_what_to_put_back_stands_until_all_can_see_that_something_happened(bidding: Evening) -> None:
    """A bid that is changed behind the screen leaves the board as it is."""
    bidding.hold(2, f"+3 {OK}")
    bidding.hold(3, f"+4 {OK}")
    assert bidding.crank.do({"do": "undo"}) == ""
    bidding.wait(0)
    told = bidding.crank.board()["put_back"]
    assert told is not None
    bidding.hold(2, f"+1 {OK}")
    assert bidding.fold.state.bids[1] == (3, 1)
    assert bidding.crank.board()["put_back"] == told
    bidding.press(3, OK)  # reads what to put back
    bidding.hold(3, f"+2 {OK}")
    assert bidding.fold.state.bids[2] == (2,)
    assert bidding.crank.board()["put_back"] is None


def test_the_last_bid_waits_two_seconds_if_the_host_makes_it(bidding: Evening) -> None:
    bidding.hold(2, f"+3 {OK}")
    bidding.hold(3, f"+4 {OK}")
    assert bidding.crank.do({"do": "absent", "seat": 4}) == ""
    bidding.wait(1.9)
    assert bidding.fold.state.phase == "bid"
    page = bidding.scene(2).page
    assert isinstance(page, Waiting) and (page.done, page.of) == (3, 3)
    bidding.wait(0.2)
    assert bidding.fold.state.phase == "topdown"
    assert lines(bidding)[-1] == {"do": "bid", "by": 4, "as": "host", "cards": [1]}


# -- the desk decides: a favour and a topdown look alike ---------------------------------------------------------------


def decided(evenings: Evenings, bids: tuple[int, int, int], desk: str = "pod", **pace: float) -> Evening:
    """Seats 2 to 4 have bid one card each; the desk, seat 1, is asked now."""
    evening = evenings(pace=PaceSettings(**{"bot": 3, "nudge": 0, "idle": 0, **pace}))
    evening.start("forty-eight", 4, first=1)
    evening.press(1, OK)
    evening.crank.do({"do": "holder", "pod": 1, "holder": desk})
    for pod, card in zip((2, 3, 4), bids, strict=True):
        evening.hold(pod, f"+{card} {OK}", gap=1)
    evening.wait(2.0)
    assert evening.fold.state.phase in ("favour", "topdown")
    return evening


def test_a_bot_at_the_desk_takes_as_long_with_ties_as_without(evenings: Evenings) -> None:
    took = []
    for bids in ((1, 2, 3), (1, 3, 3), (2, 2, 2)):
        evening = decided(evenings, bids, desk="bot")
        began = evening.alarm.now()
        while evening.fold.state.phase in ("favour", "topdown"):
            evening.wait(0.05)
        took.append(round(evening.alarm.now() - began, 3))
    assert took[0] == took[1] == took[2] > 1


def test_no_undo_tells_whether_the_desk_broke_a_tie(evenings: Evenings) -> None:
    answers = []
    for bids in ((1, 2, 3), (2, 2, 2)):
        evening = decided(evenings, bids)
        if evening.fold.state.phase == "favour":
            evening.hold(1, f"+1 {OK}")
        answers.append(evening.crank.do({"do": "undo"}))
        evening.wait(0)
        assert evening.scene(2).say is None
    assert answers[0] == answers[1] != ""


def test_a_favour_does_not_put_the_reminder_off(evenings: Evenings) -> None:
    """A minute after the last bid the desk is reminded, whether or not it has broken a tie in between."""
    heard = []
    for bids in ((1, 2, 3), (1, 3, 3)):
        evening = decided(evenings, bids, nudge=60)
        began = evening.alarm.now()
        evening.crank.watch(
            lambda changes, e=evening, b=began: (
                heard.append(round(e.alarm.now() - b, 2)) if changes.cues else None
            )  # type: ignore[misc]
        )
        evening.wait(20)
        if evening.fold.state.phase == "favour":
            evening.hold(1, f"+3 {OK}", gap=0.5)
            assert evening.fold.state.phase == "topdown"
        evening.wait(45)
    assert heard == [60, 60]


# -- reminders ---------------------------------------------------------------------------------------------------------


def test_all_bidders_are_reminded_alike(evenings: Evenings) -> None:
    evening = evenings(pace=PaceSettings(nudge=60, idle=0))
    evening.start("forty-eight", 4, first=1)
    evening.press(1, OK)
    evening.hold(3, f"+4 {OK}")
    evening.wait(60)
    assert [evening.scene(pod).say is not None for pod in (1, 2, 3, 4)] == [False, True, True, True]


def test_each_seat_has_its_own_minute_in_a_lap(evenings: Evenings) -> None:
    """The reminder counts from when the seat was asked, and what is slow is only told, never decided."""
    evening = evenings(pace=PaceSettings(nudge=60, idle=0))
    in_a_lap(evening)
    evening.wait(50)
    evening.hold(2, OK)
    evening.wait(50)
    assert evening.scene(3).say is None, "seat 3 was asked fifty seconds ago"
    evening.wait(10)
    assert evening.scene(3).say is not None
    evening.wait(3600)
    assert evening.fold.state.mover == 3


# -- giving the seat away ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PHASES)
def test_a_seat_goes_to_a_bot_and_comes_back_in_mid_game(evenings: Evenings, game: str) -> None:
    """Seat 2 leaves for a while in every phase and a bot plays for it; the game ends, and a replay gives the same."""
    evening, rng, given = begun(evenings, game), random.Random(7), set[str]()
    for _ in range(4000):
        if evening.fold.over:
            break
        phase = evening.fold.state.phase
        if phase not in given:
            given.add(phase)
            assert evening.crank.do({"do": "holder", "pod": 2, "holder": "bot"}) == ""
            evening.wait(0.5)
            assert evening.crank.do({"do": "holder", "pod": 2, "holder": "pod"}) == ""
            evening.wait(0)
        moved = [evening.random_press(pod, rng) for pod in (1, 2, 3, 4)]
        evening.wait(0 if any(moved) else 0.5)
    assert evening.fold.over
    assert given >= PHASES[game] - {"favour", "sequence"}
    assert evening.table.read_game(1).state == evening.fold.state


@pytest.mark.parametrize("game", PHASES)
def test_a_pause_in_every_phase_changes_nothing_but_a_window(evenings: Evenings, game: str) -> None:
    evening, rng, paused = begun(evenings, game), random.Random(3), set[str]()
    for _ in range(4000):
        if evening.fold.over:
            break
        phase = evening.fold.state.phase
        if phase not in paused:
            paused.add(phase)
            assert evening.crank.do({"do": "pause", "on": True}) == ""
            evening.wait(0)
            count = evening.fold.count
            for pod in (2, 3, 4):
                evening.hold(pod, f"+1 {OK}")
            evening.wait(100)
            assert evening.fold.count == count
            assert evening.fold.state.phase == ("plan" if phase == "trade" else phase)
            evening.press(1, OK)
            assert evening.house.paused == ""
        moved = [evening.random_press(pod, rng) for pod in (1, 2, 3, 4)]
        evening.wait(0 if any(moved) else 0.5)
    assert evening.fold.over
    assert paused >= PHASES[game] - {"favour", "sequence"}


def test_a_window_that_is_ended_by_the_host_never_shows_blind_orders(evenings: Evenings) -> None:
    evening = evenings(pace=PaceSettings(lead_in=0, bot=600, nudge=0, idle=0))
    evening.start("bull-rally", 2, orders="blind")
    evening.press(1, OK)
    evening.press(2, OK)
    evening.press(1, "+1", gap=0.1)
    assert evening.fold.state.orders[0] != (0,) * 6
    assert evening.crank.do({"do": "end"}) == ""
    evening.wait(0)
    assert evening.crank.board()["facts"]["orders"] == ((0,) * 6,) * 2


def in_a_lap(evening: Evening) -> None:
    """Drug Dealer with three people: the cards are dealt, seat 2 is asked for its first move."""
    evening.start("drug-dealer", 3, first=1)
    evening.press(1, f"+1 +2 {OK} {OK}")
    evening.hold(1, f"+1 {OK}")
    for pod in (2, 3):
        evening.hold(pod, f"+{pod} {OK}")
    evening.wait(2.1)
    evening.hold(1, OK)
    assert evening.fold.state.mover == 2


def test_a_page_that_is_no_more_does_no_harm(evening: Evening) -> None:
    """Seat 2 looks at the moves of a lap; the host ends the game, which then has no such page."""
    in_a_lap(evening)
    evening.hold(2, OK)
    evening.press(2, "+3")
    assert evening.crank.seats[2].chart == 3
    assert evening.crank.do({"do": "end"}) == ""
    evening.wait(1)
    assert isinstance(evening.scene(2).page, Standings)
