"""The pod's board: fourteen keys, MCP23017, two lamps, reset pulse, and the plugs of cable and screen."""

from __future__ import annotations

from drivers.pins import EXPANDER_KEYS, EXPANDER_LAMPS
from drivers.ports import MINUS, PLUS
from hardware.make.board import Bare, Board, Hole, Part
from hardware.make.parts import dip, key, row, two

COLS, ROWS = 24, 30
KEY_STEP = 4
"""Holes from key to key: 10.16 mm, beside the 9.03 mm of the screen's columns (21 dots of 0.43 mm)."""
UPPER, LOWER, BARS = 14, 19, 24
"""Row of the upper legs of each line of keys."""

CABLE = ("SDA", "GND", "SCL", "3V3", "GND", "GND", "INT", "GND")
"""Net of each contact 1..8 of the pod's RJ45 socket. Each signal has ground as its twisted partner (pairs 1-2, 3-6,
4-5, 7-8): data and clock must never share a pair."""

OLED = (
    ("GND", "GND"),
    ("VCC", "3V3"),
    ("SCL", "SCL"),
    ("SDA", "SDA"),
    ("RES", "RST"),
    ("DC", "GND"),
    ("CS", "GND"),
)
"""(name printed on the module, net). DC is the address bit here: low is 0x3C."""


def expander_pin(port: str, bit: int) -> int:
    """Leg of the MCP23017-E/SP for a port's bit (data sheet, table 1-1: GPB0..7 are 1..8, GPA0..7 are 21..28)."""
    return {"A": 21, "B": 1}[port] + bit


def expander_nets() -> dict[int, str]:
    """Leg → net of the expander, keys and lamps as `drivers/pins.py` has them."""
    nets = {9: "3V3", 10: "GND", 12: "SCL", 13: "SDA", 15: "GND", 16: "GND", 17: "GND", 18: "RST", 20: "INT"}
    for name, (port, bit) in EXPANDER_KEYS.items():
        nets[expander_pin(port, bit)] = name
    for number, (port, bit) in enumerate(EXPANDER_LAMPS, 1):
        nets[expander_pin(port, bit)] = f"LAMP{number}"
    return nets


def key_places() -> list[tuple[str, str, Hole]]:
    """(reference, key, upper left hole) of the sixteen buttons: a bar rests on two."""
    places = [(f"S{i + 1}", name, (KEY_STEP * i, UPPER)) for i, name in enumerate(PLUS)]
    places += [(f"S{i + 7}", name, (KEY_STEP * i, LOWER)) for i, name in enumerate(MINUS)]
    bars = (("PEEK", 0), ("PEEK", 2), ("OK", 3), ("OK", 5))
    places += [(f"S{i + 13}", name, (KEY_STEP * col, BARS)) for i, (name, col) in enumerate(bars)]
    return places


def _parts() -> tuple[Part, ...]:
    return (
        row(
            "J1", "RJ45 breakout", (0, 1), CABLE, (1, 0), "pin 1 left; eight wires to the socket in the wall"
        ),
        row(
            "J2",
            "2.42 inch OLED",
            (11, 1),
            [net for _, net in OLED],
            (1, 0),
            "wire by the names on your module",
        ),
        dip("U1", "MCP23017-E/SP", (5, 7), expander_nets(), 28, "in a socket, notch to the right"),
        two("C1", "100 nF", "disc", ("3V3", (8, 5)), ("GND", (10, 5))),
        two("C2", "10 µF", "can", ("3V3", (3, 4)), ("GND", (4, 4)), "long leg (plus) in D5"),
        two(
            "R1", "4.7 kΩ", "axial", ("3V3", (14, 5)), ("SDA", (18, 5)), "leave out if the module has its own"
        ),
        two(
            "R2", "4.7 kΩ", "axial", ("3V3", (14, 3)), ("SCL", (18, 3)), "leave out if the module has its own"
        ),
        two("R3", "10 kΩ", "axial", ("3V3", (19, 3)), ("RST", (23, 3))),
        two("C3", "1 µF", "disc", ("RST", (21, 8)), ("GND", (23, 8))),
        two("D1", "1N4148", "diode", ("3V3", (19, 5)), ("RST", (23, 5)), "ring at T6 (3V3)"),
        two("R4", "1 kΩ", "axial", ("LAMP1", (0, 6)), ("LED1", (0, 10))),
        two("LD1", "LED 3 mm", "led", ("LED1", (0, 12)), ("GND", (1, 12)), "long leg in A13"),
        two("R5", "1 kΩ", "axial", ("LAMP2", (20, 10)), ("LED2", (23, 10))),
        two("LD2", "LED 3 mm", "led", ("LED2", (22, 12)), ("GND", (23, 12)), "long leg in W13"),
        *(key(ref, name, at, name) for ref, name, at in key_places()),
    )


def pod_board() -> Board:
    """The whole pod board."""
    ground = tuple(Bare("GND", (0, line + 2), (COLS - 1, line + 2)) for line in (UPPER, LOWER, BARS))
    return Board("pod", "Pod board: 24 × 30 holes, one for each seat", COLS, ROWS, _parts(), ground)
