"""Step 3: filling. (Rulebook A3 and the notes: sells may pay for buys, what fails is cancelled and costs $5.)"""

from __future__ import annotations

from typing import Any

import pytest

from rules.bull_rally.fill import Purse, automatic, fill, has_choice, trial
from tests.rules.bull_rally.play import Play, sheet, stock

NONE = (0,) * 6
PRICES = (40, 30, 20, 30, 50, 60)


def test_a_buy_costs_the_price_and_brings_a_share() -> None:
    """For each buy, the price leaves the cash and a share comes."""
    play = Play().open().orders(1, buy=[1]).close()
    assert (play.cash(1), play.shares(1)) == (299 - 32, (1, 0, 0, 0, 0, 0))


def test_a_sell_brings_the_price_and_costs_a_share() -> None:
    """For each sell, a share leaves and the price comes."""
    play = Play(charts=sheet()).day(buy={1: [2]}).open().orders(1, sell=[2]).close()
    assert (play.cash(1), play.shares(1)) == (299 - 40 + 42, NONE)


def test_sells_come_first_and_pay_for_buys() -> None:
    """Sells before buys, so that they raise the cash."""
    purse, done = fill(Purse(0, (1, 0, 0, 0, 0, 0)), (-1, 1, 0, 0, 0, 0), PRICES, (2,))
    assert purse == Purse(10, (0, 1, 0, 0, 0, 0))
    assert (done.sold, done.bought, done.cancelled, done.fine) == ((1,), (2,), (), 0)


def test_buys_go_from_the_cheapest_up_and_equal_ones_by_number() -> None:
    """From the cheapest up; equal price: the lower number."""
    assert automatic((1,) * 6, PRICES) == (3, 2, 4, 1, 5, 6)
    assert automatic((1, 0, -1, 1, 1, 1), PRICES) == (4, 1, 5, 6)


def test_a_dear_buy_is_cancelled_and_a_cheaper_one_after_it_is_still_tried() -> None:
    """A buy beyond the cash is cancelled; the others are tried all the same."""
    purse, done = fill(Purse(55, NONE), (0, 1, 1, 0, 1, 0), PRICES, (5, 2, 3))
    assert (done.bought, done.cancelled) == ((5,), ((2, 1), (3, 1)))
    assert purse.cash == 0


def test_a_buy_of_exactly_the_cash_is_filled() -> None:
    """Beyond the cash means more than the cash."""
    purse, done = fill(Purse(20, NONE), (0, 0, 1, 0, 0, 0), PRICES, (3,))
    assert (purse, done.cancelled) == (Purse(0, (0, 0, 1, 0, 0, 0)), ())


def test_a_sell_without_a_share_is_cancelled_and_moves_no_price() -> None:
    """It is cancelled, leaves the board and costs $5."""
    play = Play(charts=sheet()).day(sell={1: [4]})
    assert (play.cash(1), play.prices[3]) == (294, 40)


@pytest.mark.parametrize(
    "cash, fails, left, paid", [(100, 2, 90, 10), (10, 2, 0, 10), (7, 2, 0, 7), (0, 1, 0, 0)]
)
def test_five_dollars_for_each_cancelled_order_never_below_zero(
    cash: int, fails: int, left: int, paid: int
) -> None:
    """After its fills a seat pays $5 for each cancelled order, never below $0."""
    purse, done = fill(Purse(cash, NONE), (-1,) * fails + (0,) * (6 - fails), PRICES, ())
    assert (purse.cash, done.fine) == (left, paid)


def test_fines_are_paid_after_the_fills() -> None:
    """A failed sell does not take the money of a buy."""
    purse, done = fill(Purse(20, NONE), (-1, 0, 1, 0, 0, 0), PRICES, (3,))
    assert (done.bought, done.fine, purse.cash) == ((3,), 0, 0)


