"""The state of Bull Rally: what stands on the charts and with the seats, and how it begins and ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.bull_rally.fill import NOTHING, Fill, Orders, Purse, Six
from rules.bull_rally.sheet import STOCKS, Card, Sheet

CASH = 299


class Rules(msgspec.Struct, frozen=True):
    """What is settled before the first entry: seats, options, sheet."""

    seats: int
    sheet: Sheet
    trade_seconds: int
    plan_seconds: int
    blind: bool
    ask: bool
    each: bool


class Bulletin(msgspec.Struct, frozen=True):
    """One news card of the day: the card and the stocks it moved. `about` is the stock it was drawn for, if any."""

    card: Card
    moved: tuple[int, ...]
    about: int | None = None


class Outcome(msgspec.Struct, frozen=True):
    """All that a trading day came to. While the day runs it is filled in from the top."""

    day: int
    orders: tuple[Orders, ...] = ()
    fills: tuple[Fill | None, ...] = ()
    """One a seat; None while that seat is asked for its sequence."""
    news: tuple[Bulletin, ...] = ()
    band: Six = NOTHING
    """1: one more buy (at or below the low band), −1: one more sell."""
    green: tuple[int, ...] = ()
    red: tuple[int, ...] = ()
    notches: Six = NOTHING
    before: Six = ()
    after: Six = ()
    dividends: Six = NOTHING
    """Dollars a share paid on the new line."""
    paid: tuple[int, ...] = ()
    """Dividends by seat."""
    proceeds: tuple[int, ...] = ()
    """After day 10: what all shares brought, by seat."""


class State(msgspec.Struct, frozen=True):
    """The game after some entries. Tuples by seat have seat 1 first, by stock stock 1."""

    rules: Rules
    phase: str
    day: int
    window: int
    """Which planning of this day it is; `again` begins the next."""
    history: tuple[Six, ...]
    """Prices on lines 1, 2, …; the last ones are today's."""
    purses: tuple[Purse, ...]
    ready: tuple[bool, ...]
    orders: tuple[Orders, ...]
    asked: tuple[int, ...]
    """Seats asked for a sequence today, those that have answered included."""
    left: tuple[Card, ...]
    """The news deck without what was drawn, in sheet order; never empty."""
    today: Outcome
    last: Outcome | None = None
    serial: int = 0
    ended: bool = False
    """The host ended it unfinished."""

    @property
    def prices(self) -> Six:
        return self.history[-1]


def start(seats: int, options: Mapping[str, Any], sheet: Sheet) -> State:
    """Day 1, everybody planning with $299 and no shares."""
    rules = Rules(
        seats,
        sheet,
        options["trade_seconds"],
        options["plan_seconds"],
        options["orders"] == "blind",
        options["sequence"] == "ask",
        options["news"] == "each",
    )
    return State(
        rules,
        "plan",
        1,
        1,
        (tuple(s.start for s in sheet.stocks),),
        (Purse(CASH, NOTHING),) * seats,
        (False,) * seats,
        (NOTHING,) * seats,
        (),
        sheet.news,
        Outcome(1),
    )


def end(state: State) -> State:
    """Ended by the host: over, nobody wins, everything else stays but the orders of a window that never closed (they
    may have been blind)."""
    orders = (NOTHING,) * state.rules.seats if trading(state) else state.orders
    return replace(state, phase="over", ended=True, orders=orders)


def keeper(day: int, seats: int) -> int:
    """The seat that sets off the day's news and dice."""
    return (day - 1) % seats + 1


def on_news(rules: Rules, day: int) -> tuple[int, ...]:
    """The stocks on an N line on this day."""
    return tuple([s for s, stock in enumerate(rules.sheet.stocks, start=1) if day in stock.news])


def due(rules: Rules, today: Outcome) -> tuple[int | None, ...]:
    """The news cards still to be drawn today: the stock each is for, None for the one card of all."""
    stocks = on_news(rules, today.day)
    cards: tuple[int | None, ...] = stocks if rules.each else (None,) * bool(stocks)
    return cards[len(today.news) :]


def waited(state: State) -> tuple[int, ...]:
    """The seats whose sequence is still to come."""
    fills = state.today.fills
    return tuple([s for s in state.asked if fills[s - 1] is None])


def winners(state: State) -> tuple[int, ...]:
    """Everyone above $299 when the game was played to its end."""
    if state.phase != "over" or state.ended:
        return ()
    return tuple(s for s, p in enumerate(state.purses, start=1) if p.cash > CASH)


def champions(state: State) -> tuple[int, ...]:
    """Those with the most cash when the game was played to its end, above $299 or not."""
    if state.phase != "over" or state.ended:
        return ()
    most = max(p.cash for p in state.purses)
    return tuple(s for s, p in enumerate(state.purses, start=1) if p.cash == most)


def moment(state: State) -> tuple[str, int]:
    """Phase and day: an entry that leaves them as they were may be undone."""
    return state.phase, state.day


def trading(state: State) -> bool:
    """Whether a window runs."""
    return state.phase == "trade"


def record(state: State) -> dict[str, Any]:
    """The record's keys of this game."""
    return {
        "phase": state.phase,
        "day": state.day,
        "prices": numbered(state.prices),
        "seats": [{"cash": p.cash, "shares": numbered(p.shares)} for p in state.purses],
        "winners": list(winners(state)),
        "champions": list(champions(state)),
    }


def numbered(six: Six) -> dict[str, int]:
    """{"1": …, "6": …}."""
    return {str(s): n for s, n in zip(STOCKS, six, strict=True)}
