"""What the machine's settings say of the hardware: data alone, read long before any driver is needed."""

from __future__ import annotations

from typing import Literal

import msgspec

from drivers.pins import CHANNEL_BASE, TRUNK_BUS

Backend = Literal["lgpio", "rpigpio"]
Panel = Literal["ssd1306", "ssd1309", "sh1106"]


class PiSettings(msgspec.Struct, frozen=True):
    """What the machine's settings say of the hardware. `pods` are the printed numbers, one mux channel each;
    `header` those of them whose keys are on the header; `mux` False is a bench with one pod straight on the bus."""

    pods: tuple[int, ...] = (1, 2, 3, 4)
    panel: Panel = "ssd1309"
    panels: dict[int, Panel] = {}
    """Pods with another panel than the rest."""
    header: tuple[int, ...] = ()
    mux: bool = True
    trunk: int = TRUNK_BUS
    base: int = CHANNEL_BASE
    pins: Backend = "lgpio"
