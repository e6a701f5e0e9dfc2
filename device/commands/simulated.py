"""A table with software for everything that would be soldered."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

from device.commands.opening import drawn, open_table
from device.commands.serve import Kept
from device.crank import Crank
from device.devices import Devices
from device.seat.mind import OtherMind
from device.settings import Settings
from device.table.house import PODS, Hold
from device.web.needs import Simulated
from drivers.alarm import LoopAlarm, across_threads
from drivers.browser import BrowserBuzzer, BrowserPod
from drivers.memory import MemoryLamp
from drivers.ports import Event, PodChanged
from drivers.tower.sim import SimTower

if TYPE_CHECKING:
    from device.commands.faults import Faulty

PARTS = ("pods", "tower", "buzzer", "host", "lamp")


def table(
    settings: Settings, kept: Kept, alarm: LoopAlarm, seed: int | None, script: str | None
) -> tuple[Crank, Simulated]:
    """The table, and what its page may do to it. `seed` is the bots'; with a fault script, be it empty, a Pi's own
    drivers run over modelled chips. Call it on the loop's thread."""
    cranks: list[Crank] = []  # it comes after its devices
    sink = across_threads(asyncio.get_running_loop(), lambda event: cranks[0].sink(event))
    tower = SimTower(sink, alarm)
    faulty = None if script is None else _faulty(alarm, cranks, tower)
    pods = faulty.glasses.pods if faulty else {n: BrowserPod(n, sink) for n in range(1, PODS + 1)}
    buzzer = faulty.buzzer if faulty else BrowserBuzzer()
    devices = Devices(dict(pods), buzzer, MemoryLamp(), tower, phone=lambda n: BrowserPod(n, sink))
    devices.mind = OtherMind()
    opened = open_table(*kept)
    cranks.append(crank := Crank(opened, devices, alarm, settings, drawn, random.Random(seed)))
    if opened.now.house.playing is None and all(p.holder == "empty" for p in opened.now.house.places):
        crank.post(lambda: opened.tell(Hold(1, "pod")))
    tower.start()
    if faulty is None:
        for number in pods:
            crank.sink(PodChanged(number, "present", alarm.now()))
    elif script:
        faulty.run(script)
    return crank, Simulated(PARTS, buzzer, tower.drop_marble, faulty.run if faulty else None)


def _faulty(alarm: LoopAlarm, cranks: list[Crank], tower: SimTower) -> Faulty:
    from device.commands.faults import Faulty

    def local(event: Event) -> None:
        cranks[0].local(event)

    return Faulty(alarm, local, lambda pods: cranks[0].glimpse(pods), tower)
