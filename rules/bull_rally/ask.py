"""For whom the table waits, what a seat is asked, and what its presses come to."""

from __future__ import annotations

from collections.abc import Sequence as Listed

from rules.bull_rally.chance import set_off, typed_news, typed_roll
from rules.bull_rally.entries import Again, Open, Order, Ready, Sequence
from rules.bull_rally.fill import automatic
from rules.bull_rally.sheet import STOCKS, ticker
from rules.bull_rally.state import State, keeper, waited
from rules.bull_rally.view import BullFacts
from rules.entry import Entry
from rules.game import Answer, Asks, Clock, SetOff
from rules.page import Word, word
from rules.prompt import Column, Draft, Gauge, Prompt, values

SIDES: dict[int, str | None] = {1: "buy", -1: "sell", 0: None}


def asks(state: State) -> Asks:
    """For whom the table waits."""
    everybody = range(1, state.rules.seats + 1)
    if state.phase == "plan":
        seconds = state.rules.plan_seconds
        return Asks(
            seats=tuple(s for s in everybody if not state.ready[s - 1]),
            open=tuple(s for s in everybody if state.ready[s - 1]),
            clock=Clock("open", seconds) if seconds else None,
            host=("open",),
        )
    if state.phase == "trade":
        clock = Clock("close", state.rules.trade_seconds, lead_in=True)
        return Asks(open=tuple(everybody), clock=clock, host=("again",))
    if state.phase == "sequence":
        return Asks(seats=waited(state))
    if state.phase in ("news", "roll"):
        chance = "news" if state.phase == "news" else "roll"
        return Asks(chance=chance, keeper=keeper(state.day, state.rules.seats))  # type: ignore[arg-type]
    return Asks()


def answer(facts: BullFacts, drafts: Listed[Draft], typed: bool) -> Answer:
    """The next question to this seat, its entry, or None when it is not asked."""
    if facts.seat is None or facts.over:
        return None
    if facts.phase == "plan":
        return _plan(facts, drafts)
    if facts.phase == "trade":
        return _trade(facts, drafts)
    if facts.phase == "sequence":
        return _sequence(facts, drafts) if facts.seat in facts.waited else None
    if facts.seat != facts.keeper:
        return None
    if not typed:
        return SetOff() if drafts else set_off(facts)
    return typed_news(facts, drafts) if facts.phase == "news" else typed_roll(facts, drafts)


def host(facts: BullFacts, what: str, drafts: Listed[Draft]) -> Answer:
    """The host's own entries: open trading, or void the window."""
    return Open(by="host") if what == "open" else Again(by="host")


def absent(facts: BullFacts) -> Entry | None:
    """What the host enters for a seat where nobody is: ready, or the automatic order of buys."""
    seat = facts.seat
    if seat is None:
        return None
    if facts.phase == "plan" and not facts.ready[seat - 1]:
        return Ready(by=seat)
    return Sequence(by=seat) if seat in facts.waited else None


def _no(facts: BullFacts, step: str) -> str:
    return f"{facts.day}.{facts.window} {step}"


def _day(id: str, facts: BullFacts) -> Word:
    return word(id, day=facts.day)


def _plan(facts: BullFacts, drafts: Listed[Draft]) -> Answer:
    assert facts.seat is not None
    ready = facts.ready[facts.seat - 1]
    if drafts:
        return Ready(by=facts.seat, on=not ready)
    return Prompt(
        no=_no(facts, "ready" if ready else "plan"),
        title=_day("br.plan", facts),
        verb="table.ready",
        icon="chart",
        done=ready,
        takeback=ready,
        note=word("br.take_back") if ready else word("br.charts_behind"),
    )


def _trade(facts: BullFacts, drafts: Listed[Draft]) -> Answer:
    assert facts.seat is not None
    prompt = _orders(facts)
    if not drafts:
        return prompt
    stock = abs(drafts[-1].presses[-1])
    return Order(by=facts.seat, stock=stock, side=SIDES[values(prompt, drafts[-1])[stock - 1]])  # type: ignore[arg-type]


def _orders(facts: BullFacts) -> Prompt:
    assert facts.seat is not None
    projected = facts.projected(facts.seat)
    assert projected is not None
    cash, failing = projected
    own, net = facts.own, facts.net
    columns = tuple(
        Column(
            ticker(facts.sheet, s),
            -1,
            1,
            at=own[s - 1],
            base=net[s - 1],
            value=facts.prices[s - 1],
            held=facts.purse.shares[s - 1],
            mark="fails" if s in failing else "",
        )
        for s in STOCKS
    )
    return Prompt(
        no=_no(facts, "trade"),
        title=_day("br.trade", facts),
        verb="table.ok",
        icon="trade",
        look="orders",
        columns=columns,
        live=True,
        private=facts.blind,
        gauges=(Gauge("br.cash", cash, unit="$", warn=bool(failing)),),
    )


def _sequence(facts: BullFacts, drafts: Listed[Draft]) -> Answer:
    assert facts.seat is not None
    buys = automatic(facts.own, facts.prices)
    if drafts:
        first = tuple(dict.fromkeys(drafts[-1].presses))
        if not first:
            return Sequence(by=facts.seat)
        return Sequence(by=facts.seat, stocks=(*first, *(s for s in buys if s not in first)))
    columns = tuple(
        Column(
            ticker(facts.sheet, s),
            0,
            int(s in buys),
            worth=facts.prices[s - 1],
            value=facts.prices[s - 1],
            held=facts.purse.shares[s - 1],
        )
        for s in STOCKS
    )
    return Prompt(
        no=_no(facts, "sequence"),
        title=word("br.sequence"),
        verb="br.in_order",
        icon="trade",
        look="stocks",
        columns=columns,
        most=len(buys),
        empty="br.automatic",
        ordered=True,
        final=True,
        gauges=(Gauge("br.cash", _before_buys(facts), -1, unit="$"),),
        note=word("br.sequence_note"),
    )


def _before_buys(facts: BullFacts) -> int:
    """This seat's cash after its sells."""
    sells = (
        price
        for own, n, price in zip(facts.own, facts.purse.shares, facts.prices, strict=True)
        if own < 0 < n
    )
    return facts.purse.cash + sum(sells)
