"""The watchdog: signs of life while the table would answer a key, silence when it would not."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.watchdog import EVERY, LAG, STALE, Watchdog, period
from drivers.alarm import LoopAlarm
from drivers.memory import VirtualAlarm


class Bench:
    """A watchdog in virtual time; `ages` is what the workers say, `told` what systemd heard."""

    def __init__(self) -> None:
        self.alarm, self.told, self.ages = VirtualAlarm(10.0), list[str](), dict[str, float]()
        self.dog = Watchdog(self.alarm, lambda: self.ages, self.told.append, EVERY)
        self.dog.start()

    def pings(self, seconds: float) -> int:
        before = self.told.count("WATCHDOG=1")
        self.alarm.advance(seconds)
        return self.told.count("WATCHDOG=1") - before


def test_a_table_that_stands_says_so_at_once_and_every_second() -> None:
    bench = Bench()
    assert bench.told == ["READY=1", "WATCHDOG=1"]
    assert bench.pings(10) == 10
    bench.dog.stop()
    assert bench.told[-1] == "STOPPING=1" and bench.pings(10) == 0


def test_a_loop_that_is_late_skips_its_sign_and_says_why() -> None:
    bench = Bench()
    bench.alarm.stall(EVERY + LAG)
    assert bench.pings(0) == 0
    assert bench.told[-1] == f"STATUS=the loop was late by {LAG:.1f} s"
    assert bench.pings(EVERY) == 1 and bench.told[-1] == "STATUS=fine"
    bench.alarm.stall(EVERY + LAG * 0.9)
    assert bench.pings(0) == 1, "late, but a person would not have noticed"


@pytest.mark.parametrize("part", ["trunk", "pins", "notify"])
def test_a_worker_without_a_beat_stops_the_signs_until_it_beats_again(part: str) -> None:
    bench = Bench()
    bench.ages = {"trunk": 0.1, "pins": 0.1, "notify": 0.0}
    assert bench.pings(3) == 3
    bench.ages[part] = float("inf") if part == "notify" else STALE + 1
    assert bench.pings(30) == 0 and bench.told[-1].startswith(f"STATUS={part} has not moved")
    bench.ages[part] = 0.2
    assert bench.pings(3) == 3


def test_a_bus_that_blocks_for_five_seconds_is_no_reason_to_restart() -> None:
    """WatchdogSec is ten: the gap between two signs stays below it."""
    bench = Bench()
    for second in range(7):
        bench.ages = {"trunk": float(second)}
        bench.pings(1)
    bench.ages = {"trunk": 0.0}
    gap = 7 - bench.told.count("WATCHDOG=1") + 1
    assert gap < 10 and bench.pings(1) == 1


@pytest.mark.parametrize(
    ("given", "every"), [("10000000", 1.0), ("2000000", 0.5), ("", 1.0), ("x", 1.0), ("0", 1.0)]
)
def test_the_period_follows_the_unit(given: str, every: float) -> None:
    assert period(given) == every


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A notification socket as systemd opens one."""
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.bind(str(tmp_path / "notify"))
    heard.setblocking(False)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    yield heard
    heard.close()


def drain(heard: socket.socket) -> list[bytes]:
    found = []
    while True:
        try:
            found.append(heard.recv(4096))
        except BlockingIOError:
            return found


def test_a_blocked_loop_stops_the_pings_of_a_real_socket(systemd: socket.socket) -> None:
    """A loop that is held by a long call sends nothing; when it runs again, so do the signs."""

    async def table() -> tuple[list[bytes], list[bytes], list[bytes]]:
        dog = Watchdog(LoopAlarm(asyncio.get_running_loop()), every=0.02)
        dog.start()
        await asyncio.sleep(0.15)
        lively = drain(systemd)
        time.sleep(1.2)  # the call that should not be there
        held = drain(systemd)
        await asyncio.sleep(0.1)
        dog.stop()
        return lively, held, drain(systemd)

    lively, held, after = asyncio.run(table())
    assert lively[0] == b"READY=1" and lively.count(b"WATCHDOG=1") >= 3
    assert held == []
    assert b"WATCHDOG=1" in after and after[-1] == b"STOPPING=1"
    assert any(line.startswith(b"STATUS=the loop was late") for line in after)
