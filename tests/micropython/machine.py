"""The Pico's `machine` module for MicroPython on a PC: pins are wires that a test pulls through a pipe.

The descriptor in TOWER_WIRES gives lines "low 15", "high 15" (a pin to ground or back to its pull-up), "join 6 10" and
"part 6 10" (a key between two pins). They are read whenever the watchdog is fed, that is once a loop. The pipe's end
means that the test is gone, and stops the tower. Registers that outlive a reset are kept in the file `registers`.
"""

import os
import select
import sys

WDT_RESET = 3
RESTARTED = 42
"""The exit status that stands for a reset of the chip."""


low = set()
"""Pins that are held to ground."""
joined = set()
"""Pairs of pins that a pressed key connects."""
made = {}
"""Every Pin that the firmware made, by number."""
pipe = open(int(os.getenv("TOWER_WIRES")), "rb")  # noqa: SIM115 (it stays open as long as the tower runs)
poll = select.poll()
poll.register(pipe, select.POLLIN)


def pull():
    """Do to the pins what the test asked for since the last call."""
    while poll.poll(0):
        words = str(pipe.readline(), "ascii").split()
        if not words:
            sys.exit("the test is gone")
        act(words[0], [int(number) for number in words[1:]])


def act(word, numbers):
    first = numbers[0]
    if word == "low":
        low.add(first)
        if first in made and made[first].handler:
            made[first].handler(made[first])
    elif word == "high":
        low.discard(first)
    elif word == "join":
        joined.add(tuple(numbers))
    else:
        joined.discard(tuple(numbers))


class Pin:
    IN, OUT, PULL_UP, IRQ_FALLING = 0, 1, 1, 4

    def __init__(self, number, mode=IN, pull=None, value=1):
        self.number, self.level, self.handler = number, value, None
        made[number] = self

    def value(self, *level):
        if level:
            self.level = level[0]
            return None
        grounded = [row for row, column in joined if column == self.number and not made[row].level]
        return 0 if self.number in low or grounded else 1

    def irq(self, handler, trigger):
        self.handler = handler


class WDT:
    def __init__(self, timeout):
        self.timeout = timeout

    def feed(self):
        pull()


class I2C:
    """A bus with nothing on it."""

    def __init__(self, bus, sda, scl, freq):
        self.freq = freq

    def scan(self):
        return []


class Registers:
    def __init__(self):
        self._words = {}
        if "registers" in os.listdir():
            with open("registers") as file:
                self._words = eval(file.read())

    def __getitem__(self, address):
        return self._words.get(address, 0)

    def __setitem__(self, address, word):
        self._words[address] = word
        with open("registers", "w") as file:
            file.write(repr(self._words))


mem32 = Registers()


def unique_id():
    return bytes.fromhex("e66058388354a12f")


def reset_cause():
    return WDT_RESET if os.getenv("TOWER_BITTEN") else 1


def reset():
    sys.exit(RESTARTED)


pull()
