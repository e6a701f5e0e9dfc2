"""Whatever is entered, whenever, by whomever: it stands or it has a code; nothing breaks."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any, get_args

import pytest

from rules.entry import Code, Entry, Rejection
from rules.fold import apply
from rules.game import Game
from rules.games import GAMES
from rules.log import Malformed, read_entry
from tests.rules.invariants import check
from tests.rules.walk import Made, Walk

NUMBERS = (*range(-1, 8), 10, 15, 20, 30, 10**30)
NAMES = (
    "d4",
    "d6",
    "d8",
    "d10",
    "d20",
    "d12",
    "red1",
    "red3",
    "blue1",
    "blue2",
    "green3",
    "white1",
    "pink1",
    "",
    "red",
)
CARDS = (
    {"scope": "stock", "value": -2},
    {"scope": "market", "value": -1},
    {"stock": 4, "value": 2},
    {"stock": 9, "value": 0},
)
KEYS: dict[str, Any] = {
    "on": (True, False),
    "side": ("buy", "sell", None),
    "card": CARDS,
}
LISTS = {
    "pick": NAMES,
    "cases": NAMES,
    "coins": NUMBERS,
    "cards": NUMBERS,
    "seats": NUMBERS,
    "stocks": NUMBERS,
}


def some_list(pool: tuple[Any, ...], rng: random.Random) -> list[Any]:
    return [rng.choice(pool) for _ in range(rng.choice((0, 1, 1, 2, 2, 2, 3, 4, 5)))]


def some_value(key: str, rng: random.Random) -> Any:
    """Something of the right type, seldom of use."""
    if key in KEYS:
        return rng.choice(KEYS[key])
    if key in LISTS:
        return some_list(LISTS[key], rng)
    if key in ("green", "red"):
        return [rng.randint(0, 7) for _ in range(rng.choice((3, 4, 4, 4, 4, 5)))]
    if key == "faces":
        return {rng.choice(NAMES): rng.choice(NUMBERS) for _ in range(rng.randint(0, 3))}
    return rng.choice(NAMES if key == "die" else NUMBERS)


def some_line(game: Game, seats: int, rng: random.Random) -> bytes:
    """An entry of this game as a line, by anybody."""
    kind = rng.choice(game.entries)
    shared = set(Entry.__struct_fields__)
    keys = [
        name
        for field, name in zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
        if field not in shared
    ]
    by: Any = rng.choice((*range(seats + 2), "host", "chance", "clock"))
    return json.dumps(
        {"by": by, "do": kind.__struct_config__.tag} | {k: some_value(k, rng) for k in keys}
    ).encode()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_any_entry_at_any_time_stands_or_has_a_code(game: Game, seed: int) -> None:
    """Never an exception; what stands keeps the invariants; what does not has a known code and a reason."""
    rng = random.Random(seed)
    codes: Counter[str] = Counter()

    def anything(made: Made) -> None:
        for _ in range(30):
            try:
                entry = read_entry(some_line(game, made.after.header.seats, rng), game)
            except Malformed:
                continue
            if game.shape_fault(made.after.state, entry):
                continue
            after = apply(made.after, entry)
            if isinstance(after, Rejection):
                assert after.code in get_args(Code)
                assert after.why
                codes[after.code] += 1
            else:
                check(after)
                codes["fine"] += 1

    Walk(game, random.Random(seed + 80), made=anything).run()
    assert codes["fine"] > 10
    assert set(codes) >= {"unknown", "wrong-phase", "not-your-turn"}
