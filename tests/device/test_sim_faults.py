"""`croupier sim --faults`: the page shows what a person would see on modelled glass, and every fault can be made."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from device.commands import faults
from device.crank import Changes, Crank
from device.devices import Devices
from device.exits import Refused, WrongUse
from device.scene import Scene
from device.screens.pages import render
from device.settings import PaceSettings, Settings
from device.table.house import Hold
from device.table.salvage import open_journal
from device.table.table import Table
from drivers.memory import MemoryLamp, VirtualAlarm
from drivers.ports import OK
from drivers.tower.sim import SimTower
from rules.games import GAMES
from tests.device.evening import seeded

ROOT = Path(__file__).parents[2]


class Page:
    """A simulation in virtual time; `changed` are the pods that a page was told of since it was looked at last."""

    def __init__(self, folder: Path) -> None:
        self.alarm = VirtualAlarm(100.0)
        journal, streams, _ = open_journal(folder)
        table = Table(journal, streams, GAMES, seeded(1), lambda: "2026-01-01T00:00:00+00:00")
        tower = SimTower(lambda event: self.crank.sink(event), self.alarm)
        self.faulty = faults.Faulty(
            self.alarm, lambda event: self.crank.local(event), lambda pods: self.crank.glimpse(pods), tower
        )
        devices = Devices(dict(self.faulty.glasses.pods), self.faulty.buzzer, MemoryLamp(), tower)
        settings = Settings(pace=PaceSettings(nudge=0, idle=0))
        self.crank = Crank(table, devices, self.alarm, settings, self._draw)
        self.changed: set[int] = set()
        self.crank.watch(self._told)
        tower.start()
        self.alarm.advance(1.0)
        self.crank.post(lambda: table.tell(Hold(1, "pod")))
        self.alarm.advance(0.2)

    @staticmethod
    def _draw(scene: Scene) -> bytes:
        return render(scene).pack()

    def _told(self, changes: Changes) -> None:
        self.changed |= changes.pods

    def key(self, pod: int, key: str) -> None:
        for down in (True, False):
            self.faulty.glasses.pods[pod].key(key, down, self.alarm.now())
            self.alarm.advance(0.2)


@pytest.fixture
def page(tmp_path: Path) -> Page:
    return Page(tmp_path)


def test_the_page_shows_the_glass_and_its_keys_are_contacts(page: Page) -> None:
    for number, pod in page.faulty.glasses.pods.items():
        assert pod.frame == page.crank.panels.shown(number) == page.faulty.rig.screen(number) != bytes(1024)
    page.changed.clear()
    page.alarm.advance(0.5)
    page.key(1, OK)
    assert 1 in page.changed
    assert page.faulty.glasses.pods[1].frame == page.crank.panels.shown(1)


def test_a_click_that_lasts_no_time_is_a_press(page: Page) -> None:
    for down in (True, False):
        page.faulty.glasses.pods[2].key(OK, down, page.alarm.now())
    page.alarm.advance(0.3)
    assert page.crank.table.now.house.place(2).holder == "pod"
    assert not page.faulty.rig.pods[2].down


def test_a_line_of_the_script_pulls_a_pod_and_puts_it_back(page: Page) -> None:
    assert page.faulty.run("at 0s seat 2 unplug for 1s") == ""
    page.alarm.advance(0.5)
    pod = page.faulty.glasses.pods[2]
    assert not pod.on and pod.frame == bytes(1024)
    assert any("pod 2" in line for line in page.crank.board()["faults"])
    page.alarm.advance(6)
    assert pod.frame == page.crank.panels.shown(2) and page.crank.board()["faults"] == []


def test_the_tower_obeys_too(page: Page) -> None:
    assert page.crank.tower == "ready"
    assert page.faulty.run("at 0s tower unplug for 2s") == ""
    page.alarm.advance(1)
    assert page.crank.tower != "ready"
    page.alarm.advance(5)
    assert page.crank.tower == "ready"


def test_lamps_and_sounds_reach_the_page(page: Page) -> None:
    heard: list[tuple[tuple[int, int], ...]] = []
    page.faulty.buzzer.listen(heard.append)
    page.crank.do({"do": "check"})
    page.alarm.advance(0.1)
    assert heard and page.faulty.rig.header.tone is not None
    assert page.faulty.glasses.pods[3].lamp == (True, True)


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("at 0s seat 9 unplug", "line 1, column 12: '9' is not a seat"),
        ("# fine\nat 1s disk full", "line 2, column 1: the simulator cannot make 'disk full'"),
        ("at 1s", "the line ends where a target"),
    ],
)
def test_what_cannot_be_made_is_told(page: Page, script: str, says: str) -> None:
    assert says in page.faulty.run(script)


def test_files_are_checked_before_anything_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(WrongUse, match="no such fault script"):
        faults.read(tmp_path / "none")
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"at 1s \xff")
    with pytest.raises(WrongUse, match="not UTF-8 at byte 7"):
        faults.read(bad)
    with pytest.raises(Refused):
        faults.read(tmp_path)
    monkeypatch.setattr(faults, "find_spec", lambda name: None)
    with pytest.raises(Refused, match=r"pip install 'croupier\[faults\]'"):
        faults.ready()


def test_the_command_refuses_a_script_that_cannot_be_read(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("at 3s seat 2 unplug for ever\n")
    done = subprocess.run(
        [sys.executable, "-m", "device.cli", "sim", "--faults", script, "--port", "0", "--data", tmp_path / "d"],
        cwd=ROOT, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2
    assert "line 1, column 25: 'ever' is not a time" in done.stderr
