"""Which wire goes to which pin of the Raspberry Pi: the one table that code, checks and wiring pages read.

Numbers hold for the 3B, 4B, 5 and Zero 2 W alike (40-pin header). `bcm` is the number software uses, `physical`
the place on the header. Shutdown must not sit on GPIO3, which is SCL here, so `gpio-shutdown` gets GPIO21.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Use = Literal["i2c", "input", "output", "pwm", "uart", "overlay"]


class Pin(msgspec.Struct, frozen=True):
    """One wire on the header. `pull` is what holds the pin while no program runs; `what` is plain English."""

    name: str
    bcm: int
    physical: int
    use: Use
    pull: Literal["up", "down", "none"]
    active: Literal["high", "low", "-"]
    what: str


SDA = Pin("sda", 2, 3, "i2c", "up", "-", "I2C data to the multiplexer on the hub (1.8 kΩ pull-up on the Pi)")
SCL = Pin("scl", 3, 5, "i2c", "up", "-", "I2C clock to the multiplexer on the hub (1.8 kΩ pull-up on the Pi)")
INT = Pin(
    "int",
    17,
    11,
    "input",
    "up",
    "low",
    "wired-OR interrupt of all pods: makes keys faster, never trusted alone",
)
RESET = Pin(
    "reset", 27, 13, "output", "up", "low", "RESET# of the TCA9548A: frees the trunk from a pod that holds it"
)
POWER = Pin(
    "power",
    22,
    15,
    "output",
    "up",
    "high",
    "enable of the pods' 3.3 V supply (a pull-up keeps it on at rest)",
)
BUZZER = Pin(
    "buzzer",
    12,
    32,
    "pwm",
    "down",
    "high",
    "passive piezo behind a capacitor: silent whenever nothing toggles",
)
LAMP = Pin("lamp", 26, 37, "output", "down", "high", "status lamp on the hub, through 1 kΩ")
HOST = Pin("host", 16, 36, "input", "up", "low", "HOST key on the hub, to ground")
SHUTDOWN = Pin(
    "shutdown",
    21,
    40,
    "overlay",
    "up",
    "low",
    "shutdown key, to ground (dtoverlay=gpio-shutdown,gpio_pin=21)",
)
UART_TX = Pin("uart_tx", 14, 8, "uart", "none", "-", "UART0 to a wired dice tower (its RX)")
UART_RX = Pin("uart_rx", 15, 10, "uart", "up", "-", "UART0 from a wired dice tower (its TX)")

PINS: tuple[Pin, ...] = (SDA, SCL, INT, RESET, POWER, BUZZER, LAMP, HOST, SHUTDOWN, UART_TX, UART_RX)
"""Every pin that the finished table uses, in the order of the wiring page."""

HEADER_KEYS: dict[str, tuple[int, int]] = {
    "+1": (4, 7),
    "+2": (18, 12),
    "+3": (23, 16),
    "+4": (24, 18),
    "+5": (10, 19),
    "+6": (9, 21),
    "-1": (11, 23),
    "-2": (8, 24),
    "-3": (7, 26),
    "-4": (5, 29),
    "-5": (6, 31),
    "-6": (13, 33),
    "PEEK": (19, 35),
    "OK": (20, 38),
}
"""Keys wired straight to the header, without an expander: key → (bcm, physical). Each key joins its pin to its
seat's common wire. SPI stays off (7 to 11 are its pins)."""

HEADER_COMMONS: tuple[tuple[int, int], ...] = ((25, 22), (14, 8))
"""The common wire of the first and the second header seat as (bcm, physical), pulled low in turn. A single seat
may use ground instead. Two seats share the key pins, so each key needs a diode (1N4148, ring towards the common),
and the second common takes the place of the wired tower's UART; a tower on USB is not concerned."""

EXPANDER_KEYS: dict[str, tuple[str, int]] = {
    "+1": ("A", 0),
    "+2": ("A", 1),
    "+3": ("A", 2),
    "+4": ("A", 3),
    "+5": ("A", 4),
    "+6": ("A", 5),
    "PEEK": ("A", 6),
    "-1": ("B", 0),
    "-2": ("B", 1),
    "-3": ("B", 2),
    "-4": ("B", 3),
    "-5": ("B", 4),
    "-6": ("B", 5),
    "OK": ("B", 6),
}
"""Keys of a pod on its MCP23017: key → (port, bit), each to ground, with the chip's own pull-ups."""

EXPANDER_LAMPS: tuple[tuple[str, int], ...] = (("A", 7), ("B", 7))
"""The pod's two lamps. GPA7 and GPB7 must never be inputs (data sheet: they can corrupt SDA): they are outputs."""

POWER_PINS: dict[str, tuple[int, ...]] = {
    "3V3": (1, 17),
    "5V": (2, 4),
    "GND": (6, 9, 14, 20, 25, 30, 34, 39),
}
"""Physical numbers of the supply pins. Pods run on 3.3 V only: a 5 V pull-up on SDA or SCL kills the Pi."""

TRUNK_BUS = 1
"""Number of the I2C adapter on SDA/SCL (`/dev/i2c-1`)."""

CHANNEL_BASE = 30
"""First bus number of the mux channels: pod n is `/dev/i2c-(29+n)` (20 and 21 belong to HDMI on a Pi 4)."""

MUX_ADDRESS, OLED_ADDRESS, EXPANDER_ADDRESS = 0x70, 0x3C, 0x20

OVERLAYS: tuple[str, ...] = (
    "dtparam=i2c_arm=on",
    "dtparam=i2c_arm_baudrate=400000",
    f"dtoverlay=i2c-mux,pca9548,addr=0x{MUX_ADDRESS:02x},base={CHANNEL_BASE},disconnect_on_idle",
    f"dtoverlay=gpio-shutdown,gpio_pin={SHUTDOWN.bcm},active_low=1,gpio_pull=up",
)
"""The lines of config.txt that this table needs."""

SILENCE = f"pinctrl set {BUZZER.bcm} ip pd"
"""What the service runs after its end, however it ended: the buzzer's pin becomes an input with a pull-down."""
