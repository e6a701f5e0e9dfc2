"""Where things stand on every page: the title bar, the columns over the keys, the line, the panel beside them, rows."""

from __future__ import annotations

from device.screens.frame import WIDTH, Box

BAR: Box = (0, 0, WIDTH, 12)
BODY: Box = (0, 12, WIDTH, 64)
COLUMN, PITCH = 20, 21
ROW = 13


def column(index: int) -> int:
    """The left edge of a column (0-based); it is 20 pixels wide and stands over its two keys."""
    return 1 + PITCH * index


def middle(index: int) -> int:
    """The pixel column in the middle of a column."""
    return column(index) + COLUMN // 2


def panel(columns: int) -> Box | None:
    """The panel right of so many columns, behind its dotted edge; None beside six."""
    left = column(columns) + 1
    return (left, BODY[1], WIDTH, BODY[3]) if columns < 6 else None


def row(index: int) -> int:
    """The top of a text row under the title bar (0-based, four of them)."""
    return BAR[3] + ROW * index
