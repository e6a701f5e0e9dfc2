"""The seam between the trunk's worker and the wire, and the wire itself: Linux's I2C adapters through smbus2.

A mux channel is an adapter of its own to Linux (`/dev/i2c-30` …), though all share one lock and one pair of wires.
"""

from __future__ import annotations

import errno
from typing import Any, Protocol

PIECE = 64
"""Most bytes of picture in one transfer: what a key may have to wait for."""
DEADLINE = 0.05
"""Seconds a transfer may take. 64 bytes take 6 ms at 100 kHz; the kernel's own default is a whole second."""
_I2C_TIMEOUT = 0x0702  # linux/i2c-dev.h, in units of 10 ms


class Bus(Protocol):
    """One trunk. `channel` is the pod's number. Both calls block and raise OSError (or worse: see `reason`)."""

    def write(self, channel: int, address: int, packets: tuple[bytes, ...]) -> None:
        """Write the packets in one transfer, with repeated starts between them."""

    def read(self, channel: int, address: int, register: int, count: int) -> bytes:
        """Write the register's number, then read `count` bytes."""

    def close(self) -> None: ...


class LinuxBus:
    """`/dev/i2c-N` for each pod, opened when first used. `buses` maps a pod's number to N; `trunk` is the adapter
    that all of them hang on, whose time-out bounds every transfer."""

    def __init__(self, buses: dict[int, int], trunk: int) -> None:
        self._buses, self._trunk = buses, trunk
        self._open: dict[int, Any] = {}
        self._bounded = False

    def write(self, channel: int, address: int, packets: tuple[bytes, ...]) -> None:
        from smbus2 import i2c_msg

        self._transfer(channel, [i2c_msg.write(address, packet) for packet in packets])

    def read(self, channel: int, address: int, register: int, count: int) -> bytes:
        from smbus2 import i2c_msg

        answer = i2c_msg.read(address, count)
        self._transfer(channel, [i2c_msg.write(address, [register]), answer])
        return bytes(answer)

    def close(self) -> None:
        for bus in self._open.values():
            bus.close()
        self._open.clear()

    def _transfer(self, channel: int, messages: list[Any]) -> None:
        try:
            self._bus(channel).i2c_rdwr(*messages)
        except OSError as error:
            if error.errno in (errno.ENODEV, errno.EBADF):  # the adapter went away: open it anew next time
                self._open.pop(self._buses[channel]).close()
            raise

    def _bus(self, channel: int) -> Any:
        number = self._buses[channel]
        if (bus := self._open.get(number)) is None:
            from smbus2 import SMBus

            bus = self._open[number] = SMBus(number)
            if not self._bounded:
                self._bound()
        return bus

    def _bound(self) -> None:
        """Set the deadline on the trunk: transfers of all channels run under their parent's time-out."""
        from fcntl import ioctl

        from smbus2 import SMBus

        with SMBus(self._trunk) as trunk:
            assert trunk.fd is not None
            ioctl(trunk.fd, _I2C_TIMEOUT, max(1, round(DEADLINE * 100)))
        self._bounded = True


JAMS = frozenset({errno.ETIMEDOUT, errno.EAGAIN, errno.EBUSY})
"""Errors that speak of the wires (somebody holds them) rather than of one chip that does not answer."""
HOLDS = JAMS | {errno.EIO}
"""Errors of a pod that is set apart rather than pulled."""
NOT_OURS = frozenset({errno.ENOENT, errno.EACCES, errno.EPERM})
"""Errors of the machine's set-up: the bus cannot be opened at all."""

_WORDS = {
    errno.ENOENT: "there is no such I2C bus: is the multiplexer's overlay in config.txt? (croupier doctor tells)",
    errno.EACCES: "no permission: add the user to the group i2c (sudo usermod -aG i2c $USER), then log in again",
    errno.EPERM: "no permission: add the user to the group i2c (sudo usermod -aG i2c $USER), then log in again",
    errno.EREMOTEIO: "does not answer",
    errno.ENXIO: "does not answer",
    errno.ENODEV: "the bus is gone",
    errno.EIO: "a transfer failed",
    errno.EAGAIN: "lost the wires to another talker",
    errno.EBUSY: "the wires are held",
    errno.ETIMEDOUT: "the wires are held (time-out)",
}


def reason(fault: Exception) -> tuple[int, str]:
    """(errno, plain English) of whatever a transfer raised. Not all of it is an OSError: luma turns a missing
    answer to a command into its own DeviceNotFoundError, smbus2 may raise TypeError on a closed bus."""
    code = getattr(fault, "errno", None) or errno.EREMOTEIO
    return code, f"{_WORDS.get(code, 'a transfer failed')} (errno {code})"
