"""Opening the journal: one instance only, and a damaged file is copied aside before anything else touches it."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
from io import RawIOBase
from pathlib import Path
from tempfile import TemporaryDirectory

from device.exits import Refused, Running
from device.table.journal import NAME, Damaged, Journal, Line, chain, refuses

PAGE = 4096
"""Bytes of SQLite's pages."""
LOOK_BEHIND = 512
"""How many missing row numbers in a row are tried before a stream is taken to have ended."""


def lock(folder: Path) -> RawIOBase:
    """Hold the table of this folder, or raise Running (exit 75). Keep the file open as long as the table runs."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        held = open(folder / "lock", "a+b", buffering=0)  # noqa: SIM115 - held for the life of the table
    except OSError as e:
        raise Refused(f"{folder}: {e.strerror}; choose another folder with --data or free the disk") from None
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.seek(0)
        who = (held.read() or b"").decode(errors="replace").strip() or "unknown"
        held.close()
        raise Running(
            f"{folder}: another Croupier (process {who}) is using this table; stop it first"
        ) from None
    try:
        held.seek(0)
        held.truncate()
        held.write(str(os.getpid()).encode())
    except OSError as e:
        held.close()
        raise Refused(f"{folder}: {e.strerror}; free some room on the disk") from None
    return held


def open_journal(folder: Path) -> tuple[Journal, dict[int, list[bytes]], str]:
    """(journal, its streams, message). The message is "" or says what was saved aside and what was kept."""
    path = folder / NAME
    try:
        journal = Journal(path)
        return journal, journal.read(), ""
    except (sqlite3.DatabaseError, Damaged, UnicodeDecodeError) as e:
        if refuses(e):
            raise Refused(f"{path}: {e}; check the folder's permissions and the room on the disk") from None
        reason = " ".join(str(e).split())
    return _salvage(path, reason)


def _salvage(path: Path, reason: str) -> tuple[Journal, dict[int, list[bytes]], str]:
    aside = _aside(path)
    try:
        for tail in ("", "-wal", "-shm"):
            if (part := Path(f"{path}{tail}")).exists():
                shutil.copy2(part, f"{aside}{tail}")
        streams, lost = _found(aside)
    except OSError as e:
        raise Refused(f"{path} is damaged ({reason}) and cannot be copied aside: {e.strerror}") from None
    part = path.with_name(f"mended-{path.name}")  # whole before it takes the place: the power may go now too
    part.unlink(missing_ok=True)
    mended = Journal(part)
    mended.commit(Line(stream, line) for stream, lines in streams.items() for line in lines)
    mended.close()
    for tail in ("-wal", "-shm"):
        Path(f"{path}{tail}").unlink(missing_ok=True)
    part.replace(path)
    journal = Journal(path)
    streams = journal.read()
    kept = sum(map(len, streams.values()))
    message = f"the journal was damaged ({reason}): copied to {aside.name}, {kept} intact entries kept"
    if lost:
        message += f", {lost} behind a gap are only in the copy"
    return journal, streams, message


def _found(aside: Path) -> tuple[dict[int, list[bytes]], int]:
    """What can be read of a damaged file, from a copy of it: reading folds the write-ahead log in.

    It is tried under a new first page too: that says how the file is built, which is always alike. Its counters are
    made to differ, so that SQLite asks the file itself for its length (SQLite's file format, 1.3.7).
    """
    with TemporaryDirectory(dir=aside.parent) as folder:
        fresh, data = Path(folder) / "fresh", aside.read_bytes()
        Journal(fresh).close()
        first = bytearray(fresh.read_bytes()[:PAGE])
        first[24:28] = b"\xff" * 4
        found = []
        for name, content in (("as it is", data), ("under a new page", first + data[PAGE:])):
            copy = Path(folder) / name
            copy.write_bytes(content)
            if (tail := Path(f"{aside}-wal")).exists():
                shutil.copy2(tail, f"{copy}-wal")
            found.append(_intact(copy))
        return max(found, key=lambda it: sum(map(len, it[0].values())))


def _aside(path: Path) -> Path:
    n = 1
    while (aside := path.with_name(f"damaged-{n}-{path.name}")).exists():
        n += 1
    return aside


def _intact(path: Path) -> tuple[dict[int, list[bytes]], int]:
    """Rows of each stream up to its first gap, and how many lie behind one.

    Read by key: a scan stops at a bad page, a read by key finds the rest.
    """
    streams: dict[int, list[bytes]] = {}
    lost = 0
    try:
        db = sqlite3.connect(path)
    except sqlite3.Error:
        return streams, lost
    db.text_factory = bytes
    stream, missing = 0, 0
    while missing < 8:
        lines, behind = _stream(db, stream)
        missing = 0 if lines or behind else missing + 1
        if lines:
            streams[stream] = lines
        lost += behind
        stream += 1
    db.close()
    return streams, lost


def _stream(db: sqlite3.Connection, stream: int) -> tuple[list[bytes], int]:
    lines: list[bytes] = []
    head, whole, behind, no, absent = b"", True, 0, 0, 0
    while absent < LOOK_BEHIND:
        row = _row(db, stream, no)
        no += 1
        if row is None:
            whole, absent = False, absent + 1
            continue
        absent = 0
        line, digest = row
        if whole and chain(head, line) == digest:
            lines.append(line)
            head = digest
        else:
            whole, behind = False, behind + 1
    return lines, behind


def _row(db: sqlite3.Connection, stream: int, no: int) -> tuple[bytes, bytes] | None:
    try:
        row = db.execute("SELECT line, digest FROM entry WHERE stream=? AND no=?", (stream, no)).fetchone()
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    if row is None or not all(isinstance(v, bytes) for v in row):
        return None
    return row[0], row[1]
