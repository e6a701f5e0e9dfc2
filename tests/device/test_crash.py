"""kill -9 at seeded moments of a real process on a real disk: what was confirmed is there, and the game goes on."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from device.table.salvage import open_journal
from rules.fold import record
from rules.games import GAMES
from rules.replay import replay
from tests.torture.promises import TORTURE, promise

ROOT = Path(__file__).parents[2]
KILLS = {"drug-dealer": 9, "forty-eight": 5, "bull-rally": 6}
"""How many of twenty seeded moments fall into each game; under torture each gets twenty."""


def start(folder: Path, game: str, seed: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.device.crash_child", str(folder), game, str(seed)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def run_until(child: subprocess.Popen[str], more: int | None) -> int:
    """Read confirmed counts; kill once `more` lines have come, or let it end. The last count that was confirmed."""
    confirmed, lines = 0, 0
    assert child.stdout is not None
    for line in child.stdout:
        if not line.endswith("\n"):
            break
        confirmed, lines = int(line), lines + 1
        if more is not None and lines >= more:
            child.kill()  # SIGKILL
            break
    child.stdout.close()
    child.wait(60)
    return confirmed


def entries(folder: Path) -> int:
    journal, streams, message = open_journal(folder)
    journal.close()
    assert message == "", "a kill is no damage"
    return len(streams.get(1, [])) - 1


@pytest.mark.slow
@pytest.mark.parametrize("game", KILLS)
def test_kill_9_loses_no_confirmed_entry(tmp_path: Path, game: str) -> None:
    rng = random.Random(f"{game} {os.environ.get('CROUPIER_SEED', 7)}")
    folder, moments = tmp_path / "0", 20 if TORTURE else KILLS[game]
    for kill in range(moments):
        child = start(folder, game, kill)
        confirmed = run_until(child, rng.randint(1, 12))
        if child.returncode == 0:  # the game was over before its moment came: the next one begins
            folder = tmp_path / str(kill + 1)
            continue
        assert child.returncode == -9
        assert entries(folder) >= confirmed
    promise("kill -9 at a seeded moment", moments, "confirmed entries lost", 0)
    before = entries(folder) if folder.exists() else -1
    child = start(folder, game, 99)
    real_time = game == "bull-rally"  # ten days take half a minute: there it is enough that the game goes on
    run_until(child, 15 if real_time else None)
    journal, streams, _ = open_journal(folder)
    fold = replay(b"\n".join(streams[1]), GAMES)
    journal.close()
    assert fold.count > before or fold.over
    assert real_time or (fold.over and child.returncode == 0)
    assert record(fold)["game"] == game
