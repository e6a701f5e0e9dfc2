"""How the benches measure on a machine that others use too: turns in one run, each in an order drawn anew."""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

Figure = dict[str, Any]
"""See tests/bench/__main__.py."""


def times(
    *calls: Callable[[], object], rounds: int, clock: Callable[[], float] = time.process_time
) -> list[list[float]]:
    """Seconds of each call in each round. Processor time unless told; without the collector, as timeit does."""
    spent: list[list[float]] = [[] for _ in calls]
    order, rng = list(range(len(calls))), random.Random(1)
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            rng.shuffle(order)
            for n in order:
                began = clock()
                calls[n]()
                spent[n].append(clock() - began)
    finally:
        gc.enable()
    return spent


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """How many times as long: the median over the rounds, each against its neighbour in time."""
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


def beside(
    ours: Sequence[float], theirs: Sequence[float], unit: str, most: float | None, scale: float
) -> Figure:
    """A time beside its baseline, in `unit` (`scale` to a second): medians all. `most` bounds the ratio."""
    value, baseline = statistics.median(ours) * scale, statistics.median(theirs) * scale
    return {
        "value": round(value, 3),
        "unit": unit,
        "baseline": round(baseline, 3),
        "ratio": round(ratio(ours, theirs), 3),
    } | ({} if most is None else {"most": most})
