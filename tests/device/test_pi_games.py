"""Simulation is the product: the written games again, with a Pi's own drivers over models of every chip.

Keys are contacts that expanders report and the debounce judges; pictures are bytes that panels put into their RAM.
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from drivers.pi_settings import Panel
from rules.fold import record
from tests.device.pi_evening import PiEvening
from tests.device.script import begin, enter

CASES = Path(__file__).parent.parent / "cases"
GAMES: tuple[tuple[str, Panel, int, tuple[int, ...]], ...] = (
    ("dd-game-3", "ssd1309", 400_000, ()),
    ("ff-game-3", "sh1106", 100_000, (1,)),
    ("br-game-4", "ssd1306", 400_000, ()),
    ("ff-game-undos", "ssd1309", 100_000, (2, 3)),
)
"""Log, panel, bus speed, pods whose keys are on the header."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "panel", "speed", "header"), GAMES)
def test_a_written_game_on_modelled_wires(
    tmp_path: Path, name: str, panel: Panel, speed: int, header: tuple[int, ...]
) -> None:
    """The record is the written one, and at every rest each glass shows the very frame that the table drew."""
    first, *entries = (json.loads(line) for line in (CASES / f"{name}.jsonl").read_text().splitlines())
    evening = PiEvening(tmp_path, pods=first["seats"], panel=panel, speed=speed, header=header, poll=0.05)
    begin(evening, first)
    rests = 0
    for entry in entries:
        enter(evening, entry)
        evening.rest()
        for pod in evening.pods:
            assert evening.rig.screen(pod) == evening.shown(pod), f"pod {pod} after {entry}"
        rests += 1
    assert rests == len(entries)
    expected = json.loads((CASES / f"{name}.record.json").read_text())
    got = json.loads(msgspec.json.encode(record(evening.fold)))
    assert {key: got[key] for key in expected} == expected
    assert not evening.crank.faults
