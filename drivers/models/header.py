"""The Pi's header as gpiozero's own mock pins, joined to the models."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drivers.gpio.factory import PinsUnavailable
from drivers.pins import BUZZER, HEADER_COMMONS, HEADER_KEYS, HOST, INT, LAMP, POWER, RESET


class HeaderModel:
    """The pins of one Pi. `reset` hears the multiplexer's RESET#, `power` the pods' supply; `pads` are the pods whose
    keys are on the header."""

    def __init__(
        self, pads: tuple[int, ...], reset: Callable[[], None], power: Callable[[bool], None]
    ) -> None:
        self.pads = pads
        self.refused = ""
        """Not empty: pins cannot be opened, for this reason."""
        self.taken = ""
        """Not empty: a pin is in use elsewhere, and says so with this."""
        self.deaf = False
        """Interrupts get lost."""
        self._reset, self._power = reset, power
        self._down: dict[int, set[str]] = {pad: set() for pad in pads}
        self._low = self._stuck = self._host = False
        self._factory: Any = None

    def open(self) -> Any:
        """A fresh gpiozero factory on this header."""
        if self.refused:
            raise PinsUnavailable(self.refused)
        self._factory = _mock_factory(self._driven, lambda: self.taken)
        self._inputs()
        return self._factory

    @property
    def lamp(self) -> bool:
        return bool(self._factory and self._factory.pin(LAMP.bcm).state)

    @property
    def tone(self) -> float | None:
        """Hz that the buzzer sounds, or None."""
        pin = self._factory.pin(BUZZER.bcm) if self._factory else None
        return float(pin.frequency) if pin is not None and pin.frequency and pin.state else None

    def host(self, down: bool) -> None:
        self._host = down
        self._inputs()

    def key(self, pad: int, key: str, down: bool) -> None:
        (self._down[pad].add if down else self._down[pad].discard)(key)

    def interrupt(self, low: bool) -> None:
        """The pods' wired-OR line."""
        self._low = low
        if not self.deaf:
            self._inputs()

    def stick(self, stuck: bool) -> None:
        self._stuck = stuck
        self._inputs()

    def _inputs(self) -> None:
        if self._factory is not None:
            self._pull(INT.bcm, self._stuck or (self._low and not self.deaf))
            self._pull(HOST.bcm, self._host)

    def _pull(self, bcm: int, low: bool) -> None:
        pin = self._factory.pin(bcm)
        if pin.function == "input":
            (pin.drive_low if low else pin.drive_high)()

    def _driven(self, bcm: int, high: bool) -> None:
        """A program drives a pin to another level."""
        if bcm == RESET.bcm and not high:
            self._reset()
        elif bcm == POWER.bcm:
            self._power(high)
        for pad, (common, _) in zip(self.pads, HEADER_COMMONS, strict=False):
            if bcm == common:
                for key in self._down[pad]:
                    self._pull(HEADER_KEYS[key][0], not high)


def _mock_factory(driven: Callable[[int, bool], None], taken: Callable[[], str]) -> Any:
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    class WiredPin(MockPWMPin):  # type: ignore[misc]
        """A mock pin that tells when a program drives it."""

        def _set_function(self, value: Any) -> None:
            if value == "output" and taken():
                raise OSError(taken())
            super()._set_function(value)

        def _change_state(self, value: Any) -> Any:
            moved = super()._change_state(value)
            if moved and self.function == "output":
                driven(self._number, bool(value))
            return moved

    return MockFactory(pin_class=WiredPin)
