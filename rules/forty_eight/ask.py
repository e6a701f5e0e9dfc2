"""For whom the table waits, and how six columns and a line carry each question (screens.md)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.cut import around
from rules.entry import Entry
from rules.forty_eight.entries import Bid, Decline, Draw, Favour, Topdown
from rules.forty_eight.state import (
    MOST_CARDS,
    NUMBERS,
    TOPDOWN_MARGIN,
    VALUES,
    State,
    number,
    suit,
)
from rules.forty_eight.view import FortyEight
from rules.game import Answer, Asks, CardsWanted, Result, SetOff
from rules.page import Word, word
from rules.prompt import Column, Draft, Gauge, Prompt, sendable, values


def asks(state: State) -> Asks:
    """The desk sets the draw off, all others bid under seal, then the desk decides."""
    match state.phase:
        case "draw":
            return Asks(chance="draw", keeper=state.desk)
        case "bid":
            waiting = tuple(s for s in state.asked if state.bids[s - 1] is None)
            sent = tuple(s for s in state.asked if s not in waiting)
            return Asks(seats=waiting, open=sent, sealed=True)
        case "favour" | "topdown":
            return Asks(seats=(state.desk,))
    return Asks()


def answer(facts: FortyEight, drafts: Sequence[Draft], typed: bool) -> Answer:
    """The next prompt of this seat, or the entry (SetOff for a draw that is not typed) once the drafts make one."""
    match facts.ask:
        case "draw":
            return _typed(facts, drafts) if typed else _set_off(facts, drafts)
        case "bid":
            prompt = _bid(facts)
        case "favour":
            prompt = _favour(facts)
        case "topdown":
            prompt = _topdown(facts)
        case _:
            return None
    draft = _sent(prompt, drafts, 0)
    return prompt if draft is None else _entry(facts, values(prompt, draft))


def host(facts: FortyEight, what: str, drafts: Sequence[Draft]) -> Answer:
    """The host has nothing of its own to enter in this game."""
    return None


def absent(facts: FortyEight) -> Entry | None:
    """The entry for a missing player: the smallest bid, the favour nearest the left of the desk, no topdown."""
    seat = facts.seat
    if seat is None:
        return None
    match facts.ask:
        case "bid":
            return Bid(by=seat, cards=() if facts.always else (min(facts.hand),))
        case "favour":
            return Favour(by=seat, seats=(next(s for s in around(seat, facts.seats) if s in facts.tied),))
        case "topdown":
            return Decline(by=seat)
    return None


def wanted(state: State) -> CardsWanted | None:
    """One case or two from what is left, in suit order."""
    return CardsWanted(len(state.deck), state.rules.cases) if state.phase == "draw" else None


def drawn(state: State, result: Result) -> Draw:
    """The draw of these indices, each into what is left when it is taken."""
    left = list(state.deck)
    return Draw(by="chance", cases=tuple(left.pop(i) for i in result[0]))


def _entry(facts: FortyEight, moved: tuple[int, ...]) -> Entry:
    seat = facts.seat or 0
    if facts.ask == "favour":
        return Favour(by=seat, seats=(bidders(facts)[moved.index(1)],))
    cards = tuple(v for v, n in zip(VALUES, moved, strict=True) for _ in range(n))[::-1]
    if facts.ask == "bid":
        return Bid(by=seat, cards=cards)
    return Topdown(by=seat, cards=cards) if cards else Decline(by=seat)


def _sent(prompt: Prompt, drafts: Sequence[Draft], i: int) -> Draft | None:
    """The i-th draft if it answers this very prompt."""
    if i >= len(drafts) or drafts[i].no != prompt.no or not sendable(prompt, drafts[i]):
        return None
    return drafts[i]


def _no(facts: FortyEight, what: str) -> str:
    return ".".join(("ff", str(facts.turn), *facts.drawn, what))


def _set_off(facts: FortyEight, drafts: Sequence[Draft]) -> Prompt | SetOff:
    prompt = Prompt(_no(facts, "draw"), word("ff.title.draw"), "ff.verb.draw", icon="desk", note=_turn(facts))
    return prompt if _sent(prompt, drafts, 0) is None else SetOff()


def _typed(facts: FortyEight, drafts: Sequence[Draft]) -> Prompt | Draw:
    """Suit, then number, once a case."""
    left, cases = list(facts.deck), list[str]()
    for k in range(1 if facts.seats == 3 else 2):
        prompt = _typed_suit(facts, k + 1, left)
        draft = _sent(prompt, drafts, 2 * k)
        if draft is None:
            return prompt
        chosen = facts.suits[values(prompt, draft).index(1)]
        prompt = _typed_number(facts, k + 1, left, chosen)
        draft = _sent(prompt, drafts, 2 * k + 1)
        if draft is None:
            return prompt
        cases.append(f"{chosen}{values(prompt, draft).index(1) + 1}")
        left.remove(cases[-1])
    return Draw(by="chance", src="typed", cases=tuple(cases))


def _typed_suit(facts: FortyEight, rank: int, left: list[str]) -> Prompt:
    held = [sum(suit(case) == s for case in left) for s in facts.suits]
    return Prompt(
        _no(facts, f"case{rank}.suit"),
        word("ff.title.typed", rank=rank),
        "table.next",
        icon="desk",
        look="suits",
        columns=tuple(
            Column(f"ff.{s}", 0, min(n, 1), held=n) for s, n in zip(facts.suits, held, strict=True)
        ),
        least=1,
        most=1,
    )


def _typed_number(facts: FortyEight, rank: int, left: list[str], chosen: str) -> Prompt:
    held = [left.count(f"{chosen}{n}") for n in sorted(set(NUMBERS))]
    return Prompt(
        _no(facts, f"case{rank}.{chosen}"),
        word("ff.title.number", suit=word(f"ff.{chosen}")),
        "table.next",
        icon="desk",
        look="plain",
        columns=tuple(Column(str(i), 0, min(n, 1), value=i, held=n) for i, n in enumerate(held, 1)),
        least=1,
        most=1,
    )


def _cards(facts: FortyEight, sent: tuple[int, ...]) -> tuple[Column, ...]:
    return tuple(
        Column(str(v), 0, facts.hand.count(v), at=sent.count(v), worth=v, held=facts.hand.count(v))
        for v in VALUES
    )


def _bid(facts: FortyEight) -> Prompt:
    return Prompt(
        _no(facts, "bid"),
        word("ff.title.bid"),
        "table.send",
        icon="clock",
        look="cards",
        columns=_cards(facts, facts.sent or ()),
        least=0 if facts.always else 1,
        most=MOST_CARDS,
        empty="ff.verb.empty" if facts.always else None,
        guard=True,
        done=facts.sent is not None,
        gauges=(Gauge("ff.hours", sign=1), Gauge("ff.pile", own_hours(facts))),
        note=cases_note(facts.drawn),
    )


def bidders(facts: FortyEight) -> tuple[int, ...]:
    """All seats but this one, the desk: the columns of a favour."""
    return tuple(s for s in range(1, facts.seats + 1) if s != facts.seat)


def _favour(facts: FortyEight) -> Prompt:
    """Bidders in seat order, the rank they have above, their hours below, only the tied ones alive."""
    rank = len(facts.ranks) + 1

    def column(s: int) -> Column:
        hours, tie = sum(facts.seen[s - 1]), s in facts.tied
        ranked = facts.ranks.index(s) + 1 if s in facts.ranks else 0
        mark = "tie" if tie else "ok" if ranked else ""
        return Column(str(s), 0, int(tie), base=ranked, worth=1, value=hours, mark=mark, seat=s)

    return Prompt(
        _no(facts, f"favour{rank}"),
        word("ff.title.favour", rank=rank),
        "ff.verb.give",
        icon="eye",
        look="seats",
        columns=tuple(column(s) for s in bidders(facts)),
        least=1,
        most=1,
        guard=True,
        note=word("ff.note.rank", rank=rank, case=case_word(facts.drawn[rank - 1])),
    )


def _topdown(facts: FortyEight) -> Prompt:
    highest = max(map(sum, facts.seen))
    return Prompt(
        _no(facts, "topdown"),
        word("ff.title.topdown"),
        "ff.verb.take",
        icon="eye",
        look="cards",
        columns=_cards(facts, ()),
        most=MOST_CARDS,
        floor=highest + TOPDOWN_MARGIN,
        empty="ff.verb.decline",
        guard=True,
        gauges=(Gauge("ff.hours", sign=1), Gauge("ff.need", highest + TOPDOWN_MARGIN)),
        note=word("ff.note.highest", hours=highest, case=case_word(facts.drawn[0])),
    )


def _turn(facts: FortyEight) -> Word:
    return word("ff.note.turn", turn=facts.turn, of=facts.turns)


def own_hours(facts: FortyEight) -> int:
    """The hours beneath one's own cases, before any discard."""
    return sum(sum(p.cards or ()) for p in facts.piles[(facts.seat or 1) - 1])


def case_word(case: str) -> Word:
    """ "red3" as a message."""
    return word("ff.case", suit=word(f"ff.{suit(case)}"), number=number(case))


def cases_note(cases: Sequence[str]) -> Word:
    """The cases on the table in one line, rank 1 first."""
    first, *rest = map(case_word, cases)
    return word("ff.note.cases", first=first, second=rest[0]) if rest else word("ff.note.case", first=first)
