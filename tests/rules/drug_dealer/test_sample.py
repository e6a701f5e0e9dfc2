"""A sampled state is one that the seat may hold for true."""

from __future__ import annotations

import random

import pytest

from rules.drug_dealer import GAME
from tests.rules.drug_dealer.play import bid, favour, opened, played, seen
from tests.rules.walk import Made, Walk

OPEN = opened()
CARDS = [*OPEN, bid(2, 15), bid(3, 5), bid(4, 2), favour(1)]


@pytest.mark.parametrize("seats", [3, 5])
def test_a_sample_looks_the_same_to_the_seat(seats: int) -> None:
    """Every secret filled in at random leaves the seat's facts as they are: nothing else went into them."""
    rng = random.Random(seats)

    def twin(made: Made) -> None:
        for seat in range(1, seats + 1):
            facts = seen(made.after, seat)
            state = GAME.sample(facts, rng)
            assert GAME.view(state, seat) == facts
            assert all(min(*p.hand, *(p.bid or p.hand)) >= 0 for p in state.purses)

    Walk(GAME, rng, seats=seats, made=twin).run()
    facts = seen(played(4, *CARDS, {"by": "host", "do": "end"}), 2)
    assert GAME.view(GAME.sample(facts, rng), 2) == facts


def test_a_sample_differs_in_what_the_seat_cannot_know() -> None:
    fold = played(5, *OPEN, bid(2, 15), bid(3, 5, 5), bid(4, 30), bid(5, 2), favour(1))
    facts, rng = seen(fold, 2), random.Random(2)
    states = [GAME.sample(facts, rng) for _ in range(200)]
    assert {s.faces[1] for s in states} == set(range(1, 11))
    assert len({s.purse(4).bid for s in states}) > 20
    dealer = [GAME.sample(seen(fold, 1), rng) for _ in range(200)]
    assert {s.amounts()[4] for s in dealer} == {30}
    assert len({s.purse(4).bid for s in dealer}) > 1
