"""Who may know what, and when (games.md 4): two games that differ only in a secret look the same to the others."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from rules.drug_dealer import GAME
from rules.drug_dealer.entries import Bid
from rules.fold import Fold
from rules.page import Holding, Rows, Verdict, Waiting
from tests.rules.drug_dealer.play import (
    add,
    bid,
    dice,
    favour,
    opened,
    passes,
    played,
    roll,
    seen,
    take,
)
from tests.rules.walk import Made, Question, Walk

Lines = list[dict[str, Any]]
ROLLED: Lines = [dice(1, "d6", "d10"), roll(d6=5, d10=6)]
OTHER_ROLL: Lines = [dice(1, "d6", "d10"), roll(d6=2, d10=9)]
OPEN: Lines = opened()
OTHER_OPEN: Lines = opened(d6=5, d10=9)
CARDS: Lines = [*OPEN, bid(2, 15), bid(3, 5), bid(4, 2), favour(1)]
OTHER_CARDS: Lines = [*OTHER_OPEN, bid(2, 2, 2), bid(3, 30), bid(4, 15), favour(1)]

TWINS: dict[str, tuple[Lines, Lines, tuple[int | None, ...]]] = {
    "rolled": (ROLLED, OTHER_ROLL, (2, 3, 4, None)),
    "shown": (OPEN, OTHER_OPEN, (2, 3, 4, None)),
    "a bid is in": ([*OPEN, bid(2, 15)], [*OPEN, bid(2, 5, 5)], (1, 3, 4, None)),
    "who has bid": ([*OPEN, bid(2, 15)], [*OPEN, bid(3, 15)], (1, 4, None)),
    "a bid is changed": ([*OPEN, bid(2, 15)], [*OPEN, bid(2, 15), bid(2)], (1, 3, 4, None)),
    "all bids are in": (CARDS[:-1], OTHER_CARDS[:-1], (None,)),
    "a tie at the cut": (
        [*OPEN, bid(2, 15), bid(3, 5), bid(4, 2)],
        [*OPEN, bid(2, 15), bid(3, 2), bid(4, 2)],
        (2, 4, None),
    ),
    "which coins, all bids in": (
        [*OPEN, bid(2, 30), bid(3, 5), bid(4, 2)],
        [*OPEN, bid(2, 15, 15), bid(3, 5), bid(4, 2)],
        (1, 3, 4, None),
    ),
    "the others' cards": (
        [*OPEN, bid(2, 15), bid(3, 5), bid(4, 2), favour(1)],
        [*OTHER_OPEN, bid(2, 15), bid(3, 2), bid(4, 5), favour(1)],
        (2, None),
    ),
    "lap 1": ([*CARDS, *passes(2), add(3, 15)], [*OTHER_CARDS, *passes(2), add(3, 15)], (None,)),
    "which coins, lap 2": (
        [*OPEN, bid(2, 30), bid(3, 5), bid(4, 2), favour(1), *passes(2, 3, 4)],
        [*OPEN, bid(2, 15, 15), bid(3, 5), bid(4, 2), favour(1), *passes(2, 3, 4)],
        (1, 3, 4, None),
    ),
    "amounts in lap 2": (
        [*OPEN, bid(2, 30), bid(3, 5), bid(4, 2), favour(1), *passes(2, 3, 4)],
        [*OPEN, bid(2, 15), bid(3, 5), bid(4), favour(1), *passes(2, 3, 4)],
        (3, None),
    ),
    "coins that nobody pays": (
        [*OPEN, bid(2, 30, 30), bid(3, 30, 15), bid(4, 30), favour(1), *passes(*[2, 3, 4] * 2)],
        [*OPEN, bid(2, 30, 30), bid(3, 30, 15), bid(4, 15, 15), favour(1), *passes(*[2, 3, 4] * 2)],
        (1, 2, 3, 4, None),
    ),
    "bids of a void turn": (
        [*opened(d20=6, d8=4), bid(2, 30), bid(3, 5), bid(4), favour(1), *passes(2, 3, 4)],
        [*opened(d20=6, d8=4), bid(2, 5), bid(3, 30), bid(4, 2), favour(1), *passes(2, 3, 4)],
        (1, 2, 3, 4, None),
    ),
}


@pytest.mark.parametrize("name", TWINS)
def test_what_a_seat_may_not_know_changes_nothing_for_it(name: str) -> None:
    one, other, seats = TWINS[name]
    a, b = played(4, *one), played(4, *other)
    for seat in seats:
        assert seen(a, seat) == seen(b, seat)
        assert GAME.show(seen(a, seat)) == GAME.show(seen(b, seat))
        for typed in (False, True):
            assert GAME.answer(seen(a, seat), (), typed) == GAME.answer(seen(b, seat), (), typed)


class TestRoll:
    def test_the_dealer_alone_sees_both_faces_and_p(self) -> None:
        fold = played(3, *ROLLED)
        assert (seen(fold, 1).faces, seen(fold, 1).production) == ((5, 6), 35)
        assert (seen(fold, 2).faces, seen(fold, 2).production) == ((None, None), None)

    def test_the_shown_face_is_public(self) -> None:
        fold = played(3, *OPEN)
        assert seen(fold, None).faces == (5, None)
        assert seen(fold, None).production is None

    def test_lap_2_has_both_faces_and_p_in_public(self) -> None:
        fold = played(4, *CARDS, *passes(2, 3))
        assert seen(fold, 4).faces == (5, None)
        fold = played(4, *CARDS, *passes(2, 3, 4))
        assert (seen(fold, None).faces, seen(fold, None).production) == ((5, 6), 35)

    def test_a_void_at_the_roll_shows_the_faces(self) -> None:
        fold = played(3, dice(1, "d20", "d8"), roll(d20=6, d8=4), void_at="roll")
        last = seen(fold, None).last
        assert last is not None
        assert last.faces == (("d20", 6), ("d8", 4))


class TestBids:
    def test_everybody_sees_how_many_are_in(self) -> None:
        fold = played(4, *OPEN, bid(3, 5), bid(2))
        for seat in (1, 2, 3, 4, None):
            assert seen(fold, seat).sent == 2
            rest = GAME.show(seen(fold, seat)).rest
            assert isinstance(rest, Waiting)
            assert (rest.done, rest.of) == (2, 3)

    def test_a_bidder_sees_its_own_hand_and_bid(self) -> None:
        facts = seen(played(4, *OPEN, bid(3, 5, 30)), 3)
        assert (facts.hand, facts.bid) == ((3, 2, 2, 1), (0, 1, 0, 1))

    def test_the_dealer_sees_no_amount_before_the_last_bid(self) -> None:
        fold = played(4, *OPEN, bid(3, 5), bid(2))
        assert seen(fold, 1).amounts == ()

    def test_then_the_dealer_sees_amounts_the_cut_and_the_tied(self) -> None:
        fold = played(4, *OPEN, bid(3, 5), bid(2, 5), bid(4, 30))
        facts = seen(fold, 1)
        assert facts.amounts == ((2, 5), (3, 5), (4, 30))
        assert facts.cut is not None
        assert (facts.cut.sure, facts.cut.tied, facts.cut.missing) == ((4,), (2, 3), 1)
        for seat in (2, 3, 4, None):
            assert (seen(fold, seat).amounts, seen(fold, seat).cut) == ((), None)


class TestCards:
    def test_each_bidder_sees_its_own_card_until_the_turn_ends(self) -> None:
        for more in ([], passes(2, 3, 4), [*passes(2, 3, 4), *passes(2, 3)]):
            fold = played(4, *CARDS, *more)
            assert [seen(fold, s).card for s in (1, 2, 3, 4, None)] == [None, True, True, False, None]
        fold = played(4, *CARDS, *passes(2, 3, 4, 2, 3, 4))
        assert {seen(fold, s).card for s in (1, 2, 3, 4, None)} == {None}

    def test_the_card_lies_under_peek_and_nowhere_else(self) -> None:
        fold = played(4, *CARDS)
        for seat, ok in ((3, True), (4, False)):
            show = GAME.show(seen(fold, seat))
            assert show.peek == Verdict(ok)
            assert show.rest == GAME.show(seen(fold, 2)).rest

    def test_the_card_is_seen_while_the_final_tie_is_broken(self) -> None:
        tie = [*OPEN, bid(2, 5), bid(3, 5), favour(1, 2), *passes(2, 3, 2, 3)]
        assert GAME.show(seen(played(3, *tie), 3)).peek == Verdict(False)

    def test_the_dealer_knows_whom_it_gave_ok(self) -> None:
        assert [seen(played(4, *CARDS), s).cards for s in (1, 2, 3, 4, None)] == [(2, 3), (), (), (), ()]


class TestLaps:
    def test_moves_are_public(self) -> None:
        fold = played(4, *CARDS, take(2, 15), add(3, 30))
        assert [(m.seat, m.do, m.coin) for m in seen(fold, None).moves] == [(2, "take", 15), (3, "add", 30)]
        assert seen(fold, None).mover == 4

    def test_the_dealer_sees_running_amounts_in_order(self) -> None:
        fold = played(4, *CARDS, take(2, 15), add(3, 30))
        facts = seen(fold, 1)
        assert facts.amounts == ((2, 0), (3, 35), (4, 2))
        peek = GAME.show(facts).peek
        assert isinstance(peek, Rows)
        assert [dict(r.right.args)["amount"] for r in peek.rows if r.right] == [35, 2, 0]
        assert [r.mark for r in peek.rows] == ["ok", "ng", "ok"]
        for seat in (2, 3, 4, None):
            assert seen(fold, seat).amounts == ()

    def test_the_final_tie_shows_all_amounts_to_all(self) -> None:
        tie = [*OPEN, bid(2, 5), bid(3, 5), favour(1, 2), *passes(2, 3, 2, 3)]
        for seat in (1, 2, 3, None):
            facts = seen(played(3, *tie), seat)
            assert facts.amounts == ((2, 5), (3, 5))
            assert facts.cut is not None
            assert facts.cut.tied == (2, 3)


class TestSettlement:
    @pytest.fixture
    def end(self) -> Fold:
        return played(4, *CARDS, *passes(2, 3, 4, 2, 3, 4))

    @pytest.mark.parametrize("seat", [1, 2, 3, 4, None])
    def test_amounts_winners_p_goods_and_paid_coins_are_public(self, end: Fold, seat: int | None) -> None:
        last = seen(end, seat).last
        assert last is not None
        assert last.amounts == ((2, 15), (3, 5), (4, 2))
        assert (last.top, last.production, last.goods) == ((2, 3), 35, ((2, 35), (3, 35)))
        paid = [(p.seat, p.to, p.coins) for p in last.payments]
        assert paid == [(2, 1, (0, 0, 1, 0)), (3, 1, (0, 1, 0, 0))]

    def test_a_seat_sees_its_own_money(self, end: Fold) -> None:
        peek = GAME.show(seen(end, 2)).peek
        assert isinstance(peek, Holding)
        assert [(g[0], g[1]) for g in peek.gauges] == [("dd.gauge-money", 96), ("dd.gauge-goods", 35)]
        assert seen(end, None).hand is None
        assert seen(end, 2).standings == ()

    def test_the_end_shows_everybodys(self) -> None:
        fold = played(4, *CARDS, {"by": "host", "do": "end"})
        assert [s.total for s in seen(fold, None).standings] == [111] * 4
        assert {s.__struct_fields__ for s in seen(fold, None).standings} == {("seat", "money", "goods")}, (
            "no coins"
        )
        assert seen(fold, None).faces == ()
        assert seen(fold, 1).amounts == ()


@pytest.mark.parametrize("seats", [3, 4])
def test_what_lies_open_is_the_same_for_all_seats(seats: int) -> None:
    """The safe pages differ in nothing but that the own bid is sent; pages behind the + keys are the board's."""

    def alike(made: Made) -> None:
        fold = made.after
        if fold.over:
            return
        shows = [GAME.show(seen(fold, seat)) for seat in range(1, seats + 1)]
        rests = {msgspec.structs.replace(s.rest, sent=False) for s in shows if isinstance(s.rest, Waiting)}
        assert len(rests) == 1
        board = GAME.show(seen(fold, None)).keys
        assert all(s.keys == board for s in shows)

    Walk(GAME, random.Random(seats), seats=seats, made=alike).run()


