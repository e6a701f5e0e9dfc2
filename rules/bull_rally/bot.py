"""The plain trader, and what the searching one needs: fast play on states, other orders worth trying, the score."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import exp

from rules.bull_rally.entries import Close, Open, Order
from rules.bull_rally.entries import Sequence as BuySequence
from rules.bull_rally.fill import NOTHING, Orders, Six, trial
from rules.bull_rally.sheet import STOCKS
from rules.bull_rally.state import State, champions, waited
from rules.bull_rally.view import BullFacts
from rules.bull_rally.weigh import PLAIN, orders, outlook
from rules.entry import Entry
from rules.prompt import Draft, Prompt

BOLDNESS = (-2.0, -1.0, 1.0, 2.0)
"""Other traders whose orders the searching one tries."""
SIDES = {1: "buy", -1: "sell"}


def bot(facts: BullFacts, prompt: Prompt, rng: random.Random) -> Draft:
    """Ready at once; the orders of the plain trader as presses; buys in the automatic order."""
    if facts.phase != "trade" or facts.seat is None:
        return Draft(prompt.no)
    # One mood a window: asked again while others place their orders, it must not waver by itself.
    mood = random.Random(f"{facts.seat} {facts.window} {facts.history}")
    return pressed(prompt, _orders(facts, PLAIN, mood))


def policy(state: State, seat: int, rng: random.Random) -> Sequence[Entry]:
    """The next entries: trading opens at once, and closes when all but `seat` who have no orders have placed some."""
    if state.phase == "plan":
        return (Open(by="clock"),)
    if state.phase == "sequence":
        return [BuySequence(by=s) for s in waited(state)]
    return [*_placed(state, seat, rng), Close(by="clock")]


def _placed(state: State, seat: int, rng: random.Random) -> Iterator[Order]:
    ahead = outlook(state.rules.sheet, state.left, state.day)
    for s, purse in enumerate(state.purses, 1):
        if s == seat or state.orders[s - 1] != NOTHING:
            continue
        chosen = orders(ahead, state.prices, purse, NOTHING, PLAIN, rng)
        for stock, side in zip(STOCKS, chosen, strict=True):
            if side:
                yield Order(by=s, stock=stock, side=SIDES[side])  # type: ignore[arg-type]


def pressed(prompt: Prompt, chosen: Orders) -> Draft:
    """The presses that lead from what stands to these orders."""
    presses = list[int]()
    for c, (column, side) in enumerate(zip(prompt.columns, chosen, strict=True), 1):
        presses += [c if side > column.at else -c] * abs(side - column.at)
    return Draft(prompt.no, tuple(presses))


def _orders(facts: BullFacts, bold: float, rng: random.Random) -> Orders:
    ahead = outlook(facts.sheet, facts.left, facts.day)
    return orders(ahead, facts.prices, facts.purse, _others(facts), bold, rng)


def _others(facts: BullFacts) -> Six:
    return (
        tuple(net - own for net, own in zip(facts.net, facts.own, strict=True))
        if not facts.blind
        else NOTHING
    )


def candidates(facts: BullFacts, prompt: Prompt, rng: random.Random) -> Sequence[Draft]:
    """Orders of bolder and more careful traders, and each with one stock changed."""
    if facts.phase != "trade":
        return [Draft(prompt.no)]
    plain = _orders(facts, PLAIN, rng)
    found = dict.fromkeys([plain, *(_orders(facts, bold, rng) for bold in BOLDNESS)])
    found[NOTHING] = None
    for i, (now, held) in enumerate(zip(plain, facts.purse.shares, strict=True)):
        for side in (-1, 0, 1):
            if side != now and (side >= 0 or held):
                found[(*plain[:i], side, *plain[i + 1 :])] = None
    fine = [orders for orders in found if not trial(facts.purse, orders, facts.prices)[1].cancelled]
    return [pressed(prompt, orders) for orders in fine]


def score(state: State, seat: int) -> float:
    """The share of the championship, and a little for the lead: a lead of $40 is nearly as good as it gets."""
    best = champions(state)
    won = 1 / len(best) if seat in best else 0.0
    lead = state.purses[seat - 1].cash - max(p.cash for s, p in enumerate(state.purses, 1) if s != seat)
    return 0.8 * won + 0.2 / (1 + exp(-lead / 20))
