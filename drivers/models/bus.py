"""The trunk as wires with a speed: multiplexer, pods behind it, and every way in which it can go wrong.

Time is the caller's: a transfer is carried out at once and says by `free_at` when it would be over, so whoever steps
the trunk waits until then. Byte counts include addresses, as on the wire; the multiplexer's own are kept apart.
"""

from __future__ import annotations

import errno
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import NamedTuple, Protocol

from drivers.i2c.bus import DEADLINE
from drivers.models.pod import ModelPod
from drivers.models.tca9548a import TCA9548A


class Chip(Protocol):
    def write(self, data: bytes) -> None: ...
    def read(self, count: int) -> bytes: ...


class Transfer(NamedTuple):
    """What a hook on the wire sees. `size` is bytes on the wire without the multiplexer's; `changed` is how many of
    them changed the RAM of a screen."""

    began: float
    ended: float
    pod: int
    chip: str
    """"oled", "keys", or "" where nobody answered."""
    packets: tuple[bytes, ...]
    size: int
    changed: int
    error: int


class ModelBus:
    """The port `i2c.bus.Bus` over models. `now` is the virtual clock, `speed` bits a second."""

    def __init__(
        self, pods: dict[int, ModelPod], now: Callable[[], float], speed: int, seed: int = 1
    ) -> None:
        self.pods, self.speed = pods, speed
        self.mux = TCA9548A()
        self.free_at = 0.0
        self.bytes: Counter[str] = Counter()
        """Bytes on the wire by chip: "oled", "keys", "mux"."""
        self.busy = 0.0
        """Seconds during which the wires were in use."""
        self.hooks: list[Callable[[Transfer], None]] = []
        self.blocked = self.missing = self.denied = False
        self.flip = 0.0
        """Share of reads in which one bit is wrong."""
        self._now = now
        self._random = Random(seed)

    def now(self) -> float:
        """The clock as the one who is waiting for a transfer sees it."""
        return max(self._now(), self.free_at)

    def write(self, channel: int, address: int, packets: tuple[bytes, ...]) -> None:
        def go(chip: Chip) -> bytes:
            for packet in packets:
                chip.write(packet)
            return b""

        self._transfer(channel, address, packets, 0, go)

    def read(self, channel: int, address: int, register: int, count: int) -> bytes:
        def go(chip: Chip) -> bytes:
            chip.write(bytes((register,)))
            return chip.read(count)

        answer = self._transfer(channel, address, (bytes((register,)),), count, go)
        if self.flip and self._random.random() < self.flip:
            wrong = bytearray(answer)
            wrong[self._random.randrange(count)] ^= 1 << self._random.randrange(8)
            return bytes(wrong)
        return answer

    def close(self) -> None:
        return

    def _transfer(
        self, channel: int, address: int, packets: tuple[bytes, ...], count: int, go: Callable[[Chip], bytes]
    ) -> bytes:
        if self.missing or self.denied:
            code = errno.ENOENT if self.missing else errno.EACCES
            raise OSError(code, "cannot open", f"/dev/i2c-{29 + channel}")
        pod = self.pods[channel]
        began, changed = self.now(), pod.oled.changed
        code = self._select(channel)
        size, answer, name = 1, b"", pod.name(address)
        if not code:
            code = pod.error(address)
            if not code:
                answer = go(pod.chip(address))
            elif name:
                pod.break_off(address, packets)
            size = sum(len(packet) + 1 for packet in packets) + (count + 1 if count else 0)
            if code and not name:
                size = 1  # nobody acknowledged the address
        self._deselect()
        if name == "keys":
            pod.moved()  # a read ends the interrupt
        hangs = code == errno.ETIMEDOUT
        self._spend(began, size, name, hangs)
        if self.hooks:
            sent = Transfer(
                began, self.free_at, channel, name, packets, size, pod.oled.changed - changed, code
            )
            for hook in self.hooks:
                hook(sent)
        if code:
            raise OSError(code, "modelled fault")
        return answer

    def _select(self, channel: int) -> int:
        """What the kernel's multiplexer driver does before a transfer. Gives an errno, or 0."""
        if self.blocked:
            return errno.ETIMEDOUT
        if not self._held():
            self.mux.write(bytes((1 << channel - 1,)))
        return errno.EIO if self._held() else 0

    def _deselect(self) -> None:
        """`disconnect_on_idle`: after each transfer no channel is joined, unless a pod holds the wires."""
        if not self.blocked and not self._held():
            self.mux.write(b"\0")

    def _held(self) -> bool:
        return self.mux.channels != 0 and any(
            pod.shorted and self.mux.channels >> n - 1 & 1 for n, pod in self.pods.items()
        )

    def _spend(self, began: float, size: int, name: str, hangs: bool) -> None:
        duration = DEADLINE if hangs else (9 * (size + 4) + 6) / self.speed
        self.free_at = began + duration
        self.busy += duration
        self.bytes[name or "nobody"] += size
        self.bytes["mux"] += 4
