"""What drawing a picture costs: draw, pack and compare the catalogue's worst page, against the same page's strings at
12 pixels in DejaVu Sans by Pillow and FreeType, and luma's `display()` of them.

Run it alone with `python -m tests.bench.bench_render`.
"""

from __future__ import annotations

import json
import time
import warnings
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from PIL import Image, ImageDraw, ImageFont

from device.gallery.catalogue import scenes
from device.scene import Scene
from device.screens.frame import HEIGHT, WIDTH, Frame
from device.screens.pages import render
from device.words import LANGS
from tests.bench.tally import Luma

BOUND = 0.2
DEJAVU = ("DejaVuSans.ttf", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
TEXTS = 12
"""Pixels of the baseline's text."""


def run() -> dict[str, dict[str, float | str]]:
    """`render.frame`: our time for the worst page as a share of the baseline's for the same strings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        name, scene = worst()
        ours, theirs = frame_time(scene), baseline(strings(scene))
    unit = f"of Pillow's text and luma's display ({ours * 1e6:.0f} µs for {scene.lang} {name!r})"
    figure = {"value": round(ours / theirs, 4), "unit": unit, "baseline": round(theirs * 1e6), "bound": BOUND}
    return {"render.frame": figure}


def worst() -> tuple[str, Scene]:
    """The scene of the catalogue that takes longest, everything warm."""
    timed = []
    for lang in LANGS:
        for name, scene in scenes(lang).items():
            timed.append((_best(lambda scene=scene: render(scene).pack(), 3), lang, name, scene))  # type: ignore[misc]
    _, _, name, scene = max(timed, key=lambda it: it[0])
    return name, scene


def frame_time(scene: Scene) -> float:
    """Seconds to draw it, pack it and find that it is what the panel shows already."""
    shown = render(scene).pack()

    def once() -> None:
        assert render(scene).pack() == shown

    return _best(once, 60)


def strings(scene: Scene) -> list[tuple[int, int, str]]:
    """What the page writes, and where."""
    written: list[tuple[int, int, str]] = []
    plain = Frame.text

    def text(frame: Frame, x: int, y: int, words: str, *rest: Any, **more: Any) -> int:
        written.append((x, y, words))
        return plain(frame, x, y, words, *rest, **more)

    with patch.object(Frame, "text", text):
        render(scene)
    return written


def baseline(written: list[tuple[int, int, str]]) -> float:
    """Seconds to write these strings with FreeType and to hand the picture to luma."""
    luma, font = Luma(), _dejavu()

    def once() -> None:
        picture = Image.new("1", (WIDTH, HEIGHT))
        draw = ImageDraw.Draw(picture)
        for x, y, words in written:
            draw.text((x, y), words, font=font, fill=255)
        luma.device.display(picture)

    return _best(once, 20)


def _dejavu() -> Any:
    for path in DEJAVU:
        try:
            return ImageFont.truetype(path, TEXTS)
        except OSError:
            continue
    return ImageFont.load_default(TEXTS)


def _best(call: Callable[[], object], times: int) -> float:
    call()
    best = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - began)
    return best


if __name__ == "__main__":
    print(json.dumps(run(), indent=2, ensure_ascii=False))
