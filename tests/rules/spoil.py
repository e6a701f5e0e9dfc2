"""Changes that a log may suffer: entries dropped, doubled, swapped, foreign ones, other values, types, bytes."""

from __future__ import annotations

import json
import random
from typing import Any

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


def changed_within(entry: dict[str, Any], rng: random.Random) -> dict[str, Any]:
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
