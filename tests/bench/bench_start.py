"""From a command to what it gives: `croupier sim` to its first page, beside one bare page by Starlette and uvicorn;
`croupier replay` of one log, beside the interpreter with msgspec alone.

Run it alone with `python -m tests.bench.bench_start`.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from tests.bench.measure import Figure, beside, times
from tests.bench.served import Served, served, sim

ROUNDS = 9
FIRST_PAGE = 1.4
LOG = Path(__file__).parent.parent / "cases" / "dd-game-sheet.jsonl"
REPLAY = ("-m", "device.cli", "replay", str(LOG))
BARE = ("-m", "tests.bench.bare_page")


def run() -> dict[str, Figure]:
    """`start.first_page`, `start.first_picture`, `start.replay` in milliseconds by the clock on the wall."""
    with tempfile.TemporaryDirectory() as folder:
        ours, alive, theirs = times(
            partial(first_page, *sim(Path(folder))),
            partial(first_picture, *sim(Path(folder))),
            partial(first_page, *BARE),
            rounds=ROUNDS,
            clock=time.perf_counter,
        )
    replay, bare = times(
        partial(whole, *REPLAY),
        partial(whole, "-c", "import msgspec, json"),
        rounds=ROUNDS,
        clock=time.perf_counter,
    )
    return {
        "start.first_page": beside(ours, theirs, "ms from the command to the page", FIRST_PAGE, 1e3),
        "start.first_picture": beside(
            alive, theirs, "ms from the command to a pad's picture on it", None, 1e3
        ),
        "start.replay": beside(replay, bare, "ms, one log", None, 1e3),
    }


def first_page(*args: str) -> None:
    with served(*args) as server:
        assert server.page()


def first_picture(*args: str) -> None:
    async def look(server: Served) -> None:
        await (await server.table()).picture(1)

    with served(*args) as server:
        asyncio.run(look(server))


def whole(*args: str) -> None:
    subprocess.run((sys.executable, *args), check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    print(json.dumps(run(), indent=2, ensure_ascii=False))
