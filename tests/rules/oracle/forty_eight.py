"""Forty-Eight by the letter."""

from __future__ import annotations

from typing import Any

from tests.rules.oracle.plain import (
    Stop,
    allowed,
    count,
    held,
    known,
    texts,
    turn_of,
    whole_in,
    wholes,
    word_of,
    yours,
)

SEATS = (3, 5)
SUITS = ["red", "blue", "yellow", "green", "black", "white"]
IN_USE = {3: 3, 4: 5, 5: 6}
TURNS = {3: 9, 4: 8, 5: 10}


def options(n: int) -> dict[str, Any]:
    def suits(x: Any) -> bool:
        return texts(x) and len(x) == len(set(x)) == IN_USE[n] and all(suit in SUITS for suit in x)

    return {
        "first": (1, whole_in(1, n)),
        "suits": (SUITS[: IN_USE[n]], suits),
        "topdown": ("replace", word_of("replace", "slide")),
        "empty_bid": ("when-broke", word_of("when-broke", "always")),
        "limit": (48, whole_in(1, 200)),
    }


def stand_in() -> Any:
    return None


def sheet(_: Any) -> Any:
    # "Forty-Eight has no sheet, one given is ignored."
    return None


def shapes(_: dict[str, Any]) -> dict[str, Any]:
    return {
        "draw": {"cases": (texts, True)},
        "bid": {"cards": (wholes, True)},
        "favour": {"seats": (wholes, True)},
        "topdown": {"cards": (wholes, True)},
        "decline": {},
    }


def start(n: int, opts: dict[str, Any], _: Any) -> dict[str, Any]:
    return {
        "n": n,
        "options": opts,
        "phase": "draw",
        "turn": 1,
        "desk": opts["first"],
        "deck": [f"{suit}{number}" for suit in opts["suits"] for number in (1, 1, 2, 3)],
        "hand": {s: [1, 1, 1, 2, 2, 2, 3, 3, 4, 5] for s in range(1, n + 1)},
        "won": {s: [] for s in range(1, n + 1)},  # [case, cards] in the order won
        "hours": dict.fromkeys(range(1, n + 1)),
        "out": [],
        "winners": [],
        "unfinished": False,
    }


def step(g: dict[str, Any], e: dict[str, Any]) -> None:
    do, by = e["do"], e["by"]
    phase = {"draw": "draw", "bid": "bid", "favour": "favour", "topdown": "topdown", "decline": "topdown"}[do]
    if g["phase"] != phase:
        raise Stop("wrong-phase")

    if do == "draw":
        turn_of(by == "chance")
        # 1. "one case with 3 seats"
        count(len(e["cases"]) == (1 if g["n"] == 3 else 2))
        known(all(e["cases"].count(case) <= g["deck"].count(case) for case in e["cases"]))
        for case in e["cases"]:
            g["deck"].remove(case)
        g["drawn"] = e["cases"]
        g["bids"] = {}
        # 2. "A seat without cards is not asked … and counts as an empty bid"
        g["asked"] = [s for s in g["hand"] if s != g["desk"] and g["hand"][s]]
        g["phase"] = "bid"
        all_bid(g)
    elif do == "bid":
        turn_of(by in g["asked"])
        cards = e["cards"]
        # "one or two cards …; with cards an empty bid is `bad-count` … unless `empty_bid` is `"always"`"
        count(len(cards) in ((0, 1, 2) if g["options"]["empty_bid"] == "always" else (1, 2)))
        known(all(1 <= card <= 5 for card in cards))
        yours(held(cards, g["hand"][by]))
        g["bids"][by] = list(cards)
        all_bid(g)
    elif do == "favour":
        turn_of(by == g["desk"])
        # 3. "A tie for a rank: … rank 1 first, then rank 2 among the rest"
        count(len(e["seats"]) == 1)
        known(1 <= e["seats"][0] <= g["n"])
        allowed(e["seats"][0] in best(g))
        g["ranks"].append(e["seats"][0])
        rank(g)
    elif do == "topdown":
        turn_of(by == g["desk"])
        cards = e["cards"]
        # 4. "one or two of its own cards whose sum is at least the highest bid + 2 (at least 2 when nobody bid)"
        count(len(cards) in (1, 2))
        known(all(1 <= card <= 5 for card in cards))
        yours(held(cards, g["hand"][by]))
        if sum(cards) < max([0, *map(sum, g["bids"].values())]) + 2:
            raise Stop("too-low")
        award(g, list(cards))
    elif do == "decline":
        turn_of(by == g["desk"])
        award(g, None)


