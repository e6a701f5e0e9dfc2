"""One stock's chart: eleven lines, the bands, the price so far, N and $ marks."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from device.screens.font import HINT, SLIM
from device.screens.frame import Box, Frame

LINES = 11
Marks = tuple[tuple[int, int], ...]


def chart(
    frame: Frame,
    box: Box,
    prices: tuple[int, ...],
    limits: tuple[int, int],
    band: tuple[int, int],
    news: tuple[int, ...],
    dividends: Marks,
) -> None:
    """The price on lines 1.. of eleven: a square for the newest, from which a dotted line leads on, over the field."""
    frame.stamp(0, 0, _field(box, limits, band, news, dividends))
    points = [(_across(box, line), _down(box, limits, price)) for line, price in enumerate(prices, 1)]
    if len(points) > 1:
        frame.line(points, width=5, lit=False)
        frame.line(points, width=2)
    for x, y in points[:-1]:
        frame.fill((x - 1, y - 1, x + 2, y + 2))
    x, y = points[-1]
    frame.dots((x + 4, y, _across(box, LINES) + 1, y + 1), 2)
    frame.fill((x - 3, y - 3, x + 4, y + 4), False)
    frame.fill((x - 2, y - 2, x + 3, y + 3))


def _across(box: Box, line: int) -> int:
    return box[0] + 2 + (box[2] - box[0] - 5) // (LINES - 1) * (line - 1)


def _rows(box: Box) -> tuple[int, int]:
    """The rows of the upper and of the lower limit: marks stand above, dividends below."""
    return box[1] + 10, box[3] - 11


def _down(box: Box, limits: tuple[int, int], price: int) -> int:
    (low, high), (upper, lower) = limits, _rows(box)
    return lower - 1 - (price - low) * (lower - 1 - upper) // max(1, high - low)


@lru_cache(64)
def _field(
    box: Box, limits: tuple[int, int], band: tuple[int, int], news: tuple[int, ...], dividends: Marks
) -> Image.Image:
    """What does not move in a game. From each band to its limit the field is shaded; N lines are dotted; dividends
    stand at the foot (small and without their $ where they would run into each other)."""
    frame = Frame()
    upper, lower = _rows(box)
    start, end = _across(box, 1) - 1, _across(box, LINES) + 1
    frame.shade((start, upper, end, _down(box, limits, band[1]) + 1))
    frame.shade((start, _down(box, limits, band[0]), end, lower))
    for line in news:
        frame.text(_across(box, line) - 2, box[1], "N", SLIM)
        frame.dots((_across(box, line), upper, _across(box, line) + 1, lower), 2)
    frame.fill((start, lower, end, lower + 1))
    for line in range(1, LINES + 1):
        frame.fill((_across(box, line), lower, _across(box, line) + 1, lower + 2))
    paying = {line for line, _ in dividends}
    tight = any(line + 1 in paying for line in paying)
    for line, amount in dividends:
        words, face = (str(amount), HINT) if tight else (f"${amount}", SLIM)
        at = min(_across(box, line) - face.width(words) // 2, box[2] - face.width(words))
        frame.text(max(box[0], at), lower + 2, words, face)
        frame.fill((_across(box, line) - 1, lower, _across(box, line) + 2, lower + 2))
    return frame.image
