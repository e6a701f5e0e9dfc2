"""The options of Forty-Eight: what a header may say, what it means when it does not, what the device draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.forty_eight.state import SUITS, USED_SUITS
from rules.option import Option

OPTIONS = (
    Option("topdown", values=("replace", "slide")),
    Option("empty_bid", values=("when-broke", "always")),
    Option("limit", default=48, lo=1, hi=200),
    Option("suits", values=SUITS, drawn=True),
    Option("first", default=1, lo=1, seat=True, drawn=True),
)


def header_fault(seats: int, options: dict[str, Any]) -> str | None:
    """What is wrong with the suits in use, in words for the error line."""
    suits = options.get("suits", SUITS[: USED_SUITS[seats]])
    fits = isinstance(suits, list | tuple) and len(suits) == USED_SUITS[seats]
    if not fits or any(s not in SUITS for s in suits) or len(set(suits)) != len(suits):
        return f"option `suits` is {USED_SUITS[seats]} different ones of {', '.join(SUITS)}"
    return None


def resolve(seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """All options: the first suits of the list, everything else its default."""
    plain = {o.id: o.first for o in OPTIONS}
    return {**plain, "suits": list(SUITS[: USED_SUITS[seats]]), **options}


def setup_draws(seats: int, options: dict[str, Any], pick: Callable[[int], int]) -> dict[str, Any]:
    """Draw the suits one by one from what is left of the list, then who begins; each only if nobody chose."""
    drawn = dict(options)
    if "suits" not in drawn:
        left = list(SUITS)
        drawn["suits"] = [left.pop(pick(len(left))) for _ in range(USED_SUITS[seats])]
    if "first" not in drawn:
        drawn["first"] = pick(seats) + 1
    return drawn
