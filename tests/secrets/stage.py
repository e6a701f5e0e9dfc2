"""A whole table set down in the middle of a game, and a record of all that one seat can see and hear of it.

The seat is a phone, so that its frames pass the pod's port (every command with its time) and the socket's packing; a
public board looks on besides. Nothing is recorded of the others' panels but their lamps.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from device.crank import Changes, Crank
from device.devices import Devices
from device.scene import Scene
from device.screens.pages import render
from device.settings import PaceSettings, Settings, TableSettings
from device.table import house
from device.table.journal import Journal, Line
from device.table.table import Standing, Table
from device.web.access import Access, Grant
from device.web.hub import Client
from device.web.phones import Holder
from device.web.replay import _line, _when
from device.web.rooms import Room
from drivers.browser import BrowserPod
from drivers.memory import MemoryLamp, MemoryPod, VirtualAlarm
from drivers.ports import FRAME_BYTES, PEEK, Edge, PodChanged
from rules.fold import Fold, apply
from rules.games import GAMES
from rules.log import read_entry, write

PACE = PaceSettings(bot=1, nudge=60, idle=0)
BLANK = bytes(FRAME_BYTES)
Seen = tuple[float, str, Any]
"""When (seconds of the table's clock), where, what."""


class Shelf(Journal):
    """A journal that forgets with the test."""

    def __init__(self) -> None:
        self.heads: dict[int, tuple[int, bytes]] = {}
        self.lines: list[Line] = []

    def commit(self, lines: Any, marks: Any = ()) -> None:
        self.lines += lines

    def game(self, game: int) -> list[bytes]:
        return [line.line for line in self.lines if line.stream == game]

    def checkpoint(self) -> None:
        pass

    def close(self) -> None:
        pass


class LampPod(MemoryPod):
    """Another seat's pod: only its lamps can be seen from where we sit."""

    def __init__(self, number: int, stage: Stage) -> None:
        super().__init__(number, stage.sink)
        self._stage = stage

    def lamps(self, first: bool, second: bool) -> None:
        self._stage.note(f"lamps of pod {self.number}", (first, second))


class OwnPod(BrowserPod):
    """The pod of the seat that looks: every command is noted."""

    def __init__(self, number: int, stage: Stage) -> None:
        super().__init__(number, stage.sink)
        self._stage = stage

    def show(self, frame: bytes) -> None:
        self._stage.note("panel show", frame)
        super().show(frame)

    def hide(self, safe: bytes) -> None:
        self._stage.note("panel hide", b"")
        super().hide(safe)

    def contrast(self, level: int) -> None:
        self._stage.note("panel contrast", level)
        super().contrast(level)

    def sleep(self, on: bool) -> None:
        self._stage.note("panel sleep", on)
        super().sleep(on)

    def lamps(self, first: bool, second: bool) -> None:
        self._stage.note("own lamps", (first, second))
        super().lamps(first, second)


class NotedBuzzer:
    """Every tune and its time."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def play(self, notes: Any) -> None:
        self._stage.note("sound", notes)

    def stop(self) -> None:
        self._stage.note("sound", ())

    def close(self) -> None:
        pass


class Stage:
    """The table of `fold`, as `seat` sees it. `seed` is the device's secret; `known`: it has read the last result.

    Time begins at one second and moves only with `wait`.
    """

    def __init__(
        self, fold: Fold, seat: int, seed: bytes, *, known: bool = True, source: str = "typed"
    ) -> None:
        self.seat, self.seen = seat, list[Seen]()
        self.alarm = VirtualAlarm(1.0)
        self.table = Table(
            Shelf(), {}, {**GAMES, fold.game.id: fold.game}, random.Random(1).randbytes, lambda: ""
        )
        seats = range(1, fold.header.seats + 1)
        pods = {n: LampPod(n, self) for n in seats}
        devices = Devices(
            {**pods}, NotedBuzzer(self), MemoryLamp(), phone=lambda number: OwnPod(number, self)
        )
        settings = Settings(table=TableSettings(lang="en", data="/nowhere"), pace=PACE)
        self.crank = Crank(self.table, devices, self.alarm, settings, self._draw, random.Random(1))
        for pod in pods:
            self.crank.sink(PodChanged(pod, "present", self.alarm.now()))
            self.table.tell(house.Hold(pod, "pod"))
        self._pages()
        self.wait(0)
        self._begin(fold, seed, known, source)

    def _begin(self, fold: Fold, seed: bytes, known: bool, source: str) -> None:
        """The game is on the table all at once, as after an evening of it."""
        pods = tuple(range(1, fold.header.seats + 1))
        serial = fold.game.view(fold.state, None).serial
        self.table.tell(house.Dice(source))  # type: ignore[arg-type]
        self.table.tell(house.Begin(1, pods, seed.hex()))
        for pod in pods:
            if known or pod != self.seat:
                self.table.tell(house.Seen(pod, serial))
        self.table._lines.append(Line(1, write(fold.header)))
        self.table.work = Standing(self.table.work.house, fold)
        self._read, self._line = fold, 1
        self.crank.post(lambda: None)
        self.wait(0)

    def _pages(self) -> None:
        """Our phone, and a board on the wall."""
        room = Room(self.crank, Access(self.alarm.now), None, lambda: "http://table")
        self._clients: dict[str, Client] = {}
        for role, grant in (("board", Grant("board")), ("seat", Grant("seat", self.seat, "phone"))):
            client = self._clients[role] = room.hub.join()
            room.greet(grant.role, grant, client)
        ours = self._clients["seat"]
        holder = Holder(Grant("seat", self.seat, "phone"), ours.tell, lambda why: None)
        assert room.phones.come(holder)
        ours.see((self.seat,))
        self.crank.watch(self._turned)

    def _turned(self, changes: Changes) -> None:
        for role, client in self._clients.items():
            if client._wake.is_set():
                client._wake.clear()
                if message := client._message():
                    self.note(f"{role} page", message)

    # -- the hands ----------------------------------------------------------------------------------------------------

    def sink(self, event: Any) -> None:
        self.crank.sink(event)

    def wait(self, seconds: float) -> None:
        self.alarm.advance(seconds)

    def keys(self, pod: int, keys: Sequence[str]) -> None:
        """Down and up, all at this moment."""
        for key in keys:
            self.edge(pod, key, True)
            self.edge(pod, key, False)
        self.wait(0)

    def edge(self, pod: int, key: str, down: bool) -> None:
        self.crank.sink(Edge(pod, key, down, self.alarm.now()))

    def peek(self, pod: int, down: bool) -> None:
        self.edge(pod, PEEK, down)
        self.wait(0)

    def do(self, **command: Any) -> None:
        """A command of the host; its answer is seen too, for the host is a player."""
        self.note("host is told", self.crank.do(command))
        self.wait(0)

    # -- the eyes -----------------------------------------------------------------------------------------------------

    def note(self, where: str, what: Any) -> None:
        self.seen.append((self.alarm.now(), where, what))

    @property
    def fold(self) -> Fold:
        fold = self.table.now.fold
        assert fold is not None
        return fold

    def read_log(self) -> None:
        """The log's new lines as a replay serves them to our seat: where nothing changed for it there is none."""
        for line in self.table.journal.game(1)[self._line :]:
            entry = read_entry(line, self._read.game)
            after = apply(self._read, entry)
            assert isinstance(after, Fold)
            facts = after.game.view(after.state, self.seat)
            if facts != self._read.game.view(self._read.state, self.seat):
                served = _line(self._read, after, entry, self.seat) | _when(facts)
                self.note("log line", msgspec.to_builtins(served))
            self._read, self._line = after, self._line + 1

    @property
    def messages(self) -> bytes:
        """All that the two pages were sent, one after the other."""
        return b"\n".join(what for _, where, what in self.seen if where.endswith("page"))

    def _draw(self, scene: Scene) -> bytes:
        return drawn(scene) if scene.seat == self.seat else BLANK


@lru_cache(4096)
def drawn(scene: Scene) -> bytes:
    """A picture is a function of its scene alone: twins that are alike draw it once."""
    return render(scene).pack()


def told(seen: Seen) -> str:
    """One thing seen, for a person who looks for the leak."""
    at, where, what = seen
    if where.endswith("page"):
        frames = what[0] if what else 0
        what = f"{frames} frames, {what[1 + frames * 1028 :].decode()}"
    elif isinstance(what, bytes):
        what = f"a frame with {sum(byte.bit_count() for byte in what)} pixels lit"
    return f"{at:.3f} {where}: {what}"[:2000]
