"""The device's own chance, committed before play (games.md, section 5).

The k-th device entry takes numbers from HMAC-SHA256(seed, "k:i"), i = 0, 1, …; set-up is k = 0, one stream.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator

from rules.game import CardsWanted, DiceWanted, Result, Wanted

SEED_BYTES = 32


def commitment(seed: bytes) -> str:
    """What the board shows before play: SHA-256 of the seed, hex."""
    return hashlib.sha256(seed).hexdigest()


def _stream(seed: bytes, k: int) -> Iterator[int]:
    i = 0
    while True:
        yield from hmac.new(seed, f"{k}:{i}".encode(), hashlib.sha256).digest()
        i += 1


def picker(seed: bytes, k: int) -> Callable[[int], int]:
    """`pick(m)` → the next number in 0..m-1 of stream k: the next byte below 256 - 256 mod m, mod m."""
    stream = _stream(seed, k)

    def pick(m: int) -> int:
        fair = 256 - 256 % m
        return next(b for b in stream if b < fair) % m

    return pick


def result(wanted: Wanted, pick: Callable[[int], int]) -> Result:
    """Dice in the order of the entry, or cards taken one by one from what is left."""
    match wanted:
        case DiceWanted(groups=groups):
            return [[pick(sides) + 1 for _ in range(count)] for count, sides, _ in groups]
        case CardsWanted(left=left, count=count):
            return [[pick(left - i) for i in range(count)]]
