"""The journal: all or nothing, one instance, and a damaged file loses no intact entry."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from device.exits import Refused, Running
from device.table.journal import NAME, CommitFailed, Journal, Line, Mark
from device.table.salvage import lock, open_journal


def filled(folder: Path, rows: int = 40) -> dict[int, list[bytes]]:
    """A journal with a house and two games, closed."""
    journal = Journal(folder / NAME)
    for i in range(rows):
        journal.commit([Line(0, b'{"do":"clear"}'), Line(1, b"one %d" % i), Line(2, b"two %d" % i)])
    journal.close()
    reopened = Journal(folder / NAME)
    streams = reopened.read()
    reopened.close()
    return streams


def test_what_was_committed_is_read_back(tmp_path: Path) -> None:
    streams = filled(tmp_path, 3)
    assert streams[1] == [b"one 0", b"one 1", b"one 2"]
    assert len(streams[0]) == 3


def test_write_ahead_log_and_full_synchronisation_are_in_effect(tmp_path: Path) -> None:
    journal = Journal(tmp_path / NAME)
    assert journal.db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal.db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_commit_that_fails_changes_nothing(tmp_path: Path) -> None:
    journal = Journal(tmp_path / NAME)
    journal.commit([Line(1, b"a")])
    heads = dict(journal.heads)
    journal.db.execute(
        "CREATE TRIGGER full BEFORE INSERT ON entry WHEN NEW.line = x'62' BEGIN SELECT RAISE(FAIL, 'full'); END"
    )
    with pytest.raises(CommitFailed):
        journal.commit([Line(1, b"x"), Line(1, b"b")])
    assert journal.heads == heads
    journal.commit([Line(1, b"c")])
    assert journal.game(1) == [b"a", b"c"]


def test_a_second_instance_is_turned_away(tmp_path: Path) -> None:
    held = lock(tmp_path)
    with pytest.raises(Running) as error:
        lock(tmp_path)
    assert error.value.code == 75
    held.close()
    lock(tmp_path).close()


def test_no_journal_yet_is_an_empty_one(tmp_path: Path) -> None:
    _, streams, message = open_journal(tmp_path)
    assert streams == {} and message == ""


PAGE = 4096
WHERE = b"one 60"
"""A row in the middle of the file, so that what is damaged is something that counts."""


def zeroed(b: bytes) -> bytes:
    start = b.index(WHERE) // PAGE * PAGE
    return b[:start] + bytes(PAGE) + b[start + PAGE :]


def flipped(b: bytes) -> bytes:
    at = b.index(WHERE) + 4
    return b[:at] + bytes([b[at] ^ 4]) + b[at + 1 :]


DAMAGE = {
    "zeroed page": zeroed,
    "flipped bit": flipped,
    "cut short": lambda b: b[: len(b) * 2 // 3],
    "header gone": lambda b: bytes(100) + b[100:],
    "not a database": lambda b: b"hello " * 3000,
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_journal_is_copied_aside_and_the_intact_rows_kept(tmp_path: Path, kind: str) -> None:
    streams = filled(tmp_path, 120)
    path = tmp_path / NAME
    broken = DAMAGE[kind](path.read_bytes())
    path.write_bytes(broken)
    journal, kept, message = open_journal(tmp_path)
    assert "damaged" in message and "damaged-1-" in message
    assert (tmp_path / f"damaged-1-{NAME}").read_bytes() == broken, "the copy is what was found"
    for stream, lines in kept.items():
        assert streams[stream][: len(lines)] == lines, "what is kept is a beginning, without a gap"
    journal.commit([Line(1, b"next")])
    journal.close()
    assert open_journal(tmp_path)[2] == ""


def test_rows_before_and_beside_a_gap_are_all_kept(tmp_path: Path) -> None:
    filled(tmp_path, 50)
    db = sqlite3.connect(tmp_path / NAME)
    db.execute("DELETE FROM entry WHERE stream=1 AND no=20")
    db.commit()
    db.close()
    _, kept, message = open_journal(tmp_path)
    assert (len(kept[0]), len(kept[1]), len(kept[2])) == (50, 20, 50)
    assert "29 behind a gap" in message


def test_a_changed_row_is_found_by_its_digest(tmp_path: Path) -> None:
    filled(tmp_path, 10)
    db = sqlite3.connect(tmp_path / NAME)
    db.execute("UPDATE entry SET line = x'6f' WHERE stream=2 AND no=4")
    db.commit()
    db.close()
    _, kept, message = open_journal(tmp_path)
    assert len(kept[2]) == 4 and "stream 2, row 4" in message


def test_a_second_damage_gets_a_name_of_its_own(tmp_path: Path) -> None:
    for n in (1, 2):
        filled(tmp_path, 5)
        path = tmp_path / NAME
        path.write_bytes(b"x" * 5000)
        for tail in ("-wal", "-shm"):
            Path(f"{path}{tail}").unlink(missing_ok=True)
        journal, _, message = open_journal(tmp_path)
        journal.close()
        assert f"damaged-{n}-" in message
        path.unlink()


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(Refused) as error:
        lock(blocked / "data")
    assert error.value.code == 74


def test_a_full_disk_refuses_and_loses_nothing(tmp_path: Path) -> None:
    """A real limit: SQLite may not grow the file beyond its pages."""
    journal = Journal(tmp_path / NAME)
    journal.commit([Line(1, b"first")])
    pages = journal.db.execute("PRAGMA page_count").fetchone()[0]
    journal.db.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(CommitFailed, match="full"):
        journal.commit([Line(1, b"x" * 50_000)])
    assert journal.game(1) == [b"first"]
    journal.db.execute("PRAGMA max_page_count=100000")
    journal.commit([Line(1, b"second")])
    assert journal.game(1) == [b"first", b"second"]


@pytest.mark.parametrize(
    "change", ["line = 'text'", "line = NULL", "digest = 'text'", "stream = 'text'", "no = 'text'"]
)
def test_a_value_of_another_kind_is_damage(tmp_path: Path, change: str) -> None:
    """One flipped bit in a row's head makes text of bytes."""
    filled(tmp_path, 10)
    db = sqlite3.connect(tmp_path / NAME)
    db.executescript("PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '')")
    db.close()
    db = sqlite3.connect(tmp_path / NAME)
    db.execute(f"UPDATE entry SET {change} WHERE stream=2 AND no=4")
    db.commit()
    db.close()
    journal, kept, message = open_journal(tmp_path)
    assert len(kept[2]) == 4 and "damaged" in message
    journal.commit([Line(2, b"next")])


