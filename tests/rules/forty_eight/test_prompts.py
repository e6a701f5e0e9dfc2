"""What each seat is asked, and what its keys come to."""

from __future__ import annotations

import pytest

from rules.forty_eight import GAME
from rules.forty_eight.entries import Bid, Decline, Draw, Favour, Topdown
from rules.game import SetOff
from rules.prompt import Draft, Prompt, ok_verb, press, sendable
from tests.rules.forty_eight.table import (
    asked,
    bid,
    broke,
    decline,
    draw,
    facts,
    favour,
    keys,
    play,
    question,
    table,
    wins,
)

OPEN = play(table(4), draw("red3", "blue1"))
TIE = play(OPEN, bid(2, 4, 2), bid(3, 3, 3), bid(4, 5))
DECIDE = play(OPEN, bid(2, 5, 2), bid(3, 3, 3), bid(4, 5))


def test_for_whom_the_table_waits() -> None:
    drawing = GAME.asks(table(4, first=3))
    assert (drawing.chance, drawing.keeper, drawing.seats) == ("draw", 3, ())
    bidding = GAME.asks(play(OPEN, bid(3, 1)))
    assert (bidding.seats, bidding.open, bidding.sealed, bidding.chance) == ((2, 4), (3,), True, None)
    for deciding in (GAME.asks(TIE), GAME.asks(DECIDE)):
        assert (deciding.seats, deciding.open, deciding.sealed) == ((1,), (), False)
    assert GAME.asks(GAME.end(TIE)).seats == ()


def test_only_those_who_are_asked_get_a_question() -> None:
    assert [asked(table(4), s) is not None for s in (1, 2, 3, 4)] == [True, False, False, False]
    assert [asked(OPEN, s) is not None for s in (1, 2, 3, 4)] == [False, True, True, True]
    assert asked(play(broke(table(4), 2), draw("red3", "blue1")), 2) is None
    assert [asked(TIE, s) is not None for s in (1, 2, 3, 4)] == [True, False, False, False]
    assert asked(GAME.end(TIE), 1) is None
    assert GAME.answer(facts(OPEN, None), (), False) is None


class TestDraw:
    def test_the_desk_sets_it_off(self) -> None:
        prompt = question(table(4), 1)
        assert prompt.columns == ()
        assert not prompt.guard
        assert ok_verb(prompt, Draft()) == "ff.verb.draw"
        assert asked(table(4), 1, Draft(prompt.no)) == SetOff()

    def test_chance_takes_indices_into_what_is_left(self) -> None:
        state = table(4)
        wanted = GAME.wanted(state)
        assert wanted is not None
        assert (wanted.left, wanted.count) == (20, 2)
        assert GAME.drawn(state, [[0, 0]]) == draw("red1", "red1")
        assert GAME.drawn(state, [[19, 18]]) == draw("black3", "black2")
        assert GAME.wanted(table(3)).count == 1
        assert GAME.wanted(OPEN) is None

    def test_typed_suit_then_number_twice(self) -> None:
        state = play(table(4), draw("red1", "red3"), bid(2, 1), bid(3, 2), bid(4, 3), decline(1))
        drafts: list[Draft] = []
        for key in ("+1", "+1", "+1", "+2"):
            prompt = question(state, 2, *drafts, typed=True)
            assert (prompt.least, prompt.most, prompt.guard) == (1, 1, False)
            assert not sendable(prompt, Draft(prompt.no))
            drafts.append(keys(prompt, key))
        assert asked(state, 2, *drafts, typed=True) == Draw(by="chance", src="typed", cases=("red1", "red2"))

    def test_only_what_is_left_can_be_typed(self) -> None:
        state = play(table(4), draw("red1", "red3"), bid(2, 1), bid(3, 2), bid(4, 3), decline(1))
        suit = question(state, 2, typed=True)
        assert [(c.label, c.hi, c.held) for c in suit.columns] == [
            ("ff.red", 1, 2),
            *((f"ff.{s}", 1, 4) for s in ("blue", "yellow", "green", "black")),
        ]
        number = question(state, 2, keys(suit, "+1"), typed=True)
        assert [(c.label, c.hi) for c in number.columns] == [("1", 1), ("2", 1), ("3", 0)]
        second = question(state, 2, keys(suit, "+1"), keys(number, "+1"), typed=True)
        assert second.columns[0].held == 1
        last = question(state, 2, keys(suit, "+1"), keys(number, "+1"), keys(second, "+1"), typed=True)
        assert [c.hi for c in last.columns] == [0, 1, 0]

    def test_a_suit_without_cases_is_dead(self) -> None:
        state = play(table(4), draw("red1", "red3"), bid(2, 1), bid(3, 2), bid(4, 3), decline(1))
        state = play(state, draw("red1", "red2"), bid(3, 1), bid(4, 2), bid(1, 3), decline(2))
        assert press(question(state, 3, typed=True), Draft(), "+1") is None

    def test_a_press_in_another_column_moves_the_choice(self) -> None:
        prompt = question(table(3), 1, typed=True)
        chosen = keys(prompt, "+1", "+3")
        assert question(table(3), 1, chosen, typed=True).no.endswith("case1.yellow")


