"""A phone joins a seat by keys and its camera: a free pod shows the code, the phone reads it from the panel."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page

from tests.device.browser.conftest import PHONE, Product, until

pytestmark = pytest.mark.slow


def press(page: Page, pod: int, *keys: str) -> None:
    for key in keys:
        page.evaluate(
            "([n, key]) => { const { pad } = croupier.pods.get(n); pad.press(key); pad.up(key); }", [pod, key]
        )


def read(page: Page, pod: int) -> str:
    """What a camera reads from this pod's panel; "" while there is no code on it."""
    png = page.locator(f".pod.p{pod} canvas").screenshot()
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    large = cv2.resize(picture, None, fx=3, fy=3, interpolation=cv2.INTER_NEAREST)
    return str(cv2.QRCodeDetector().detectAndDecode(large)[0])


def test_a_seat_is_joined_from_its_panel(product: Product, visit: Callable[..., Page]) -> None:
    sim = visit(product.urls["sim"])
    until(sim, "croupier.table.board?.seats?.length === 7")
    press(sim, 4, "-1", "+1")
    address = ""
    for _ in range(50):
        if address := read(sim, 4):
            break
        sim.wait_for_timeout(100)
    assert address.startswith(product.base + "/")
    phone = visit(address, **PHONE)
    phone.wait_for_selector(".pad canvas")
    until(sim, "croupier.table.board.seats[3].holder === 'phone'")
    code = address.rpartition("/")[2]
    assert phone.request.post(f"{product.base}/join", data={"code": code}).status == 404, "once"
