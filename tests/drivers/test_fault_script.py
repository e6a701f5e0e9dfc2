"""The fault scripts: what can be said, what is said about a line that cannot be read, and when things happen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.fault import TARGETS, ScriptError, Trouble, parse, schedule
from drivers.memory import VirtualAlarm
from drivers.ports import KEYS


def test_the_lines_of_the_specification() -> None:
    script = """
    # a comment
    at 3.2s seat 4 i2c errno=121 for 5s
    at 8s tower unplug for 2s   # pulled
    at 9s key 2:+3 bounce 30 in 8ms
    at 1m clock jump 365d
    at 200ms bus flip 1%
    """
    assert parse(script) == (
        Trouble(3.2, "seat", "i2c", seat=4, value=121, lasts=5.0),
        Trouble(8.0, "tower", "unplug", lasts=2.0),
        Trouble(9.0, "key", "bounce", seat=2, key="+3", value=30, within=0.008),
        Trouble(60.0, "clock", "jump", value=365 * 86400.0),
        Trouble(0.2, "bus", "flip", value=1.0),
    )


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("on 3s bus block", 1, "'at' should stand here"),
        ("at", 3, "the line ends where a time"),
        ("at 3 bus block", 4, "'3' is not a time"),
        ("at 3s sea 4 unplug", 7, "'sea' is not a target; known: seat"),
        ("at 3s seat 8 unplug", 12, "'8' is not a seat from 1 to 7"),
        ("at 3s seat 4 explode", 14, "known: i2c oled"),
        ("at 3s seat 4 i2c errno=x", 18, "'errno=x' is not an error"),
        ("at 3s key 2+3 press", 11, "write seat:key"),
        ("at 3s key 2:+7 press", 11, "write seat:key"),
        ("at 3s bus flip 101%", 16, "is not a share"),
        ("at 3s key 2:+3 bounce 30 within 8ms", 26, "'in' should stand here"),
        ("at 3s bus block during 4s", 17, "'for' should stand here"),
        ("at 3s bus block for 4s please", 24, "nothing may follow"),
    ],
)
def test_a_line_that_cannot_be_read_names_its_place(line: str, column: int, words: str) -> None:
    with pytest.raises(ScriptError) as error:
        parse("\n" + line)
    assert (error.value.line, error.value.column) == (2, column)
    assert words in str(error.value)
    assert f"line 2, column {column}" in str(error.value)


def troubles() -> st.SearchStrategy[Trouble]:
    times = st.integers(0, 10_000_000).map(lambda us: us / 1_000_000)

    @st.composite
    def one(draw: st.DrawFn) -> Trouble:
        target = draw(st.sampled_from(sorted(TARGETS)))
        action = draw(st.sampled_from(sorted(TARGETS[target])))
        kind = TARGETS[target][action]
        value = {"errno": st.integers(1, 255), "edges": st.integers(1, 1000), "percent": st.integers(0, 100)}
        return Trouble(
            draw(times),
            target,
            action,
            draw(st.integers(1, 7)) if target in ("seat", "key") else 0,
            draw(st.sampled_from(KEYS)) if target == "key" else "",
            float(draw(value.get(kind, times if kind == "time" else st.just(0)))),
            draw(times) if kind == "edges" else 0.0,
            draw(st.none() | times),
        )

    return one()


@given(troubles())
def test_every_trouble_reads_back_from_its_own_line(trouble: Trouble) -> None:
    assert parse(str(trouble)) == (trouble,)


def test_troubles_begin_and_end_by_the_alarm() -> None:
    alarm = VirtualAlarm(start=100.0)
    seen: list[tuple[float, str, bool]] = []
    handles = schedule(
        parse("at 2s seat 1 unplug for 3s\nat 1s key 1:OK press\nat 9s bus block"),
        alarm,
        lambda trouble, on: seen.append((round(alarm.now(), 3), trouble.action, on)),
    )
    alarm.advance(8)
    handles[-1].cancel()
    alarm.advance(8)
    assert seen == [
        (101.0, "press", True),
        (101.08, "press", False),
        (102.0, "unplug", True),
        (105.0, "unplug", False),
    ]
