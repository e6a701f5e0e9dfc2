"""Whole games through every layer in memory: keys, drafts, entries, journal, frames, record."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from rules.fold import record
from rules.games import GAMES
from rules.replay import replay
from tests.device.evening import Evening
from tests.device.script import play

CASES = Path(__file__).parent.parent / "cases"
SCRIPTS = ("dd-game-3", "ff-game-3", "br-game-4", "dd-game-sheet", "ff-game-undos", "br-game-sheet")


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_written_game_is_played_by_keys(evenings: Callable[..., Evening], name: str) -> None:
    """Every entry of the log is pressed on a pad; the record is the written one."""
    evening = evenings()
    play(evening, CASES / f"{name}.jsonl")
    expected = json.loads((CASES / f"{name}.record.json").read_text())
    got = json.loads(msgspec.json.encode(record(evening.fold)))
    assert {k: got[k] for k in expected} == expected
    assert all(pod.frames for pod in evening.pods.values())


@pytest.mark.parametrize("game", GAMES)
def test_people_and_bots_end_a_game_that_replays(evenings: Callable[..., Evening], game: str) -> None:
    """Two people press at random beside bots; the export folds to the same record and opens its seed."""
    evening = evenings(draw=False)
    evening.start(game, 2, seats=4)
    evening.play_out(random.Random(5))
    exported = evening.crank.export()
    assert record(replay(exported, GAMES)) == record(evening.fold)
    assert b'"seed":"' in exported.splitlines()[0]
