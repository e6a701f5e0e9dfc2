"""Recorded traffic, played back."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.memory import VirtualAlarm
from drivers.ports import Event, TowerRolled, TowerVoided
from drivers.tower.sim import SimTower
from drivers.tower.traffic import Record, read, recorder, replay, write

EVENING = Path(__file__).parent / "evening.traffic"
"""Recorded from the firmware under MicroPython on a pty: rolls, a secret roll, a void, a pulled cable."""


def recorded(alarm: VirtualAlarm) -> tuple[str, list[Event]]:
    file, events = io.StringIO(), list[Event]()
    tower = SimTower(events.append, alarm, tap=recorder(file))
    tower.start()
    alarm.advance(7.3)
    for pool, secret in (("4d6:g+4d6:r", False), ("1d10+1d20", True)):
        tower.arm(pool, secret)
        alarm.advance(3.1)
        tower.drop_marble()
        alarm.advance(0.4)
    tower.reveal()
    tower.arm("1d6")
    alarm.advance(1)
    tower.void()
    alarm.advance(1)
    tower.arm("1d6")
    alarm.advance(1)
    tower.unplug()
    alarm.advance(1)
    tower.plug()
    alarm.advance(1)
    tower.safe()
    alarm.advance(1)
    tower.close()
    return file.getvalue(), events


def test_a_recording_brings_every_event_again_at_its_time() -> None:
    text, events = recorded(VirtualAlarm(1234.5678))
    again: list[Event] = []
    session = replay(read(text), again.append)
    assert again == events and session.state == "lost"
    assert [type(event) for event in events if isinstance(event, TowerRolled | TowerVoided)] == [
        TowerRolled,
        TowerRolled,
        TowerVoided,
        TowerVoided,
    ]


def test_a_recording_of_the_real_firmware_plays_as_it_did() -> None:
    events: list[Event] = []
    replay(read(EVENING.read_text()), events.append)
    ends = [event for event in events if isinstance(event, TowerRolled | TowerVoided)]
    assert [type(end).__name__ for end in ends] == ["TowerRolled"] * 3 + ["TowerVoided"] * 2
    assert ends[-2].proof["t"] and "t" not in ends[-1].proof


def test_a_host_that_says_something_else_is_noticed() -> None:
    text, _ = recorded(VirtualAlarm())
    with pytest.raises(ValueError, match="recorded"):
        replay(read(text.replace("ARM pool=1d6", "ARM pool=1d8")), lambda event: None)


@given(st.builds(Record, st.floats(0, 1e9), st.sampled_from("<>!"), st.binary(max_size=100)))
def test_any_bytes_can_be_written_down(record: Record) -> None:
    assert read(write(record) + "\n") == [record]


@pytest.mark.parametrize("line", ["x < a", "1.0 ? a", "1.0", "1.0 <a", "1.0 < \u20ac", "1.0 < \\x"])
def test_a_bad_line_is_named(line: str) -> None:
    with pytest.raises(ValueError, match="recording, line 2"):
        read("1.0 < a\n" + line)


def test_an_unknown_act_is_named() -> None:
    with pytest.raises(ValueError, match="'dance'"):
        replay([Record(1.0, "!", b"dance")], lambda event: None)
