"""A trading window in monotonic time: what counts is when a key went down, not when a timer fired."""

from __future__ import annotations

import msgspec

GRACE = 0.05
"""Queued edges may arrive this long after the deadline and still be judged by their own time."""


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
