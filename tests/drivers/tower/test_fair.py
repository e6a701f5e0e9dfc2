"""Fair dice pass, bent ones do not; all from seeds, so that the verdicts never change."""

from __future__ import annotations

import random
from math import exp, gamma

import pytest

from drivers.tower.fair import CRITICAL, judge, selftest


def tail(chi: float, degrees: int) -> float:
    """How often chance exceeds this chi-square: the upper incomplete gamma function, by trapezoids."""
    a, x, step = degrees / 2, chi / 2, 0.001
    points = [x + step * number for number in range(60_000)]
    values = [t ** (a - 1) * exp(-t) for t in points]
    return step * (sum(values) - (values[0] + values[-1]) / 2) / gamma(a)


@pytest.mark.parametrize("sides", list(CRITICAL))
def test_the_limits_are_one_in_a_million(sides: int) -> None:
    assert tail(CRITICAL[sides], sides - 1) == pytest.approx(1e-6, rel=0.01)


def test_the_towers_own_program_draws_fair_dice() -> None:
    verdicts = selftest(6000, random.Random(7).randbytes)
    assert [verdict.sides for verdict in verdicts] == [4, 6, 8, 10, 12, 20]
    assert all(verdict.fair and verdict.draws == sum(verdict.counts) == 6000 for verdict in verdicts)


def test_a_source_that_is_stuck_is_refused() -> None:
    with pytest.raises(OSError, match="repeats itself"):
        selftest(100, bytes)


def test_a_bent_die_is_found() -> None:
    rng = random.Random(1)
    verdict = judge(rng.choices(range(1, 7), weights=[10, 10, 10, 10, 10, 12], k=12_000), 6)
    assert verdict.fair is False and verdict.chi > verdict.chi_limit


def test_a_die_that_remembers_is_found_though_its_counts_are_perfect() -> None:
    verdict = judge([1, 2, 3, 4, 5, 6] * 2000, 6)
    assert verdict.chi == 0 and verdict.fair is False and verdict.lag > verdict.lag_limit


def test_a_stuck_die_and_an_impossible_face_are_found() -> None:
    assert judge([3] * 1000, 6).fair is False
    assert judge([1, 2, 3, 4, 5, 7] * 10, 6).fair is False


@pytest.mark.parametrize(("rolls", "fair"), [(0, None), (29, None), (30, True)])
def test_too_few_rolls_cannot_be_judged(rolls: int, fair: bool | None) -> None:
    faces = random.Random(3).choices(range(1, 7), k=rolls)
    assert judge(faces, 6).fair is fair
