"""What is shown is on the disk first: counted at the system calls of a real process."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from device.table.journal import NAME, Journal
from tests.torture.promises import promise

ROOT = Path(__file__).parents[2]
TURNS = 60
SYNC = re.compile(rf"(?:fsync|fdatasync)\(\d+<[^>]*{re.escape(NAME)}-wal>\)\s*= 0")
SHOWN = re.compile(r"write\(1<[^>]*>, \"(\d+)")


def traced(folder: Path) -> list[str]:
    """The calls of a table that plays by itself, in their order: "sync" of the log, "shown N"."""
    strace = shutil.which("strace")
    assert strace, "Debian's strace is missing: .ci/setup installs it"
    probe = subprocess.run([strace, "-o", os.devnull, "true"], capture_output=True, text=True, check=False)
    if probe.returncode:
        pytest.skip(f"this machine does not permit ptrace: {probe.stderr.strip().splitlines()[-1]}")
    out = folder / "calls"
    command = [strace, "-f", "-y", "-o", str(out), "-e", "trace=fsync,fdatasync,write", sys.executable, "-m"]
    child = subprocess.Popen(
        [*command, "tests.device.crash_child", str(folder / "data"), "forty-eight", "1"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdout is not None
    for shown, _ in enumerate(child.stdout, start=1):
        if shown == TURNS:
            break
    child.terminate()
    child.stdout.close()
    child.wait(30)
    calls = []
    for line in out.read_text("utf-8", "replace").splitlines():
        if SYNC.search(line):
            calls.append("sync")
        elif found := SHOWN.search(line):
            calls.append(f"shown {found[1]}")
    return calls


@pytest.mark.slow
def test_every_turn_of_the_crank_syncs_before_anything_is_shown(tmp_path: Path) -> None:
    calls = traced(tmp_path)
    shown = [(i, int(call.split()[1])) for i, call in enumerate(calls) if call.startswith("shown")]
    turns = [(i, j) for (i, before), (j, after) in pairwise(shown) if after > before]
    assert len(turns) >= TURNS / 3
    syncs = [calls[i:j].count("sync") for i, j in turns]
    assert min(syncs) >= 1, "an entry was shown before it was on the disk"
    assert sum(syncs) / len(syncs) < 2, "one transaction a turn, with the house's notes in it"
    promise(
        "turns of a real process, traced",
        len(turns),
        "shown before they were synced to the disk",
        syncs.count(0),
    )


def test_the_settings_of_the_open_file(tmp_path: Path) -> None:
    """FULL: the log is synced at each commit; it is folded in by the table at turn ends, not in the midst of play."""
    journal = Journal(tmp_path / NAME)
    ask = lambda what: journal.db.execute(f"PRAGMA {what}").fetchone()[0]  # noqa: E731
    assert (ask("journal_mode"), ask("synchronous"), ask("wal_autocheckpoint")) == ("wal", 2, 0)
    journal.close()
