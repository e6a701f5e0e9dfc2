"""The table's voice: a passive piezo behind a capacitor on a software PWM pin.

The PWM lives in this process, so when the process dies, however it dies, nothing toggles and the piezo is silent.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import RLock
from typing import Any

from drivers.pins import BUZZER
from drivers.tune import Notes, shorten, within_range


class GpioBuzzer:
    """The port `Buzzer`. `step` moves from note to note and gives the time of the next move; `wake` has it called."""

    def __init__(self, factory: Any, now: Callable[[], float], wake: Callable[[], None]) -> None:
        from gpiozero import TonalBuzzer

        self._device = TonalBuzzer(BUZZER.bcm, mid_tone="A6", octaves=2, pin_factory=factory)
        self._now, self._wake = now, wake
        self._lock = RLock()
        self._notes: deque[tuple[int, int]] = deque()
        self._next = float("inf")

    def play(self, notes: Notes) -> None:
        with self._lock:
            self._notes = deque(shorten(notes))
            self._next = self._now()
        self._wake()

    def stop(self) -> None:
        with self._lock:
            self._notes.clear()
            self._next = float("inf")
            self._sound(0)

    def step(self) -> float:
        with self._lock:
            if self._now() < self._next:
                return self._next
            if not self._notes:
                self.stop()
                return self._next
            hertz, length = self._notes.popleft()
            self._sound(hertz)
            self._next += length / 1000
            return self._next

    def close(self) -> None:
        with self._lock:
            if not self._device.closed:
                self.stop()
                self._device.close()

    def _sound(self, hertz: int) -> None:
        from gpiozero.tones import Tone

        if self._device.closed:
            return
        if hertz > 0:
            self._device.play(Tone.from_frequency(within_range(hertz)))
        else:
            self._device.stop()
