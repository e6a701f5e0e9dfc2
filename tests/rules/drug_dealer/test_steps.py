"""The rules, by the rulebook's steps (ゲームの進行 1 to 11, 特殊な状況, 内容物)."""

from __future__ import annotations

import pytest

from rules.drug_dealer import GAME
from tests.rules.drug_dealer.play import (
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
    retype,
    roll,
    shows,
    take,
)

THREE = [*opened(), bid(2, 15, 5), bid(3, 5), favour(1)]
"""Three seats, P = 35, seat 2 ahead of seat 3, the cards dealt."""
FIVE = [*opened(), bid(2, 15), bid(3, 5, 5), bid(4, 30), bid(5, 2), favour(1)]


def negative(*bids: dict, seats: tuple[int, ...] = (2, 3)) -> list[dict]:
    """P = -30, these bids, everybody passes twice; the dealer's cards go to whom `favour` among the bids names."""
    return [*opened(d20=3, d10=2), *bids, *passes(*seats, *seats)]


class TestStart:
    """初期配布物: 3×2G, 3×5G, 2×15G, 2×30G each; 1. the dealer is settled."""

    def test_each_seat_starts_with_111(self) -> None:
        record = GAME.record(played(3).state)
        assert [s["coins"] for s in record["seats"]] == [{"2": 3, "5": 3, "15": 2, "30": 2}] * 3
        assert [s["money"] for s in record["seats"]] == [111] * 3

    def test_seat_1_deals_unless_first_says_otherwise(self) -> None:
        assert GAME.record(played(4).state)["dealer"] == 1
        assert GAME.record(played(4, first=3).state)["dealer"] == 3

    def test_nothing_is_produced_yet(self) -> None:
        record = GAME.record(played(3).state)
        assert (record["turn"], record["production"], record["winners"]) == (1, None, [])

    def test_the_device_draws_who_begins_unless_somebody_chose(self) -> None:
        assert GAME.setup_draws(5, {}, lambda m: m - 1) == {"first": 5}
        assert GAME.setup_draws(5, {"first": 2}, lambda m: m - 1) == {"first": 2}


