"""Commit and reveal: what a tower must have bound itself to, and which dice follow from both ends' bytes. Pure.

Limits, in plain words: the secret is the tower's, so who owns both ends can cheat; and a tower can be unplugged before
a bad roll shows. What the proof shows is that the tower chose its bytes before it knew ours, and then kept to them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from drivers.tower.ctp import Group, parse_pool

Dice = tuple[tuple[int, ...], ...]


def commitment(boot: str, no: int, pool: str, t: bytes) -> str:
    """The commitment c in hex, for the tower's secret t."""
    return hashlib.sha256(f"CTP1C|{boot}|{no}|{pool}|".encode("ascii") + t).hexdigest()


def face(byte: int, sides: int) -> int | None:
    """The face that a byte means, or None: it is thrown away, so that each face has as many bytes as any other."""
    return byte % sides + 1 if byte < 256 - 256 % sides else None


def draw(pool: tuple[Group, ...], t: bytes, h: bytes, no: int) -> Dice:
    """The faces that follow from the tower's bytes t and the host's bytes h in roll `no`, one tuple a group."""
    stream = _stream(t + h + no.to_bytes(4, "big"))
    return tuple(tuple(_die(stream, group.sides) for _ in range(group.count)) for group in pool)


def verified(proof: Mapping[str, str], dice: Dice) -> bool:
    """Does a stored proof (boot, no, pool, c, h, t) bind exactly these dice? A proof that cannot be read does not."""
    try:
        no, t, h = int(proof["no"]), bytes.fromhex(proof["t"]), bytes.fromhex(proof["h"])
        kept = commitment(proof["boot"], no, proof["pool"], t) == proof["c"].lower()
        return kept and len(t) == len(h) == 16 and draw(parse_pool(proof["pool"]), t, h, no) == dice
    except (KeyError, ValueError, OverflowError):
        return False


def _die(stream: Iterator[int], sides: int) -> int:
    return next(found for byte in stream if (found := face(byte, sides)) is not None)


def _stream(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from hashlib.sha256(b"CTP1D|" + seed + block.to_bytes(4, "big")).digest()
        block += 1
