"""The panels as command decoder and RAM, and what a person sees of it.

SSD1306 and SSD1309 (Solomon Systech data sheets): 128 columns, three addressing modes. SH1106 (Sino Wealth data
sheet): 132 columns of which the glass shows 2 to 129, page addressing only. Modules are mounted so that the picture
stands upright with segment re-map and reversed COM scan on, which is how luma sets them up.
"""

from __future__ import annotations

from typing import ClassVar

from drivers.i2c import window
from drivers.pi_settings import Panel
from drivers.ports import FRAME_BYTES, HEIGHT, WIDTH, Frame

_DARK: Frame = bytes(FRAME_BYTES)
_PAGES = HEIGHT // 8


def panel(kind: Panel) -> PanelModel:
    """A panel after power-on."""
    return SH1106() if kind == "sh1106" else SSD1306(charge_pump=kind == "ssd1306")


class PanelModel:
    """What all three have in common."""

    COLUMNS: ClassVar[int]
    OPERANDS: ClassVar[dict[int, int]]
    """How many operands follow a command byte; those not named take none."""

    def __init__(self) -> None:
        self.changed = 0
        """Data bytes that changed the RAM."""
        self.power_on()

    def power_on(self) -> None:
        """Registers as after reset; the RAM holds noise."""
        self.ram = bytearray((i * 73 + (i >> 3) * 29) & 0xFF for i in range(_PAGES * self.COLUMNS))
        self.on = self.inverse = self.all_on = self.remap = self.reverse = False
        self.contrast, self.start_line, self.offset = 0x7F, 0, 0
        self.page = self.column = 0
        self._operands: list[int] = []

    def write(self, data: bytes) -> None:
        """One I2C message: control bytes, then commands or data (SSD1306 data sheet 8.1.5.2)."""
        at = 0
        while at < len(data):
            control = data[at]
            rest = data[at + 1 : at + 2] if control & 0x80 else data[at + 1 :]
            for byte in rest:
                if control & 0x40:
                    self._store(byte)
                else:
                    self._take(byte)
            at += 1 + len(rest)

    def read(self, count: int) -> bytes:
        """The status byte: bit 6 is set while the display is off."""
        return bytes([0x00 if self.on else 0x40]) * count

    @property
    def powered(self) -> bool:
        """The glass gets its voltage."""
        return True

    def screen(self) -> Frame:
        """What a person sees on the glass."""
        if not (self.on and self.powered):
            return _DARK
        if self.all_on:
            return b"\xff" * FRAME_BYTES
        shown = self._visible()
        frame = window.frame(shown)
        turn = (self.start_line + self.offset) % HEIGHT * WIDTH // 8
        frame = frame[turn:] + frame[:turn]
        if not self.reverse:
            frame = b"".join(frame[i : i + 16] for i in range(FRAME_BYTES - 16, -1, -16))
        return bytes(byte ^ 0xFF for byte in frame) if self.inverse else frame

    def shift(self) -> None:
        """The address counter slips by a column, as long cables make it: nobody is told."""
        self.column = (self.column + 1) % self.COLUMNS
        self.ram = self.ram[-1:] + self.ram[:-1]

    def _take(self, byte: int) -> None:
        self._operands.append(byte)
        command, *operands = self._operands
        if len(operands) == self.OPERANDS.get(command, 0):
            self._operands = []
            self._obey(command, operands)

    def _obey(self, command: int, operands: list[int]) -> None:
        match command:
            case 0x81:
                self.contrast = operands[0]
            case 0xA0 | 0xA1:
                self.remap = command == 0xA1
            case 0xA4 | 0xA5:
                self.all_on = command == 0xA5
            case 0xA6 | 0xA7:
                self.inverse = command == 0xA7
            case 0xAE | 0xAF:
                self.on = command == 0xAF
            case 0xC0 | 0xC8:
                self.reverse = command == 0xC8
            case 0xD3:
                self.offset = operands[0] % HEIGHT
            case _ if 0x40 <= command <= 0x7F:
                self.start_line = command & 0x3F
            case _ if command <= 0x0F:
                self.column = self.column & 0xF0 | command
            case _ if 0x10 <= command <= 0x1F:
                self.column = self.column & 0x0F | (command & 0x0F) << 4
            case _ if 0xB0 <= command <= 0xB7:
                self.page = command & 0x07

    def _store(self, byte: int) -> None:
        if self.column < self.COLUMNS:
            at = self.page * self.COLUMNS + self.column
            self.changed += self.ram[at] != byte
            self.ram[at] = byte
        self._step()

    def _step(self) -> None:
        """Move the address counter after a data byte."""
        raise NotImplementedError

    def _visible(self) -> bytes:
        """The columns behind the glass, in `window.pages` order, mirrored if the segments are."""
        raise NotImplementedError


