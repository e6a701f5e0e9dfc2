"""What the screens show of Forty-Eight: waiting pages, one's own pile, the award, the end in beats."""

from __future__ import annotations

from collections.abc import Iterator

from rules.entry import Entry
from rules.forty_eight.ask import case_word, cases_note
from rules.forty_eight.entries import Bid, Draw
from rules.forty_eight.state import Final, Outcome, number, suit
from rules.forty_eight.view import FortyEight, Pile
from rules.page import (
    Cases,
    Notice,
    Page,
    Row,
    Rows,
    SeatName,
    Show,
    Standings,
    Tower,
    Waiting,
    Word,
    word,
)


def show(facts: FortyEight) -> Show:
    """All pages for one seat, or for everybody."""
    told = facts.last is not None and facts.phase in ("draw", "over")
    return Show(
        rest=_rest(facts),
        peek=None if facts.seat is None or facts.final else _own(facts, facts.seat),
        last=tuple(_last(facts)) if told else (),
        serial=facts.serial,
        keys=tuple(_keys(facts)),
    )


def _rest(facts: FortyEight) -> Page:
    """The page that stands; the same for all whom it must not tell apart."""
    if facts.final:
        return _winner(facts, facts.final)
    if facts.over or facts.desk is None:
        return Notice(word("ff.title.over"), (word("table.unfinished"),), icon="desk")
    own = facts.seat is not None
    desk = SeatName(facts.desk)
    note = cases_note(facts.drawn) if facts.drawn else word("ff.note.turn", turn=facts.turn, of=facts.turns)
    if facts.phase == "bid":
        return Waiting(
            word("ff.title.bidding"),
            icon="lock",
            note=note,
            done=facts.done,
            of=facts.of,
            peek=own,
            sent=facts.sent is not None,
        )
    if facts.seat == facts.desk:
        mine = "ff.title.draw" if facts.phase == "draw" else "ff.title.decide"
        return Waiting(word(mine), icon="desk", note=note, peek=own)
    theirs = "ff.title.draws" if facts.phase == "draw" else "ff.title.decides"
    return Waiting(word(theirs, seat=desk), icon="desk", note=note, peek=own)


def _own(facts: FortyEight, seat: int) -> Rows:
    """Hand and pile of this seat, under PEEK alone."""
    hand = Row(word("ff.hand"), _digits(facts.hand), own=True)
    pile = (Row(case_word(p.case), _digits(p.cards or ())) for p in facts.piles[seat - 1])
    hours = sum(sum(p.cards or ()) for p in facts.piles[seat - 1])
    return Rows(word("ff.title.pile", hours=hours), (hand, *pile), icon="clock")


def _last(facts: FortyEight) -> Iterator[Page]:
    if facts.last:
        yield from _award(facts.last)
    if facts.final:
        yield from _finale(facts, facts.final)


def _award(last: Outcome) -> Iterator[Page]:
    """Who got which case, and what to do with the cards on the table."""
    named = zip(last.cases, last.owners, strict=True)
    cases = tuple((suit(case), number(case), owner or -1) for case, owner in named)
    down = word("ff.note.topdown", seat=SeatName(last.desk)) if last.topdown else word("ff.note.award")
    yield Cases(word("ff.title.award"), cases, down)
    rows = tuple(
        Row(
            word("ff.seat", seat=SeatName(s)),
            word("ff.keeps", count=n) if s in last.owners else word("ff.back", count=n),
        )
        for s, n in enumerate(last.counts, 1)
        if n
    )
    if rows:
        yield Rows(word("ff.title.cards"), rows, icon="desk")


