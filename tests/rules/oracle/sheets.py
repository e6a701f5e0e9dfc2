"""The sheets of Drug Dealer and Bull Rally: their stand-ins and what is wrong with an owner's own."""

from __future__ import annotations

from typing import Any

from tests.rules.oracle.plain import SIDES, SIX, a_list, a_text, a_whole, need, two_wholes, whole_in


def drug_dealer_stand_in() -> Any:
    return {"d4": [0, 5], "d6": [-1, 5], "d8": [-2, 5], "d10": [-3, 5], "d20": [-8, 5]}


def drug_dealer(x: Any) -> Any:
    # "as [correction, factor]; exactly the five dice, integers (`source` may be missing in a fixture)"
    need(isinstance(x, dict) and isinstance(x.get("dice"), dict))
    need("source" not in x or a_text(x["source"]))
    need(set(x["dice"]) == set(SIDES))
    need(all(two_wholes(pair) for pair in x["dice"].values()))
    return x["dice"]


def bull_rally_stand_in() -> Any:
    # start, band, upper limit, N lines, dividends; "notch 2, lower limit 4 for all"
    table = [
        (32, (22, 42), 52, (3, 6, 9), {6: 1, 11: 1}),
        (48, (38, 58), 68, (2, 5, 8), {9: 2}),
        (32, (22, 42), 52, (3, 5, 8), {5: 1, 10: 1}),
        (40, (30, 50), 60, (4, 7, 9), {4: 1, 8: 1}),
        (24, (14, 34), 44, (2, 6, 10), {3: 1, 5: 1, 7: 1, 9: 1, 11: 1}),
        (56, (46, 66), 76, (4, 7, 10), {6: 2, 11: 2}),
    ]
    stocks = {
        k: {"start": start, "notch": 2, "limits": (4, top), "band": band, "news": news, "dividends": pays}
        for k, (start, band, top, news, pays) in enumerate(table, 1)
    }
    cards = [("stock", value) for value in (2, 2, 1, 1, -2, -2, -3, -3, -4, -4, -5)]
    cards += [("market", value) for value in (1, -1, -2, -3)]
    return {"stocks": stocks, "news": cards}


def bull_rally(x: Any) -> Any:
    need(isinstance(x, dict) and isinstance(x.get("stocks"), list) and isinstance(x.get("news"), list))
    need("source" not in x or a_text(x["source"]))
    # "exactly six stocks"
    need(len(x["stocks"]) == 6)
    stocks = {}
    for k, stock in enumerate(x["stocks"], 1):
        need(isinstance(stock, dict))
        need(a_text(stock.get("name")) and a_whole(stock.get("start")) and a_whole(stock.get("notch")))
        need(two_wholes(stock.get("limits")) and two_wholes(stock.get("band")))
        # "0 ≤ limits, start within them, low ≤ high, notch ≥ 1"
        low, high = stock["limits"]
        need(
            0 <= low <= stock["start"] <= high
            and stock["band"][0] <= stock["band"][1]
            and stock["notch"] >= 1
        )
        # "N lines 1..10, dividend lines "2".."11" ≥ 0"
        need(a_list(stock.get("news"), whole_in(1, 10)))
        pays = stock.get("dividends")
        need(isinstance(pays, dict) and all(line in [str(k) for k in range(2, 12)] for line in pays))
        need(all(a_whole(amount) and amount >= 0 for amount in pays.values()))
        # "`ticker` (1-4 letters or digits …) and `short` (one character …) may be given"
        if "ticker" in stock:
            need(a_text(stock["ticker"]) and 1 <= len(stock["ticker"]) <= 4 and stock["ticker"].isalnum())
        if "short" in stock:
            need(a_text(stock["short"]) and len(stock["short"]) == 1)
        stocks[k] = {**stock, "dividends": {int(line): amount for line, amount in pays.items()}}
    # "at least one card, a card's stock 1..6, its value any integer"
    need(len(x["news"]) >= 1)
    for card in x["news"]:
        need(isinstance(card, list) and len(card) == 2 and a_whole(card[1]))
        need(card[0] in ("stock", "market") if a_text(card[0]) else a_whole(card[0]) and card[0] in SIX)
    return {"stocks": stocks, "news": [(target, value) for target, value in x["news"]]}
