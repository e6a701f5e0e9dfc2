"""What an entry costs: reading a line and applying it, over whole random games, against `json.loads` of the lines.

Run it alone with `python -m tests.bench.bench_rules`.
"""

from __future__ import annotations

import gc
import json
import random
import time
from collections.abc import Callable
from functools import partial

from rules.fold import Fold, apply, begin
from rules.game import Game
from rules.games import GAMES
from rules.log import read_entry, read_header
from tests.rules.walk import Walk

Figure = dict[str, float | str]

ENTRIES = 600
"""Entries that a measured heap of games has at least."""
ROUNDS = 15
OWN, FOREIGN, FLAT = 3.0, 4.5, 1.3

Logs = list[list[bytes]]


def run() -> dict[str, Figure]:
    """`rules.GAME` and `rules.GAME.foreign` as multiples of `json.loads`; `rules.flat` is the most that an entry
    costs at some number of seats, over the least, in the worst game."""
    figures: dict[str, Figure] = {}
    flats = dict[str, float]()
    for game in GAMES.values():
        lo, hi = game.seats
        heaps = {seats: logs(game, seats) for seats in range(lo, hi + 1)}
        every = [log for heap in heaps.values() for log in heap]
        name, count = game.id.replace("-", "_"), sum(len(log) - 1 for log in every)
        foreign = [[spaced(line) for line in log] for log in every]
        for kind, heap, bound in (("", every, OWN), (".foreign", foreign, FOREIGN)):
            ours, theirs = best(partial(fold_all, game, heap), partial(load_all, heap))
            unit = f"of json.loads ({ours / count * 1e6:.1f} µs an entry)"
            figures[f"rules.{name}{kind}"] = _figure(ours / theirs, unit, theirs / count * 1e6, bound)
        times = best(*(partial(fold_all, game, heap) for heap in heaps.values()))
        costs = [spent / entries(heap) for spent, heap in zip(times, heaps.values(), strict=True)]
        flats[game.id] = max(costs) / min(costs)
    worst = max(flats, key=flats.__getitem__)
    figures["rules.flat"] = _figure(flats[worst], f"most/least an entry over all seats ({worst})", 1.0, FLAT)
    return figures


def logs(game: Game, seats: int) -> Logs:
    """Whole random games as the device writes them, without what is typed wrong or taken back."""
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


def best(*calls: Callable[[], object]) -> list[float]:
    """Processor seconds of each call, the best of some rounds in which they take turns, without the collector (as
    timeit does)."""
    gc.disable()
    times = [[_time(call) for call in calls] for _ in range(ROUNDS)]
    gc.enable()
    return [min(column) for column in zip(*times, strict=True)]


def _time(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


def _figure(value: float, unit: str, baseline: float, bound: float) -> Figure:
    return {"value": round(value, 3), "unit": unit, "baseline": round(baseline, 3), "bound": bound}


if __name__ == "__main__":
    print(json.dumps(run(), indent=2, ensure_ascii=False))
