"""The trunk's three wires besides SDA and SCL: INT, the multiplexer's RESET#, the pods' supply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drivers.pins import INT, POWER, RESET


class Hub:
    """Frees the trunk (`i2c.trunk.Rescue`) and tells of interrupts.

    `fell` is called in lgpio's only notify thread when INT falls. An exception there would silence every pin for good,
    so nothing but an event's `set` or a worker's `wake` belongs into it.
    """

    def __init__(self, factory: Any, fell: Callable[[], None]) -> None:
        from gpiozero import DigitalInputDevice, OutputDevice

        self._reset = OutputDevice(RESET.bcm, active_high=False, initial_value=False, pin_factory=factory)
        self._power = OutputDevice(POWER.bcm, initial_value=True, pin_factory=factory)
        self._int = DigitalInputDevice(INT.bcm, pull_up=True, pin_factory=factory)
        self._int.when_activated = fell

    def reset_mux(self) -> None:
        """Pulse RESET#. 6 ns would do (TCA9548A data sheet, 6.6), so two writes are long enough."""
        if not self._reset.closed:
            self._reset.on()
            self._reset.off()

    def power(self, on: bool) -> None:
        if not self._power.closed:
            self._power.value = on

    def close(self) -> None:
        """Pods keep their supply: the pull-up on its enable holds it."""
        for device in (self._int, self._reset, self._power):
            device.close()
