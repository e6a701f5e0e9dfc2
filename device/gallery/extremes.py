"""Scenes for the catalogue that games seldom reach: full stacks, negative totals, ties of all, both price limits; and
the pages around the games."""

from __future__ import annotations

from collections.abc import Iterator

from device.gallery.around import around, lobby
from device.scene import Scene
from rules import page as pages
from rules.page import Row, SeatName, Standings, Word, word
from rules.prompt import Column, Draft, Gauge, Look, Prompt

TICKERS = ("ORC", "GGE", "MHW", "DYN", "EVG", "FAL")


def extremes() -> dict[str, Scene]:
    """By name, in no language yet."""
    return dict((*_money(), *_hours(), *_trading(), *around(), *lobby()))


def _ask(
    look: Look,
    title: Word,
    columns: Iterator[Column],
    *gauges: Gauge,
    verb: str = "table.send",
    **more: object,
) -> Prompt:
    return Prompt("x", title, verb, look=look, columns=tuple(columns), gauges=gauges, **more)  # type: ignore[arg-type]


def _seat(seat: int) -> Word:
    return word("table.seat", seat=SeatName(seat))


def _money() -> Iterator[tuple[str, Scene]]:
    def bid(*coins: tuple[int, int, int]) -> Prompt:
        unit = "dd.unit"
        columns = (Column(str(kind), 0, held, at=at, worth=kind, held=held) for kind, held, at in coins)
        hand = Gauge("dd.gauge-hand", sum(kind * held for kind, held, _ in coins), -1, unit)
        return _ask(
            "coins",
            word("dd.title-bid"),
            columns,
            Gauge("dd.gauge-bid", 0, 1, unit),
            hand,
            icon="lock",
            empty="dd.verb-bid-nothing",
        )

    def deal(title: str, *columns: tuple[int, str]) -> Prompt:
        seats = (
            Column("", 0, int(mark == "tie"), value=n, base=1, mark=mark, seat=s)
            for s, (n, mark) in enumerate(columns, 2)
        )
        return _ask("seats", word(title), seats, least=3, most=3, verb="dd.verb-deal", icon="eye")

    yield "bid of 21 coins a kind", Scene("", prompt=bid((2, 21, 21), (5, 21, 9), (15, 14, 14), (30, 14, 2)))
    yield "bid with nothing", Scene("", prompt=bid((2, 0, 0), (5, 0, 0), (15, 0, 0), (30, 0, 0)))
    tie = deal("dd.title-cards", *((0, "tie"),) * 6)
    yield "tie of six", Scene("", prompt=tie, draft=Draft("x", (1, 4, 6)))
    cut = deal("dd.title-cards", (336, "ok"), (120, "ok"), (27, "tie"), (27, "tie"), (10, "ng"), (0, "ng"))
    yield "cut with a tie", Scene("", prompt=cut, draft=Draft("x", (4,)))
    pays = deal(
        "dd.title-pays", (111, "pays"), (60, "tie"), (60, "tie"), (15, "gets"), (5, "gets"), (0, "gets")
    )
    yield "payers", Scene("", prompt=pays, draft=Draft("x", (2,)))
    for ok in (True, False):
        yield f"card {'ok' if ok else 'ng'}", Scene("", page=pages.Verdict(ok))
    held = tuple((str(kind), n, kind) for kind, n in ((2, 21), (5, 0), (15, 14), (30, 7)))
    own = pages.Holding(
        word("dd.title-own"),
        "coins",
        held,
        (("dd.gauge-money", 462, "dd.unit"), ("dd.gauge-goods", -115, "")),
    )
    yield "full purse, negative goods", Scene("", page=own)
    totals = (412, 398, 111, 97, 0, -55, -115)
    ranks = tuple(
        Row(_seat(s), word("dd.total", total=n), "crown" * (s == 1), s == 6, n)
        for s, n in enumerate(totals, 1)
    )
    yield "final of seven, negative", Scene("", page=Standings(word("dd.title-final"), ranks))
    yield (
        "final of three, negative",
        Scene("", page=Standings(word("dd.title-final"), (ranks[0], ranks[5], ranks[6]))),
    )
    dice = pages.Dice(word("dd.title-dice"), (("d10", 10), ("d20", None)), -115, "dd.gauge-production")
    yield "dice, negative", Scene("", page=dice)


