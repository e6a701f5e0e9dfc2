"""Steps 5 to 8: band, dice, new prices, dividends. (Rulebook B2 to C.)"""

from __future__ import annotations

from typing import Any

import pytest

from rules.bull_rally import GAME
from rules.bull_rally.entries import Roll
from rules.game import DiceWanted
from tests.rules.bull_rally.play import Play, sheet, stock


def after_a_day(charts: dict[str, Any], **dice: list[int]) -> tuple[int, ...]:
    return Play(charts=charts).open().close().roll(**dice).prices


@pytest.mark.parametrize(
    "start, price", [(59, 59), (60, 58), (61, 59), (21, 21), (20, 22), (19, 21)], ids=lambda n: f"${n}"
)
def test_5_band(start: int, price: int) -> None:
    """At or above its high band one more sell, at or below its low band one more buy."""
    assert after_a_day(sheet(stock(start=start)))[0] == price


def test_5_the_band_looks_at_the_price_before_the_update() -> None:
    """A price that the dice carry into the band today gets its marker tomorrow."""
    play = Play(charts=sheet(stock(start=58))).open().close().roll([1, 1, 1, 1], [2, 3, 4, 5])
    assert play.prices[0] == 66
    assert play.open().close().roll().prices[0] == 64


def test_6_green_dice_buy_and_red_dice_sell() -> None:
    """Green dice go to the buy box of the stock with that number, red ones to the sell box."""
    assert after_a_day(sheet(), green=[1, 1, 3, 6], red=[2, 3, 4, 4]) == (44, 38, 40, 36, 40, 42)


def test_6_four_and_four_dice_with_six_faces() -> None:
    """The count comes before the faces."""
    play = Play().open().close()
    for green, red in (([1, 2, 3], [1] * 4), ([1] * 4, [1] * 5), ([7, 1, 1], [1] * 4)):
        assert play.code("roll", "chance", green=green, red=red) == "bad-count"
    for face in (0, 7):
        assert play.code("roll", "chance", green=[1] * 4, red=[1, 1, 1, face]) == "unknown"
        assert play.code("roll", "chance", green=[face, 1, 1, 1], red=[1] * 4) == "unknown"
    assert play.code("roll", 1, green=[1] * 4, red=[1] * 4) == "not-your-turn"
    assert play.code("roll", "chance", green=[1] * 4) == "malformed"
    assert play.code("roll", "chance", green=[1.0] * 4, red=[1] * 4) == "malformed"
    assert play.code("news", "chance", card={"scope": "stock", "value": 2}) == "wrong-phase"


def test_6_what_chance_is_asked_for() -> None:
    """Eight d6, green then red."""
    state = Play().open().close().fold.state
    wanted = GAME.wanted(state)
    assert wanted == DiceWanted(((4, 6, "g"), (4, 6, "r")))
    assert wanted.pool == "4d6:g+4d6:r"
    entry = GAME.drawn(state, [[1, 2, 3, 4], [5, 6, 1, 2]])
    assert isinstance(entry, Roll)
    assert (entry.green, entry.red) == ((1, 2, 3, 4), (5, 6, 1, 2))
    assert GAME.wanted(Play().fold.state) is None


def test_7_filled_orders_news_band_and_dice_add_up() -> None:
    """All in the buy box minus all in the sell box: two orders and a die; two of news, the band, four dice."""
    chart = stock(start=44, notch=2, band=[20, 44], news=[1])
    play = Play(3, charts=sheet(stock(), stock(), chart, news=(("stock", -2),))).open()
    play.orders(1, buy=[3]).orders(2, buy=[3]).close().news("stock", -2)
    play.roll([3, 1, 1, 1], [3, 3, 3, 3])
    assert play.prices[2] == 44 + (3 - 7) * 2


def test_7_a_notch_is_worth_what_the_chart_says() -> None:
    """The new price = old + notches × notch value."""
    assert after_a_day(sheet(stock(notch=5), stock(notch=1)), green=[1, 1, 2, 2], red=[3, 4, 5, 6])[:2] == (
        50,
        42,
    )


@pytest.mark.parametrize("green, red, price", [([1] * 4, [2] * 4, 43), ([2] * 4, [1] * 4, 37)])
def test_7_limits_hold(green: list[int], red: list[int], price: int) -> None:
    """Held within the chart's limits."""
    assert after_a_day(sheet(stock(limits=[37, 43])), green=green, red=red)[0] == price


def test_7_the_new_price_stands_on_the_next_line() -> None:
    """A dot on the line of the next day."""
    play = Play(charts=sheet()).day(buy={1: [1]})
    assert [line[0] for line in play.fold.state.history] == [40, 42]
    assert (play.phase, play.record["day"]) == ("plan", 2)


def test_7_buys_and_sells_of_all_seats_count() -> None:
    """Players' cubes in both boxes."""
    play = Play(3, charts=sheet()).day(buy={1: [1], 2: [1], 3: [1, 2]})
    assert play.prices[:2] == (46, 42)
    assert play.day(sell={1: [1], 2: [1]}, buy={3: [1]}).prices[0] == 44


def test_8_dividends_by_the_new_line() -> None:
    """Dividend on line d+1: amount × shares held, at once."""
    play = Play(charts=sheet(stock(dividends={"2": 3, "4": 5}))).day(buy={1: [1], 2: [2]})
    assert (play.cash(1), play.cash(2)) == (299 - 40 + 3, 299 - 40)
    play.day(buy={1: [1]})
    assert play.cash(1) == 299 - 40 + 3 - 42
    assert play.day().cash(1) == 299 - 40 + 3 - 42 + 2 * 5


def test_8_a_share_sold_today_earns_nothing() -> None:
    """Those who hold the stock at this moment get it."""
    play = Play(charts=sheet(stock(dividends={"3": 3}))).day(buy={1: [1]}).day(sell={1: [1]})
    assert play.cash(1) == 299 - 40 + 42
