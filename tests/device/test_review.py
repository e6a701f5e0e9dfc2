"""Dice, cases and news typed from real ones are shown whole before they count."""

from __future__ import annotations

from typing import Any

import pytest

from drivers.ports import OK, PEEK, HostEdge
from rules.page import Waiting, Word, word
from rules.prompt import Prompt
from tests.device.evening import Evening


def shown(evening: Evening, pod: int) -> Prompt:
    prompt = evening.prompt(pod)
    assert prompt is not None and prompt.no.startswith("review.")
    return prompt


def told(evening: Evening, pod: int) -> list[Any]:
    return [dict(row.args)["value"] for row in shown(evening, pod).rows]


@pytest.fixture
def dealer(evening: Evening) -> Evening:
    """Drug Dealer, three people; dealer 1 has picked d6 and d20 and has typed 4 and 17 under PEEK."""
    evening.crank.do({"do": "source", "source": "typed"})
    evening.start("drug-dealer", 3, first=1)
    evening.press(1, f"+2 +5 {OK}")
    evening.press(1, OK)
    evening.hold(1, f"+4 {OK} +1 +2 +3 +3 {OK}")
    return evening


def test_typed_faces_stand_in_a_review_and_ok_enters_them(dealer: Evening) -> None:
    assert told(dealer, 1) == ["4", "17"]
    assert dealer.fold.state.phase == "roll"
    dealer.hold(1, OK)
    assert dealer.fold.state.phase == "show"
    assert (
        dealer.table.journal.game(1)[-1]
        == b'{"do":"roll","by":"chance","src":"typed","faces":{"d6":4,"d20":17}}'
    )


def test_a_secret_review_shows_and_hears_only_under_peek(dealer: Evening) -> None:
    assert shown(dealer, 1).guard
    assert isinstance(dealer.scene(1).page, Waiting) and dealer.scene(1).prompt is None
    dealer.press(1, f"{OK} -1 +5")
    assert told(dealer, 1) == ["4", "17"]
    dealer.down(1, PEEK)
    assert dealer.scene(1).prompt == shown(dealer, 1)


def test_a_line_is_typed_again_with_what_follows_it(dealer: Evening) -> None:
    dealer.hold(1, f"-2 +3 {OK}")
    assert told(dealer, 1) == ["4", "1"]
    dealer.hold(1, f"+1 +6 {OK} +1 {OK}")
    assert told(dealer, 1) == ["6", "10"]
    dealer.hold(1, OK)
    assert dealer.fold.state.faces == (6, 10)


def test_five_types_all_of_it_again(dealer: Evening) -> None:
    dealer.hold(1, f"+5 +1 {OK} +2 {OK} {OK}")
    assert dealer.fold.state.faces == (1, 5)


def test_ok_is_dead_for_a_moment_when_the_review_appears(dealer: Evening) -> None:
    dealer.hold(1, f"+5 +1 {OK} +2")
    dealer.down(1, PEEK)
    dealer.press(1, OK)
    dealer.press(1, OK, gap=0.1)
    assert told(dealer, 1) == ["1", "5"]


def test_two_typed_cases(evening: Evening) -> None:
    evening.crank.do({"do": "source", "source": "typed"})
    evening.start("forty-eight", 4, first=1, suits=["red", "blue", "yellow", "green", "black"])
    evening.press(1, f"+1 {OK} +3 {OK} +4 {OK} +2 {OK}")
    assert told(evening, 1) == [word("ff.red"), "3", word("ff.green"), "2"]
    assert not shown(evening, 1).guard
    evening.press(1, f"+3 +2 {OK} +1 {OK}")
    assert told(evening, 1) == [word("ff.red"), "3", word("ff.blue"), "1"]
    evening.press(1, OK)
    assert evening.fold.state.drawn == ("red3", "blue1")


def test_eight_dice_and_the_news(evening: Evening) -> None:
    evening.crank.do({"do": "source", "source": "typed"})
    evening.start("bull-rally", 2, trade_seconds=3)
    for day in range(1, 4):
        keeper = evening.table.now.pod_of((day - 1) % 2 + 1)
        for pod in (1, 2):
            while evening.crank.seats[pod].results(evening.crank.sight(pod)):
                evening.press(pod, OK)
            evening.press(pod, OK)
        evening.wait(8)
        if evening.fold.state.phase == "news":
            break
        evening.press(keeper, f"+1 +1 +3 +5 {OK} +2 +4 +4 +6 {OK}")
        assert told(evening, keeper) == ["1 1 3 5", "2 4 4 6"]
        evening.press(keeper, OK)
        assert evening.fold.state.day == day + 1
    evening.press(keeper, "+2")
    evening.press(keeper, "+5 +2 +1")
    assert told(evening, keeper) == [word("br.news_market"), word("br.plus", n=1)]
    evening.press(keeper, "+2 +2")
    assert told(evening, keeper) == [word("br.news_market"), word("br.minus", n=1)]
    evening.press(keeper, OK)
    assert evening.fold.state.today.news[0].card == ("market", -1)


def test_the_host_looks_at_a_retyped_roll_too(dealer: Evening) -> None:
    dealer.hold(1, f"{OK} +1 {OK}")
    for pod in (2, 3):
        dealer.hold(pod, f"+1 {OK}")
    dealer.wait(2.1)
    dealer.hold(1, f"+1 {OK}")
    dealer.hold(1, OK)
    for pod in (2, 3):
        dealer.hold(pod, OK)
    assert (dealer.fold.state.phase, dealer.fold.state.lap) == ("lap", 2)
    dealer.crank.sink(HostEdge(True, dealer.alarm.now()))
    dealer.wait(0.4)
    prompt = dealer.prompt(1)
    assert prompt is not None
    row = next(i for i, label in enumerate(prompt.rows) if label.id == "table.row.retype")
    dealer.press(1, f"+{row + 1} +5 {OK} +2 {OK}")
    assert told(dealer, 1) == ["5", "5"]
    dealer.press(1, OK)
    assert dealer.fold.state.faces == (5, 5)
    assert dealer.crank.seats[1].menus == []


def test_a_single_question_is_never_reviewed(evening: Evening) -> None:
    evening.start("forty-eight", 3, first=1)
    evening.press(1, OK)
    evening.hold(2, f"+3 {OK}")
    assert evening.fold.count == 2
    assert isinstance(evening.prompt(2), Prompt) and evening.prompt(2).title != Word("table.title.review")  # type: ignore[union-attr]
