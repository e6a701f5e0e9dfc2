"""Step 1: planning. (Rulebook A1: take a moment to plan, then set the timer.)"""

from __future__ import annotations

import pytest

from tests.rules.bull_rally.play import Play


def test_trading_opens_when_all_are_ready() -> None:
    """When all are ready, trading opens."""
    play = Play(3).do("ready", 2).do("ready", 1)
    assert play.phase == "plan"
    assert play.do("ready", 3).phase == "trade"


@pytest.mark.parametrize("by", ["host", "clock"])
@pytest.mark.parametrize("seconds", [0, 60])
def test_host_and_clock_open_trading(by: str, seconds: int) -> None:
    """The host or the clock opens trading, whatever `plan_seconds` says."""
    assert Play(plan_seconds=seconds).do("open", by).phase == "trade"


def test_ready_is_taken_back() -> None:
    """`on` false takes ready back."""
    play = Play().do("ready", 1).do("ready", 1, on=False).do("ready", 2)
    assert play.phase == "plan"
    assert play.do("ready", 1).phase == "trade"


def test_ready_twice_and_not_ready_twice_are_already_done() -> None:
    """Either one when it is so already: already-done."""
    play = Play()
    assert play.code("ready", 1, on=False) == "already-done"
    play.do("ready", 1)
    assert play.code("ready", 1) == "already-done"
    assert play.code("ready", 1, on=True) == "already-done"


def test_who_may_do_what_while_planning() -> None:
    """A seat does not open, the host is not ready, nobody orders yet."""
    play = Play()
    assert play.code("open", 1) == "not-your-turn"
    assert play.code("open", "chance") == "not-your-turn"
    assert play.code("ready", "host") == "not-your-turn"
    assert play.code("ready", 3) == "unknown"
    assert play.code("order", 1, stock=1, side="buy") == "wrong-phase"
    assert play.code("close", "clock") == "wrong-phase"
    assert play.code("again", "host") == "wrong-phase"


def test_ready_cannot_be_taken_back_once_trading_has_opened() -> None:
    """Time zero is the commit of what opened trading."""
    play = Play().do("ready", 1).do("ready", 2)
    assert play.code("ready", 1, on=False) == "wrong-phase"
    assert play.code("open", "clock") == "wrong-phase"


@pytest.mark.parametrize("on", [1, "false", None])
def test_on_is_true_or_false(on: object) -> None:
    """A known key of the wrong type is malformed."""
    assert Play().code("ready", 1, on=on) == "malformed"
