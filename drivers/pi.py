"""A real table on a Raspberry Pi: the drivers joined, with their two threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from drivers.gpio.board import Board
from drivers.gpio.factory import notifier_lives, open_factory
from drivers.hardware import Hardware
from drivers.i2c.bus import Bus, LinuxBus
from drivers.i2c.pod import PodWiring
from drivers.i2c.trunk import Trunk
from drivers.pi_settings import PiSettings
from drivers.ports import Sink
from drivers.worker import Worker

FAREWELL = 0.5
"""Seconds that pods get to go dark at the end."""


class Joined:
    """All drivers of one Pi, joined but not running: `trunk.step` and `board.step` are to be called by whoever keeps
    the time (two threads on a Pi, a virtual clock over models)."""

    def __init__(
        self,
        wirings: Sequence[PodWiring],
        bus: Bus,
        factory: Callable[[], Any],
        sink: Sink,
        trunk_now: Callable[[], float],
        board_now: Callable[[], float],
        wake_trunk: Callable[[], None],
        wake_board: Callable[[], None],
    ) -> None:
        pads = tuple(wiring.number for wiring in wirings if not wiring.keys)
        self.board = Board(factory, pads, sink, board_now, wake_board, self._fell)
        self.trunk = Trunk(wirings, bus, self.board, sink, trunk_now, wake_trunk)

    def hardware(self) -> Hardware:
        return Hardware(dict(self.trunk.pods), self.board.buzzer, self.board.lamp)

    def _fell(self) -> None:
        self.trunk.interrupt()


def wirings(settings: PiSettings) -> list[PodWiring]:
    return [
        PodWiring(number, settings.panels.get(number, settings.panel), number not in settings.header)
        for number in settings.pods
    ]


def open_pi(settings: PiSettings, sink: Sink) -> Hardware:
    """Open a real table and start its threads. Never raises for missing hardware: what is missing comes as `Fault`
    and `PodChanged` events, is tried again, and works once it is there."""
    bus = LinuxBus(
        {n: settings.base + n - 1 if settings.mux else settings.trunk for n in settings.pods}, settings.trunk
    )
    workers: dict[str, Worker] = {}
    joined = Joined(
        wirings(settings),
        bus,
        partial(open_factory, settings.pins),
        sink,
        time.monotonic,
        time.monotonic,
        lambda: workers["trunk"].wake(),
        lambda: workers["pins"].wake(),
    )
    workers["trunk"] = Worker("trunk", joined.trunk.step)
    workers["pins"] = Worker("pins", joined.board.step)
    for worker in workers.values():
        worker.start()
    hardware = joined.hardware()
    hardware.health = lambda: _health(workers)
    hardware.closers.append(lambda: _close(joined, workers))
    return hardware


def _health(workers: dict[str, Worker]) -> dict[str, float]:
    """Seconds since each worker's last beat; infinity for a notify thread that died."""
    now = time.monotonic()
    ages = {name: now - worker.beat for name, worker in workers.items()}
    return ages | {"notify": 0.0 if notifier_lives() else float("inf")}


def _close(joined: Joined, workers: dict[str, Worker]) -> None:
    workers["pins"].stop()
    joined.board.buzzer.close()
    joined.trunk.close()
    until = time.monotonic() + FAREWELL
    while not joined.trunk.settled and time.monotonic() < until:
        time.sleep(0.01)
    workers["trunk"].stop()
    joined.trunk.shut()
    joined.board.close()
