"""`croupier replay`: fold logs and print their records. It loads the rules and nothing else."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from device.exits import FINE, REJECTED, WRONG_USE, Refused, WrongUse
from rules.fold import Fold, record
from rules.games import GAMES
from rules.replay import LogError, replay


def add(commands: Any) -> None:
    """Declare the command."""
    one = commands.add_parser("replay", help="fold game logs and print their records")
    one.add_argument("files", nargs="+", metavar="FILE", help="a log (JSON Lines), - is standard input")
    one.add_argument("--json", action="store_true", help="one JSON object a line instead of a summary")
    one.set_defaults(run=_replay)


def read(name: str) -> bytes:
    """A log's bytes; "-" is standard input."""
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except FileNotFoundError:
        raise WrongUse(f"{name}: no such file") from None
    except OSError as e:
        raise Refused(f"{name}: {e.strerror}") from None


def each(names: list[str]) -> tuple[list[tuple[str, Fold]], int]:
    """(name, fold) of every log that can be read; the exit code tells of the others, which are named on stderr."""
    folds, malformed, rejected = [], False, False
    for name in names:
        try:
            folds.append((name, replay(read(name), GAMES)))
        except LogError as e:
            print(f"{name}:{e}", file=sys.stderr)
            malformed |= e.code == "malformed"
            rejected |= e.code != "malformed"
        except WrongUse as e:
            print(f"croupier: {e}", file=sys.stderr)
            malformed = True
    return folds, WRONG_USE if malformed else REJECTED if rejected else FINE


def _replay(args: argparse.Namespace) -> int:
    folds, code = each(args.files)
    for name, fold in folds:
        kept = msgspec.to_builtins(record(fold), str_keys=True)
        print(json.dumps(kept, ensure_ascii=False) if args.json else _summary(name, fold, kept))
    return code


def _summary(name: str, fold: Fold, kept: dict[str, Any]) -> str:
    """A record for people: a line a seat."""
    state = "over" if kept["over"] else f"phase {kept['phase']}"
    lines = [f"{name}: {kept['game']}, {len(kept['seats'])} seats, {fold.count} entries, {state}"]
    champions = kept.get("champions", [])
    for seat, held in enumerate(kept["seats"], start=1):
        mark = " champion" if seat in champions else " winner" if seat in kept["winners"] else ""
        facts = ", ".join(f"{k} {_short(v)}" for k, v in held.items() if v not in (None, False))
        lines.append(f"  seat {seat}: {facts}{mark}")
    return "\n".join(lines)


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{n}×{k}" for k, n in value.items() if n) or "none"
    return " ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)