def all_bid(g: dict[str, Any]) -> None:
    if len(g["bids"]) == len(g["asked"]):
        g["ranks"] = []
        rank(g)


def best(g: dict[str, Any]) -> list[int]:
    """Those with the highest sum among the seats that have no rank yet; "an empty bid never wins"."""
    rest = {s: sum(cards) for s, cards in g["bids"].items() if cards and s not in g["ranks"]}
    return [s for s in rest if rest[s] == max(rest.values())]


def rank(g: dict[str, Any]) -> None:
    while len(g["ranks"]) < len(g["drawn"]):
        top = best(g)
        if not top:
            break
        if len(top) > 1:
            g["phase"] = "favour"
            return
        g["ranks"].append(top[0])
    # 4. "A desk that holds a card is always asked"
    if g["hand"][g["desk"]]:
        g["phase"] = "topdown"
    else:
        award(g, None)


def award(g: dict[str, Any], desk_cards: list[int] | None) -> None:
    ranks = list(g["ranks"])
    cards = dict(g["bids"])
    if desk_cards is not None:
        cards[g["desk"]] = desk_cards
        # "the rank-1 bidder gets its cards back and no case, rank 2 stays"; slide: "the rank-1 bidder drops to
        # rank 2, the rank-2 bidder gets nothing"
        stays = ranks[1:] if g["options"]["topdown"] == "replace" else ranks[:1]
        ranks = [g["desk"], *stays]
    # 5. "Winners keep the case with their cards face down beneath it"
    # 3. "a case with nobody to win it leaves the game"
    for case, seat in zip(g["drawn"], ranks, strict=False):
        g["won"][seat].append([case, cards[seat]])
        for card in cards[seat]:
            g["hand"][seat].remove(card)
    g["bids"] = {}
    if g["turn"] == TURNS[g["n"]]:
        finish(g)
        return
    g["turn"] += 1
    g["desk"] = g["desk"] % g["n"] + 1
    g["phase"] = "draw"


def points(g: dict[str, Any], seat: int) -> int:
    return sum(int(case[-1]) for case, _ in g["won"][seat])


def finish(g: dict[str, Any]) -> None:
    g["phase"] = "over"
    for seat, won in g["won"].items():
        hours = 0
        suits = [case[:-1] for case, _ in won]
        for case, cards in won:
            # "every such case that carries two cards loses the smaller one (one of two equals)"
            if suits.count(case[:-1]) >= 2 and len(cards) == 2:
                hours += max(cards)
            else:
                hours += sum(cards)
        g["hours"][seat] = hours
    # "if the hours of all seats sum to more than `limit`, every seat with the most hours is out (once)"
    if sum(g["hours"].values()) > g["options"]["limit"]:
        g["out"] = [s for s in g["hours"] if g["hours"][s] == max(g["hours"].values())]
    # "Most case points among the rest wins; then fewer hours; then a draw. All out: no winner."
    rest = [s for s in g["hours"] if s not in g["out"]]
    if rest:
        order = {s: (-points(g, s), g["hours"][s]) for s in rest}
        g["winners"] = [s for s in rest if order[s] == min(order.values())]


def record(g: dict[str, Any]) -> dict[str, Any]:
    over = g["phase"] == "over"
    settled = over and not g["unfinished"]
    return {
        "game": "forty-eight",
        "over": over,
        "phase": g["phase"],
        "seats": [
            {
                "cases": [case for case, _ in g["won"][s]],
                "hours": g["hours"][s],
                "points": points(g, s),
                "hand": sorted(g["hand"][s]),
                "out": s in g["out"],
            }
            for s in range(1, g["n"] + 1)
        ],
        "winners": g["winners"],
        "desk": None if over else g["desk"],
        "turn": g["turn"],
        "total_hours": sum(g["hours"].values()) if settled else None,
    }
