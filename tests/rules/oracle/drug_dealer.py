"""Drug Dealer by the letter."""

from __future__ import annotations

from typing import Any

from tests.rules.oracle import sheets
from tests.rules.oracle.plain import (
    SIDES,
    Stop,
    a_text,
    a_whole,
    allowed,
    count,
    held,
    known,
    texts,
    turn_of,
    twice,
    whole_in,
    wholes,
    word_of,
    yours,
)

SEATS = (3, 7)
KINDS = (2, 5, 15, 30)


def options(n: int) -> dict[str, Any]:
    return {"first": (1, whole_in(1, n)), "void_at": ("reveal", word_of("reveal", "roll"))}


stand_in, sheet = sheets.drug_dealer_stand_in, sheets.drug_dealer


def faces(x: Any) -> bool:
    return isinstance(x, dict) and all(a_whole(face) for face in x.values())


def shapes(_: dict[str, Any]) -> dict[str, Any]:
    return {
        "dice": {"pick": (texts, True)},
        "roll": {"faces": (faces, True)},
        "show": {"die": (a_text, True)},
        "bid": {"coins": (wholes, True)},
        "favour": {"seats": (wholes, True)},
        "pass": {},
        "take": {"coin": (a_whole, True)},
        "add": {"coin": (a_whole, True)},
        "retype": {"faces": (faces, True)},
    }


def start(n: int, opts: dict[str, Any], table: Any) -> dict[str, Any]:
    return {
        "n": n,
        "void_at": opts["void_at"],
        "upper": n // 2,  # ceil(D/2) with D = n - 1
        "lower": (n - 1) // 2,  # floor(D/2)
        "sheet": table,
        "phase": "dice",
        "turn": 1,
        "lap": 0,
        "dealer": opts["first"],
        "production": None,
        # "Each seat starts with 3×2G, 3×5G, 2×15G, 2×30G = 111G"
        "hand": {s: [2, 2, 2, 5, 5, 5, 15, 15, 30, 30] for s in range(1, n + 1)},
        "bid": {},
        "goods": dict.fromkeys(range(1, n + 1), 0),
        "dealt": dict.fromkeys(range(1, n + 1), 0),
        "unfinished": False,
    }


def bidders(g: dict[str, Any]) -> list[int]:
    """From the dealer's left."""
    return [(g["dealer"] - 1 + k) % g["n"] + 1 for k in range(1, g["n"])]


def step(g: dict[str, Any], e: dict[str, Any]) -> None:
    do, by, dealer = e["do"], e["by"], g["dealer"]
    # "may be picked again until they are rolled"; "`retype` … during lap 2 …; in lap 1 `wrong-phase`"
    phases = {
        "dice": ("dice", "roll"),
        "pass": ("lap",),
        "take": ("lap",),
        "add": ("lap",),
        "retype": ("lap",),
    }
    if g["phase"] not in phases.get(do, (do,)) or (do == "retype" and g["lap"] != 2):
        raise Stop("wrong-phase")

    if do == "dice":
        # 1. "two different dice, public at once"
        turn_of(by == dealer)
        count(len(e["pick"]) == 2)
        known(all(die in SIDES for die in e["pick"]))
        allowed(not twice(e["pick"]))
        g["pick"] = e["pick"]
        g["phase"] = "roll"
    elif do == "roll":
        turn_of(by == "chance")
        check_faces(g, e["faces"])
        g["faces"] = e["faces"]
        g["typed"] = e.get("src") == "typed"
        # "`void_at: "roll"`: right after the roll, faces shown"
        if g["void_at"] == "roll" and production(g) == 0:
            over_with_turn(g)
        else:
            g["phase"] = "show"
    elif do == "show":
        turn_of(by == dealer)
        known(e["die"] in SIDES)
        allowed(e["die"] in g["pick"])
        g["phase"] = "bid"
        g["bid"] = {}
    elif do == "bid":
        turn_of(by in bidders(g))
        bid(g, by, e["coins"])
    elif do == "favour":
        turn_of(by == dealer)
        favour(g, e["seats"])
    elif do in ("pass", "take", "add"):
        turn_of(by == g["queue"][0])
        move(g, by, do, e)
    elif do == "retype":
        turn_of(by == "host")
        # "both dice given, checked like a roll; … after a roll that was not typed `not-allowed`"
        check_faces(g, e["faces"])
        allowed(g["typed"])
        g["faces"] = e["faces"]
        # "P is computed anew, P = 0 voids"
        if production(g) == 0:
            over_with_turn(g)


def check_faces(g: dict[str, Any], thrown: dict[str, int]) -> None:
    # 2. "exactly the picked dice (another number: `bad-count`; no such die or an impossible face of any die:
    # `unknown`; a die that was not picked: `not-allowed`)"
    count(len(thrown) == 2)
    known(all(die in SIDES and 1 <= face <= SIDES[die] for die, face in thrown.items()))
    allowed(all(die in g["pick"] for die in thrown))


def production(g: dict[str, Any]) -> int:
    # 7. "P = sum over both dice of (face + correction) × factor"
    total = 0
    for die, face in g["faces"].items():
        correction, factor = g["sheet"][die]
        total += (face + correction) * factor
    return total


