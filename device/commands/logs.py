"""`croupier export`, `verify`, `fairness`: what can be done with a finished game's log."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from device.commands.replay import each, read
from device.exits import FINE, REJECTED, WRONG_USE, Refused, WrongUse
from device.settings import load
from device.table.fairness import judge, pressed, verify
from device.table.journal import HOUSE, NAME, Journal
from device.table.table import Table
from rules.fold import record
from rules.games import GAMES


def add(commands: Any) -> None:
    """Declare the commands."""
    one = commands.add_parser("export", help="write a finished game of the journal as a log")
    _data(one)
    one.add_argument("--game", type=int, help="its number (default: the newest finished one)")
    one.add_argument("--list", action="store_true", help="list the finished games instead")
    one.add_argument(
        "--running",
        action="store_true",
        help="the running game too, without its seed: it holds what players may not know yet",
    )
    one.add_argument(
        "--keys",
        action="store_true",
        help="who pressed which order key when, around each trading window's end",
    )
    one.add_argument("-o", "--output", metavar="FILE", help="write here instead of standard output")
    one.set_defaults(run=_export)
    one = commands.add_parser("verify", help="recompute every device entry of a finished game's log")
    one.add_argument("files", nargs="+", metavar="FILE")
    one.set_defaults(run=_verify)
    one = commands.add_parser("fairness", help="count faces by source over many logs")
    one.add_argument("files", nargs="+", metavar="FILE")
    one.add_argument("--json", action="store_true")
    one.set_defaults(run=_fairness)


def _data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", help="folder of the journal (default: from the settings)")
    parser.add_argument("--settings", metavar="FILE", type=Path, help="settings file")


def open_read_only(args: argparse.Namespace) -> Table:
    """The journal of the chosen folder, for looking only."""
    folder = Path(args.data) if args.data else load(args.settings).folder
    path = folder / NAME
    if not path.exists():
        raise WrongUse(f"{path}: there is no journal; name its folder with --data")
    journal = Journal(path, read_only=True)
    streams = journal.read()
    return Table(journal, {k: v for k, v in streams.items() if k == HOUSE}, GAMES, _no_entropy, lambda: "")


def _no_entropy(count: int) -> bytes:
    raise AssertionError("a journal that is only read draws nothing")


def _export(args: argparse.Namespace) -> int:
    table = open_read_only(args)
    over = table.finished()
    if args.list:
        for number in over:
            fold = table.read_game(number)
            won = ", ".join(map(str, record(fold)["winners"])) or "nobody"
            print(
                f"{number}\t{fold.header.game}\t{fold.header.seats} seats\t{fold.header.started or ''}\twon by {won}"
            )
        return FINE
    games = over if not args.running else [g for g in sorted(table.journal.heads) if g != HOUSE]
    if not games and args.game is None:
        raise WrongUse("no finished game in the journal")
    number = args.game if args.game is not None else games[-1]
    if args.keys:
        told = pressed(table.keys(number), table.read_game(number).header)
        _out(args.output, "".join(f"{line}\n" for line in told).encode())
        return FINE
    _out(args.output, table.export(number, args.running))
    if number not in over:
        print("croupier: this game still runs: its log holds what players may not know yet", file=sys.stderr)
    return FINE


def _out(file: str | None, data: bytes) -> None:
    if file is None:
        sys.stdout.buffer.write(data)
        return
    try:
        Path(file).write_bytes(data)
    except OSError as e:
        raise Refused(f"{file}: {e.strerror}") from None


def _verify(args: argparse.Namespace) -> int:
    """Exit 3 where an entry is not what the opened seed gives."""
    folds, code = each(args.files)
    for name, fold in folds:
        found = verify(read(name), fold)
        print(f"{name}: {found}")
        if not found.holds:
            code = max(code, REJECTED) if code != WRONG_USE else code
    return code


def _fairness(args: argparse.Namespace) -> int:
    folds, code = each(args.files)
    found = judge([read(name) for name, _ in folds], GAMES)
    if args.json:
        print(msgspec.json.encode(found).decode())
    else:
        print("\n".join(map(str, found)) or "no dice in these logs")
    return code
