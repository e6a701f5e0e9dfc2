"""The pod's key expander: fourteen keys to ground, two lamps (MCP23017 data sheet DS20001952, BANK = 0)."""

from __future__ import annotations

from drivers.pins import EXPANDER_KEYS, EXPANDER_LAMPS
from drivers.ports import KEYS

IODIR, GPINTEN, INTCON, IOCON, GPPU, GPIO, OLAT = 0x00, 0x04, 0x08, 0x0A, 0x0C, 0x12, 0x14
"""Register numbers of port A; port B's is one higher, so both go in one transfer."""

_SHIFT = {"A": 0, "B": 8}
_BITS = tuple(1 << (_SHIFT[EXPANDER_KEYS[key][0]] + EXPANDER_KEYS[key][1]) for key in KEYS)
_LAMPS = tuple(1 << (_SHIFT[port] + bit) for port, bit in EXPANDER_LAMPS)
INPUTS = sum(_BITS)
"""The fourteen usable inputs of A and B as one little-endian word."""
_MIRROR_OPEN_DRAIN = 0b0100_0100  # one interrupt for both ports, pulling a shared line low


def _pair(register: int, word: int) -> bytes:
    return bytes((register, word & 0xFF, word >> 8))


DIRECTION = _pair(IODIR, INPUTS)
"""GPA7 and GPB7 stay outputs, always: as inputs they can corrupt SDA (data sheet, 3.5.1)."""

SETUP: tuple[bytes, ...] = (
    _pair(OLAT, 0),
    DIRECTION,
    bytes((IOCON, _MIRROR_OPEN_DRAIN)),
    _pair(GPPU, INPUTS),
    _pair(INTCON, 0),
    _pair(GPINTEN, INPUTS),
)
"""What brings the chip from power-on to a pad with pull-ups: any change of a key pulls INT low. Inputs are not
inverted by the chip, so one that lost its power, reading low everywhere, does not pass for one at rest."""

FRESH = b"\xff\xff"
"""IODIR after power-on."""

ALL = (1 << len(KEYS)) - 1
"""All keys down at once: nobody has so many fingers, the pod lost its power."""


def lamps(first: bool, second: bool) -> bytes:
    return _pair(OLAT, (_LAMPS[0] if first else 0) | (_LAMPS[1] if second else 0))


def pressed(answer: bytes) -> int:
    """Two bytes of GPIO → bit i is 1 while `ports.KEYS[i]` is down."""
    word = ~(answer[0] | answer[1] << 8) & INPUTS
    if not word:
        return 0
    return sum(1 << i for i, bit in enumerate(_BITS) if word & bit)


def alive(answer: bytes) -> bool:
    """Two bytes of IODIR: does the chip still know what it was told? A brown-out makes it forget."""
    return answer == DIRECTION[1:]
