"""All twenty-four faults against all three games: the whole table over a Pi's own drivers and modelled chips.

While something is broken the others play on; afterwards all is well again without a restart, no entry is lost, and the
log folds to what the table shows. The numbers are those of the list of faults that a table must survive.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.crank import Devices
from device.exits import Running
from device.table.journal import NAME, CommitFailed, Journal
from device.table.salvage import lock
from drivers import fault
from drivers.fault import Trouble
from drivers.memory import VirtualAlarm
from drivers.ports import OK, Fault, Mended
from drivers.tower.sim import SimTower
from rules.games import GAMES
from rules.replay import replay
from tests.device.evening import FAST
from tests.device.pi_evening import PiEvening
from tests.torture.promises import TORTURE, promise

PODS, PEOPLE = 3, (1, 2)
"""Seats 1 and 2 are people at pods, seat 3 is a bot."""
ERRNOS = (5, 6, 11, 16, 19, 110, 121)
OPTIONS = {"bull-rally": {"trade_seconds": 10}}


@pytest.fixture(autouse=True)
def counted(request: pytest.FixtureRequest) -> Iterator[None]:
    """Notes how a fault against a game ended."""
    failed = request.session.testsfailed
    yield
    promise(
        "faults of the list against a game",
        1,
        "games that did not go on",
        request.session.testsfailed - failed,
    )


class Faulty(PiEvening):
    """A table with a tower; `obeys` does what the rig leaves to others."""

    def __init__(
        self, folder: Path, game: str, *, no_pins: str = "", draw: bool = False, **more: Any
    ) -> None:
        self._no_pins = no_pins
        super().__init__(folder, pods=PODS, draw=draw, pace=FAST, poll=0.05, **more)
        self.rng = random.Random(game)
        self.tower = SimTower(
            self._sink, self.alarm, chance=random.Random(1).randbytes, secret=random.Random(2).randbytes
        )
        self.crank.devices.tower = self.tower
        self.tower.start()
        self.wait(3)
        assert self.crank.do({"do": "source", "source": "tower"}) == ""

    def _plug(self) -> Devices:
        devices = super()._plug()
        self.rig.header.refused = self._no_pins
        return devices

    def deal(self, game: str) -> Faulty:
        self.start(game, len(PEOPLE), seats=PODS, **OPTIONS.get(game, {}))
        return self

    def script(self, text: str) -> None:
        self.rig._other = self._obey
        fault.schedule(fault.parse(text), self.alarm, self.rig.apply)

    def _obey(self, trouble: Trouble, on: bool) -> None:
        """What happens to the tower and to the loop."""
        tower, say = self.tower, self.tower.received
        match (trouble.target, trouble.action, on):
            case ("tower", "unplug" | "rename", _):
                if on:
                    say(b"ROLL 3 9:4")  # in the midst of a line
                (tower.unplug if on else tower.plug)()
            case ("tower", "reset", True):
                tower.unplug()
                tower.plug()
            case ("tower", "silence" | "deaf", _):
                tower.deaf = on
            case ("loop", "stall", True):
                self.alarm.stall(trouble.value)  # type: ignore[attr-defined]
            case ("tower", action, True):
                for noise in NOISE[action]:
                    say(noise)

    def play(self, seconds: float, pods: tuple[int, ...] = PEOPLE) -> None:
        """People at these pods answer at random for so long; a marble falls whenever one is waited for."""
        until = self.alarm.now() + seconds
        while self.alarm.now() < until and not self.fold.over:
            for pod in pods:
                self.random_press(pod, self.rng)
            if self.tower.lamp:
                self.tower.drop_marble()
            self.wait(0.3)

    def goes_on(self) -> None:
        """Entries come again, from every seat that is asked."""
        if self.house.paused:
            self.press(1, OK)
        before = self.fold.count
        for _ in range(80):
            if self.fold.over or self.fold.count > before + 2:
                return
            self.play(1.0)
        raise AssertionError(f"nobody gets on in {self.fold.state.phase}: {self.crank.faults}")

    def well(self) -> None:
        """All pods are there and show what they should, and no fault stands."""
        for pod in self.pods:
            if not self.rig._settled or pod not in self.crank.live:
                self.wait(6)
            assert pod in self.crank.live, f"pod {pod} is not back"
        self.rest()
        for pod in self.pods:
            assert self.rig.screen(pod) == self.shown(pod), f"pod {pod} shows something else"
        assert not {k: v for k, v in self.crank.faults.items() if k != "tower"}, self.crank.faults

    def folds(self) -> None:
        """What the disk has is what the table shows."""
        file = Journal(self.folder / NAME, read_only=True)
        lines = file.game(self.house.playing.game)
        file.close()
        assert replay(b"\n".join(lines), GAMES).state == self.fold.state


NOISE = {
    "banner": (b"MPY: soft reboot\r\nMicroPython v1.28 on Pico\r\nType help()\r\n>>> ",),
    "garbage": (b"\x00" * 40, b"\xff" * 40, bytes(range(256))),
    "flood": (b"x" * 3000,),
    "split": (b"HELLO\r", b"\n", b"\r\n\r", b"\n"),
    "double": (b"READY\n", b"READY\n", b"ROLL 1\n", b"ROLL 1\n"),
    "wrong": (b"ROLL 1 1d6 7 00\n", b"DICE 7\n"),
    "modem": (b"AT\r\n", b"AT+CGMI\r\n", b"AT+GCAP\r\n", b"OK\r\n"),
    "echo": (b"HELLO CTP/1\n", b"ARM 1 4d6:g+4d6:r\n"),
}

GARBAGE = ("garbage", "flood", "split", "double", "wrong")
EMPTY = "\n".join(f"at 0s seat {n} unplug for {4 + n}s" for n in range(1, PODS + 1))
LOST_POD = "at 0.1s seat 2 i2c errno=6 for 1s"
"""A bus is opened anew when a pod was lost."""

SCRIPTS: dict[str, tuple[str, str]] = {
    "1 a screen NAKs": ("at 0.1s seat 2 oled errno={errno} for 3s", "pod 2"),
    "1 a pod NAKs": ("at 0.1s seat 2 i2c errno={errno} for 3s", "pod 2"),
    "2 the bus blocks": ("at 0.1s bus block for 5s", "trunk"),
    "3 a pod is pulled": ("at 0.1s seat 2 unplug for 4s", "pod 2"),
    "4 a shorted pod": ("at 0.1s seat 2 short for 5s", "pod 2"),
    "5 a bouncing key": ("at 0.1s key 2:+3 bounce 30 in 8ms\nat 0.5s key 2:+3 up", ""),
    "6 a lost release": ("at 0.1s key 2:PEEK down\nat 0.6s key 2:PEEK slip", ""),
    "7 a stuck key": ("at 0.1s key 2:-4 stuck for 40s", "pod 2"),
    "8 a dead interrupt": ("at 0s int lost for 6s\nat 0s int stuck for 6s", ""),
    "9 flipped bits": ("at 0s bus flip 1% for 10s", ""),
    "10 the tower is pulled": ("at 0.2s tower rename for 2s", ""),
    "11 the tower resets": ("at 0.2s tower reset\nat 0.2s tower silence for 2s\nat 2.3s tower banner", ""),
    "12 garbage": ("\n".join(f"at {i}.2s tower {what}" for i, what in enumerate(GARBAGE)), ""),
    "13 nobody reads": ("at 0.2s tower deaf for 4s", ""),
    "14 a modem manager": ("at 0.2s tower modem\nat 1s tower echo\nat 2s tower modem", ""),
    "19 nobody is there": (EMPTY, "pod 1"),
    "20 a stalled loop": ("\n".join(f"at {s}.5s loop stall 300ms" for s in range(10)), ""),
    "22 a missing bus": (f"at 0.1s bus missing for 4s\n{LOST_POD}", "bus of pod"),
    "23 no permission": (f"at 0.1s bus denied for 4s\n{LOST_POD}", "bus of pod"),
}  # fmt: skip
"""Fault → (script, the part that is told to have failed, "" for none)."""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", SCRIPTS)
def test_the_others_play_on_and_all_is_well_again(tmp_path: Path, name: str, game: str) -> None:
    script, part = SCRIPTS[name]
    number = list(SCRIPTS).index(name) + list(GAMES).index(game)
    for errno in ERRNOS if TORTURE and "{errno}" in script else (ERRNOS[number % len(ERRNOS)],):
        table = Faulty(tmp_path / f"{errno}", game, draw="screen" in name).deal(game)
        table.play(2)
        table.events.clear()
        shown = table.table.journal.game(1)
        table.script(script.format(errno=errno))
        table.play(4 if "stuck" not in name else 32, (1,) if part else PEOPLE)
        told = {e.part for e in table.events if isinstance(e, Fault)} | {
            f"pod {e.pod}"
            for e in table.events
            if getattr(e, "state", "present") in ("absent", "quarantined")
        }
        assert not part or any(t.startswith(part) for t in told), f"nobody was told: {told}"
        assert len(table.crank.board()["faults"]) == len(table.crank.faults)
        table.wait(12)
        table.goes_on()
        table.well()
        table.folds()
        assert table.table.journal.game(1)[: len(shown)] == shown


@pytest.mark.parametrize("game", GAMES)
def test_15_the_process_dies_while_it_buzzes(tmp_path: Path, game: str) -> None:
    table = Faulty(tmp_path, game).deal(game)
    table.play(3)
    table.crank.cue("win")
    table.wait(0.05)
    assert table.rig.header.tone
    count, trading = table.fold.count, table.fold.game.trading(table.fold.state)
    table.table.journal.close()
    after = Faulty(tmp_path, game, alarm=VirtualAlarm(table.alarm.now() + 5))
    assert not after.rig.header.tone, "nothing sounds at the start"
    assert after.house.paused == "restart" and after.fold.count == count + trading
    after.goes_on()
    after.well()
    after.folds()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("why", ["database or disk is full", "attempt to write a readonly database"])
def test_16_the_disk_refuses_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, why: str
) -> None:
    table = Faulty(tmp_path, game).deal(game)
    table.play(2)
    commit, refusing = table.table.journal.commit, [True]

    def refuse(*args: Any) -> None:
        if refusing[0]:
            raise CommitFailed(why)
        commit(*args)

    monkeypatch.setattr(table.table.journal, "commit", refuse)
    count = table.fold.count
    table.play(6)
    assert table.fold.count == count, "nothing is shown that is not on the disk"
    assert any(why in line for line in table.crank.board()["faults"])
    refusing[0] = False
    table.goes_on()
    table.well()
    table.folds()


@pytest.mark.parametrize("game", GAMES)
def test_17_the_wall_clock_jumps_by_a_year(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Two tables, of which one lives through a jump, write the same log."""
    logs = []
    for jump in (0.0, 365 * 86400.0):
        table = Faulty(tmp_path / str(jump), game).deal(game)
        monkeypatch.setattr("time.time", lambda jump=jump: 1.7e9 + jump)
        table.play(8)
        logs.append(table.table.journal.game(1))
    assert logs[0] == logs[1] and len(logs[0]) > 3


