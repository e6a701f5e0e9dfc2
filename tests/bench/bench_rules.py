"""What an entry costs: reading a line and applying it, over whole random games, against `json.loads` of the lines.

Run it alone with `python -m tests.bench.bench_rules`.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import partial

from rules.fold import Fold, apply, begin
from rules.game import Game
from rules.games import GAMES
from rules.log import read_entry, read_header
from tests.bench.measure import Figure, beside, times
from tests.rules.walk import Walk

ENTRIES = 600
"""Entries that a measured heap of games has at least."""
ROUNDS = 15
OWN, FOREIGN, FLAT = 3.0, 4.5, 1.3

Logs = list[list[bytes]]
Steps = dict[str, list[tuple[Fold, bytes]]]
"""For each `do`: the games before such an entry, and its line."""


def run() -> dict[str, Figure]:
    """`rules.GAME` and `rules.GAME.foreign` as multiples of `json.loads`; `rules.flat` is what an entry costs at the
    dearest number of seats over the cheapest, in the worst game."""
    figures: dict[str, Figure] = {}
    flats, games = dict[str, float](), dict[str, float]()
    for game in GAMES.values():
        lo, hi = game.seats
        heaps = {seats: logs(game, seats) for seats in range(lo, hi + 1)}
        every = [log for heap in heaps.values() for log in heap]
        name, count = game.id.replace("-", "_"), entries(every)
        foreign = [[spaced(line) for line in log] for log in every]
        for kind, heap, bound in (("", every, OWN), (".foreign", foreign, FOREIGN)):
            ours, theirs = times(partial(fold_all, game, heap), partial(load_all, heap), rounds=ROUNDS)
            figures[f"rules.{name}{kind}"] = beside(ours, theirs, "µs an entry", bound, 1e6 / count)
        flats[game.id] = flat([steps(game, heap) for heap in heaps.values()])
        spent = map(min, times(*(partial(fold_all, game, heap) for heap in heaps.values()), rounds=ROUNDS))
        each = [seconds / entries(heap) for seconds, heap in zip(spent, heaps.values(), strict=True)]
        games[game.id] = max(each) / min(each)
    worst, uneven = max(flats, key=flats.__getitem__), max(games, key=games.__getitem__)
    unit = f"most/least of an entry over all numbers of seats, each kind weighed alike ({worst})"
    figures["rules.flat"] = {"value": round(flats[worst], 3), "unit": unit, "bound": FLAT}
    unit = f"the same as the games fall out: few seats, few entries a settlement ({uneven})"
    figures["rules.flat.games"] = {"value": round(games[uneven], 3), "unit": unit}
    return figures


def logs(game: Game, seats: int) -> Logs:
    """Whole random games as the device writes them, without what is taken back."""
    heap: Logs = []
    while sum(map(len, heap)) < ENTRIES:
        walk = Walk(game, random.Random(len(heap)), seats=seats, undo=False)
        walk.run()
        heap.append(walk.log.splitlines())
    return heap


def entries(heap: Logs) -> int:
    return sum(len(log) - 1 for log in heap)


def fold_all(game: Game, heap: Logs) -> Fold:
    """Read and apply every line; no view is built."""
    for head, *lines in heap:
        fold = begin(*read_header(head, GAMES))
        for line in lines:
            after = apply(fold, read_entry(line, game))
            assert isinstance(after, Fold)
            fold = after
    return fold


def load_all(heap: Logs) -> None:
    for _, *lines in heap:
        for line in lines:
            json.loads(line)


def spaced(line: bytes) -> bytes:
    """The line as another program might write it."""
    return json.dumps(json.loads(line)).encode()


def steps(game: Game, heap: Logs) -> Steps:
    """The games taken apart by what happens."""
    apart: Steps = {}
    for head, *lines in heap:
        fold = begin(*read_header(head, GAMES))
        for line in lines:
            entry = read_entry(line, game)
            apart.setdefault(type(entry).__name__, []).append((fold, line))
            after = apply(fold, entry)
            assert isinstance(after, Fold)
            fold = after
    return apart


def flat(tables: list[Steps]) -> float:
    """The most that an entry costs at a number of seats over the least, as if the same happened at each."""
    share = Counter({do: sum(len(apart.get(do, ())) for apart in tables) for apart in tables for do in apart})
    common = [do for do in share if all(do in apart for apart in tables)]
    calls = [partial(step_all, apart[do]) for apart in tables for do in common]
    spent = iter(map(min, times(*calls, rounds=ROUNDS)))
    costs = [sum(share[do] * next(spent) / len(apart[do]) for do in common) for apart in tables]
    return max(costs) / min(costs)


def step_all(pairs: list[tuple[Fold, bytes]]) -> None:
    for fold, line in pairs:
        apply(fold, read_entry(line, fold.game))


if __name__ == "__main__":
    print(json.dumps(run(), indent=2, ensure_ascii=False))
