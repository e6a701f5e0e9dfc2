"""The command line: `croupier COMMAND`. Only this side of the program decides which drivers run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import NoReturn

from device.exits import WRONG_USE, CroupierError, WrongUse

GROUPS = ("sim", "run", "doctor", "tower", "logs", "play", "screens")


class Parser(argparse.ArgumentParser):
    """Tells what is wrong in one line, like every other error."""

    def error(self, message: str) -> NoReturn:
        raise WrongUse(f"{message}; see {self.prog} --help")


def parser() -> argparse.ArgumentParser:
    """All commands. Each group adds its own; a command's function is in `run`."""
    top = Parser(prog="croupier", description="The assistant inside a game table.")
    top.add_argument("--version", action="version", version=f"croupier {version('croupier')}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for group in GROUPS:
        import_module(f"device.commands.{group}").add(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the result is the exit code."""
    try:
        args = parser().parse_args(argv)
        return int(args.run(args))
    except CroupierError as e:
        print(f"croupier: {e}", file=sys.stderr)
        return e.code
    except BrokenPipeError:
        return WRONG_USE
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
