"""Text as baked bitmap glyphs: the same pixels on every machine, whatever Pillow or FreeType it has.

A face knows all of JIS X 0208 and Latin-1 (bold and slim ones only Latin, and borrow the rest). What no face knows is
drawn as an empty box.
"""

from __future__ import annotations

import struct
import unicodedata
import zlib
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import NamedTuple

from PIL import Image

ALIASES = str.maketrans(
    {
        "•": "・",
        "—": "―",
        "–": "-",
        "～": "〜",
        "－": "−",
        "∥": "‖",
        "￠": "¢",
        "￡": "£",
        "￢": "¬",
        "‐": "-",
    }
    | {"\u00a0": " ", "\u2009": " ", "’": "'", "“": '"', "”": '"', "\t": " "}
)
"""Characters whose code differs between the JIS and the Microsoft maps, or that a keyboard may give instead."""


class _Place(NamedTuple):
    advance: int
    left: int
    width: int
    offset: int


class Face:
    """One size and weight. Everything is loaded on first use."""

    def __init__(self, name: str, lender: Face | None = None, only: str = "") -> None:
        self.name, self._lender, self._only = name, lender, only
        self._glyphs: dict[str, tuple[int, int, Image.Image]] = {}
        self.mask = lru_cache(4096)(self._mask)
        """`mask(text)`: the text's ink as a "1" image, `height` rows high; do not change it."""
        self.width = lru_cache(4096)(self._width)
        """`width(text)`: pixels from the first column to the last, without the gap that follows."""

    @cached_property
    def _data(self) -> bytes:
        return zlib.decompress((files(__package__) / "faces" / f"{self.name}.face").read_bytes())

    @cached_property
    def height(self) -> int:
        """Rows of a cell."""
        return self._data[4]

    @cached_property
    def ascent(self) -> int:
        """Rows above the baseline."""
        return self._data[5]

    @cached_property
    def _places(self) -> dict[str, _Place]:
        (count,) = struct.unpack_from(">H", self._data, 6)
        offset, places = 8 + 5 * count, {}
        for code, advance, left, width in struct.iter_unpack(">HBbB", self._data[8:offset]):
            places[chr(code)] = _Place(advance, left, width, offset)
            offset += self.height * ((width + 7) // 8)
        return places

    def has(self, char: str) -> bool:
        """Whether this character is drawn as itself or as a likeness, not as a box."""
        return self._find(char) is not None

    def _find(self, char: str) -> tuple[int, int, Image.Image] | None:
        """(advance, left, ink), by the character itself, then its likenesses, then the lender's."""
        base = unicodedata.normalize("NFD", char)[:1]
        for likeness in dict.fromkeys(
            (char, char.translate(ALIASES), unicodedata.normalize("NFKC", char), base)
        ):
            if self._only and likeness not in self._only:
                continue
            if (place := self._places.get(likeness)) is not None:
                size = place.width, self.height
                bits = self._data[place.offset : place.offset + self.height * ((place.width + 7) // 8)]
                return place.advance, place.left, Image.frombytes("1", size, bits)
        return self._lender._find(char) if self._lender else None

    def _glyph(self, char: str) -> tuple[int, int, Image.Image]:
        glyph = self._glyphs.get(char)
        if glyph is None:
            glyph = self._glyphs[char] = self._find(char) or self._box(char)
        return glyph

    def _box(self, char: str) -> tuple[int, int, Image.Image]:
        width = self.ascent if unicodedata.east_asian_width(char) in "WF" else self.ascent // 2
        box = Image.new("1", (width, self.height))
        box.paste(255, (0, 1, width, self.ascent))
        box.paste(0, (1, 2, width - 1, self.ascent - 1))
        return width + 1, 0, box

    def _mask(self, text: str) -> Image.Image:
        glyphs = [self._glyph(char) for char in text]
        mask = Image.new("1", (max(1, sum(advance for advance, _, _ in glyphs) + 2), self.height))
        at = 0
        for advance, left, ink in glyphs:
            mask.paste(255, (max(0, at + left), 0), ink)
            at += advance
        return mask

    def _width(self, text: str) -> int:
        return max(0, sum(self._glyph(char)[0] for char in text) - 1)

    def fit(self, text: str, width: int) -> str:
        """The longest beginning of the text that fits, marked with two dots where something is lost."""
        if self.width(text) <= width:
            return text
        while text and self.width(text + "..") > width:
            text = text[:-1]
        return text + ".."


class Double(Face):
    """A face at twice its size, its corners rounded by the Scale2x rule (https://www.scale2x.it/algorithm)."""

    def __init__(self, small: Face, square: str = "") -> None:
        super().__init__(f"{small.name}x2")
        self._small, self._square = small, square

    @cached_property
    def height(self) -> int:
        return 2 * self._small.height

    @cached_property
    def ascent(self) -> int:
        return 2 * self._small.ascent

    def _find(self, char: str) -> tuple[int, int, Image.Image] | None:
        advance, left, ink = self._small._glyph(char)
        double = ink.resize((2 * ink.width, 2 * ink.height), Image.Resampling.NEAREST) if ink.width else ink
        if char not in self._square:
            _round(ink, double)
        return 2 * advance, 2 * left, double


def _round(ink: Image.Image, double: Image.Image) -> None:
    edged = Image.new("1", (ink.width + 2, ink.height + 2))
    edged.paste(ink, (1, 1))
    for y in range(ink.height):
        for x in range(ink.width):
            up, left, right, down = (
                edged.getpixel((x + i, y + j)) for i, j in ((1, 0), (0, 1), (2, 1), (1, 2))
            )
            if up == down or left == right:
                continue
            for dx, dy, a, b in (
                (0, 0, left, up),
                (1, 0, up, right),
                (0, 1, down, left),
                (1, 1, right, down),
            ):
                if a == b:
                    double.putpixel((2 * x + dx, 2 * y + dy), a or 0)


TEXT = Face("text12")
"""Body text."""
BOLD = Face("bold12", TEXT)
"""Letters on keycaps."""
SIGNS = "0123456789+-$.,:/%!?"
FIGURES = Face("bold12", TEXT, SIGNS)
"""Numbers, six pixels a digit; letters beside them stay light, for a bold G reads as a 6."""
LABEL = Face("text10")
"""Column labels."""
SLIM = Face("slim10", LABEL)
"""Column labels that are too wide: five pixels a letter."""
SMALL = Face("bold10", LABEL, SIGNS)
"""Numbers beside a picture."""
HEAD = Face("head16", TEXT)
"""Headings."""
BIG = Double(FIGURES, square="4+")
"""The one number of a page: 12 pixels a digit, 18 rows of ink. Rounding would close the 4 and turn the + round."""
HUGE = Double(HEAD)
"""OK and NG."""
HINT = Face("hint8", LABEL)
"""Only for what is also said otherwise."""
FACES = {face.name: face for face in (TEXT, BOLD, LABEL, SLIM, SMALL, HEAD, HINT)}
