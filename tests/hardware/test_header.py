"""The pin table against gpiozero's board data, for every board the pages promise."""

from __future__ import annotations

import pytest
from gpiozero.pins.pi import PiBoardInfo

from drivers import pins

BOARDS = {"3B": 0xA02082, "4B": 0xC03112, "5B": 0xC04170, "Zero2W": 0x902120}
"""Model → revision code of one real board of it."""


@pytest.mark.parametrize(("model", "revision"), BOARDS.items())
def test_every_wire_sits_where_the_board_has_that_gpio(model: str, revision: int) -> None:
    board = PiBoardInfo.from_revision(revision)
    assert board.model == model
    header = board.headers["J8"].pins
    wires = [(pin.bcm, pin.physical) for pin in pins.PINS]
    wires += [*pins.HEADER_KEYS.values(), *pins.HEADER_COMMONS]
    for bcm, physical in wires:
        assert header[physical].name == f"GPIO{bcm}"
    for supply, places in pins.POWER_PINS.items():
        assert {header[place].name for place in places} == {supply}
        assert set(places) == {n for n, pin in header.items() if pin.name == supply}, "none forgotten"


@pytest.mark.parametrize(("model", "revision"), BOARDS.items())
def test_i2c_and_uart_pins_can_do_it(model: str, revision: int) -> None:
    header = PiBoardInfo.from_revision(revision).headers["J8"].pins
    for pin, bus in ((pins.SDA, "i2c"), (pins.SCL, "i2c"), (pins.UART_TX, "uart"), (pins.UART_RX, "uart")):
        assert bus in header[pin.physical].interfaces, (model, pin.name)


def test_no_pin_is_used_twice() -> None:
    assert len({pin.bcm for pin in pins.PINS}) == len({pin.physical for pin in pins.PINS}) == len(pins.PINS)
    keys = {bcm for bcm, _ in pins.HEADER_KEYS.values()}
    assert not keys & {pin.bcm for pin in pins.PINS}, "keys on the header leave the table's own pins alone"
    assert pins.SHUTDOWN.bcm != pins.SCL.bcm == 3
