"""A pod as its chips, its keys, and what can befall it."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any

from drivers.models.mcp23017 import MCP23017
from drivers.models.oled import PanelModel, panel
from drivers.pi_settings import Panel
from drivers.pins import EXPANDER_ADDRESS, EXPANDER_KEYS, EXPANDER_LAMPS, OLED_ADDRESS
from drivers.ports import FRAME_BYTES, Frame

_BIT = {key: 1 << bit + (8 if port == "B" else 0) for key, (port, bit) in EXPANDER_KEYS.items()}
_LAMPS = tuple(1 << bit + (8 if port == "B" else 0) for port, bit in EXPANDER_LAMPS)


class ModelPod:
    """One pod. `moved` is called when its interrupt line may have changed."""

    def __init__(self, number: int, kind: Panel, moved: Callable[[], None], expander: bool = True) -> None:
        self.number = number
        self.oled: PanelModel = panel(kind)
        self.expander = MCP23017()
        self.plugged = True
        self.shorted = False
        self.dim = False
        """The supply sags: the chips answer, know nothing, and read low."""
        self.errors: dict[str, int] = {}
        """errno that every transfer meets, by "i2c", "oled" or "keys"."""
        self.down: set[str] = set()
        self.moved = moved
        self._names = {OLED_ADDRESS: "oled"} | ({EXPANDER_ADDRESS: "keys"} if expander else {})

    def key(self, key: str, down: bool, tell: bool = True) -> None:
        """A contact closes or opens. `tell` False: the interrupt of it gets lost."""
        if down:
            self.down.add(key)
        else:
            self.down.discard(key)
        self.expander.ground = sum(_BIT[each] for each in self.down)
        if tell:
            self.moved()

    @property
    def sound(self) -> bool:
        """Plugged in, and nothing is wrong with it."""
        return self.plugged and not (self.shorted or self.dim or self.errors)

    @property
    def interrupt(self) -> bool:
        return self.plugged and self.expander.interrupt

    @property
    def lamps(self) -> tuple[bool, bool]:
        if not self.plugged:
            return False, False
        outputs = self.expander.outputs
        return bool(outputs & _LAMPS[0]), bool(outputs & _LAMPS[1])

    @property
    def screen(self) -> Frame:
        """What a person sees on it."""
        return self.oled.screen() if self.plugged and not self.dim else bytes(FRAME_BYTES)

    def plug(self, plugged: bool) -> None:
        """Pulled, or back with its chips as after power-on."""
        self.plugged = plugged
        self.power_on()

    def sag(self, dim: bool) -> None:
        self.dim = dim
        self.power_on()

    def power_on(self) -> None:
        self.oled.power_on()
        self.expander.power_on()
        self.moved()

    # The wire's side

    def name(self, address: int) -> str:
        """Which chip answers to this address: "oled", "keys" or ""."""
        return self._names.get(address, "") if self.plugged else ""

    def error(self, address: int) -> int:
        """The errno that a transfer to this address meets now, or 0."""
        if not (name := self.name(address)):
            return errno.EREMOTEIO
        return self.errors.get("i2c", 0) or self.errors.get(name, 0)

    def chip(self, address: int) -> Any:
        if self.dim:
            return _Sagging()
        return self.oled if address == OLED_ADDRESS else self.expander

    def break_off(self, address: int, packets: tuple[bytes, ...]) -> None:
        """A transfer breaks off in its midst: half of the last packet has arrived."""
        if address == OLED_ADDRESS and packets:
            for packet in (*packets[:-1], packets[-1][: len(packets[-1]) // 2 + 1]):
                self.oled.write(packet)


class _Sagging:
    """Any chip at too low a voltage: it acknowledges, and all its lines are low."""

    def write(self, data: bytes) -> None:
        return

    def read(self, count: int) -> bytes:
        return bytes(count)
