"""The plain player, what it reckons with, and what the searching one is offered."""

from __future__ import annotations

import random

import pytest

from rules.drug_dealer import GAME
from rules.drug_dealer.ahead import candidates, horizon, policy, score
from rules.drug_dealer.bot import behind, best_bids
from rules.drug_dealer.entries import Favour
from rules.drug_dealer.state import worth
from rules.drug_dealer.weigh import Standpoint, gain, payable, productions, rivals_below, standpoint
from rules.game import SetOff
from rules.match import bot_named, new_header, play, winners
from rules.prompt import Prompt, sendable, values
from rules.search import search
from tests.rules.drug_dealer.play import THREE, bid, dice, favour, opened, passes, played, seen
from tests.rules.walk import Question, Walk

SOLD = [*opened(), bid(2, 15, 5, 5), bid(3, 5), bid(4, 2), favour(1), *passes(*[2, 3, 4] * 2)]


class TestReckoning:
    def test_p_by_the_faces_that_the_hidden_die_may_show(self) -> None:
        assert productions(seen(played(3, *opened(d6=5, d4=1)), 2)) == (25, 30, 35, 40)
        assert productions(seen(played(3, *opened(d6=5, d4=1)), 1)) == (25,)

    def test_rivals_below_are_counted_with_half_a_tie(self) -> None:
        point = Standpoint((10,), (0,), (0, 10, 10, 20))
        assert rivals_below(point, 10) == pytest.approx([0.5, 0.5])
        assert rivals_below(point, 30) == pytest.approx([0.0, 1.0])
        assert rivals_below(Standpoint((10,), (0, 0), (0, 20)), 10) == pytest.approx([0.25, 0.5, 0.25])

    def test_a_rivals_open_move_shifts_its_bid(self) -> None:
        assert rivals_below(Standpoint((10,), (30,), (0, 10)), 20) == pytest.approx([1.0, 0.0])

    def test_the_own_card_tells_about_the_rivals(self) -> None:
        def below(card: bool, amount: int) -> list[float]:
            return rivals_below(Standpoint((10,), (0,), (0, 10, 20, 30), first=15, card=card), amount)

        assert below(True, 15) == pytest.approx([0.0, 1.0])
        assert below(False, 15) == pytest.approx([1.0, 0.0])
        assert below(False, 25) == pytest.approx([0.5, 0.5])
        assert below(True, 5) == pytest.approx([0.5, 0.5])

    def test_the_gain_is_goods_less_coins(self) -> None:
        sure = Standpoint((30,), (0,), (0,))
        assert gain(sure, 10) == pytest.approx(20)
        assert gain(Standpoint((-30,), (0,), (0,)), 10) == pytest.approx(-10)
        assert gain(Standpoint((-30,), (0,), (50,)), 10) == pytest.approx(-30)
        assert gain(Standpoint((0,), (0,), (0,)), 10) == 0

    def test_amounts_that_can_be_paid_without_change(self) -> None:
        heaps = payable((3, 3, 2, 2), 111)
        assert len(heaps) == 112 - 24
        assert all(worth(heap) == amount for amount, heap in heaps.items())
        assert heaps[30] == (0, 0, 0, 1)
        assert max(payable((3, 3, 2, 2), 40)) <= 40


class TestPlainPlayer:
    def test_it_pays_little_for_little_and_never_more_than_p(self) -> None:
        low = worth(best_bids(seen(played(5, *opened(d4=1, d6=1)), 2))[0])
        high = worth(best_bids(seen(played(5, *opened(d20=20, d4=4)), 2))[0])
        assert low < high <= 80

    def test_it_learns_what_rivals_bid(self) -> None:
        point = standpoint(seen(played(4, *SOLD, *opened(dealer=2)), 4), 0, [0, 0])
        assert point.seen[-3:] == (25, 5, 2)
        assert len(standpoint(seen(played(4), 1), 0, [0, 0]).seen) == len(point.seen) - 3

    def test_the_dealer_shows_the_better_die(self) -> None:
        fold = played(3, *opened(d20=9, d4=4)[:2])
        facts = seen(fold, 1)
        prompt = GAME.answer(facts, (), False)
        assert isinstance(prompt, Prompt)
        assert values(prompt, GAME.bot(facts, prompt, random.Random(1))) == (0, 1)

    def test_it_sets_the_roll_off_as_picked(self) -> None:
        facts = seen(played(3, dice(1, "d4", "d8")), 1)
        prompt = GAME.answer(facts, (), False)
        assert isinstance(prompt, Prompt)
        draft = GAME.bot(facts, prompt, random.Random(1))
        assert GAME.answer(facts, (draft,), False) == SetOff()

    def test_it_keeps_count_of_what_all_have(self) -> None:
        facts = seen(played(4, *SOLD), 3)
        assert behind(facts) == {1: 141, 2: 121, 3: 141, 4: 111}

    def test_it_answers_every_question_with_what_may_be_sent(self) -> None:
        rng = random.Random(3)

        def answered(q: Question) -> None:
            if q.seat is None or q.prompt.no.startswith("dd.face"):
                return
            assert sendable(q.prompt, GAME.bot(q.facts, q.prompt, rng))
            offered = candidates(q.facts, q.prompt, rng)
            assert offered
            assert all(sendable(q.prompt, draft) for draft in offered)
            assert len({tuple(sorted(d.presses)) for d in offered}) == len(offered)

        Walk(GAME, rng, seats=4, asked=answered).run()

    def test_it_beats_those_who_press_at_random(self) -> None:
        bots = [bot_named(GAME, "plain"), *[bot_named(GAME, "random")] * 4]
        won = 0.0
        for seed in range(10):
            rng = random.Random(seed)
            fold = play(GAME, new_header(GAME, 5, {}, rng), bots, rng)
            won += (1 in winners(fold)) / len(winners(fold))
        assert won >= 5


class TestLookingAhead:
    def test_the_policy_plays_whole_games(self) -> None:
        rng = random.Random(4)
        for seats in (3, 7):
            state = played(seats).state
            while state.phase != "over":
                wanted = GAME.wanted(state)
                entries = policy(state, 0, rng) if wanted is None else (GAME.drawn(state, [[1], [2]]),)
                for entry in entries:
                    state = GAME.apply(state, entry)
            assert GAME.record(state)["turn"] == 2 * seats

    def test_a_playout_ends_with_its_turn(self) -> None:
        first = played(3, *THREE).state
        assert not horizon(first, played(3, *THREE, *passes(2, 3, 2)).state)
        assert horizon(first, played(3, *THREE, *passes(2, 3, 2, 3)).state)

    def test_the_lead_counts(self) -> None:
        state = played(4, *SOLD).state
        assert score(state, 1) == score(state, 3) == 0.5
        assert score(state, 4) < score(state, 2) < 0.5
        assert 0.5 < score(played(3, *THREE, *passes(2, 3, 2, 3)).state, 1) < 1

    def test_searching_gives_nothing_to_the_leader(self) -> None:
        """Seat 3 is ahead already; the dealer breaks the final tie for the other one."""
        first = [*opened(), bid(3, 2), bid(2), favour(1), *passes(2, 3, 2, 3)]
        tie = [*opened(dealer=2), bid(3, 5), bid(1, 5), favour(2, 3), *passes(3, 1, 3, 1)]
        facts = seen(played(3, *first, *tie), 2)
        prompt = GAME.answer(facts, (), False)
        assert isinstance(prompt, Prompt)
        draft = search(GAME, facts, prompt, random.Random(5), 10)
        assert GAME.answer(facts, (draft,), False) == Favour(by=2, seats=(1,))
