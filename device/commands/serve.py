"""What comes before a table, whatever drivers it has: settings, port, addresses."""

from __future__ import annotations

import argparse
import socket
import sys
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from device.exits import Refused, WrongUse
from device.settings import Settings, load
from device.table.journal import Journal
from device.table.salvage import open_journal

Kept = tuple[Journal, dict[int, list[bytes]]]
"""A journal and its streams."""


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


def journal(settings: Settings) -> Kept:
    """The journal of the data folder and what it holds. The caller has the lock."""
    opened, streams, message = open_journal(settings.folder)
    if message:
        print(f"croupier: {message}", file=sys.stderr)
    return opened, streams


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
