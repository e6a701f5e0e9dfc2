"""A table at rest for a minute: a game whose people think, nobody is reminded, the board and all pads looked at.

The board is told nothing. The pads are told what their panels do to last: they shift by a pixel and grow dim.

Run it alone with `python -m tests.bench.bench_idle`.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path

from tests.bench.bench_latency import deal
from tests.bench.measure import Figure
from tests.bench.served import served, sim

SECONDS = 60.0
MEMORY = 60.0


def run() -> dict[str, Figure]:
    """`idle.messages` and `idle.care` in a minute, `idle.core` as a share, `idle.memory` in MB."""
    with tempfile.TemporaryDirectory() as folder:
        messages, care, core, memory = asyncio.run(rest(Path(folder)))
    return {
        "idle.messages": {"value": messages, "unit": f"messages to the board in {SECONDS:.0f} s", "bound": 0},
        "idle.care": {"value": care, "unit": f"messages to the page of pads in {SECONDS:.0f} s"},
        "idle.core": {"value": round(100 * core, 3), "unit": "% of a core"},
        "idle.memory": {"value": round(memory, 1), "unit": "MB resident, a page open", "bound": MEMORY},
    }


async def rest(folder: Path) -> tuple[int, int, float, float]:
    (folder / "quiet.toml").write_text("[pace]\nnudge = 0\n")
    with served(*sim(folder, "--settings", str(folder / "quiet.toml"))) as server:
        table, board = await server.table(), await server.board()
        await deal(table, "bull-rally", plan_seconds=0)
        await table.rest(5.0)  # the bots are ready
        await board.rest(1.0)
        before = server.used()
        care, messages = await asyncio.gather(table.count(SECONDS), board.count(SECONDS))
        return messages, care, (server.used() - before) / SECONDS, server.memory()


if __name__ == "__main__":
    print(json.dumps(run(), indent=2, ensure_ascii=False))
