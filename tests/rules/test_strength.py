"""A small share of `make strength`: the bots are about as good as they must be."""

from __future__ import annotations

import pytest

from rules.games import GAMES
from tests.bench.strength import FIGURES, Figure, interval, part, reached, some
from tests.rules.test_match import match

PLAYED = {"search": 10, "plain": 60}


@pytest.mark.parametrize(
    "figure",
    [pytest.param(f, id=f.name, marks=[pytest.mark.slow] * (f.hero == "search")) for f in FIGURES],
)
def test_no_figure_is_surely_missed(figure: Figure) -> None:
    """The interval of a few games reaches the bound."""
    games = PLAYED[figure.hero]
    share = some(figure, range(games), playouts=30) / games
    low, high = interval(share, games)
    assert high >= figure.least
    assert low <= figure.most


def test_intervals() -> None:
    """Wilson's, as tables have it: 20 of 50 is 0.2761 to 0.5382."""
    low, high = interval(0.4, 50)
    assert (round(low, 4), round(high, 4)) == (0.2761, 0.5382)
    assert interval(1.0, 10)[1] == pytest.approx(1)


def test_a_figure_is_missed_on_either_side() -> None:
    figure = Figure("forty-eight", 4, "plain", "plain", 0.3, most=0.7, lower=0.25)
    assert reached(figure, 0.5, 0.3)
    assert not reached(figure, 0.29, 0.26)
    assert not reached(figure, 0.71, 0.5)
    assert not reached(figure, 0.5, 0.2)


def test_shared_wins_count_in_part() -> None:
    figure = Figure("bull-rally", 3, "plain", "plain", 0)
    fold = match(GAMES["bull-rally"], ["plain"] * 3, "part")
    assert sum(part(figure, fold, seat) for seat in (1, 2, 3)) == pytest.approx(1)
