"""How a table is served, whatever drivers it has: settings, port, journal, pages."""

from __future__ import annotations

import argparse
import asyncio
import datetime
import os
import secrets
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from device.crank import Crank
from device.exits import FINE, Refused, WrongUse
from device.scene import Join
from device.screens.pages import render
from device.settings import Settings, load
from device.table.salvage import open_journal
from device.table.table import Table
from rules.games import GAMES

if TYPE_CHECKING:
    from device.web.needs import Simulated


def common(parser: argparse.ArgumentParser) -> None:
    """The options that `sim` and `run` share."""
    parser.add_argument("--settings", metavar="FILE", type=Path, help="settings file (TOML)")
    parser.add_argument("--data", metavar="DIR", help="folder of the journal and the sheets")
    parser.add_argument("--host", help="address to listen on")
    parser.add_argument("--port", type=int, help="port of the web pages; 0 takes a free one")
    parser.add_argument("--lang", choices=("ja", "en"), help="language of the board and of newcomers")


def settings_of(args: argparse.Namespace) -> Settings:
    """The settings file with what the command line overrides."""
    settings = load(args.settings)
    table, web = settings.table, settings.web
    if args.data:
        table = msgspec.structs.replace(table, data=args.data)
    if args.lang:
        table = msgspec.structs.replace(table, lang=args.lang)
    if args.host:
        web = msgspec.structs.replace(web, host=args.host)
    if args.port is not None:
        if not 0 <= args.port <= 65535:
            raise WrongUse(f"--port {args.port}: ports are 0 to 65535")
        web = msgspec.structs.replace(web, port=args.port)
    return msgspec.structs.replace(settings, table=table, web=web)


def listen(settings: Settings) -> socket.socket:
    """The web pages' socket, or Refused: a port in use is told before anything starts."""
    web = settings.web
    held = socket.socket(socket.AF_INET6 if ":" in web.host else socket.AF_INET)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        held.bind((web.host, web.port))
    except OSError as e:
        held.close()
        raise Refused(f"{web.host}:{web.port}: {e.strerror}; choose another port with --port") from None
    return held


def wall() -> str:
    """The only wall time there is: a label in headers."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def open_table(settings: Settings) -> Table:
    """The journal of the data folder, folded. The caller holds the lock."""
    journal, streams, message = open_journal(settings.folder)
    if message:
        print(f"croupier: {message}", file=sys.stderr)
    return Table(journal, streams, GAMES, secrets.token_bytes, wall)


def drawn(scene: Any) -> bytes:
    """A scene as a frame for pods."""
    return render(scene).pack()


async def serve(
    crank: Crank,
    settings: Settings,
    server: socket.socket,
    mode: Any,
    simulated: Simulated | None,
    show: bool = False,
) -> int:
    """Serve the pages in the crank's loop until a signal ends it. `show` opens the first one in a browser here."""
    import uvicorn  # the pages are a slow import that no other command needs

    from device.web.access import Access, addresses, join_url
    from device.web.app import make

    port = server.getsockname()[1]
    address = reached(settings.web.host, port)

    def base() -> str:
        return settings.web.public or reached(settings.web.host, port)

    access = Access(crank.now, settings.folder / "access.json")

    def invited(pod: int) -> Join:
        invite = access.invite(pod)
        return Join(pod, join_url(base(), invite.code), invite.code, invite.until)

    crank.devices.invite = invited
    app = make(crank, mode, access, simulated=simulated, base=base, names=names(settings.web.public))
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws_per_message_deflate=False,
        ws_max_size=64 * 1024,
        lifespan="on",
        access_log=False,
    )
    web = uvicorn.Server(config)
    task = asyncio.create_task(web.serve(sockets=[server]))
    loop = asyncio.get_running_loop()
    stop: Callable[[], None] = lambda: setattr(web, "should_exit", True)  # noqa: E731
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, stop)
    while not web.started and not task.done():
        await asyncio.sleep(0.02)
    pages = addresses(access, address, ("sim", "host", "board") if mode == "sim" else ("host", "board"))
    for page, url in pages.items():
        print(f"Croupier's {page} page is at {url}", flush=True)
    if show and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform == "darwin"):
        webbrowser.open(next(iter(pages.values())))
    await task
    crank.close()
    return FINE


def reached(host: str, port: int) -> str:
    """The address of a page for others in this network, now: it may have come, or changed, since the start."""
    if host in ("0.0.0.0", "::"):
        host = _local(socket.AF_INET, "192.0.2.1") or _local(socket.AF_INET6, "2001:db8::1") or "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _local(family: int, anywhere: str) -> str:
    """Our address on the way to anywhere (an address kept for documentation; nothing is sent); "" without a way."""
    with socket.socket(family, socket.SOCK_DGRAM) as way:
        try:
            way.connect((anywhere, 9))
        except OSError:
            return ""
        return str(way.getsockname()[0])


def names(public: str) -> tuple[str, ...]:
    """Host names that this table answers to: the machine's own, by mDNS too, and the one in `public`."""
    own = socket.gethostname()
    return (own, f"{own}.local", *filter(None, (urlsplit(public).hostname,)))
