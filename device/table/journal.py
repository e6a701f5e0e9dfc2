"""The journal: one SQLite file, two streams (game and house), one transaction a turn of the crank.

An entry counts when committed (WAL, synchronous=FULL), and only then is it shown. Each row carries a running digest of
its stream, so that a gap, a flipped bit or a lost row is found when the file is read again.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from device.exits import Refused

HOUSE = 0
"""The stream number of the house; games are 1, 2, 3 …"""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS entry(
  stream INTEGER NOT NULL, no INTEGER NOT NULL, line BLOB NOT NULL, digest BLOB NOT NULL,
  PRIMARY KEY(stream, no)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mark(
  game INTEGER NOT NULL, no INTEGER NOT NULL, record BLOB NOT NULL,
  PRIMARY KEY(game, no)) WITHOUT ROWID;
"""
NAME = "journal.sqlite3"
TABLES = {"entry", "mark"}
REFUSALS = {3, 5, 6, 8, 10, 13, 14}
"""SQLite's primary codes for a machine that says no: permission, busy, locked, read-only, I/O, full, cannot open. Any
other error about a file that we wrote ourselves means that the file is not what it was."""


class Line(msgspec.Struct, frozen=True):
    """One row to write. Stream 0 is the house; line 0 of a game is its header."""

    stream: int
    line: bytes


class Mark(msgspec.Struct, frozen=True):
    """The digest of a game's record after entry `no` (a turn or a day ended there)."""

    game: int
    no: int
    record: bytes


class CommitFailed(Exception):
    """Nothing of this turn was written; the state before it stands. `str` says why."""


class Damaged(Exception):
    """A row that should be there is not, or is not what was written."""


def refuses(error: Exception) -> bool:
    """Whether it is the machine that says no, and not the file that is damaged."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in REFUSALS


def chain(before: bytes, line: bytes) -> bytes:
    """The running digest after one more line (16 bytes)."""
    return hashlib.sha256(before + line).digest()[:16]


def signed(record: bytes) -> bytes:
    """A mark as it is stored, with four bytes of its own digest."""
    return record + chain(b"", record)[:4]


class Journal:
    """The one writer's file. Open it with `device.table.salvage.open_journal`, which copes with damage."""

    def __init__(self, path: Path, read_only: bool = False) -> None:
        self.path = path
        self.heads: dict[int, tuple[int, bytes]] = {}
        """stream → (number of the next row, digest so far)."""
        if not read_only:
            self._open(path)
            return
        self.db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)

    def _open(self, path: Path) -> None:
        """Raises Refused, Damaged, or sqlite3.DatabaseError for a file that is no database of ours."""
        try:
            self.db = sqlite3.connect(path, isolation_level=None)
            mode = self.db.execute("PRAGMA journal_mode=WAL").fetchone()[0]
            if mode != "wal":
                raise Refused(f"{path}: this file system cannot keep a write-ahead log (mode is {mode})")
            self.db.execute("PRAGMA synchronous=FULL")
            self.db.execute("PRAGMA wal_autocheckpoint=0")
            self.db.executescript(_SCHEMA)
            self.db.execute("BEGIN")  # a read-only file refuses here, not at the first bid
            self.db.execute("INSERT OR REPLACE INTO mark VALUES(0, 0, x'')")
            self.db.execute("ROLLBACK")
        except sqlite3.OperationalError as e:
            if not refuses(e):
                raise
            raise Refused(
                f"{path}: {e}; check that the folder can be written and the disk has room"
            ) from None

    def read(self) -> dict[int, list[bytes]]:
        """All streams, checked row by row. Raises Damaged or sqlite3.DatabaseError."""
        self._check()
        streams: dict[int, list[bytes]] = {}
        rows = self.db.execute("SELECT stream, no, line, digest FROM entry ORDER BY stream, no")
        for stream, no, line, digest in rows:
            expect, head = self.heads.get(stream, (0, b""))
            sound = isinstance(stream, int) and isinstance(line, bytes)  # a flipped bit may make text of them
            if not sound or no != expect or chain(head, line) != digest:
                raise Damaged(f"stream {stream}, row {no}")
            self.heads[stream] = (no + 1, digest)
            streams.setdefault(stream, []).append(line)
        return streams

    def _check(self) -> None:
        """What reading does not find would be found by the first commit that meets it."""
        self.db.text_factory = lambda raw: raw.decode("utf-8", "replace")
        (said,) = self.db.execute("PRAGMA integrity_check(1)").fetchone()
        if said != "ok":
            raise Damaged(said)
        tables = {name for (name,) in self.db.execute("SELECT name FROM sqlite_schema WHERE type='table'")}
        if tables != TABLES:
            raise Damaged(f"tables {', '.join(sorted(tables))}")

    def marks(self, game: int) -> dict[int, bytes]:
        """entry number → record digest stored there. A mark that is not what was written says nothing."""
        rows = self.db.execute("SELECT no, record FROM mark WHERE game=?", (game,))
        return {no: bytes(r[:-4]) for no, r in rows if isinstance(r, bytes) and signed(r[:-4]) == r}

    def game(self, game: int) -> list[bytes]:
        """A game's lines, header first."""
        rows = self.db.execute("SELECT line FROM entry WHERE stream=? ORDER BY no", (game,))
        return [line for (line,) in rows]

    def new_game(self) -> int:
        """The number of the next game."""
        return max(self.heads, default=0) + 1

    def commit(self, lines: Iterable[Line], marks: Iterable[Mark] = ()) -> None:
        """Write all of it or nothing. Raises CommitFailed; then nothing counts and the heads are as before."""
        heads = dict(self.heads)
        try:
            self.db.execute("BEGIN IMMEDIATE")
            self.db.executemany("INSERT INTO entry VALUES(?,?,?,?)", self._rows(lines, heads))
            self.db.executemany(
                "INSERT OR REPLACE INTO mark VALUES(?,?,?)", ((m.game, m.no, signed(m.record)) for m in marks)
            )
            self.db.execute("COMMIT")
        except sqlite3.Error as e:
            self._roll_back()
            raise CommitFailed(f"{self.path}: {e}") from e
        self.heads = heads

    @staticmethod
    def _rows(
        lines: Iterable[Line], heads: dict[int, tuple[int, bytes]]
    ) -> Iterator[tuple[int, int, bytes, bytes]]:
        for item in lines:
            no, head = heads.get(item.stream, (0, b""))
            digest = chain(head, item.line)
            heads[item.stream] = (no + 1, digest)
            yield item.stream, no, item.line, digest

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):  # SQLite may have rolled back by itself (disk full)
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")

    def checkpoint(self) -> None:
        """Fold the write-ahead log into the file (at turn ends; never fails the game)."""
        with suppress(sqlite3.Error):  # the log only grows; the next commit reports a real fault
            self.db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def close(self) -> None:
        self.db.close()
