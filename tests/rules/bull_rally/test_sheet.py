"""Header and sheet: what may stand in them (games.md, sections 0 and 3)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.bull_rally import GAME
from rules.bull_rally.sheet import PLACEHOLDER, Sheet, ticker
from tests.rules.bull_rally.play import Play, header_fault, sheet, stock


def test_the_placeholder_is_sound_and_says_what_it_is() -> None:
    """A stand-in, marked so; 15 cards as printed in the notes."""
    it = msgspec.convert(PLACEHOLDER, Sheet)
    assert GAME.sheet_fault(it) is None
    assert it.source == "placeholder"
    assert [s.start for s in it.stocks] == [32, 48, 32, 40, 24, 56]
    assert [s.limits for s in it.stocks] == [(4, s.start + 20) for s in it.stocks]
    assert [s.band for s in it.stocks] == [(s.start - 10, s.start + 10) for s in it.stocks]
    assert [ticker(it, s) for s in range(1, 7)] == ["ORC", "GGE", "MHW", "DYN", "EVG", "FAL"]
    assert [s.news for s in it.stocks] == [(3, 6, 9), (2, 5, 8), (3, 5, 8), (4, 7, 9), (2, 6, 10), (4, 7, 10)]
    assert [sum(s.dividends.values()) for s in it.stocks] == [2, 2, 2, 2, 5, 4]
    assert [v for _, v in it.news] == [2, 2, 1, 1, -2, -2, -3, -3, -4, -4, -5, 1, -1, -2, -3]
    assert {s.notch for s in it.stocks} == {2}


def test_a_header_without_options_and_sheet_takes_the_defaults() -> None:
    """10 seconds to trade, no limit to plan, open orders, ask, one card a day, the stand-in."""
    rules = Play().fold.state.rules
    assert (rules.trade_seconds, rules.plan_seconds, rules.blind, rules.ask, rules.each) == (
        10,
        0,
        False,
        True,
        False,
    )
    assert Play().facts(None).placeholder
    assert not Play(charts=sheet()).facts(None).placeholder


@pytest.mark.parametrize(
    "options",
    [
        {"trade_seconds": 2}, {"trade_seconds": 121}, {"trade_seconds": 0}, {"plan_seconds": 601},
        {"plan_seconds": -1}, {"trade_seconds": "10"}, {"trade_seconds": True}, {"trade_seconds": 10.0},
        {"orders": "hidden"}, {"sequence": 1}, {"news": "weekly"}, {"first": 1}, {"limit": 48},
    ],
)  # fmt: skip
def test_options_that_do_not_exist(options: dict[str, Any]) -> None:
    """An unknown value, a wrong type, another game's option."""
    assert header_fault(**options) is not None


@pytest.mark.parametrize(
    "options", [{"trade_seconds": 3, "plan_seconds": 600, "orders": "blind"}, {"trade_seconds": 120}]
)
def test_options_at_their_bounds(options: dict[str, Any]) -> None:
    assert header_fault(**options) is None


@pytest.mark.parametrize("seats, fine", [(1, False), (2, True), (6, True), (7, False)])
def test_two_to_six_seats(seats: int, fine: bool) -> None:
    assert (header_fault(seats) is None) is fine


@pytest.mark.parametrize(
    "change",
    [
        {"limits": [-1, 88]}, {"limits": [41, 88]}, {"limits": [4, 39]}, {"limits": [88, 4]}, {"limits": [4]},
        {"band": [61, 60]}, {"notch": 0}, {"notch": 1.0}, {"news": [0]}, {"news": [11]}, {"news": ["1"]},
        {"dividends": {"1": 1}}, {"dividends": {"12": 1}}, {"dividends": {"02": 1}}, {"dividends": {"2": -1}},
        {"dividends": {"2": "1"}}, {"dividends": [1]}, {"start": "40"}, {"name": 7}, {"ticker": ""},
        {"ticker": "ABCDE"}, {"ticker": "A-B"}, {"short": ""}, {"short": "AB"},
    ],
    ids=str,
)  # fmt: skip
def test_a_chart_that_breaks_its_rules(change: dict[str, Any]) -> None:
    """0 ≤ limits, start within them, low ≤ high, notch ≥ 1, N lines 1..10, dividend lines 2..11 ≥ 0, short names."""
    assert header_fault(charts=sheet(stock(), stock(**change))) is not None


@pytest.mark.parametrize(
    "change",
    [
        {"limits": [40, 40]}, {"limits": [0, 88]}, {"band": [60, 60]}, {"band": [-5, 200]}, {"notch": 1},
        {"news": [1, 10]}, {"dividends": {"2": 0, "11": 9}}, {"ticker": "A1"}, {"ticker": "ABCD"}, {"short": "株"},
        {"extra": 1},
    ],
    ids=str,
)  # fmt: skip
def test_a_chart_at_its_bounds(change: dict[str, Any]) -> None:
    assert header_fault(charts=sheet(stock(), stock(**change))) is None


@pytest.mark.parametrize("key", ["name", "start", "notch", "limits", "band", "news", "dividends"])
def test_a_chart_without_a_key(key: str) -> None:
    whole = stock()
    del whole[key]
    assert header_fault(charts=sheet(whole)) is not None


@pytest.mark.parametrize(
    "cards",
    [[], [["stock"]], [["bond", 1]], [[0, 1]], [[7, 1]], [["stock", "1"]], [["stock", 1, 1]], [[1.0, 1]]],
    ids=str,
)
def test_a_deck_that_breaks_its_rules(cards: list[Any]) -> None:
    """At least one card, a card's stock 1..6."""
    assert header_fault(charts=sheet(news=cards)) is not None


def test_any_value_of_a_card_and_no_source() -> None:
    """A card's value is any integer; `source` may be missing."""
    charts = sheet(news=[["stock", 0], ["market", -99], [6, 99]])
    del charts["source"]
    assert header_fault(charts=charts) is None


@pytest.mark.parametrize("stocks", [5, 7])
def test_exactly_six_stocks(stocks: int) -> None:
    assert header_fault(charts={"stocks": [stock()] * stocks, "news": [["stock", 1]]}) is not None


def test_default_short_names() -> None:
    """The first three letters of the name."""
    it = msgspec.convert(sheet(stock(name="Blue Sky"), stock(name="!"), stock(short="x", ticker="Y")), Sheet)
    assert [ticker(it, s) for s in (1, 2, 3)] == ["BLU", "2", "Y"]
