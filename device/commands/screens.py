"""`croupier screens`: every page in every language as pictures."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from device.exits import FINE, Refused
from device.gallery.catalogue import write
from device.words import LANGS, PSEUDO


def add(commands: Any) -> None:
    """Declare the command."""
    one = commands.add_parser(
        "screens", help="draw every page of every game to PNG, and one contact sheet a language"
    )
    one.add_argument(
        "folder", nargs="?", type=Path, default=Path("screens"), help="where to (default: screens)"
    )
    one.add_argument(
        "--lang", choices=(*LANGS, PSEUDO), help="one language (default: all); xx is English, longer"
    )
    one.add_argument("--scale", type=int, default=6, metavar="N", help="pixels a pixel (default: 6)")
    one.add_argument("--blur", action="store_true", help="as seen from half a metre")
    one.set_defaults(run=_screens)


def _screens(args: argparse.Namespace) -> int:
    try:
        count = write(args.folder, (args.lang,) if args.lang else LANGS, max(1, args.scale), args.blur)
    except OSError as error:
        raise Refused(f"cannot write to {args.folder}: {error.strerror}; name another folder") from error
    print(f"{count} pictures in {args.folder}")
    return FINE