def _hours() -> Iterator[tuple[str, Scene]]:
    def cards(*counts: tuple[int, int]) -> Prompt:
        columns = (
            Column(str(v), 0, held, at=at, worth=v, held=held) for v, (held, at) in enumerate(counts, 1)
        )
        gauges = Gauge("ff.hours", sign=1), Gauge("ff.pile", 24)
        return _ask(
            "cards",
            word("ff.title.bid"),
            columns,
            *gauges,
            icon="clock",
            most=2,
            empty="ff.verb.empty",
            guard=True,
        )

    yield "all cards held", Scene("", prompt=cards((3, 0), (3, 0), (2, 0), (1, 0), (1, 0)))
    yield "two equal cards", Scene("", prompt=cards((3, 2), (3, 0), (2, 0), (0, 0), (1, 0)))
    sums = tuple((s, h, s == 2) for s, h in enumerate((24, 24, 23, 20, 4), 1))
    yield (
        "hours far over",
        Scene(
            "",
            page=pages.Tower(word("ff.title.sum", total=95, limit=48), sums, 48, word("ff.note.over", by=47)),
        ),
    )
    nothing = tuple((s, 0, False) for s in range(1, 4))
    yield (
        "no hours",
        Scene(
            "",
            page=pages.Tower(
                word("ff.title.sum", total=0, limit=48), nothing, 48, word("ff.note.within", by=48)
            ),
        ),
    )
    gone = (("red", 3, -1), ("blue", 1, 2), ("yellow", 2, 0))
    yield "cases, one gone", Scene("", page=pages.Cases(word("ff.title.award"), gone, word("ff.note.award")))


def _trading() -> Iterator[tuple[str, Scene]]:
    stocks = (
        (1, 12, 4, 10, ""),
        (0, -12, 88, 2, ""),
        (-1, 1, 38, 3, ""),
        (1, 1, 47, 8, "fails"),
        (0, 0, 21, 0, ""),
        (-1, -2, 64, 0, "fails"),
    )
    columns = (
        Column(t, -1, 1, at, net, 0, price, held, mark)
        for t, (at, net, price, held, mark) in zip(TICKERS, stocks, strict=True)
    )
    prompt = _ask(
        "orders",
        word("br.trade", day=10),
        columns,
        Gauge("br.cash", 1252, unit="$", warn=True),
        live=True,
        icon="trade",
    )
    for name, left in (("full", 10.0), ("last second", 0.4), ("countdown", -2.2), ("no clock", None)):
        yield f"trading, {name}", Scene("", prompt=prompt, left=left, total=10.0)
    news, pays = (1, 5, 10), ((2, 1), (3, 12), (11, 2))
    prices = (4, 4, 20, 46, 70, 88, 88, 60, 4, 30, 88)
    rising = pages.Chart(
        6, "Falcon Fuel and Gas Company", "FAL", 10, prices, (46, 66), (4, 88), news, pays, 10
    )
    yield "chart at both limits", Scene("", page=rising, placeholder=True)
    flat = pages.Chart(1, "Orange Computers", "ORC", 1, (32,), (22, 42), (4, 52), news, pays, 0)
    yield "chart of the first day", Scene("", page=flat)
    for seats in (2, 4, 5):
        worth = (1412, 355, 299, 88, 0)[:seats]
        rows = tuple(
            Row(_seat(s), word("br.dollars", n=n), "crown" * (s == 1), s == 2, n)
            for s, n in enumerate(worth, 1)
        )
        yield f"final of {seats}", Scene("", page=Standings(word("br.final"), rows, goal=299))
