"""Bake the bitmap fonts of Debian's packages into the packed files under `faces/`.

    apt-get install xfonts-mplus xfonts-shinonome fonts-misaki
    python -m device.screens.bake

Run once, by hand; the result is committed (see `faces/FONTS.md`). The PCF files are read here because Pillow finds no
Unicode map in JIS-encoded ones and silently turns every kanji into the default glyph.

A packed file is zlib over: `FACE`, height, ascent (one byte each), count (two bytes, big endian like everything), then
per glyph, by code point: code (2), advance (1), left bearing (1, signed), width (1); then all bitmaps in that order,
`height` rows of `(width + 7) // 8` bytes, the leftmost pixel in the highest bit.
"""

from __future__ import annotations

import gzip
import hashlib
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

FACES = Path(__file__).parent / "faces"
X11 = Path("/usr/share/fonts/X11/misc")
MISAKI = Path("/usr/share/fonts/truetype/misaki/misaki_gothic_2nd.ttf")
METRICS, BITMAPS, ENCODINGS = 1 << 2, 1 << 3, 1 << 5


class Glyph(NamedTuple):
    """Ink rows from the top one down, as integers `width` bits wide; `top` counts rows above the baseline."""

    advance: int
    left: int
    width: int
    top: int
    rows: tuple[int, ...]


def latin(code: int) -> str | None:
    """ISO 8859-1, without control codes."""
    return chr(code) if 0x20 <= code < 0x7F or 0xA1 <= code <= 0xFF else None


def jis(code: int) -> str | None:
    """JIS X 0208 with the NEC row of circled digits, by the standard map (not Microsoft's)."""
    try:
        char = bytes((code >> 8 | 0x80, code & 0xFF | 0x80)).decode("euc_jisx0213")
    except UnicodeDecodeError:
        return None
    return char if len(char) == 1 and ord(char) < 0x10000 else None


def read_pcf(name: str, decode: Callable[[int], str | None]) -> dict[str, Glyph]:
    """The glyphs of a gzipped PCF file by character. Layout: X11, bitmap/pcfread.c."""
    data = gzip.decompress((X11 / f"{name}.pcf.gz").read_bytes())
    (count,) = struct.unpack_from("<I", data, 4)
    tables = {}
    for index in range(count):
        kind, form, _, offset = struct.unpack_from("<4I", data, 8 + 16 * index)
        tables[kind] = form, offset
    metrics, bitmaps = list(_metrics(data, *tables[METRICS])), _bitmaps(data, *tables[BITMAPS])
    glyphs = {}
    for code, index in _encodings(data, *tables[ENCODINGS]):
        if (char := decode(code)) is None:
            continue
        left, right, advance, ascent, descent = metrics[index]
        stride, start = bitmaps(right - left, index)
        rows = []
        for row in range(ascent + descent):
            raw = int.from_bytes(data[start + row * stride : start + (row + 1) * stride], "big")
            rows.append(raw >> (8 * stride - (right - left)))
        glyphs[char] = Glyph(advance, left, right - left, ascent, tuple(rows))
    return glyphs


def _order(form: int) -> str:
    return ">" if form & 4 else "<"


def _metrics(data: bytes, form: int, offset: int) -> Iterator[tuple[int, ...]]:
    """(left, right, advance, ascent, descent) of every glyph."""
    if form & 0x100:
        (count,) = struct.unpack_from(_order(form) + "H", data, offset + 4)
        for at in range(offset + 6, offset + 6 + 5 * count, 5):
            yield tuple(byte - 0x80 for byte in data[at : at + 5])
    else:
        (count,) = struct.unpack_from(_order(form) + "I", data, offset + 4)
        for at in range(offset + 8, offset + 8 + 12 * count, 12):
            yield struct.unpack_from(_order(form) + "5h", data, at)


