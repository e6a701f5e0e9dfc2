"""Tunes as notes of (Hz, milliseconds), and what a small piezo can do with them."""

from __future__ import annotations

Notes = tuple[tuple[int, int], ...]

LONGEST = 2000
"""Milliseconds that any tune may sound."""
LOWEST, HIGHEST = 440.0, 7040.0
"""Hz: two octaves around A6. gpiozero's own default range stops at 880 Hz and raises above it."""


def shorten(notes: Notes) -> Notes:
    """The tune, cut off at two seconds."""
    left, short = LONGEST, []
    for hertz, length in notes:
        if left <= 0:
            break
        short.append((hertz, min(length, left)))
        left -= length
    return tuple(short)


def within_range(hertz: float) -> float:
    """The same note by octaves, where the piezo and gpiozero can play it. `hertz` is above 0."""
    while hertz < LOWEST:
        hertz *= 2
    while hertz > HIGHEST:
        hertz /= 2
    return hertz
