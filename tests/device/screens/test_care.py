"""Dim after a minute, dark after ten, awake at a key that does nothing else; a pixel's walk each minute."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PIL import Image

from device.screens.care import DIM_S, OFF_S, PATH, SHIFT_S, Care, next_change, offset, shifted


@pytest.mark.parametrize(
    ("idle", "light"), [(0, "full"), (59.9, "full"), (60, "dim"), (599.9, "dim"), (600, "off"), (9999, "off")]
)
def test_an_idle_screen_dims_and_goes_dark(idle: float, light: str) -> None:
    assert Care(100.0).light(100.0 + idle) == light


def test_the_first_key_wakes_and_is_swallowed_the_next_one_counts() -> None:
    awake, swallowed = Care(0.0).key(OFF_S + 5)
    assert swallowed and awake.light(OFF_S + 5) == "full"
    again, swallowed = awake.key(OFF_S + 6)
    assert not swallowed and again.touched == OFF_S + 6


def test_a_key_on_a_dim_screen_counts() -> None:
    awake, swallowed = Care(0.0).key(DIM_S + 1)
    assert not swallowed and awake.light(DIM_S + 1) == "full"


def test_news_wakes_without_swallowing_anything() -> None:
    assert Care(0.0).stir(700.0).key(701.0) == (Care(701.0), False)


def test_the_picture_walks_a_pixel_a_minute_and_comes_home() -> None:
    walk = [offset(SHIFT_S * minute + 1) for minute in range(len(PATH) + 1)]
    assert walk[0] == walk[-1] == (0, 0)
    assert set(walk) == {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)}
    steps = [max(abs(a - c), abs(b - d)) for (a, b), (c, d) in pairwise(walk[:-1])]
    assert steps == [1] * (len(PATH) - 1)


def test_a_shifted_picture_is_the_same_picture_beside_itself() -> None:
    picture = Image.new("1", (128, 64))
    picture.putpixel((10, 20), 255)
    assert shifted(picture.tobytes(), 0.0) == picture.tobytes()
    moved = Image.frombytes("1", (128, 64), shifted(picture.tobytes(), 2 * SHIFT_S))
    assert moved.getbbox() == (11, 21, 12, 22)


def test_the_table_is_told_when_to_look_again() -> None:
    assert next_change(Care(10.0), 12.0) == SHIFT_S
    assert next_change(Care(10.0), 65.0) == 70.0
    assert next_change(Care(10.0), 71.0) == 2 * SHIFT_S
    assert next_change(Care(0.0), 5000.0) == 84 * SHIFT_S
