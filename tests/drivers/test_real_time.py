"""The rig in real time, stepped by an event loop's alarm: how the simulator runs the Pi's drivers with faults."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from drivers.alarm import LoopAlarm
from drivers.models.rig import ModelRig
from drivers.ports import Edge, Event, PodChanged
from tests.drivers.samples import screens


def test_a_scripted_second_in_real_time() -> None:
    events: list[Event] = []

    def presences() -> int:
        return sum(isinstance(e, PodChanged) and e.state == "present" for e in events)

    async def until(done: Callable[[], bool]) -> None:
        limit = time.monotonic() + 30
        while not done() and time.monotonic() < limit:
            await asyncio.sleep(0.02)

    async def second() -> ModelRig:
        rig = ModelRig(2, alarm=LoopAlarm(asyncio.get_running_loop()), sink=events.append)
        rig.hardware.pods[1].show(screens()["bid_en"])
        await until(lambda: presences() == 2)
        rig.script("at 0s seat 2 unplug for 600ms\nat 50ms key 1:OK press for 500ms")
        await until(lambda: presences() == 3 and any(isinstance(e, Edge) and not e.down for e in events))
        return rig

    rig = asyncio.run(second())
    assert rig.screen(1) == screens()["bid_en"]
    assert [(e.key, e.down) for e in events if isinstance(e, Edge)] == [("OK", True), ("OK", False)]
    states = [e.state for e in events if isinstance(e, PodChanged) and e.pod == 2]
    assert states == ["probing", "present", "absent", "probing", "present"]
