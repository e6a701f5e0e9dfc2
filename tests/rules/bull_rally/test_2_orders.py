"""Step 2: orders while the window runs. (Rulebook A2: all at once, one buy or sell a stock a day.)"""

from __future__ import annotations

import pytest

from tests.rules.bull_rally.play import Play


def test_one_order_a_stock_the_last_one_stands() -> None:
    """One order per stock; what stands at the close counts."""
    play = (
        Play()
        .open()
        .orders(1, buy=[3])
        .do("order", 1, stock=3, side="sell")
        .do("order", 1, stock=3, side="buy")
    )
    assert play.fold.state.orders[0] == (0, 0, 1, 0, 0, 0)
    play.close()
    assert play.shares(1) == (0, 0, 1, 0, 0, 0)


def test_null_takes_an_order_back() -> None:
    """A side of null takes it back."""
    play = Play().open().orders(1, buy=[3, 4]).do("order", 1, stock=3, side=None).close()
    assert play.shares(1) == (0, 0, 0, 1, 0, 0)


def test_repeating_what_stands_is_accepted() -> None:
    """Repeating what stands is accepted, null too."""
    play = Play().open().do("order", 1, stock=3, side=None).orders(1, buy=[3, 3])
    assert play.fold.state.orders[0] == (0, 0, 1, 0, 0, 0)


def test_again_voids_the_window() -> None:
    """No orders, nobody ready, planning again, same day."""
    play = Play().open().orders(1, buy=[3]).do("again", "host")
    assert (play.phase, play.record["day"]) == ("plan", 1)
    assert play.fold.state.ready == (False, False)
    assert play.fold.state.orders == ((0,) * 6,) * 2
    assert play.do("ready", 1).do("ready", 2).close().shares(1) == (0,) * 6


def test_again_and_the_next_day_start_with_nobody_ready() -> None:
    """Nobody is ready after `again`, nor on the next morning."""
    play = Play().do("ready", 1).do("ready", 2).do("again", "host")
    assert play.fold.state.ready == (False, False)
    play.do("ready", 1).do("open", "clock").close().roll()
    assert play.fold.state.ready == (False, False)


def test_orders_are_gone_on_the_next_day() -> None:
    """Cubes leave the board at the end of the day."""
    play = Play().day(buy={1: [3]}).open()
    assert play.fold.state.orders == ((0,) * 6,) * 2


def test_who_may_do_what_while_trading() -> None:
    """Only seats order, only the clock closes, only the host voids."""
    play = Play().open()
    assert play.code("order", "host", stock=1, side="buy") == "not-your-turn"
    assert play.code("close", "host") == "not-your-turn"
    assert play.code("close", 1) == "not-your-turn"
    assert play.code("again", "clock") == "not-your-turn"
    assert play.code("order", 3, stock=1, side="buy") == "unknown"
    assert play.code("ready", 1) == "wrong-phase"


@pytest.mark.parametrize("number", [0, 7, -1, 10**30])
def test_there_are_six_stocks(number: int) -> None:
    """A stock outside 1..6 is unknown."""
    assert Play().open().code("order", 1, stock=number, side="buy") == "unknown"


@pytest.mark.parametrize("keys", [{"stock": 1}, {"side": "buy"}, {"stock": "1", "side": "buy"}, {"stock": 1, "side": 1},
                                  {"stock": 1, "side": "hold"}, {"stock": True, "side": "buy"}])  # fmt: skip
def test_malformed_orders(keys: dict[str, object]) -> None:
    """A missing key, a wrong type or a side outside the list is malformed, in any phase."""
    assert Play().code("order", 1, **keys) == "malformed"


def test_no_order_after_the_buzzer() -> None:
    """Everyone stops at once when the timer rings."""
    assert Play().open().close().code("order", 1, stock=1, side="buy") == "wrong-phase"


def test_no_undo_while_trading_runs() -> None:
    """Never while trading runs."""
    assert Play().open().orders(1, buy=[1]).code("undo", "host") == "not-allowed"
