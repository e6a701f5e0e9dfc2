"""The status lamp on the hub."""

from __future__ import annotations

from typing import Any

from drivers.pins import LAMP


class GpioLamp:
    """The port `Lamp`."""

    def __init__(self, factory: Any) -> None:
        from gpiozero import LED

        self._device = LED(LAMP.bcm, pin_factory=factory)

    def set(self, on: bool) -> None:
        if not self._device.closed:
            self._device.value = on

    def close(self) -> None:
        self._device.close()
