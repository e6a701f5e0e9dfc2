"""The real tower: a serial port on the asyncio loop, found by its handshake, found again when it comes back."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from drivers.ports import Alarm, Fault, Handle, Mended, Sink
from drivers.tower.find import BY_ID, Candidates
from drivers.tower.link import Link
from drivers.tower.session import Tap

SEARCH_S = 1.0
PATIENCE_S = 6.0
"""So long may a port stay without a tower's answer. Boards that reset on opening need more than two seconds."""
BROKEN = (OSError, TypeError, termios.error)
"""What a port raises when its device is pulled. SerialException is an OSError; a read during close is a TypeError."""


class Port(Protocol):
    """As much of `serial.Serial` as is used here."""

    def fileno(self) -> int: ...

    def read(self, size: int, /) -> bytes: ...

    def write(self, data: bytes, /) -> int | None: ...

    def reset_output_buffer(self) -> None: ...

    def close(self) -> None: ...


def open_serial(path: Path) -> Port:
    """The port without waiting for anything: reads return what is there, a write gives up after 0.2 s."""
    import serial

    port: Port = serial.Serial(str(path), 115200, timeout=0, write_timeout=0.2, exclusive=True)
    return port


class SerialTower(Link):
    """The `Tower` port over a serial line. Call `start` on the loop's thread, as everything else.

    `folder` is searched for a tower, or `path` is the only port; `wanted` is the id of the only board that will do.
    """

    def __init__(
        self,
        sink: Sink,
        alarm: Alarm,
        *,
        folder: Path = BY_ID,
        path: Path | None = None,
        wanted: str = "",
        secret: Callable[[int], bytes] = os.urandom,
        tap: Tap | None = None,
        open_port: Callable[[Path], Port] = open_serial,
    ) -> None:
        super().__init__(sink, alarm, secret, wanted, tap)
        self.path: Path | None = None
        """The port that is open now."""
        self._sink = sink
        self._candidates = Candidates(folder, path)
        self._open_port = open_port
        self._port: Port | None = None
        self._search: Handle | None = None
        self._denied = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin to look for a tower; it is found, lost and found again by itself."""
        self._loop = asyncio.get_running_loop()
        self._look()

    def close(self) -> None:
        """Let go of the port. May be called twice."""
        self.session.leaving = True
        if self._search:
            self._search.cancel()
            self._search = None
        self._drop("the table closed the port")

    def _look(self) -> None:
        """Once a second: open the next candidate, or give up one that does not answer."""
        now = self._alarm.now()
        waiting = self.session.waiting_since
        if self.path and waiting is None:
            self._candidates.answered(self.path)
        elif self.path and waiting is not None and now - waiting >= PATIENCE_S:
            self._candidates.failed(self.path, now)
            self._drop("nobody answers")
        if not self.path and (path := self._candidates.next(now)):
            self._try(path, now)
        self._search = self._alarm.at(now + SEARCH_S, self._look)

    def _try(self, path: Path, now: float) -> None:
        try:
            self._port = self._open_port(path)
        except BROKEN as error:
            self._candidates.failed(path, now)
            self._refused(path, error, now)
            return
        if self._denied:
            self._denied = False
            self._sink(Mended("tower port", now))
        self.path = path
        if self._loop:
            self._loop.add_reader(self._port.fileno(), self._readable)
        self.session.opened(now)
        self._turn()

    def _refused(self, path: Path, error: Exception, now: float) -> None:
        """No right to open it is a thing to tell; anything else passes by itself (busy, just pulled)."""
        if getattr(error, "errno", None) in (errno.EACCES, errno.EPERM) and not self._denied:
            self._denied = True
            what = f"no permission to open {path}: add this user to the group dialout and log in again"
            self._sink(Fault("tower port", what, now))

    def _readable(self) -> None:
        try:
            data = self._port.read(4096) if self._port else b""
        except BROKEN:
            self._drop("the tower was unplugged")
        else:
            self.received(data)

    def _write(self, data: bytes) -> None:
        try:
            if self._port:
                self._port.write(data)
        except BROKEN:
            self._drop("the tower does not take what it is told")

    def _drop(self, why: str) -> None:
        port, self._port, self.path = self._port, None, None
        if port and self._loop:
            self._loop.remove_reader(port.fileno())
            with contextlib.suppress(*BROKEN):
                port.reset_output_buffer()  # else the close waits up to 30 s for a device that takes nothing
            with contextlib.suppress(*BROKEN):
                port.close()
        self.session.closed(self._alarm.now(), why)
        self._turn()
