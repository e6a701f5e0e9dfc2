"""What to show of the facts: charts, one's own papers, the day's story, the final ranking."""

from __future__ import annotations

from rules.bull_rally.chance import notches, target_word
from rules.bull_rally.sheet import STOCKS, ticker
from rules.bull_rally.state import CASH, Outcome
from rules.bull_rally.view import BullFacts
from rules.page import (
    Chart,
    Dice,
    Holding,
    Notice,
    Page,
    Row,
    Rows,
    SeatName,
    Show,
    Standings,
    Waiting,
    Word,
    word,
)


def show(facts: BullFacts) -> Show:
    """All pages for this seat, or for everybody."""
    return Show(rest=_rest(facts), last=day_pages(facts), serial=facts.serial, keys=charts(facts))


def _rest(facts: BullFacts) -> Page:
    if facts.over:
        return final(facts)
    if facts.phase == "sequence":
        return _sequences(facts)
    if facts.phase in ("news", "roll"):
        return _chance(facts)
    return _standing(facts) if facts.seat is None else _papers(facts)


def _papers(facts: BullFacts) -> Page:
    """Own shares and cash."""
    assert facts.seat is not None
    planning = facts.phase == "plan"
    columns = tuple((ticker(facts.sheet, s), facts.purse.shares[s - 1], facts.prices[s - 1]) for s in STOCKS)
    return Holding(
        word("br.plan" if planning else "br.trade", day=facts.day),
        "stocks",
        columns,
        gauges=(("br.cash", facts.purse.cash, "$"),),
        note=word("br.ready_count", n=sum(facts.ready), of=facts.seats) if planning else None,
    )


def _standing(facts: BullFacts) -> Page:
    """Everybody's cash and shares at today's prices."""
    seats = sorted(range(1, facts.seats + 1), key=lambda s: (-facts.worth(s), s))
    rows = tuple(Row(_name(s), word("br.dollars", n=facts.worth(s)), bar=facts.worth(s)) for s in seats)
    return Standings(word("br.plan" if facts.phase == "plan" else "br.trade", day=facts.day), rows, goal=CASH)


def _sequences(facts: BullFacts) -> Page:
    of = len(facts.asked)
    seat = facts.seat
    return Waiting(
        word("br.sequences"),
        icon="trade",
        note=word("br.sequences_note"),
        done=of - len(facts.waited),
        of=of,
        sent=seat is not None and seat in facts.asked and seat not in facts.waited,
    )


def _chance(facts: BullFacts) -> Page:
    """While the keeper is at it: how the orders went."""
    news = facts.phase == "news"
    note = word("br.draws" if news else "br.rolls", seat=SeatName(facts.keeper))
    return Rows(word("br.filled", day=facts.day), _fill_rows(facts, facts.today), icon="trade", note=note)


def _fill_rows(facts: BullFacts, day: Outcome) -> tuple[Row, ...]:
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
    pages: list[Page] = [Rows(word("br.filled", day=day.day), _fill_rows(facts, day), icon="trade")]
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
    return tuple(Row(_name(s), word("br.dollars_in", n=dollars[s - 1]), own=s == facts.seat) for s in seats)


def final(facts: BullFacts) -> Page:
    """The ranking by cash; champions are named even if nobody is above $299."""
    seats = sorted(range(1, facts.seats + 1), key=lambda s: (-facts.purses[s - 1].cash, s))
    rows = tuple(
        Row(
            _name(s),
            word("br.dollars", n=facts.purses[s - 1].cash),
            mark="crown" if s in facts.champions else "",
            own=s == facts.seat,
            bar=facts.purses[s - 1].cash,
        )
        for s in seats
    )
    note = word("table.ended") if facts.ended else None if facts.winners else word("br.nobody_above")
    return Standings(word("br.final"), rows, goal=CASH, note=note)


def charts(facts: BullFacts) -> tuple[Page, ...]:
    """The six charts, stock 1 first: the pages behind the + keys."""
    return tuple(_chart(facts, stock) for stock in STOCKS)


def _chart(facts: BullFacts, stock: int) -> Page:
    it = facts.sheet.stocks[stock - 1]
    return Chart(
        stock,
        it.name,
        ticker(facts.sheet, stock),
        facts.day,
        tuple(line[stock - 1] for line in facts.history),
        it.band,
        it.limits,
        it.news,
        tuple(sorted((int(line), dollars) for line, dollars in it.dividends.items())),
        own=None if facts.seat is None else facts.purse.shares[stock - 1],
        placeholder=facts.placeholder,
    )


def _stock(facts: BullFacts, id: str, stock: int) -> Word:
    return word(id, ticker=ticker(facts.sheet, stock))


def _name(seat: int) -> Word:
    return word("table.seat", seat=SeatName(seat))