def test_guarded_are_exactly_the_prompts_with_a_secret() -> None:
    """Faces, a bid, the cards, a lap are alive under PEEK alone; picks and revealed ties lie open."""
    secret = {"dd.show", "dd.bid", "dd.cards", "dd.lap1", "dd.lap2"}
    kinds: dict[str, set[bool]] = {}

    def note(q: Question) -> None:
        kinds.setdefault(q.prompt.no.split(":")[0], set()).add(q.prompt.guard)

    for seed in range(3):
        Walk(GAME, random.Random(seed), seats=3, asked=note).run()
    assert secret < set(kinds)
    for kind, guards in kinds.items():
        assert guards == {kind in secret or kind.startswith("dd.face-roll")}, kind


def test_while_the_last_bid_waits_all_have_sent_and_only_its_seat_sees_it() -> None:
    """games.md 5: its own seat reads "sent", everybody n of n; the dealer sees no amounts yet."""
    before = played(4, *OPEN, bid(2, 15), bid(3, 5, 5))
    waiting = Bid(by=4, coins=(30, 2))
    own = GAME.sealed(seen(before, 4), waiting)
    assert (own.sent, own.hand, own.bid) == (3, (2, 3, 2, 1), (1, 0, 0, 1))
    for seat in (1, 2, 3, None):
        facts = GAME.sealed(seen(before, seat), waiting)
        assert facts == msgspec.structs.replace(seen(before, seat), sent=3)
    edited = GAME.sealed(seen(played(4, *OPEN, bid(4, 15)), 4), waiting)
    assert (edited.hand, edited.bid) == ((2, 3, 2, 1), (1, 0, 0, 1))
