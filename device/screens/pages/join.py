"""A seat's invitation: a QR code that a phone reads from the panel, and the code for those who type it."""

from __future__ import annotations

from functools import lru_cache

import segno
from PIL import Image

from device.scene import Join
from device.screens.font import HEAD, LABEL
from device.screens.frame import HEIGHT, WIDTH
from device.screens.pages.stage import Stage

MODULE = 2
"""Pixels of a module; a version 2 code is 25 modules wide, the 64 rows leave a quiet zone of three and a half."""
VERSIONS = ((2, 32), (3, 53))
"""QR versions that the panel can show, and the bytes each holds at level L."""


def join(stage: Stage, page: Join) -> None:
    """The code on a lit field of 64×64, at its right the seat and the six signs to type."""
    frame = stage.frame
    left = HEIGHT + 2
    if code := qr(page.text):
        frame.fill((0, 0, HEIGHT, HEIGHT))
        frame.stamp((HEIGHT - code.width) // 2, (HEIGHT - code.height) // 2, code, lit=False)
    else:
        left = 0
    frame.text(
        left, 0, stage.speech.say("join.line", "table.join", n=page.pod), LABEL, WIDTH - left, "center"
    )
    half = (len(page.code) + 1) // 2
    for index, part in enumerate((page.code[:half], page.code[half:])):
        frame.text(left, 14 + 17 * index, part, HEAD, WIDTH - left, "center")
    frame.text(left, 52, stage.speech.say("join.line", "table.join_once"), LABEL, WIDTH - left, "center")


@lru_cache(8)
def qr(text: str) -> Image.Image | None:
    """The code's dark modules as ink, without a border; None for a text that no code on this panel can hold."""
    version = next((version for version, room in VERSIONS if len(text.encode()) <= room), None)
    if version is None:
        return None
    rows = segno.make(text, version=version, error="l", mode="byte", boost_error=False, micro=False).matrix
    code = Image.new("1", (len(rows[0]), len(rows)))
    code.putdata([255 * module for row in rows for module in row])
    return code.resize((MODULE * code.width, MODULE * code.height), Image.Resampling.NEAREST)
