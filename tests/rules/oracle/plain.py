"""The few words all three judges use."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

SIX = range(1, 7)
"""The six stocks, and the faces of their dice."""
SIDES = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d20": 20}


class Stop(Exception):
    """Here the log stops, with this code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def need(good: object) -> None:
    """Else malformed."""
    if not good:
        raise Stop("malformed")


def turn_of(good: object) -> None:
    """Else not-your-turn."""
    if not good:
        raise Stop("not-your-turn")


def count(good: object) -> None:
    """Else bad-count."""
    if not good:
        raise Stop("bad-count")


def known(good: object) -> None:
    """Else unknown."""
    if not good:
        raise Stop("unknown")


def yours(good: object) -> None:
    """Else not-yours."""
    if not good:
        raise Stop("not-yours")


def allowed(good: object) -> None:
    """Else not-allowed."""
    if not good:
        raise Stop("not-allowed")


def a_whole(x: Any) -> bool:
    """ "integers are JSON integers (2.0, true, "2" are malformed)" """
    return isinstance(x, int) and not isinstance(x, bool)


def a_text(x: Any) -> bool:
    return isinstance(x, str)


def a_list(x: Any, good: Callable[[Any], bool]) -> bool:
    return isinstance(x, list) and all(good(one) for one in x)


def wholes(x: Any) -> bool:
    return a_list(x, a_whole)


def texts(x: Any) -> bool:
    return a_list(x, a_text)


def two_wholes(x: Any) -> bool:
    return wholes(x) and len(x) == 2


def whole_in(lo: int, hi: int) -> Callable[[Any], bool]:
    return lambda x: a_whole(x) and lo <= x <= hi


def word_of(*words: str) -> Callable[[Any], bool]:
    return lambda x: isinstance(x, str) and x in words


def twice(items: Iterable[Any]) -> bool:
    """Whether anything is named twice."""
    all_of_them = list(items)
    return len(set(all_of_them)) != len(all_of_them)


def held(wanted: list[int], hand: list[int]) -> bool:
    """Whether the hand has them all, as often as they are named."""
    return all(wanted.count(one) <= hand.count(one) for one in wanted)
