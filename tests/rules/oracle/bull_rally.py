"""Bull Rally by the letter."""

from __future__ import annotations

from typing import Any

from tests.rules.oracle import sheets
from tests.rules.oracle.plain import (
    SIX,
    Stop,
    a_whole,
    allowed,
    count,
    known,
    turn_of,
    twice,
    whole_in,
    wholes,
    word_of,
)

SEATS = (2, 6)


def options(_: int) -> dict[str, Any]:
    return {
        "trade_seconds": (10, whole_in(3, 120)),
        "plan_seconds": (0, whole_in(0, 600)),
        "orders": ("open", word_of("open", "blind")),
        "sequence": ("ask", word_of("ask", "auto")),
        "news": ("day", word_of("day", "each")),
    }


stand_in, sheet = sheets.bull_rally_stand_in, sheets.bull_rally


def a_card(x: Any) -> bool:
    # "`{"stock": 4, "value": 2}` in place of scope (both or neither: malformed)"
    if not isinstance(x, dict) or not a_whole(x.get("value")) or ("scope" in x) == ("stock" in x):
        return False
    return word_of("stock", "market")(x["scope"]) if "scope" in x else a_whole(x["stock"])


def shapes(opts: dict[str, Any]) -> dict[str, Any]:
    return {
        "ready": {"on": (lambda x: isinstance(x, bool), False)},
        "open": {},
        "order": {"stock": (a_whole, True), "side": (lambda x: x is None or word_of("buy", "sell")(x), True)},
        "close": {},
        "again": {},
        "sequence": {"stocks": (wholes, False)},
        # "`news: "each"`: … with `"for": stock` (missing: malformed"
        "news": {"card": (a_card, True), "for": (a_whole, opts["news"] == "each")},
        "roll": {"green": (wholes, True), "red": (wholes, True)},
    }


def start(n: int, opts: dict[str, Any], table: Any) -> dict[str, Any]:
    return {
        "n": n,
        "options": opts,
        "stocks": table["stocks"],
        "cards": table["news"],
        "deck": list(table["news"]),
        "phase": "plan",
        "day": 1,
        "price": {k: table["stocks"][k]["start"] for k in SIX},
        "cash": dict.fromkeys(range(1, n + 1), 299),
        "shares": {s: dict.fromkeys(SIX, 0) for s in range(1, n + 1)},
        "ready": [],
        "unfinished": False,
    }


def step(g: dict[str, Any], e: dict[str, Any]) -> None:
    do, by = e["do"], e["by"]
    phase = {"ready": "plan", "open": "plan", "order": "trade", "close": "trade", "again": "trade"}.get(
        do, do
    )
    if g["phase"] != phase:
        raise Stop("wrong-phase")

    if do == "ready":
        turn_of(a_whole(by))
        # 1. "either one when it is so already: `already-done`"
        on = e.get("on", True)
        if (by in g["ready"]) == on:
            raise Stop("already-done")
        if on:
            g["ready"].append(by)
        else:
            g["ready"].remove(by)
        if len(g["ready"]) == g["n"]:
            open_trading(g)
    elif do == "open":
        turn_of(by in ("host", "clock"))
        open_trading(g)
    elif do == "order":
        # 2. "`"sell"`, or `null` to take it back (repeating what stands is accepted); one order per stock"
        turn_of(a_whole(by))
        known(e["stock"] in SIX)
        g["orders"][by].pop(e["stock"], None)
        if e["side"] is not None:
            g["orders"][by][e["stock"]] = e["side"]
    elif do == "close":
        turn_of(by == "clock")
        close(g)
    elif do == "again":
        # "voids the window …: no orders, nobody ready, planning again, same day"
        turn_of(by == "host")
        g["phase"] = "plan"
        g["ready"] = []
    elif do == "sequence":
        # 3. "Unasked seats: `not-your-turn`; answered: `already-done`; a stock not bought or twice: `not-allowed`"
        turn_of(by in g["asked"])
        if by in g["answered"]:
            raise Stop("already-done")
        buys = automatic(g, by)
        if "stocks" in e:
            count(len(e["stocks"]) == len(buys))
            known(all(k in SIX for k in e["stocks"]))
            allowed(not twice(e["stocks"]) and all(k in buys for k in e["stocks"]))
            buys = e["stocks"]
        fill(g, by, buys)
        g["answered"].append(by)
        if len(g["answered"]) == len(g["asked"]):
            after_filling(g)
    elif do == "news":
        turn_of(by == "chance")
        news(g, e)
    elif do == "roll":
        turn_of(by == "chance")
        # 6. "four and four"
        count(len(e["green"]) == 4 and len(e["red"]) == 4)
        known(all(face in SIX for face in e["green"] + e["red"]))
        for face in e["green"]:
            g["box"][face] += 1
        for face in e["red"]:
            g["box"][face] -= 1
        end_of_day(g)


def open_trading(g: dict[str, Any]) -> None:
    g["phase"] = "trade"
    g["orders"] = {s: {} for s in range(1, g["n"] + 1)}


