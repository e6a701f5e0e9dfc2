"""The parts that pages are made of. Each draws inside its own box and nowhere else."""

from __future__ import annotations

from functools import cache

from PIL import Image

from device.screens.font import BIG, BOLD, FIGURES, HEAD, HINT, HUGE, LABEL, SLIM, SMALL, TEXT, Face
from device.screens.frame import HEIGHT, WIDTH, Align, Box, Frame
from device.screens.grid import BAR, column
from device.screens.icons import icon as picture

KEYCAP = 15
"""Pixels of the OK keycap."""


def bar(
    frame: Frame,
    title: str,
    icon: str = "",
    right: str = "",
    verb: str = "",
    flag: str = "",
    host: bool = False,
    tick: bool = False,
) -> None:
    """The inverse title bar: icon, what I am doing; at the right end a word or number, the OK keycap with its verb.

    Before these: a tick (my answer is in), the host's star, and the flag of a stand-in sheet. The title comes first:
    where there is no room, the icon stays away, then the flag.
    """
    frame.fill(BAR)
    edge = BAR[2] - 1
    if verb:
        edge -= LABEL.width(verb) + 1
        frame.text(edge, 1, verb, LABEL, lit=False)
        edge -= KEYCAP + 1
        keycap(frame, edge, 0, lit=False)
        edge -= 2
    if right:
        edge -= LABEL.width(right) + 1
        frame.text(edge, 1, right, LABEL, lit=False)
        edge -= 3
    for name in ("tick",) * tick + ("host",) * host:
        if image := picture(name):
            edge -= image.width
            frame.stamp(edge, (BAR[3] - image.height) // 2, image, lit=False)
            edge -= 2
    if flag and edge - 3 - _flag(flag).width(flag) - 4 >= LABEL.width(title):
        face = _flag(flag)
        width = face.width(flag) + (5 if face is LABEL else 4)
        edge -= width
        _bracket(frame, edge, width)
        frame.text(edge + 2, 1 if face is LABEL else 2, flag, face, lit=False)
        edge -= 2
    start = 3
    image = picture(icon) if icon else None
    if image and edge - max(14, image.width + 3) >= LABEL.width(title):
        frame.stamp(1, (BAR[3] - image.height + 1) // 2, image, lit=False)
        start = max(14, image.width + 3)
    frame.text(start, 1, title, LABEL, edge - start, lit=False)


def _bracket(frame: Frame, x: int, width: int) -> None:
    """Dark brackets on the bar: unlike a keycap, what stands in them is no key."""
    for side, hook in ((x - 1, x - 1), (x + width - 1, x + width - 2)):
        frame.fill((side, 1, side + 1, 11), False)
        for y in (1, 10):
            frame.fill((hook, y, hook + 2, y + 1), False)


def _flag(flag: str) -> Face:
    """A single kanji needs ten pixels; a word of letters can be read at eight."""
    return LABEL if len(flag) == 1 else HINT


def strip(frame: Frame, text: str) -> None:
    """A line laid over the foot of any page for a moment: why a key was refused, what the host did."""
    frame.fill((0, 49, 128, 64), False)
    frame.fill((0, 50, 128, 64))
    snug(frame, (2, 50, 126, 63), text, align="center", lit=False)


def snug(frame: Frame, box: Box, text: str, align: Align = "left", lit: bool = True) -> None:
    """Body text; in ten pixels where it would not fit in twelve (long names, what the machine reports)."""
    width = box[2] - box[0]
    fits = TEXT.width(text) <= width
    frame.text(box[0], box[1] + (not fits), text, TEXT if fits else LABEL, width, align, lit)


def keycap(frame: Frame, x: int, y: int, text: str = "OK", lit: bool = True) -> None:
    """A key with its name on it, 15×12: dark letters on a lit key, or the other way on the title bar."""
    frame.fill((x, y, x + KEYCAP, y + 12), lit)
    if lit:
        for corner in ((x, y), (x + KEYCAP - 1, y), (x, y + 11), (x + KEYCAP - 1, y + 11)):
            frame.image.putpixel(corner, 0)
    frame.text(x, y, text, BOLD, KEYCAP, "center", lit=not lit)


def small_key(frame: Frame, x: int, y: int, text: str, does: str = "", lit: bool = True) -> None:
    """A column key by its number, 9×10, and a picture of what it does."""
    frame.fill((x, y, x + 9, y + 10), lit)
    frame.text(x, y - 1, text, SMALL, 9, "center", lit=not lit)
    if does and (image := picture(does)):
        frame.stamp(x + 10, y + (10 - image.height) // 2, image, lit)


def arrow(frame: Frame, x: int, y: int, up: bool) -> None:
    """A solid arrowhead, 7×4, around x."""
    if image := picture("up" if up else "down"):
        frame.stamp(x - image.width // 2, y, image)


WIDE = 50
"""A box from so many pixels on has its number in the middle."""


def number(
    frame: Frame, box: Box, text: str, faces: tuple[Face, ...] = (BIG, HEAD, FIGURES, SMALL, SLIM)
) -> None:
    """The number in the largest face that fits the box, standing on its foot; centred in a wide box."""
    width, height = box[2] - box[0], box[3] - box[1]
    for face in faces:
        rows = face.mask("0123456789" + text).getbbox() or (0, 0, 0, 0)
        if _ink(face, text) <= width and rows[3] - rows[1] <= height:
            break
    inset = max(0, width - _ink(face, text)) // (1 if width < WIDE else 2)
    frame.text(
        box[0] + inset, box[3] - rows[3], text, face, max(width, width + face.width(text) - _ink(face, text))
    )


def _ink(face: Face, text: str) -> int:
    """How far its ink reaches: some digits fill the gap that follows them."""
    return (face.mask(text).getbbox() or (0, 0, 0, 0))[2]


def length(frame: Frame, box: Box, value: int, most: int, lit: bool = True) -> None:
    """A bar as long as `value` of `most`, at least a pixel where there is anything."""
    width = box[2] - box[0]
    filled = max(1, min(width, width * value // max(1, most))) if value > 0 else 0
    frame.fill((box[0], box[1], box[0] + filled, box[3]), lit)


def divide(frame: Frame, x: int, top: int = 13, bottom: int = 64) -> None:
    """The dotted edge before the panel."""
    frame.dots((x, top, x + 1, bottom))


def edges(frame: Frame, columns: int) -> None:
    """The dotted edges between so many columns."""
    frame.stamp(0, 13, _edges(columns))


@cache
def _edges(columns: int) -> Image.Image:
    picture = Image.new("1", (WIDTH, HEIGHT - 13))
    for index in range(1, columns):
        for y in range(column(index) % 2, HEIGHT - 13, 2):
            picture.putpixel((column(index) - 1, y), 255)
    return picture


def verdict(frame: Frame, ok: bool) -> None:
    """The ring or the cross with its letters, left and right in (0, 0, 128, 64); both light equally many pixels."""
    if ok:
        frame.ring((3, 7, 53, 57), 6)
    else:
        for points in ([(9, 11), (46, 52)], [(46, 11), (9, 52)]):
            _stroke(frame, points)
    for x, letter in zip((75, 95), "OK" if ok else "NG", strict=True):
        frame.text(x, 12, letter, HUGE)


def _stroke(frame: Frame, ends: list[tuple[int, int]]) -> None:
    (x1, y1), (x2, y2) = ends
    for dx in range(-5, 5):
        frame.line([(x1 + dx, y1), (x2 + dx, y2)])
