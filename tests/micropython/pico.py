"""A Pico on the desk: the unmodified main.py and board.py under a real MicroPython, at the far end of a pty.

`Pico` is the board (power, reset, wires); `on_pty` plugs it in and gives the product's own driver that has found it.
The fixtures of conftest.py give both to any test.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import platform
import select
import signal
import subprocess
import sys
import termios
import time
import tty
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from drivers.ports import Event, Handle, TowerRolled, TowerVoided
from drivers.tower.ctp import frame
from drivers.tower.firmware import FOLDER
from drivers.tower.serial import Port, SerialTower, open_serial

HERE = Path(__file__).parent
BEAM, BUTTON, MODE = 15, 14, 13
ROWS, COLUMNS, LEGENDS = (6, 7, 8, 9), (10, 11, 12), "123456789*0#"
LOCKOUT_S = 0.022
RESTARTED = 42
"""The exit status by which the shim's `machine.reset()` ends."""


class Pico:
    """One board. `folder` holds its flash and `by-id`, where udev would name its port."""

    def __init__(self, folder: Path) -> None:
        if not (sys.platform == "linux" and platform.machine() == "x86_64"):
            pytest.skip(
                "MicroPython for the PC has no wheel for this platform: the tower was NOT tried under it"
            )
        self.flash = folder / "flash"
        self.by_id = folder / "by-id"
        self.flash.mkdir(parents=True)
        self.by_id.mkdir()
        self.process: subprocess.Popen[bytes] | None = None
        self._ends: tuple[int, int] | None = None
        self._read, self._wires = os.pipe()

    # Power.

    def plug(self, name: str = "usb-MicroPython_Board_in_FS_mode_e66058388354a12f-if00") -> None:
        """Connect the cable: a new port appears, and the program starts."""
        master, slave = os.openpty()
        tty.setraw(slave)
        self._ends = (master, slave)
        (self.by_id / name).symlink_to(os.ttyname(slave))
        self.boot()

    def boot(self, bitten: bool = False) -> None:
        """Start the program, after power-on or (`bitten`) after the watchdog's reset."""
        assert self._ends
        self.process = subprocess.Popen(
            [Path(sys.executable).with_name("micropython"), FOLDER / "main.py"],
            stdin=self._ends[0],
            stdout=self._ends[0],
            pass_fds=[self._read],
            cwd=self.flash,
            env={
                "MICROPYPATH": f"{FOLDER}:{HERE}",
                "TOWER_WIRES": str(self._read),
                "TOWER_BITTEN": "1" if bitten else "",
            },
        )

    def halt(self) -> None:
        """The program stops dead; the port stays."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def unplug(self) -> None:
        """Pull the cable: power and port are gone."""
        self.halt()
        for link in self.by_id.iterdir():
            link.unlink()
        if self._ends:
            os.close(self._ends[0])
            os.close(self._ends[1])
            self._ends = None

    def freeze(self, on: bool) -> None:
        """Neither reads nor writes, but lives."""
        assert self.process
        self.process.send_signal(signal.SIGSTOP if on else signal.SIGCONT)

    def exit_status(self) -> int:
        assert self.process
        return self.process.wait(5)

    def close(self) -> None:
        self.unplug()
        os.close(self._wires)
        os.close(self._read)

    # Wires.

    def wire(self, line: str) -> None:
        """Pull a wire: "low 15", "high 15", "join 6 10", "part 6 10"."""
        os.write(self._wires, line.encode() + b"\n")

    def marble(self) -> None:
        """A marble falls through the beam, bouncing."""
        for _ in range(3):
            self.wire(f"low {BEAM}")
            self.wire(f"high {BEAM}")

    def press(self, legend: str) -> None:
        """A key of the keypad, held as long as a finger does."""
        place = LEGENDS.index(legend)
        key = f"{ROWS[place // 3]} {COLUMNS[place % 3]}"
        self.wire(f"join {key}")
        time.sleep(0.03)
        self.wire(f"part {key}")
        time.sleep(0.03)

    # The port, without the product's driver.

    @property
    def master(self) -> int:
        """The tower's end of the line."""
        assert self._ends
        return self._ends[0]

    def echo(self, on: bool) -> None:
        """The terminal sends everything that the tower says back to it, as an unconfigured tty does."""
        assert self._ends
        mode = termios.tcgetattr(self._ends[1])
        mode[3] = mode[3] | termios.ECHO if on else mode[3] & ~termios.ECHO
        termios.tcsetattr(self._ends[1], termios.TCSANOW, mode)

    def greet(self) -> None:
        """Plug it in and say HELLO."""
        self.plug()
        self.say(frame("1", "HELLO", ("v", 1)))
        assert b" HELLO " in self.line()

    def say(self, data: bytes) -> None:
        """The host says this; it waits a little for room if the tower is slow to read."""
        assert self._ends
        for _ in range(50):
            _, room, _ = select.select([], [self._ends[1]], [], 0.1)
            if room:
                os.write(self._ends[1], data)
                return
            if self.process and self.process.poll() is not None:
                return  # nobody is there to read it
        raise AssertionError("the tower does not read")

    def hear(self, seconds: float = 0.3) -> bytes:
        """Everything that comes until it has been silent for so long."""
        heard = b""
        while piece := self._read_some(4096, seconds):
            heard += piece
        return heard

    def line(self) -> bytes:
        """The next line."""
        heard = b""
        while not heard.endswith(b"\n") and (piece := self._read_some(1, 5)):
            heard += piece
        return heard

    def _read_some(self, most: int, seconds: float) -> bytes:
        assert self._ends
        ready, _, _ = select.select([self._ends[1]], [], [], seconds)
        return os.read(self._ends[1], most) if ready else b""


