"""The journal on a real disk: a turn's commit beside the same insert by plain SQLite, its syncs, and the way back.

Run it alone with `python -m tests.bench.bench_journal`. `… FOLDER` commits turns there, for whoever traces it.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path

from device.table.house import Begin, write_note
from device.table.journal import HOUSE, NAME, Journal, Line
from device.table.salvage import open_journal
from device.table.table import Table
from rules.games import GAMES
from rules.log import write
from tests.bench.measure import Figure, beside, times
from tests.rules.walk import header

ROUNDS, TURNS = 31, 20
COMMIT, RESUME, GROWTH = 1.15, 6.0, 2.3
ENTRY = b'{"do":"order","by":2,"stock":3,"side":"buy"}'
SYNC = re.compile(rf"f(?:data)?sync\(\d+<[^>]*{re.escape(NAME)}-wal>\)\s*= 0")


def run() -> dict[str, Figure]:
    """`journal.commit` in µs a turn, `journal.syncs` a turn, `journal.resume` in ms and `journal.growth`."""
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as disk:  # /tmp may be memory
        figures = {"journal.commit": commits(Path(disk)), **syncs(Path(disk)), **resumes(Path(disk))}
    return figures


def commits(disk: Path) -> Figure:
    """One entry a turn, ours and plain, in an order drawn anew each round."""
    journal, plain = Journal(disk / NAME), bare(disk / "plain.sqlite3")
    ours, theirs = times(
        partial(turns, journal, TURNS),
        partial(inserts, plain, count()),
        rounds=ROUNDS,
        clock=time.perf_counter,
    )
    journal.close()
    plain.close()
    return beside(ours, theirs, "µs a turn of one entry", COMMIT, 1e6 / TURNS)


def turns(journal: Journal, many: int) -> None:
    for _ in range(many):
        journal.commit([Line(1, ENTRY)])


def bare(path: Path) -> sqlite3.Connection:
    """A file of the same kind, with the same promise of its disk."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("PRAGMA wal_autocheckpoint=0")
    db.execute(
        "CREATE TABLE entry(stream INTEGER, no INTEGER, line BLOB, digest BLOB, PRIMARY KEY(stream, no)) WITHOUT ROWID"
    )
    return db


def inserts(db: sqlite3.Connection, numbers: Iterator[int]) -> None:
    for _ in range(TURNS):
        insert(db, next(numbers))


def insert(db: sqlite3.Connection, number: int) -> None:
    """A transaction of one row as large as an entry's."""
    db.execute("BEGIN IMMEDIATE")
    db.execute("INSERT INTO entry VALUES(1,?,?,?)", (number, ENTRY, bytes(16)))
    db.execute("COMMIT")


def syncs(disk: Path) -> dict[str, Figure]:
    """Syncs of the write-ahead log a turn, counted at the system calls; nothing where strace cannot look."""
    out, strace = disk / "calls", shutil.which("strace")
    if strace is None:
        return {}
    command = (strace, "-f", "-y", "-o", str(out), "-e", "trace=fsync,fdatasync,write")
    child = (sys.executable, "-m", "tests.bench.bench_journal", str(disk / "traced"))
    if subprocess.run((*command, *child), stdout=subprocess.DEVNULL, check=False).returncode:
        return {}
    traced = out.read_text("utf-8", "replace").partition('"begin\\n"')[2].partition('"end\\n"')[0]
    value = len(SYNC.findall(traced)) / TURNS
    return {"journal.syncs": {"value": value, "unit": "a turn of the crank", "baseline": 1, "most": 1}}


def traced_turns(folder: Path) -> None:
    """The first commit also writes the log's head, closing folds it in: the turns that count lie between."""
    folder.mkdir()
    journal = Journal(folder / NAME)
    turns(journal, 1)
    os.write(1, b"begin\n")
    for several in range(TURNS):
        journal.commit([Line(several % 2, ENTRY)] * (1 + several % 4))
    os.write(1, b"end\n")
    journal.close()


def resumes(disk: Path) -> dict[str, Figure]:
    """From the file to the interrupted game, beside `json.loads` of its entries."""
    folders = {n: written(disk / str(n), n) for n in (10_000, 20_000)}
    lines = orders(10_000)
    once, twice, loads = times(
        *(partial(resume, folder) for folder in folders.values()),
        partial(load, lines),
        rounds=7,
        clock=time.process_time,
    )
    return {
        "journal.resume": beside(once, loads, "ms, 10,000 entries", RESUME, 1e3),
        "journal.growth": beside(twice, once, "ms, 20,000 entries beside 10,000", GROWTH, 1e3),
    }


def orders(many: int) -> list[bytes]:
    """The entries of one endless trading window."""
    rng, sides = random.Random(1), ('"buy"', '"sell"', "null")
    line = '{{"do":"order","by":{},"stock":{},"side":{}}}'
    return [
        line.format(rng.randint(1, 6), rng.randint(1, 6), rng.choice(sides)).encode() for _ in range(many)
    ]


def written(folder: Path, many: int) -> Path:
    """A journal whose game was interrupted after so many entries."""
    folder.mkdir()
    journal = Journal(folder / NAME)
    game = GAMES["bull-rally"]
    head = write(header(game, 6, game.resolve(6, {})))
    lines = [head, b'{"do":"open","by":"host"}', *orders(many)]
    pods = tuple(range(1, 7))
    journal.commit([Line(HOUSE, write_note(Begin(1, pods, ""))), *(Line(1, line) for line in lines)])
    journal.checkpoint()
    journal.close()
    return folder


def resume(folder: Path) -> None:
    journal, streams, message = open_journal(folder)
    table = Table(journal, streams, GAMES, os.urandom, lambda: "")
    journal.close()
    assert not message and table.now.fold is not None and not table.now.readonly


def load(lines: Sequence[bytes]) -> None:
    for line in lines:
        json.loads(line)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        traced_turns(Path(sys.argv[1]))
    else:
        print(json.dumps(run(), indent=2, ensure_ascii=False))
