"""A table at rest for a minute: a game of four people who think, one page looking on.

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
    """`idle.messages` in a minute, `idle.core` as a share, `idle.memory` in MB."""
    with tempfile.TemporaryDirectory() as folder:
        messages, core, memory = asyncio.run(rest(Path(folder)))
    return {
        "idle.messages": {"value": messages, "unit": f"application messages in {SECONDS:.0f} s", "bound": 0},
        "idle.core": {"value": round(100 * core, 3), "unit": "% of a core"},
        "idle.memory": {"value": round(memory, 1), "unit": "MB resident, a page open", "bound": MEMORY},
    }


async def rest(folder: Path) -> tuple[int, float, float]:
    with served(*sim(folder)) as server:
        table = await server.table()
        await deal(table, "bull-rally", plan_seconds=0)
        await table.rest(5.0)  # the bots are ready, what the start lights up has gone dark
        before = server.used()
        messages = await table.count(SECONDS)
        return messages, (server.used() - before) / SECONDS, server.memory()


if __name__ == "__main__":
    print(json.dumps(run(), indent=2, ensure_ascii=False))
