"""A tower in memory: the firmware's own program, spoken to by the same session in the same lines as a real one."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from drivers.ports import Alarm, Sink
from drivers.tower.firmware import load
from drivers.tower.link import Link
from drivers.tower.session import Tap

BOARD = "51A7E00000000001"
"""The id of the simulated board."""


class SimBoard:
    """What the firmware asks of its board (see firmware/dice_tower/tower.py), in memory."""

    name = "sim"
    mp = ""

    def __init__(self, keyed: bool, urandom: Callable[[int], bytes], changed: Callable[[], None]) -> None:
        self.chip = BOARD
        self.keyed = keyed
        self.caps = "keys,led" if keyed else "beam,led"
        self.rows: tuple[str, ...] = ()
        self.lit = False
        self._changed = changed
        self._urandom = urandom
        self._ticks = 0

    def urandom(self, count: int) -> bytes:
        return self._urandom(count)

    def ticks_us(self) -> int:
        self._ticks += 1
        return self._ticks

    def show(self, rows: tuple[str, ...]) -> None:
        self.rows = tuple(rows)
        self._changed()

    def lamp(self, on: bool) -> None:
        self.lit = on
        self._changed()


class SimTower(Link):
    """The simulated tower, as a driver and as the thing on the table.

    `keyed` makes it a tower with a keypad (mode K); `chance(n)` is the tower's random source, `secret(n)` the host's,
    both seeded in tests; `changed()` is called when the display or the lamp changes.
    """

    def __init__(
        self,
        sink: Sink,
        alarm: Alarm,
        *,
        keyed: bool = False,
        chance: Callable[[int], bytes] = os.urandom,
        secret: Callable[[int], bytes] = os.urandom,
        changed: Callable[[], None] = lambda: None,
        tap: Tap | None = None,
    ) -> None:
        super().__init__(sink, alarm, secret, tap=tap)
        self.deaf = False
        """True: its program hangs. It hears nothing and says nothing, but the port stays."""
        self._keyed, self._chance, self._changed = keyed, chance, changed
        self._board: SimBoard | None = None
        self._tower: Any = None
        self._started = 0.0

    def start(self) -> None:
        """Plug it in."""
        self.plug()

    def close(self) -> None:
        """Unplug it for good. May be called twice."""
        self.session.leaving = True
        self.unplug()

    # What people do to it.

    def drop_marble(self) -> None:
        """A marble falls through the beam; without an armed roll nothing comes of it."""
        self._act(lambda: self._tower.beam(self._milliseconds()))

    def press(self, key: str) -> None:
        """A key of its keypad, "0" to "9", "*" or "#"."""
        self._act(lambda: self._tower.key(key, self._milliseconds()))

    def plug(self) -> None:
        """Power comes: the program starts anew, with a new boot number."""
        if self._tower is None:
            self._started = self._alarm.now()
            self._board = SimBoard(self._keyed, self._chance, self._changed)
            self._tower = load("tower").Tower(self._board)
            self.session.opened(self._started)
            self._turn()

    def unplug(self) -> None:
        """The cable is pulled."""
        if self._tower is not None:
            self._tower = self._board = None
            self.session.closed(self._alarm.now(), "the tower was unplugged")
            self._turn()
            self._changed()

    @property
    def display(self) -> tuple[str, ...]:
        """The rows that its display shows now."""
        return self._board.rows if self._board else ()

    @property
    def lamp(self) -> bool:
        """Lit while a roll is armed."""
        return self._board is not None and self._board.lit

    # The line between the two ends.

    def _write(self, data: bytes) -> None:
        def hear() -> None:
            for byte in data:
                self._tower.byte(byte, self._milliseconds())

        self._act(hear)

    def _act(self, act: Callable[[], None]) -> None:
        """Let something happen to the tower, and send what it says on its way back."""
        if self._tower is None or self.deaf:
            return
        act()
        self._tower.tick(self._milliseconds())
        said = bytes(self._tower.out)
        self._tower.out.clear()
        if said:
            self._alarm.at(self._alarm.now(), lambda: self.received(said))

    def _milliseconds(self) -> int:
        return int((self._alarm.now() - self._started) * 1000)
