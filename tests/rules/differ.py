"""The product and the second reading side by side, and changes that a log may suffer.

`Both` reads lines into either; they must say the same after each. `changed_entry` and `changed_log` make a
good log doubtful, `likely` makes entries that mostly stand (for games that keys at random seldom reach).
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from rules.entry import Rejection
from rules.fold import Fold, apply, begin, record
from rules.games import GAMES
from rules.log import Malformed, read_entry, read_header
from rules.replay import LogError, replay
from tests.rules.oracle import Judge

WEIRD: tuple[Any, ...] = (
    *(0, -1, 1, 2, 3, 4, 5, 6, 7, 8, 15, 30, 299, 10**19, 2.0, 2.5, True, False, None, "", "2", "d6", "d20"),
    *(
        "red1",
        "white3",
        "buy",
        "sell",
        "host",
        "chance",
        "clock",
        "stock",
        "market",
        "typed",
        "tower",
        "слон",
    ),
    *([], {}, [1], [1, 2], [2, 2], [2.0], [True], ["d6", "d8"], {"d6": 1, "d8": 1}, {"d6": 0}, [None], [[1]]),
    *({"scope": "market", "value": 1}, {"stock": 1, "value": 2}, {"scope": "stock", "stock": 1, "value": 2}),
)
KEYS = (
    *(
        "by",
        "do",
        "as",
        "src",
        "proof",
        "pick",
        "faces",
        "die",
        "coins",
        "seats",
        "coin",
        "cases",
        "cards",
        "on",
    ),
    *("stock", "side", "stocks", "card", "for", "green", "red", "note", "scope", "value", "d6", "d10"),
)
VALUES = {"as": ("host", "seat"), "src": ("tower", "typed", "device", "dice"), "proof": ({}, {"c": "1"})}
DICE, CARDS, COINS = ("d4", "d6", "d8", "d10", "d20", "d12"), tuple(range(7)), (2, 5, 15, 30, 3)
CASES = ("red1", "red3", "blue1", "blue2", "yellow2", "green3", "black1", "white1", "red4", "")
WITHIN: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("pick", "die"), DICE),
    **dict.fromkeys(("coins", "coin"), COINS),
    **dict.fromkeys(("stock", "stocks", "for", "green", "red"), tuple(range(8))),
    "faces": (*range(12), 20),
    "cases": CASES,
    "cards": CARDS,
    "seats": tuple(range(9)),
    "card": tuple(range(-5, 6)),
    "side": ("buy", "sell", None),
}
"""Values of the right type by their key, some of them right."""
DOS = (
    *(
        "undo",
        "end",
        "dice",
        "roll",
        "show",
        "bid",
        "favour",
        "pass",
        "take",
        "add",
        "retype",
        "draw",
        "topdown",
    ),
    *("decline", "ready", "open", "order", "close", "again", "sequence", "news", "shuffle"),
)
BYS = (*range(8), "host", "chance", "clock", "bank", -1)
Item = dict[str, Any]


class Both:
    """One log read twice. `stopped` is its (line, code) once both have turned a line away."""

    def __init__(self) -> None:
        self.judge = Judge()
        self.fold: Fold | None = None
        self.stopped: tuple[int, str] | None = None

    def copy(self) -> Both:
        other = Both()
        other.judge, other.fold, other.stopped = self.judge.copy(), self.fold, self.stopped
        return other

    def read(self, raw: bytes) -> str:
        """ "fine" or the code. Raises AssertionError where they differ."""
        self.judge.read(raw)
        wanted = self.judge.stop[1] if self.judge.stop else "fine"
        found = self.product(raw.strip(b" \t\r"))
        assert found == wanted, (
            f"line {self.judge.line}, {raw!r}: the product says {found}, the text {wanted}"
        )
        if found != "fine":
            self.stopped = (self.judge.line, found)
        elif self.fold is not None:
            assert record(self.fold) == self.judge.record(), raw
        return found

    def product(self, raw: bytes) -> str:
        """What `replay` does with one line."""
        try:
            if not raw:
                return "fine"
            if self.fold is None:
                self.fold = begin(*read_header(raw, GAMES))
                return "fine"
            entry = read_entry(raw, self.fold.game)
            if self.fold.game.shape_fault(self.fold.state, entry):
                return "malformed"
        except Malformed:
            return "malformed"
        after = apply(self.fold, entry)
        if isinstance(after, Rejection):
            return str(after.code)
        self.fold = after
        return "fine"


def compare(lines: list[bytes], seen: Counter[str] | None = None) -> Both:
    """Both read on until a line stops them; a whole file comes to the same."""
    both = Both()
    for raw in lines:
        code = both.read(raw)
        if seen is not None:
            seen[code] += 1
        if both.stopped:
            break
    compare_file(b"\n".join(lines), both.stopped)
    return both


def compare_file(data: bytes, stopped: tuple[int, str] | None) -> None:
    """The product's reading of a file stops where it should."""
    try:
        replay(data, GAMES)
    except LogError as e:
        assert (e.line, e.code) == stopped, f"{e} instead of {stopped}"
    else:
        assert stopped is None, f"should have stopped at {stopped}"


