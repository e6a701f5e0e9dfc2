"""Things that lie on the table, drawn: coins, time cards, dice, cases."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from device.screens.font import FIGURES, HEAD, LABEL, SMALL, TEXT, Face
from device.screens.frame import Frame

COIN_WIDTH = {2: 7, 5: 9, 15: 11, 30: 13}
"""Coins grow with their worth, so that the four kinds differ by shape, too."""
STACK = 4
"""Coins that a stack shows; the number beside it tells how many there are."""


def coins(frame: Frame, x: int, y: int, count: int, kind: int, solid: bool) -> None:
    """A stack in a column's twenty pixels, 13 rows from y on, and the count beside it.

    Solid above the line, standing on its foot; hollow below the line, hanging from it.
    """
    text, face = str(count), FIGURES if solid else LABEL
    if count <= 0:
        frame.text(x, y + (2 if solid else -1), text, LABEL, 20, "center")
        return
    width = min(COIN_WIDTH.get(kind, 11), 17 - face.width(text))
    left = x + (20 - width - 2 - face.width(text)) // 2
    frame.stamp(left, y, _stack(width, min(count, STACK), solid))
    frame.text(left + width + 2, y + (2 if solid else -1), text, face)


@lru_cache(128)
def _stack(width: int, count: int, solid: bool) -> Image.Image:
    """Coins from the foot up, or hanging from the line."""
    stack = Image.new("1", (width, 13))
    draw = ImageDraw.Draw(stack)
    for index in range(count):
        top = 11 - 3 * index if solid else 3 * index
        if solid:
            stack.paste(255, (0, top, width, top + 2))
        else:
            draw.rectangle((0, top, width - 1, top + 3), outline=255)
    return stack


def time_card(frame: Frame, x: int, y: int, text: str, count: int, solid: bool) -> None:
    """A card 16×22 with its number, and an edge for each further copy (at most two); nothing for none."""
    if count <= 0:
        return
    for index in range(min(count, 3) - 1, 0, -1):
        frame.card((x + 2 * index, y, x + 16 + 2 * index, y + 22), solid)
        if solid:
            frame.fill((x + 2 * index - 1, y, x + 2 * index, y + 22), False)
    frame.card((x, y, x + 16, y + 22), solid)
    if not solid and count > 1:
        frame.fill((x + 16, y + 1, x + 17, y + 21), False)
    frame.text(x, y + 3, text, HEAD, 16, "center", lit=not solid)


DIE_SHAPES: dict[str, tuple[tuple[int, int], ...]] = {
    "d4": ((9, 0), (18, 18), (0, 18)),
    "d6": ((1, 1), (17, 1), (17, 17), (1, 17)),
    "d8": ((9, 0), (18, 9), (9, 18), (0, 9)),
    "d10": ((9, 0), (18, 7), (18, 11), (9, 18), (0, 11), (0, 7)),
    "d20": ((5, 0), (13, 0), (18, 9), (13, 18), (5, 18), (0, 9)),
}
"""Corners of each die's outline in a field of 19×19."""


@lru_cache(32)
def _die(kind: str, solid: bool) -> Image.Image:
    picture = Image.new("1", (19, 19))
    ImageDraw.Draw(picture).polygon(DIE_SHAPES.get(kind, DIE_SHAPES["d6"]), fill=255 * solid, outline=255)
    return picture


def die(frame: Frame, x: int, y: int, kind: str, text: str, solid: bool) -> None:
    """A die 19×19 by its shape, with a face or its kind's number on it."""
    frame.stamp(x, y, _die(kind, solid))
    face: Face = SMALL if kind in ("d4", "d8") else FIGURES
    frame.text(x, y + {"d4": 7, "d8": 5}.get(kind, 4), text, face, 19, "center", lit=not solid)


PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}


def pips(frame: Frame, x: int, y: int, face: int, solid: bool = False) -> None:
    """A six-sided die seen from above, 15×15."""
    frame.card((x, y, x + 15, y + 15), solid)
    for place in PIPS.get(face, ""):
        down, across = divmod(int(place) - 1, 3)
        left, top = x + 2 + 4 * across, y + 2 + 4 * down
        frame.fill((left, top, left + 3, top + 3), not solid)


def case(frame: Frame, x: int, y: int, suit: str, points: int) -> None:
    """A case 20×26: its handle, its suit's letter in a band, its points."""
    frame.fill((x + 7, y, x + 13, y + 1))
    frame.fill((x + 7, y, x + 8, y + 3))
    frame.fill((x + 12, y, x + 13, y + 3))
    frame.card((x, y + 3, x + 20, y + 26), solid=False)
    frame.fill((x + 1, y + 3, x + 19, y + 15))
    frame.text(x, y + 3, suit, TEXT if TEXT.width(suit) < 18 else LABEL, 20, "center", lit=False)
    frame.text(x, y + 14, str(points), FIGURES, 20, "center")
