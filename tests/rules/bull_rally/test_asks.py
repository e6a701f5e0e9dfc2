"""For whom the table waits, what seats are asked, and what their keys come to (screens.md)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.bull_rally import GAME
from rules.bull_rally.entries import Again, News, Open, Order, Ready, Roll, Sequence
from rules.game import Asks, Clock, SetOff
from rules.prompt import Draft, ok_verb, press, sendable
from tests.rules.bull_rally.play import Play, keys, sheet, stock

DEAR = sheet(*[stock(start=100, limits=[4, 200], band=[0, 300])] * 6)
DECK = (("stock", 2), ("stock", 2), ("stock", -3), ("market", -1), (4, 2), (6, 1))
NEWS = sheet(stock(news=[1]), stock(news=[1]), news=DECK)


def asks(play: Play) -> Asks:
    return GAME.asks(play.fold.state)


def test_planning_waits_for_those_who_are_not_ready() -> None:
    assert asks(Play(3).do("ready", 2)) == Asks(seats=(1, 3), open=(2,), host=("open",))


def test_planning_has_a_clock_only_with_a_limit() -> None:
    """0 = no limit."""
    assert asks(Play(plan_seconds=45)).clock == Clock("open", 45)
    assert asks(Play()).clock is None


def test_trading_waits_for_the_clock_after_a_lead_in() -> None:
    """A 3-2-1 goes before; the host may void the window."""
    clock = Clock("close", 20, lead_in=True)
    assert asks(Play(trade_seconds=20).open()) == Asks(open=(1, 2), clock=clock, host=("again",))


@pytest.mark.parametrize("day, keeper", [(1, 1), (2, 2), (3, 3), (4, 1), (10, 1)])
def test_the_keeper_goes_round(day: int, keeper: int) -> None:
    """Seat ((day−1) mod n)+1 sets news and dice off; nobody else is asked."""
    play = Play(3, charts=sheet(stock(news=[day])))
    for _ in range(1, day):
        play.day()
    play.open().close()
    assert asks(play) == Asks(chance="news", keeper=keeper)
    play.news("stock", 1)
    assert asks(play) == Asks(chance="roll", keeper=keeper)
    assert [s for s in (1, 2, 3) if play.answer(s) is not None] == [keeper]


def test_the_sequence_waits_for_the_asked_seats() -> None:
    play = Play(3, charts=DEAR).open().orders(1, buy=[1, 2, 3]).orders(3, buy=[1, 2, 3]).close()
    assert asks(play) == Asks(seats=(1, 3))
    assert asks(play.do("sequence", 1)) == Asks(seats=(3,))
    assert play.answer(1) is play.answer(2) is None


def test_nobody_is_asked_after_the_end() -> None:
    play = Play().do("end", "host")
    assert asks(play) == Asks()
    assert play.answer(1) is None


def test_ok_is_ready_and_a_minus_key_takes_it_back() -> None:
    play = Play()
    prompt = play.prompt(1)
    assert (prompt.verb, prompt.columns, prompt.guard, prompt.done) == ("table.ready", (), False, False)
    assert play.answer(1, keys(prompt)) == Ready(by=1)
    play.do("ready", 1)
    back = play.prompt(1)
    assert back.done and back.takeback and back.no != prompt.no
    assert not sendable(back, Draft(back.no))
    assert press(back, Draft(back.no), "+1") is None
    assert play.answer(1, keys(back, "-4")) == Ready(by=1, on=False)


def test_a_voided_window_is_planned_anew() -> None:
    """An OK meant for the first planning does not answer the second."""
    play = Play()
    first = play.prompt(1)
    again = play.open().do("again", "host").prompt(1)
    assert again.no != first.no


@pytest.mark.parametrize(
    "standing, key, side",
    [(None, "+3", "buy"), (None, "-3", "sell"), ("buy", "-3", None), ("sell", "+3", None)],
)
def test_a_key_is_an_order(standing: str | None, key: str, side: Any) -> None:
    """+ buys, − sells, the opposite key takes back; each press is an entry."""
    play = Play().open().do("order", 1, stock=3, side=standing)
    prompt = play.prompt(1)
    assert prompt.live and not prompt.guard and not prompt.private
    assert play.answer(1, keys(prompt, key)) == Order(by=1, stock=3, side=side)


@pytest.mark.parametrize("standing, key", [("buy", "+3"), ("sell", "-3")])
def test_a_key_beyond_the_order_is_dead(standing: str, key: str) -> None:
    prompt = Play().open().do("order", 1, stock=3, side=standing).prompt(1)
    assert press(prompt, Draft(prompt.no), key) is None


def test_what_the_order_columns_tell() -> None:
    """Own order, the net of all, price, shares, what would fail, projected cash."""
    play = Play(3, charts=sheet(stock(ticker="ONE"), stock(start=42))).day(buy={1: [1]}).open()
    play.orders(1, buy=[2], sell=[3]).orders(2, buy=[2, 3]).orders(3, buy=[2])
    prompt = play.prompt(1)
    one, two, three = prompt.columns[:3]
    assert (one.label, one.value, one.held, one.at, one.base) == ("ONE", 42, 1, 0, 0)
    assert (two.value, two.held, two.at, two.base, two.mark) == (42, 0, 1, 3, "")
    assert (three.at, three.base, three.mark) == (-1, 0, "fails")
    assert (prompt.gauges[0].base, prompt.gauges[0].warn) == (259 - 42 - 5, True)
    assert not play.prompt(2).gauges[0].warn


def test_a_buy_that_would_fail_is_marked() -> None:
    prompt = Play(charts=DEAR).open().orders(1, buy=[1, 2, 3]).prompt(1)
    assert [c.mark for c in prompt.columns] == ["", "", "fails", "", "", ""]


def test_blind_orders_are_private_and_show_no_net() -> None:
    """Unless blind: then only one's own."""
    play = Play(orders="blind").open().orders(1, buy=[2]).orders(2, buy=[2])
    prompt = play.prompt(1)
    assert prompt.private and not prompt.guard
    assert [c.at for c in prompt.columns] == [0, 1, 0, 0, 0, 0]
    assert {c.base for c in prompt.columns} == {0}


