"""A trading window in monotonic time: what counts is when a key went down, not when a timer fired."""

from __future__ import annotations

import msgspec

GRACE = 0.05
"""Queued edges may arrive this long after the deadline and still be judged by their own time."""


LATE = 2.0
"""Order keys are noted until this long after the buzzer, for whoever says that one of them was in time."""


class Window(msgspec.Struct, frozen=True):
    """Opened by a commit at `opened`; trading runs from `zero` to `deadline`, exclusive. All in seconds."""

    day: int
    zero: float
    deadline: float

    def counts(self, at: float) -> bool:
        """Whether a key whose edge came at this time places an order."""
        return self.zero <= at < self.deadline

    def beats(self, lead_in: float) -> list[tuple[float, str]]:
        """(time, cue): 3-2-1, go, the last three seconds, the buzzer."""
        third = lead_in / 3
        lead = [(self.zero - (3 - i) * third, cue) for i, cue in enumerate(("three", "two", "one"))]
        last = [(self.deadline - s, "last") for s in (3, 2, 1) if self.deadline - s > self.zero]
        return [*(lead if lead_in else []), (self.zero, "go"), *last, (self.deadline, "buzzer")]


def window(day: int, opened: float, lead_in: float, seconds: float) -> Window:
    """Time zero is the commit of what opened trading plus the lead-in (games.md, section 5)."""
    zero = opened + lead_in
    return Window(day, zero, zero + seconds)


class Edges:
    """The order keys of one window with the times of their edges, early and late ones too: what disputes are about."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self._kept: list[tuple[int, str, int]] = []

    def hear(self, seat: int, key: str, at: float) -> None:
        """A key of a seat went down."""
        if at < self.window.deadline + LATE:
            self._kept.append((seat, key, round((at - self.window.deadline) * 1000)))

    def take(self) -> tuple[tuple[int, str, int], ...]:
        """(seat, key, milliseconds after the deadline) of all that was heard and not taken yet."""
        taken, self._kept = tuple(self._kept), []
        return taken