class TestBid:
    def test_columns_are_values(self) -> None:
        state = play(wins(table(4), 2, ("green1", (5, 1))), draw("red3", "blue1"))
        prompt = question(state, 2)
        assert [(c.label, c.hi, c.held, c.worth, c.at) for c in prompt.columns] == [
            ("1", 2, 2, 1, 0),
            ("2", 3, 3, 2, 0),
            ("3", 2, 2, 3, 0),
            ("4", 1, 1, 4, 0),
            ("5", 0, 0, 5, 0),
        ]
        assert (prompt.guard, prompt.least, prompt.most, prompt.empty) == (True, 1, 2, None)
        assert prompt.gauges[1].base == 6

    def test_one_or_two_cards(self) -> None:
        prompt = question(OPEN, 2)
        assert ok_verb(prompt, Draft(prompt.no)) == ""
        assert asked(OPEN, 2, keys(prompt, "+5")) == bid(2, 5)
        both = keys(prompt, "+4", "+5")
        assert asked(OPEN, 2, both) == bid(2, 5, 4)
        assert press(prompt, both, "+1") is None
        assert asked(OPEN, 2, keys(prompt, "+1", "+1")) == bid(2, 1, 1)

    def test_an_empty_bid_only_with_the_option(self) -> None:
        state = play(table(4, empty_bid="always"), draw("red3", "blue1"))
        prompt = question(state, 2)
        assert ok_verb(prompt, Draft(prompt.no)) == "ff.verb.empty"
        assert asked(state, 2, Draft(prompt.no)) == Bid(by=2, cards=())

    def test_a_sent_bid_is_shown_and_edited(self) -> None:
        state = play(OPEN, bid(2, 5, 4))
        prompt = question(state, 2)
        assert prompt.done
        assert [c.at for c in prompt.columns] == [0, 0, 0, 1, 1]
        assert asked(state, 2, keys(prompt, "-5", "+1")) == bid(2, 4, 1)
        assert asked(state, 2, Draft(prompt.no)) == bid(2, 5, 4)

    def test_others_progress_never_stands_in_it(self) -> None:
        before = question(OPEN, 2)
        assert question(play(OPEN, bid(3, 5)), 2) == before
        assert question(play(OPEN, bid(3, 5), bid(4, 1)), 2) == before

    def test_yesterdays_keys(self) -> None:
        tomorrow = play(DECIDE, decline(1), draw("red2", "blue2"))
        draft = keys(question(OPEN, 3), "+1")
        assert isinstance(asked(tomorrow, 3, draft), Prompt)