def automatic(g: dict[str, Any], seat: int) -> list[int]:
    """ "buys from the cheapest up (equal price: lower number)" """
    buys = [k for k in SIX if g["orders"][seat].get(k) == "buy"]
    return sorted(buys, key=lambda k: (g["price"][k], k))


def fill(g: dict[str, Any], seat: int, buys: list[int]) -> None:
    cancelled = 0
    for k in SIX:
        if g["orders"][seat].get(k) == "sell":
            if g["shares"][seat][k] > 0:
                g["shares"][seat][k] -= 1
                g["cash"][seat] += g["price"][k]
                g["box"][k] -= 1
            else:
                cancelled += 1
    for k in buys:
        if g["cash"][seat] >= g["price"][k]:
            g["shares"][seat][k] += 1
            g["cash"][seat] -= g["price"][k]
            g["box"][k] += 1
        else:
            cancelled += 1
    # "After its fills a seat pays $5 for each cancelled order, never below $0"
    g["cash"][seat] = max(0, g["cash"][seat] - 5 * cancelled)


def would_cancel(g: dict[str, Any], seat: int) -> bool:
    """ "two or more buys of which one would be cancelled" (the cheapest first, after the sells)."""
    buys = automatic(g, seat)
    cash = g["cash"][seat]
    for k in SIX:
        if g["orders"][seat].get(k) == "sell" and g["shares"][seat][k] > 0:
            cash += g["price"][k]
    return len(buys) >= 2 and sum(g["price"][k] for k in buys) > cash


def close(g: dict[str, Any]) -> None:
    g["box"] = dict.fromkeys(SIX, 0)
    g["asked"] = []
    g["answered"] = []
    for seat in range(1, g["n"] + 1):
        if g["options"]["sequence"] == "ask" and would_cancel(g, seat):
            g["asked"].append(seat)
        else:
            fill(g, seat, automatic(g, seat))
    if g["asked"]:
        g["phase"] = "sequence"
    else:
        after_filling(g)


def after_filling(g: dict[str, Any]) -> None:
    # 4. "if any stock is on an N line today (line d), one card"; `each`: "one card for each stock on N, in stock order"
    g["on_n"] = [k for k in SIX if g["day"] in g["stocks"][k]["news"]]
    g["to_come"] = list(g["on_n"])
    g["phase"] = "news" if g["on_n"] else "roll"


def news(g: dict[str, Any], e: dict[str, Any]) -> None:
    each = g["options"]["news"] == "each"
    if each:
        known(e["for"] in SIX)
    # "an empty deck is reshuffled whole"
    if not g["deck"]:
        g["deck"] = list(g["cards"])
    card = (e["card"].get("scope", e["card"].get("stock")), e["card"]["value"])
    known(card in g["deck"])
    if each:
        allowed(e["for"] == g["to_come"][0])
    g["deck"].remove(card)
    target, value = card
    if target == "market":
        moved = list(SIX)
    elif target == "stock":
        moved = [e["for"]] if each else g["on_n"]
    else:
        moved = [target]
    for k in moved:
        g["box"][k] += value
    g["to_come"].pop(0)
    if not each or not g["to_come"]:
        g["phase"] = "roll"


def end_of_day(g: dict[str, Any]) -> None:
    line = g["day"] + 1
    for k in SIX:
        stock = g["stocks"][k]
        # 5. "at or above its high band gets one more sell; at or below its low band one more buy"
        if g["price"][k] >= stock["band"][1]:
            g["box"][k] -= 1
        if g["price"][k] <= stock["band"][0]:
            g["box"][k] += 1
        # 7. "the new price = old + notches × notch value, held within the chart's limits"
        low, high = stock["limits"]
        g["price"][k] = min(high, max(low, g["price"][k] + g["box"][k] * stock["notch"]))
        # 8. "amount × shares held"
        for seat in g["cash"]:
            g["cash"][seat] += stock["dividends"].get(line, 0) * g["shares"][seat][k]
    if g["day"] < 10:
        g["day"] += 1
        g["phase"] = "plan"
        g["ready"] = []
        return
    # "After day 10 (dividends first) all shares are sold at the last price."
    g["phase"] = "over"
    for seat in g["cash"]:
        for k in SIX:
            g["cash"][seat] += g["shares"][seat][k] * g["price"][k]
            g["shares"][seat][k] = 0


def record(g: dict[str, Any]) -> dict[str, Any]:
    settled = g["phase"] == "over" and not g["unfinished"]
    cash = g["cash"]
    return {
        "game": "bull-rally",
        "over": g["phase"] == "over",
        "phase": g["phase"],
        "seats": [
            {"cash": cash[s], "shares": {str(k): g["shares"][s][k] for k in SIX}}
            for s in range(1, g["n"] + 1)
        ],
        # "Everyone above $299 is a winner; the most cash is the champion, equal cash shares it"
        "winners": [s for s in cash if cash[s] > 299] if settled else [],
        "champions": [s for s in cash if cash[s] == max(cash.values())] if settled else [],
        "day": g["day"],
        "prices": {str(k): g["price"][k] for k in SIX},
    }
