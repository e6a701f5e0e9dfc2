"""The command line: `croupier COMMAND`. Only this side of the program decides which drivers run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from device.exits import FINE, WRONG_USE, CroupierError, WrongUse

COMMANDS = {
    "sim": "sim", "run": "run", "doctor": "doctor", "bringup": "doctor", "pins": "doctor", "tower": "tower",
    "replay": "replay", "export": "logs", "verify": "logs", "fairness": "logs", "play": "play", "screens": "screens",
}  # fmt: skip
"""Each command and its module in device/commands. Only the module that is asked for is imported."""


class Parser(argparse.ArgumentParser):
    """Tells what is wrong in one line, like every other error."""

    def error(self, message: str) -> NoReturn:
        raise WrongUse(f"{message}; see {self.prog} --help")


class Version(argparse.Action):
    """Tells the version, which takes a slow import to find out."""

    def __call__(self, *_: Any) -> NoReturn:
        from importlib.metadata import version

        print(f"croupier {version('croupier')}")
        sys.exit(FINE)


def parser(asked: str = "") -> argparse.ArgumentParser:
    """The command that is asked for, with those of its module; all of them when it is none. A command's function is in
    `run`."""
    top = Parser(prog="croupier", description="The assistant inside a game table.")
    top.add_argument("--version", action=Version, nargs=0, help="show the version and exit")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for module in {COMMANDS[asked]: 0} if asked in COMMANDS else dict.fromkeys(COMMANDS.values()):
        import_module(f"device.commands.{module}").add(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the result is the exit code."""
    try:
        given = sys.argv[1:] if argv is None else list(argv)
        args = parser(*given[:1]).parse_args(given)
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
