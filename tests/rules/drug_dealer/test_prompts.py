"""What each seat is asked, and which keys lead to which entry (screens.md, "six columns and a line")."""

from __future__ import annotations

from typing import Any

import pytest

from rules.drug_dealer import GAME
from rules.drug_dealer.entries import Add, Bid, Dice, Favour, Pass, Retype, Roll, Show, Take
from rules.drug_dealer.sheet import SIDES
from rules.entry import Entry
from rules.fold import Fold
from rules.game import DiceWanted, SetOff
from rules.prompt import Draft, Prompt, ok_verb, press, sendable, worth
from tests.rules.drug_dealer.play import add, bid, dice, favour, opened, passes, played, roll, seen, take

OPEN = opened()
LAP = [*OPEN, bid(2, 15, 5), bid(3, 5), favour(1)]
LAP2 = [*opened("typed"), bid(2, 15, 5), bid(3, 5), favour(1), *passes(2, 3)]
FINAL = [*OPEN, bid(2, 5), bid(3, 5), favour(1, 2), *passes(2, 3, 2, 3)]


def prompt(fold: Fold, seat: int, *drafts: Draft, typed: bool = False) -> Prompt:
    answer = GAME.answer(seen(fold, seat), drafts, typed)
    assert isinstance(answer, Prompt)
    return answer


def keyed(prompt: Prompt, keys: str) -> Draft:
    """The draft after these keys, all of them alive."""
    draft: Draft | None = Draft(prompt.no)
    for key in keys.split():
        draft = press(prompt, draft, key) if draft else None
        assert draft is not None, f"{key} is dead"
    assert draft is not None
    return draft


def entry(fold: Fold, seat: int, *keys: str, typed: bool = False) -> Any:
    """The entry after one string of keys a prompt, each confirmed with OK."""
    drafts: tuple[Draft, ...] = ()
    for k in keys:
        asked = prompt(fold, seat, *drafts, typed=typed)
        draft = keyed(asked, k)
        assert sendable(asked, draft), f"OK is dead after {k!r}"
        drafts = (*drafts, draft)
    answer = GAME.answer(seen(fold, seat), drafts, typed)
    assert isinstance(answer, Entry | SetOff)
    return answer


def dead(prompt: Prompt, *keys: str) -> bool:
    return all(press(prompt, Draft(prompt.no), k) is None for k in keys)


class TestDice:
    def test_the_dealer_picks_two_of_five(self) -> None:
        fold = played(3)
        assert [c.label for c in prompt(fold, 1).columns] == ["d4", "d6", "d8", "d10", "d20"]
        assert entry(fold, 1, "+2 +4") == Dice(by=1, pick=("d6", "d10"))
        for too_few in ("", "+1"):
            assert not sendable(prompt(fold, 1), keyed(prompt(fold, 1), too_few))
        assert press(prompt(fold, 1), keyed(prompt(fold, 1), "+1 +2"), "+3") is None

    def test_nobody_else_is_asked(self) -> None:
        for seat in (2, 3, None):
            assert GAME.answer(seen(played(3), seat), (), False) is None

    def test_ok_on_the_pick_as_it_stands_sets_the_roll_off(self) -> None:
        fold = played(3, dice(1, "d10", "d6"))
        assert [c.at for c in prompt(fold, 1).columns] == [0, 1, 0, 1, 0]
        assert entry(fold, 1, "") == SetOff()
        assert ok_verb(prompt(fold, 1), Draft()) == "dd.verb-roll"

    def test_another_pick_picks_again(self) -> None:
        fold = played(3, dice(1, "d6", "d10"))
        assert entry(fold, 1, "-2 +5") == Dice(by=1, pick=("d10", "d20"))
        assert entry(fold, 1, "-2 +5", typed=True) == Dice(by=1, pick=("d10", "d20"))

    def test_the_wanted_dice_stand_in_picked_order_and_are_secret(self) -> None:
        state = played(3, dice(1, "d10", "d6")).state
        assert GAME.wanted(state) == DiceWanted(((1, 10, ""), (1, 6, "")), secret=True)
        assert GAME.drawn(state, [[7], [3]]) == Roll(by="chance", faces={"d10": 7, "d6": 3})
        assert GAME.wanted(played(3).state) is None

    def test_real_dice_are_typed_under_peek_in_picked_order(self) -> None:
        fold = played(3, dice(1, "d10", "d6"))
        made = entry(fold, 1, "", "+1 -3", "+4", typed=True)
        assert made == Roll(by="chance", src="typed", faces={"d10": 9, "d6": 4})
        first = prompt(fold, 1, Draft(), typed=True)
        assert first.guard
        assert dict(first.title.args)["die"] == "d10"

    @pytest.mark.parametrize("die", SIDES)
    def test_every_face_can_be_typed_and_no_other(self, die: str) -> None:
        other = "d6" if die == "d4" else "d4"
        fold = played(3, dice(1, die, other))
        asked = prompt(fold, 1, Draft(), typed=True)
        faces = set()
        queue = [Draft(asked.no)]
        seen_values: set[tuple[int, ...]] = set()
        while queue:
            draft = queue.pop()
            key = tuple(sorted(draft.presses))
            if key in seen_values or len(draft.presses) > 5:
                continue
            seen_values.add(key)
            if sendable(asked, draft):
                made = GAME.answer(
                    seen(fold, 1),
                    (Draft(), draft, keyed(prompt(fold, 1, Draft(), draft, typed=True), "+1")),
                    True,
                )
                assert isinstance(made, Roll)
                faces.add(made.faces[die])
            keys = [f"{s}{c}" for s in "+-" for c in range(1, len(asked.columns) + 1)]
            queue += [d for k in keys if (d := press(asked, draft, k)) is not None]
        assert faces == set(range(1, SIDES[die] + 1))

    def test_one_die_to_show(self) -> None:
        fold = played(3, dice(1, "d10", "d6"), roll(d10=9, d6=4))
        asked = prompt(fold, 1)
        assert [(c.label, c.value) for c in asked.columns] == [("d10", 9), ("d6", 4)]
        assert asked.final
        assert entry(fold, 1, "+2") == Show(by=1, die="d6")
        assert entry(fold, 1, "+2 +1") == Show(by=1, die="d10")
        assert not sendable(asked, Draft())


