"""The hub's board: ribbon to the Pi, TCA9548A, seven pod sockets with their hot-plug parts, power, buzzer, panel."""

from __future__ import annotations

from drivers.pins import (
    BUZZER,
    HOST,
    INT,
    LAMP,
    POWER,
    POWER_PINS,
    RESET,
    SCL,
    SDA,
    SHUTDOWN,
    UART_RX,
    UART_TX,
)
from hardware.make.board import Bare, Board, Hole, Pad, Part
from hardware.make.parts import double, module, row, two
from hardware.make.pod_board import CABLE

COLS, ROWS = 30, 46
PODS = 7
SOCKET_STEP, FIRST = 9, 6
"""Rows from pod socket to pod socket, and the row of the first one's contact 1."""
MUX_LEFT = ("VIN", "GND", "SDA", "SCL", "RST", "A0", "A1", "A2", "SD0", "SC0", "SD1", "SC1")
MUX_RIGHT = ("SC7", "SD7", "SC6", "SD6", "SC5", "SD5", "SC4", "SD4", "SC3", "SD3", "SC2", "SD2")
"""Pins of the Adafruit 2717 breakout, both strips from the top. Other makers' boards may differ: read yours."""
MUX_APART = 6
"""Holes between its strips (15.24 mm)."""

POWERED = "POD3V3"
"""Net of the pods' switched supply."""


def header_nets() -> dict[int, str]:
    """Physical pin of the Pi's header → net, from the pin table."""
    nets = {
        pin.physical: pin.name.upper() for pin in (SDA, SCL, INT, RESET, POWER, BUZZER, LAMP, HOST, SHUTDOWN)
    }
    nets |= {UART_TX.physical: "UART_TX", UART_RX.physical: "UART_RX"}
    for supply, places in POWER_PINS.items():
        nets |= dict.fromkeys(places, supply)
    return nets


def mux_net(pin: str) -> str:
    """Net of a pin of the multiplexer board: channel 0 is pod 1; its address pins stay open (0x70)."""
    fixed = {"VIN": "3V3", "GND": "GND", "SDA": "SDA", "SCL": "SCL", "RST": "RESET"}
    if pin[:2] in ("SD", "SC") and pin[2:].isdigit():
        return f"{'SDA' if pin[1] == 'D' else 'SCL'}{int(pin[2:]) + 1}M" if int(pin[2:]) < PODS else ""
    return fixed.get(pin, "")


def socket_nets(pod: int) -> list[str]:
    """Nets of the eight contacts of a pod's socket: bus and supply are the pod's own, ground and INT are shared."""
    own = {"SDA": f"SDA{pod}", "SCL": f"SCL{pod}", "3V3": f"POD{pod}V"}
    return [own.get(net, net) for net in CABLE]


def socket(pod: int, at: Hole, side: int) -> list[Part]:
    """A pod's socket and its four parts; `side` +1 puts them right of the socket, -1 left of it."""
    col, line = at
    data, clock, power = (socket_nets(pod)[i] for i in (0, 2, 3))
    return [
        row(f"J{pod}", f"pod {pod}", at, socket_nets(pod), (0, 1)),
        two(f"RD{pod}", "47 Ω", "axial", (data, (col + side, line)), (f"SDA{pod}M", (col + 5 * side, line))),
        two(
            f"RC{pod}",
            "47 Ω",
            "axial",
            (clock, (col + side, line + 2)),
            (f"SCL{pod}M", (col + 5 * side, line + 2)),
        ),
        two(
            f"F{pod}",
            "MF-R010",
            "can2",
            (power, (col + 2 * side, line + 3)),
            (POWERED, (col + 4 * side, line + 3)),
        ),
        two(
            f"D{pod}",
            "SA5.0A",
            "bead",
            (power, (col + side, line + 3)),
            ("GND", (col + side, line + 4)),
            "upright",
        ),
    ]


def socket_at(pod: int) -> tuple[Hole, int]:
    """Contact 1 of a pod's socket and the side its parts lie on: pods 1 to 4 on the left edge, 5 to 7 on the right."""
    if pod <= 4:
        return (1, FIRST + SOCKET_STEP * (pod - 1)), 1
    return (COLS - 2, FIRST + SOCKET_STEP * (pod - 5)), -1


