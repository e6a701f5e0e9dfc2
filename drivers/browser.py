"""Pods and buzzer that are a page in a browser: the same ports, with a canvas for a screen.

They hold the newest picture and tune; whoever serves the pages reads them and sends what changed. All calls come from
the loop's thread.
"""

from __future__ import annotations

from collections.abc import Callable

from drivers.ports import FRAME_BYTES, KEYS, Edge, Frame, Key, PodChanged, Sink

Notes = tuple[tuple[int, int], ...]

DARK: Frame = bytes(FRAME_BYTES)
LONGEST_MS = 2000
"""No tune sounds longer than two seconds (ports.Buzzer)."""


class BrowserPod:
    """A pod on a page. `version` grows with everything that a page would draw differently."""

    def __init__(self, number: int, sink: Sink) -> None:
        self.number = number
        self.frame: Frame = DARK
        self.on = True
        self.level = 255
        self.lamp = (False, False)
        self.version = 0
        self._down: set[Key] = set()
        self._sink = sink

    def show(self, frame: Frame) -> None:
        if len(frame) != FRAME_BYTES:
            raise ValueError(f"pod {self.number}: a frame has {FRAME_BYTES} bytes, this one {len(frame)}")
        self._set("frame", frame)

    def hide(self, safe: Frame) -> None:
        """A page never sees the picture that stood here: only the newest one is ever sent."""
        self.show(safe)

    def contrast(self, level: int) -> None:
        self._set("level", level)

    def sleep(self, on: bool) -> None:
        self._set("on", not on)

    def lamps(self, first: bool, second: bool) -> None:
        self._set("lamp", (first, second))

    def close(self) -> None:
        self.show(DARK)
        self._set("on", False)

    def plug(self, at: float) -> None:
        """A page took this pod."""
        self._sink(PodChanged(self.number, "present", at))

    def unplug(self, at: float, why: str) -> None:
        """The page went away: what it held down is let go, then the pod is absent."""
        for key in sorted(self._down):
            self.key(key, False, at)
        self._sink(PodChanged(self.number, "absent", at, why))

    def key(self, key: Key, down: bool, at: float) -> None:
        """A key on the page went down or up; `at` is when the page's word arrived. Repeats say nothing new."""
        if key not in KEYS:
            raise ValueError(f"pod {self.number}: no key is called {key!r}; keys are {' '.join(KEYS)}")
        if down != (key in self._down):
            (self._down.add if down else self._down.discard)(key)
            self._sink(Edge(self.number, key, down, at))

    def _set(self, name: str, value: object) -> None:
        if getattr(self, name) != value:
            setattr(self, name, value)
            self.version += 1


class BrowserBuzzer:
    """The table's voice as a page plays it: each tune goes to every page that listens."""

    def __init__(self) -> None:
        self.sounding: Notes = ()
        self._listeners: list[Callable[[Notes], None]] = []

    def play(self, notes: Notes) -> None:
        self.sounding = _short(notes)
        self._tell()

    def stop(self) -> None:
        if self.sounding:
            self.sounding = ()
            self._tell()

    def close(self) -> None:
        self.stop()
        self._listeners.clear()

    def listen(self, listener: Callable[[Notes], None]) -> Callable[[], None]:
        """Hear every tune from now on (an empty one means silence); call the result to stop listening."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener(self.sounding)


def _short(notes: Notes) -> Notes:
    """The first two seconds of a tune."""
    kept: list[tuple[int, int]] = []
    left = LONGEST_MS
    for hertz, ms in notes:
        if left > 0:
            kept.append((hertz, min(ms, left)))
            left -= ms
    return tuple(kept)