@pytest.mark.parametrize(
    "old",
    [b"CREATE TABLE entry", b"tableentryentry", b"stream", b"PRIMARY KEY(stream", b"WITHOUT ROWID"],
)
def test_a_damaged_first_page_costs_no_entry(tmp_path: Path, old: bytes) -> None:
    """It says how the file is built. A table that is called otherwise is not taken for a journal without entries."""
    streams = filled(tmp_path, 60)
    path = tmp_path / NAME
    whole = path.read_bytes()
    at = whole.index(old) + len(old) - 2
    path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    journal, kept, message = open_journal(tmp_path)
    assert kept == streams and "damaged-1-" in message and "behind a gap" not in message
    journal.commit([Line(1, b"next")])


def test_a_header_that_is_gone_costs_no_entry(tmp_path: Path) -> None:
    streams = filled(tmp_path, 60)
    path = tmp_path / NAME
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    assert open_journal(tmp_path)[1] == streams


def test_a_mark_that_was_damaged_makes_no_game_read_only(tmp_path: Path) -> None:
    journal = Journal(tmp_path / NAME)
    journal.commit([Line(1, b"a")], [Mark(1, 1, b"record"), Mark(1, 2, b"other")])
    journal.db.execute("UPDATE mark SET record = x'00' || substr(record, 2) WHERE no=1")
    assert journal.marks(1) == {2: b"other"}


def test_the_copy_of_a_damaged_journal_keeps_its_write_ahead_log(tmp_path: Path) -> None:
    """What was found is kept as it was found, and the entries in the log count."""
    (tmp_path / "live").mkdir()
    streams = filled(tmp_path / "live", 300)
    live = Journal(tmp_path / "live" / NAME)
    live.read()
    live.commit([Line(1, b"in the log")])
    for tail in ("", "-wal"):
        (tmp_path / f"{NAME}{tail}").write_bytes((tmp_path / "live" / f"{NAME}{tail}").read_bytes())
    live.close()
    spoiled = bytearray((tmp_path / NAME).read_bytes())
    spoiled[spoiled.index(b"one 60") + 5] ^= 1
    (tmp_path / NAME).write_bytes(spoiled)
    tail = (tmp_path / f"{NAME}-wal").read_bytes()
    _, kept, message = open_journal(tmp_path)
    assert "damaged" in message and len(kept[2]) == len(streams[2])
    assert (tmp_path / f"damaged-1-{NAME}").read_bytes() == spoiled
    assert (tmp_path / f"damaged-1-{NAME}-wal").read_bytes() == tail


def test_a_cut_while_a_damaged_journal_is_mended_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mended file takes the damaged one's place whole; until then the next start mends it again."""
    streams = filled(tmp_path, 60)
    path = tmp_path / NAME
    path.write_bytes(bytes(100) + path.read_bytes()[100:])

    class Cut(BaseException):
        pass

    def cut(*args: object) -> None:
        raise Cut

    with monkeypatch.context() as power:
        power.setattr(Journal, "commit", cut)
        with pytest.raises(Cut):
            open_journal(tmp_path)
    _, kept, message = open_journal(tmp_path)
    assert kept == streams and "damaged-2-" in message