class TestStep2Dice:
    """2. The dealer picks two of five dice, rolls both unseen and shows one."""

    def test_the_pick_is_public_and_may_change_until_the_roll(self) -> None:
        assert played(3, dice(1, "d6", "d10"), dice(1, "d4", "d20")).state.pick == ("d4", "d20")
        assert refused(3, dice(1, "d6", "d10"), roll(d6=1, d10=1), dice(1, "d4", "d20")) == "wrong-phase"

    @pytest.mark.parametrize(
        ("pick", "code"),
        [
            (["d6"], "bad-count"),
            (["d4", "d6", "d8"], "bad-count"),
            (["d6", "d12"], "unknown"),
            (["d12", "d12"], "unknown"),
            (["d6", "d6"], "not-allowed"),
        ],
    )
    def test_two_different_dice_of_the_five(self, pick: list[str], code: str) -> None:
        assert refused(3, dice(1, *pick)) == code

    @pytest.mark.parametrize("who", [2, "host", "chance", "clock"])
    def test_only_the_dealer_picks(self, who: object) -> None:
        assert refused(3, {**dice(1, "d4", "d6"), "by": who}) == "not-your-turn"

    @pytest.mark.parametrize(
        ("faces", "code"),
        [
            ({"d6": 5}, "bad-count"),
            ({"d6": 5, "d10": 6, "d4": 1}, "bad-count"),
            ({"d6": 7, "d10": 6}, "unknown"),
            ({"d6": 0, "d10": 6}, "unknown"),
            ({"d6": 5, "d12": 6}, "unknown"),
            ({"d6": 5, "d8": 9}, "unknown"),
            ({"d6": 5, "d8": 6}, "not-allowed"),
        ],
    )
    def test_exactly_the_picked_dice_show_faces_they_have(self, faces: dict[str, int], code: str) -> None:
        assert refused(3, dice(1, "d6", "d10"), roll(**faces)) == code

    def test_every_die_has_its_highest_face(self) -> None:
        for die, sides in {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d20": 20}.items():
            other = "d6" if die == "d4" else "d4"
            played(3, dice(1, die, other), roll(**{die: sides, other: 1}))
            assert refused(3, dice(1, die, other), roll(**{die: sides + 1, other: 1})) == "unknown"

    def test_chance_rolls_once_and_only_chance(self) -> None:
        assert refused(3, dice(1, "d6", "d10"), {**roll(d6=1, d10=1), "by": 1}) == "not-your-turn"
        assert refused(3, roll(d6=1, d10=1)) == "wrong-phase"
        assert refused(3, dice(1, "d6", "d10"), roll(d6=1, d10=1), roll(d6=1, d10=1)) == "wrong-phase"

    def test_faces_keep_the_picked_order(self) -> None:
        assert played(3, dice(1, "d10", "d6"), roll(d6=5, d10=6)).state.faces == (6, 5)

    def test_the_dealer_shows_one_of_the_two_for_good(self) -> None:
        rolled = [dice(1, "d6", "d10"), roll(d6=1, d10=1)]
        assert refused(3, *rolled, shows(1, "d12")) == "unknown"
        assert refused(3, *rolled, shows(1, "d4")) == "not-allowed"
        assert refused(3, *rolled, shows(2, "d6")) == "not-your-turn"
        assert refused(3, *rolled, shows(1, "d6"), shows(1, "d10")) == "wrong-phase"


class TestStep3Production:
    """3. Production is (face + correction) × factor, both dice together, from the table."""

    def test_the_stand_in_table(self) -> None:
        end = played(3, *THREE, *passes(2, 3, 2, 3))
        assert GAME.record(end.state)["production"] == (5 - 1) * 5 + (6 - 3) * 5 == 35

    def test_the_owners_table(self) -> None:
        sheet = {"dice": {"d4": [0, 1], "d6": [2, 3], "d8": [0, 1], "d10": [-1, 7], "d20": [0, 1]}}
        end = played(3, *THREE, *passes(2, 3, 2, 3), sheet=sheet)
        assert GAME.record(end.state)["production"] == (5 + 2) * 3 + (6 - 1) * 7

    @pytest.mark.parametrize(
        "sheet",
        [
            {"dice": {"d4": [0, 1], "d6": [2, 3], "d8": [0, 1], "d10": [-1, 7]}},
            {"dice": {d: [0, 1] for d in ("d4", "d6", "d8", "d10", "d20", "d12")}},
            {"dice": {d: [0, 1.5] for d in ("d4", "d6", "d8", "d10", "d20")}},
            {"dice": {d: [0] for d in ("d4", "d6", "d8", "d10", "d20")}},
        ],
    )
    def test_a_table_has_two_integers_for_exactly_the_five_dice(self, sheet: object) -> None:
        with pytest.raises(ValueError, match="1: malformed"):
            played(3, sheet=sheet)


class TestStep4Bids:
    """4. Bidders write down an amount within their money and put it behind the screen; 0 is fine."""

    def test_the_dealer_does_not_bid(self) -> None:
        assert refused(3, *opened(), bid(1)) == "not-your-turn"

    def test_a_bid_is_made_of_coins_that_exist_and_are_held(self) -> None:
        assert refused(3, *opened(), bid(2, 10)) == "unknown"
        assert refused(3, *opened(), bid(2, 30, 30, 30, 10)) == "unknown"
        assert refused(3, *opened(), bid(2, 30, 30, 30)) == "not-yours"
        assert (
            played(3, *opened(), bid(2, *[2] * 3, *[5] * 3, *[15] * 2, *[30] * 2)).state.amounts()[2] == 111
        )

    def test_a_bidder_may_bid_again_until_the_last_one_has(self) -> None:
        again = [*opened(), bid(2, 30, 30), bid(2, 30, 5)]
        assert played(3, *again).state.amounts()[2] == 35
        assert refused(3, *again, bid(3), bid(2)) == "wrong-phase"

    def test_the_bid_stays_the_bidders_money(self) -> None:
        assert money(played(3, *opened(), bid(2, 30))) == [111] * 3

    def test_the_last_bid_hands_over_to_the_dealer(self) -> None:
        assert played(4, *opened(), bid(2), bid(4)).state.phase == "bid"
        assert played(4, *opened(), bid(2), bid(4), bid(3)).state.phase == "favour"


class TestStep5Cards:
    """5. OK to the upper half, the middle included; NG to the rest; the dealer breaks ties at the cut."""

    @pytest.mark.parametrize(("seats", "ok"), [(3, 1), (4, 2), (5, 2), (6, 3), (7, 3)])
    def test_how_many_ok_cards(self, seats: int, ok: int) -> None:
        bids = [bid(s, *[2] * (s > 1), *[5] * (s > 2), *[15] * (s > 3), *[30] * (s > 4)) for s in range(2, 6)]
        bids += [bid(6, 30, 30), bid(7, 30, 30, 2)]
        end = played(seats, *opened(), *bids[: seats - 1], favour(1))
        assert end.state.cards == tuple(range(seats - ok + 1, seats + 1))

    def test_the_dealer_deals_them_even_when_nothing_is_tied(self) -> None:
        before = THREE[:-1]
        assert refused(3, *before, *passes(2)) == "wrong-phase"
        assert refused(3, *before, favour(2)) == "not-your-turn"
        assert refused(3, *before, favour(1, 2)) == "bad-count"

    def test_a_tie_across_the_cut_is_the_dealers_choice(self) -> None:
        tied = [*opened(), bid(2, 5), bid(3, 30), bid(4, 5), bid(5, 5)]
        assert played(5, *tied, favour(1, 4)).state.cards == (3, 4)
        assert refused(5, *tied, favour(1)) == "bad-count"
        assert refused(5, *tied, favour(1, 8)) == "unknown"
        assert refused(5, *tied, favour(1, 3)) == "not-allowed"
        assert refused(5, *tied, favour(1, 1)) == "not-allowed"

    def test_nobody_is_named_twice(self) -> None:
        tied = [*opened(), bid(2, 5), bid(3, 5), bid(4, 5), bid(5, 5)]
        assert refused(5, *tied, favour(1, 3, 3)) == "not-allowed"
        assert refused(5, *tied, favour(1, 9, 3, 3)) == "bad-count"

    def test_a_tie_within_a_half_is_none(self) -> None:
        assert played(5, *opened(), bid(2, 5), bid(3, 5), bid(4), bid(5), favour(1)).state.cards == (2, 3)

    def test_cards_stay_whatever_the_laps_bring(self) -> None:
        end = played(3, *THREE, take(2, 15), add(3, 30))
        assert end.state.cards == (2,)


class TestStep6Laps:
    """6. From the dealer's left: pass, take one coin back, or add one, openly."""

    def test_the_order_goes_round_from_the_dealers_left(self) -> None:
        turn = [*opened(dealer=3), bid(4), bid(5, 2), bid(1, 5), bid(2, 15), favour(3)]
        assert refused(5, *turn, *passes(1), first=3) == "not-your-turn"
        assert refused(5, *turn, *passes(4, 5, 2), first=3) == "not-your-turn"
        assert played(5, *turn, *passes(4, 5, 1), first=3).state.mover == 2
        assert played(5, *turn, *passes(4, 5, 1, 2), first=3).state.mover == 4

    def test_a_coin_moves_between_bid_and_hand(self) -> None:
        after = played(3, *THREE, take(2, 15), add(3, 30)).state
        assert after.amounts() == {2: 5, 3: 35}
        assert after.purse(2).hand == (3, 2, 2, 2)
        assert after.purse(3).bid == (0, 1, 0, 1)

    def test_a_bid_may_reach_0(self) -> None:
        assert played(3, *THREE, *passes(2), take(3, 5)).state.amounts()[3] == 0

    def test_what_does_not_lie_there_does_not_move(self) -> None:
        assert refused(3, *THREE, take(2, 10)) == "unknown"
        assert refused(3, *THREE, add(2, 1)) == "unknown"
        assert refused(3, *THREE, take(2, 30)) == "not-yours"
        spent = [*opened(), bid(2, 30, 30), bid(3), favour(1)]
        assert refused(3, *spent, add(2, 30)) == "not-yours"

    def test_each_bidder_moves_once_a_lap(self) -> None:
        assert refused(3, *THREE, *passes(2), *passes(2)) == "not-your-turn"
        assert refused(3, *THREE, {"by": "host", "do": "pass"}) == "not-your-turn"


class TestStep7Void:
    """7. Two laps; the hidden die is public before the second. Special: P = 0 and the turn is void."""

    VOID = (*opened(d20=6, d8=4), bid(2, 30), bid(3, 5), favour(1))

    def test_p_0_voids_the_turn_before_lap_2(self) -> None:
        assert played(3, *self.VOID, *passes(2)).state.phase == "lap"
        end = played(3, *self.VOID, *passes(2, 3))
        record = GAME.record(end.state)
        assert (record["dealer"], record["turn"], record["production"]) == (2, 2, 0)
        assert [s["dealt"] for s in record["seats"]] == [1, 0, 0]
        assert money(end) == [111] * 3
        assert end.state.purse(2).hand == (3, 3, 2, 2)

    def test_void_at_roll_ends_it_at_once(self) -> None:
        end = played(3, dice(1, "d20", "d8"), roll(d20=6, d8=4), void_at="roll")
        assert (end.state.dealer, end.state.turn, end.state.phase) == (2, 2, "dice")
        assert played(3, dice(1, "d20", "d8"), roll(d20=6, d8=5), void_at="roll").state.phase == "show"
        assert played(3, dice(1, "d20", "d8"), roll(d20=6, d8=4)).state.phase == "show"

    TYPED = (*opened("typed"), bid(2, 15), bid(3, 5), favour(1))

    def test_typed_faces_are_corrected_in_lap_2_only(self) -> None:
        assert refused(3, *self.TYPED, *passes(2), retype(d6=5, d10=9)) == "wrong-phase"
        end = played(3, *self.TYPED, *passes(2, 3), retype(d6=5, d10=9), *passes(2, 3))
        assert GAME.record(end.state)["production"] == 50
        assert goods(end) == [0, 50, 0]

    def test_a_correction_is_checked_like_a_roll(self) -> None:
        lap2 = [*self.TYPED, *passes(2, 3)]
        assert refused(3, *lap2, retype(d6=5)) == "bad-count"
        assert refused(3, *lap2, retype(d6=7, d10=1)) == "unknown"
        assert refused(3, *lap2, retype(d6=5, d8=1)) == "not-allowed"
        assert refused(3, *lap2, {**retype(d6=5, d10=1), "by": 1}) == "not-your-turn"

    @pytest.mark.parametrize("src", ["device", "tower", None])
    def test_only_typed_faces_are_corrected(self, src: str | None) -> None:
        lap2 = [*opened(src), bid(2, 15), bid(3, 5), favour(1), *passes(2, 3)]
        assert refused(3, *lap2, retype(d6=5, d10=1)) == "not-allowed"
        assert refused(3, *lap2, retype(d6=9, d10=1)) == "unknown"

    def test_a_correction_to_p_0_voids(self) -> None:
        end = played(3, *self.TYPED, *passes(2, 3), retype(d6=1, d10=3))
        assert (end.state.turn, GAME.record(end.state)["production"]) == (2, 0)

    def test_a_correction_is_none_of_the_final_tie(self) -> None:
        tie = [*opened("typed"), bid(2, 5), bid(3, 5), favour(1, 2), *passes(2, 3, 2, 3)]
        assert played(3, *tie).state.phase == "favour"
        assert refused(3, *tie, retype(d6=5, d10=9)) == "wrong-phase"


class TestStep7Lap2:
    """7. In lap 2 what was added in lap 1 is not taken, what was taken is not added: by kind."""

    def test_an_added_kind_is_not_taken(self) -> None:
        lap2 = [*THREE, add(2, 5), *passes(3)]
        assert refused(3, *lap2, take(2, 5)) == "not-allowed"
        assert played(3, *lap2, take(2, 15)).state.amounts()[2] == 10
        assert played(3, *lap2, add(2, 5)).state.amounts()[2] == 30

    def test_a_taken_kind_is_not_added(self) -> None:
        lap2 = [*THREE, take(2, 15), *passes(3)]
        assert refused(3, *lap2, add(2, 15)) == "not-allowed"
        assert played(3, *lap2, add(2, 5)).state.amounts()[2] == 10
        assert played(3, *lap2, take(2, 5)).state.amounts()[2] == 0

    def test_it_binds_only_the_seat_that_moved(self) -> None:
        assert played(3, *THREE, *passes(2), add(3, 15), take(2, 15)).state.amounts()[2] == 5

    def test_a_coin_not_held_is_said_first(self) -> None:
        lap2 = [*opened(), bid(2, 30), bid(3, 5), favour(1), take(2, 30), *passes(3)]
        assert refused(3, *lap2, take(2, 30)) == "not-yours"

    def test_a_new_turn_forgets(self) -> None:
        turn = [*THREE, add(2, 30), *passes(3, 2, 3)]
        second = [*opened(dealer=2), bid(3, 5), bid(1, 30), favour(2), *passes(3, 1)]
        assert played(3, *turn, *second, *passes(3), take(1, 30)).state.turn == 3


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
