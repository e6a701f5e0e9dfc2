"""What goes over the modelled wire, beside what luma's own `display()` would have sent for the same pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from PIL import Image

from drivers.models.bus import Transfer
from drivers.models.rig import ModelRig
from drivers.ports import HEIGHT, WIDTH, Frame


class Tally:
    """Counts, from now on, on this rig: `sent` bytes to screens (with addresses and control bytes), `changed` those
    that changed a panel's RAM, `keys` bytes for keys, and `pictures`, the frames that the table showed."""

    def __init__(self, rig: ModelRig) -> None:
        self.sent = self.changed = self.keys = self.pictures = 0
        rig.bus.hooks.append(self._count)
        for pod in rig.hardware.pods.values():
            setattr(pod, "show", self._counting(pod.show))  # noqa: B010

    def _count(self, transfer: Transfer) -> None:
        if transfer.chip == "oled":
            self.sent += transfer.size
            self.changed += transfer.changed
        elif transfer.chip == "keys":
            self.keys += transfer.size

    def _counting(self, show: Callable[[Frame], None]) -> Callable[[Frame], None]:
        def counted(frame: Frame) -> None:
            self.pictures += 1
            show(frame)

        return counted


class LumaBus:
    """Stands where smbus2's bus would: counts what luma sends, addresses included."""

    def __init__(self, port: int) -> None:
        self.bytes = 0

    def write_i2c_block_data(self, address: int, control: int, data: list[int]) -> None:
        self.bytes += 2 + len(data)

    def i2c_rdwr(self, *messages: Any) -> None:
        self.bytes += sum(1 + message.len for message in messages)

    def close(self) -> None:
        return


class Luma:
    """luma's SSD1309 on a bus that counts, opened as luma itself opens one."""

    def __init__(self) -> None:
        import smbus2
        from luma.core.interface.serial import i2c
        from luma.oled.device import ssd1309

        with patch.object(smbus2, "SMBus", LumaBus):
            interface = i2c(port=1)
        self.bus: LumaBus = interface._bus
        self.device = ssd1309(interface)

    def display(self, frame: Frame) -> int:
        """Bytes that luma sends for this picture."""
        before = self.bus.bytes
        self.device.display(Image.frombytes("1", (WIDTH, HEIGHT), frame))
        return self.bus.bytes - before
