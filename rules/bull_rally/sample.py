"""A state that a seat may hold for true: hidden orders are filled in at random."""

from __future__ import annotations

import random

from rules.bull_rally.fill import Orders
from rules.bull_rally.sheet import STOCKS
from rules.bull_rally.state import State
from rules.bull_rally.view import BullFacts


def sample(facts: BullFacts, rng: random.Random) -> State:
    """The state behind `facts`, others' blind orders guessed."""
    return State(
        rules=facts.rules,
        phase=facts.phase,
        day=facts.day,
        window=facts.window,
        history=facts.history,
        purses=facts.purses,
        ready=facts.ready,
        orders=tuple(_guess(rng) if orders is None else orders for orders in facts.orders),
        asked=facts.asked,
        left=facts.left,
        today=facts.today,
        last=facts.last,
        serial=facts.serial,
        ended=facts.ended,
    )


def _guess(rng: random.Random) -> Orders:
    return tuple(rng.choice((-1, 0, 0, 1)) for _ in STOCKS)
