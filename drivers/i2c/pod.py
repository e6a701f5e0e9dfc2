"""One pod on the trunk: the port for the table's side, and its state for the worker's side.

The table's thread only notes wishes. The worker asks for `job`, runs it on the bus and reports `done` or `failed`. A
pod is absent until it answers, probing while it is set up and its picture is drawn, then present.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock

import msgspec

from drivers.i2c import mcp23017 as chip
from drivers.i2c.job import Job, Lost, Rank
from drivers.i2c.pad import POLL, Pad
from drivers.i2c.screen import ECHO, Screen
from drivers.pi_settings import Panel
from drivers.pins import EXPANDER_ADDRESS, OLED_ADDRESS
from drivers.ports import FRAME_BYTES, Edge, Event, Frame, PodChanged, PodState

REFRESH = 60.0
"""Seconds between precautionary re-inits and full pictures: panels shift silently now and then."""
RETRY = 0.02
STRIKES = 3
"""So many failed transfers of one chip in a row, and the pod is gone."""
BACKOFF = (0.25, 5.0)


class PodWiring(msgspec.Struct, frozen=True):
    """How a pod is built. `keys` False: its keys are on the header, it has no expander. `poll` in seconds."""

    number: int
    panel: Panel = "ssd1309"
    keys: bool = True
    oled_address: int = OLED_ADDRESS
    expander_address: int = EXPANDER_ADDRESS
    poll: float = POLL


class I2cPod:
    """The port `Pod` over one mux channel. `nudge` wakes the worker, `lock` keeps the two sides apart."""

    def __init__(self, wiring: PodWiring, nudge: Callable[[], None], lock: RLock) -> None:
        self.number = wiring.number
        self.state: PodState = "absent"
        self.touched = 0.0
        """Time of the last key edge: whoever touched a key last is drawn first."""
        self.drawn = 0.0
        """Time since which the screen shows what it should: then whoever waits longest."""
        self._nudge, self._lock = nudge, lock
        self._screen = Screen(wiring.panel, wiring.oled_address)
        self._pad = Pad(wiring.number, wiring.expander_address, wiring.poll) if wiring.keys else None
        self._closed = False
        self._answered = False  # the expander did, the screen is next
        self._strikes: dict[int, int] = {}
        self._pause = 0.0
        self._backoff = BACKOFF[0]
        self._refresh_at = 0.0

    # The table's side

    def show(self, frame: Frame) -> None:
        self._check(frame)
        self._wish(lambda: self._screen.show(frame))

    def hide(self, safe: Frame) -> None:
        self._check(safe)

        def both() -> None:
            self._screen.hide()
            self._screen.show(safe)

        self._wish(both)

    def contrast(self, level: int) -> None:
        if not 0 <= level <= 255:
            raise ValueError(f"pod {self.number}: contrast is 0..255, not {level}")
        self._wish(lambda: setattr(self._screen, "level", level))

    def sleep(self, on: bool) -> None:
        self._wish(lambda: setattr(self._screen, "asleep", on))

    def lamps(self, first: bool, second: bool) -> None:
        if (pad := self._pad) is not None:
            self._wish(lambda: setattr(pad, "lamps", (first, second)))

    def close(self) -> None:
        self.lamps(False, False)
        self.sleep(True)
        self._closed = True

    def _check(self, frame: Frame) -> None:
        if len(frame) != FRAME_BYTES:
            raise ValueError(f"pod {self.number}: a frame has {FRAME_BYTES} bytes, this one {len(frame)}")

    def _wish(self, note: Callable[[], None]) -> None:
        with self._lock:
            if not self._closed:
                note()
        self._nudge()

    # The worker's side; the caller holds the lock

    @property
    def settled(self) -> bool:
        """Nothing is left to be done for the table (a pod that is not there can have nothing done)."""
        return self.state not in ("probing", "present") or self._ready

    def poll_soon(self) -> None:
        """The interrupt line fell."""
        if self._pad is not None:
            self._pad.next_at = 0.0

    def probe_soon(self) -> None:
        """What kept the pod away may be over."""
        self._pause, self._backoff = 0.0, BACKOFF[0]

    def job(self, now: float) -> Job | float:
        """The most urgent transfer, or the time at which there will be one."""
        if now < self._pause:
            return self._pause
        if self.state in ("absent", "quarantined"):
            return self._probe()
        screen = self._screen.job()
        if screen is not None and screen.rank == Rank.DARK:
            return screen
        pad = self._pad.job(now) if self._pad is not None else None
        if pad is not None and (screen is None or pad.rank <= screen.rank):
            return pad
        if screen is None and now >= self._refresh_at:
            self._refresh_at = now + REFRESH
            self._screen.refresh()
            screen = self._screen.job()
        if screen is not None:
            return screen
        return min(self._pad.next_at, self._refresh_at) if self._pad is not None else self._refresh_at

    def done(self, job: Job, answer: bytes, began: float, now: float) -> list[Event]:
        """The transfer went through."""
        self._strikes.pop(job.address, None)
        try:
            events = job.done(answer, began)
        except Lost as lost:
            return self.lose("absent", str(lost), now)
        if any(isinstance(event, Edge) for event in events):
            self.touched = now
        if self._screen.ready:
            self.drawn = now
        if self.state == "probing" and self._ready:
            self._backoff = BACKOFF[0]
            events = [*events, *self._become("present", "", now)]
        return events

    def failed(self, job: Job, why: str, holds: bool, now: float) -> list[Event]:
        """The transfer failed. The pod is set aside for a moment, and given up after three; `holds` says that it
        seems to hold the wires, so it is set apart instead of taken for pulled."""
        if self.state in ("absent", "quarantined"):
            self._answered = False
            self._wait(now)
            return []
        screen = job.address == self._screen.address
        if screen:
            self._screen.forget()
        strikes = self._strikes[job.address] = self._strikes.get(job.address, 0) + 1
        if strikes < STRIKES:
            self._pause = now + RETRY
            return []
        part = "the screen" if screen else "the key expander"
        return self.lose("quarantined" if holds else "absent", f"{part}: {why}", now)

    def lose(self, state: PodState, why: str, now: float) -> list[Event]:
        """The pod is gone or set apart; it is probed again after a while that doubles each time."""
        released = self._pad.release(now) if self._pad is not None else []
        self._strikes.clear()
        self._wait(now)
        return [*released, *self._become(state, why, now)]

    @property
    def _ready(self) -> bool:
        return self._screen.ready and (self._pad is None or self._pad.ready)

    def _become(self, state: PodState, why: str, now: float) -> list[Event]:
        if state == self.state:
            return []
        self.state = state
        return [PodChanged(self.number, state, now, why)]

    def _wait(self, now: float) -> None:
        self._pause = now + self._backoff
        self._backoff = min(2 * self._backoff, BACKOFF[1])

    def _probe(self) -> Job:
        """See whether the expander is there, then the screen; only then is it worth a word."""
        if self._pad is not None and not self._answered:
            return Job(Rank.SETUP, self._pad.address, self._expander_answered, (), chip.IODIR, 2)
        return Job(Rank.SETUP, self._screen.address, self._screen_answered, (ECHO,))

    def _expander_answered(self, answer: bytes, began: float) -> list[Event]:
        if answer not in (chip.FRESH, chip.DIRECTION[1:]):
            raise Lost("the key expander answers nonsense")
        self._answered = True
        return []

    def _screen_answered(self, answer: bytes, began: float) -> list[Event]:
        self._answered = False
        self._screen.start()
        if self._pad is not None:
            self._pad.start()
        self._refresh_at = began + REFRESH
        return self._become("probing", "it answers", began)
