"""A turn, step by step: the draw, the bids, the ranks, the topdown, the award."""

from __future__ import annotations

import pytest

from rules.forty_eight.state import State
from tests.rules.forty_eight.table import (
    TEN,
    bid,
    broke,
    code,
    decline,
    draw,
    favour,
    owners,
    play,
    table,
    topdown,
    wins,
)

DRAWN = draw("red3", "blue1")


def bids(first: tuple[int, ...], second: tuple[int, ...], third: tuple[int, ...], **options: str) -> State:
    """Four seats, seat 1 is the desk, the others have bid."""
    return play(table(4, **options), DRAWN, bid(2, *first), bid(3, *second), bid(4, *third))


class TestDraw:
    """Step 1: the desk draws two cases (one with 3 seats) and lays them open, rank 1 first."""

    def test_what_is_drawn_leaves_the_deck_and_lies_in_order(self) -> None:
        state = play(table(4), draw("blue1", "red3"))
        assert state.drawn == ("blue1", "red3")
        assert len(state.deck) == 18
        assert state.deck.count("blue1") == 1
        assert "red3" not in state.deck
        assert state.phase == "bid"

    def test_a_one_is_there_twice(self) -> None:
        once = table(4)
        assert code(once, draw("red1", "red1")) == ""
        assert code(once, draw("red3", "red3")) == "unknown"
        assert code(play(once, draw("red1", "red1")), draw("red1", "red1")) == "wrong-phase"

    def test_never_three_ones(self) -> None:
        state = play(bids((1,), (2,), (3,)), decline(1))
        state = play(state, draw("red1", "red1"), bid(3, 1), bid(4, 2), bid(1, 3), decline(2))
        assert code(state, draw("red1", "blue2")) == "unknown"

    @pytest.mark.parametrize("cases", [(), ("red3",), ("red3", "blue1", "red1")])
    def test_two_cases(self, cases: tuple[str, ...]) -> None:
        assert code(table(4), draw(*cases)) == "bad-count"

    def test_one_case_with_three_seats(self) -> None:
        assert code(table(3), draw("red3", "blue1")) == "bad-count"
        assert code(table(3), draw("red3")) == ""

    @pytest.mark.parametrize("case", ["white1", "red4", "red", "", "RED1", "pink2"])
    def test_only_what_is_in_the_deck(self, case: str) -> None:
        assert code(table(4), draw("red3", case)) == "unknown"

    def test_the_count_is_checked_before_the_names(self) -> None:
        assert code(table(4), draw("white1")) == "bad-count"

    def test_only_chance_draws(self) -> None:
        by_desk = type(DRAWN)(by=1, cases=("red3", "blue1"))
        assert code(table(4), by_desk) == "not-your-turn"
        assert code(play(table(4), DRAWN), by_desk) == "wrong-phase"


class TestBid:
    """Step 2: all but the desk hand it one or two cards, face down."""

    def test_the_phase(self) -> None:
        assert code(table(4), bid(2, 1)) == "wrong-phase"
        assert code(bids((1,), (2,), (3,)), bid(2, 1)) == "wrong-phase"

    def test_the_desk_does_not_bid_nor_the_host(self) -> None:
        state = play(table(4, first=2), DRAWN)
        assert code(state, bid(2, 1)) == "not-your-turn"
        assert code(state, type(bid(2, 1))(by="host", cards=(1,))) == "not-your-turn"
        assert code(state, bid(1, 1)) == ""

    @pytest.mark.parametrize(
        ("cards", "why"),
        [
            ((), "bad-count"),
            ((1, 1, 1), "bad-count"),
            ((6,), "unknown"),
            ((0,), "unknown"),
            ((-1, 5), "unknown"),
            ((5, 5), "not-yours"),
            ((4, 4), "not-yours"),
            ((5, 6), "unknown"),
            ((5, 5, 6), "bad-count"),
            ((5, 4), ""),
            ((1,), ""),
            ((3, 3), ""),
        ],
    )
    def test_one_card_or_two_of_the_hand(self, cards: tuple[int, ...], why: str) -> None:
        assert code(play(table(4), DRAWN), bid(2, *cards)) == why

    def test_attached_cards_are_gone(self) -> None:
        state = play(wins(table(4), 2, ("green1", (5,))), DRAWN)
        assert code(state, bid(2, 5)) == "not-yours"

    def test_a_bid_may_be_changed_until_the_last_is_in(self) -> None:
        state = play(table(4), DRAWN, bid(2, 5, 4), bid(2, 1), bid(3, 2))
        assert state.phase == "bid"
        assert state.bids == (None, (1,), (2,), None)
        done = play(state, bid(2, 3), bid(4, 1), decline(1))
        assert owners(done) == (2, 3)

    def test_a_bid_stays_in_the_hand_until_it_wins(self) -> None:
        state = play(table(4), DRAWN, bid(2, 5, 4))
        assert state.hands[1] == TEN

    def test_an_empty_bid_when_the_option_allows_it(self) -> None:
        state = play(table(4, empty_bid="always"), DRAWN)
        assert code(state, bid(2)) == ""
        assert code(state, bid(2, 1, 1, 1)) == "bad-count"

    def test_a_seat_without_cards_is_not_asked(self) -> None:
        """It counts as an empty bid; a bid of it is not its turn."""
        for option in ("when-broke", "always"):
            state = play(broke(table(4, empty_bid=option), 3), DRAWN)
            assert state.asked == (2, 4)
            assert code(state, bid(3)) == "not-your-turn"
            done = play(state, bid(2, 1), bid(4, 2))
            assert done.phase == "topdown"
            assert owners(play(done, decline(1))) == (4, 2)