def asked() -> Play:
    return Play(charts=DEAR).open().orders(1, buy=[6, 2, 4]).close()


@pytest.mark.parametrize(
    "pressed, stocks",
    [
        (("+6", "+2", "+4"), (6, 2, 4)),
        (("+6",), (6, 2, 4)),
        (("+4", "+6", "-4"), (6, 2, 4)),
        (("+4", "+2"), (4, 2, 6)),
    ],
)
def test_the_order_of_the_presses_is_the_sequence(pressed: tuple[str, ...], stocks: tuple[int, ...]) -> None:
    """A partial order is completed automatically."""
    play = asked()
    prompt = play.prompt(1)
    assert prompt.ordered and prompt.columns[0].hi == 0 and prompt.columns[1].hi == 1
    assert play.answer(1, keys(prompt, *pressed)) == Sequence(by=1, stocks=stocks)


def test_no_press_is_the_automatic_sequence() -> None:
    play = asked()
    prompt = play.prompt(1)
    assert ok_verb(prompt, Draft(prompt.no)) == "br.automatic"
    assert play.answer(1, keys(prompt)) == Sequence(by=1)


def test_the_sequence_gauge_starts_after_the_sells() -> None:
    play = Play(charts=DEAR).day(buy={1: [5]}).open().orders(1, buy=[1, 2, 3, 4], sell=[5, 6]).close()
    assert play.prompt(1).gauges[0].base == 199 + 102


def test_drawn_chance_is_set_off_by_ok() -> None:
    play = Play(charts=NEWS).open().close()
    draw = play.prompt(1)
    assert play.answer(1, keys(draw)) == SetOff()
    roll = play.news("stock", 2).prompt(1)
    assert draw.no != roll.no
    assert play.answer(1, keys(roll)) == SetOff()


def rows(play: Play, *drafts: Draft) -> list[str]:
    prompt = play.prompt(1, *drafts, typed=True)
    return [row.id + "".join(f" {v}" for _, v in row.args) for row in prompt.rows]


