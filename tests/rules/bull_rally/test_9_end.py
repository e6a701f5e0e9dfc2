"""The end. (Rulebook: after day 10 everybody sells; above $299 all win; the most money is the ultimate winner.)"""

from __future__ import annotations

import pytest

from tests.rules.bull_rally.play import Play, sheet, stock


def to_day_10(play: Play) -> Play:
    while play.record["day"] < 10:
        play.day()
    return play


def test_all_shares_are_sold_at_the_last_price_after_the_dividends() -> None:
    """Dividends first, then all shares at the price on the last line."""
    play = Play(charts=sheet(stock(dividends={"11": 7}))).day(buy={1: [1]})
    to_day_10(play).day(buy={2: [1]})
    assert (play.phase, play.record["day"], play.record["over"]) == ("over", 10, True)
    assert play.cash(1) == 299 - 40 + 7 + 44
    assert play.cash(2) == 299 - 42 + 7 + 44
    assert play.shares(1) == play.shares(2) == (0,) * 6


def test_everyone_above_299_wins_and_the_most_cash_is_champion() -> None:
    """Winners are strictly above $299."""
    play = Play(
        4, charts=sheet(stock(dividends={"2": 1}), stock(dividends={"2": 2}), stock(start=20, band=[0, 60]))
    )
    play.day(buy={1: [1], 2: [2], 3: []})
    play.day(sell={1: [1], 2: [2], 4: [3]})
    to_day_10(play).day()
    assert [play.cash(s) for s in (1, 2, 3, 4)] == [302, 303, 299, 294]
    assert (play.record["winners"], play.record["champions"]) == ([1, 2], [2])


def test_equal_cash_shares_it_even_if_nobody_is_above_299() -> None:
    """Champions are named even if nobody is above 299."""
    play = to_day_10(Play(3, charts=sheet())).day(sell={2: [1]})
    assert (play.record["winners"], play.record["champions"]) == ([], [1, 3])


def test_nobody_has_won_before_the_end() -> None:
    """Winners and champions are empty until over."""
    play = Play(charts=sheet(stock(dividends={"2": 9}))).day(buy={1: [1]})
    assert (play.record["winners"], play.record["champions"]) == ([], [])


def test_after_the_end_everything_is_the_wrong_phase() -> None:
    """After the end: everything but undo."""
    play = to_day_10(Play(charts=sheet())).day()
    for do, by, keys in (("ready", 1, {}), ("open", "host", {}), ("end", "host", {}), ("close", "clock", {})):
        assert play.code(do, by, **keys) == "wrong-phase"
    assert play.code("ready", 5) == "unknown"


def test_a_typed_last_roll_may_be_taken_back() -> None:
    """Also after the end."""
    play = to_day_10(Play(charts=sheet())).open().close()
    play.do("roll", "chance", green=[1] * 4, red=[2] * 4, src="typed")
    assert play.phase == "over"
    assert play.do("undo", "host").phase == "roll"


@pytest.mark.parametrize("src", [{}, {"src": "tower"}, {"src": "device"}])
def test_a_roll_that_was_not_typed_stays(src: dict[str, str]) -> None:
    """Something hidden may have been seen."""
    play = Play(charts=sheet()).open().close()
    play.do("roll", "chance", green=[1] * 4, red=[2] * 4, **src)
    assert play.code("undo", "host") == "not-allowed"


def test_undo_of_a_ready_and_of_a_sequence() -> None:
    """A seat's newest entry, phase and day as before it."""
    assert Play().do("ready", 1).do("undo", "host").fold.state.ready == (False, False)
    dear = sheet(*[stock(start=100, limits=[4, 200], band=[0, 300])] * 6)
    play = Play(charts=dear).open().orders(1, buy=[1, 2, 3]).orders(2, buy=[1, 2, 3]).close()
    play.do("sequence", 1).do("undo", "host")
    assert play.cash(1) == 299
    play.do("sequence", 1, stocks=[3, 2, 1]).do("sequence", 2)
    assert play.code("undo", "host") == "not-allowed", "the last answer opened the dice"


def test_ended_unfinished_everything_stays_as_it_stood() -> None:
    """Phase over, no winners or champions, the rest as it stood; never undone."""
    play = Play(charts=sheet(stock(dividends={"2": 9}))).day(buy={1: [1]}).open().orders(1, buy=[2])
    before = play.record
    play.do("end", "host")
    assert play.record == {**before, "phase": "over", "over": True}
    assert play.code("undo", "host") == "not-allowed"
    assert Play().code("end", 1) == "not-your-turn"