@pytest.mark.parametrize(
    "cash, shares, orders, asked",
    [
        (89, NONE, (1, 0, 0, 0, 1, 0), True),
        (90, NONE, (1, 0, 0, 0, 1, 0), False),
        (10, NONE, (1, 0, 0, 0, 0, 0), False),
        (50, (0, 0, 0, 0, 0, 1), (1, 0, 0, 0, 1, -1), False),
        (299, NONE, (1, 0, 0, 0, 1, -1), False),
        (0, NONE, (1, 1, 0, 0, 0, 0), True),
    ],
    ids=[
        "one too many",
        "both fit",
        "a single buy",
        "a sell pays for it",
        "only a sell fails",
        "nothing fits",
    ],
)
def test_who_is_asked(cash: int, shares: tuple[int, ...], orders: tuple[int, ...], asked: bool) -> None:
    """Two or more buys of which one would be cancelled, sells done before."""
    assert has_choice(Purse(cash, shares), orders, PRICES) is asked


def rich_and_poor(**options: Any) -> Play:
    """Seat 1 can pay two of three buys ($100 each), seat 2 all of its one."""
    play = Play(charts=sheet(*[stock(start=100, limits=[4, 200], band=[0, 300])] * 6), **options)
    return play.open().orders(1, buy=[1, 2, 3]).orders(2, buy=[6]).close()


def test_the_others_are_filled_at_the_close_the_asked_seat_when_it_answers() -> None:
    """Others are filled at the close, the asked seat wholly when it answers."""
    play = rich_and_poor()
    assert play.phase == "sequence"
    assert (play.cash(1), play.cash(2)) == (299, 199)
    play.do("sequence", 1, stocks=[3, 1, 2])
    assert (play.cash(1), play.shares(1), play.phase) == (94, (1, 0, 1, 0, 0, 0), "roll")


def test_the_asked_seats_sells_and_fines_wait_too() -> None:
    """Wholly: sells and fines too."""
    play = Play(charts=sheet(*[stock(start=100, limits=[4, 200], band=[0, 300])] * 6))
    play.day(buy={1: [6]}).open().orders(1, buy=[1, 2, 3, 4], sell=[6, 5]).close()
    assert (play.phase, play.cash(1), play.shares(1)) == ("sequence", 199, (0, 0, 0, 0, 0, 1))
    play.do("sequence", 1)
    assert (play.cash(1), play.shares(1)) == (199 + 102 - 300 - 1, (1, 1, 1, 0, 0, 0))


def test_without_stocks_the_automatic_order() -> None:
    """Without `stocks` the automatic order."""
    assert rich_and_poor().do("sequence", 1).shares(1) == (1, 1, 0, 0, 0, 0)


def test_sequence_auto_asks_nobody() -> None:
    """With `sequence: "auto"` everybody is filled at the close."""
    play = rich_and_poor(sequence="auto")
    assert (play.phase, play.cash(1)) == ("roll", 94)


def test_wrong_sequences() -> None:
    """Its buys, each once: a wrong number, no such stock, one not bought or named twice."""
    play = rich_and_poor()
    assert play.code("sequence", 2) == "not-your-turn"
    assert play.code("sequence", "host") == "not-your-turn"
    assert play.code("sequence", 1, stocks=[1, 2]) == "bad-count"
    assert play.code("sequence", 1, stocks=[1, 2, 3, 9]) == "bad-count"
    assert play.code("sequence", 1, stocks=[1, 2, 9]) == "unknown"
    assert play.code("sequence", 1, stocks=[1, 2, 4]) == "not-allowed"
    assert play.code("sequence", 1, stocks=[1, 2, 2]) == "not-allowed"
    assert play.code("sequence", 1, stocks=None) == "malformed"
    assert play.phase == "sequence"


def test_two_asked_seats_answer_in_any_order_each_once() -> None:
    """Answered: already-done; the day goes on when all have."""
    play = Play(3, charts=sheet(*[stock(start=100, limits=[4, 200], band=[0, 300])] * 6)).open()
    play.orders(1, buy=[1, 2, 3]).orders(3, buy=[1, 2, 3]).close().do("sequence", 3)
    assert play.code("sequence", 3) == "already-done"
    assert play.code("sequence", 2) == "not-your-turn"
    assert play.code("roll", "chance", green=[1] * 4, red=[1] * 4) == "wrong-phase"
    assert play.do("sequence", 1).phase == "roll"


def test_a_trial_changes_nothing_and_shows_what_would_fail() -> None:
    """The projection uses the automatic order and the fines."""
    purse, done = trial(Purse(70, NONE), (1, 0, 1, -1, 1, 0), PRICES)
    assert (purse.cash, done.cancelled) == (0, ((4, -1), (5, 1)))
    assert done.fine == 10