class TestBid:
    def test_coins_up_to_what_is_held(self) -> None:
        fold = played(3, *OPEN)
        assert entry(fold, 2, "+1 +3 +3 +2") == Bid(by=2, coins=(2, 5, 15, 15))
        assert press(prompt(fold, 2), keyed(prompt(fold, 2), "+3 +3"), "+3") is None
        assert dead(prompt(fold, 2), "-1", "-4", "+5")

    def test_nothing_pressed_bids_0(self) -> None:
        fold = played(3, *OPEN)
        assert entry(fold, 2, "") == Bid(by=2, coins=())
        assert ok_verb(prompt(fold, 2), Draft()) == "dd.verb-bid-nothing"

    def test_a_sent_bid_stands_there_to_be_edited(self) -> None:
        fold = played(3, *OPEN, bid(2, 15, 5))
        asked = prompt(fold, 2)
        assert asked.done
        assert [(c.at, c.hi) for c in asked.columns] == [(0, 3), (1, 3), (1, 2), (0, 2)]
        assert entry(fold, 2, "-2 +4") == Bid(by=2, coins=(15, 30))
        assert not prompt(fold, 3).done

    def test_the_gauges_count_bid_and_hand(self) -> None:
        asked = prompt(played(3, *OPEN, bid(2, 15, 5)), 2)
        draft = keyed(asked, "+4")
        assert [g.base + g.sign * worth(asked, draft) for g in asked.gauges] == [50, 61]

    def test_others_progress_does_not_change_the_question(self) -> None:
        assert prompt(played(4, *OPEN), 2) == prompt(played(4, *OPEN, bid(3, 5), bid(4)), 2)

    def test_the_dealer_is_not_asked(self) -> None:
        assert GAME.answer(seen(played(3, *OPEN), 1), (), False) is None


