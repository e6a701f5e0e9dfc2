"""`croupier sim`: the table in a browser. Its page is there at once, the table behind it follows."""

from __future__ import annotations

import argparse
import asyncio
import socket
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from device.commands import serve
from device.exits import FINE, Refused
from device.settings import Settings
from device.table.journal import CommitFailed
from device.table.salvage import lock

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
        return asyncio.run(_serve(args, settings, serve.journal(settings), server, script))
    except CommitFailed as e:
        raise Refused(str(e)) from None
    finally:
        server.close()
        held.close()


async def _serve(
    args: argparse.Namespace, settings: Settings, kept: serve.Kept, server: socket.socket, script: str | None
) -> int:
    from device.commands.web import Web  # slow, and a wrong command line is told before
    from drivers.alarm import LoopAlarm

    alarm = LoopAlarm(asyncio.get_running_loop())
    web = Web(settings, server, "sim", alarm.now)
    try:
        await web.up(args.open)
        simulated = await asyncio.to_thread(import_module, "device.commands.simulated")
        if web.stopping:  # before the table was open
            return FINE
        return await web.serve(*simulated.table(settings, kept, alarm, args.seed, script))
    finally:
        await web.close()
