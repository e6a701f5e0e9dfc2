"""Small pictures by name, drawn in `icons.txt`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PIL import Image


@cache
def icons() -> dict[str, Image.Image]:
    """Every picture under each of its names."""
    source = (files(__package__) / "icons.txt").read_text("utf-8")
    blocks = [block.splitlines() for block in source.split("\n\n") if not block.startswith("# ")]
    return {name: _picture(rows) for names, *rows in blocks for name in names.split()}


def icon(name: str) -> Image.Image | None:
    """The picture of this name, or None: an icon never stops a page from being drawn."""
    return icons().get(name)


def _picture(lines: list[str]) -> Image.Image:
    picture = Image.new("1", (max(map(len, lines)), len(lines)))
    for y, line in enumerate(lines):
        for x, pixel in enumerate(line):
            picture.putpixel((x, y), 255 * (pixel == "#"))
    return picture
