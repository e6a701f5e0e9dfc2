"""The rules, by the rulebook's steps (ゲームの進行): two laps, void turns, corrections, undo."""

from __future__ import annotations

from typing import ClassVar

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
    retype,
    roll,
    take,
)


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


class TestUndo:
    """games.md 0: only while phase, lap and turn are as before; a typed roll always."""

    UNDO: ClassVar = {"by": "host", "do": "undo"}

    def test_a_move_within_a_lap(self) -> None:
        assert played(3, *THREE, add(2, 30), self.UNDO).state == played(3, *THREE).state

    @pytest.mark.parametrize("more", [passes(2, 3), passes(2, 3, 2, 3), []])
    def test_not_across_a_lap_a_turn_or_a_phase(self, more: list[dict]) -> None:
        assert refused(3, *THREE, *more, self.UNDO) == "not-allowed"

    def test_a_second_pick_but_not_the_first(self) -> None:
        assert played(3, dice(1, "d4", "d6"), dice(1, "d4", "d8"), self.UNDO).state.pick == ("d4", "d6")
        assert refused(3, dice(1, "d4", "d6"), self.UNDO) == "not-allowed"

    def test_a_typed_roll_even_when_it_voided_the_turn(self) -> None:
        rolled = [dice(1, "d20", "d8"), roll("typed", d20=6, d8=4)]
        assert played(3, *rolled, self.UNDO, void_at="roll").state.phase == "roll"
