"""From scenes to frames to pods: what each panel shows, when it dims, and its lamps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from device.cues import Cue
from device.scene import Scene
from device.screens.care import Care, next_change, shifted
from drivers.ports import Frame

if TYPE_CHECKING:
    from device.crank import Crank

DIM = 0.25
"""Share of the chosen contrast when nobody plays."""


class Panels:
    """The newest scene and frame of every pod."""

    def __init__(self, crank: Crank, draw: Callable[[Scene], Frame]) -> None:
        self._crank, self._draw = crank, draw
        self._scenes: dict[int, Scene] = {}
        self._frames: dict[int, Frame] = {}
        self._shown: dict[int, Frame] = {}
        self._care: dict[int, Care] = {}
        self._light: dict[int, tuple[str, int]] = {}
        self._touched: set[int] = set()
        """Pods whose safe frame or lamps were set at once, outside `show`."""
        self._peeked: set[int] = set()
        """Pods that show what must go at once when the peek is over."""
        self.inverted = False

    def scene(self, pod: int) -> Scene | None:
        return self._scenes.get(pod)

    def shown(self, pod: int) -> Frame | None:
        """The picture that this pod was given last; None when it must be drawn anew."""
        return self._shown.get(pod)

    def forget(self, pod: int) -> None:
        """The panel may show anything now: send the next picture whole."""
        self._shown.pop(pod, None)
        self._light.pop(pod, None)

    def wakes(self, pod: int, at: float) -> bool:
        """A key went down. True when it only woke a dark panel and means nothing else."""
        self._care[pod], swallowed = self._rest(pod).key(at)
        return swallowed

    def stir(self, pod: int) -> None:
        """Something happened that this seat must see."""
        self._care[pod] = self._rest(pod).stir(self._crank.now())

    def _rest(self, pod: int) -> Care:
        return self._care.setdefault(pod, Care(self._crank.now()))

    def show(self) -> set[int]:
        """Draw what changed; the pods whose picture is another now."""
        crank, now = self._crank, self._crank.now()
        changed, self._touched = self._touched, set()
        for number, pod in crank.devices.pods.items():
            if crank.seats[number].peek(now):
                self._peeked.add(number)
            elif number in self._peeked:
                self.hide(number)
                changed.add(number)
            frame = self._frame(number, now)
            if self._shown.get(number) != frame:
                self._shown[number] = frame
                pod.show(frame)
                changed.add(number)
            changed |= self._lighten(number, now)
        self._look_again(now)
        return changed

    def hide(self, pod: int) -> None:
        """The peek is over: the safe frame, display off first, before anything else of this turn."""
        self._peeked.discard(pod)
        if pod in self._crank.devices.pods:
            frame = self._frame(pod, self._crank.now())
            self._shown[pod] = frame
            self._crank.devices.pods[pod].hide(frame)
            self._touched.add(pod)

    def _frame(self, pod: int, now: float) -> Frame:
        crank = self._crank
        sight = crank.sights.of(pod, crank.table.now)
        scene = crank.overlay.scene(pod, sight) or crank.seats[pod].scene(sight, now)
        left, total = crank.tasks.trading.clock() if scene.prompt is not None and scene.seat else (None, None)
        left = None if left is None else round(left, 1)
        scene = msgspec.structs.replace(scene, left=left, total=total, invert=self.inverted)
        if self._scenes.get(pod) != scene:
            self._scenes[pod] = scene
            self._frames[pod] = self._draw(scene)
        return shifted(self._frames[pod], now)

    def _lighten(self, pod: int, now: float) -> set[int]:
        """Dim an idle panel, darken one that is idle for long."""
        light = self._rest(pod).light(now)
        level = self._crank.table.now.house.place(pod).contrast
        level = int(level * DIM) if light == "dim" else level
        before = self._light.get(pod)
        if before == (light, level):
            return set()
        self._light[pod] = (light, level)
        device = self._crank.devices.pods[pod]
        if before is None or (light == "off") != (before[0] == "off"):
            device.sleep(light == "off")
        device.contrast(level)
        return {pod}

    def _look_again(self, now: float) -> None:
        """Have a turn of the crank when a picture changes by time alone: care, the end of a tap, of a line."""
        if pods := self._crank.devices.pods:
            seats = [self._crank.seats[pod] for pod in pods]
            ends = [
                end
                for seat in seats
                for end in (seat.peek_until, seat.said_until, seat.laid_until)
                if end > now
            ]
            when = min([*(next_change(self._rest(pod), now) for pod in pods), *ends])
            self._crank.timers.set("care", when, lambda: None)

    def lamps(self, name: str, cue: Cue) -> None:
        """Light the lamps of all pods for a cue to all; at the buzzer the frames are inverted besides."""
        if cue.to == "all" and cue.lamp_ms:
            for pod in self._crank.devices.pods:
                self.light(pod, cue)
        if name == "buzzer":
            self.inverted = True
            self._crank.timers.set("invert", self._crank.now() + 0.5, self._upright)

    def light(self, pod: int, cue: Cue) -> None:
        """Light one pod's lamps for as long as a cue says."""
        device = self._crank.devices.pods.get(pod)
        if device is not None:
            device.lamps(*cue.lamps)
            self._touched.add(pod)
            self._crank.timers.set(
                f"lamp:{pod}", self._crank.now() + cue.lamp_ms / 1000, lambda: self._dark(pod)
            )

    def _dark(self, pod: int) -> None:
        if device := self._crank.devices.pods.get(pod):
            device.lamps(False, False)
            self._touched.add(pod)

    def _upright(self) -> None:
        self.inverted = False
