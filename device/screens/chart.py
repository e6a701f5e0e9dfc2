"""One stock's chart: eleven lines, the bands, the price so far, N and $ marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from device.screens.font import HINT, SLIM
from device.screens.frame import Box, Frame

LINES = 11


def chart(
    frame: Frame,
    box: Box,
    prices: Sequence[int],
    limits: tuple[int, int],
    band: tuple[int, int],
    news: Sequence[int],
    dividends: Mapping[int, int],
) -> None:
    """Prices stand on lines 1.. of eleven, eight pixels apart; N marks above, dividends below
    (small and without their $ where they would run into each other).

    From each band to its limit the field is shaded. The newest price is a square; a dotted line carries it
    to the right.
    """
    left, top, right, bottom = box
    upper, lower = top + 10, bottom - 11
    step = (right - left - 5) // (LINES - 1)

    def across(line: int) -> int:
        return left + 2 + step * (line - 1)

    def down(price: int) -> int:
        low, high = limits
        return lower - 1 - (price - low) * (lower - 1 - upper) // max(1, high - low)

    end = across(LINES) + 1
    start = across(1) - 1
    frame.shade((start, upper, end, down(band[1]) + 1))
    frame.shade((start, down(band[0]), end, lower))
    for line in news:
        frame.text(across(line) - 2, top, "N", SLIM, None)
        frame.dots((across(line), upper, across(line) + 1, lower), 2)
    frame.fill((start, lower, end, lower + 1))
    for line in range(1, LINES + 1):
        frame.fill((across(line), lower, across(line) + 1, lower + 2))
    tight = any(line + 1 in dividends for line in dividends)
    for line, amount in dividends.items():
        words, face = (str(amount), HINT) if tight else (f"${amount}", SLIM)
        at = min(across(line) - face.width(words) // 2, right - face.width(words))
        frame.text(max(left, at), lower + 2, words, face)
        frame.fill((across(line) - 1, lower, across(line) + 2, lower + 2))
    points = [(across(index + 1), down(price)) for index, price in enumerate(prices)]
    if len(points) > 1:
        frame.line(points, width=5, lit=False)
        frame.line(points, width=2)
    for x, y in points[:-1]:
        frame.fill((x - 1, y - 1, x + 2, y + 2))
    x, y = points[-1]
    frame.dots((x + 4, y, end, y + 1), 2)
    frame.fill((x - 3, y - 3, x + 4, y + 4), False)
    frame.fill((x - 2, y - 2, x + 3, y + 3))
