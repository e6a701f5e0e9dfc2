"""One more entry: the next state, or why it may not stand (games.md, section 3, steps 1 to 6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from rules.bull_rally.entries import Again, Close, News, Open, Order, Ready, Roll, Sequence
from rules.bull_rally.fill import NOTHING, Fill, Purse, automatic, fill, has_choice
from rules.bull_rally.settle import settle
from rules.bull_rally.sheet import STOCKS
from rules.bull_rally.state import Bulletin, Outcome, State, due, on_news, waited
from rules.entry import Entry, Rejection
from rules.numbered import put

SIDES = {"buy": 1, "sell": -1, None: 0}
DICE = 4


def shape_fault(state: State, entry: Entry) -> str | None:
    """What is malformed about an entry beyond its types."""
    if isinstance(entry, News):
        if state.rules.each and entry.for_ is UNSET:
            return "with `news: each` a card has `for`"
        return entry.card.fault
    return None


def apply(state: State, entry: Entry) -> State | Rejection:
    """The state after `entry`. `by` names a seat of this table and the game is not over."""
    phase, by, step = STEPS[type(entry)]
    if state.phase != phase:
        return Rejection(
            "wrong-phase", f"`{entry.__struct_config__.tag}` belongs to {phase}, this is {state.phase}"
        )
    if entry.by not in by and not ("seat" in by and isinstance(entry.by, int)):
        return Rejection("not-your-turn", f"{entry.by} cannot do this, {' or '.join(by)} can")
    return step(state, entry)


def _ready(state: State, entry: Ready) -> State | Rejection:
    seat = _seat(entry)
    if state.ready[seat - 1] == entry.on:
        return Rejection("already-done", f"seat {seat} is {'ready' if entry.on else 'not ready'} already")
    ready = put(state.ready, seat, entry.on)
    return _open(replace(state, ready=ready), entry) if all(ready) else replace(state, ready=ready)


def _open(state: State, _: Entry) -> State:
    return replace(state, phase="trade", ready=(False,) * state.rules.seats)


def _again(state: State, _: Again) -> State:
    return replace(state, phase="plan", window=state.window + 1, orders=(NOTHING,) * state.rules.seats)


def _order(state: State, entry: Order) -> State | Rejection:
    if entry.stock not in STOCKS:
        return Rejection("unknown", f"there is no stock {entry.stock}")
    seat = _seat(entry)
    mine = put(state.orders[seat - 1], entry.stock, SIDES[entry.side])
    return replace(state, orders=put(state.orders, seat, mine))


def _close(state: State, _: Close) -> State:
    prices, purses, fills = state.prices, list[Purse](), list[Fill | None]()
    for purse, orders in zip(state.purses, state.orders, strict=True):
        asks = state.rules.ask and has_choice(purse, orders, prices)
        after, done = (purse, None) if asks else fill(purse, orders, prices, automatic(orders, prices))
        purses.append(after)
        fills.append(done)
    asked = tuple([seat for seat, done in enumerate(fills, start=1) if done is None])
    today = Outcome(state.day, state.orders, tuple(fills))
    return _onward(replace(state, asked=asked, purses=tuple(purses), today=today))


def _sequence(state: State, entry: Sequence) -> State | Rejection:
    seat = _seat(entry)
    if seat not in state.asked:
        return Rejection("not-your-turn", f"seat {seat} is not asked for an order of buys")
    if seat not in waited(state):
        return Rejection("already-done", f"seat {seat} has given its order of buys")
    buys = automatic(state.orders[seat - 1], state.prices)
    if entry.stocks is UNSET:
        return _onward(_filled(state, seat, buys, own=False))
    if len(entry.stocks) != len(buys):
        return Rejection("bad-count", f"{len(buys)} buys are to be listed, not {len(entry.stocks)}")
    if nowhere := [s for s in entry.stocks if s not in STOCKS]:
        return Rejection("unknown", f"there is no stock {nowhere[0]}")
    if sorted(entry.stocks) != sorted(buys):
        return Rejection("not-allowed", "each buy is listed once, and nothing else")
    return _onward(_filled(state, seat, entry.stocks, own=True))


def _news(state: State, entry: News) -> State | Rejection:
    about = due(state.rules, state.today)[0]
    if about is not None and entry.for_ not in STOCKS:
        return Rejection("unknown", f"there is no stock {entry.for_}")
    card = entry.card.card
    if card not in state.left:
        return Rejection("unknown", f"no card {card[0]} {card[1]:+d} is left in the deck")
    if about is not None and entry.for_ != about:
        return Rejection("not-allowed", f"the next card is for stock {about}")
    at = state.left.index(card)
    left = state.left[:at] + state.left[at + 1 :] or state.rules.sheet.news
    bulletin = Bulletin(card, _moved(state, card[0], about), about)
    return _onward(replace(state, left=left, today=replace(state.today, news=(*state.today.news, bulletin))))


def _moved(state: State, target: int | str, about: int | None) -> tuple[int, ...]:
    if target == "market":
        return tuple(STOCKS)
    if isinstance(target, int):
        return (target,)
    return on_news(state.rules, state.day) if about is None else (about,)


def _roll(state: State, entry: Roll) -> State | Rejection:
    if len(entry.green) != DICE or len(entry.red) != DICE:
        return Rejection("bad-count", "four green and four red dice are rolled")
    if odd := [f for f in entry.green + entry.red if f not in STOCKS]:
        return Rejection("unknown", f"no die shows {odd[0]}")
    return settle(state, entry.green, entry.red)


def _filled(state: State, seat: int, buys: tuple[int, ...], own: bool) -> State:
    """The state after one seat's orders are filled, `buys` in the order to try."""
    purse, done = fill(state.purses[seat - 1], state.orders[seat - 1], state.prices, buys, own)
    today = replace(state.today, fills=put(state.today.fills, seat, done))
    return replace(state, purses=put(state.purses, seat, purse), today=today)


def _onward(state: State) -> State:
    """The next phase once something of it is done: sequences, then news, then the dice."""
    if waited(state):
        return replace(state, phase="sequence")
    return replace(state, phase="news" if due(state.rules, state.today) else "roll")


def _seat(entry: Entry) -> int:
    assert isinstance(entry.by, int)
    return entry.by


Step = Callable[[State, Any], State | Rejection]
STEPS: dict[type[Entry], tuple[str, tuple[str, ...], Step]] = {
    Ready: ("plan", ("seat",), _ready),
    Open: ("plan", ("host", "clock"), _open),
    Order: ("trade", ("seat",), _order),
    Again: ("trade", ("host",), _again),
    Close: ("trade", ("clock",), _close),
    Sequence: ("sequence", ("seat",), _sequence),
    News: ("news", ("chance",), _news),
    Roll: ("roll", ("chance",), _roll),
}
"""For each entry: its phase, who may make it, and what it does."""
