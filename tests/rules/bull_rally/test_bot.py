"""The plain trader goes by expectations; none of its orders can fail."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.bull_rally import GAME
from rules.bull_rally.bot import bot, candidates, policy, pressed, score
from rules.bull_rally.entries import Close, Open, Order
from rules.bull_rally.fill import NOTHING, Purse, trial
from rules.bull_rally.sheet import PLACEHOLDER, Sheet
from rules.bull_rally.state import State
from rules.bull_rally.weigh import PLAIN, orders, outlook
from rules.prompt import Draft, Prompt
from rules.search import entries

SHEET = msgspec.convert(PLACEHOLDER, Sheet)
RNG = random.Random(1)


def trading(**changes: Any) -> State:
    state: State = GAME.start(3, GAME.resolve(3, {}), SHEET)
    return replace(state, phase="trade", **changes)


def prompt_of(state: State, seat: int) -> Prompt:
    prompt = GAME.answer(GAME.view(state, seat), (), False)
    assert isinstance(prompt, Prompt)
    return prompt


def test_the_outlook_of_a_day() -> None:
    """News are the mean of what is left of the deck; cards for stocks on N count for these alone."""
    ahead = outlook(SHEET, (("stock", -3), ("market", -1), (2, 4), ("stock", 1)), 3)
    assert ahead.news == (-0.75, 0.75, -0.75, -0.25, -0.25, -0.25)
    assert ahead.dividends == (0, 0, 0, 1, 0, 0)
    quiet = outlook(SHEET, SHEET.news, 1)
    assert quiet.news == (0.0,) * 6
    last = outlook(SHEET, SHEET.news, 10)
    assert last.dividends == (1, 0, 0, 0, 1, 2)
    assert last.later == ((0.0,),) * 6


def test_a_share_is_kept_for_some_days_or_to_the_end() -> None:
    """The better of both: passing losses do not count where the end is good, nor late ones where it can be sold."""
    good = outlook(SHEET, (("stock", -1), ("stock", 1)), 8)
    assert good.dividends == (0, 2, 0, 0, 1, 0)
    assert good.later[0] == (1.0, 1.0, 1.0)
    bad = outlook(SHEET, (("stock", -1),), 8)
    assert bad.later[0] == (0.0, -1.0, -1.0)
    assert bad.later[1] == (0.0, 0.0, 0.0)


def test_no_order_can_fail() -> None:
    for _ in range(200):
        day = RNG.randint(1, 10)
        prices = tuple(RNG.randint(*stock.limits) for stock in SHEET.stocks)
        purse = Purse(RNG.randint(0, 299), tuple(RNG.randint(0, 3) for _ in prices))
        others = tuple(RNG.randint(-2, 2) for _ in prices)
        placed = orders(outlook(SHEET, SHEET.news, day), prices, purse, others, PLAIN, RNG)
        assert trial(purse, placed, prices)[1].cancelled == ()


def test_it_buys_on_the_last_day_what_others_buy() -> None:
    """A filled buy lifts the price, and the last sale moves none."""
    ahead = outlook(SHEET, SHEET.news, 10)
    start = tuple(stock.start for stock in SHEET.stocks)
    assert orders(ahead, start, Purse(40, NOTHING), (0, 0, 2, 0, 0, 0), PLAIN, RNG)[2] == 1


def test_it_sells_ahead_of_bad_news_and_dividends_hold_it() -> None:
    start = tuple(stock.start for stock in SHEET.stocks)
    purse = Purse(0, (0, 1, 0, 1, 1, 1))
    placed = orders(outlook(SHEET, (("stock", -5),), 10), start, purse, NOTHING, PLAIN, RNG)
    assert [placed[i] for i in (1, 4, 5)] == [0, -1, -1]
    good = orders(outlook(SHEET, (("stock", 2),), 10), start, purse, NOTHING, PLAIN, RNG)
    assert -1 not in good


def test_its_presses_lead_from_what_stands() -> None:
    state = trading(orders=((1, 0, -1, 0, 0, 0), NOTHING, NOTHING))
    prompt = prompt_of(state, 1)
    draft = pressed(prompt, (-1, 1, -1, 0, 0, 0))
    assert draft.presses == (-1, -1, 2)
    made = entries(GAME, GAME.view(state, 1), prompt, draft)
    assert made == (Order(by=1, stock=1, side="sell"), Order(by=1, stock=2, side="buy"))


def test_asked_again_it_stays_with_its_orders() -> None:
    state = trading()
    for entry in entries(
        GAME, GAME.view(state, 2), prompt_of(state, 2), bot(GAME.view(state, 2), prompt_of(state, 2), RNG)
    ):
        state = GAME.apply(state, entry)
    assert state.orders[1] != NOTHING
    assert bot(GAME.view(state, 2), prompt_of(state, 2), RNG).presses == ()


def test_it_is_ready_at_once() -> None:
    state: State = GAME.start(3, GAME.resolve(3, {}), SHEET)
    prompt = prompt_of(state, 1)
    assert bot(GAME.view(state, 1), prompt, RNG) == Draft(prompt.no)


def test_candidates_hold_the_plain_orders_and_none_that_fail() -> None:
    state = trading(purses=(Purse(60, (0, 1, 0, 0, 0, 0)),) * 3)
    facts, prompt = GAME.view(state, 1), prompt_of(state, 1)
    drafts = candidates(facts, prompt, RNG)
    assert Draft(prompt.no) in drafts
    assert len(set(drafts)) == len(drafts) > 5
    for draft in drafts:
        after = state
        for entry in entries(GAME, facts, prompt, draft):
            after = GAME.apply(after, entry)
        assert trial(after.purses[0], after.orders[0], after.prices)[1].cancelled == ()


def test_the_policy_leaves_a_seat_alone_that_has_chosen() -> None:
    state = trading(orders=(NOTHING, NOTHING, (1, 0, 0, 0, 0, 0)))
    step = policy(state, 1, RNG)
    assert {entry.by for entry in step} == {2, "clock"}
    assert isinstance(step[-1], Close)
    assert {entry.by for entry in policy(state, 0, RNG)} == {1, 2, "clock"}
    assert policy(replace(state, phase="plan"), 0, RNG) == (Open(by="clock"),)


def test_a_championship_is_worth_most() -> None:
    state = trading(purses=tuple(Purse(cash, NOTHING) for cash in (310, 309, 200)))
    over = replace(state, phase="over")
    first, second, third = (score(over, seat) for seat in (1, 2, 3))
    assert first > 0.8 > 0.2 > second > third > 0
