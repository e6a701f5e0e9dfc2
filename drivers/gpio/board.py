"""All that hangs on the header, as one part that may be missing and may come later.

Without usable pins a table still plays: pods are polled, the buzzer is mute. The reason is told once, and the pins are
tried again every few seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drivers.gpio.buzzer import GpioBuzzer
from drivers.gpio.factory import PinsUnavailable
from drivers.gpio.header import HeaderKeys, HostKey
from drivers.gpio.hub import Hub
from drivers.gpio.lamp import GpioLamp
from drivers.ports import Fault, Mended, Sink
from drivers.tune import Notes

RETRY = 5.0


class Board:
    """Buzzer, lamp, HOST key, header pads and the trunk's three wires. It is the ports `Buzzer` and `Lamp` (by
    `buzzer` and `lamp`) and the trunk's `Rescue` at any time, with pins or without.

    `open_factory` gives a gpiozero factory or raises `PinsUnavailable`; `pads` are the pods whose keys are on the
    header; `fell` hears of interrupts (see `Hub`); `wake` has `step` called.
    """

    def __init__(
        self,
        open_factory: Callable[[], Any],
        pads: tuple[int, ...],
        sink: Sink,
        now: Callable[[], float],
        wake: Callable[[], None],
        fell: Callable[[], None],
    ) -> None:
        self._open_factory, self._pads, self._fell = open_factory, pads, fell
        self._sink, self._now, self._wake = sink, now, wake
        self._factory: Any = None
        self._hub: Hub | None = None
        self._keys: list[HostKey | HeaderKeys] = []
        self._retry_at = 0.0
        self._told = self._closed = False
        self.buzzer = LateBuzzer()
        self.lamp = LateLamp()

    def step(self) -> float:
        """Look at keys, move on in the tune, or try to open the pins. Gives the time of the next step."""
        if self._closed:
            return float("inf")
        if self._factory is None:
            now = self._now()
            if now < self._retry_at or not self._open(now):
                return self._retry_at
        assert self.buzzer.real is not None
        # The buzzer first: whatever befalls a key, no tone outlasts its note.
        return min([part.step() for part in (self.buzzer.real, *self._keys)])

    def reset_mux(self) -> None:
        if self._hub is not None:
            self._hub.reset_mux()

    def power(self, on: bool) -> None:
        if self._hub is not None:
            self._hub.power(on)

    def close(self) -> None:
        """Silent and dark. May be called twice."""
        self._closed = True
        self.buzzer.close()
        self.lamp.close()
        for part in (*self._keys, *([self._hub] if self._hub else [])):
            part.close()
        if self._factory is not None:
            self._factory.close()
            self._factory = None

    def _open(self, now: float) -> bool:
        try:
            factory = self._open_factory()
        except PinsUnavailable as why:
            return self._refused(str(why), now)
        try:
            self._join(factory)
        except Exception as why:  # gpiozero's and lgpio's errors share no base
            factory.close()
            return self._refused(f"a pin is in use by another program or an overlay: {why}", now)
        self._factory = factory
        if self._told:
            self._told = False
            self._sink(Mended("pins", now))
        return True

    def _join(self, factory: Any) -> None:
        hub = Hub(factory, self._fell)
        keys: list[HostKey | HeaderKeys] = [HostKey(factory, self._sink, self._now)]
        if self._pads:
            keys.append(HeaderKeys(factory, self._pads, self._sink, self._now))
        buzzer, lamp = GpioBuzzer(factory, self._now, self._wake), GpioLamp(factory)
        self._hub, self._keys, self.buzzer.real = hub, keys, buzzer
        self.lamp.join(lamp)

    def _refused(self, why: str, now: float) -> bool:
        self._retry_at = now + RETRY
        if not self._told:
            self._told = True
            self._sink(Fault("pins", why, now))
        return False


class LateBuzzer:
    """Mute until there is a real one. A tune that nobody could hear is not played later."""

    def __init__(self) -> None:
        self.real: GpioBuzzer | None = None

    def play(self, notes: Notes) -> None:
        if self.real is not None:
            self.real.play(notes)

    def stop(self) -> None:
        if self.real is not None:
            self.real.stop()

    def close(self) -> None:
        if self.real is not None:
            self.real.close()


class LateLamp:
    """Remembers what it should show until there is a real one."""

    def __init__(self) -> None:
        self._real: GpioLamp | None = None
        self._on = False

    def set(self, on: bool) -> None:
        self._on = on
        if self._real is not None:
            self._real.set(on)

    def join(self, real: GpioLamp) -> None:
        self._real = real
        real.set(self._on)

    def close(self) -> None:
        if self._real is not None:
            self._real.close()