def test_typed_news_picks_target_then_value_out_of_what_is_left() -> None:
    play = Play(charts=NEWS).open().close()
    assert rows(play) == ["br.news_stock", "br.news_market", "br.stock PLA", "br.stock PLA"]
    first = keys(play.prompt(1, typed=True), "+1")
    assert rows(play, first) == ["br.plus 2", "br.minus 3"]
    second = keys(play.prompt(1, first, typed=True), "+2")
    entry = play.answer(1, first, second, typed=True)
    assert isinstance(entry, News)
    assert (entry.src, entry.card.card) == ("typed", ("stock", -3))


def test_typed_news_back_leads_to_the_targets_again() -> None:
    play = Play(charts=NEWS).open().close()
    targets = play.prompt(1, typed=True)
    first = keys(targets, "+1")
    back = keys(play.prompt(1, first, typed=True), "+5")
    assert play.prompt(1, first, back, typed=True) == targets
    assert play.prompt(1, keys(targets, "+5"), typed=True) == targets
    named = keys(targets, "+4")
    last = keys(play.prompt(1, first, back, named, typed=True), "+1")
    entry = play.answer(1, first, back, named, last, typed=True)
    assert isinstance(entry, News) and entry.card.card == (6, 1)


def test_typed_news_each_is_for_the_next_stock() -> None:
    play = Play(charts=NEWS, news="each").open().close().news("market", -1, **{"for": 1})
    assert rows(play) == ["br.news_stock", "br.stock PLA", "br.stock PLA"]
    first = keys(play.prompt(1, typed=True), "+2")
    entry = play.answer(1, first, keys(play.prompt(1, first, typed=True), "+1"), typed=True)
    assert isinstance(entry, News) and (entry.for_, entry.card.card) == (2, (4, 2))
    assert play.do("news", "chance", card={"stock": 4, "value": 2}, **{"for": 2}).phase == "roll"


def test_typed_dice_green_then_red() -> None:
    """Four presses on the faces' columns, twice."""
    play = Play().open().close()
    green = play.prompt(1, typed=True)
    assert (green.title.id, green.least, green.most, green.look) == ("br.green_dice", 4, 4, "faces")
    first = keys(green, "+1", "+1", "+3", "+6")
    red = play.prompt(1, first, typed=True)
    assert (red.title.id, len(red.columns)) == ("br.red_dice", 6)
    second = keys(red, "+5", "+5", "+5", "+5")
    assert play.answer(1, first, second, typed=True) == Roll(
        by="chance", src="typed", green=(1, 1, 3, 6), red=(5, 5, 5, 5)
    )
    three = press(red, Draft(red.no), "+1")
    assert three is not None and not sendable(red, three)


@pytest.mark.parametrize("what, entry", [("open", Open(by="host")), ("again", Again(by="host"))])
def test_the_host_acts_at_once(what: str, entry: Any) -> None:
    assert GAME.host(Play().facts(None), what, ()) == entry


def test_what_the_host_enters_for_an_absent_seat() -> None:
    """Ready; the automatic order; nothing where nobody waits for it."""
    play = Play(charts=DEAR)
    assert GAME.absent(play.facts(1)) == Ready(by=1)
    play.do("ready", 1)
    assert GAME.absent(play.facts(1)) is GAME.absent(play.facts(None)) is None
    play.open().orders(1, buy=[1, 2, 3])
    assert GAME.absent(play.facts(1)) is None
    play.close()
    assert GAME.absent(play.facts(1)) == Sequence(by=1)
    assert GAME.absent(play.facts(2)) is None


def test_typed_news_offers_only_what_is_left() -> None:
    """A card that is drawn is not on the lists any more: neither its value nor, when it was the last, its target."""
    play = Play(charts=NEWS, news="each").open().close().news("stock", -3, **{"for": 1})
    first = keys(play.prompt(1, typed=True), "+1")
    assert rows(play, first) == ["br.plus 2"]
    play = Play(charts=NEWS, news="each").open().close().news("market", -1, **{"for": 1})
    assert "br.news_market" not in rows(play)
