"""Sentences in several lines."""

from __future__ import annotations

from functools import lru_cache

from device.screens.font import TEXT, Face
from device.screens.frame import Box, Frame
from device.screens.grid import ROW

CLINGING = "、。，．・：；？！）」』】〕ぁぃぅぇぉっゃゅょァィゥェォッャュョー々…〜"
"""What never begins a line."""
BREAK = "\u200b"
"""Marks, in a message, where a line may break."""
OPENING = "（「『【〔〜"
"""What never ends one."""


def paragraph(frame: Frame, box: Box, text: str, face: Face = TEXT) -> None:
    """A sentence in lines of 13 rows in the middle of its box, as even as they come; what finds no room is lost."""
    left, top, right, bottom = box
    lines = even(text, right - left, face)
    room = max(1, (bottom - top) // ROW)
    if len(lines) > room:
        lines = (*lines[: room - 1], " ".join(lines[room - 1 :]))
    y = top + (bottom - top - ROW * len(lines)) // 2
    for line in lines:
        frame.text(left, y, line, face, right - left, "center")
        y += ROW


@lru_cache(1024)
def even(text: str, width: int, face: Face = TEXT) -> tuple[str, ...]:
    """The fewest lines of at most `width` pixels, and among those the most even ones: no lonely last word."""
    lines = broken(text, width, face)
    while len(lines) > 1 and width > 24:
        narrower = broken(text, width - 4, face)
        if len(narrower) > len(lines):
            break
        lines, width = narrower, width - 4
    return lines


def broken(text: str, width: int, face: Face = TEXT) -> tuple[str, ...]:
    """Lines filled from the left, broken at spaces, else between Japanese characters; a piece too wide stands alone."""
    lines = [""]
    for piece in _pieces(text):
        if face.width((lines[-1] + piece).rstrip()) <= width or not lines[-1]:
            lines[-1] += piece
        else:
            lines[-1] = lines[-1].rstrip()
            lines.append(piece.lstrip())
    return tuple(line.rstrip() for line in lines)


def _pieces(text: str) -> list[str]:
    """What is never parted: what stands between zero-width spaces if there are any; else words, and Japanese characters
    with the marks and numbers that belong to them."""
    if BREAK in text:
        return text.split(BREAK)
    pieces: list[str] = []
    joined = False
    for char in text:
        wide = ord(char) > 0x2E7F
        if (
            pieces
            and (char in CLINGING or char == " " or (joined and (not wide or pieces[-1][-1].isdigit())))
        ) or (pieces and joined and pieces[-1][-1] in OPENING):
            pieces[-1] += char
        else:
            pieces.append(char)
        joined = (not wide and char != " ") or char in OPENING
    return pieces
