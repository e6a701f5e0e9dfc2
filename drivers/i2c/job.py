"""One transfer on the trunk, and what goes first."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple

from drivers.ports import Event


class Rank(IntEnum):
    """What goes first. SMALL is a digit or a key's echo, REDRAW a whole picture."""

    DARK = 0
    KEYS = 1
    SMALL = 2
    SETUP = 3
    REDRAW = 4


class Lost(Exception):
    """What was read shows that the pod is not working, though it answered. The text says why."""


class Job(NamedTuple):
    """A write of `packets`, or, if `length` is not 0, a read of `length` bytes from `register`.

    `done(answer, began)` takes what was read and when the transfer began; it gives events or raises `Lost`.
    """

    rank: Rank
    address: int
    done: Callable[[bytes, float], list[Event]]
    packets: tuple[bytes, ...] = ()
    register: int = 0
    length: int = 0
