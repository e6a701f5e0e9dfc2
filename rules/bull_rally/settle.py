"""The end of a trading day: band, notches, new prices, dividends, and the last sale (steps 5 to 8)."""

from __future__ import annotations

from operator import mul

from msgspec.structs import replace

from rules.bull_rally.fill import NOTHING, Purse, Six
from rules.bull_rally.sheet import DAYS, Sheet
from rules.bull_rally.state import Outcome, State


def settle(state: State, green: tuple[int, ...], red: tuple[int, ...]) -> State:
    """The state after the dice: the day is told in `last`, the next one begins or the game is over."""
    sheet, prices = state.rules.sheet, state.prices
    band = _band(sheet, prices)
    notches = _notches(replace(state.today, band=band, green=green, red=red))
    after = tuple(
        [
            min(max(price + n * stock.notch, stock.limits[0]), stock.limits[1])
            for price, n, stock in zip(prices, notches, sheet.stocks, strict=True)
        ]
    )
    line = str(state.day + 1)
    dividends = tuple([stock.dividends.get(line, 0) for stock in sheet.stocks])
    paid = tuple([_times(p.shares, dividends) for p in state.purses])
    purses = tuple([Purse(p.cash + d, p.shares) for p, d in zip(state.purses, paid, strict=True)])
    outcome = replace(
        state.today,
        band=band,
        green=green,
        red=red,
        notches=notches,
        before=prices,
        after=after,
        dividends=dividends,
        paid=paid,
    )
    told = replace(
        state, history=(*state.history, after), purses=purses, last=outcome, serial=state.serial + 1
    )
    return _over(told, outcome) if state.day == DAYS else _tomorrow(told)


def _band(sheet: Sheet, prices: Six) -> Six:
    """One more sell (−1) at or above the high band, one more buy (1) at or below the low one."""
    return tuple(
        [
            (price <= stock.band[0]) - (price >= stock.band[1])
            for price, stock in zip(prices, sheet.stocks, strict=True)
        ]
    )


def _notches(day: Outcome) -> Six:
    """Buys − sells by stock: filled orders, news, band markers, dice."""
    total = list(day.band)
    for fill in day.fills:
        assert fill is not None
        for stock in fill.bought:
            total[stock - 1] += 1
        for stock in fill.sold:
            total[stock - 1] -= 1
    for bulletin in day.news:
        for stock in bulletin.moved:
            total[stock - 1] += bulletin.card[1]
    for stock in day.green:
        total[stock - 1] += 1
    for stock in day.red:
        total[stock - 1] -= 1
    return tuple(total)


def _times(shares: Six, each: Six) -> int:
    return sum(map(mul, shares, each))


def _tomorrow(state: State) -> State:
    day = state.day + 1
    return replace(
        state,
        phase="plan",
        day=day,
        window=1,
        orders=(NOTHING,) * state.rules.seats,
        asked=(),
        today=Outcome(day),
    )


def _over(state: State, outcome: Outcome) -> State:
    """After day 10 all shares are sold at the last price."""
    proceeds = tuple(_times(p.shares, state.prices) for p in state.purses)
    purses = tuple(Purse(p.cash + sale, NOTHING) for p, sale in zip(state.purses, proceeds, strict=True))
    return replace(
        state,
        phase="over",
        orders=(NOTHING,) * state.rules.seats,
        purses=purses,
        last=replace(outcome, proceeds=proceeds),
    )
