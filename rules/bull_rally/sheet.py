"""The printed charts and cards as data: their type, their rules, and a stand-in (games.md, section 3, "Sheet")."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

STOCKS = range(1, 7)
DAYS = 10
N_LINES = frozenset(range(1, DAYS + 1))
DIVIDEND_LINES = frozenset(map(str, range(2, DAYS + 2)))

Target = int | Literal["stock", "market"]
"""What a news card moves: the stocks on N, all six, or the stock it names."""
Card = tuple[Target, int]


class Stock(msgspec.Struct, frozen=True):
    """One chart. Dollars everywhere; `news` are N lines 1..10, `dividends` go by line "2".."11"."""

    name: str
    start: int
    notch: int
    limits: tuple[int, int]
    band: tuple[int, int]
    news: tuple[int, ...]
    dividends: dict[str, int]
    ticker: str | None = None
    short: str | None = None


class Sheet(msgspec.Struct, frozen=True):
    """Six charts and the news deck, in deck order."""

    stocks: tuple[Stock, ...]
    news: tuple[Card, ...]
    source: str = ""


def stock_fault(stock: Stock) -> str | None:
    """The first rule that a chart breaks, in words."""
    (low, high), (under, over) = stock.limits, stock.band
    checks = (
        (low >= 0, "limits begin at 0 or above"),
        (low <= stock.start <= high, "the start lies within the limits"),
        (under <= over, "the low band is not above the high one"),
        (stock.notch >= 1, "a notch is at least 1"),
        (N_LINES.issuperset(stock.news), "N lines are 1 to 10"),
        (DIVIDEND_LINES.issuperset(stock.dividends), 'dividend lines are "2" to "11"'),
        (min(stock.dividends.values(), default=0) >= 0, "dividends are 0 or more"),
        (
            stock.ticker is None or (stock.ticker.isalnum() and len(stock.ticker) <= 4),
            "a ticker is 1 to 4 letters",
        ),
        (stock.short is None or len(stock.short) == 1, "`short` is one character"),
    )
    for fine, why in checks:
        if not fine:
            return why
    return None


def sheet_fault(sheet: Sheet) -> str | None:
    """What is wrong with a decoded sheet, None when it may be played with."""
    if len(sheet.stocks) != len(STOCKS):
        return f"exactly six stocks, not {len(sheet.stocks)}"
    for number, stock in enumerate(sheet.stocks, start=1):
        if fault := stock_fault(stock):
            return f"stock {number}: {fault}"
    if not sheet.news:
        return "the deck has at least one card"
    if any(isinstance(target, int) and target not in STOCKS for target, _ in sheet.news):
        return "a card's stock is 1 to 6"
    return None


def ticker(sheet: Sheet, stock: int) -> str:
    """The short name of stock 1..6: given, else the first three letters of its name, else its number."""
    it = sheet.stocks[stock - 1]
    return it.ticker or "".join(filter(str.isalnum, it.name))[:3].upper() or str(stock)


def _chart(
    name: str, sign: str, start: int, band: tuple[int, int], top: int, news: list[int], pays: dict[str, int]
) -> dict[str, Any]:
    return {
        "name": name, "ticker": sign, "start": start, "notch": 2, "limits": [4, top], "band": list(band),
        "news": news, "dividends": pays,
    }  # fmt: skip


PLACEHOLDER: dict[str, Any] = {
    "source": "placeholder",
    "stocks": [
        _chart("Orange Computers", "ORC", 32, (22, 42), 52, [3, 6, 9], {"6": 1, "11": 1}),
        _chart("Googly Eyes", "GGE", 48, (38, 58), 68, [2, 5, 8], {"9": 2}),
        _chart("Micro Hardware", "MHW", 32, (22, 42), 52, [3, 5, 8], {"5": 1, "10": 1}),
        _chart("Dynamo Delivery", "DYN", 40, (30, 50), 60, [4, 7, 9], {"4": 1, "8": 1}),
        _chart(
            "Evergreen Foods", "EVG", 24, (14, 34), 44, [2, 6, 10], {"3": 1, "5": 1, "7": 1, "9": 1, "11": 1}
        ),
        _chart("Falcon Fuel", "FAL", 56, (46, 66), 76, [4, 7, 10], {"6": 2, "11": 2}),
    ],
    "news": [["stock", v] for v in (2, 2, 1, 1, -2, -2, -3, -3, -4, -4, -5)]
    + [["market", v] for v in (1, -1, -2, -3)],
}