def bid(g: dict[str, Any], seat: int, coins: list[int]) -> None:
    # 4. "A bidder may bid again until the last one has bid."
    known(all(coin in KINDS for coin in coins))
    before = g["bid"].pop(seat, [])
    g["hand"][seat] += before
    yours(held(coins, g["hand"][seat]))
    for coin in coins:
        g["hand"][seat].remove(coin)
    g["bid"][seat] = list(coins)
    if len(g["bid"]) == g["n"] - 1:
        # 5. "The dealer hands out the cards, always"
        g["phase"] = "favour"
        g["cut"] = g["upper"]


def tied(g: dict[str, Any]) -> tuple[list[int], list[int]]:
    """Who is surely above the cut, and who is tied across it."""
    amount = {seat: sum(coins) for seat, coins in g["bid"].items()}
    ranked = sorted(amount.values(), reverse=True)
    last_in, first_out = ranked[g["cut"] - 1], ranked[g["cut"]]
    if last_in != first_out:
        return [s for s in amount if amount[s] >= last_in], []
    return [s for s in amount if amount[s] > last_in], [s for s in amount if amount[s] == last_in]


def favour(g: dict[str, Any], seats: list[int]) -> None:
    # "names exactly the missing number of those tied across the cut, `[]` when nothing is tied"
    sure, across = tied(g)
    missing = g["cut"] - len(sure)
    count(len(seats) == missing)
    known(all(1 <= seat <= g["n"] for seat in seats))
    allowed(not twice(seats) and all(seat in across for seat in seats))
    if g["lap"] == 2:
        pay(g, sure + seats)
        return
    # 6. "Lap 1, from the dealer's left, each bidder once"
    g["phase"] = "lap"
    g["lap"] = 1
    g["queue"] = bidders(g)
    g["took"] = {}
    g["added"] = {}


def move(g: dict[str, Any], seat: int, do: str, e: dict[str, Any]) -> None:
    if do != "pass":
        coin = e["coin"]
        known(coin in KINDS)
        source, goal = (g["bid"], g["hand"]) if do == "take" else (g["hand"], g["bid"])
        yours(coin in source[seat])
        # 8. "A bidder that added a kind in lap 1 may not take that kind now; one that took a kind may not add it"
        if g["lap"] == 2:
            allowed((g["added"] if do == "take" else g["took"]).get(seat) != coin)
        else:
            (g["took"] if do == "take" else g["added"])[seat] = coin
        source[seat].remove(coin)
        goal[seat].append(coin)
    g["queue"].pop(0)
    if g["queue"]:
        return
    if g["lap"] == 1:
        # 7. "Before lap 2 the hidden die and P are public. P = 0: the turn is void"
        if production(g) == 0:
            over_with_turn(g)
        else:
            g["lap"] = 2
            g["queue"] = bidders(g)
    else:
        settle(g)


def settle(g: dict[str, Any]) -> None:
    p = production(g)
    # 9. "More than half of the bidders bid 0 (strictly, final bids): the dealer takes P as goods, negative too"
    zeros = sum(1 for coins in g["bid"].values() if sum(coins) == 0)
    if 2 * zeros > g["n"] - 1:
        g["goods"][g["dealer"]] += p
        over_with_turn(g)
        return
    # "P > 0: the top ceil(D/2) each pay"; "P < 0: … the top floor(D/2) pay"
    g["cut"] = g["upper"] if p > 0 else g["lower"]
    sure, across = tied(g)
    # "A tie across the cut: … asked only then"
    if across:
        g["phase"] = "favour"
    else:
        pay(g, sure)


def pay(g: dict[str, Any], payers: list[int]) -> None:
    p = production(g)
    for seat in bidders(g):
        # "P > 0: … each receive the whole P"; "P < 0: the bottom ceil(D/2) … each receive P"
        if (seat in payers) == (p > 0):
            g["goods"][seat] += p
        if seat in payers:
            g["hand"][g["dealer"]] += g["bid"][seat]
            g["bid"][seat] = []
    over_with_turn(g)


def over_with_turn(g: dict[str, Any]) -> None:
    """Settled or void: the rest takes its coins back, "the left neighbour deals"."""
    g["production"] = production(g)
    for seat, coins in g["bid"].items():
        g["hand"][seat] += coins
    g["bid"] = {}
    g["lap"] = 0
    g["dealt"][g["dealer"]] += 1
    # 10. "After 2n turns"
    if g["turn"] == 2 * g["n"]:
        g["phase"] = "over"
        return
    g["turn"] += 1
    g["dealer"] = g["dealer"] % g["n"] + 1
    g["phase"] = "dice"


def record(g: dict[str, Any]) -> dict[str, Any]:
    seats = []
    for s in range(1, g["n"] + 1):
        coins = g["hand"][s] + g["bid"].get(s, [])
        seats.append(
            {
                "money": sum(coins),
                "coins": {str(kind): coins.count(kind) for kind in KINDS},
                "goods": g["goods"][s],
                "total": sum(coins) + g["goods"][s],
                "dealt": g["dealt"][s],
            }
        )
    over = g["phase"] == "over"
    best = max(seat["total"] for seat in seats)
    return {
        "game": "drug-dealer",
        "over": over,
        "phase": g["phase"],
        "seats": seats,
        # "the highest wins, equal totals share"
        "winners": [s for s in range(1, g["n"] + 1) if seats[s - 1]["total"] == best]
        if over and not g["unfinished"]
        else [],
        "dealer": None if over else g["dealer"],
        "turn": g["turn"],
        "production": g["production"],
    }