class TestFavour:
    def test_bidders_in_seat_order_only_the_tied_alive(self) -> None:
        prompt = question(TIE, 1)
        assert [(c.seat, c.value, c.hi, c.mark) for c in prompt.columns] == [
            (2, 6, 1, "tie"),
            (3, 6, 1, "tie"),
            (4, 5, 0, ""),
        ]
        assert (prompt.guard, prompt.least, prompt.most) == (True, 1, 1)
        assert not sendable(prompt, Draft(prompt.no))
        assert asked(TIE, 1, keys(prompt, "+2")) == Favour(by=1, seats=(3,))
        assert asked(TIE, 1, keys(prompt, "+2", "+1")) == Favour(by=1, seats=(2,))

    def test_rank_two_is_another_question(self) -> None:
        state = play(OPEN, bid(2, 3), bid(3, 3), bid(4, 2, 1))
        first = question(state, 1)
        after = play(state, favour(1, 3))
        second = question(after, 1)
        assert second.no != first.no
        assert [(c.hi, c.base, c.mark) for c in second.columns] == [
            (1, 0, "tie"),
            (0, 1, "ok"),
            (1, 0, "tie"),
        ]
        assert asked(after, 1, keys(first, "+2")) == second

    def test_columns_skip_the_desk(self) -> None:
        state = play(table(3, first=2), draw("red3"), bid(1, 3), bid(3, 3))
        prompt = question(state, 2)
        assert [c.seat for c in prompt.columns] == [1, 3]
        assert asked(state, 2, keys(prompt, "+2")) == Favour(by=2, seats=(3,))


class TestTopdown:
    def test_own_cards_above_a_floor(self) -> None:
        prompt = question(DECIDE, 1)
        assert (prompt.floor, prompt.most, prompt.guard) == (9, 2, True)
        assert ok_verb(prompt, Draft(prompt.no)) == "ff.verb.decline"
        assert asked(DECIDE, 1, Draft(prompt.no)) == Decline(by=1)
        assert asked(DECIDE, 1, keys(prompt, "+5", "+4")) == Topdown(by=1, cards=(5, 4))
        too_low = press(prompt, press(prompt, Draft(), "+5") or Draft(), "+3")
        assert too_low is not None
        assert not sendable(prompt, too_low)

    def test_two_when_nobody_bid(self) -> None:
        state = play(table(3, empty_bid="always"), draw("red3"), bid(2), bid(3))
        assert question(state, 1).floor == 2

    def test_out_of_reach_is_asked_all_the_same(self) -> None:
        state = play(OPEN, bid(2, 5, 4), bid(3, 1), bid(4, 2))
        prompt = question(state, 1)
        assert prompt.floor == 11
        assert asked(state, 1, Draft(prompt.no)) == Decline(by=1)


class TestAbsent:
    """The host enters the smallest bid, the favour nearest the left, no topdown."""

    def test_bid(self) -> None:
        assert GAME.absent(facts(OPEN, 2)) == bid(2, 1)
        late = play(wins(table(4), 2, ("g1", (1, 1)), ("g2", (1,))), draw("red3", "blue1"))
        assert GAME.absent(facts(late, 2)) == bid(2, 2)
        always = play(table(4, empty_bid="always"), draw("red3", "blue1"))
        assert GAME.absent(facts(always, 2)) == bid(2)

    def test_desk(self) -> None:
        assert GAME.absent(facts(TIE, 1)) == favour(1, 2)
        state = play(table(4, first=3), draw("red3", "blue1"), bid(1, 3), bid(2, 3), bid(4, 1))
        assert GAME.absent(facts(state, 3)) == favour(3, 1)
        assert GAME.absent(facts(DECIDE, 1)) == decline(1)

    @pytest.mark.parametrize("seat", [None, 1, 2])
    def test_nobody_else(self, seat: int | None) -> None:
        assert GAME.absent(facts(OPEN if seat == 1 else table(4), seat)) is None
