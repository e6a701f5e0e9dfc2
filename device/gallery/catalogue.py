"""Every page and prompt in every language as pictures: for people's eyes, the README and the golden frames."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from PIL import Image, ImageFilter

from device.gallery.extremes import extremes
from device.gallery.stories import told
from device.scene import Scene
from device.screens.frame import HEIGHT, WIDTH, Frame
from device.screens.pages import render
from device.words import LANGS

NAMES = {
    "ja": ("ケン", "ミナ", "ソラ", "ユキ", "レイ", "カイ", ""),
    "en": ("Ken", "Mina", "Sora", "Yuki", "Rei", "Kai", ""),
}
GAP, ACROSS, GREY = 4, 8, 90
BLUR = 0.7
"""Pixels of blur that stand for half a metre before a 0.96" panel: its pixels are 0.17 mm, an eye parts 0.15."""


def scenes(lang: str) -> dict[str, Scene]:
    """All scenes by name: what the stories show, then the extremes and the pages around the games."""
    names = NAMES.get(lang, NAMES["en"])
    found = {**told(), **extremes()}
    return {
        name: msgspec.structs.replace(it, lang=lang, names=it.names or names) for name, it in found.items()
    }


def frames(lang: str) -> dict[str, Frame]:
    """All pictures by name."""
    return {name: render(scene) for name, scene in scenes(lang).items()}


def sheet(pictures: Mapping[str, Image.Image], scale: int = 1, across: int = ACROSS) -> Image.Image:
    """All pictures side by side, in their order."""
    wide, high = WIDTH * scale + GAP, HEIGHT * scale + GAP
    whole = Image.new("L", (wide * across + GAP, high * -(-len(pictures) // across) + GAP), GREY)
    for index, picture in enumerate(pictures.values()):
        large = picture.convert("L").resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.NEAREST)
        whole.paste(large, (GAP + index % across * wide, GAP + index // across * high))
    return whole


def blurred(picture: Image.Image, scale: int) -> Image.Image:
    """A picture as it reaches an eye half a metre away."""
    large = picture.convert("L").resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.NEAREST)
    return large.filter(ImageFilter.GaussianBlur(BLUR * scale))


def write(folder: Path, langs: tuple[str, ...] = LANGS, scale: int = 6, blur: bool = False) -> int:
    """One PNG a picture in `folder/LANG/`, and `folder/LANG.png` with all of them. Returns the pictures written."""
    written = 0
    for lang in langs:
        (folder / lang).mkdir(parents=True, exist_ok=True)
        drawn = {name: frame.image for name, frame in frames(lang).items()}
        for name, image in drawn.items():
            size = (WIDTH * scale, HEIGHT * scale)
            large = blurred(image, scale) if blur else image.resize(size, Image.Resampling.NEAREST)
            large.save(folder / lang / f"{file_name(name)}.png")
            written += 1
        sheet(drawn, 2).save(folder / f"{lang}.png")
    return written


def file_name(name: str) -> str:
    """A scene's name as a file's."""
    return name.replace(",", "").replace(" ", "_").replace(".", "_")