def dump(entry: Any) -> bytes:
    return json.dumps(entry, ensure_ascii=False).encode()


def places(x: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) within."""
    if isinstance(x, dict):
        return [place for k, v in x.items() for place in [(x, k), *places(v)]]
    if isinstance(x, list):
        return [place for k, v in enumerate(x) for place in [(x, k), *places(v)]]
    return []


def changed_entry(raw: bytes, rng: random.Random) -> bytes:
    """The line with one thing about it changed."""
    try:
        entry = json.loads(raw)
        where, key = rng.choice(places(entry))
    except (ValueError, IndexError):
        return raw
    if not isinstance(entry, dict):
        return raw
    if rng.random() < 0.4:
        return dump(changed_within(entry, rng))
    what = rng.randrange(9)
    if what == 0:
        where[key] = rng.choice(WEIRD)
    elif what == 1:
        del where[key]
    elif what == 2:
        added = rng.choice(KEYS)
        entry[added] = rng.choice(VALUES.get(added, WEIRD))
    elif what == 3:
        entry["by"] = rng.choice(BYS)
    elif what == 4:
        entry["do"] = rng.choice(DOS)
    elif what == 5 and isinstance(where[key], int):
        where[key] += rng.choice((-1, 1))
    elif what == 6 and isinstance(where, list):
        where.append(rng.choice((where[key], *WEIRD[:12])))
    elif what == 7 and isinstance(where, list):
        rng.shuffle(where)
    elif what == 8:
        return changed_bytes(raw, rng)
    return dump(entry)


def changed_within(entry: Item, rng: random.Random) -> Item:
    """A value or two of the right type, a list too long or too short."""
    keys = [key for key in entry if key in WITHIN]
    if not keys:
        return {**entry, "by": rng.choice(BYS)}
    key = rng.choice(keys)
    value, pool = entry[key], list(WITHIN[key])
    if isinstance(value, list):
        some = [v if rng.random() < 0.7 else rng.choice(pool) for v in value]
        more = [rng.choice(pool + value) for _ in range(rng.choice((0, 0, 0, 1, 2)))]
        return {**entry, key: (some + more)[rng.choice((0, 0, 0, 0, 1)) :]}
    if isinstance(value, dict):
        new = {rng.choice(DICE) if k in DICE and rng.random() < 0.3 else k: v for k, v in value.items()}
        other = rng.choice(list(new))
        return {**entry, key: new if isinstance(new[other], str) else {**new, other: rng.choice(pool)}}
    return {**entry, key: rng.choice(pool)}


def changed_bytes(raw: bytes, rng: random.Random) -> bytes:
    """A line as no JSON writer writes it."""
    key, at = rng.choice(KEYS[:2]).encode(), rng.randrange(len(raw))
    return rng.choice(
        (
            raw[:at],
            raw[:at] + bytes([rng.randrange(32, 127)]) + raw[at + 1 :],
            raw[:-1] + b', "x": NaN}',
            raw[:-1] + b', "x": {"y": 1, "y": 2}}',
            raw[:-1] + b', "' + key + b'": "undo"}',
            raw[:-1] + b', "x": "\xff"}',
            raw[:-1] + b', "\xc3\xa9": "\xe2\x80\xa8 \\u00e9"}',
            raw.replace(b'"do"', b'"d\\u006f"'),
            b"  " + raw + b" \t\r",
            raw.replace(b"1", b"1.0", 1),
            raw.replace(b"1", b"01", 1),
            raw.replace(b"1", b"1e0", 1),
            b"[" + raw + b"]",
            raw + raw,
        )
    )


def changed_log(lines: list[bytes], foreign: list[bytes], rng: random.Random) -> list[bytes]:
    """The log with one or two accidents, the header spared mostly."""
    lines = list(lines)
    for _ in range(rng.choice((1, 1, 2))):
        at, to = (rng.randrange(0 if rng.random() < 0.1 else 1, len(lines)) for _ in "ab")
        what = rng.randrange(6)
        if what == 0 and at:
            del lines[at]
        elif what == 1:
            lines.insert(at, lines[at])
        elif what == 2 and at and to:
            lines[at], lines[to] = lines[to], lines[at]
        elif what == 3:
            lines.insert(max(at, 1), rng.choice(foreign))
        elif lines[at].strip():
            lines[at] = changed_entry(lines[at], rng)
        if len(lines) < 2:
            break
    return lines


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
