"""Twenty pictures of the kind that the table draws, and other test matter for screens."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw

from drivers.ports import FRAME_BYTES, HEIGHT, WIDTH, Frame

NAMES = ("turn", "bid", "ng", "ok", "trade", "cards", "dealer", "chart", "final", "safe")


@cache
def screens() -> dict[str, Frame]:
    """Name and language ("bid_en") → frame."""
    with Image.open(Path(__file__).with_name("screens.png")) as sheet:
        order = [f"{name}_{language}" for name in NAMES for language in ("en", "ja")]
        boxes = [(0, HEIGHT * i, WIDTH, HEIGHT * (i + 1)) for i in range(len(order))]
        return {name: sheet.crop(box).tobytes() for name, box in zip(order, boxes, strict=True)}


def noise(seed: int) -> Frame:
    return Random(seed).randbytes(FRAME_BYTES)


def box(frame: Frame, left: int, top: int, width: int, height: int, seed: int = 0) -> Frame:
    """The same picture with other pixels in a rectangle: noise, or its inverse if `seed` is 0."""
    image = Image.frombytes("1", (WIDTH, HEIGHT), frame)
    if seed:
        random = Random(seed)
        draw = ImageDraw.Draw(image)
        for x in range(left, left + width):
            for y in range(top, top + height):
                draw.point((x, y), fill=255 * random.getrandbits(1))
    else:
        part = image.crop((left, top, left + width, top + height)).point(lambda v: 255 - v)
        image.paste(part, (left, top))
    return image.tobytes()
