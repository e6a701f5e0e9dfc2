"""What to show of the facts: charts, one's own papers, the day's story, the final ranking."""

from __future__ import annotations

from rules.bull_rally.sheet import STOCKS, ticker
from rules.bull_rally.state import CASH
from rules.bull_rally.story import day_pages, fill_rows, name
from rules.bull_rally.view import BullFacts
from rules.page import Chart, Holding, Page, Row, Rows, SeatName, Show, Standings, Waiting, word


def show(facts: BullFacts) -> Show:
    """All pages for this seat, or for everybody. Yesterday's story is told until trading opens."""
    told = day_pages(facts) if facts.phase in ("plan", "over") else ()
    return Show(rest=_rest(facts), last=told, serial=facts.serial, keys=charts(facts))


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
    rows = tuple(Row(name(s), word("br.dollars", n=facts.worth(s)), bar=facts.worth(s)) for s in seats)
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
    return Rows(word("br.filled", day=facts.day), fill_rows(facts, facts.today), icon="trade", note=note)


def final(facts: BullFacts) -> Page:
    """The ranking by cash; champions are named even if nobody is above $299."""
    seats = sorted(range(1, facts.seats + 1), key=lambda s: (-facts.purses[s - 1].cash, s))
    rows = tuple(
        Row(
            name(s),
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
