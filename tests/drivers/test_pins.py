"""The pin table: every wire once, on pins that all boards have."""

from __future__ import annotations

from drivers import pins
from drivers.ports import KEYS

# BCM → physical of the 40-pin header, the same on the 3B, 4B, 5 and Zero 2 W (raspberrypi.com, "GPIO and the header").
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22, 11: 23,
    8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip


def test_bcm_and_physical_numbers_belong_together() -> None:
    for pin in pins.PINS:
        assert HEADER[pin.bcm] == pin.physical, pin.name
    for bcm, physical in (*pins.HEADER_KEYS.values(), *pins.HEADER_COMMONS):
        assert HEADER[bcm] == physical


def test_no_pin_is_used_twice() -> None:
    table = [pin.bcm for pin in pins.PINS]
    assert len(set(table)) == len(table)
    header = [bcm for bcm, _ in (*pins.HEADER_KEYS.values(), *pins.HEADER_COMMONS)]
    assert len(set(header)) == len(header)
    # Only the second header seat takes anything from the table: the wired tower's UART.
    assert set(table) & set(header) == {pins.UART_TX.bcm}


def test_the_pins_of_the_specification() -> None:
    numbers = {pin.name: pin.bcm for pin in pins.PINS}
    assert numbers == {
        "sda": 2, "scl": 3, "int": 17, "reset": 27, "power": 22, "buzzer": 12, "lamp": 26, "host": 16,
        "shutdown": 21, "uart_tx": 14, "uart_rx": 15,
    }  # fmt: skip
    assert pins.SHUTDOWN.bcm != 3, "GPIO3 is SCL"


def test_supply_pins_are_no_signals() -> None:
    supply = {number for numbers in pins.POWER_PINS.values() for number in numbers}
    assert supply.isdisjoint(HEADER.values())
    assert len(supply) + len(HEADER) == 40


def test_the_expander_has_all_keys_and_spares_its_bad_inputs() -> None:
    assert set(pins.EXPANDER_KEYS) == set(KEYS) == set(pins.HEADER_KEYS)
    places = [*pins.EXPANDER_KEYS.values(), *pins.EXPANDER_LAMPS]
    assert sorted(places) == [(port, bit) for port in "AB" for bit in range(8)]
    assert all(bit != 7 for _, bit in pins.EXPANDER_KEYS.values()), "GPA7 and GPB7 corrupt SDA as inputs"


def test_overlays_name_the_numbers_of_the_table() -> None:
    lines = "\n".join(pins.OVERLAYS)
    assert f"gpio_pin={pins.SHUTDOWN.bcm}" in lines
    assert f"base={pins.CHANNEL_BASE}" in lines
    assert "disconnect_on_idle" in lines
    assert str(pins.BUZZER.bcm) in pins.SILENCE