def _finale(facts: FortyEight, final: Final) -> Iterator[Page]:
    """The end in beats: piles, discards, the sum against the limit, who is out, points, winner."""
    for s, pile in enumerate(facts.piles, 1):
        before = sum(sum(p.cards or ()) for p in pile)
        rows = tuple(Row(case_word(p.case), _digits(p.cards or ())) for p in pile)
        nothing = None if rows else word("ff.note.no_case")
        yield Rows(word("ff.title.piles", seat=SeatName(s), hours=before), rows, icon="clock", note=nothing)
    lost = tuple(_discard(s, p) for s, pile in enumerate(facts.piles, 1) for p in pile if p.lost)
    yield Rows(
        word("ff.title.discards"), lost, icon="clock", note=None if lost else word("ff.note.no_discard")
    )
    over = final.total > facts.limit
    verdict = "ff.note.over" if over else "ff.note.within"
    title = word("ff.title.sum", total=final.total, limit=facts.limit)
    sums = tuple((s, h, False) for s, h in enumerate(final.hours, 1))
    yield Tower(title, sums, facts.limit, word(verdict, by=abs(final.total - facts.limit)))
    if over:
        outs = tuple((s, h, s in final.out) for s, h in enumerate(final.hours, 1))
        yield Tower(word("ff.title.out"), outs, facts.limit, word("ff.note.most", hours=max(final.hours)))
    yield _standings(facts, final)
    yield _winner(facts, final)


def _discard(seat: int, p: Pile) -> Row:
    return Row(
        word("ff.discard", seat=SeatName(seat), case=case_word(p.case)), word("ff.minus", hours=p.lost)
    )


def _standings(facts: FortyEight, final: Final) -> Standings:
    def row(s: int) -> Row:
        mark = "crown" if s in final.winners else "out" if s in final.out else ""
        right = word("ff.score", points=facts.points[s - 1], hours=final.hours[s - 1])
        return Row(
            word("ff.seat", seat=SeatName(s)), right, mark, own=s == facts.seat, bar=facts.points[s - 1]
        )

    order = sorted(
        range(1, facts.seats + 1), key=lambda s: (s in final.out, -facts.points[s - 1], final.hours[s - 1])
    )
    return Standings(word("ff.title.points"), tuple(map(row, order)))


def _winner(facts: FortyEight, final: Final) -> Notice:
    if not final.winners:
        return Notice(word("ff.title.over"), (word("ff.note.all_out"),), icon="crown")
    names = tuple(word("ff.seat", seat=SeatName(s)) for s in final.winners[:3])
    best = facts.points[final.winners[0] - 1]
    title = "ff.title.winner" if len(final.winners) == 1 else "ff.title.winners"
    return Notice(word(title), names, icon="crown", big=word("ff.points", points=best))


def _keys(facts: FortyEight) -> Iterator[Page]:
    """Pages that everybody may leaf through: cases on the table, points so far, hands, what is left of the deck."""
    if facts.drawn:
        yield Cases(
            word("ff.title.cases"),
            tuple((suit(c), number(c), 0) for c in facts.drawn),
            word("ff.note.turn", turn=facts.turn, of=facts.turns),
        )
    if facts.final:
        yield _standings(facts, facts.final)
        return
    rows = tuple(
        Row(
            word("ff.seat", seat=SeatName(s)),
            word("ff.holds", points=facts.points[s - 1], cards=facts.sizes[s - 1]),
            own=s == facts.seat,
        )
        for s in range(1, facts.seats + 1)
    )
    yield Rows(word("ff.title.score"), rows, icon="desk")
    left = tuple(
        Row(word(f"ff.{s}"), _digits(tuple(number(c) for c in facts.deck if suit(c) == s)))
        for s in facts.suits
    )
    yield Rows(word("ff.title.deck"), left, icon="desk")


def _digits(cards: tuple[int, ...]) -> Word:
    """Time cards or case numbers as figures: "5 4"."""
    return word("ff.figures", figures=" ".join(map(str, cards)) or "-")


def undone(entry: Entry) -> Word | None:
    """Cases go back into the deck, a bid becomes what it was, face down. What the desk decided is not told."""
    match entry:
        case Draw(cases=cases):
            return word("ff.note.undo_draw", cases=cases_note(cases))
        case Bid(by=int(seat)):
            return word("ff.note.undo_bid", seat=SeatName(seat))
    return None
