"""The virtual clock, and the twins that only tests use."""

from __future__ import annotations

import pytest

from drivers.memory import MemoryHost, MemoryPod, MemoryTower, VirtualAlarm
from drivers.ports import Event, HostEdge, PodChanged, TowerChanged, TowerRolled, TowerVoided


def test_calls_come_in_the_order_of_their_times_and_equal_times_keep_theirs() -> None:
    alarm, seen = VirtualAlarm(10.0), []
    for name, when in (("b", 12.0), ("a", 11.0), ("c", 12.0), ("late", 15.0), ("past", 3.0)):
        alarm.at(when, lambda name=name: seen.append((name, alarm.now())))  # type: ignore[misc]
    alarm.at(12.0, lambda: seen.append(("never", 0.0))).cancel()
    alarm.advance(4)
    assert seen == [("past", 10.0), ("a", 11.0), ("b", 12.0), ("c", 12.0)]
    assert (alarm.now(), alarm.next) == (14.0, 15.0)


def test_a_call_may_ask_for_another_within_the_same_advance() -> None:
    alarm, ticks = VirtualAlarm(), []

    def tick() -> None:
        ticks.append(alarm.now())
        alarm.at(alarm.now() + 0.25, tick)

    alarm.at(0.25, tick)
    alarm.advance(1.0)
    assert ticks == [0.25, 0.5, 0.75, 1.0]


def test_memory_pod_records_what_reached_the_panel() -> None:
    events: list[Event] = []
    pod = MemoryPod(2, events.append)
    pod.plug(1.0)
    pod.show(b"\x01" * 1024)
    pod.show(b"\x01" * 1024)
    pod.hide(b"\x02" * 1024)
    assert pod.commands == ["frame", "off", "frame", "on"]
    assert pod.frames == [b"\x01" * 1024, b"\x02" * 1024]
    assert events == [PodChanged(2, "present", 1.0)]
    with pytest.raises(ValueError, match="no key is called 'X'"):
        pod.press("X", 2.0)


def test_memory_host_key() -> None:
    events: list[Event] = []
    MemoryHost(events.append).press(4.0)
    assert events == [HostEdge(True, 4.0), HostEdge(False, 4.0)]


def test_memory_tower_rolls_only_what_is_armed() -> None:
    events: list[Event] = []
    tower = MemoryTower(events.append, now=lambda: 7.0)
    assert not tower.arm("2d6"), "absent"
    tower.ready(1.0)
    assert tower.arm("2d6")
    assert not tower.arm("1d4"), "busy"
    tower.roll(((3, 4),), 2.0)
    assert tower.arm("1d4", secret=True)
    tower.void()
    with pytest.raises(RuntimeError, match="nothing is armed"):
        tower.roll(((1,),), 3.0)
    assert tower.arm("1d4")
    tower.lose(9.0)
    assert [type(event) for event in events] == [
        TowerChanged, TowerChanged, TowerRolled, TowerChanged, TowerChanged, TowerVoided, TowerChanged,
        TowerChanged, TowerVoided, TowerChanged,
    ]  # fmt: skip
    assert tower.armed == [("2d6", False), ("1d4", True), ("1d4", False)]