def _power() -> list[Part]:
    """Pods' supply: 3V3 pin or regulator (JP1), switched by Q1; Q2 turns it on while POWER is high or open."""
    q1 = (Pad("G", "GATE", (10, 30)), Pad("D", POWERED, (11, 30)), Pad("S", "SOURCE", (12, 30)))
    q2 = (Pad("E", "GND", (16, 30)), Pad("B", "BASE", (17, 30)), Pad("C", "GATE", (18, 30)))
    return [
        row("U2", "TSR 1-2433", (10, 24), ("5V", "GND", "BUCK"), (1, 0), "only for 4 to 7 pods"),
        row(
            "JP1", "source", (16, 24), ("3V3", "SOURCE", "BUCK"), (1, 0), "jumper left: Pi; right: regulator"
        ),
        Part("Q1", "NDP6020P", "row", q1, note="P-channel; metal tab towards row 30"),
        Part("Q2", "2N3904", "row", q2, note="flat side towards row 32"),
        two("RG", "10 kΩ", "axial", ("SOURCE", (10, 33)), ("GATE", (14, 33))),
        two("RB", "10 kΩ", "axial", ("POWER", (16, 33)), ("BASE", (20, 33))),
        two("RP", "10 kΩ", "axial", ("3V3", (16, 36)), ("POWER", (20, 36)), "keeps the pods on at rest"),
        two("C1", "100 µF", "can", (POWERED, (10, 36)), ("GND", (11, 36)), "long leg (plus) in K37"),
        two("C2", "100 nF", "disc", ("SOURCE", (10, 27)), ("GATE", (12, 27)), "slows switching on"),
        two(
            "RI", "10 kΩ", "axial", (POWERED, (10, 39)), ("INT", (14, 39)), "INT's pull-up, off with the pods"
        ),
    ]


def _panel() -> list[Part]:
    """What leads to the case: buzzer, keys, lamp, wired tower."""
    return [
        row("JB", "piezo", (27, 34), ("PIEZO", "GND"), (0, 1)),
        two("RZ", "1 kΩ", "axial", ("PIEZO", (24, 34)), ("GND", (24, 38))),
        two("CB", "1 µF", "disc", ("TONE", (22, 39)), ("PIEZO", (22, 37)), "film or ceramic, no polarity"),
        two("RT", "220 Ω", "axial", ("BUZZER", (16, 39)), ("TONE", (20, 39))),
        row("JH", "HOST key", (27, 38), ("HOST", "GND"), (0, 1)),
        row("JS", "shutdown", (27, 42), ("SHUTDOWN", "GND"), (0, 1)),
        row("JL", "lamp", (24, 42), ("LAMPR", "GND"), (0, 1), "LED: long leg at Y43"),
        two("RL", "1 kΩ", "axial", ("LAMP", (19, 42)), ("LAMPR", (23, 42))),
        row(
            "JT",
            "wired tower",
            (16, 44),
            ("UART_TX", "UART_RX", "GND"),
            (1, 0),
            "optional; a USB tower needs none",
        ),
    ]


def _sockets() -> list[Part]:
    return [part for pod in range(1, PODS + 1) for part in socket(pod, *socket_at(pod))]


def _ground() -> list[Bare]:
    """A bare wire down each side, and from each socket's second and last contact to it."""
    left, right = 8, COLS - 9
    found = [Bare("GND", (left, 4), (left, 44)), Bare("GND", (right, 4), (right, 31))]
    for pod in range(1, PODS + 1):
        (col, line), side = socket_at(pod)
        rail = left if side > 0 else right
        found += [
            Bare("GND", (col, line + 1), (rail, line + 1)),
            Bare("GND", (col, line + 7), (rail, line + 7)),
        ]
    return found


def hub_board() -> Board:
    """The whole hub board, with all seven sockets; leave out what your table does not need."""
    mux = module(
        "U1",
        "TCA9548A (Adafruit 2717)",
        (12, 7),
        [(pin, mux_net(pin)) for pin in MUX_LEFT],
        [(pin, mux_net(pin)) for pin in MUX_RIGHT],
        MUX_APART,
    )
    ribbon = double("J0", "ribbon to the Pi", (5, 1), header_nets(), 40, "box header, notch down")
    parts = (ribbon, mux, *_sockets(), *_power(), *_panel())
    return Board("hub", f"Hub board: {COLS} × {ROWS} holes", COLS, ROWS, parts, tuple(_ground()))