class LoopAlarm:
    """The `Alarm` port on the running loop."""

    def now(self) -> float:
        return time.monotonic()

    def at(self, when: float, call: Callable[[], None]) -> Handle:
        return asyncio.get_running_loop().call_at(when, call)


async def until(true: Callable[[], Any], seconds: float = 30.0) -> None:
    """Wait for something to become true; fail if it does not."""
    late = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < late, "it did not happen"
        await asyncio.sleep(0.001)


class Desk:
    """The product's driver, the board it speaks to, and all it reported."""

    def __init__(self, pico: Pico, tower: SerialTower, events: list[Event]) -> None:
        self.pico, self.tower, self.events = pico, tower, events

    async def ready(self) -> None:
        await until(lambda: self.tower.state == "ready")

    async def armed(self) -> None:
        await until(lambda: self.tower.state == "armed")

    async def roll(self, pool: str = "4d6:g+4d6:r", secret: bool = False) -> TowerRolled | TowerVoided:
        """Arm, drop a marble, and see how it ends."""
        await self.ready()
        before = len(self.ends)
        assert self.tower.arm(pool, secret)
        await until(lambda: self.tower.state == "armed" or len(self.ends) > before)
        if len(self.ends) == before:
            await asyncio.sleep(LOCKOUT_S)  # the beam must have been quiet since the last marble
            self.pico.marble()
            await until(lambda: len(self.ends) > before)
        return self.ends[-1]

    @property
    def ends(self) -> list[TowerRolled | TowerVoided]:
        """How each armed roll ended so far."""
        return [event for event in self.events if isinstance(event, TowerRolled | TowerVoided)]


@contextlib.asynccontextmanager
async def on_pty(pico: Pico, open_port: Callable[[Path], Port] = open_serial) -> AsyncIterator[Desk]:
    """Plug the board in, start the driver, wait until it has found the tower; put everything away afterwards."""
    events: list[Event] = []
    tower = SerialTower(events.append, LoopAlarm(), folder=pico.by_id, open_port=open_port)
    if not pico.process:
        pico.plug()
    tower.start()
    try:
        await until(lambda: tower.state == "ready")
        yield Desk(pico, tower, events)
    finally:
        tower.close()


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[Pico]:
    """A board, not plugged in yet. `from tests.micropython.pico import pico` (or a conftest) makes it known."""
    board = Pico(tmp_path / "pico")
    yield board
    board.close()
