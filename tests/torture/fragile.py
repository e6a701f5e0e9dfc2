"""A journal that fails where it is told to: the plug is pulled, or the disk refuses, in the midst of a commit."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from device.table.journal import CommitFailed, Journal, Line, Mark
from device.table.salvage import open_journal

Point = Literal["begin", "write", "commit", "reply"]
POINTS: tuple[Point, ...] = ("begin", "write", "commit", "reply")
"""Before anything; between two rows (or after the only one); all rows but not COMMIT; committed, but nobody is told."""


class Plug(BaseException):
    """The power is gone: no handler of the program sees it."""


class Refusal(Exception):
    """Raised into the hands of whoever plays: the disk just refused, look again before pressing on."""


class Fragile:
    """Wraps a journal. `arm(point, after)` lets `after` more commits pass and breaks the next one at that point.

    With `refuses` the disk says no (CommitFailed, the program lives on) instead of the power going.
    """

    def __init__(self, journal: Journal, refuses: bool = False) -> None:
        self.inner, self.refuses = journal, refuses
        self.point: Point | None = None
        self.after = 0
        self.commits = 0
        """Commits that got through since it was armed."""
        self.refused = False
        """The disk said no, and who plays has not been told yet."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def arm(self, point: Point | None, after: int = 0) -> None:
        self.point, self.after, self.commits = point, after, 0

    def commit(self, lines: Iterable[Line], marks: Iterable[Mark] = ()) -> None:
        lines = list(lines)
        if self.point is None or self.commits < self.after:
            self.inner.commit(lines, marks)
            self.commits += 1
            return
        point, self.point = self.point, None
        if point == "reply" and not self.refuses:
            self.inner.commit(lines, marks)
        elif point != "begin":
            self._half(lines, whole=point != "write")
        if self.refuses:
            self._undo()
            self.refused = True
            raise CommitFailed("the disk said no")
        raise Plug

    def _half(self, lines: list[Line], whole: bool) -> None:
        rows = list(Journal._rows(lines, dict(self.inner.heads)))
        self.inner.db.execute("BEGIN IMMEDIATE")
        some = rows if whole else rows[: max(1, len(rows) // 2)]
        self.inner.db.executemany("INSERT INTO entry VALUES(?,?,?,?)", some)

    def _undo(self) -> None:
        if self.inner.db.in_transaction:
            self.inner.db.execute("ROLLBACK")


def opening(refuses: bool, message: list[str]) -> Any:
    """`open_journal` for an `Evening` (patch it in); what it says of damage is kept."""

    def open_fragile(folder: Path) -> Any:
        journal, streams, said = open_journal(folder)
        message.append(said)
        return Fragile(journal, refuses), streams, said

    return open_fragile


def abandon(journal: Any) -> None:
    """What the end of a process does to an open database: the handle goes, nothing is said to it."""
    sqlite3.Connection.close(journal.db)
