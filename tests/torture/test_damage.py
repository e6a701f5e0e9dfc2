"""A damaged journal under a whole table: it starts, says what was saved aside, and no intact entry is lost."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from device.table.journal import NAME, Journal
from device.table.salvage import open_journal
from rules.games import GAMES
from tests.device.evening import Evening
from tests.torture.promises import TORTURE, promise

SEED = os.environ.get("CROUPIER_SEED", "7")
FLIPS = 600 if TORTURE else 12
Rows = dict[int, list[tuple[bytes, bytes]]]


def played(folder: Path, game: str) -> Rows:
    """A journal with one finished game and one that runs, in a clean file; its rows by stream."""
    evening = Evening(folder, draw=False)
    rng = random.Random(SEED)
    for moves in (60, 25):
        evening.start(game, 3, seats=4)
        for _ in range(moves):
            moved = [evening.random_press(pod, rng) for pod in (1, 2, 3)]
            evening.wait(0 if any(moved) else 0.5)
            if evening.fold.over:
                break
        if moves == 60:
            if not evening.fold.over:
                evening.crank.do({"do": "end"})
            evening.wait(0)
            evening.crank.do({"do": "leave"})
            evening.wait(0)
    evening.table.journal.close()
    journal = Journal(folder / NAME, read_only=True)
    rows: Rows = {}
    for stream, line, digest in journal.db.execute(
        "SELECT stream, line, digest FROM entry ORDER BY stream, no"
    ):
        rows.setdefault(stream, []).append((line, digest))
    journal.close()
    return rows


def kept(evening: Evening) -> dict[int, list[bytes]]:
    return {stream: evening.table.journal.game(stream) for stream in evening.table.journal.heads}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_flipped_bit_anywhere_never_keeps_the_table_from_starting(tmp_path: Path, game: str) -> None:
    """What is kept is a beginning of each stream, or all; the copy is what was found; the game can be gone on with."""
    rows = played(tmp_path / "whole", game)
    whole = (tmp_path / "whole" / NAME).read_bytes()
    rng = random.Random(f"{SEED} {game}")
    told = 0
    for n in range(FLIPS):
        folder = tmp_path / str(n)
        folder.mkdir()
        at = rng.randrange(len(whole))
        broken = bytearray(whole)
        broken[at] ^= 1 << rng.randrange(8)
        (folder / NAME).write_bytes(broken)
        shutil.copytree(folder, tmp_path / "raw")
        journal, streams, _ = open_journal(tmp_path / "raw")
        journal.close()
        shutil.rmtree(tmp_path / "raw")
        for stream, lines in streams.items():
            assert lines == [line for line, _ in rows.get(stream, [])][: len(lines)], f"byte {at}"
        evening = Evening(folder, draw=False)
        if evening.message:
            told += 1
            assert (folder / f"damaged-1-{NAME}").read_bytes() == broken
        evening.press(1, "OK")
        assert "journal" not in evening.crank.faults, f"byte {at}: the table can write again"
        evening.table.journal.close()
        shutil.rmtree(folder)
    promise("journals with a flipped bit", FLIPS, "starts that failed", 0)
    assert told, "some bits matter"


@pytest.mark.parametrize("game", GAMES)
def test_a_spoiled_row_costs_what_lies_behind_it_and_nothing_else(tmp_path: Path, game: str) -> None:
    rows = played(tmp_path / "whole", game)
    rng = random.Random(f"{SEED} {game}")
    for stream in rows:
        folder = tmp_path / str(stream)
        shutil.copytree(tmp_path / "whole", folder)
        no = rng.randrange(len(rows[stream]) // 2, len(rows[stream]))
        db = sqlite3.connect(folder / NAME)
        db.execute("UPDATE entry SET line = x'7b7d' WHERE stream=? AND no=?", (stream, no))
        db.commit()
        db.close()
        evening = Evening(folder, draw=False)
        found = kept(evening)
        for other, written in rows.items():
            expected = [line for line, _ in written][: no if other == stream else None]
            assert found.get(other, [])[: len(expected)] == expected
        assert f"stream {stream}, row {no}" in evening.message and "damaged-1-" in evening.message
        behind = len(rows[stream]) - no
        assert f"{behind} behind a gap" in evening.message
        evening.table.journal.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_write_ahead_log_that_was_cut_loses_only_what_was_cut(tmp_path: Path, game: str) -> None:
    """The file's tail is gone in the midst of a commit, as after a power cut on a card: SQLite ends it at the last
    whole commit, and that is no damage."""
    evening = Evening(tmp_path / "live", draw=False)
    evening.start(game, 3)
    rng = random.Random(SEED)
    for _ in range(10):
        for pod in (1, 2, 3):
            evening.random_press(pod, rng)
    whole = kept(evening)
    live = {tail: (tmp_path / "live" / f"{NAME}{tail}").read_bytes() for tail in ("", "-wal")}
    for share in (0.95, 0.6, 0.3, 0.0):
        folder = tmp_path / str(share)
        folder.mkdir()
        (folder / NAME).write_bytes(live[""])
        (folder / f"{NAME}-wal").write_bytes(live["-wal"][: int(len(live["-wal"]) * share)])
        journal, streams, message = open_journal(folder)
        journal.close()
        assert message == ""
        for stream, lines in streams.items():
            assert lines == whole[stream][: len(lines)]
        Evening(folder, draw=False).table.journal.close()
