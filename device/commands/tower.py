"""`croupier tower`: about the dice tower, without a table."""

from __future__ import annotations

import argparse
from typing import Any

from device.exits import FINE, REFUSED, Refused, WrongUse
from drivers.tower.fair import DRAWS, FEWEST, selftest

FEW = FEWEST * 20
"""Draws below which the die with most sides cannot be judged."""


def add(commands: Any) -> None:
    """Declare the commands."""
    tower = commands.add_parser("tower", help="about the dice tower: selftest")
    kinds = tower.add_subparsers(dest="what", metavar="WHAT", required=True)
    test = kinds.add_parser(
        "selftest", help="draw every die many times by the tower's own program and judge whether it is fair"
    )
    test.add_argument("--draws", type=int, default=DRAWS, help=f"rolls of each die (default {DRAWS})")
    test.set_defaults(run=_selftest)


def _selftest(args: argparse.Namespace) -> int:
    if args.draws < FEW:
        raise WrongUse(f"--draws {args.draws}: nobody can judge fewer than {FEW}")
    try:
        verdicts = selftest(args.draws)
    except OSError as e:
        raise Refused(str(e)) from None
    for v in verdicts:
        told = "fair" if v.fair else "NOT FAIR"
        print(
            f"d{v.sides:<3} {v.draws} rolls  chi-square {v.chi:6.2f} of {v.chi_limit:.2f}"
            f"  lag-1 {v.lag:+.4f} of ±{v.lag_limit:.4f}  {told}"
        )
    return FINE if all(v.fair for v in verdicts) else REFUSED
