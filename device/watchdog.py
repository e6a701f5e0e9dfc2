"""The watchdog: systemd hears that the table lives only while keys would be answered.

The unit's WatchdogSec restarts a process that stays silent. A sign of life goes out only when the loop is on time and
every driver's worker beats; outside systemd (no NOTIFY_SOCKET) nothing is sent.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import sdnotify

from drivers.ports import Alarm, Handle

LAG = 1.0
"""Seconds that the loop may be late and still be called alive."""
STALE = 5.0
"""Seconds since a worker's last beat. A bus that hangs gives up after one; its breaker keeps the worker beating."""
EVERY = 1.0
"""Seconds between two looks, and fewer where systemd is told to wait less than four of them."""

Notify = Callable[[str], object]


class Watchdog:
    """Looks once a second, from the loop it watches: a loop that hangs says nothing by itself.

    `health` gives the age in seconds of each worker's last beat (`drivers.hardware.Hardware.health`).
    """

    def __init__(
        self,
        alarm: Alarm,
        health: Callable[[], dict[str, float]] = dict,
        notify: Notify | None = None,
        every: float | None = None,
    ) -> None:
        self._alarm, self._health = alarm, health
        self._notify = notify or sdnotify.SystemdNotifier().notify
        self._every = every or period(os.environ.get("WATCHDOG_USEC", ""))
        self._trouble = ""
        self._handle: Handle | None = None

    def start(self) -> None:
        """The table stands: tell systemd so, and keep telling."""
        self._notify("READY=1")
        self._due = self._alarm.now()
        self._look()

    def stop(self) -> None:
        """The table goes down because it was asked to."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        self._notify("STOPPING=1")

    def _look(self) -> None:
        now = self._alarm.now()
        trouble = self._ill(now - self._due)
        if not trouble:
            self._notify("WATCHDOG=1")
        if trouble != self._trouble:
            self._trouble = trouble
            self._notify(f"STATUS={trouble or 'fine'}")
        self._due = now + self._every
        self._handle = self._alarm.at(self._due, self._look)

    def _ill(self, lag: float) -> str:
        """What keeps the table from answering keys, "" when it is well."""
        if lag >= LAG:
            return f"the loop was late by {lag:.1f} s"
        for part, age in self._health().items():
            if age > STALE:
                return f"{part} has not moved for {age:.0f} s"
        return ""


def period(microseconds: str) -> float:
    """Seconds between two looks for a WATCHDOG_USEC as systemd sets it; "" or nonsense: the usual ones."""
    return min(EVERY, int(microseconds) / 4e6) if microseconds.isdecimal() and int(microseconds) else EVERY