class TestRanks:
    """Step 3: the greatest sum gets rank 1, the next rank 2; among equals the desk chooses."""

    def test_by_the_sum(self) -> None:
        done = play(bids((4,), (2, 3), (1, 2)), decline(1))
        assert owners(done) == (3, 2)
        assert done.hands[2] == (1, 1, 1, 2, 2, 3, 4, 5)
        assert done.hands[3] == TEN

    def test_the_first_drawn_is_rank_one_whatever_its_number(self) -> None:
        state = play(table(4), draw("blue1", "red3"), bid(2, 5), bid(3, 4), bid(4, 1), decline(1))
        assert [w.case for w in state.piles[1]] == ["blue1"]
        assert [w.case for w in state.piles[2]] == ["red3"]

    def test_no_tie_no_question(self) -> None:
        state = bids((5,), (4,), (1,))
        assert state.phase == "topdown"
        assert code(state, favour(1, 2)) == "wrong-phase"

    def test_a_tie_for_rank_one(self) -> None:
        state = bids((4, 2), (3, 3), (5,))
        assert state.phase == "favour"
        assert code(state, decline(1)) == "wrong-phase"
        assert code(state, topdown(1, 5, 4)) == "wrong-phase"
        after = play(state, favour(1, 3))
        assert after.phase == "topdown"
        assert owners(play(after, decline(1))) == (3, 2)

    def test_a_tie_for_rank_two_is_among_the_rest(self) -> None:
        state = bids((5,), (2,), (1, 1))
        assert state.phase == "favour"
        assert code(state, favour(1, 2)) == "not-allowed"
        assert owners(play(state, favour(1, 4), decline(1))) == (2, 4)

    def test_three_equal_bids_ask_twice(self) -> None:
        state = play(bids((3,), (2, 1), (3,)), favour(1, 3))
        assert state.phase == "favour"
        assert code(state, favour(1, 3)) == "not-allowed"
        assert owners(play(state, favour(1, 4), decline(1))) == (3, 4)

    def test_a_tie_for_nothing_is_not_asked(self) -> None:
        state = play(table(3), draw("red3"), bid(2, 5), bid(3, 1))
        assert state.phase == "topdown"
        five = play(table(5), DRAWN, bid(2, 5), bid(3, 4), bid(4, 1), bid(5, 1))
        assert five.phase == "topdown"

    @pytest.mark.parametrize(
        ("seats", "why"),
        [
            ((), "bad-count"),
            ((2, 3), "bad-count"),
            ((9,), "unknown"),
            ((0,), "unknown"),
            ((4,), "not-allowed"),
            ((1,), "not-allowed"),
        ],
    )
    def test_exactly_one_of_the_tied(self, seats: tuple[int, ...], why: str) -> None:
        assert code(bids((5,), (5,), (1,)), favour(1, *seats)) == why

    def test_only_the_desk_chooses(self) -> None:
        state = bids((5,), (5,), (1,))
        assert code(state, favour(2, 2)) == "not-your-turn"
        assert code(state, type(favour(1, 2))(by="host", seats=(2,))) == "not-your-turn"

    def test_an_empty_bid_never_wins(self) -> None:
        """A case with nobody to win it leaves the game."""
        state = bids((), (2,), (), empty_bid="always")
        assert state.phase == "topdown"
        done = play(state, decline(1))
        assert owners(done) == (3, 0)
        assert len(done.deck) == 18
        nobody = play(bids((), (), (), empty_bid="always"), decline(1))
        assert owners(nobody) == (0, 0)
        assert all(pile == () for pile in nobody.piles)


