"""Are these dice fair? Counts against chance: chi-square for the faces, lag-1 correlation for their order.

A test at one in a million per figure: a good tower fails it once in a lifetime, a bent one on the first evening.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import sqrt

import msgspec

from drivers.tower.firmware import load

CRITICAL = {4: 30.66, 6: 35.89, 8: 40.52, 10: 44.81, 12: 48.87, 20: 63.68}
"""By sides: the chi-square (one degree of freedom less than sides) that chance exceeds once in a million."""
LAG = 4.89
"""Times 1/sqrt(n): the lag-1 correlation that chance exceeds, up or down, once in a million."""
FEWEST = 5
"""Rolls expected per face; below, nobody can judge."""
DRAWS = 120_000


class Verdict(msgspec.Struct, frozen=True):
    """How the rolls of one kind of die look. `fair` is None when there were not enough rolls to judge."""

    sides: int
    draws: int
    counts: tuple[int, ...]
    chi: float
    chi_limit: float
    lag: float
    lag_limit: float
    fair: bool | None


def judge(faces: Sequence[int], sides: int) -> Verdict:
    """Judge the faces 1..sides of one kind of die, in the order they fell."""
    drawn, expected = len(faces), len(faces) / sides
    counted = Counter(faces)
    counts = tuple(counted[face] for face in range(1, sides + 1))
    chi = sum((count - expected) ** 2 for count in counts) / expected if drawn else 0.0
    lag, lag_limit = _lag(faces), LAG / sqrt(drawn) if drawn else 0.0
    fair = (
        None if expected < FEWEST else chi < CRITICAL[sides] and abs(lag) < lag_limit and sum(counts) == drawn
    )
    return Verdict(sides, drawn, counts, chi, CRITICAL[sides], lag, lag_limit, fair)


def selftest(draws: int = DRAWS, urandom: Callable[[int], bytes] = os.urandom) -> tuple[Verdict, ...]:
    """Draw every kind of die so often, by the tower's own program from this machine's chance, and judge them.

    Raises OSError if the source does not pass the tower's own test of it.
    """
    return tuple(judge(_rolls(sides, draws, urandom), sides) for sides in CRITICAL)


class _Source:
    """What the tower's `Secrets` asks of a board."""

    chip = "selftest"

    def __init__(self, urandom: Callable[[int], bytes]) -> None:
        self.urandom = urandom

    def ticks_us(self) -> int:
        return 0


def _rolls(sides: int, draws: int, urandom: Callable[[int], bytes]) -> list[int]:
    dice = load("dice")
    secrets = dice.Secrets(_Source(urandom))
    faces: list[int] = []
    while len(faces) < draws:
        t = secrets.secret()
        if t is None:
            raise OSError("the random source repeats itself: nothing can be drawn from it")
        faces += dice.draw([(dice.MOST_DICE, sides, "")], t, urandom(16), 0)[0]
    return faces[:draws]


def _lag(faces: Sequence[int]) -> float:
    """Correlation of each face with the next."""
    if len(faces) < 2:
        return 0.0
    mean = sum(faces) / len(faces)
    off = [face - mean for face in faces]
    spread = sum(value * value for value in off)
    return sum(a * b for a, b in pairwise(off)) / spread if spread else 1.0
