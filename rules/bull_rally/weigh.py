"""How a plain trader weighs orders: shared by the bot and its fast playouts. Expectations only, all from public facts.

A filled buy lifts the price by a notch for all shares held, and the last sale moves no price: so whoever holds a stock
likes to buy more of it, and sells ahead of bad news.
"""

from __future__ import annotations

import random
from itertools import accumulate

import msgspec

from rules.bull_rally.fill import Orders, Purse, Six
from rules.bull_rally.sheet import DAYS, STOCKS, Card, Sheet

PLAIN = 0.0
"""How bold the plain trader is."""
MOOD = 1.0
"""Spread in dollars a share of a trader's mood for each stock."""
LEAST = 2.0
"""The gain in dollars above which a buy is worth its risk; a sell needs none."""
KEPT = 1024
"""Outlooks kept before all are forgotten: some two megabytes."""


class Outlook(msgspec.Struct, frozen=True):
    """What a day holds for each stock on average: the notches of its news, the dividend a share on the next line, and
    the dollars that a share brings in the days after: `later[stock][k]` is the better of keeping it for k days more and
    of keeping it to the end."""

    sheet: Sheet
    news: tuple[float, ...]
    dividends: Six
    later: tuple[tuple[float, ...], ...]


_outlooks: dict[tuple[int, tuple[Card, ...], int], Outlook] = {}


def outlook(sheet: Sheet, left: tuple[Card, ...], day: int) -> Outlook:
    """The outlook of a day, from what is left of the news deck. (`news: each` is weighed like one card for all.)"""
    # A sheet holds dicts and has no hash; its id serves, for a kept outlook keeps its sheet alive.
    key = (id(sheet), left, day)
    known = _outlooks.get(key)
    if known is None:
        if len(_outlooks) >= KEPT:
            _outlooks.clear()
        known = _outlooks[key] = _outlook(sheet, left, day)
    return known


def _outlook(sheet: Sheet, left: tuple[Card, ...], day: int) -> Outlook:
    dividends = tuple(stock.dividends.get(str(day + 1), 0) for stock in sheet.stocks)
    rest = [outlook(sheet, left, d) for d in range(day + 1, DAYS + 1)]
    later = list[tuple[float, ...]]()
    for i, stock in enumerate(sheet.stocks):
        sums = list(accumulate((stock.notch * o.news[i] + o.dividends[i] for o in rest), initial=0.0))
        later.append(tuple(max(passing, sums[-1]) for passing in sums))
    return Outlook(sheet, _news(sheet, left, day), dividends, tuple(later))


def _news(sheet: Sheet, left: tuple[Card, ...], day: int) -> tuple[float, ...]:
    """The notches that the day's card means for each stock on average."""
    if not any(day in stock.news for stock in sheet.stocks):
        return (0.0,) * len(STOCKS)

    def sum_of(*targets: int | str) -> int:
        return sum(value for target, value in left if target in targets)

    return tuple(
        sum_of("market", s, "stock" if day in stock.news else s) / len(left)
        for s, stock in zip(STOCKS, sheet.stocks, strict=True)
    )


def orders(ahead: Outlook, prices: Six, purse: Purse, others: Six, bold: float, rng: random.Random) -> Orders:
    """The orders of a trader in some mood, none of which can fail. `others` is the net of what others have placed,
    `bold` the dollars a share by which the trader thinks better of the future."""
    gains: list[tuple[int, float, int]] = []
    for i, (stock, price, held) in enumerate(zip(ahead.sheet.stocks, prices, purse.shares, strict=True)):
        low, high = stock.limits
        band = (price <= stock.band[0]) - (price >= stock.band[1])
        flat = price + stock.notch * (others[i] + ahead.news[i] + band)
        beside = ahead.dividends[i] + bold + MOOD * (rng.random() - 0.5) - price
        later = ahead.later[i]
        # One share a day can be sold: of n shares each waits about n / 2 days.
        worth = [
            n * (min(max(flat + stock.notch * side, low), high) + beside + later[min(n // 2, len(later) - 1)])
            for side, n in ((-1, held - 1), (0, held), (1, held + 1))
        ]
        if worth[2] - worth[1] > LEAST:
            gains.append((1, (worth[1] - worth[2]) / price, i))
        elif held and worth[0] > worth[1]:
            gains.append((-1, 0.0, i))
    placed, cash = [0] * len(STOCKS), purse.cash
    for side, _, i in sorted(gains):
        if side * prices[i] <= cash:
            placed[i] = side
            cash -= side * prices[i]
    return tuple(placed)
