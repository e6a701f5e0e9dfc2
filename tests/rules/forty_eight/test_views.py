"""Who may know what: views hold no other seat's secret, and pages tell nothing that views do not."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from rules.forty_eight import GAME
from rules.forty_eight.state import CARDS, State
from rules.forty_eight.view import FortyEight
from rules.game import SetOff
from rules.page import Cases, Notice, Rows, Standings, Tower, Waiting
from rules.prompt import Draft, Prompt
from rules.randomly import random_draft
from tests.rules.forty_eight.table import bid, decline, draw, facts, favour, play, table, topdown, wins

OPEN = play(table(4), draw("red3", "blue1"))


def same(left: State, right: State, *seats: int | None) -> bool:
    """Whether these seats see the same facts, pages and questions in both states."""
    return all(
        facts(left, s) == facts(right, s)
        and GAME.show(facts(left, s)) == GAME.show(facts(right, s))
        and GAME.answer(facts(left, s), (), False) == GAME.answer(facts(right, s), (), False)
        for s in seats
    )


def test_bids_coming_in() -> None:
    """Everybody sees how many are in; who bid, how many cards and which ones nobody else knows, not even the desk."""
    some = play(OPEN, bid(2, 5, 4))
    assert same(some, play(OPEN, bid(2, 1)), None, 1, 3, 4)
    assert same(some, play(OPEN, bid(3, 5)), None, 1, 4)
    assert facts(some, None).done == 1
    assert facts(some, None).of == 3
    assert facts(some, None).counts == ()
    assert facts(some, 2).sent == (5, 4)
    assert facts(some, 2).hand == CARDS
    assert facts(some, 1).seen == ()


def test_a_changed_bid_shows_nothing() -> None:
    assert same(play(OPEN, bid(2, 5, 4)), play(OPEN, bid(2, 5, 4), bid(2, 1)), None, 1, 3, 4)


def test_the_last_bid_waits_for_two_seconds() -> None:
    """Its own seat reads what it sent, everybody that all are in; the values are not told yet."""
    state = play(OPEN, bid(2, 5, 4), bid(3, 2))
    waiting = {s: GAME.sealed(facts(state, s), bid(4, 1)) for s in (None, 1, 2, 3, 4)}
    assert all((f.done, f.of, f.phase, f.counts, f.seen) == (3, 3, "bid", (), ()) for f in waiting.values())
    assert [waiting[s].sent for s in (1, 2, 3, 4)] == [None, (5, 4), (2,), (1,)]


def test_the_desk_sees_the_values_once_all_are_in() -> None:
    state = play(OPEN, bid(2, 5, 4), bid(3, 2), bid(4, 1, 1))
    assert facts(state, 1).seen == ((), (5, 4), (2,), (1, 1))
    assert facts(state, None).counts == (0, 2, 1, 2)
    for seat in (None, 2, 3, 4):
        assert facts(state, seat).seen == ()
    assert same(state, play(OPEN, bid(2, 3, 1), bid(3, 5), bid(4, 2, 1)), None)
    assert same(state, play(OPEN, bid(2, 3, 1), bid(3, 2), bid(4, 5, 3)), None, 3)


def test_ties_and_topdown_look_the_same() -> None:
    """The desk decides: all others see one step, whether it breaks ties or thinks of a topdown."""
    tie = play(OPEN, bid(2, 4), bid(3, 4), bid(4, 1))
    plain = play(OPEN, bid(2, 4), bid(3, 5), bid(4, 1))
    assert (tie.phase, plain.phase) == ("favour", "topdown")
    assert facts(tie, None).phase == "desk"
    assert same(tie, plain, None, 2, 4)
    assert same(tie, play(tie, favour(1, 2)), None, 2, 3, 4)
    assert GAME.show(facts(tie, 1)) == GAME.show(facts(plain, 1))


def test_the_award_is_public_but_not_its_hours() -> None:
    """Who got which case and that a topdown happened; the cards beneath are for their owner alone."""
    high = play(OPEN, bid(2, 5, 4), bid(3, 3), bid(4, 1), decline(1))
    low = play(OPEN, bid(2, 3, 3), bid(3, 2), bid(4, 1), decline(1))
    assert same(high, low, None, 1, 4)
    assert facts(high, 2).piles[1][0].cards == (5, 4)
    assert facts(high, 3).piles[1][0].cards is None
    assert facts(high, 3).piles[1][0].count == 2
    assert facts(high, None).sizes == (10, 8, 9, 10)
    down = play(OPEN, bid(2, 3, 3), bid(3, 2), bid(4, 1), topdown(1, 5, 4))
    other = play(OPEN, bid(2, 2, 1), bid(3, 2), bid(4, 1), topdown(1, 3, 3))
    assert same(down, other, None, 2, 4)
    assert not same(down, high, None)


def walk(seed: int, seats: int) -> Iterator[State]:
    """A game by random keys, every state of it."""
    rng = random.Random(seed)
    state = table(
        seats,
        topdown=rng.choice(["replace", "slide"]),
        empty_bid=rng.choice(["when-broke", "always"]),
        first=rng.randint(1, seats),
    )
    yield state
    while state.phase != "over":
        asks = GAME.asks(state)
        seat = rng.choice(asks.seats + asks.open) if asks.seats else asks.keeper or 0
        typed, drafts = rng.random() < 0.5, list[Draft]()
        while isinstance(answer := GAME.answer(facts(state, seat), drafts, typed), Prompt):
            drafts.append(random_draft(answer, rng))
        if isinstance(answer, SetOff):
            wanted = GAME.wanted(state)
            assert wanted is not None
            answer = GAME.drawn(state, [[rng.randrange(wanted.left - i) for i in range(wanted.count)]])
        assert answer is not None
        state = play(state, answer)
        yield state


@pytest.mark.parametrize(("seed", "seats"), [(s, 3 + s % 3) for s in range(9)])
def test_any_seat_may_hold_the_sample_for_true(seed: int, seats: int) -> None:
    """What a sample makes up, the seat cannot tell from what is: facts, pages and questions stay the same. And the
    cards of a seat are always its ten."""
    rng = random.Random(seed)
    for state in walk(seed, seats):
        for seat in range(1, seats + 1):
            cards = [*state.hands[seat - 1], *(c for won in state.piles[seat - 1] for c in won.cards)]
            assert tuple(sorted(cards)) == CARDS
        seat = rng.randint(1, seats)
        assert same(state, GAME.sample(facts(state, seat), rng), seat, None)


def test_a_sample_knows_what_a_seat_knows() -> None:
    rng = random.Random(3)
    state = play(
        wins(table(4), 2, ("green1", (5, 4))), draw("red3", "blue1"), bid(2, 3), bid(3, 2), bid(4, 1)
    )
    assert {GAME.sample(facts(state, 1), rng).bids for _ in range(20)} == {state.bids}
    assert {GAME.sample(facts(state, 2), rng).piles[1] for _ in range(20)} == {state.piles[1]}
    assert len({GAME.sample(facts(state, 3), rng).piles[1] for _ in range(20)}) > 3
    ended = GAME.end(play(OPEN, bid(2, 5)))
    assert facts(GAME.sample(facts(ended, 2), rng), 2) == facts(ended, 2)


class TestPages:
    def test_bidding(self) -> None:
        rest = GAME.show(facts(play(OPEN, bid(3, 1)), 2)).rest
        assert isinstance(rest, Waiting)
        assert (rest.done, rest.of, rest.sent, rest.peek) == (1, 3, False, True)
        sent = GAME.show(facts(play(OPEN, bid(3, 1)), 3)).rest
        assert isinstance(sent, Waiting)
        assert sent.sent

    def test_the_own_pile_only_under_peek(self) -> None:
        state = wins(table(4), 2, ("green1", (5, 4)))
        shown = GAME.show(facts(state, 2))
        assert isinstance(shown.peek, Rows)
        assert dict(shown.peek.title.args) == {"hours": 9}
        assert len(shown.peek.rows) == 2
        other = wins(table(4), 2, ("green1", (2, 1)))
        assert GAME.show(facts(other, 2)).rest == shown.rest
        assert GAME.show(facts(other, 2)).keys == shown.keys
        assert GAME.show(facts(state, None)).peek is None

    def test_the_award_is_told_until_the_next_draw(self) -> None:
        done = play(OPEN, bid(2, 5, 4), bid(3, 3), bid(4, 1), decline(1))
        award, cards = GAME.show(facts(done, 4)).last
        assert isinstance(award, Cases)
        assert award.cases == (("red", 3, 2), ("blue", 1, 3))
        assert isinstance(cards, Rows)
        assert [row.right.id for row in cards.rows if row.right] == ["ff.keeps", "ff.keeps", "ff.back"]
        assert GAME.show(facts(done, 4)).serial == 1
        assert GAME.show(facts(play(done, draw("red1", "blue2")), 4)).last == ()

    def test_a_case_that_leaves_the_game(self) -> None:
        state = play(table(3, empty_bid="always"), draw("red3"), bid(2), bid(3), decline(1))
        (award,) = GAME.show(facts(state, None)).last
        assert isinstance(award, Cases)
        assert award.cases == (("red", 3, -1),)


class TestTheEnd:
    """All is revealed in beats: piles, discards, the sum against the limit, who is out, points, winner."""

    def over(self, limit: int) -> FortyEight:
        state = wins(table(3, limit=limit), 1, ("red3", (5, 4)), ("red1", (3, 2)))
        state = replace(state, turn=9)
        return facts(play(state, draw("blue1"), bid(1, 1), bid(2, 3), decline(3)), 3)

    def test_beats(self) -> None:
        pages = GAME.show(self.over(limit=10)).last[2:]
        assert [type(page) for page in pages] == [Rows, Rows, Rows, Rows, Tower, Tower, Standings, Notice]
        assert [row.right for row in pages[0].rows] != []
        assert dict(pages[3].rows[0].right.args) == {"hours": 4}
        assert [row.left.id for row in pages[3].rows] == ["ff.discard", "ff.discard"]
        assert pages[4].hours == ((1, 8, False), (2, 3, False), (3, 0, False))
        assert pages[5].hours == ((1, 8, True), (2, 3, False), (3, 0, False))
        assert [(row.mark, row.bar) for row in pages[6].rows] == [("crown", 1), ("", 0), ("out", 4)]
        assert pages[7].title.id == "ff.title.winner"

    def test_nobody_out(self) -> None:
        pages = GAME.show(self.over(limit=48)).last[2:]
        assert [type(page) for page in pages] == [Rows, Rows, Rows, Rows, Tower, Standings, Notice]
        assert pages[4].note.id == "ff.note.within"

    def test_everybody_sees_all_cards(self) -> None:
        over = self.over(limit=10)
        assert over.piles[0][0].cards == (5, 4)
        assert over.piles[0][0].lost == 4
        assert over.ask == ""

    def test_ended_by_the_host_reveals_nothing(self) -> None:
        ended = GAME.end(wins(table(3), 1, ("red3", (5, 4))))
        assert facts(ended, 2).piles[0][0].cards is None
        assert isinstance(GAME.show(facts(ended, 2)).rest, Notice)
