"""Which serial ports may be a tower. A tower is known by its answer to HELLO, never by its name; names only tell apart
what was tried already."""

from __future__ import annotations

from pathlib import Path

import msgspec

BY_ID = Path("/dev/serial/by-id")
"""udev's names, made of maker, product and serial number: they stay when a device moves to another ttyACM."""
FIRST_S, LAST_S = 1.0, 15.0


class Try(msgspec.Struct):
    """When a port may be tried again, after it turned out to be no tower."""

    due: float = 0.0
    wait: float = FIRST_S


class Candidates:
    """The ports worth trying, with growing patience for those that do not answer.

    `path` names the one port to use; else all of `folder` are candidates.
    """

    def __init__(self, folder: Path = BY_ID, path: Path | None = None) -> None:
        self._folder, self._path = folder, path
        self._tried: dict[tuple[Path, int], Try] = {}

    def next(self, now: float) -> Path | None:
        """The port to try now, or None."""
        here = {(path, device): path for path in self._paths() if (device := _device(path))}
        self._tried = {key: tried for key, tried in self._tried.items() if key in here}
        due = [(self._tried.get(key, Try()).due, path) for key, path in here.items()]
        when, path = min(due, default=(now + 1, Path()))
        return path if when <= now else None

    def failed(self, path: Path, now: float) -> None:
        """It is no tower, or cannot be opened: try the others first, and this one later and later."""
        tried = self._tried.setdefault((path, _device(path)), Try())
        tried.due = now + tried.wait
        tried.wait = min(2 * tried.wait, LAST_S)

    def answered(self, path: Path) -> None:
        """It is a tower."""
        self._tried.pop((path, _device(path)), None)

    def _paths(self) -> list[Path]:
        if self._path:
            return [self._path]
        try:
            return sorted(self._folder.iterdir())
        except OSError:
            return []  # udev makes the folder with the first device


def _device(path: Path) -> int:
    """Tells a device from the one that had the name before it; 0 if there is none."""
    try:
        return path.stat().st_ino
    except OSError:
        return 0
