"""The rules, by the rulebook's steps (ゲームの進行): settlement, the special cases (特殊な状況), the end."""

from __future__ import annotations

import pytest

from rules.drug_dealer import GAME
from tests.rules.drug_dealer.play import (
    THREE,
    add,
    bid,
    dice,
    favour,
    goods,
    money,
    opened,
    passes,
    played,
    refused,
    roll,
    take,
)

FIVE = [*opened(), bid(2, 15), bid(3, 5, 5), bid(4, 30), bid(5, 2), favour(1)]


def negative(*bids: dict, seats: tuple[int, ...] = (2, 3)) -> list[dict]:
    """P = -30, these bids, everybody passes twice; the dealer's cards go to whom `favour` among the bids names."""
    return [*opened(d20=3, d10=2), *bids, *passes(*seats, *seats)]


class TestStep8And9Settlement:
    """8./9. The upper half wins, the middle included; each pays its own bid to the dealer; others keep theirs."""

    def test_winners_pay_their_coins_and_each_receives_the_whole_p(self) -> None:
        end = played(5, *FIVE, *passes(2, 3, 4, 5, 2, 3, 4, 5))
        assert money(end) == [111 + 45, 96, 111, 81, 111]
        assert goods(end) == [0, 35, 0, 35, 0]
        assert end.state.purse(1).hand == (3, 3, 3, 3)
        assert end.state.purse(3).hand == (3, 3, 2, 2)

    def test_the_middle_of_three_wins(self) -> None:
        turn = [*opened(), bid(2, 15), bid(3, 5), bid(4, 2), favour(1), *passes(2, 3, 4, 2, 3, 4)]
        assert goods(played(4, *turn)) == [0, 35, 35, 0]

    def test_final_bids_count_not_the_cards(self) -> None:
        end = played(3, *THREE, *passes(2), add(3, 30), *passes(2, 3))
        assert goods(end) == [0, 0, 35]

    def test_a_tie_across_the_cut_is_named_by_the_dealer(self) -> None:
        tie = [*opened(), bid(2, 5), bid(3, 5), favour(1, 2), *passes(2, 3, 2, 3)]
        assert refused(3, *tie, favour(1)) == "bad-count"
        assert refused(3, *tie, favour(2, 2)) == "not-your-turn"
        end = played(3, *tie, favour(1, 3))
        assert goods(end) == [0, 0, 35]
        assert money(end) == [116, 111, 106]

    def test_p_below_0_goes_to_the_lower_half_and_the_upper_pays(self) -> None:
        """合計がマイナス: the lower half with the middle takes the minus, the upper without the middle pays."""
        turn = negative(bid(2, 30), bid(3, 5), bid(4, 2), favour(1), seats=(2, 3, 4))
        end = played(4, *turn)
        assert goods(end) == [0, 0, -30, -30]
        assert money(end) == [141, 81, 111, 111]

    def test_p_below_0_and_a_tie_names_who_pays(self) -> None:
        tie = negative(bid(2, 5), bid(3, 5), bid(4, 2), favour(1), seats=(2, 3, 4))
        assert refused(4, *tie, favour(1, 4)) == "not-allowed"
        end = played(4, *tie, favour(1, 3))
        assert goods(end) == [0, -30, 0, -30]
        assert money(end) == [116, 111, 106, 111]

    def test_p_below_0_and_the_tie_lies_lower_down(self) -> None:
        """Seats 3 and 4 are tied across the cards' cut, not across the payers'."""
        end = played(4, *negative(bid(2, 5), bid(3, 2), bid(4, 2), favour(1, 3), seats=(2, 3, 4)))
        assert goods(end) == [0, 0, -30, -30]


class TestSpecialMostBidNothing:
    """DDの過半数の入札額が0: the dealer takes the goods itself, nobody else gets or pays anything."""

    def test_more_than_half_at_0(self) -> None:
        turn = [*opened(), bid(2, 5), bid(3), bid(4), favour(1, 3), *passes(2, 3, 4, 2, 3, 4)]
        end = played(4, *turn)
        assert goods(end) == [35, 0, 0, 0]
        assert money(end) == [111] * 4

    def test_exactly_half_is_not_more_than_half(self) -> None:
        turn = [*opened(), bid(2, 5), bid(3), favour(1), *passes(2, 3, 2, 3)]
        assert goods(played(3, *turn)) == [0, 35, 0]

    def test_bids_after_the_laps_count(self) -> None:
        turn = [
            *opened(),
            bid(2, 5),
            bid(3, 2),
            bid(4),
            favour(1),
            *passes(2),
            take(3, 2),
            *passes(4, 2, 3, 4),
        ]
        assert goods(played(4, *turn)) == [35, 0, 0, 0]

    def test_it_comes_before_the_negative_rule(self) -> None:
        end = played(4, *negative(bid(2, 15), bid(3), bid(4), favour(1, 3), seats=(2, 3, 4)))
        assert goods(end) == [-30, 0, 0, 0]
        assert money(end) == [111] * 4

    def test_it_comes_before_a_tie(self) -> None:
        assert played(3, *negative(bid(2), bid(3), favour(1, 2))).state.turn == 2


class TestStep10And11TheEnd:
    """10. The left neighbour deals; the end comes when all have dealt twice. 11. Goods and money: the most wins."""

    @staticmethod
    def voids(seats: int, turns: int, first: int = 1) -> list[dict]:
        lines = []
        for turn in range(turns):
            dealer = (first - 1 + turn) % seats + 1
            lines += [dice(dealer, "d20", "d8"), roll(d20=6, d8=4)]
        return lines

    @pytest.mark.parametrize("seats", range(3, 8))
    def test_everybody_deals_twice(self, seats: int) -> None:
        almost = played(seats, *self.voids(seats, 2 * seats - 1, first=2), first=2, void_at="roll")
        assert (almost.over, almost.state.dealer, almost.state.turn) == (False, 1, 2 * seats)
        record = GAME.record(played(seats, *self.voids(seats, 2 * seats, 2), first=2, void_at="roll").state)
        assert (record["phase"], record["dealer"], record["turn"]) == ("over", None, 2 * seats)
        assert [s["dealt"] for s in record["seats"]] == [2] * seats

    def test_equal_totals_share(self) -> None:
        record = GAME.record(played(3, *self.voids(3, 6), void_at="roll").state)
        assert record["winners"] == [1, 2, 3]

    def test_the_highest_total_of_goods_and_money_wins(self) -> None:
        kept = [*opened(d4=2, d6=1), bid(2), bid(3), favour(1, 2), *passes(2, 3, 2, 3)]
        end = played(3, *kept, *self.voids(3, 5, first=2), void_at="roll")
        record = GAME.record(end.state)
        assert [s["total"] for s in record["seats"]] == [121, 111, 111]
        assert record["winners"] == [1]

    def test_nothing_follows(self) -> None:
        over = self.voids(3, 6)
        assert refused(3, *over, dice(1, "d4", "d6"), void_at="roll") == "wrong-phase"

    def test_the_host_may_end_it_unfinished(self) -> None:
        end = played(3, *THREE, {"by": "host", "do": "end"})
        record = GAME.record(end.state)
        assert (record["phase"], record["winners"], record["dealer"], record["turn"]) == ("over", [], None, 1)
        assert record["production"] is None
        assert money(end) == [111] * 3