@pytest.mark.parametrize("game", GAMES)
def test_18_a_second_instance_is_turned_away_and_changes_nothing(tmp_path: Path, game: str) -> None:
    table = Faulty(tmp_path, game).deal(game)
    held = lock(tmp_path)
    table.play(2)
    with pytest.raises(Running):
        lock(tmp_path)
    table.goes_on()
    table.folds()
    held.close()


@pytest.mark.parametrize("game", GAMES)
def test_21_a_supply_that_is_too_low_is_told_and_no_more(tmp_path: Path, game: str) -> None:
    table = Faulty(tmp_path, game).deal(game)
    table.play(1)
    table.crank.local(Fault("supply", "the supply is too low now", table.alarm.now()))
    table.goes_on()
    assert "supply: the supply is too low now" in table.crank.board()["faults"]
    table.crank.local(Mended("supply", table.alarm.now()))
    table.goes_on()
    table.well()


@pytest.mark.parametrize("game", GAMES)
def test_24_without_pins_keys_and_screens_work_all_the_same(tmp_path: Path, game: str) -> None:
    """The chip has another number, or is not ours: no buzzer, no lamp, no RESET#; the game goes on, and it is told."""
    table = Faulty(tmp_path, game, no_pins="there is no chip of a Raspberry Pi's header").deal(game)
    table.goes_on()
    assert any("no chip of a Raspberry Pi" in line for line in table.crank.board()["faults"])
    table.rig.header.refused = ""
    table.wait(70)
    table.goes_on()
    table.well()
    table.folds()
