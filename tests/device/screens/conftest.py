"""The catalogue, drawn once for all tests, with every text that was drawn in it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from device.gallery.catalogue import scenes
from device.scene import Scene
from device.screens.font import TEXT, Face
from device.screens.frame import Frame
from device.screens.pages import render
from device.words import LANGS, PSEUDO


class Drawn(NamedTuple):
    """A scene's picture, and the (text, face) pairs in it."""

    scene: Scene
    frame: Frame
    texts: tuple[tuple[str, Face], ...]


def draw(scene: Scene) -> Drawn:
    texts: list[tuple[str, Face]] = []
    plain = Frame.text

    def text(frame: Frame, x: int, y: int, words: str, face: Face = TEXT, *rest: Any, **more: Any) -> int:
        texts.append((words, face))
        return plain(frame, x, y, words, face, *rest, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Frame, "text", text)
        return Drawn(scene, render(scene), tuple(texts))


@pytest.fixture(scope="package")
def catalogue() -> dict[tuple[str, str], Drawn]:
    """By (language, name), the longer pseudo-language included."""
    return {(lang, name): draw(scene) for lang in (*LANGS, PSEUDO) for name, scene in scenes(lang).items()}
