"""What the table asks of the world, and what the world tells the table.

Events go one way: every driver is given a `Sink` and calls it, from any thread, with one of the event structs below.
The composition root wraps the sink so that events arrive in the loop's one queue. Commands go the other way, through
the protocols; none of them blocks, none of them raises for a broken device (a fault is an event).

Times are monotonic seconds (`time.monotonic()` or the virtual clock of a test); never wall time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

import msgspec

WIDTH, HEIGHT = 128, 64
FRAME_BYTES = WIDTH * HEIGHT // 8
PLUS = ("+1", "+2", "+3", "+4", "+5", "+6")
MINUS = ("-1", "-2", "-3", "-4", "-5", "-6")
PEEK, OK = "PEEK", "OK"
KEYS = (*PLUS, *MINUS, PEEK, OK)
"""The fourteen keys of a pad, by the names printed on them."""

Key = str
Frame = bytes
"""One OLED picture: 1,024 bytes, row by row, 16 bytes a row, the leftmost pixel in the highest bit, 1 = lit.
It is what `PIL.Image.tobytes()` gives for a 128×64 image of mode "1"."""

PodState = Literal["absent", "probing", "present", "quarantined"]


class Edge(msgspec.Struct, frozen=True):
    """A key of a pod went down or up. `at` is the time of the (debounced) edge itself."""

    pod: int
    key: Key
    down: bool
    at: float


class HostEdge(msgspec.Struct, frozen=True):
    """The HOST key on the hub (or on the simulator page) went down or up."""

    down: bool
    at: float


class PodChanged(msgspec.Struct, frozen=True):
    """A pod came, went, or was set apart. `why` is plain English for the log and the diagnostics page."""

    pod: int
    state: PodState
    at: float
    why: str = ""


class Fault(msgspec.Struct, frozen=True):
    """Something else that a person should know: a stuck key, a bus that blocks. `part` names it ("trunk", "pod 3")."""

    part: str
    what: str
    at: float


class Mended(msgspec.Struct, frozen=True):
    """The fault last reported for `part` is over."""

    part: str
    at: float


class TowerChanged(msgspec.Struct, frozen=True):
    """The dice tower: "absent", "ready", "armed" (a pool waits for the marble), "lost" (was there, is silent)."""

    state: Literal["absent", "ready", "armed", "lost"]
    at: float
    board: str = ""


class TowerRolled(msgspec.Struct, frozen=True):
    """Dice from the tower. `dice` has one tuple of faces a group of the pool; `proof` is what the log keeps
    (boot, no, pool, c, h, t as strings) and is verified already; `src` is "E" (drawn) or "K" (keyed in)."""

    dice: tuple[tuple[int, ...], ...]
    src: Literal["E", "K"]
    proof: dict[str, str]
    at: float


class TowerVoided(msgspec.Struct, frozen=True):
    """An armed roll will not come (reset, lost, taken back). Shown to all and counted; `proof` reveals t if known."""

    why: str
    proof: dict[str, str]
    at: float


Event = Edge | HostEdge | PodChanged | Fault | Mended | TowerChanged | TowerRolled | TowerVoided
Sink = Callable[[Event], None]


class Pod(Protocol):
    """One seat's place: a screen, fourteen keys and two lamps. Keys arrive as `Edge` events."""

    number: int
    """The number printed on it, 1..7."""

    def show(self, frame: Frame) -> None:
        """Put this picture on the screen as soon as the line allows. An equal frame costs nothing."""

    def hide(self, safe: Frame) -> None:
        """PEEK was released: display off first (before anything else queued for this pod), then `safe`, then on."""

    def contrast(self, level: int) -> None:
        """Brightness 0..255. 0 is the dimmest the panel can do, not off."""

    def sleep(self, on: bool) -> None:
        """Display off for care (True) or on again (False)."""

    def lamps(self, first: bool, second: bool) -> None:
        """Both lamps at once."""

    def close(self) -> None:
        """Blank the screen, free the line. May be called twice."""


class Buzzer(Protocol):
    """The table's one voice. A driver limits any sound to two seconds and is silent when the process dies."""

    def play(self, notes: tuple[tuple[int, int], ...]) -> None:
        """Notes as (Hz, milliseconds); 0 Hz is a rest. A new tune replaces the one that sounds."""

    def stop(self) -> None: ...

    def close(self) -> None: ...


class Lamp(Protocol):
    """The status lamp on the hub."""

    def set(self, on: bool) -> None: ...

    def close(self) -> None: ...


class Tower(Protocol):
    """A dice tower. Its answers are `TowerChanged`, `TowerRolled` and `TowerVoided` events."""

    def arm(self, pool: str, secret: bool = False) -> bool:
        """Ask for this pool ("4d6:g+4d6:r", see CTP/1). False: no tower, or one that is busy or cannot do it."""

    def void(self) -> None:
        """Take the armed roll back, if there is one."""

    def reveal(self) -> None:
        """Show the faces of the last secret roll on the tower's display (SHOW)."""

    def close(self) -> None: ...


class Handle(Protocol):
    def cancel(self) -> None: ...


class Alarm(Protocol):
    """The only clock and the only way to wait. Virtual in tests."""

    def now(self) -> float:
        """Monotonic seconds."""

    def at(self, when: float, call: Callable[[], None]) -> Handle:
        """Call once when `now() >= when`, on the loop's thread. Calls with equal times keep their order."""
