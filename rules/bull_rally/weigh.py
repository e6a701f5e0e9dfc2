"""How a plain trader weighs orders: shared by the bot and its fast playouts. Expectations only, all from public facts.

A filled buy lifts the price by a notch for all shares held, and the last sale moves no price: so whoever holds a stock
likes to buy more of it, and sells ahead of bad news.
"""

from __future__ import annotations

import random

import msgspec

from rules.bull_rally.fill import Orders, Purse, Six
from rules.bull_rally.sheet import DAYS, STOCKS, Card, Sheet

LATER = 0.5
"""How much of the drift after tomorrow a plain trader counts."""
MOOD = 1.0
"""Spread in dollars a share of a trader's mood for each stock."""
LEAST = 1.5
"""The gain in dollars above which an order is worth placing."""
KEPT = 4096
"""Outlooks kept before all are forgotten."""


class Outlook(msgspec.Struct, frozen=True):
    """What a day holds for each stock on average: the notches of its news, the dividend a share on the next line, and
    the dollars a share that all later days bring by news and dividends."""

    sheet: Sheet
    news: tuple[float, ...]
    dividends: Six
    later: tuple[float, ...]


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
    if day == DAYS:
        later: tuple[float, ...] = (0.0,) * len(STOCKS)
    else:
        next_day = outlook(sheet, left, day + 1)
        later = tuple(
            stock.notch * notches + paid + rest
            for stock, notches, paid, rest in zip(
                sheet.stocks, next_day.news, next_day.dividends, next_day.later, strict=True
            )
        )
    return Outlook(sheet, _news(sheet, left, day), dividends, later)


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


def orders(
    ahead: Outlook, prices: Six, purse: Purse, others: Six, later: float, rng: random.Random
) -> Orders:
    """The orders of a trader in some mood, none of which can fail. `others` is the net of what others have placed,
    `later` how much of the drift after tomorrow counts, for a share can be sold before it comes."""
    gains: list[tuple[int, float, int]] = []
    for i, (stock, price, held) in enumerate(zip(ahead.sheet.stocks, prices, purse.shares, strict=True)):
        low, high = stock.limits
        band = (price <= stock.band[0]) - (price >= stock.band[1])
        flat = price + stock.notch * (others[i] + ahead.news[i] + band)
        beside = ahead.dividends[i] + later * ahead.later[i] + MOOD * (rng.random() - 0.5) - price
        stay = held * (min(max(flat, low), high) + beside)
        buy = (held + 1) * (min(max(flat + stock.notch, low), high) + beside) - stay
        if buy > LEAST:
            gains.append((1, -buy / price, i))
        elif held and (held - 1) * (min(max(flat - stock.notch, low), high) + beside) - stay > LEAST:
            gains.append((-1, 0.0, i))
    placed, cash = [0] * len(STOCKS), purse.cash
    for side, _, i in sorted(gains):
        if side * prices[i] <= cash:
            placed[i] = side
            cash -= side * prices[i]
    return tuple(placed)
