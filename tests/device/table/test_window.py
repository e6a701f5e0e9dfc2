"""Trading is judged by the time of a key's edge, not by when a timer fired."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from device.settings import PaceSettings
from device.table.window import window
from tests.device.evening import Evening

PACE = PaceSettings(lead_in=3, bot=600, nudge=0, idle=0)


def opened(evenings: Callable[..., Evening]) -> Evening:
    """Two people, trading opened: 3-2-1 begins."""
    evening = evenings(pace=PACE, draw=False)
    evening.start("bull-rally", 2)
    evening.press(1, "OK")
    evening.press(2, "OK")
    assert evening.fold.state.phase == "trade"
    return evening


@pytest.mark.parametrize(("ms", "counts"), [(-1, True), (0, False), (1, False)])
def test_the_deadline_is_exclusive_to_the_millisecond(
    evenings: Callable[..., Evening], ms: int, counts: bool
) -> None:
    evening = opened(evenings)
    deadline = evening.crank.tasks.window.deadline
    evening.alarm.run_until(deadline - 0.002)
    evening.pods[1].press("+1", deadline + ms / 1000)
    evening.wait(1)
    assert evening.fold.state.phase != "trade"
    assert (evening.fold.state.purses[0].shares[0] == 1) == counts


@pytest.mark.parametrize(("ms", "counts"), [(-1, False), (0, True), (1, True)])
def test_keys_before_time_zero_are_ignored(evenings: Callable[..., Evening], ms: int, counts: bool) -> None:
    evening = opened(evenings)
    zero = evening.crank.tasks.window.zero
    evening.alarm.run_until(zero + 0.01)
    evening.pods[1].press("+1", zero + ms / 1000)
    evening.wait(0)
    assert (evening.fold.count > 2) == counts


@pytest.mark.parametrize(("ms", "counts"), [(-1, True), (0, False)])
def test_a_stalled_loop_changes_no_verdict(evenings: Callable[..., Evening], ms: int, counts: bool) -> None:
    """The loop hangs for 300 ms at the deadline: the edge waits in the queue, and so does the buzzer."""
    evening = opened(evenings)
    deadline = evening.crank.tasks.window.deadline
    evening.alarm.run_until(deadline - 0.01)
    evening.pods[1].press("+1", deadline + ms / 1000)  # queued, no turn yet
    evening.alarm.stall(0.31)
    evening.wait(1)
    assert (evening.fold.state.purses[0].shares[0] == 1) == counts


def test_the_entry_stands_before_the_close(evenings: Callable[..., Evening]) -> None:
    evening = opened(evenings)
    deadline = evening.crank.tasks.window.deadline
    evening.alarm.run_until(deadline - 0.001)
    evening.pods[2].press("+3", deadline - 0.001)
    evening.wait(1)
    done = [line.split(b'"do":"')[1].split(b'"')[0] for line in evening.table.journal.game(1)[1:]]
    assert done[-2:] == [b"order", b"close"]


def test_edges_are_kept_with_their_times(evenings: Callable[..., Evening]) -> None:
    """ "Seat 2 pressed 38 ms after the buzzer" can be shown."""
    evening = opened(evenings)
    deadline = evening.crank.tasks.window.deadline
    evening.alarm.run_until(deadline + 0.01)
    evening.pods[2].press("+3", deadline + 0.038)
    evening.wait(1)
    house = b"\n".join(evening.table.journal.game(0))
    assert b'[2,"+3",38]' in house


def test_ready_cannot_be_taken_back_once_trading_has_opened(evenings: Callable[..., Evening]) -> None:
    evening = opened(evenings)
    count = evening.fold.count
    evening.press(1, "-1")
    assert evening.fold.count == count


def test_beats_are_three_two_one_go_last_three_seconds_buzzer() -> None:
    cues = window(1, 0, 3, 10).beats(3)
    assert cues == [
        (0, "three"), (1, "two"), (2, "one"), (3, "go"), (10, "last"), (11, "last"), (12, "last"), (13, "buzzer"),
    ]  # fmt: skip


def test_the_buzzer_sounds_after_ten_seconds(evenings: Callable[..., Evening]) -> None:
    evening = opened(evenings)
    heard: list[tuple[float, tuple[str, ...]]] = []
    evening.crank.watch(
        lambda changes: heard.append((evening.alarm.now(), changes.cues)) if changes.cues else None
    )
    zero = evening.crank.tasks.window.zero
    evening.wait(20)
    assert [c for _, cues in heard for c in cues][:7] == [
        "two",
        "one",
        "go",
        "last",
        "last",
        "last",
        "buzzer",
    ]
    at = next(t for t, cues in heard if "buzzer" in cues)
    assert at == pytest.approx(zero + 10, abs=1e-6)
