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


class Pin:
    IN, OUT, PULL_UP, IRQ_FALLING = 0, 1, 1, 4
    made = {}

    def __init__(self, number, mode=IN, pull=None, value=1):
        self.number, self.level, self.handler = number, value, None
        Pin.made[number] = self

    def value(self, *level):
        if level:
            self.level = level[0]
            return None
        grounded = [b for a, b in Wires.joined if a == self.number and not Pin.made[b].level]
        return 0 if self.number in Wires.low or grounded else 1

    def irq(self, handler, trigger):
        self.handler = handler


class Wires:
    """What the test did to the pins so far."""

    low = set()
    joined = set()
    pipe = open(int(os.getenv("TOWER_WIRES")), "rb")
    poll = select.poll()

    @classmethod
    def pull(cls):
        while cls.poll.poll(0):
            words = str(cls.pipe.readline(), "ascii").split()
            if not words:
                sys.exit("the test is gone")
            cls.act(words[0], [int(number) for number in words[1:]])

    @classmethod
    def act(cls, word, numbers):
        first = numbers[0]
        if word == "low":
            cls.low.add(first)
            pin = Pin.made.get(first)
            if pin and pin.handler:
                pin.handler(pin)
        elif word == "high":
            cls.low.discard(first)
        elif word == "join":
            cls.joined.add((numbers[1], first))
        else:
            cls.joined.discard((numbers[1], first))


class WDT:
    def __init__(self, timeout):
        self.timeout = timeout

    def feed(self):
        Wires.pull()


class I2C:
    """A bus with nothing on it."""

    def __init__(self, bus, sda, scl, freq):
        self.freq = freq

    def scan(self):
        return []


class Registers:
    def __init__(self):
        self._words = eval(open("registers").read()) if "registers" in os.listdir() else {}

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


Wires.poll.register(Wires.pipe, select.POLLIN)
Wires.pull()
