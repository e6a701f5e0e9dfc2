"""`croupier run`: the table on real drivers, whatever of the hardware is missing."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from device.commands.run import compose, open_hardware
from device.settings import PaceSettings, PodSettings, Settings, TowerSettings
from device.table.salvage import open_journal
from device.table.table import Table
from drivers.hardware import Hardware
from drivers.memory import VirtualAlarm
from drivers.models.rig import ModelRig
from drivers.ports import OK, Sink
from rules.games import GAMES
from tests.device.evening import seeded

ROOT = Path(__file__).parents[3]
NO_TOWER = TowerSettings(port="")


def table(folder: Path) -> Table:
    journal, streams, _ = open_journal(folder)
    return Table(journal, streams, GAMES, seeded(1), lambda: "2026-01-01T00:00:00+00:00")


def test_a_composed_table_plays_on_whatever_is_plugged_in(tmp_path: Path) -> None:
    alarm, rigs = VirtualAlarm(50.0), list[ModelRig]()

    def opened(settings: Settings, sink: Sink) -> Hardware:
        pods = settings.pods.hardware()
        rigs.append(ModelRig(pods.pods, pods.panel, sink=sink, alarm=alarm, header=pods.header))
        rigs[0].hardware.simulated = ""
        return rigs[0].hardware

    settings = Settings(
        pods=PodSettings(count=3, panel="sh1106", header=(2,)),
        tower=NO_TOWER,
        pace=PaceSettings(nudge=0, idle=0),
    )
    crank, hardware = compose(settings, table(tmp_path), alarm, lambda sink: sink, opened)
    (rig,) = rigs
    rig.script("at 0s seat 3 unplug")
    alarm.advance(2)
    assert crank.live == {1, 2} and rig.header.lamp, "the lamp on the hub: the table stands"
    for pod in (1, 2):
        rig.press(pod, OK)
        alarm.advance(1)
    assert crank.do({"do": "start"}) == ""
    alarm.advance(1)
    assert [p.holder for p in crank.table.now.house.places[:4]] == ["pod", "pod", "bot", "bot"]
    assert rig.screen(1) == crank.panels.shown(1)
    rig.host(True)
    alarm.advance(0.1)
    assert crank.seats[1].menus == ["host"], "the HOST key on the hub"
    crank.close()
    hardware.close()
    assert rig.screen(1) == bytes(1024) and not rig.header.lamp


@pytest.mark.parametrize(
    ("pods", "faults", "host_key"),
    [(PodSettings(count=0), set(), False), (PodSettings(count=1), {"pins", "bus of pod 1"}, True)],
)
def test_what_is_missing_is_told_and_nothing_more(
    tmp_path: Path, pods: PodSettings, faults: set[str], host_key: bool
) -> None:
    """Here is no Pi. Phones alone miss nothing; a pod misses its bus, and says so once."""
    events: list[Callable[[], None]] = []

    def queued(sink: Sink) -> Sink:
        return lambda event: events.append(lambda: sink(event))

    alarm = VirtualAlarm()
    crank, hardware = compose(Settings(pods=pods, tower=NO_TOWER), table(tmp_path), alarm, queued)
    until = time.monotonic() + 5
    while len(events) < len(faults) and time.monotonic() < until:
        os.sched_yield()
    for event in list(events):
        event()
    alarm.advance(1)
    assert set(crank.faults) == faults
    assert crank.devices.host_key is host_key and crank.claim(1, "phone")
    crank.close()
    hardware.close()


def test_phones_alone_open_no_hardware() -> None:
    hardware = open_hardware(Settings(pods=PodSettings(count=0)), lambda event: None)
    assert (hardware.pods, hardware.health()) == ({}, {})


class Child:
    """`croupier run` as systemd starts it, with a socket that hears what it notifies."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.heard.bind(str(folder / "notify"))
        self.heard.settimeout(30)
        settings = folder / "croupier.toml"
        settings.write_text('[pods]\ncount = 1\n[tower]\nport = ""\n')
        command = [
            sys.executable,
            "-m",
            "device.cli",
            "run",
            "--settings",
            settings,
            "--data",
            folder,
            "--port",
            "0",
        ]
        env = {**os.environ, "NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": "2000000"}
        self.process = subprocess.Popen(
            [*command, *options], cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def notified(self, word: str) -> None:
        while self.heard.recv(4096).decode() != word:
            pass

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()


def test_the_service_without_any_hardware(tmp_path: Path) -> None:
    """Ready, watched, its pages are up, a second one is refused (75), and it ends cleanly when asked."""
    child = Child(tmp_path)
    try:
        child.notified("READY=1")
        child.notified("WATCHDOG=1")
        address = child.line().split()[-1].partition("#")[0]
        page = urllib.request.urlopen(address, timeout=10).read()
        assert b"<html" in page
        assert urllib.request.urlopen(address.replace("/host", "/"), timeout=10).status == 200
        again = subprocess.run(
            [sys.executable, "-m", "device.cli", "run", "--data", tmp_path, "--port", "0"],
            cwd=ROOT, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert again.returncode == 75, again.stderr
        child.process.send_signal(signal.SIGTERM)
        child.notified("STOPPING=1")
        assert child.process.wait(20) == 0
        assert child.process.stderr is not None
        said = child.process.stderr.read()
        assert said.count("bus of pod 1: there is no such I2C bus") == 1, said
        assert "Traceback" not in said
    finally:
        child.process.kill()
        child.process.wait()
        child.heard.close()


def test_safe_mode_is_a_page(tmp_path: Path) -> None:
    child = Child(tmp_path, "--safe")
    try:
        address = child.line().split()[-1]
        assert b"safe" in urllib.request.urlopen(address, timeout=10).read().lower()
        child.process.send_signal(signal.SIGTERM)
        assert child.process.wait(20) == 0
    finally:
        child.process.kill()
        child.process.wait()
        child.heard.close()
