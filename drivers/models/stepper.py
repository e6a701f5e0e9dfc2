"""Steps something steppable by an alarm instead of a thread: in virtual time or on an event loop."""

from __future__ import annotations

from collections.abc import Callable

from drivers.ports import Alarm, Handle


class Stepper:
    """Calls `step` at the times that it gives, never before `free_at()`, and at once after `wake`."""

    def __init__(
        self, alarm: Alarm, step: Callable[[], float], free_at: Callable[[], float] = lambda: 0.0
    ) -> None:
        self._alarm, self._step, self._free_at = alarm, step, free_at
        self._handle: Handle | None = None
        self._due = float("inf")
        self._running = self._woken = self._stopped = False

    def wake(self) -> None:
        if self._running:
            self._woken = True
        else:
            self._plan(self._alarm.now())

    def stop(self) -> None:
        self._stopped = True
        if self._handle is not None:
            self._handle.cancel()

    def _plan(self, when: float) -> None:
        when = max(when, self._free_at())
        if self._stopped or when >= self._due:
            return
        if self._handle is not None:
            self._handle.cancel()
        self._due, self._handle = when, self._alarm.at(when, self._run)

    def _run(self) -> None:
        self._due, self._handle = float("inf"), None
        self._running = True
        until = self._step()
        self._running = False
        if self._woken:
            self._woken, until = False, self._alarm.now()
        if until < float("inf"):
            self._plan(until)
