"""A pod's screen as a whole: set-up, pictures, brightness, sleep, and the darkness between secret and safe. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from drivers.i2c.job import Job, Rank
from drivers.i2c.oled import OFF, ON, Oled, Piece, init_sequence
from drivers.pi_settings import Panel
from drivers.ports import Event, Frame

SMALL = 300
"""Bytes up to which a change goes before whole pictures."""
ECHO = b"\x00\xe3"
"""NOP, to see whether a panel answers."""


class Screen:
    """Wishes come in by `show`, `hide`, `level` and `asleep`; `job` is the next transfer towards them."""

    def __init__(self, panel: Panel, address: int) -> None:
        self.address = address
        self.level: int | None = None
        """Contrast 0..255; None leaves luma's own."""
        self.asleep = False
        self.lit = False
        """The display is on."""
        self._panel = panel
        self._oled = Oled(panel)
        self._hiding = False
        self._hides = 0
        self._level_sent: int | None = None
        self._setup: deque[bytes] = deque()

    @property
    def ready(self) -> bool:
        """Set up, and it shows what it should."""
        secret = self._hiding and self.lit
        return not (self._setup or secret) and self._oled.clean and self.lit != self.asleep

    def show(self, frame: Frame) -> None:
        self._oled.want(frame)

    def hide(self) -> None:
        """The picture must go at once: display off before all else, on again once the next picture is complete."""
        self._hiding = True
        self._hides += 1

    def start(self) -> None:
        """The panel was without power: it is dark, and nothing of it is known."""
        self.lit = self._hiding = False
        self._setup = deque(init_sequence(self._panel))
        self._level_sent = None
        self._oled.forget()

    def refresh(self) -> None:
        """The same while it is on, without going dark: the first command of a set-up is 'off', and is left out."""
        first, *rest = init_sequence(self._panel)
        self._setup = deque([first[:1] + first[2:], *rest])
        self._level_sent = None
        self._oled.forget()

    def forget(self) -> None:
        """A transfer broke off: the picture's state is unknown."""
        self._oled.forget()

    def job(self) -> Job | None:
        """The next transfer, or None if the glass shows what it should."""
        if self._hiding and self.lit:
            return self._power(Rank.DARK, False)
        if self._setup:
            return self._write(Rank.SETUP, self._setup[0], self._setup.popleft)
        if self.asleep and self.lit:
            return self._power(Rank.SMALL, False)
        if self.level is not None and self.level != self._level_sent:
            return self._contrast(self.level)
        if self._oled.pieces:
            rank = Rank.SMALL if self._oled.planned <= SMALL else Rank.REDRAW
            piece = self._oled.pieces[0]
            return Job(rank, self.address, lambda answer, began: self._drawn(piece), piece.packets)
        if not self.lit and not self.asleep:
            return self._power(Rank.SMALL, True)
        return None

    def _drawn(self, piece: Piece) -> list[Event]:
        self._oled.sent(piece)
        return []

    def _power(self, rank: Rank, on: bool) -> Job:
        hides = self._hides

        def switched() -> None:
            self.lit = on
            if on and hides == self._hides:  # else it had to go while 'on' was on its way
                self._hiding = False

        return self._write(rank, ON if on else OFF, switched)

    def _contrast(self, level: int) -> Job:
        def set_level() -> None:
            self._level_sent = level

        return self._write(Rank.SMALL, bytes((0x00, 0x81, level)), set_level)

    def _write(self, rank: Rank, packet: bytes, then: Callable[[], object]) -> Job:
        def done(answer: bytes, began: float) -> list[Event]:
            then()
            return []

        return Job(rank, self.address, done, (packet,))
