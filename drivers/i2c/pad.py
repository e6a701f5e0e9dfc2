"""A pod's keys and lamps: polled 50 times a second; the interrupt only makes a poll come sooner. Pure."""

from __future__ import annotations

from drivers.i2c import mcp23017 as chip
from drivers.i2c.job import Job, Lost, Rank
from drivers.keys import KeyReader
from drivers.ports import KEYS, Edge, Event

POLL = 0.02
CHECK = 1.0
"""Seconds between looks at the expander's memory: a brown-out makes it forget without an error."""
CONFIRM = 2
"""Further snapshots that must agree with an edge: a bus flips a bit now and then."""


class Pad:
    """Give it lamps by `lamps`; `job` is the next transfer, `next_at` the time of the one after."""

    def __init__(self, pod: int, address: int, poll: float = POLL) -> None:
        self.address = address
        self.lamps = (False, False)
        self.next_at = 0.0
        self._poll = poll
        self._lamps_sent: tuple[bool, bool] | None = None
        self._keys = KeyReader(
            f"pod {pod}", KEYS, lambda key, down, at: Edge(pod, key, down, at), confirm=CONFIRM
        )
        self._setup = False
        self._check_at = 0.0
        self._wrong = 0  # readings in a row that no working pod gives

    @property
    def ready(self) -> bool:
        return not self._setup and self.lamps == self._lamps_sent

    def start(self) -> None:
        """The chip was without power. A key that is down now makes no press."""
        self._setup = True
        self._lamps_sent = (False, False)
        self._wrong = 0
        self.next_at = self._check_at = 0.0

    def release(self, at: float) -> list[Event]:
        """The pod is gone: whatever was down is up."""
        return self._keys.release(at)

    def job(self, now: float) -> Job | None:
        if self._setup:
            return Job(Rank.SETUP, self.address, self._set_up, chip.SETUP)
        if now >= self.next_at:
            return Job(Rank.KEYS, self.address, self._snapshot, (), chip.GPIO, 2)
        if self.lamps != self._lamps_sent:
            return self._light(self.lamps)
        if now >= self._check_at:
            return Job(Rank.SETUP, self.address, self._checked, (), chip.IODIR, 2)
        return None

    def _set_up(self, answer: bytes, began: float) -> list[Event]:
        self._setup = False
        self._check_at = began + CHECK
        return []

    def _snapshot(self, answer: bytes, began: float) -> list[Event]:
        bits = chip.pressed(answer)
        self.next_at = began + self._poll
        if self._odd(bits == chip.ALL, "lost its power: every key reads as pressed"):
            self.next_at = began
            return []
        events = self._keys.feed(began, bits)
        self.next_at = min(self.next_at, self._keys.wants)
        return events

    def _checked(self, answer: bytes, began: float) -> list[Event]:
        self._check_at = began + CHECK
        if self._odd(
            not chip.alive(answer), "lost its power for a moment: the key expander forgot its settings"
        ):
            self._check_at = began
        return []

    def _odd(self, wrong: bool, why: str) -> bool:
        """One odd reading may be a flipped bit; the third in a row is the truth."""
        self._wrong = self._wrong + 1 if wrong else 0
        if self._wrong > CONFIRM:
            raise Lost(why)
        return wrong

    def _light(self, lamps: tuple[bool, bool]) -> Job:
        def lit(answer: bytes, began: float) -> list[Event]:
            self._lamps_sent = lamps
            return []

        return Job(Rank.SMALL, self.address, lit, (chip.lamps(*lamps),))
