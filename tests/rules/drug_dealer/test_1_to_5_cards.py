"""The rules, by the rulebook's steps (ゲームの進行): dealer, dice, production, bids, cards."""

from __future__ import annotations

import pytest

from rules.drug_dealer import GAME
from tests.rules.drug_dealer.play import (
    THREE,
    add,
    bid,
    dice,
    favour,
    money,
    opened,
    passes,
    played,
    refused,
    roll,
    shows,
    take,
)


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
