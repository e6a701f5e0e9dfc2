"""A cable that spoils bytes, both ways, by a seed."""

from __future__ import annotations

import random
from pathlib import Path

from drivers.tower.ctp import Lines, Message
from drivers.tower.serial import Port, open_serial


class NoisyPort:
    """A serial port of which this share of bytes is flipped, dropped, doubled, or begins a burst of junk.

    What the tower really said is kept in `truth`, for comparison.
    """

    def __init__(self, port: Port, rate: float, rng: random.Random) -> None:
        self.port, self.rate, self.rng = port, rate, rng
        self.spoiled = 0
        self.truth: list[Message] = []
        self._lines = Lines()

    def fileno(self) -> int:
        return self.port.fileno()

    def read(self, size: int, /) -> bytes:
        data = self.port.read(size)
        self.truth += [line for line in self._lines.feed(data) if isinstance(line, Message)]
        return self.spoil(data)

    def write(self, data: bytes, /) -> int | None:
        self.port.write(self.spoil(data))
        return len(data)

    def reset_output_buffer(self) -> None:
        self.port.reset_output_buffer()

    def close(self) -> None:
        self.port.close()

    def spoil(self, data: bytes) -> bytes:
        spoiled = bytearray()
        for byte in data:
            if self.rng.random() >= self.rate:
                spoiled.append(byte)
                continue
            self.spoiled += 1
            kind = self.rng.choice(("flip", "drop", "double", "burst"))
            if kind == "flip":
                spoiled.append(byte ^ 1 << self.rng.randrange(8))
            elif kind == "double":
                spoiled += bytes((byte, byte))
            elif kind == "burst":
                spoiled += self.rng.randbytes(self.rng.randint(2, 12))
        return bytes(spoiled)


class Cable:
    """Opens noisy ports, and knows them all."""

    def __init__(self, rate: float, seed: int) -> None:
        self.rate, self.rng = rate, random.Random(seed)
        self.ports: list[NoisyPort] = []

    def open(self, path: Path) -> NoisyPort:
        self.ports.append(NoisyPort(open_serial(path), self.rate, self.rng))
        return self.ports[-1]

    @property
    def rolls(self) -> set[tuple[str, str]]:
        """Every roll that the tower told, as (no, dice), undamaged."""
        said = (message for port in self.ports for message in port.truth)
        return {(message.values["no"], message.values["dice"]) for message in said if message.verb == "ROLL"}
