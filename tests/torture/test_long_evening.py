"""A long evening in virtual time: games one after the other, faults, pages that come and go. Nothing grows."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest

from device.settings import PaceSettings
from device.table.window import GRACE, Window
from drivers.browser import BrowserPod
from rules.games import GAMES
from tests.device.web.web import Page, WebTable
from tests.torture.promises import TORTURE, promise

EACH = 200 if TORTURE else 4
"""Games of each kind."""
FIRST = 10
"""Games after which caches are full."""
GROWTH = 5.0
"""Megabytes that the rest of the evening may add."""
QUICK = PaceSettings(lead_in=1, sealed=0, bot=0.5, nudge=0, ok_dead=0, idle=0)
ROLES = ("board", "host", "sim", "seat")
SHORT: dict[str, dict[str, Any]] = {"bull-rally": {"trade_seconds": 10}}


class Size(msgspec.Struct):
    """What an evening has taken of the machine."""

    megabytes: float
    threads: int
    descriptors: int
    files: int
    timers: int
    watchers: int
    tasks: int


def size(table: WebTable) -> Size:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Size(
        pages * os.sysconf("SC_PAGESIZE") / 2**20,
        threading.active_count(),
        len(os.listdir("/proc/self/fd")),
        sum(1 for _ in table.evening.folder.rglob("*")),
        len(table.crank.timers._set),
        len(table.crank._watchers),
        len(asyncio.all_tasks()),
    )


class Table(WebTable):
    """A table whose pages and pods come and go."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, draw=False, pace=QUICK)
        self.rng = random.Random(5)
        self.tokens: dict[str, str] = {}
        self.late: list[float] = []
        """Seconds from the deadline of each trading window to its end."""
        self.window: Window | None = None
        self.crank.watch(self.looked)

    def looked(self, changes: Any) -> None:
        """A turn of the crank: did a window end that was not void?"""
        now, fold = self.crank.tasks.window, self.evening.fold
        if self.window is not None and now is None and fold is not None and fold.state.phase != "plan":
            self.late.append(self.crank.now() - self.window.deadline)
        self.window = now

    async def game(self, kind: str) -> None:
        """One whole game: a person at pod 1, bots, and everything that may happen to pages and pods meanwhile."""
        do, evening = self.crank.do, self.evening
        do({"do": "holder", "pod": 7, "holder": "empty"})  # who came with a page is gone
        do({"do": "game", "game": kind})
        for option, value in SHORT.get(kind, {}).items():
            do({"do": "option", "id": option, "value": value})
        assert do({"do": "start"}) == ""
        pages: list[Page] = []
        for step in range(6000):
            await self.turn()
            if evening.fold is None or evening.fold.over:
                break
            if not evening.random_press(1, self.rng):
                evening.wait(0.25)
            if step % 11 == 0:
                await self.visit(pages)
            if step % 23 == 0:
                self.trouble()
        else:
            raise AssertionError(f"{kind} never ended")
        for page in pages:
            await page.leave()
        self.forget()
        self.back()
        await self.turn()
        assert do({"do": "leave"}) == ""
        await self.turn()

    async def visit(self, pages: list[Page]) -> None:
        """A page opens, another one closes."""
        role: Any = self.rng.choice(ROLES)
        if self.access.grant(self.tokens.get(role, "")) is None:
            self.tokens[role] = self.access.token(role, 7 if role == "seat" else None)
        pages.append(await self.open(role, self.tokens[role]))
        while len(pages) > 3:
            await pages.pop(0).leave()

    def trouble(self) -> None:
        """A pod falls off, or comes back; a window that it voids is opened anew."""
        pod, now = self.crank.pods[self.rng.choice((2, 3))], self.evening.alarm.now()
        assert isinstance(pod, BrowserPod)
        if pod.number in self.crank.live:
            pod.unplug(now, "pulled")
        else:
            pod.plug(now)

    def forget(self) -> None:
        """What only these twins keep: what pages were sent, what was played."""
        self.pages.clear()
        self.evening.buzzer.played.clear()
        self.evening.lamp.history.clear()

    def back(self) -> None:
        for number in (2, 3):
            pod = self.crank.pods[number]
            if isinstance(pod, BrowserPod) and number not in self.crank.live:
                pod.plug(self.evening.alarm.now())


@pytest.mark.slow
def test_nothing_grows_and_no_clock_drifts(tmp_path: Path) -> None:
    kinds = sorted(GAMES)
    sizes: list[Size] = []

    async def evening() -> list[float]:
        table = Table(tmp_path)
        table.evening.press(1, "OK")
        for n in range(EACH * len(kinds)):
            await table.game(kinds[n % len(kinds)])
            if n + 1 >= FIRST:
                sizes.append(size(table))
        assert len(table.crank.finished()) == EACH * len(kinds)
        return table.late

    late = asyncio.run(evening())
    first, last = sizes[0], sizes[-1]
    growth = last.megabytes - first.megabytes
    assert growth < GROWTH, f"{growth:.1f} MB more"
    for what in ("threads", "descriptors", "files", "timers", "watchers", "tasks"):
        assert getattr(last, what) <= getattr(first, what), what
    assert len(late) >= EACH and max(late) - min(late) < 1e-6, "the last window ends like the first"
    assert abs(late[-1] - GRACE) < 1e-6
    promise(
        "games of an evening in one process",
        EACH * len(kinds),
        "megabytes grown after the first ten",
        round(growth, 1),
    )
