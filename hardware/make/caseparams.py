"""Measures that case and boards share, written as OpenSCAD variables: keys and holes can then not part."""

from __future__ import annotations

from hardware.make.board import PITCH, Hole
from hardware.make.pod_board import BARS, COLS, KEY_STEP, LOWER, ROWS, UPPER, pod_board

DOT = 55.01 / 128
"""Millimetres from dot to dot of the 2.42 inch panel (its active area is 55.01 mm wide)."""
COLUMN = 21 * DOT
"""Millimetres from column to column on the screen: a column is 21 dots wide."""
BOARD_SIZE = (70.0, 90.0)
"""The usual "7 × 9 cm" perfboard."""
FRONT = 3.2
"""Millimetres from the front of the case to the board: wall and gap."""


def place(hole: tuple[float, float]) -> tuple[float, float]:
    """Millimetres of a hole in the case: x from the middle, y from the front."""
    col, row = hole
    low = FRONT + (BOARD_SIZE[1] - (ROWS - 1) * PITCH) / 2
    return (col - (COLS - 1) / 2) * PITCH, low + (ROWS - 1 - row) * PITCH


def params() -> str:
    """The text of `case/params.scad`."""
    board = pod_board()
    lines = {
        name: place((0, row + 1))[1] for name, row in (("upper", UPPER), ("lower", LOWER), ("bars", BARS))
    }
    leds = [_middle(board.part(ref).pad("1").at, board.part(ref).pad("2").at) for ref in ("LD1", "LD2")]
    values: dict[str, float | list[float]] = {
        "key_pitch": KEY_STEP * PITCH,
        "column_pitch": COLUMN,
        "row_upper": lines["upper"],
        "row_lower": lines["lower"],
        "row_bars": lines["bars"],
        "led_x": [x for x, _ in leds],
        "led_y": leds[0][1],
        "board_front": FRONT,
        "board_w": BOARD_SIZE[0],
        "board_h": BOARD_SIZE[1],
    }
    head = "// Made by `make hardware` from the pod board's holes; do not edit.\n"
    return head + "".join(f"{name} = {_scad(value)};\n" for name, value in values.items())


def _middle(a: Hole, b: Hole) -> tuple[float, float]:
    return place(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))


def _scad(value: float | list[float]) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(f"{item:.3f}" for item in value) + "]"
    return f"{value:.3f}"
