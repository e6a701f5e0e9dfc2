"""Tuples numbered from 1, as seats and stocks are."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def put(items: tuple[T, ...], number: int, item: T) -> tuple[T, ...]:
    """The tuple with its `number`th item (from 1) replaced."""
    changed = list(items)
    changed[number - 1] = item
    return tuple(changed)
