"""Entries that mostly stand, made from the second reading's state: games full of ties, zeros and spent hands, which
keys pressed at random seldom reach."""

from __future__ import annotations

import random
from typing import Any

Item = dict[str, Any]


def likely(game: Item, rng: random.Random) -> Item:
    """An entry that mostly stands in the state of the second reading."""
    if rng.random() < 0.04:
        return {"by": "host", "do": "undo"}
    makers = {"dealer": _drug_dealer, "desk": _forty_eight, "day": _bull_rally}
    return next(make(game, rng) for key, make in makers.items() if key in game)


def _src(rng: random.Random) -> Item:
    return rng.choice(
        ({}, {"src": "typed"}, {"src": "typed"}, {"src": "device"}, {"src": "tower", "proof": {}})
    )


def _some(held: list[int], most: int, rng: random.Random) -> list[int]:
    return rng.sample(held, min(len(held), rng.randint(0, most)))


def _drug_dealer(g: Item, rng: random.Random) -> Item:
    dealer, phase = g["dealer"], g["phase"]
    sides = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d20": 20}
    others = [s for s in g["hand"] if s != dealer]
    if phase == "dice" or (phase == "roll" and rng.random() < 0.2):
        return {"by": dealer, "do": "dice", "pick": rng.sample(sorted(sides), 2)}
    if phase == "roll":
        faces = {die: rng.randint(1, sides[die]) for die in rng.sample(g["pick"], 2)}
        return {"by": "chance", "do": "roll", "faces": faces, **_src(rng)}
    if phase == "show":
        return {"by": dealer, "do": "show", "die": rng.choice(g["pick"])}
    if phase == "bid":
        seat = rng.choice([s for s in others if s not in g["bid"] or rng.random() < 0.1] or others)
        coins = _some(sorted(g["hand"][seat]), rng.choice((0, 1, 1, 3)), rng)
        return {"by": seat, "do": "bid", "coins": coins}
    if phase == "favour":
        amount = {s: sum(coins) for s, coins in g["bid"].items()}
        edge = sorted(amount.values(), reverse=True)[g["cut"] - 1]
        tied = [s for s in amount if amount[s] == edge]
        above = sum(a > edge for a in amount.values())
        whole = above + len(tied) == g["cut"]
        return {"by": dealer, "do": "favour", "seats": [] if whole else rng.sample(tied, g["cut"] - above)}
    if g["lap"] == 2 and rng.random() < 0.1:
        faces = {die: rng.randint(1, sides[die]) for die in g["pick"]}
        return {"by": "host", "do": "retype", "faces": faces}
    seat = g["queue"][0]
    do = rng.choice(("pass", "take", "take", "add"))
    pool = g["bid" if do == "take" else "hand"][seat]
    return (
        {"by": seat, "do": do, "coin": rng.choice(pool)}
        if do != "pass" and pool
        else {"by": seat, "do": "pass"}
    )


def _forty_eight(g: Item, rng: random.Random) -> Item:
    phase, desk = g["phase"], g["desk"]
    if phase == "draw":
        cases = rng.sample(g["deck"], 1 if g["n"] == 3 else 2)
        return {"by": "chance", "do": "draw", "cases": cases, **_src(rng)}
    if phase == "bid":
        seat = rng.choice([s for s in g["asked"] if s not in g["bids"] or rng.random() < 0.1] or g["asked"])
        empty = g["options"]["empty_bid"] == "always" and rng.random() < 0.2
        cards = [] if empty else _some(g["hand"][seat], 2, rng) or g["hand"][seat][:1]
        return {"by": seat, "do": "bid", "cards": cards}
    if phase == "favour":
        return {"by": desk, "do": "favour", "seats": [rng.choice(sorted(g["bids"]))]}
    if rng.random() < 0.4:
        return {"by": desk, "do": "decline"}
    return {"by": desk, "do": "topdown", "cards": sorted(g["hand"][desk])[-2:]}


def _bull_rally(g: Item, rng: random.Random) -> Item:
    phase, seat = g["phase"], rng.randint(1, g["n"])
    if phase == "plan":
        on = rng.choice(({}, {}, {"on": seat not in g["ready"]}))
        return rng.choice(
            ({"by": seat, "do": "ready", **on}, {"by": rng.choice(("host", "clock")), "do": "open"})
        )
    if phase == "trade":
        if rng.random() < 0.06:
            return rng.choice(({"by": "clock", "do": "close"},) * 4 + ({"by": "host", "do": "again"},))
        side = rng.choice(("buy", "buy", "buy", "sell", None))
        return {"by": seat, "do": "order", "stock": rng.randint(1, 6), "side": side}
    if phase == "sequence":
        seat = rng.choice(g["asked"])
        buys = [k for k, side in g["orders"][seat].items() if side == "buy"]
        return {"by": seat, "do": "sequence", **rng.choice(({}, {"stocks": rng.sample(buys, len(buys))}))}
    if phase == "news":
        target, value = rng.choice(g["deck"] or g["cards"])
        card = {"stock" if isinstance(target, int) else "scope": target, "value": value}
        extra = {"for": g["to_come"][0]} if g["options"]["news"] == "each" or rng.random() < 0.1 else {}
        return {"by": "chance", "do": "news", "card": card, **extra, **_src(rng)}
    green, red = ([rng.randint(1, 6) for _ in range(4)] for _ in "gr")
    return {"by": "chance", "do": "roll", "green": green, "red": red, **_src(rng)}
