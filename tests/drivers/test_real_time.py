"""The rig in real time, stepped by an event loop's alarm: how the simulator runs the Pi's drivers with faults."""

from __future__ import annotations

import asyncio
import time

from drivers.alarm import LoopAlarm
from drivers.models.rig import ModelRig
from drivers.ports import Edge, Event, PodChanged
from tests.drivers.samples import screens


def test_a_scripted_second_in_real_time() -> None:
    events: list[Event] = []

    async def second() -> ModelRig:
        script = "at 300ms seat 2 unplug for 100ms\nat 400ms key 1:OK press"
        rig = ModelRig(2, faults=script, alarm=LoopAlarm(asyncio.get_running_loop()), sink=events.append)
        rig.hardware.pods[1].show(screens()["bid_en"])
        until = time.monotonic() + 5
        while time.monotonic() < until and not (
            any(isinstance(e, Edge) and not e.down for e in events)
            and [e.state for e in events if isinstance(e, PodChanged) and e.pod == 2].count("present") == 2
        ):
            await asyncio.sleep(0.02)
        return rig

    rig = asyncio.run(second())
    assert rig.screen(1) == screens()["bid_en"]
    assert [(e.key, e.down) for e in events if isinstance(e, Edge)] == [("OK", True), ("OK", False)]
    states = [e.state for e in events if isinstance(e, PodChanged) and e.pod == 2]
    assert states == ["probing", "present", "absent", "probing", "present"]
