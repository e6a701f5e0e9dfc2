"""The baker's PCF reader, on files made here."""

from __future__ import annotations

import gzip
import struct
from pathlib import Path

import pytest

from device.screens import bake
from device.screens.bake import Glyph, jis, latin, pack, read_pcf, shallow, tight, unslashed

GLYPH = Glyph(6, 1, 3, 2, (0b101, 0b010, 0b111))


def pcf(order: str, compressed: bool, codes: dict[int, int]) -> bytes:
    """A PCF file with one glyph, GLYPH, under every code; metrics compressed or not, any byte order."""
    form = 8 | (4 if order == ">" else 0) | 2
    metric = GLYPH.left, GLYPH.left + GLYPH.width, GLYPH.advance, GLYPH.top, len(GLYPH.rows) - GLYPH.top
    if compressed:
        metrics = (
            struct.pack("<I", form | 0x100) + struct.pack(order + "H", 1) + bytes(v + 0x80 for v in metric)
        )
    else:
        metrics = struct.pack("<I", form) + struct.pack(order + "I6h", 1, *metric, 0)
    rows = b"".join(bytes((row << 5, 0, 0, 0)) for row in GLYPH.rows)
    bitmaps = struct.pack("<I", form) + struct.pack(order + "II4I", 1, 0, 0, 0, len(rows), 0) + rows
    high, low = [code >> 8 for code in codes], [code & 0xFF for code in codes]
    bounds = min(low), max(low), min(high), max(high)
    table = [
        codes.get(row << 8 | cell, 0xFFFF)
        for row in range(bounds[2], bounds[3] + 1)
        for cell in range(bounds[0], bounds[1] + 1)
    ]
    encodings = struct.pack("<I", form) + struct.pack(f"{order}5H{len(table)}H", *bounds, 0, *table)
    parts = ((bake.METRICS, metrics), (bake.BITMAPS, bitmaps), (bake.ENCODINGS, encodings))
    offset, toc, body = 8 + 16 * len(parts), b"", b""
    for kind, part in parts:
        toc += struct.pack("<4I", kind, struct.unpack("<I", part[:4])[0], len(part), offset + len(body))
        body += part
    return gzip.compress(b"\x01fcp" + struct.pack("<I", len(parts)) + toc + body)


@pytest.mark.parametrize("compressed", (True, False))
@pytest.mark.parametrize("order", "<>")
def test_a_glyph_is_read_whatever_the_byte_order(
    order: str, compressed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bake, "X11", tmp_path)
    (tmp_path / "one.pcf.gz").write_bytes(pcf(order, compressed, {0x3021: 0, 0x3024: 0}))
    assert read_pcf("one", jis) == {"亜": GLYPH, "阿": GLYPH}


def test_bitmaps_of_the_other_bit_order_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bake, "X11", tmp_path)
    data = bytearray(gzip.decompress(pcf("<", True, {0x41: 0})))
    data[8 + 16 + 4] &= ~8
    (tmp_path / "bad.pcf.gz").write_bytes(gzip.compress(bytes(data)))
    with pytest.raises(ValueError, match="highest bit"):
        read_pcf("bad", latin)


def test_codes_become_characters_by_the_jis_map() -> None:
    assert [jis(code) for code in (0x2141, 0x215D, 0x2D21, 0x2121)] == ["〜", "−", "①", "\u3000"]
    assert jis(0x7F7F) is None
    assert [latin(code) for code in (0x41, 0x7F, 0xA0, 0xE9)] == ["A", None, None, "é"]


def test_faces_are_mended() -> None:
    deep = Glyph(6, 0, 3, 1, (0, 0, 0, 0b111))
    assert shallow({"g": deep, "a": GLYPH}, {"g": GLYPH, "a": deep}, 2) == {"g": GLYPH, "a": GLYPH}
    assert unslashed({"0": deep, "O": GLYPH})["0"] == GLYPH
    assert tight({" ": GLYPH}, 4)[" "].advance == 4


def test_a_packed_glyph_stands_on_its_baseline() -> None:
    packed = pack(5, 3, {"A": GLYPH})
    assert packed[:8] == b"FACE\x05\x03\x00\x01"
    assert packed[8:13] == struct.pack(">HBbB", 0x41, 6, 1, 3)
    assert packed[13:] == bytes((0, 0b101 << 5, 0b010 << 5, 0b111 << 5, 0))
