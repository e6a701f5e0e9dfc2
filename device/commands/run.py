"""`croupier run`: the table on a Raspberry Pi, or with phones alone on any computer.

Whatever is missing is a state that is told and tried again: pods, pins, tower, network and display may all be away.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.commands import serve
from device.commands.opening import drawn, open_table
from device.commands.web import Web
from device.crank import Crank
from device.devices import Devices
from device.exits import CroupierError, Refused
from device.safe_mode import remembered
from device.safe_mode import run as run_safe
from device.seat.mind import OtherMind
from device.settings import Settings
from device.table.journal import CommitFailed
from device.table.salvage import lock
from device.table.table import Table
from device.watchdog import Watchdog
from drivers.alarm import LoopAlarm, across_threads
from drivers.browser import BrowserBuzzer, BrowserPod
from drivers.gpio.factory import model
from drivers.hardware import Hardware
from drivers.memory import MemoryLamp
from drivers.pi import open_pi
from drivers.ports import Alarm, Event, Sink, Tower


def add(commands: Any) -> None:
    """Declare the command."""
    run = commands.add_parser("run", help="start the table on its hardware")
    serve.common(run)
    run.add_argument(
        "--safe", action="store_true", help="play nothing: show what was found, on pods and page"
    )
    run.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    if args.safe:
        return _safe(args)
    settings = serve.settings_of(args)
    held = lock(settings.folder)
    try:
        with remembered(settings.folder):
            server = serve.listen(settings)
            try:
                return asyncio.run(_serve(settings, open_table(*serve.journal(settings)), server))
            except CommitFailed as e:
                raise Refused(str(e)) from None
            finally:
                server.close()
    finally:
        held.close()


def _safe(args: argparse.Namespace) -> int:
    """Safe mode stands up whatever the settings file says: it may be what is broken."""
    try:
        settings, trouble = serve.settings_of(args), ""
    except CroupierError as e:
        settings, trouble = Settings(), str(e)
    pods: Callable[[], Hardware] = lambda: open_hardware(settings, lambda event: None)  # noqa: E731
    return run_safe(settings, serve.listen(settings), pods, trouble)


def open_hardware(settings: Settings, sink: Sink) -> Hardware:
    """The Pi's drivers; without pods and without a Pi nothing is missing."""
    if not settings.pods.count and not model().startswith("Raspberry Pi"):
        return Hardware({}, BrowserBuzzer(), MemoryLamp(), simulated="phones only")
    return open_pi(settings.pods.hardware(), sink)


def open_tower(settings: Settings, sink: Sink, alarm: Alarm) -> Tower | None:
    """The tower that the settings name, already looking for its port. Call on the loop's thread."""
    from drivers.tower.serial import SerialTower

    port = settings.tower.port
    if not port:
        return None
    tower = SerialTower(sink, alarm, path=None if port == "auto" else Path(port))
    tower.start()
    return tower


async def _serve(settings: Settings, table: Table, server: socket.socket) -> int:
    loop = asyncio.get_running_loop()
    crank, hardware = compose(settings, table, LoopAlarm(loop), lambda sink: across_threads(loop, sink))
    dog = Watchdog(crank.alarm, hardware.health)
    dog.start()
    web = Web(settings, server, "run", crank.now)
    try:
        await web.up()
        return await web.serve(crank)
    finally:
        dog.stop()
        hardware.close()


def compose(
    settings: Settings,
    table: Table,
    alarm: Alarm,
    queued: Callable[[Sink], Sink],
    opened: Callable[[Settings, Sink], Hardware] = open_hardware,
) -> tuple[Crank, Hardware]:
    """Join table and hardware. `queued` makes a sink that any thread may call; what it gets waits until the crank,
    which comes after its devices, is there."""
    cranks: list[Crank] = []
    local: Callable[[Event], None] = lambda event: cranks[0].local(event)  # noqa: E731
    phone: Callable[[Event], None] = lambda event: cranks[0].sink(event)  # noqa: E731
    hardware = opened(settings, queued(local))
    devices = Devices(
        dict(hardware.pods),
        hardware.buzzer,
        hardware.lamp,
        open_tower(settings, local, alarm),
        host_key=settings.pods.host_key and not hardware.simulated,
        mind=OtherMind(),
        phone=lambda number: BrowserPod(number, phone),
    )
    cranks.append(Crank(table, devices, alarm, settings, drawn))
    return cranks[0], hardware
