"""What keeps an OLED young: the picture wanders by a pixel, dims when nobody plays, goes dark, wakes at a key.

Pure: the table tells the time (monotonic seconds) and passes keys through.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec
from PIL import Image

from device.screens.frame import HEIGHT, WIDTH

SHIFT_S, DIM_S, OFF_S = 60.0, 60.0, 600.0
PATH = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Where the picture stands, minute by minute, in pixels right and down."""

Light = Literal["full", "dim", "off"]


class Care(msgspec.Struct, frozen=True):
    """One screen's rest. `touched` is the time of the newest key or new picture that a person should see."""

    touched: float = 0.0

    def light(self, now: float) -> Light:
        """How bright the panel should be."""
        if (
            now >= self.touched + OFF_S
        ):  # summed as `next_change` does, or the panel would dim a turn too late
            return "off"
        return "dim" if now >= self.touched + DIM_S else "full"

    def key(self, now: float) -> tuple[Care, bool]:
        """A key went down: the screen is awake again, and whether the key is swallowed (it only woke the screen)."""
        return Care(now), self.light(now) == "off"

    def stir(self, now: float) -> Care:
        """Something happened that this seat must see (its turn, the buzzer): full light, no key swallowed."""
        return Care(now)


def offset(now: float) -> tuple[int, int]:
    """How far the picture is moved at this time, right and down."""
    return PATH[int(now // SHIFT_S) % len(PATH)]


def shifted(frame: bytes, now: float) -> bytes:
    """The packed picture moved for this minute. What leaves the panel is lost, a row or column at most."""
    return _moved(frame, *offset(now))


@lru_cache(16)  # all pods are looked at in every turn of the crank, and few of them show something new
def _moved(frame: bytes, across: int, down: int) -> bytes:
    if (across, down) == (0, 0):
        return frame
    picture = Image.frombytes("1", (WIDTH, HEIGHT), frame)
    moved = Image.new("1", (WIDTH, HEIGHT))
    moved.paste(picture, (across, down))
    return moved.tobytes()


def next_change(care: Care, now: float) -> float:
    """The next time at which `light` or `offset` may change: when the table should look again."""
    steps = [care.touched + limit for limit in (DIM_S, OFF_S) if care.touched + limit > now]
    return min([*steps, (now // SHIFT_S + 1) * SHIFT_S])
