"""The canvas of one OLED picture: 128×64 pixels, lit or dark."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from device.screens.font import TEXT, Face

WIDTH, HEIGHT = 128, 64
Box = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom lie outside."""
Align = Literal["left", "center", "right"]


class Loss(NamedTuple):
    """A text that did not fit its place, as a test reads it: pixels needed, pixels there."""

    text: str
    needed: int
    room: int


class Frame:
    """A picture being drawn. `lost` collects what did not fit, `unknown` the words that had no translation."""

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self._draw = ImageDraw.Draw(self.image)
        self.lost: list[Loss] = []
        self.unknown: list[tuple[str, str]] = []

    def pack(self) -> bytes:
        """1,024 bytes as the drivers take them: row by row, the leftmost pixel in the highest bit."""
        return self.image.tobytes()

    def text(
        self,
        x: int,
        y: int,
        text: str,
        face: Face = TEXT,
        width: int | None = None,
        align: Align = "left",
        lit: bool = True,
    ) -> int:
        """Draw one line with the top of its cell at y, in `width` pixels from x on; return the pixels it took.

        Without `width` the line ends at the frame's edge (left) or is placed around x (center) or before x (right).
        """
        room = WIDTH - x if width is None else width
        taken = face.width(text)
        if width is None and align != "left":
            x -= taken if align == "right" else taken // 2
            room = taken
        elif taken > room:
            self.lost.append(Loss(text, taken, room))
            text = face.fit(text, room)
            taken = face.width(text)
        if width is not None and align != "left":
            x += (room - taken) // (1 if align == "right" else 2)
        self.image.paste(255 if lit else 0, (x, y), face.mask(text))
        return taken

    def stamp(self, x: int, y: int, picture: Image.Image, lit: bool = True) -> None:
        """Paste a picture's ink."""
        self.image.paste(255 if lit else 0, (x, y), picture)

    def fill(self, box: Box, lit: bool = True) -> None:
        """A solid block."""
        if box[2] > box[0] and box[3] > box[1]:
            self.image.paste(255 if lit else 0, box)

    def outline(self, box: Box, lit: bool = True) -> None:
        """A frame one pixel thick."""
        self._draw.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), outline=255 if lit else 0)

    def card(self, box: Box, solid: bool) -> None:
        """A block with its corners taken off, solid or hollow."""
        left, top, right, bottom = box
        self.fill(box)
        for x, y in ((left, top), (right - 1, top), (left, bottom - 1), (right - 1, bottom - 1)):
            self.image.putpixel((x, y), 0)
        if not solid:
            self.fill((left + 1, top + 1, right - 1, bottom - 1), False)

    def line(self, points: list[tuple[int, int]], width: int = 1, lit: bool = True) -> None:
        """A line through these points."""
        self._draw.line(points, fill=255 if lit else 0, width=width)

    def polygon(self, points: list[tuple[int, int]], solid: bool = True) -> None:
        """A closed figure, solid or as its outline."""
        self._draw.polygon(points, fill=255 if solid else 0, outline=255)

    def ring(self, box: Box, width: int) -> None:
        """A circle's band."""
        self._draw.ellipse((box[0], box[1], box[2] - 1, box[3] - 1), outline=255, width=width)

    def dots(self, box: Box, step: int = 2, lit: bool = True) -> None:
        """A dotted line or field: every `step`-th pixel of a row, each row shifted by one against the last."""
        left, top, right, bottom = box
        if right > left and bottom > top:
            self.stamp(left, top, _dotted(right - left, bottom - top, (left + top) % step, step), lit)

    def dotted(self, box: Box) -> None:
        """A dotted frame."""
        left, top, right, bottom = box
        self.stamp(left, top, _dotted_frame(right - left, bottom - top, (left + top) % 2))

    def shade(self, box: Box) -> None:
        """A quarter-tone field, fixed to the frame so that neighbouring fields join."""
        left, top, right, bottom = box
        if right > left and bottom > top:
            self.stamp(left, top, _halftone(right - left, bottom - top, left % 4, top % 2))

    def invert(self, box: Box) -> None:
        """Swap lit and dark in a block."""
        self.image.paste(ImageChops.invert(self.image.crop(box)), box[:2])


@lru_cache(256)
def _dotted(width: int, height: int, phase: int, step: int) -> Image.Image:
    dots = Image.new("1", (width, height))
    for y in range(height):
        for x in range((-phase - y) % step, width, step):
            dots.putpixel((x, y), 255)
    return dots


@lru_cache(64)
def _dotted_frame(width: int, height: int, phase: int) -> Image.Image:
    dots = _dotted(width, height, phase, 2).copy()
    dots.paste(0, (1, 1, width - 1, height - 1))
    return dots


@lru_cache(64)
def _halftone(width: int, height: int, left: int, top: int) -> Image.Image:
    tone = Image.new("1", (width, height))
    for y in range(height):
        for x in range((2 * ((y + top) % 2) - left) % 4, width, 4):
            tone.putpixel((x, y), 255)
    return tone
