"""Filling the orders of one seat (step 3): which stand, which are cancelled, what it costs. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.bull_rally.sheet import STOCKS

FINE = 5
NOTHING = (0,) * 6

Six = tuple[int, ...]
"""One number a stock, stock 1 first."""
Orders = Six
"""One seat's orders: 1 buy, −1 sell, 0 none."""


class Fill(msgspec.Struct, frozen=True):
    """How one seat's orders went: stocks in the order they were filled, or cancelled."""

    sold: tuple[int, ...] = ()
    bought: tuple[int, ...] = ()
    cancelled: tuple[tuple[int, int], ...] = ()
    """(stock, 1 a buy or −1 a sell)."""
    fine: int = 0
    """Dollars really paid: $5 for each cancelled order, as far as the cash goes."""
    asked: bool = False
    """The seat gave the order of its buys itself."""


class Purse(msgspec.Struct, frozen=True):
    """Cash and shares of one seat."""

    cash: int
    shares: Six


def automatic(orders: Orders, prices: Six) -> tuple[int, ...]:
    """The stocks bought, from the cheapest up; equal price: the lower number."""
    return tuple(sorted([s for s in STOCKS if orders[s - 1] == 1], key=lambda s: (prices[s - 1], s)))


def fill(
    purse: Purse, orders: Orders, prices: Six, buys: Sequence[int], asked: bool = False
) -> tuple[Purse, Fill]:
    """Sells by number, then `buys` in the order given, then the fines."""
    cash, shares = purse.cash, list(purse.shares)
    sold, bought, cancelled = [], [], []
    for stock in [s for s in STOCKS if orders[s - 1] == -1]:
        if shares[stock - 1] == 0:
            cancelled.append((stock, -1))
            continue
        shares[stock - 1] -= 1
        cash += prices[stock - 1]
        sold.append(stock)
    for stock in buys:
        if prices[stock - 1] > cash:
            cancelled.append((stock, 1))
            continue
        shares[stock - 1] += 1
        cash -= prices[stock - 1]
        bought.append(stock)
    fine = min(cash, FINE * len(cancelled))
    done = Fill(tuple(sold), tuple(bought), tuple(cancelled), fine, asked)
    return Purse(cash - fine, tuple(shares)), done


def trial(purse: Purse, orders: Orders, prices: Six) -> tuple[Purse, Fill]:
    """What the automatic order would come to."""
    return fill(purse, orders, prices, automatic(orders, prices))


def has_choice(purse: Purse, orders: Orders, prices: Six) -> bool:
    """Two or more buys, one of which the automatic order would cancel: the seat may give its own order."""
    if orders.count(1) < 2:
        return False
    return any(side == 1 for _, side in trial(purse, orders, prices)[1].cancelled)
