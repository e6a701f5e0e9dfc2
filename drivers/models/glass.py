"""Modelled pods on a page: the picture is what a person would see on the glass, the keys are contacts."""

from __future__ import annotations

from collections.abc import Callable

from drivers.browser import BrowserBuzzer, BrowserPod, Notes
from drivers.models.bus import Transfer
from drivers.models.rig import ModelRig
from drivers.ports import FRAME_BYTES, KEYS, Buzzer, Frame, Key

LOOK = 0.02
"""Seconds between two looks at the glasses while something moves on the wires."""

SHORTEST = 0.05
"""Seconds that a contact stays closed at least."""


class GlassPod(BrowserPod):
    """A pod of a rig, as pages know pods. What the table says goes to the real driver; `look` takes in what became of
    it on the modelled panel."""

    def __init__(self, number: int, rig: ModelRig) -> None:
        super().__init__(number, lambda event: None)
        self._rig, self._driver = rig, rig.hardware.pods[number]
        self._since: dict[Key, float] = {}

    def look(self) -> bool:
        """See the glass and the lamps; whether a page would draw them differently now."""
        before, model = self.version, self._rig.pods[self.number]
        self._set("frame", self._rig.screen(self.number))
        self._set("on", self.frame != bytes(FRAME_BYTES))
        self._set("level", model.oled.contrast)
        self._set("lamp", model.lamps)
        return self.version != before

    def show(self, frame: Frame) -> None:
        self._driver.show(frame)

    def hide(self, safe: Frame) -> None:
        self._driver.hide(safe)

    def contrast(self, level: int) -> None:
        self._driver.contrast(level)

    def sleep(self, on: bool) -> None:
        self._driver.sleep(on)

    def lamps(self, first: bool, second: bool) -> None:
        self._driver.lamps(first, second)

    def close(self) -> None:
        self._driver.close()

    def key(self, key: Key, down: bool, at: float) -> None:
        """A contact closes or opens; its edge comes from the driver."""
        if key not in KEYS:
            raise ValueError(f"pod {self.number}: no key is called {key!r}; keys are {' '.join(KEYS)}")
        if down:
            self._since[key] = self._rig.alarm.now()
            self._rig.down(self.number, key)
        else:  # a click may last no time at all, a finger's touch of a real key does not
            until = self._since.get(key, 0.0) + SHORTEST
            self._rig.alarm.at(max(self._rig.alarm.now(), until), lambda: self._rig.up(self.number, key))


class GlassBuzzer(BrowserBuzzer):
    """Heard on pages, and played on the rig's own pin."""

    def __init__(self, real: Buzzer) -> None:
        super().__init__()
        self._real = real

    def play(self, notes: Notes) -> None:
        self._real.play(notes)
        super().play(notes)

    def stop(self) -> None:
        self._real.stop()
        super().stop()


class Glasses:
    """All pods of a rig on a page. `changed` hears which of them look different, at most fifty times a second."""

    def __init__(self, rig: ModelRig, changed: Callable[[frozenset[int]], None]) -> None:
        self.pods = {number: GlassPod(number, rig) for number in rig.pods}
        self._alarm, self._changed, self._due = rig.alarm, changed, False
        rig.bus.hooks.append(self._moved)

    def look_soon(self) -> None:
        """Something may look different now."""
        if not self._due:
            self._due = True
            self._alarm.at(self._alarm.now() + LOOK, self._look)

    def _moved(self, transfer: Transfer) -> None:
        lamps = (
            transfer.chip == "keys" and len(transfer.packets[0]) > 1
        )  # a read writes the register's number only
        if transfer.chip == "oled" or lamps:
            self.look_soon()

    def _look(self) -> None:
        self._due = False
        if moved := frozenset(number for number, pod in self.pods.items() if pod.look()):
            self._changed(moved)
