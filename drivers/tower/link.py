"""A session that is kept going by an alarm: what every tower driver shares, whatever carries its bytes."""

from __future__ import annotations

import os
from collections.abc import Callable

from drivers.ports import Alarm, Handle, Sink
from drivers.tower.session import Session, State, Tap


class Link:
    """The `Tower` port over a `Session`. A subclass opens something, writes to it, and calls `received`."""

    def __init__(
        self,
        sink: Sink,
        alarm: Alarm,
        secret: Callable[[int], bytes] = os.urandom,
        wanted: str = "",
        tap: Tap | None = None,
    ) -> None:
        self.session = Session(sink, secret, wanted, tap)
        self._alarm = alarm
        self._handle: Handle | None = None

    @property
    def state(self) -> State:
        """ "absent", "ready", "armed" or "lost"."""
        return self.session.state

    def arm(self, pool: str, secret: bool = False) -> bool:
        """Ask for this pool. False: no tower, or one that is busy or cannot do it."""
        accepted = self.session.arm(pool, secret, self._alarm.now())
        self._turn()
        return accepted

    def void(self) -> None:
        """Take the armed roll back, if there is one. It ends in `TowerVoided`, or in `TowerRolled` if the marble was
        faster."""
        self.session.void(self._alarm.now())
        self._turn()

    def reveal(self) -> None:
        """Show the faces of the last secret roll on the tower's display."""
        self.session.reveal(self._alarm.now())
        self._turn()

    def safe(self) -> None:
        """Send the tower into safe mode, to change its program."""
        self.session.safe(self._alarm.now())
        self._turn()

    def received(self, data: bytes) -> None:
        """Bytes have come from the tower."""
        self.session.feed(data, self._alarm.now())
        self._turn()

    def _turn(self) -> None:
        """Let the session act, write what it says, and wake up again when it wants to."""
        if self._handle:
            self._handle.cancel()
            self._handle = None
        now = self._alarm.now()
        due = self.session.tick(now)
        data = self.session.take(now)
        if due is not None:
            self._handle = self._alarm.at(due, self._turn)
        if data:
            self._write(data)

    def _write(self, data: bytes) -> None:
        raise NotImplementedError
