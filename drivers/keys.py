"""From a pad's snapshots to events: the same for expander, header and HOST key."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from drivers.debounce import Change, Debounce
from drivers.ports import Event, Fault, Mended


class KeyReader:
    """Debounces snapshots and puts what they mean into events. `part` is what a fault names ("pod 3"); `edge` makes
    the event of an edge from (key, down, at)."""

    def __init__(
        self,
        part: str,
        keys: Sequence[str],
        edge: Callable[[str, bool, float], Event],
        confirm: int = 0,
    ) -> None:
        self._part, self._edge = part, edge
        self._debounce = Debounce(keys, confirm=confirm)
        self._stuck: set[str] = set()

    @property
    def wants(self) -> float:
        """When the next snapshot would help; infinity if nothing is in the air."""
        wants = self._debounce.wants
        return float("inf") if wants is None else wants

    def feed(self, at: float, bits: int) -> list[Event]:
        """Bit i of `bits` is 1 while key i is down."""
        changes = self._debounce.feed(at, bits)
        return self._events(changes) if changes else []

    def release(self, at: float) -> list[Event]:
        """The keys are gone: what was down is up, and the next snapshot is the first."""
        return self._events(self._debounce.release(at))

    def _events(self, changes: list[Change]) -> list[Event]:
        events: list[Event] = []
        for key, what, at in changes:
            if what == "stuck":
                self._stuck.add(key)
                events.append(Fault(self._part, f"key {key} is stuck: it is ignored until it comes up", at))
            elif what == "freed":
                self._stuck.discard(key)
                events += [] if self._stuck else [Mended(self._part, at)]
            else:
                events.append(self._edge(key, what == "down", at))
        return events
