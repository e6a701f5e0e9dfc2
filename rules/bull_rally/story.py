"""The story of a trading day, page by page: orders, news, dice, prices, dividends, the last sale."""

from __future__ import annotations

from rules.bull_rally.chance import notches, target_word
from rules.bull_rally.entries import News, Roll, Sequence
from rules.bull_rally.sheet import STOCKS, ticker
from rules.bull_rally.state import Outcome
from rules.bull_rally.view import BullFacts
from rules.entry import Entry
from rules.page import Dice, Notice, Page, Row, Rows, SeatName, Word, word


def fill_rows(facts: BullFacts, day: Outcome) -> tuple[Row, ...]:
    rows = _all_fills(day) if facts.seat is None else _own_fills(facts, day, facts.seat)
    return rows or (Row(word("br.no_orders")),)


def _own_fills(facts: BullFacts, day: Outcome, seat: int) -> tuple[Row, ...]:
    """One row an order of this seat, then its fine."""
    fill = day.fills[seat - 1]
    if fill is None:
        return ()
    prices = facts.history[day.day - 1]

    def row(id: str, stock: int, sign: str, mark: str) -> Row:
        return Row(_stock(facts, id, stock), word(sign, n=prices[stock - 1]), mark=mark, own=True)

    sold = tuple(row("br.sold", s, "br.dollars_in", "up") for s in fill.sold)
    bought = tuple(row("br.bought", s, "br.dollars_out", "down") for s in fill.bought)
    lost = tuple(
        Row(_stock(facts, "br.no_buy" if side > 0 else "br.no_sell", s), mark="fine", own=True)
        for s, side in fill.cancelled
    )
    fine = (Row(word("br.fine"), word("br.dollars_out", n=fill.fine), mark="fine", own=True),) * bool(
        fill.cancelled
    )
    return sold + bought + lost + fine


def _all_fills(day: Outcome) -> tuple[Row, ...]:
    """One row a seat that ordered."""
    rows = []
    for seat, fill in enumerate(day.fills, start=1):
        if fill is None or not (fill.sold or fill.bought or fill.cancelled):
            continue
        done = word("br.fill_counts", seat=SeatName(seat), buys=len(fill.bought), sells=len(fill.sold))
        fined = word("br.dollars_out", n=fill.fine) if fill.cancelled else None
        rows.append(Row(done, fined, mark="fine" if fill.cancelled else ""))
    return tuple(rows)


def day_pages(facts: BullFacts) -> tuple[Page, ...]:
    """The story of the day settled last, page by page; () before there is one."""
    day = facts.last
    if day is None:
        return ()
    pages: list[Page] = [Rows(word("br.filled", day=day.day), fill_rows(facts, day), icon="trade")]
    pages += [
        Notice(
            word("br.news") if b.about is None else _stock(facts, "br.news_for", b.about),
            (target_word(facts, b.card[0]),),
            icon="news",
            big=notches(b.card[1]),
        )
        for b in day.news
    ]
    dice = tuple(("green", f) for f in day.green) + tuple(("red", f) for f in day.red)
    pages += [Dice(word("br.roll"), dice), _moves(facts, day)]
    if any(day.dividends):
        pages.append(Rows(word("br.dividends", day=day.day), _dividend_rows(facts, day), icon="dividend"))
    if day.proceeds:
        pages.append(Rows(word("br.all_sold"), _by_seat(facts, day.proceeds), icon="trade"))
    return tuple(pages)


def _moves(facts: BullFacts, day: Outcome) -> Page:
    rows = []
    for stock in STOCKS:
        old, new = day.before[stock - 1], day.after[stock - 1]
        mark = "up" if new > old else "down" if new < old else ""
        rows.append(Row(_stock(facts, "br.stock", stock), word("br.move", old=old, new=new), mark=mark))
    return Rows(word("br.prices", day=day.day), tuple(rows), icon="chart")


def _dividend_rows(facts: BullFacts, day: Outcome) -> tuple[Row, ...]:
    """What each stock paid a share, then what the seats got."""
    stocks = tuple(
        Row(_stock(facts, "br.a_share", s), word("br.dollars", n=day.dividends[s - 1]))
        for s in STOCKS
        if day.dividends[s - 1]
    )
    return stocks + _by_seat(facts, day.paid)


def _by_seat(facts: BullFacts, dollars: tuple[int, ...]) -> tuple[Row, ...]:
    """This seat first, then the others in seat order."""
    seats = sorted(range(1, facts.seats + 1), key=lambda s: (s != facts.seat, s))
    return tuple(Row(name(s), word("br.dollars_in", n=dollars[s - 1]), own=s == facts.seat) for s in seats)


def _stock(facts: BullFacts, id: str, stock: int) -> Word:
    return word(id, ticker=ticker(facts.sheet, stock))


def name(seat: int) -> Word:
    return word("table.seat", seat=SeatName(seat))


def undone(entry: Entry) -> Word | None:
    """A card goes back into the deck, prices and money to where they stood before the dice or the fills."""
    match entry:
        case News():
            return word("br.undo_news")
        case Roll():
            return word("br.undo_roll")
        case Sequence(by=int(seat)):
            return word("br.undo_sequence", seat=SeatName(seat))
    return None