class SSD1306(PanelModel):
    """SSD1306, and SSD1309, which has no charge pump and gets its 12 V from the module."""

    COLUMNS = WIDTH
    OPERANDS: ClassVar[dict[int, int]] = (
        dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0xFD), 1)
        | dict.fromkeys((0x21, 0x22, 0xA3), 2)
        | dict.fromkeys((0x29, 0x2A), 5)
        | dict.fromkeys((0x26, 0x27), 6)
    )

    def __init__(self, charge_pump: bool) -> None:
        self._needs_pump = charge_pump
        super().__init__()

    def power_on(self) -> None:
        super().power_on()
        self._mode = 2
        self._pump = False
        self._columns, self._rows = (0, WIDTH - 1), (0, _PAGES - 1)

    @property
    def powered(self) -> bool:
        return self._pump or not self._needs_pump

    def _obey(self, command: int, operands: list[int]) -> None:
        match command:
            case 0x20:
                self._mode = operands[0] & 3
            case 0x21:
                self._columns = operands[0] & 0x7F, operands[1] & 0x7F
                self.column = self._columns[0]
            case 0x22:
                self._rows = operands[0] & 7, operands[1] & 7
                self.page = self._rows[0]
            case 0x8D:
                self._pump = bool(operands[0] & 0x04)
            case _ if (command <= 0x1F or 0xB0 <= command <= 0xB7) and self._mode != 2:
                pass  # these three address the RAM in page mode only
            case _:
                super()._obey(command, operands)

    def _step(self) -> None:
        if self._mode == 2:
            self.column = (self.column + 1) % WIDTH
            return
        across, down = self._columns, self._rows
        if self._mode == 0:
            self.column, over = _next(self.column, across)
            if over:
                self.page, _ = _next(self.page, down)
        else:
            self.page, over = _next(self.page, down)
            if over:
                self.column, _ = _next(self.column, across)

    def _visible(self) -> bytes:
        return bytes(self.ram) if self.remap else _mirror(bytes(self.ram))


class SH1106(PanelModel):
    """SH1106: its column counter stops at the end, and it knows no windows; 0x21 and 0x22 mean nothing to it."""

    COLUMNS = 132
    OPERANDS: ClassVar[dict[int, int]] = dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)

    def _step(self) -> None:
        self.column = min(self.column + 1, self.COLUMNS)

    def _visible(self) -> bytes:
        rows = [bytes(self.ram[p * 132 + 2 : p * 132 + 2 + WIDTH]) for p in range(_PAGES)]
        return b"".join(rows) if self.remap else _mirror(b"".join(rows))


def _next(at: int, span: tuple[int, int]) -> tuple[int, bool]:
    """The counter's next value within its window, and whether it began anew."""
    return (span[0], True) if at == span[1] else (at + 1, False)


def _mirror(pages: bytes) -> bytes:
    return b"".join(pages[p * WIDTH : (p + 1) * WIDTH][::-1] for p in range(_PAGES))
