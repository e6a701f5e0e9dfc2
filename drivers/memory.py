"""Twins of every port that live in memory and record: for tests, empty seats, tables without a buzzer.

They keep the ports' promises (an equal frame costs nothing, `close` may be called twice), so whatever runs on
them runs on the real thing.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count

from drivers.ports import (
    FRAME_BYTES,
    KEYS,
    Edge,
    Frame,
    HostEdge,
    Key,
    PodChanged,
    PodState,
    Sink,
    TowerChanged,
    TowerRolled,
    TowerVoided,
)
from drivers.tune import shorten

DARK: Frame = bytes(FRAME_BYTES)


class MemoryPod:
    """A pod whose screen is a list. Keys are pressed by the caller."""

    def __init__(self, number: int, sink: Sink) -> None:
        self.number = number
        self.frames: list[Frame] = []
        """Every picture that differed from the one before it, oldest first."""
        self.commands: list[str] = []
        """What reached the panel, in order: "off", "frame", "on", "contrast 128", "lamps 10"."""
        self.lit = True
        self.level = 255
        self.lamp = (False, False)
        self.closed = False
        self.state: PodState = "absent"
        self._sink = sink

    @property
    def screen(self) -> Frame:
        """What a person sees: the last frame, or darkness while the display is off."""
        return self.frames[-1] if self.frames and self.lit else DARK

    def show(self, frame: Frame) -> None:
        if len(frame) != FRAME_BYTES:
            raise ValueError(f"pod {self.number}: a frame has {FRAME_BYTES} bytes, this one {len(frame)}")
        if self.frames and self.frames[-1] == frame:
            return
        self.frames.append(frame)
        self.commands.append("frame")

    def hide(self, safe: Frame) -> None:
        self.commands.append("off")
        self.show(safe)
        if self.lit:
            self.commands.append("on")

    def contrast(self, level: int) -> None:
        self.level = level
        self.commands.append(f"contrast {level}")

    def sleep(self, on: bool) -> None:
        if self.lit == on:
            self.lit = not on
            self.commands.append("off" if on else "on")

    def lamps(self, first: bool, second: bool) -> None:
        self.lamp = (first, second)
        self.commands.append(f"lamps {first:d}{second:d}")

    def close(self) -> None:
        self.closed, self.lit = True, False

    def plug(self, at: float, state: PodState = "present", why: str = "") -> None:
        """The pod comes, goes or is set apart."""
        self.state = state
        self._sink(PodChanged(self.number, state, at, why))

    def down(self, key: Key, at: float) -> None:
        self._edge(key, True, at)

    def up(self, key: Key, at: float) -> None:
        self._edge(key, False, at)

    def press(self, key: Key, at: float) -> None:
        """Down and up at once."""
        self.down(key, at)
        self.up(key, at)

    def _edge(self, key: Key, down: bool, at: float) -> None:
        if key not in KEYS:
            raise ValueError(f"pod {self.number}: no key is called {key!r}; keys are {' '.join(KEYS)}")
        self._sink(Edge(self.number, key, down, at))


class MemoryBuzzer:
    """Remembers every tune, and the sound that would be heard now."""

    def __init__(self) -> None:
        self.played: list[tuple[tuple[int, int], ...]] = []
        self.sounding: tuple[tuple[int, int], ...] = ()
        self.closed = False

    def play(self, notes: tuple[tuple[int, int], ...]) -> None:
        self.played.append(notes)
        self.sounding = shorten(notes)

    def stop(self) -> None:
        self.sounding = ()

    def close(self) -> None:
        self.stop()
        self.closed = True


class MemoryLamp:
    def __init__(self) -> None:
        self.on = False
        self.history: list[bool] = []
        self.closed = False

    def set(self, on: bool) -> None:
        self.on = on
        self.history.append(on)

    def close(self) -> None:
        self.on, self.closed = False, True


class MemoryHost:
    """The HOST key in memory."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink

    def down(self, at: float) -> None:
        self._sink(HostEdge(True, at))

    def up(self, at: float) -> None:
        self._sink(HostEdge(False, at))

    def press(self, at: float) -> None:
        self.down(at)
        self.up(at)


class MemoryTower:
    """A tower that rolls what the test says. It is absent until `ready` is called. `now` stamps the events that
    have no time of their own."""

    def __init__(self, sink: Sink, now: Callable[[], float] = lambda: 0.0) -> None:
        self.armed: list[tuple[str, bool]] = []
        """Every pool that was accepted, with its secrecy."""
        self.voided = 0
        self.revealed = 0
        self.state = "absent"
        self._sink = sink
        self._now = now

    def ready(self, at: float, board: str = "memory") -> None:
        self.state = "ready"
        self._sink(TowerChanged("ready", at, board))

    def lose(self, at: float) -> None:
        """The tower falls silent; an armed roll is void."""
        if self.state == "armed":
            self._sink(TowerVoided("the tower was lost", {}, at))
        self.state = "lost"
        self._sink(TowerChanged("lost", at))

    def roll(self, dice: tuple[tuple[int, ...], ...], at: float, proof: dict[str, str] | None = None) -> None:
        """The marble falls: these faces, one tuple a group of the armed pool."""
        if self.state != "armed":
            raise RuntimeError(f"nothing is armed: the tower is {self.state}")
        self.state = "ready"
        self._sink(TowerRolled(dice, "E", proof or {}, at))
        self._sink(TowerChanged("ready", at))

    def arm(self, pool: str, secret: bool = False) -> bool:
        if self.state != "ready":
            return False
        self.state = "armed"
        self.armed.append((pool, secret))
        self._sink(TowerChanged("armed", self._now()))
        return True

    def void(self) -> None:
        if self.state == "armed":
            self.state = "ready"
            self.voided += 1
            self._sink(TowerVoided("taken back", {}, self._now()))
            self._sink(TowerChanged("ready", self._now()))

    def reveal(self) -> None:
        self.revealed += 1

    def close(self) -> None:
        self.state = "absent"


class _Call:
    """One call in the queue of a `VirtualAlarm`."""

    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class VirtualAlarm:
    """A clock that stands still until it is told to `advance`: whole evenings in a blink, always alike."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start
        self._calls: list[tuple[float, int, _Call]] = []
        self._order = count()

    def now(self) -> float:
        return self._now

    def at(self, when: float, call: Callable[[], None]) -> _Call:
        handle = _Call(call)
        heapq.heappush(self._calls, (when, next(self._order), handle))
        return handle

    @property
    def next(self) -> float | None:
        """When the earliest call is due, or None."""
        while self._calls and self._calls[0][2].call is None:
            heapq.heappop(self._calls)
        return self._calls[0][0] if self._calls else None

    def advance(self, seconds: float) -> None:
        """Let time pass. Calls run in the order of their times, and those they ask for too if they fall due."""
        self.run_until(self._now + seconds)

    def stall(self, seconds: float) -> None:
        """Time passes while the loop hangs: nothing runs, and what fell due runs late."""
        self._now += seconds

    def run_until(self, when: float) -> None:
        """Like `advance`, to a point in time."""
        while (due := self.next) is not None and due <= when:
            call = heapq.heappop(self._calls)[2].call
            self._now = max(self._now, due)
            if call is not None:
                call()
        self._now = max(self._now, when)
