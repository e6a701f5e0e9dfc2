"""Every port in every make, behind one small bench that the conformance suites use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from drivers.browser import BrowserBuzzer, BrowserPod
from drivers.memory import MemoryBuzzer, MemoryLamp, MemoryPod
from drivers.models.rig import ModelRig
from drivers.ports import Buzzer, Event, Frame, Lamp, Pod


class PodBench(Protocol):
    """A pod that is there, with eyes and fingers."""

    pod: Pod
    events: list[Event]

    def see(self) -> Frame: ...
    def lit(self) -> tuple[bool, bool]: ...
    def key(self, key: str, down: bool) -> None: ...


class MemoryBench:
    def __init__(self) -> None:
        self.events: list[Event] = []
        self.pod = MemoryPod(3, self.events.append)

    def see(self) -> Frame:
        return self.pod.screen

    def lit(self) -> tuple[bool, bool]:
        return self.pod.lamp

    def key(self, key: str, down: bool) -> None:
        (self.pod.down if down else self.pod.up)(key, 1.0)


class BrowserBench:
    def __init__(self) -> None:
        self.events: list[Event] = []
        self.pod = BrowserPod(3, self.events.append)

    def see(self) -> Frame:
        return self.pod.frame if self.pod.on else bytes(1024)

    def lit(self) -> tuple[bool, bool]:
        return self.pod.lamp

    def key(self, key: str, down: bool) -> None:
        self.pod.key(key, down, 1.0)


class ModelBench:
    """The Pi's drivers over models."""

    def __init__(self, panel: str = "ssd1309", header: bool = False) -> None:
        self.rig = ModelRig((3,), panel, header=(3,) if header else ())  # type: ignore[arg-type]
        self.rig.settle()
        self.rig.advance(0.05)
        self.rig.events.clear()
        self.events = self.rig.events
        self.pod = self.rig.hardware.pods[3]

    def see(self) -> Frame:
        self.rig.settle()
        return self.rig.screen(3)

    def lit(self) -> tuple[bool, bool]:
        self.rig.settle()
        return self.rig.pods[3].lamps

    def key(self, key: str, down: bool) -> None:
        (self.rig.down if down else self.rig.up)(3, key)
        self.rig.advance(0.1)


PODS: dict[str, Callable[[], PodBench]] = {
    "memory": MemoryBench,
    "browser": BrowserBench,
    "ssd1306": lambda: ModelBench("ssd1306"),
    "ssd1309": ModelBench,
    "sh1106": lambda: ModelBench("sh1106"),
    "header keys": lambda: ModelBench(header=True),
}


class BuzzerBench(Protocol):
    buzzer: Buzzer

    def sounding(self, at: float) -> bool:
        """Is there a tune `at` seconds after the last call to the buzzer?"""


class MutedBench:
    """Twins that only say what they would play: the sound is over when its notes are."""

    def __init__(self, buzzer: MemoryBuzzer | BrowserBuzzer) -> None:
        self.buzzer = buzzer

    def sounding(self, at: float) -> bool:
        return at * 1000 < sum(length for _, length in self.buzzer.sounding)


class PiezoBench:
    def __init__(self) -> None:
        self.rig = ModelRig(1)
        self.rig.advance(0.1)
        self.buzzer = self.rig.hardware.buzzer

    def sounding(self, at: float) -> bool:
        self.rig.advance(at)
        return self.rig.header.tone is not None


BUZZERS: dict[str, Callable[[], BuzzerBench]] = {
    "memory": lambda: MutedBench(MemoryBuzzer()),
    "browser": lambda: MutedBench(BrowserBuzzer()),
    "gpiozero": PiezoBench,
}


def memory_lamp() -> tuple[Lamp, Callable[[], bool]]:
    lamp = MemoryLamp()
    return lamp, lambda: lamp.on


def gpio_lamp() -> tuple[Lamp, Callable[[], bool]]:
    rig = ModelRig(1)
    rig.advance(0.1)
    return rig.hardware.lamp, lambda: rig.header.lamp


LAMPS = {"memory": memory_lamp, "gpiozero": gpio_lamp}
