"""A whole table on the Pi's own drivers over models, in virtual time: `Evening` with wires, registers and RAM.

evening = PiEvening(tmp_path, pods=4)
evening.hold(2, "+3 OK")                       # contacts that bounce through expander, debounce and trunk
evening.rig.script("at 1s seat 2 unplug for 3s")
evening.rest()
assert evening.rig.screen(2) == evening.shown(2)
"""

from __future__ import annotations

from typing import Any

from device.devices import Devices
from drivers.models.rig import ModelRig
from drivers.pi_settings import Panel
from drivers.ports import Event, Frame
from tests.device.evening import Evening

TOUCH = 0.04
"""Seconds from a contact until its edge has been read, confirmed and acted on, and the key hears again."""


class PiEvening(Evening):
    """`rig` is the modelled table, `events` what its drivers told. `panel`, `speed`, `poll` and `header` are the
    rig's own. Keys are real contacts; a press takes 80 ms."""

    def __init__(
        self,
        folder: Any,
        *,
        pods: int = 4,
        panel: Panel = "ssd1309",
        speed: int = 400_000,
        poll: float = 0.02,
        header: tuple[int, ...] = (),
        **rest: Any,
    ) -> None:
        self._rig: dict[str, Any] = {"panel": panel, "speed": speed, "poll": poll, "header": header}
        self.events: list[Event] = []
        super().__init__(folder, pods=pods, **rest)

    def _plug(self) -> Devices:
        self.rig = ModelRig(self.count, sink=self._sink, alarm=self.alarm, keep=False, **self._rig)
        hardware = self.rig.hardware
        self.pods: dict[int, Any] = dict(hardware.pods)
        return Devices(dict(hardware.pods), hardware.buzzer, hardware.lamp)

    def _arrive(self) -> None:
        self.rest()

    def _sink(self, event: Event) -> None:
        self.events.append(event)
        self.crank.local(event)

    def again(self) -> PiEvening:
        """Pull the plug and start anew: no pod says goodbye."""
        self.rig.hardware.closers.clear()
        self.table.journal.close()
        return PiEvening(
            self.folder, pods=self.count, pace=self.pace, lang=self.lang, seed=self.seed + 1, draw=self.draws,
            alarm=type(self.alarm)(self.alarm.now() + 5), **self._rig,
        )  # fmt: skip

    def down(self, pod: int, key: str) -> None:
        self.rig.down(pod, key)
        self.wait(TOUCH)

    def up(self, pod: int, key: str) -> None:
        self.rig.up(pod, key)
        self.wait(TOUCH)

    def rest(self, limit: float = 5.0) -> None:
        """Let time pass until every pod that is there shows what the table wants it to show."""
        self.rig.settle(limit)

    def shown(self, pod: int) -> Frame | None:
        """The picture that the table last drew for this pod."""
        return self.crank.panels.shown(pod)
