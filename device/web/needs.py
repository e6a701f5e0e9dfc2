"""What the web asks of the crank, and of a simulation. `device.crank.Crank` has all of it; tests bring a small one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol

import msgspec

from device.scene import Scene
from device.table.sheets import Sheets
from drivers.browser import BrowserBuzzer
from drivers.ports import Event, Pod


class Changes(Protocol):
    """What one turn of the crank changed."""

    @property
    def pods(self) -> Collection[int]: ...
    @property
    def board(self) -> bool: ...
    @property
    def cues(self) -> tuple[str, ...]: ...


class Crank(Protocol):
    """The table's one loop, as far as pages see it. Everything is called on its own thread and returns at once."""

    @property
    def pods(self) -> Mapping[int, Pod]: ...
    @property
    def sheets(self) -> Sheets: ...
    def now(self) -> float: ...
    def sink(self, event: Event) -> None: ...
    def watch(self, callback: Callable[[Any], None]) -> Callable[[], None]: ...
    def board(self) -> dict[str, Any]: ...
    def scene(self, pod: int) -> Scene | None: ...
    def do(self, command: dict[str, Any]) -> str: ...
    def claim(self, pod: int, phone: str) -> bool: ...
    def release(self, pod: int) -> None: ...
    def export(self, game: int) -> bytes: ...
    def finished(self) -> list[dict[str, Any]]: ...


class Simulated(msgspec.Struct, frozen=True):
    """What of the table is software, and the hands that the sim page has on it."""

    parts: tuple[str, ...] = ()
    """For the banner: "pods", "tower", "buzzer", "host", "lamp"."""
    buzzer: BrowserBuzzer | None = None
    marble: Callable[[], object] | None = None
    """Drop a marble into the simulated tower."""
    fault: Callable[[str], str] | None = None
    """Run a line of the fault script; the answer is "" or what is wrong with it."""
