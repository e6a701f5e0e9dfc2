"""Preparation: suits, hands, who begins, and what a header may say."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import pytest

from rules.forty_eight import GAME
from rules.forty_eight.state import SUITS
from rules.log import Header, Malformed, complete
from tests.rules.forty_eight.table import TEN, facts, table


def header(seats: int, **options: Any) -> Header:
    return complete(
        Header(log="croupier/1", game="forty-eight", seats=seats, options=options), {GAME.id: GAME}
    )[1]


@pytest.mark.parametrize(("seats", "suits", "turns", "cases"), [(3, 3, 9, 1), (4, 5, 8, 2), (5, 6, 10, 2)])
def test_suits_and_turns_follow_from_the_number_of_seats(
    seats: int, suits: int, turns: int, cases: int
) -> None:
    """Preparation: 3 suits with 3 seats, 5 with 4, 6 with 5. Everybody is the desk twice, three times with 3 seats;
    two cases are drawn a turn, one with 3 seats."""
    state = table(seats)
    assert state.rules.suits == SUITS[:suits]
    assert (state.rules.turns, state.rules.cases) == (turns, cases)
    assert state.deck[:5] == ("red1", "red1", "red2", "red3", "blue1")
    assert len(state.deck) == 4 * suits
    assert state.hands == (TEN,) * seats


def test_the_first_desk_is_chosen() -> None:
    """Preparation: who begins is settled by any method that is liked."""
    assert table(4).desk == 1
    assert table(4, first=3).desk == 3


def test_defaults() -> None:
    assert header(4).options == {
        "first": 1,
        "suits": ["red", "blue", "yellow", "green", "black"],
        "topdown": "replace",
        "empty_bid": "when-broke",
        "limit": 48,
    }


@pytest.mark.parametrize(
    "options",
    [
        {"suits": ["red", "blue"]},
        {"suits": ["red", "blue", "yellow", "green"]},
        {"suits": ["red", "red", "blue"]},
        {"suits": ["red", "blue", "pink"]},
        {"suits": "red"},
        {"suits": None},
        {"suits": ["red", "blue", 3]},
        {"suits": ["red", "blue", ["green"]]},
        {"first": 4},
        {"first": 0},
        {"limit": 0},
        {"limit": 201},
        {"limit": True},
        {"topdown": "swap"},
        {"empty_bid": "never"},
        {"orders": "open"},
    ],
)
def test_wrong_options_are_malformed(options: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        header(3, **options)


@pytest.mark.parametrize("seats", [2, 6])
def test_three_to_five_seats(seats: int) -> None:
    with pytest.raises(Malformed):
        header(seats)


@pytest.mark.parametrize("options", [{"limit": 1}, {"limit": 200}, {"suits": ["white", "red", "black"]}])
def test_right_options_stand(options: dict[str, Any]) -> None:
    key, value = next(iter(options.items()))
    assert header(3, **options).options[key] == value
    assert facts(table(3, **options), None).limit == options.get("limit", 48)


def pick_of(seed: bytes) -> Any:
    """The committed numbers of k = 0, written down anew from the notes on committed chance."""
    stream = (b for i in range(100) for b in hmac.new(seed, f"0:{i}".encode(), hashlib.sha256).digest())

    def pick(m: int) -> int:
        return next(b for b in stream if b < 256 - 256 % m) % m

    return pick


def test_the_device_draws_suits_and_then_who_begins() -> None:
    """The published vectors: suits for four seats, then first; first of five seats alone."""
    seed = bytes(range(32))
    both = GAME.setup_draws(4, {}, pick_of(seed))
    assert both == {"suits": ["green", "yellow", "red", "black", "white"], "first": 4}
    alone = GAME.setup_draws(5, {"suits": list(SUITS)}, pick_of(seed))
    assert alone == {"suits": list(SUITS), "first": 1}
    assert GAME.setup_draws(3, {"first": 2, "suits": ["red", "blue", "green"]}, pick_of(seed))["first"] == 2
