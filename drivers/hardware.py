"""What a table runs on, whichever drivers are behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from drivers.ports import Buzzer, Lamp, Pod


@dataclass
class Hardware:
    """Pods by their printed number, the hub's buzzer and lamp. HOST key, pods' keys and faults come as events.

    `simulated` names what is not real ("" for a real table); `health` gives the age in seconds of each worker's
    last beat, for the watchdog.
    """

    pods: dict[int, Pod]
    buzzer: Buzzer
    lamp: Lamp
    simulated: str = ""
    health: Callable[[], dict[str, float]] = dict
    closers: list[Callable[[], None]] = field(default_factory=list)

    def close(self) -> None:
        """Everything dark and silent. May be called twice."""
        while self.closers:
            self.closers.pop()()
