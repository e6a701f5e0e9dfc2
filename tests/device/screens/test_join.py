"""The invitation: two decoders read the code from the very frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from device.scene import Join, Scene
from device.screens.pages import render
from device.screens.pages.join import qr

TEXTS = (
    "http://192.168.1.20:8000/KX7M2P",
    "http://10.0.0.5/j/22222222",
    "HTTP://CROUPIER.LOCAL/ZZZZZZ",
    "x" * 32,
    "x" * 45,
)
DECODERS: tuple[Callable[[], Any], ...] = (cv2.QRCodeDetector, cv2.QRCodeDetectorAruco)


@pytest.mark.parametrize("decoder", DECODERS, ids=lambda it: it.__name__)
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("lang", ("ja", "en"))
def test_a_phone_reads_the_panel(lang: str, text: str, decoder: Callable[[], Any]) -> None:
    frame = render(Scene(lang, page=Join(3, text, "KX7M2P")))
    image = np.array(frame.image.convert("L").resize((128 * 6, 64 * 6)))
    found, *_ = decoder().detectAndDecode(image)
    assert found == text


def test_a_short_address_takes_version_2_with_a_quiet_zone_of_three_modules() -> None:
    code = qr(TEXTS[0])
    assert code is not None and code.size == (50, 50)
    assert (64 - 50) // 2 >= 2 * 3


def test_an_address_too_long_leaves_the_code_to_type() -> None:
    assert qr("x" * 54) is None
    frame = render(Scene("en", page=Join(3, "x" * 54, "KX7M2P")))
    assert frame.image.getbbox() is not None and frame.lost == []
