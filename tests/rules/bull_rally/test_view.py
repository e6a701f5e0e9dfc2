"""Who may know what (games.md, section 4), and the pages made of it."""

from __future__ import annotations

import random

from msgspec.structs import replace

from rules.bull_rally import GAME
from rules.bull_rally.state import Bulletin
from rules.page import Chart, Dice, Holding, Notice, Rows, SeatName, Show, Standings, Waiting, word
from tests.rules.bull_rally.play import Play, sheet, stock

DEAR = sheet(*[stock(start=100, limits=[4, 200], band=[0, 300])] * 6)


def show(play: Play, seat: int | None) -> Show:
    return GAME.show(play.facts(seat))


def test_orders_are_public_while_they_are_placed() -> None:
    """Cubes lie on the board."""
    play = Play(3).open().orders(1, buy=[1], sell=[2]).orders(3, buy=[1])
    for seat in (None, 1, 2, 3):
        assert play.facts(seat).orders == ((1, -1, 0, 0, 0, 0), (0,) * 6, (1, 0, 0, 0, 0, 0))
        assert play.facts(seat).net == (2, -1, 0, 0, 0, 0)


def test_blind_orders_are_seen_by_their_own_seat_until_the_close() -> None:
    """Unless blind: own pending orders."""
    play = Play(orders="blind").open().orders(1, buy=[1, 2]).orders(2, buy=[3])
    assert play.facts(1).orders == ((1, 1, 0, 0, 0, 0), None)
    assert play.facts(None).orders == (None, None)
    assert play.facts(None).net == play.facts(1).net == (0,) * 6
    assert play.facts(1).projected(2) is None
    assert play.facts(1).projected(1) == (299 - 32 - 48, frozenset())
    play.close()
    assert play.facts(None).orders == ((1, 1, 0, 0, 0, 0), (0, 0, 1, 0, 0, 0))


def test_two_states_that_differ_in_anothers_blind_orders_look_alike() -> None:
    """The same facts, the same question, the same pages."""
    one, other = (Play(orders="blind").open().orders(1, buy=[1]) for _ in range(2))
    one.orders(2, buy=[1, 2])
    other.orders(2, sell=[5])
    for seat in (1, None):
        assert one.facts(seat) == other.facts(seat)
        assert show(one, seat) == show(other, seat)
    assert one.answer(1) == other.answer(1)


def test_the_deck_is_known_as_what_is_left_in_sheet_order() -> None:
    """Never before it is drawn: the order of a deck."""
    charts = sheet(stock(news=[1]), news=(("stock", 2), ("market", -1), (3, 1)))
    play = Play(charts=charts).open().close().news("market", -1)
    assert play.facts(1).left == (("stock", 2), (3, 1))


def test_a_sample_is_a_state_the_seat_may_hold_for_true() -> None:
    """Seen again by the same seat, it is the same; others' blind orders are made up."""
    play = Play(3, orders="blind").open().orders(1, buy=[1]).orders(2, buy=[1, 2])
    facts = play.facts(1)
    guesses = {GAME.sample(facts, random.Random(i)).orders for i in range(20)}
    assert len(guesses) > 1
    for i in range(20):
        assert GAME.view(GAME.sample(facts, random.Random(i)), 1) == facts
    assert GAME.sample(play.close().facts(2), random.Random(1)) == play.fold.state


def test_the_last_day_is_told_in_full_until_the_next_is_settled() -> None:
    """Fills, fines, news, band markers, dice, notches, prices before and after, dividends."""
    charts = sheet(
        stock(start=60, news=[1], dividends={"2": 3}), stock(news=[1]), news=(("stock", -2), ("market", 1))
    )
    play = Play(charts=charts).open().orders(1, buy=[1], sell=[4]).orders(2, buy=[2]).close()
    assert play.facts(None).last is None
    assert play.facts(None).today.fills[0] is not None, "fills are seen before the news"
    play.news("stock", -2).roll([1, 1, 5, 5], [2, 3, 4, 6])
    day = play.facts(2).last
    assert day is not None
    first, second = day.fills
    assert first is not None and second is not None
    assert (first.bought, first.cancelled, first.fine) == ((1,), ((4, -1),), 5)
    assert (second.bought, second.cancelled) == ((2,), ())
    assert day.orders == ((1, 0, 0, -1, 0, 0), (0, 1, 0, 0, 0, 0))
    assert day.news == (Bulletin(("stock", -2), (1, 2)),)
    assert day.band == (-1, 0, 0, 0, 0, 0)
    assert (day.green, day.red) == ((1, 1, 5, 5), (2, 3, 4, 6))
    assert day.notches == (0, -2, -1, -1, 2, -1)
    assert (day.before[0], day.after[:2]) == (60, (60, 36))
    assert (day.dividends[0], day.paid) == (3, (3, 0))
    assert play.facts(None).serial == 1
    later = play.open().facts(None)
    assert (later.last, later.serial) == (day, 1)
    assert play.close().roll().facts(None).serial == 2


def test_the_asked_seat_gave_its_own_order() -> None:
    """Told with the day: whether the sequence was the seat's own."""
    play = Play(charts=DEAR).open().orders(1, buy=[1, 2, 3]).orders(2, buy=[1, 2, 3]).close()
    play.do("sequence", 1, stocks=[3, 1, 2]).do("sequence", 2).roll()
    day = play.facts(None).last
    assert day is not None
    assert [(f.bought, f.asked) for f in day.fills if f] == [((3, 1), True), ((1, 2), False)]


