"""The top k of some bids, where equal bids may stand across the cut (used by two games)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Cut(msgspec.Struct, frozen=True):
    """`sure` are in whatever happens, `tied` stand equal across the cut, `missing` of them are still to be named."""

    sure: tuple[int, ...]
    tied: tuple[int, ...]
    missing: int


def cut(amounts: Mapping[int, int], k: int) -> Cut:
    """Split seats by amount into the top `k`. Seats keep ascending order; no tie means no one missing."""
    if k <= 0:
        return Cut((), (), 0)
    order = sorted(amounts.values(), reverse=True)
    if k >= len(order):
        return Cut(tuple(sorted(amounts)), (), 0)
    edge = order[k - 1]
    if order[k] != edge:
        return Cut(tuple(sorted([s for s, a in amounts.items() if a >= edge])), (), 0)
    sure = tuple(sorted([s for s, a in amounts.items() if a > edge]))
    tied = tuple(sorted([s for s, a in amounts.items() if a == edge]))
    return Cut(sure, tied, k - len(sure))


def around(seat: int, seats: int) -> tuple[int, ...]:
    """The other seats clockwise, starting at the left neighbour of `seat` (the left neighbour of n is 1)."""
    return (*range(seat + 1, seats + 1), *range(1, seat))


def left(seat: int, seats: int) -> int:
    """The left neighbour."""
    return seat % seats + 1
