"""The multiplexer as a register (TCA9548A data sheet SCPS207): one bit a channel, RESET# clears it."""

from __future__ import annotations


class TCA9548A:
    """`channels` is the control register: bit n joins channel n to the trunk."""

    def __init__(self) -> None:
        self.channels = 0
        self.resets = 0

    def write(self, data: bytes) -> None:
        if data:
            self.channels = data[-1]

    def read(self, count: int) -> bytes:
        return bytes([self.channels]) * count

    def reset(self) -> None:
        self.channels = 0
        self.resets += 1