class TestCards:
    def test_no_tie_is_dealt_with_ok(self) -> None:
        fold = played(4, *OPEN, bid(2, 15), bid(3, 5), bid(4, 2))
        asked = prompt(fold, 1)
        assert dead(asked, "+1", "+2", "+3", "-1")
        assert ok_verb(asked, Draft()) == "dd.verb-deal"
        assert entry(fold, 1, "") == Favour(by=1, seats=())

    def test_ranks_amounts_and_marks_in_seat_order(self) -> None:
        fold = played(6, *OPEN, bid(2, 5), bid(3, 2), bid(4, 30), bid(5, 5), bid(6, 5))
        columns = prompt(fold, 1).columns
        assert [(c.seat, c.base, c.value, c.mark) for c in columns] == [
            (2, 2, 5, "tie"),
            (3, 5, 2, "ng"),
            (4, 1, 30, "ok"),
            (5, 2, 5, "tie"),
            (6, 2, 5, "tie"),
        ]

    def test_exactly_the_missing_ones_of_the_tied(self) -> None:
        fold = played(6, *OPEN, bid(2, 5), bid(3, 2), bid(4, 30), bid(5, 5), bid(6, 5))
        asked = prompt(fold, 1)
        assert dead(asked, "+2", "+3")
        assert not sendable(asked, keyed(asked, ""))
        assert not sendable(asked, keyed(asked, "+1"))
        assert press(asked, keyed(asked, "+1 +5"), "+4") is None
        assert entry(fold, 1, "+5 +1") == Favour(by=1, seats=(2, 6))

    def test_title_and_safe_parts_do_not_betray_a_tie(self) -> None:
        tie = prompt(played(3, *OPEN, bid(2, 5), bid(3, 5)), 1)
        none = prompt(played(3, *OPEN, bid(2, 5), bid(3, 2)), 1)
        assert (tie.no, tie.title, tie.verb, tie.icon) == (none.no, none.title, none.verb, none.icon)


class TestLaps:
    def test_one_coin_or_pass(self) -> None:
        fold = played(3, *LAP)
        assert entry(fold, 2, "") == Pass(by=2)
        assert entry(fold, 2, "+4") == Add(by=2, coin=30)
        assert entry(fold, 2, "-3") == Take(by=2, coin=15)
        assert entry(fold, 2, "-3 +1") == Add(by=2, coin=2)
        assert entry(fold, 2, "+1 -3") == Take(by=2, coin=15)
        assert ok_verb(prompt(fold, 2), Draft()) == "dd.verb-pass"
        assert GAME.answer(seen(fold, 3), (), False) is None

    def test_dead_keys_are_what_does_not_lie_there(self) -> None:
        asked = prompt(played(3, *OPEN, bid(2, 30, 30), bid(3), favour(1)), 2)
        assert dead(asked, "+4", "-1", "-2", "-3")
        assert [c.base for c in asked.columns] == [0, 0, 0, 2]

    def test_dead_keys_are_the_way_back_in_lap_2(self) -> None:
        added = prompt(played(3, *LAP, add(2, 5), *passes(3)), 2)
        assert dead(added, "-2")
        assert not dead(added, "+2")
        taken = prompt(played(3, *LAP, take(2, 15), *passes(3)), 2)
        assert dead(taken, "+3")
        assert not dead(taken, "-2")

    def test_the_gauges_run_from_the_bid_so_far(self) -> None:
        asked = prompt(played(3, *LAP), 2)
        draft = keyed(asked, "-3")
        assert [g.base + g.sign * worth(asked, draft) for g in asked.gauges] == [5, 106]

    def test_the_two_laps_ask_two_questions(self) -> None:
        assert prompt(played(3, *LAP), 2).no != prompt(played(3, *LAP, *passes(2, 3)), 2).no


class TestTie:
    def test_who_wins_is_named_openly(self) -> None:
        asked = prompt(played(3, *FINAL), 1)
        assert not asked.guard
        assert asked.title.id == "dd.title-wins"
        assert entry(played(3, *FINAL), 1, "+2") == Favour(by=1, seats=(3,))
        assert GAME.answer(seen(played(3, *FINAL), 2), (), False) is None

    def test_who_pays_is_named_openly(self) -> None:
        turn = [*opened(d20=3, d10=2), bid(2, 15), bid(3, 5), bid(4, 15), favour(1), *passes(*[2, 3, 4] * 2)]
        asked = prompt(played(4, *turn), 1)
        assert asked.title.id == "dd.title-pays"
        assert [c.mark for c in asked.columns] == ["tie", "gets", "tie"]


class TestHost:
    def test_typed_faces_are_typed_again_openly(self) -> None:
        fold = played(3, *LAP2)
        assert GAME.asks(fold.state).host == ("retype",)
        facts = seen(fold, None)
        first = GAME.host(facts, "retype", ())
        assert isinstance(first, Prompt)
        assert not first.guard
        second = GAME.host(facts, "retype", (keyed(first, "+2"),))
        assert isinstance(second, Prompt)
        made = GAME.host(facts, "retype", (keyed(first, "+2"), keyed(second, "+1")))
        assert made == Retype(by="host", faces={"d6": 2, "d10": 10})

    def test_not_otherwise(self) -> None:
        for fold in (played(3, *LAP, *passes(2, 3)), played(3, *LAP2[:-1])):
            assert GAME.asks(fold.state).host == ()
            assert GAME.host(seen(fold, None), "retype", ()) is None
