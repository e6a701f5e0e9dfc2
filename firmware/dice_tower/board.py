"""The tower's wiring, the only file that names pins: a Raspberry Pi Pico, a break-beam, a lamp, an OLED, a keypad.

GP4 SDA, GP5 SCL    OLED 128x64 with an SSD1306 at 0x3C, 3.3 V
GP15                break-beam receiver, low while the beam is broken
GP16                lamp (LED and resistor to ground), lit while a roll is armed
GP14                button to ground: held at power-on, or for a second while running: safe mode
GP13                to ground at power-on: mode K (keypad); open: mode E (beam)
GP6..GP9            keypad rows 1 to 4; GP10..GP12 its columns 1 to 3
"""

import os
import sys
import time

import framebuf
from machine import I2C, WDT, WDT_RESET, Pin, mem32, reset, reset_cause, unique_id

BEAM, LAMP, BUTTON, MODE = 15, 16, 14, 13
SDA, SCL, OLED = 4, 5, 0x3C
ROWS, COLUMNS = (6, 7, 8, 9), (10, 11, 12)
LEGENDS = "123456789*0#"
SAFE_FILE = "safe"
STEADY_MS, HOLD_MS, WATCHDOG_MS, MINUTE_S = 20, 1000, 4000, 60

STRIKES, SECONDS = 0x4005800C, 0x40058010
"""RP2040 data sheet 4.7.6, SCRATCH0 and SCRATCH1: kept by a watchdog reset, garbage after power-on."""
MARK = 0x544F5700
"""In the upper bytes of STRIKES, tells a count of ours from garbage."""

START = bytes((0xAE, 0x20, 0, 0xA1, 0xC8, 0xA8, 63, 0xD3, 0, 0xDA, 0x12, 0xD5, 0x80)) + bytes(
    (0xD9, 0xF1, 0xDB, 0x30, 0x81, 0xCF, 0x8D, 0x14, 0xA4, 0xA6, 0xAF)
)
"""SSD1306 data sheet, section 10: 64 rows, horizontal addressing, picture upside up, charge pump, on."""
WHOLE = bytes((0x21, 0, 127, 0x22, 0, 7))


class Board:
    """Everything the tower touches. Inputs are polled; only the beam has an interrupt, which notes that it broke."""

    name = "pico"

    def __init__(self) -> None:
        self._wdt = None
        self._second = 0
        self._lamp = Pin(LAMP, Pin.OUT, value=0)
        self._button = Pin(BUTTON, Pin.IN, Pin.PULL_UP)
        self._held = -1
        self._rows = [Pin(row, Pin.OUT, value=1) for row in ROWS]
        self._columns = [Pin(column, Pin.IN, Pin.PULL_UP) for column in COLUMNS]
        self._legend, self._since, self._told = "", 0, True
        self._broken = False
        self._beam = Pin(BEAM, Pin.IN, Pin.PULL_UP)
        self._beam.irq(self._edge, Pin.IRQ_FALLING)
        self.keyed = not Pin(MODE, Pin.IN, Pin.PULL_UP).value()
        self._ram = bytearray(b"\x40" + bytes(1024))  # the control byte "data", then the picture
        self._screen = framebuf.FrameBuffer(memoryview(self._ram)[1:], 128, 64, framebuf.MONO_VLSB)
        self._i2c = I2C(0, sda=Pin(SDA), scl=Pin(SCL), freq=400_000)
        self._oled = OLED in self._i2c.scan()
        if self._oled:
            self._i2c.writeto(OLED, b"\x00" + START)
        self.chip = unique_id().hex().upper()
        self.mp = ".".join([str(part) for part in sys.implementation.version[:3]])
        self.caps = ("keys" if self.keyed else "beam") + (",oled,led" if self._oled else ",led")

    # Starting, resetting, staying alive.

    def stays_safe(self) -> bool:
        """At power-on: safe mode if it was asked for, the button is down, or the watchdog bit three times."""
        asked = SAFE_FILE in os.listdir()
        if asked:
            os.remove(SAFE_FILE)
        return self._third_strike() or asked or not self._button.value()

    def guard(self) -> None:
        """Start the watchdog; from now on nothing but a reset stops it."""
        self._wdt = WDT(timeout=WATCHDOG_MS)

    def alive(self, now: int) -> None:
        """Feed the watchdog, and forget its bites after a minute of work. `now` in ms."""
        if self._wdt:
            self._wdt.feed()
        if now // 1000 != self._second:
            self._second = now // 1000
            mem32[SECONDS] += 1
            if mem32[SECONDS] >= MINUTE_S:
                mem32[SECONDS], mem32[STRIKES] = 0, MARK

    def restart_safe(self) -> None:
        """Reset into safe mode. (A return to the REPL would leave the watchdog biting after 4 s.)"""
        open(SAFE_FILE, "w").close()
        mem32[STRIKES] = 0
        reset()

    def _third_strike(self) -> bool:
        word = mem32[STRIKES]
        bitten = reset_cause() == WDT_RESET and word & ~0xFF == MARK
        strikes = (word & 0xFF) + 1 if bitten else 0
        if not bitten or strikes >= 3:
            mem32[SECONDS] = 0
        mem32[STRIKES] = MARK + strikes % 3
        return strikes >= 3

    # Chance.

    def urandom(self, count: int) -> bytes:
        """Bytes from the chip's conditioned random source."""
        return os.urandom(count)

    def ticks_us(self) -> object:
        """The chip's microseconds: one more thing that nobody can foresee."""
        return time.ticks_us()

    # Inputs.

    def dropped(self) -> bool:
        """Was the beam broken since the last call?"""
        broken, self._broken = self._broken, False
        return broken

    def held(self, now: int) -> bool:
        """Has the button been down for a second?"""
        if self._button.value():
            self._held = -1
        elif self._held < 0:
            self._held = now
        return self._held >= 0 and now - self._held >= HOLD_MS

    def key(self, now: int) -> str:
        """The keypad's key that went down and has stood still for 20 ms, once; else ""."""
        legend = self._scan()
        if legend != self._legend:
            self._legend, self._since, self._told = legend, now, not legend
        elif not self._told and now - self._since >= STEADY_MS:
            self._told = True
            return legend
        return ""

    def _edge(self, _pin) -> None:
        self._broken = True

    def _scan(self) -> str:
        found = ""
        for number, row in enumerate(self._rows):
            row.value(0)
            for place, column in enumerate(self._columns):
                if not column.value():
                    found = LEGENDS[3 * number + place]
            row.value(1)
        return found

    # Outputs.

    def lamp(self, on: bool) -> None:
        """Lit: a roll waits for the marble, or for the keypad."""
        self._lamp.value(on)

    def show(self, rows) -> None:
        """Up to eight rows of text; twice as large where they fit (four rows of eight letters)."""
        if not self._oled:
            return
        scale = 2 if len(rows) <= 4 and max([len(row) for row in rows]) <= 8 else 1
        self._screen.fill(0)
        for number, row in enumerate(rows):
            self._write(row, 8 * scale * number, scale)
        try:
            self._i2c.writeto(OLED, b"\x00" + WHOLE)
            self._i2c.writeto(OLED, self._ram)
        except OSError:
            self._oled = False  # pulled off: the host's screens still tell everything

    def _write(self, text: str, top: int, scale: int) -> None:
        line = framebuf.FrameBuffer(bytearray(128), 128, 8, framebuf.MONO_VLSB)
        line.text(text, 0, 0)
        for x in range(8 * len(text)):
            for y in range(8):
                if line.pixel(x, y):
                    self._screen.fill_rect(scale * x, top + scale * y, scale, scale, 1)
