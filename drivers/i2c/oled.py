"""A pod's screen: what the panel shows, what it should show, and the packets in between. Pure, no bus.

luma gives the init sequences; its `display()` is not used, because it sends all 1,034 bytes for every picture. Here
only windows around changed bytes go out, in pieces that let a key through (see `bus.PIECE`).
"""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import Any, NamedTuple

from drivers.i2c.bus import PIECE
from drivers.i2c.window import Window, band, blocks, cut, differing, pages, paste, rows
from drivers.pi_settings import Panel
from drivers.ports import FRAME_BYTES, Frame

PANELS: tuple[Panel, ...] = ("ssd1306", "ssd1309", "sh1106")

OFF, ON = b"\x00\xae", b"\x00\xaf"
_COMMAND, _DATA = b"\x00", b"\x40"
_PAGE_WINDOW, _BLOCK_WINDOW = (
    6,
    10,
)  # bytes that opening a window costs: address, control, commands, data's head
_HORIZONTAL, _PAGED = 0x00, 0x02  # operands of 0x20, SSD1306 data sheet 10.1.3
_SH1106_OFFSET = 2  # its RAM has 132 columns, the glass shows 2 to 129
_NOTHING = bytes(FRAME_BYTES)
_UNKNOWN = (1 << 8 * FRAME_BYTES) - 1


@cache
def init_sequence(panel: Panel) -> tuple[bytes, ...]:
    """luma's own init commands for this panel, each packet with its control byte, ending with the display still off.

    luma's objects are never freed, so there is one a panel kind for the whole process, and it talks to a list.
    """
    from luma.core.interface.serial import i2c
    from luma.oled import device

    packets: list[bytes] = []

    class Listening:
        def write_i2c_block_data(self, address: int, control: int, data: list[int]) -> None:
            packets.append(bytes((control, *data)))

    kind: Any = getattr(device, panel)
    silent = type(panel, (kind,), {"clear": lambda self: None, "show": lambda self: None})
    silent(i2c(bus=Listening()), width=128, height=64)
    return tuple(packets)


class Piece(NamedTuple):
    """One transfer's worth of a window: `data` goes to the window's bytes from `start` on."""

    packets: tuple[bytes, ...]
    window: Window
    start: int
    data: bytes
    paged: bool
    """The addressing mode that the panel is in afterwards."""

    @property
    def size(self) -> int:
        """Bytes on the wire, addresses included."""
        return sum(len(packet) + 1 for packet in self.packets)


class Oled:
    """One panel. `want` says what it should show; `pieces` holds the transfers that are still needed, in order.
    Report each transfer with `sent`, and any failure with `forget`."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.pieces: deque[Piece] = deque()
        self.planned = 0
        """Bytes of the transfers when they were planned."""
        self._paged: bool | None = None
        self._frame = _NOTHING
        self._target = bytearray(FRAME_BYTES)  # the wanted picture in the panel's order
        self._shadow = bytearray(FRAME_BYTES)  # the panel's RAM as far as it is known
        self._unknown = _UNKNOWN

    @property
    def clean(self) -> bool:
        """The panel's RAM holds the wanted picture."""
        return not self.pieces

    def want(self, frame: Frame) -> None:
        """The panel should show this. What has been sent of an earlier picture is put to use."""
        span = band(self._frame, frame)
        if span is None:
            return
        top, bottom = span
        self._target[top * 128 : (bottom + 1) * 128] = pages(frame, top, bottom)
        self._frame = frame
        self._replan()

    def forget(self) -> None:
        """Nothing is known of the panel's RAM any more (it was without power, or a transfer broke off)."""
        self._unknown = _UNKNOWN
        self._paged = None
        self._replan()

    def sent(self, piece: Piece) -> None:
        """This piece, once the first of `pieces`, has arrived; the plan may have changed meanwhile."""
        self._paged = piece.paged
        planned = bool(self.pieces) and self.pieces[0] is piece
        if planned:
            self.pieces.popleft()
        paste(self._shadow, piece.window, piece.start, piece.data)
        if self._unknown:
            known = bytearray(self._unknown.to_bytes(FRAME_BYTES, "little"))
            paste(known, piece.window, piece.start, bytes(len(piece.data)))
            self._unknown = int.from_bytes(known, "little")
        if not planned:
            self._replan()

    def _replan(self) -> None:
        self.pieces.clear()
        changed = differing(bytes(self._shadow), bytes(self._target), self._unknown)
        narrow = rows(changed)
        if self.panel != "sh1106":
            wide = blocks(narrow, _BLOCK_WINDOW)
            if _cost(wide, _BLOCK_WINDOW) <= _cost(narrow, _PAGE_WINDOW) + 1:
                self._cut(wide, paged=False)
                return
        self._cut(narrow, paged=True)

    def _cut(self, windows: list[Window], paged: bool) -> None:
        last = -1
        switch = paged != self._paged and self.panel != "sh1106"  # which knows pages only
        mode = bytes((0x20, _PAGED if paged else _HORIZONTAL)) if switch else b""
        target = bytes(self._target)
        for window in windows:
            data = cut(window, target)
            head = self._head(window, paged, last, mode)
            for start in range(0, len(data), PIECE):
                part = data[start : start + PIECE]
                self.pieces.append(Piece((*head, _DATA + part), window, start, part, paged))
                head = ()
            last, mode = window.top, b""
        self.planned = sum([piece.size for piece in self.pieces])

    def _head(self, window: Window, paged: bool, last: int, mode: bytes) -> tuple[bytes, ...]:
        """The command packet that points the panel's address counter at the window."""
        if not paged:
            top, bottom, left, right = window
            return (_COMMAND + mode + bytes((0x21, left, right, 0x22, top, bottom)),)
        column = window.left + (_SH1106_OFFSET if self.panel == "sh1106" else 0)
        page = b"" if window.top == last else bytes((0xB0 | window.top,))
        return (_COMMAND + mode + page + bytes((column & 0x0F, 0x10 | column >> 4)),)


def _cost(windows: list[Window], overhead: int) -> int:
    return sum([overhead + window.size for window in windows])
