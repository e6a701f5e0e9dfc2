"""The models against what others made: luma's own driver draws on the panels, the data sheets' words for the rest."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from drivers.i2c.oled import PANELS
from drivers.models.mcp23017 import MCP23017
from drivers.models.oled import PanelModel, panel
from drivers.models.tca9548a import TCA9548A
from drivers.pi_settings import Panel
from drivers.ports import HEIGHT, WIDTH, Frame
from tests.drivers.samples import noise, screens

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
DARK = bytes(1024)


class OneChip:
    """A bus as luma's `i2c` wants it, with one chip on it."""

    def __init__(self, chip: PanelModel) -> None:
        self.chip = chip

    def write_i2c_block_data(self, address: int, control: int, data: list[int]) -> None:
        self.chip.write(bytes((control, *data)))


def luma(kind: Panel, chip: PanelModel) -> Any:
    from luma.core.interface.serial import i2c
    from luma.oled import device

    return getattr(device, kind)(i2c(bus=OneChip(chip)))


def draw(device: Any, frame: Frame) -> None:
    device.display(Image.frombytes("1", (WIDTH, HEIGHT), frame))


@pytest.mark.parametrize("kind", PANELS)
def test_what_luma_draws_is_what_the_model_shows(kind: Panel) -> None:
    chip = panel(kind)
    assert chip.screen() == DARK, "off after power-on"
    device = luma(kind, chip)
    for frame in (*list(screens().values())[:4], noise(1)):
        draw(device, frame)
        assert chip.screen() == frame
    device.hide()
    assert chip.screen() == DARK
    device.show()
    assert chip.screen() == noise(1)


@pytest.mark.parametrize("kind", PANELS)
def test_the_picture_modes(kind: Panel) -> None:
    chip, frame = panel(kind), noise(2)
    draw(luma(kind, chip), frame)
    chip.write(b"\x00\xa7")
    assert chip.screen() == bytes(byte ^ 0xFF for byte in frame)
    chip.write(b"\x00\xa6\xa5")
    assert chip.screen() == b"\xff" * 1024
    chip.write(b"\x00\xa4\x48")
    assert chip.screen() == frame[128:] + frame[:128], "start line 8"
    chip.write(b"\x00\x40\xc0")
    assert chip.screen()[:16] == frame[-16:], "COM scan turned round: upside down"
    chip.write(b"\x00\xc8\xa0")
    flipped = Image.frombytes("1", (128, 64), frame).transpose(Image.Transpose.FLIP_LEFT_RIGHT).tobytes()
    assert chip.screen() == flipped, "segments not re-mapped: mirrored"


def test_an_ssd1306_without_its_charge_pump_is_dark_and_an_ssd1309_has_none() -> None:
    for kind, lit in (("ssd1306", False), ("ssd1309", True)):
        chip = panel(kind)  # type: ignore[arg-type]
        chip.write(b"\x00\xaf")
        assert (chip.screen() != DARK) is lit
    pumped = panel("ssd1306")
    pumped.write(b"\x00\x8d\x14\xaf")
    assert pumped.screen() != DARK


def test_an_sh1106_takes_windows_for_something_else() -> None:
    """Drawn on with an SSD1306's commands, the picture is wrong: the mistake that a wrong panel setting makes."""
    chip = panel("sh1106")
    draw(luma("ssd1306", chip), noise(3))
    assert chip.screen() != noise(3)


def test_control_bytes_may_change_within_a_message() -> None:
    chip = panel("ssd1309")
    chip.write(bytes((0x80, 0xB2, 0x80, 0x05, 0x80, 0x11, 0x40, 0xAA, 0xBB)))
    assert bytes(chip.ram[2 * 128 + 0x15 : 2 * 128 + 0x17]) == b"\xaa\xbb"


@pytest.mark.parametrize("mode", [0, 1])
def test_windows_wrap_in_their_own_order(mode: int) -> None:
    chip = panel("ssd1309")
    chip.write(bytes((0x00, 0x20, mode, 0x21, 10, 12, 0x22, 3, 4)))
    chip.write(b"\x40" + bytes(range(1, 8)))
    rows = [list(chip.ram[page * 128 + 10 : page * 128 + 13]) for page in (3, 4)]
    assert rows == ([[7, 2, 3], [4, 5, 6]] if mode == 0 else [[7, 3, 5], [2, 4, 6]])


def test_page_commands_do_nothing_outside_page_mode() -> None:
    chip = panel("ssd1309")
    chip.write(b"\x00\x20\x00\x21\x00\x7f\x22\x00\x07\xb3\x05\x11\x40")
    chip.write(b"\x40\x5a")
    assert chip.ram[0] == 0x5A


def test_expander_registers_after_power_on() -> None:
    chip = MCP23017()
    chip.write(b"\x00")
    assert chip.read(22) == b"\xff\xff" + bytes(20)


def test_expander_interrupt_holds_until_the_port_is_read() -> None:
    chip = MCP23017()
    chip.write(b"\x00\x7f\x7f")
    chip.write(b"\x0c\x7f\x7f")
    chip.write(b"\x12")
    chip.read(2)
    chip.write(b"\x04\x7f\x7f")
    assert not chip.interrupt
    chip.ground = 0x0004
    assert chip.interrupt
    chip.ground = 0
    chip.write(b"\x0e")
    assert chip.read(4) == b"\x04\x00\x7b\x00", "INTF, then INTCAP: the ports at the interrupt"
    assert not chip.interrupt, "INTCAP was read"
    chip.ground = 0x0100
    assert chip.interrupt
    chip.write(b"\x12")
    assert chip.read(2) == b"\x7f\x7e"
    assert not chip.interrupt


def test_expander_outputs_and_polarity_and_the_other_register_layout() -> None:
    chip = MCP23017()
    chip.write(b"\x14\x80\x00")
    assert chip.outputs == 0, "still an input"
    chip.write(b"\x00\x7f\x7f")
    assert chip.outputs == 0x80
    chip.write(b"\x12\x00\x80")
    assert chip.outputs == 0x8000, "writing GPIO writes the latch"
    chip.write(b"\x02\x01\x00")
    chip.write(b"\x12")
    assert chip.read(1) == b"\x01", "no pull-up: low, inverted"
    chip.write(b"\x0a\x80")
    chip.write(b"\x10\x7e")
    chip.write(b"\x10")
    assert chip.read(1) == b"\x7e", "BANK = 1: 0x10 is IODIRB"


def test_expander_counts_dangerous_reads() -> None:
    chip = MCP23017()
    chip.write(b"\x12")
    chip.read(2)
    assert chip.risky_reads == 2
    chip.write(b"\x00\x7f\x7f")
    chip.write(b"\x12")
    chip.read(2)
    assert chip.risky_reads == 2


def test_multiplexer_register_and_reset() -> None:
    mux = TCA9548A()
    mux.write(b"\x08")
    assert (mux.channels, mux.read(1)) == (8, b"\x08")
    mux.reset()
    assert mux.channels == 0