def test_charts_stand_behind_the_plus_keys() -> None:
    """Prices so far, band, N lines, dividends, own shares; the stand-in is marked."""
    play = Play(charts=sheet(stock(name="One", ticker="ONE", news=[3], dividends={"11": 2, "5": 1}))).day(
        buy={1: [1]}
    )
    keys = show(play, 1).keys
    assert len(keys) == 6
    assert keys[0] == Chart(1, "One", "ONE", 2, (40, 42), (20, 60), (4, 88), (3,), ((5, 1), (11, 2)), own=1)
    board = show(Play(), None).keys[5]
    assert isinstance(board, Chart)
    assert (board.stock, board.ticker, board.own, board.placeholder) == (6, "FAL", None, True)


def test_at_rest_a_seat_sees_its_papers_and_everybody_the_standing() -> None:
    play = Play(charts=sheet(stock(ticker="ONE"))).day(buy={1: [1]}).do("ready", 2)
    rest = show(play, 1).rest
    assert isinstance(rest, Holding)
    assert (rest.columns[0], rest.gauges) == (("ONE", 1, 42), (("br.cash", 259, "$"),))
    assert rest.note == word("br.ready_count", n=1, of=2)
    board = show(play, None).rest
    assert isinstance(board, Standings)
    assert [(row.left, row.bar) for row in board.rows] == [
        (word("table.seat", seat=SeatName(1)), 301),
        (word("table.seat", seat=SeatName(2)), 299),
    ]


def test_while_sequences_are_given_all_see_how_many() -> None:
    play = (
        Play(3, charts=DEAR)
        .open()
        .orders(1, buy=[1, 2, 3])
        .orders(3, buy=[1, 2, 3])
        .close()
        .do("sequence", 3)
    )
    pages = [show(play, seat).rest for seat in (1, 2, 3, None)]
    assert [isinstance(p, Waiting) and (p.done, p.of, p.sent) for p in pages] == [
        (1, 2, False), (1, 2, False), (1, 2, True), (1, 2, False),
    ]  # fmt: skip


def test_while_the_keeper_is_at_it_all_see_how_their_orders_went() -> None:
    play = (
        Play(charts=sheet(stock(ticker="ONE"), stock(ticker="TWO")))
        .open()
        .orders(1, buy=[1], sell=[2])
        .close()
    )
    rest = show(play, 1).rest
    assert isinstance(rest, Rows)
    assert [row.left.id for row in rest.rows] == ["br.bought", "br.no_sell", "br.fine"]
    assert rest.rows[0].right == word("br.dollars_out", n=40)
    assert rest.note == word("br.rolls", seat=SeatName(1))
    nothing = show(play, 2).rest
    assert isinstance(nothing, Rows) and [row.left.id for row in nothing.rows] == ["br.no_orders"]
    board = show(play, None).rest
    assert isinstance(board, Rows) and len(board.rows) == 1
    assert board.rows[0].left == word("br.fill_counts", seat=SeatName(1), buys=1, sells=0)


def test_the_story_of_a_day_in_pages() -> None:
    """Orders, news, dice, prices, dividends."""
    charts = sheet(stock(news=[1], dividends={"2": 3}), stock(), news=(("stock", 2), ("market", -1)))
    play = (
        Play(charts=charts)
        .open()
        .orders(1, buy=[1])
        .close()
        .news("stock", 2)
        .roll([1, 1, 1, 1], [2, 2, 2, 2])
    )
    orders, news, dice, prices, dividends = show(play, 1).last
    assert isinstance(orders, Rows) and orders.rows[0].left == word("br.bought", ticker="PLA")
    assert isinstance(news, Notice) and (news.big, news.lines) == (
        word("br.plus", n=2),
        (word("br.news_stock"),),
    )
    assert isinstance(dice, Dice) and [d[0] for d in dice.dice] == ["green"] * 4 + ["red"] * 4
    assert isinstance(prices, Rows) and [row.mark for row in prices.rows] == ["up", "down", "", "", "", ""]
    assert prices.rows[0].right == word("br.move", old=40, new=40 + 2 * 7)
    assert isinstance(dividends, Rows)
    assert [row.right for row in dividends.rows] == [
        word("br.dollars", n=3), word("br.dollars_in", n=3), word("br.dollars_in", n=0),
    ]  # fmt: skip
    assert dividends.rows[1].own
    assert show(Play(), 1).last == ()


def test_the_final_ranking() -> None:
    """Champions crowned, the goal drawn at 299, a remark when nobody is above it."""
    play = Play(3, charts=sheet(stock(dividends={"2": 1}))).day(buy={2: [1]})
    while not play.record["over"]:
        play.day()
    shown = show(play, 3)
    page = shown.rest
    assert isinstance(page, Standings)
    assert [(row.left.args[0][1], row.mark, row.bar, row.own) for row in page.rows] == [
        (SeatName(2), "crown", 302, False), (SeatName(1), "", 299, False), (SeatName(3), "", 299, True),
    ]  # fmt: skip
    assert (page.goal, page.note) == (299, None)
    sold = shown.last[-1]
    assert isinstance(sold, Rows) and sold.title == word("br.all_sold")
    facts = replace(play.facts(3), winners=(), champions=(1, 3))
    poor = GAME.show(facts).rest
    assert isinstance(poor, Standings) and poor.note == word("br.nobody_above")
    assert [row.mark for row in poor.rows] == ["", "crown", "crown"], "named all the same"


def test_an_ended_game_crowns_nobody_and_says_why() -> None:
    page = show(Play().do("end", "host"), 1).rest
    assert isinstance(page, Standings)
    assert page.note == word("table.ended")
    assert {row.mark for row in page.rows} == {""}


def test_yesterdays_story_ends_when_trading_opens() -> None:
    play = Play(charts=sheet()).day()
    assert show(play, 1).last
    assert show(play.open(), 1).last == show(play.close(), 1).last == ()
