"""What a bid is worth: the chances of the hidden die, of the rivals' bids, and of standing in the upper half."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.drug_dealer.sheet import SIDES
from rules.drug_dealer.state import COINS, Coins, Result
from rules.drug_dealer.view import Facts

EXPECTED = (0, 2, 5, 7, 12, 15, 17, 22, 30)
"""What rivals are thought to bid before anything was revealed, in G."""
REMEMBERED = 24
"""So many of the newest revealed amounts count beside."""


class Standpoint(msgspec.Struct, frozen=True):
    """What a bidder reckons with: P by its possible values, and the rivals.

    `rivals` have the net worth of their public moves each; `seen` are amounts that any of them may have bid.
    `first` is the own bid when the cards were dealt and `card` what it brought, None before.
    """

    productions: tuple[int, ...]
    rivals: tuple[int, ...]
    seen: tuple[int, ...]
    first: int = 0
    card: bool | None = None


def standpoint(facts: Facts, first: int, nets: Sequence[int]) -> Standpoint:
    """The standpoint of the seat that the facts are of."""
    return Standpoint(productions(facts), tuple(nets), expected(facts.history), first, facts.card)


def expected(history: Sequence[Result]) -> tuple[int, ...]:
    """Amounts that a rival may bid, each as likely: some to begin with, and what was revealed of late."""
    revealed = [amount for result in history for _, amount in result.amounts]
    return (*EXPECTED, *revealed[-REMEMBERED:])


def productions(facts: Facts) -> tuple[int, ...]:
    """P for each face that a hidden die may show; before the roll, and for both hidden, by steps of their means."""
    rules = {die: (c, f) for die, c, f in facts.sheet}
    sums = [0]
    for die, face in zip(facts.pick, facts.faces, strict=False):
        correction, factor = rules[die]
        sums = [
            s + (f + correction) * factor
            for s in sums
            for f in ([face] if face else range(1, SIDES[die] + 1))
        ]
    return tuple(sums)


def gain(point: Standpoint, amount: int) -> float:
    """The mean gain in G of a final bid of `amount`: goods received less coins paid."""
    bidders = len(point.rivals) + 1
    below = rivals_below(point, amount)
    wins, pays = sum(below[bidders // 2 :]), sum(below[(bidders + 1) // 2 :])
    sold = [p for p in point.productions if p > 0]
    dumped = [p for p in point.productions if p < 0]
    total = wins * (sum(sold) - amount * len(sold)) + (1 - pays) * sum(dumped) - pays * amount * len(dumped)
    return total / len(point.productions)


def rivals_below(point: Standpoint, amount: int) -> list[float]:
    """The chance that exactly 0, 1, 2 … rivals end below `amount`, given what the own card tells of the first bids.

    `table[a][b]` is the chance that `a` rivals bid less at first and `b` bid less now; a tie counts half.
    Its last row and column stay 0: index -1 leads there.
    """
    size = len(point.rivals) + 1
    joints = {net: _joint(point, amount, net) for net in set(point.rivals)}
    table = [[0.0] * (size + 1) for _ in range(size + 1)]
    table[0][0] = 1.0
    for n, net in enumerate(point.rivals, start=1):
        both, before, after, none = joints[net]
        for a in range(n, -1, -1):
            row, lower = table[a], table[a - 1]
            for b in range(n, -1, -1):
                row[b] = row[b] * none + lower[b] * before + row[b - 1] * after + lower[b - 1] * both
    ok = size // 2  # so many below mean an OK card
    rows = [table[a] for a in range(size) if point.card is None or (a >= ok) is point.card]
    told = sum(map(sum, rows))
    return [
        sum(row[b] for row in rows) / told if told else float(b == ok - (not point.card)) for b in range(size)
    ]


def _joint(point: Standpoint, amount: int, net: int) -> tuple[float, float, float, float]:
    """Chances that a rival bid less both times, at first only, now only, never."""
    both = before = after = 0.0
    for r in point.seen:
        x, y = _less(r, point.first), _less(r + net, amount)
        both += x * y
        before += x * (1 - y)
        after += (1 - x) * y
    n = len(point.seen)
    return both / n, before / n, after / n, (n - both - before - after) / n


def _less(a: int, b: int) -> float:
    return 1.0 if a < b else 0.5 if a == b else 0.0


def payable(held: Coins, most: int) -> dict[int, Coins]:
    """Every amount up to `most` that these coins can make, with the heap of fewest pieces."""
    heaps: dict[int, Coins] = {0: (0, 0, 0, 0)}
    for kind, n in reversed(list(enumerate(held))):
        for amount, heap in list(heaps.items()):
            for more in range(1, n + 1):
                total = amount + more * COINS[kind]
                if total > most:
                    break
                if total not in heaps or sum(heap) + more < sum(heaps[total]):
                    heaps[total] = _with(heap, kind, more)
    return heaps


def _with(heap: Coins, kind: int, more: int) -> Coins:
    a, b, c, d = (n + more * (i == kind) for i, n in enumerate(heap))
    return a, b, c, d
