"""From a key to the picture on its page's socket, through a running `croupier sim`, beside a bare socket that answers
with as many bytes (and inserts one row first, where an entry is committed).

Run it alone with `python -m tests.bench.bench_latency`.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import cycle
from pathlib import Path
from typing import Any

from device.table.journal import NAME, Journal
from tests.bench.measure import Figure, beside
from tests.bench.served import Page, Served, served, sim

PRESSES = 100
MOST = 4.0
Timed = tuple[list[float], list[float]]
"""Seconds of ours and of the baseline, in turns."""


def run() -> dict[str, Figure]:
    """`latency.echo`: a key that only changes a draft; `latency.key_to_frame`: one that is an entry."""
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as disk:  # /tmp may be memory
        echo = asyncio.run(measured(Path(disk) / "echo", drafts, "plain"))
        entry = asyncio.run(measured(Path(disk) / "entry", entries, "insert"))
    return {
        "latency.echo": beside(*echo, "ms, a key to its picture, nothing sent", MOST, 1e3),
        "latency.key_to_frame": beside(*entry, "ms, a key to its picture, entry committed", MOST, 1e3),
    }


async def measured(folder: Path, sit: Callable[[Page], Awaitable[Any]], asked: str) -> Timed:
    folder.mkdir()
    bare = ("-m", "tests.bench.bare_echo", str(folder / "bare.sqlite3"))
    with served(*sim(folder, "--fast")) as ours, served(*bare) as theirs:
        timed = await presses(ours, theirs, sit, asked)
    written = len(Journal(folder / NAME, read_only=True).game(1))
    assert (written > PRESSES) is (asked == "insert"), f"{written} lines for {PRESSES} presses"
    return timed


async def presses(ours: Served, theirs: Served, sit: Callable[[Page], Awaitable[Any]], asked: str) -> Timed:
    table, echo = await ours.table(), await theirs.socket("/")
    keys = cycle(await sit(table))
    timed: Timed = ([], [])
    for _ in range(PRESSES):
        key = next(keys)
        began = time.perf_counter()
        await table.say(pod=1, key=key, down=True)
        await table.picture(1)
        timed[0].append(time.perf_counter() - began)
        await table.say(pod=1, key=key, down=False)
        await table.rest(0.05)
        began = time.perf_counter()
        await echo.send(asked)
        await echo.recv()
        timed[1].append(time.perf_counter() - began)
    return timed


async def drafts(table: Page) -> tuple[str, ...]:
    """Pod 1 deals a game of Drug Dealer and cannot make up its mind which dice to take."""
    await deal(table, "drug-dealer", first=1)
    return "+1", "-1"


async def entries(table: Page) -> tuple[str, ...]:
    """Pod 1 is ready for a day of Bull Rally and is not, over and over; pod 2 is never."""
    await deal(table, "bull-rally", plan_seconds=0)
    return "OK", "-1"


async def deal(table: Page, game: str, **options: int) -> None:
    """Two people and two bots sit down."""
    for pod, holder in enumerate(("pod", "pod", "bot", "bot"), start=1):
        await table.do("holder", pod=pod, holder=holder)
    await table.do("game", game=game)
    for option, value in options.items():
        await table.do("option", id=option, value=value)
    await table.do("start")
    await table.rest(1.0)


if __name__ == "__main__":
    print(json.dumps(run(), indent=2, ensure_ascii=False))