def _bitmaps(data: bytes, form: int, offset: int) -> Callable[[int, int], tuple[int, int]]:
    """A function from (width, glyph index) to (bytes a row, offset of the bitmap)."""
    if not form & 8 or form >> 4 & 3:
        raise ValueError(
            "only PCF bitmaps with the leftmost pixel in the highest bit, in bytes, are read here"
        )
    (count,) = struct.unpack_from(_order(form) + "I", data, offset + 4)
    starts = struct.unpack_from(f"{_order(form)}{count}I", data, offset + 8)
    base, pad = offset + 8 + 4 * count + 16, 1 << (form & 3)
    return lambda width, index: (((width + 7) // 8 + pad - 1) // pad * pad, base + starts[index])


def _encodings(data: bytes, form: int, offset: int) -> Iterator[tuple[int, int]]:
    low, high, first, last, _ = struct.unpack_from(_order(form) + "5H", data, offset + 4)
    indices = struct.iter_unpack(_order(form) + "H", data[offset + 14 :])
    for row in range(first, last + 1):
        for column in range(low, high + 1):
            (index,) = next(indices)
            if index != 0xFFFF:
                yield row << 8 | column, index


def read_misaki() -> dict[str, Glyph]:
    """Misaki comes as outlines whose squares fall on pixels at 8 px, so FreeType cannot round them."""
    font = ImageFont.truetype(str(MISAKI), 8)
    chars = [char for code in range(0x2121, 0x7427) if (char := jis(code))]
    glyphs = {}
    missing = _misaki(font, "\uffff")
    for char in [chr(code) for code in range(0x20, 0x7F)] + chars:
        glyph = _misaki(font, char)
        if glyph.rows != missing.rows:
            glyphs[char] = glyph
    return glyphs


def _misaki(font: ImageFont.FreeTypeFont, char: str) -> Glyph:
    cell = Image.new("1", (8, 8))
    draw = ImageDraw.Draw(cell)
    draw.fontmode = "1"
    draw.text((0, 7), char, font=font, fill=255, anchor="ls")
    return Glyph(round(font.getlength(char)), 0, 8, 7, tuple(cell.tobytes()))


def shallow(glyphs: dict[str, Glyph], other: dict[str, Glyph], descent: int) -> dict[str, Glyph]:
    """Letters whose tails hang deeper than `descent` rows, taken from a face of the same hand that keeps them short."""
    return {
        char: other[char]
        if len(glyph.rows) - glyph.top > descent and any(glyph.rows[glyph.top + descent :])
        else glyph
        for char, glyph in glyphs.items()
    }


def unslashed(glyphs: dict[str, Glyph]) -> dict[str, Glyph]:
    """Bold digits with the letter O for the zero: at six pixels a slashed bold 0 reads as an 8."""
    return glyphs | {"0": glyphs["O"]}


def tight(glyphs: dict[str, Glyph], space: int) -> dict[str, Glyph]:
    """A narrower space: 128 pixels are few, and a third of a cell parts words as well as a half."""
    return glyphs | {" ": glyphs[" "]._replace(advance=space)}


def faces() -> dict[str, tuple[int, int, dict[str, Glyph]]]:
    """Every face: rows of a cell, rows above the baseline, glyphs."""
    text = tight(shallow(read_pcf("mplus_h12r", latin), read_pcf("mplus_f12r", latin), 2), 4)
    label = tight(read_pcf("mplus_h10r", latin), 3)
    return {
        "text12": (13, 11, read_pcf("mplus_j12r", jis) | text),
        "bold12": (13, 11, unslashed(read_pcf("mplus_f12b", latin))),
        "text10": (11, 9, read_pcf("mplus_j10r", jis) | label),
        "slim10": (11, 9, read_pcf("mplus_j10r-iso", latin)),
        "bold10": (11, 9, unslashed(read_pcf("mplus_f10b", latin))),
        "head16": (16, 14, read_pcf("shnmk16b", jis) | read_pcf("shnm8x16ab", latin)),
        "hint8": (8, 7, read_misaki()),
    }


def pack(height: int, ascent: int, glyphs: dict[str, Glyph]) -> bytes:
    """The unpacked layout named above. Ink above or below the cell is cut off."""
    table, bitmaps = bytearray(), bytearray()
    for char, glyph in sorted(glyphs.items()):
        table += struct.pack(">HBbB", ord(char), glyph.advance, glyph.left, glyph.width)
        stride = (glyph.width + 7) // 8
        for row in range(glyph.top - ascent, glyph.top - ascent + height):
            ink = glyph.rows[row] if 0 <= row < len(glyph.rows) else 0
            bitmaps += (ink << (8 * stride - glyph.width)).to_bytes(stride, "big")
    return b"FACE" + struct.pack(">BBH", height, ascent, len(glyphs)) + bytes(table) + bytes(bitmaps)


def main() -> None:
    """Write every face and print its line for the notice: name, glyphs, bytes, SHA-256 of the unpacked data."""
    for name, (height, ascent, glyphs) in faces().items():
        plain = pack(height, ascent, glyphs)
        packed = zlib.compress(plain, 9)
        (FACES / f"{name}.face").write_bytes(packed)
        sys.stdout.write(
            f"| {name} | {len(glyphs)} | {len(packed)} | {hashlib.sha256(plain).hexdigest()} |\n"
        )


if __name__ == "__main__":
    main()
