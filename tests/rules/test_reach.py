"""Every legal entry is reachable by keys, and whatever keys reach is legal, question by question."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rules.entry import Entry
from rules.fold import Fold, apply
from rules.games import GAMES
from tests.rules.bull_rally.play import Play, sheet, stock
from tests.rules.reach import allowed, by_keys, canonical, drafts, effect
from tests.rules.walk import Walk

SEATS = {"drug-dealer": 4, "forty-eight": 4, "bull-rally": 2}
WALKS = [
    ("drug-dealer", 10),
    ("drug-dealer", 11),
    ("forty-eight", 10),
    ("forty-eight", 11),
    ("bull-rally", 10),
]
PHASES = {
    "drug-dealer": {"dice", "roll", "show", "bid", "favour", "lap"},
    "forty-eight": {"draw", "bid", "topdown"},
    "bull-rally": {"plan", "trade", "news", "roll"},
}


def everybody(fold: Fold) -> list[Entry]:
    """All that keys reach from here, chance typed; from a live question also what a second press reaches."""
    state, game = fold.state, fold.game
    found: list[Entry] = []
    for seat in range(1, fold.header.seats + 1):
        facts = game.view(state, seat)
        found += by_keys(lambda sent, facts=facts: game.answer(facts, sent, True))  # type: ignore[misc]
    return found


def situation(fold: Fold) -> tuple[Any, ...]:
    """What makes a state another kind of question: phase, lap, who is open, which step."""
    asks = fold.game.asks(fold.state)
    lap = getattr(fold.state, "lap", 0)
    rejoined = bool(asks.open) and bool(asks.seats)
    return fold.state.phase, lap, rejoined, asks.chance


def hold(fold: Fold) -> int:
    """Compare both ways to the set of entries; give their number."""
    reached = everybody(fold)
    said = {canonical(entry) for entry in reached}
    states = set()
    for entry in reached:
        after = apply(fold, entry)
        assert isinstance(after, Fold), f"keys led to {entry}: {after}"
        states.add(effect(after))
        if fold.game.trading(fold.state):
            states.update(effect(then) for e in everybody(after) if isinstance(then := apply(after, e), Fold))
    legal = list(allowed(fold))
    for entry in legal:
        if canonical(entry) not in said:
            after = apply(fold, entry)
            assert isinstance(after, Fold)
            assert effect(after) in states, f"no keys lead to {canonical(entry)} in {situation(fold)}"
    return len(legal)


@pytest.mark.parametrize("game, seed", WALKS)
def test_keys_reach_exactly_what_the_rules_allow(game: str, seed: int) -> None:
    """Each kind of situation of a walk is looked at, eight typed dice once, the others twice."""
    seen: Counter[tuple[Any, ...]] = Counter()
    legal = 0

    def look(fold: Fold) -> None:
        nonlocal legal
        where = situation(fold)
        if (
            fold.over
            or seen[where] >= (1 if where[-1] == "roll" else 2)
            or (seen[where] and rng.random() < 0.7)
        ):
            return
        seen[where] += 1
        legal += hold(fold)

    rng = random.Random(seed)
    walk = Walk(
        GAMES[game], random.Random(seed), seats=SEATS[game], options={}, made=lambda made: look(made.after)
    )
    look(walk.fold)
    walk.run()
    assert legal > 100
    assert {where[0] for where in seen} >= PHASES[game]


def test_a_poor_seats_sequence_is_reachable_in_every_order() -> None:
    """Bull Rally, step 3: three buys of which one fails, six orders and the automatic one."""
    play = Play(charts=sheet(*[stock(start=100, limits=[4, 200], band=[0, 300])] * 6))
    play.open().orders(1, buy=[2, 4, 6]).close()
    prompt = play.prompt(1)
    orders = {play.answer(1, draft) for draft in drafts(prompt)}
    assert len(orders) == 7
    assert hold(play.fold) == 7
