"""Keys on the Pi's own header: the HOST key, and whole pads for one or two seats or a bench.

They are polled like the pods' keys and go through the same debounce, so nothing depends on edges or on lgpio's
notify thread. (gpiozero's `Button` would be a thread a key, and its bounce time does not survive a bouncing release.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drivers.keys import KeyReader
from drivers.pins import HEADER_COMMONS, HEADER_KEYS, HOST
from drivers.ports import KEYS, Edge, Event, HostEdge, Sink

POLL = 0.02


class HostKey:
    """The HOST key on the hub. `step` takes a snapshot and gives the time of the next."""

    def __init__(self, factory: Any, sink: Sink, now: Callable[[], float]) -> None:
        from gpiozero import DigitalInputDevice

        self._device = DigitalInputDevice(HOST.bcm, pull_up=True, pin_factory=factory)
        self._sink, self._now = sink, now
        self._keys = KeyReader("host key", ("HOST",), lambda key, down, at: HostEdge(down, at))

    def step(self) -> float:
        if self._device.closed:
            return float("inf")
        at = self._now()
        for event in self._keys.feed(at, int(self._device.is_active)):
            self._sink(event)
        return min(at + POLL, self._keys.wants)

    def close(self) -> None:
        self._device.close()


class HeaderKeys:
    """The pads of one or two seats, whose numbers are `pods`. Both share the fourteen key pins; each has its common
    wire, and only one common is low at a time (the diodes in `pins.HEADER_COMMONS` keep the pads apart)."""

    def __init__(self, factory: Any, pods: tuple[int, ...], sink: Sink, now: Callable[[], float]) -> None:
        from gpiozero import DigitalInputDevice, OutputDevice

        if not 1 <= len(pods) <= len(HEADER_COMMONS):
            raise ValueError(f"the header has room for {len(HEADER_COMMONS)} pads, not for {len(pods)}")
        self._inputs = [
            DigitalInputDevice(HEADER_KEYS[key][0], pull_up=True, pin_factory=factory) for key in KEYS
        ]
        self._commons = [
            OutputDevice(common, active_high=False, initial_value=False, pin_factory=factory)
            for common, _ in HEADER_COMMONS[: len(pods)]
        ]
        self._pads = [_reader(pod) for pod in pods]
        self._sink, self._now = sink, now

    def step(self) -> float:
        """Take a snapshot of each pad. Gives the time of the next."""
        wake = self._now() + POLL
        for common, pad in zip(self._commons, self._pads, strict=True):
            if common.closed:
                return float("inf")
            at = self._now()
            common.on()
            bits = sum(key.is_active << i for i, key in enumerate(self._inputs))
            common.off()
            for event in pad.feed(at, bits):
                self._sink(event)
            wake = min(wake, pad.wants)
        return wake

    def close(self) -> None:
        for device in (*self._inputs, *self._commons):
            device.close()


def _reader(pod: int) -> KeyReader:
    def edge(key: str, down: bool, at: float) -> Event:
        return Edge(pod, key, down, at)

    return KeyReader(f"pod {pod}", KEYS, edge)
