"""The plain player weighs hours against points; what it sends is what it means."""

from __future__ import annotations

import random

from msgspec.structs import replace

from rules.forty_eight import GAME
from rules.forty_eight.bot import favour, laid, score
from rules.forty_eight.reckon import reckon
from rules.forty_eight.state import Won
from rules.forty_eight.weigh import bid, chances, choices, costs, hours, player, topdown
from tests.rules.forty_eight.table import (
    TEN,
    asked,
    draw,
    facts,
    keys,
    play,
    question,
    table,
    wins,
)
from tests.rules.forty_eight.table import bid as sends
from tests.rules.forty_eight.table import (
    topdown as down,
)

RNG = random.Random(1)


def test_choices_are_all_sets_of_one_or_two() -> None:
    assert len(choices(TEN)) == 5 + 10 + 3
    assert choices((2, 2)) == ((2,), (2, 2))
    assert choices(()) == ()


def test_a_case_costs_what_it_costs_in_the_end() -> None:
    """The hours that a case adds are those that the reckoning will find, discards and all."""
    pile = (Won("red1", (4, 2)), Won("blue1", (3, 1)), Won("blue2", (2, 2)), Won("green1", (1,)))
    for case in ("red3", "blue3", "green3", "black3"):
        for cards in ((5,), (5, 1), (3, 3)):
            added = reckon(((*pile, Won(case, cards)),), 99).total - reckon((pile,), 99).total
            assert hours(cards, costs(pile, case)) == added


def test_more_hours_are_likelier_to_win() -> None:
    for number in (1, 2, 3):
        firsts = [one for one, _ in chances(number, 3)]
        assert firsts == sorted(firsts)
    assert chances(3, 3)[5][0] < chances(1, 3)[5][0]
    assert chances(2, 0)[1] == (1.0, 0.0)


def test_it_bids_more_for_more() -> None:
    me = player(TEN, (), 12, 0, 2)
    high = sum(sum(bid(me, ("red3", "blue3"), RNG)) for _ in range(30))
    low = sum(sum(bid(me, ("red1", "blue1"), RNG)) for _ in range(30))
    assert high > low + 30


def test_it_saves_hours_once_it_has_spent_its_share() -> None:
    spent = tuple(Won(f"x{i}", (5, 4)) for i in range(2))
    thrifty = player((1, 2, 3, 4), spent, 12, 0.2, 2)
    fresh = player((1, 2, 3, 4), (), 12, 0.2, 2)
    assert thrifty.price > fresh.price
    worth = [sum(sum(bid(p, ("red3", "blue1"), RNG)) for _ in range(30)) for p in (thrifty, fresh)]
    assert worth[0] < worth[1]


def test_a_topdown_is_the_cheapest_that_is_enough() -> None:
    me = player(TEN, (), 12, 0, 2)
    assert sum(topdown(me, "red3", 4, RNG)) == 4
    assert topdown(me, "red1", 9, RNG) == ()
    assert topdown(player((1,), (), 12, 0, 2), "red3", 2, RNG) == ()


def test_the_fewest_points_are_favoured() -> None:
    assert favour((2, 4), (0, 5, 0, 3), RNG) == 4
    assert {favour((2, 4), (0, 3, 0, 3), RNG) for _ in range(30)} == {2, 4}


def test_its_draft_is_its_bid_whatever_was_sent() -> None:
    state = play(table(4), draw("red3", "blue1"), sends(2, 5, 4))
    prompt = question(state, 2)
    for cards in ((5, 3), (1, 1), (4,)):
        assert asked(state, 2, laid(prompt, cards)) == sends(2, *cards)


def test_candidates_of_the_desk() -> None:
    assert GAME.lookahead is not None
    state = play(table(4), draw("red3", "blue1"), sends(2, 3), sends(3, 3), sends(4, 1))
    tie = question(state, 1)
    drafts = GAME.lookahead.candidates(facts(state, 1), tie, RNG)
    assert drafts == [keys(tie, "+1"), keys(tie, "+2")]
    decide = play(table(4), draw("red3", "blue1"), sends(2, 5), sends(3, 3), sends(4, 1))
    drafts = GAME.lookahead.candidates(facts(decide, 1), question(decide, 1), RNG)
    sums = [sum(getattr(asked(decide, 1, d), "cards", ())) for d in drafts]
    assert sums[:2] == [0, 7]
    assert all(s >= 7 for s in sums[1:])


def test_bids_to_compare_differ_in_hours() -> None:
    assert GAME.lookahead is not None
    state = play(table(4), draw("red3", "blue1"))
    prompt = question(state, 2)
    drafts = GAME.lookahead.candidates(facts(state, 2), prompt, RNG)
    totals = {sum(getattr(asked(state, 2, d), "cards", ())) for d in drafts}
    assert len(totals) == len(drafts) == 7


def test_a_win_is_worth_most_and_a_place_something() -> None:
    state = replace(wins(table(3), 1, ("red3", (5, 4)), ("red2", (2,))), turn=9)
    over = play(state, draw("blue1"), sends(1, 1), sends(2, 4), down(3, 5, 1))
    assert over.final is not None
    assert over.final.winners == (1,)
    first, second, third = (score(over, seat) for seat in (1, 3, 2))
    assert first == 1 > 0.3 > second > third == 0
    assert score(GAME.end(table(3)), 1) == 0
