"""`croupier sim`: the table in a browser, with software for everything that would be soldered."""

from __future__ import annotations

import argparse
import asyncio
import random
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from device.commands import serve
from device.crank import Crank
from device.devices import Devices
from device.exits import Refused
from device.seat.mind import OtherMind
from device.settings import Settings
from device.table.house import PODS, Hold
from device.table.journal import CommitFailed
from device.table.salvage import lock
from device.table.table import Table
from device.web.needs import Simulated
from drivers.alarm import LoopAlarm, across_threads
from drivers.browser import BrowserBuzzer, BrowserPod
from drivers.memory import MemoryLamp
from drivers.ports import Event, PodChanged
from drivers.tower.sim import SimTower

if TYPE_CHECKING:
    from device.commands.faults import Faulty

PARTS = ("pods", "tower", "buzzer", "host", "lamp")
EMPTY = Path()
"""--faults without a file: no trouble yet, but the page has the buttons."""


def add(commands: Any) -> None:
    """Declare the command."""
    sim = commands.add_parser("sim", help="start the table in the browser, with bots; no hardware needed")
    serve.common(sim)
    sim.add_argument("--seed", type=int, help="seed of the bots (not of the dice)")
    sim.add_argument(
        "--fast", action="store_true", help="bots and waits at once, for demonstrations and tests"
    )
    sim.add_argument(
        "--faults",
        metavar="FILE",
        type=Path,
        nargs="?",
        const=EMPTY,
        help="simulate a Pi's drivers and chips, and play this fault script; without FILE only the page makes faults",
    )
    sim.add_argument("--open", action="store_true", help="open the page in this machine's browser")
    sim.set_defaults(run=_sim)


def _sim(args: argparse.Namespace) -> int:
    settings = serve.settings_of(args)
    script = None
    if args.faults is not None:
        from device.commands import faults  # the models of all chips, which nothing else needs

        faults.ready()
        script = "" if args.faults == EMPTY else faults.read(args.faults)
    if args.fast:
        pace = msgspec.structs.replace(settings.pace, lead_in=0, sealed=0, bot=0, ok_dead=0)
        settings = msgspec.structs.replace(settings, pace=pace)
    held = lock(settings.folder)
    server = serve.listen(settings)
    try:
        return asyncio.run(_serve(args, settings, serve.open_table(settings), server, script))
    except CommitFailed as e:
        raise Refused(str(e)) from None
    finally:
        server.close()
        held.close()


async def _serve(
    args: argparse.Namespace, settings: Settings, table: Table, server: socket.socket, script: str | None
) -> int:
    loop = asyncio.get_running_loop()
    alarm = LoopAlarm(loop)
    cranks: list[Crank] = []  # it comes after its devices
    sink = across_threads(loop, lambda event: cranks[0].sink(event))
    tower = SimTower(sink, alarm)
    faulty = None if script is None else _faulty(alarm, cranks, tower)
    pods = faulty.glasses.pods if faulty else {n: BrowserPod(n, sink) for n in range(1, PODS + 1)}
    buzzer = faulty.buzzer if faulty else BrowserBuzzer()
    devices = Devices(dict(pods), buzzer, MemoryLamp(), tower, phone=lambda n: BrowserPod(n, sink))
    devices.mind = OtherMind()
    cranks.append(crank := Crank(table, devices, alarm, settings, serve.drawn, random.Random(args.seed)))
    if table.now.house.playing is None and all(p.holder == "empty" for p in table.now.house.places):
        crank.post(lambda: table.tell(Hold(1, "pod")))
    tower.start()
    if faulty is None:
        for number in pods:
            crank.sink(PodChanged(number, "present", alarm.now()))
    elif script:
        faulty.run(script)
    simulated = Simulated(PARTS, buzzer, tower.drop_marble, faulty.run if faulty else None)
    return await serve.serve(crank, settings, server, "sim", simulated, args.open)


def _faulty(alarm: LoopAlarm, cranks: list[Crank], tower: SimTower) -> Faulty:
    from device.commands.faults import Faulty

    def local(event: Event) -> None:
        cranks[0].local(event)

    return Faulty(alarm, local, lambda pods: cranks[0].glimpse(pods), tower)