class TestTopdown:
    """The desk may take the rank-1 case with at least two hours more than the highest bid."""

    def test_a_desk_with_a_card_is_always_asked(self) -> None:
        assert bids((5, 4), (1,), (2,)).phase == "topdown"
        almost = wins(
            table(4), 1, ("a1", (5, 4)), ("b1", (3, 3)), ("c1", (2, 2)), ("d1", (2, 1)), ("e1", (1,))
        )
        assert play(almost, DRAWN, bid(2, 5), bid(3, 1), bid(4, 2)).phase == "topdown"

    def test_a_desk_without_cards_is_not(self) -> None:
        """The turn is settled at once, or after the ties."""
        done = play(broke(table(4), 1), DRAWN, bid(2, 5), bid(3, 1), bid(4, 2))
        assert owners(done) == (2, 4)
        assert (done.phase, done.turn) == ("draw", 2)
        tie = play(broke(table(4), 1), DRAWN, bid(2, 5), bid(3, 5), bid(4, 2))
        assert tie.phase == "favour"
        assert owners(play(tie, favour(1, 3))) == (3, 2)

    def test_nobody_to_bid(self) -> None:
        state = table(3)
        for seat in (2, 3):
            state = broke(state, seat)
        asks_the_desk = play(state, draw("red3"))
        assert asks_the_desk.phase == "topdown"
        assert owners(play(asks_the_desk, topdown(1, 2))) == (1,)
        gone = play(broke(state, 1), draw("red3"))
        assert (gone.phase, gone.turn, owners(gone)) == ("draw", 2, (0,))

    @pytest.mark.parametrize(
        ("cards", "why"),
        [
            ((5, 4), ""),
            ((5, 3), "too-low"),
            ((5,), "too-low"),
            ((), "bad-count"),
            ((3, 3, 3), "bad-count"),
            ((7, 2), "unknown"),
            ((5, 5), "not-yours"),
        ],
    )
    def test_two_hours_more(self, cards: tuple[int, ...], why: str) -> None:
        assert code(bids((5, 2), (4,), (3,)), topdown(1, *cards)) == why

    def test_at_least_two_when_nobody_bid(self) -> None:
        state = bids((), (), (), empty_bid="always")
        assert code(state, topdown(1, 1)) == "too-low"
        assert owners(play(state, topdown(1, 1, 1))) == (1, 0)

    def test_only_the_desk(self) -> None:
        state = bids((1,), (2,), (3,))
        assert code(state, topdown(2, 5)) == "not-your-turn"
        assert code(state, decline(2)) == "not-your-turn"
        assert code(table(4), decline(1)) == "wrong-phase"

    def test_replace(self) -> None:
        """The rank-1 bidder gets its cards back and no case, rank 2 stays."""
        done = play(bids((5, 2), (4,), (3,)), topdown(1, 5, 4))
        assert owners(done) == (1, 3)
        assert done.hands[1] == TEN
        assert done.hands[0] == (1, 1, 1, 2, 2, 2, 3, 3)
        assert done.piles[0][0].cards == (5, 4)

    def test_slide(self) -> None:
        """The rank-1 bidder drops to rank 2, the rank-2 bidder gets nothing."""
        done = play(bids((5, 2), (4,), (3,), topdown="slide"), topdown(1, 4, 5))
        assert owners(done) == (1, 2)
        assert done.piles[1][0].case == "blue1"
        assert done.piles[1][0].cards == (5, 2)
        assert done.hands[2] == TEN

    def test_slide_when_only_one_bid(self) -> None:
        options = {"empty_bid": "always"}
        assert owners(play(bids((5,), (), (), topdown="slide", **options), topdown(1, 5, 2))) == (1, 2)
        assert owners(play(bids((5,), (), (), **options), topdown(1, 5, 2))) == (1, 0)

    def test_slide_with_three_seats(self) -> None:
        done = play(table(3, topdown="slide"), draw("red3"), bid(2, 1), bid(3, 2), topdown(1, 4))
        assert owners(done) == (1,)
        assert done.piles[2] == ()


class TestAward:
    """Winners keep the case with their cards beneath it, others take theirs back, the desk moves to the left."""

    def test_the_next_desk(self) -> None:
        done = play(bids((1,), (2,), (3,)), decline(1))
        assert (done.turn, done.desk, done.phase) == (2, 2, "draw")
        assert done.drawn == ()
        assert done.bids == (None,) * 4
        last = play(table(4, first=4), DRAWN, bid(1, 1), bid(2, 2), bid(3, 3), decline(4))
        assert last.desk == 1

    def test_what_is_told(self) -> None:
        done = play(bids((5, 2), (4,), (3,)), topdown(1, 5, 4))
        assert done.last is not None
        assert (done.serial, done.last.turn, done.last.desk, done.last.topdown) == (1, 1, 1, True)
        assert done.last.counts == (2, 2, 1, 1)
        assert done.last.cases == ("red3", "blue1")
        plain = play(bids((5, 2), (4,), (3,)), decline(1))
        assert plain.last is not None
        assert (plain.last.topdown, plain.last.counts) == (False, (0, 2, 1, 1))
