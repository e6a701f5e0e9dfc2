"""Which bytes of a panel must be written to turn one picture into another. Pure.

A panel's RAM is eight pages of 128 columns; a byte is eight pixels of one column, the top one in the lowest bit
(SSD1306 data sheet 8.7, SH1106 data sheet "display data RAM"). Here a picture in that order is called `pages`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from PIL import Image

from drivers.ports import FRAME_BYTES, HEIGHT, WIDTH, Frame

PAGES = HEIGHT // 8
GAP = 5
"""Equal bytes between two changes of one page that cost no more than a new window."""
_RUNS = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % GAP)


class Window(NamedTuple):
    """A rectangle of the RAM, all ends included: pages `top..bottom`, columns `left..right`."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def width(self) -> int:
        return self.right - self.left + 1

    @property
    def size(self) -> int:
        return (self[1] - self[0] + 1) * (self[3] - self[2] + 1)


def pages(frame: Frame, top: int = 0, bottom: int = PAGES - 1) -> bytes:
    """Turn a frame (row by row, see `ports.Frame`) into the panel's order; only the pages `top..bottom`.

    Rotated by a quarter, a row of the picture holds one column from the bottom up, so its bits already stand as
    the panel wants them.
    """
    if len(frame) != FRAME_BYTES:
        raise ValueError(f"a frame has {FRAME_BYTES} bytes, this one {len(frame)}")
    count = bottom - top + 1
    band = Image.frombytes("1", (WIDTH, 8 * count), frame[top * WIDTH : (bottom + 1) * WIDTH])
    turned = band.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join([turned[count - 1 - page :: count] for page in range(count)])


def frame(pages: bytes) -> Frame:
    """The way back: `frame(pages(f)) == f`."""
    turned = bytearray(FRAME_BYTES)
    for page in range(PAGES):
        turned[PAGES - 1 - page :: PAGES] = pages[page * WIDTH : (page + 1) * WIDTH]
    return Image.frombytes("1", (HEIGHT, WIDTH), bytes(turned)).transpose(Image.Transpose.ROTATE_90).tobytes()


def band(old: Frame, new: Frame) -> tuple[int, int] | None:
    """First and last page in which two frames differ, or None if they are equal."""
    bits = int.from_bytes(old, "big") ^ int.from_bytes(new, "big")
    if not bits:
        return None
    page = 8 * WIDTH
    return (8 * FRAME_BYTES - bits.bit_length()) // page, (
        8 * FRAME_BYTES - (bits & -bits).bit_length()
    ) // page


def differing(old: bytes, new: bytes, unknown: int = 0) -> bytes:
    """Non-zero where two pictures differ, or where `unknown` (little-endian, as an integer) has bits set."""
    bits = (int.from_bytes(old, "little") ^ int.from_bytes(new, "little")) | unknown
    return bits.to_bytes(FRAME_BYTES, "little")


def rows(changed: bytes) -> list[Window]:
    """Windows of one page each that cover every non-zero byte of `changed`, in reading order. Bytes between two
    changes are written too where that is cheaper than to open another window."""
    found = []
    for page in range(PAGES):
        for run in _RUNS.finditer(changed, page * WIDTH, (page + 1) * WIDTH):
            left, end = run.span()
            found.append(Window(page, page, left - page * WIDTH, end - 1 - page * WIDTH))
    return found


def blocks(rows: list[Window], overhead: int) -> list[Window]:
    """Join rows that lie under each other where one window is cheaper than two, given what opening one costs."""
    joined: list[Window] = []
    for row in rows:
        best, saved = -1, 0
        for i, above in enumerate(joined):
            if above[1] == row[0] - 1:
                gain = above.size + row.size + overhead - _around(above, row).size
                if gain > saved:
                    best, saved = i, gain
        if best < 0:
            joined.append(row)
        else:
            joined[best] = _around(joined[best], row)
    return joined


def _around(a: Window, b: Window) -> Window:
    return Window(a[0], b[1], min(a[2], b[2]), max(a[3], b[3]))


def cut(window: Window, source: bytes) -> bytes:
    """The window's bytes, page after page."""
    return b"".join(
        source[page * WIDTH + window.left : page * WIDTH + window.right + 1]
        for page in range(window.top, window.bottom + 1)
    )


def paste(target: bytearray, window: Window, start: int, data: bytes) -> None:
    """Write `data` into the window of `target` as the panel's address counter would, from the window's byte
    `start` on."""
    at, done = start, 0
    while done < len(data):
        row, column = divmod(at, window.width)
        length = min(window.width - column, len(data) - done)
        begin = (window.top + row) * WIDTH + window.left + column
        target[begin : begin + length] = data[done : done + length]
        at, done = at + length, done + length
