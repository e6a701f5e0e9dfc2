"""Named alarms: setting one again replaces it, and what it calls runs inside a turn of the crank."""

from __future__ import annotations

from collections.abc import Callable

from drivers.ports import Alarm, Handle


class Timers:
    """`post` puts a call into the crank's queue."""

    def __init__(self, alarm: Alarm, post: Callable[[Callable[[], None]], None]) -> None:
        self._alarm, self._post = alarm, post
        self._set: dict[str, Handle] = {}

    def set(self, name: str, when: float, call: Callable[[], None]) -> None:
        """Call at this time, unless the name is set anew or cancelled before."""
        self.cancel(name)

        def fire() -> None:
            self._set.pop(name, None)
            self._post(call)

        self._set[name] = self._alarm.at(when, fire)

    def cancel(self, name: str) -> None:
        if handle := self._set.pop(name, None):
            handle.cancel()

    def cancel_all(self, prefix: str = "") -> None:
        for name in [n for n in self._set if n.startswith(prefix)]:
            self.cancel(name)

    def __contains__(self, name: str) -> bool:
        return name in self._set
