"""A state that a seat may hold for true: hidden cards and bids are filled in (games.md, section 4)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from rules.forty_eight.apply import ranked
from rules.forty_eight.bot import of_state
from rules.forty_eight.state import CARDS, Rules, State, Won, number, without
from rules.forty_eight.view import FortyEight
from rules.forty_eight.weigh import bid

LIKELY = {1: (1.4, 1.2, 0.7, 0.4, 0.3), 2: (0.7, 0.8, 1.8, 1.1, 0.7), 3: (0.5, 0.6, 1.1, 1.7, 2.4)}
"""How much likelier each time card 1..5 lies beneath a case of this number than chance has it (plain bots' games)."""


def sample(facts: FortyEight, rng: random.Random) -> State:
    """A state whose view for this seat equals `facts`; what others hold, and have bid, is guessed."""
    while True:
        state = _guess(facts, rng)
        # A desk without cards is waited for only when bids are tied: guess until they are.
        if state.serial == facts.serial:
            return state


def _guess(facts: FortyEight, rng: random.Random) -> State:
    hands, piles = list[tuple[int, ...]](), list[tuple[Won, ...]]()
    for seat in range(1, facts.seats + 1):
        hand, pile = _cards(facts, seat, rng)
        hands.append(hand)
        piles.append(pile)
    none: tuple[tuple[int, ...] | None, ...] = (None,) * facts.seats
    state = State(
        rules=Rules(facts.seats, facts.first, facts.suits, facts.limit, facts.slide, facts.always),
        phase="over" if facts.over else "draw" if facts.phase == "draw" else "bid",
        turn=facts.turn,
        deck=facts.deck,
        drawn=facts.drawn,
        hands=tuple(hands),
        piles=tuple(piles),
        bids=none,
        serial=facts.serial,
        last=facts.last,
        final=facts.final,
    )
    if facts.phase == "bid":
        return replace(state, bids=_bids_so_far(state, facts, rng))
    if facts.phase != "desk":
        return state
    return _deciding(state, facts, rng)


def _cards(facts: FortyEight, seat: int, rng: random.Random) -> tuple[tuple[int, ...], tuple[Won, ...]]:
    """Hand and pile of a seat; unknown ones are dealt from its ten cards, great ones rather beneath great cases."""
    known = facts.piles[seat - 1]
    if seat == facts.seat:
        return facts.hand, tuple(Won(p.case, p.cards or ()) for p in known)
    shown = facts.seen[seat - 1] if facts.seen else ()
    pool = list(without(CARDS, shown) or ())
    pile = list[Won]()
    for p in known:
        cards = p.cards if p.cards is not None else [_pull(pool, number(p.case), rng) for _ in range(p.count)]
        if p.cards is not None:
            pool = list(without(tuple(pool), p.cards) or ())
        pile.append(Won(p.case, tuple(sorted(cards, reverse=True))))
    return tuple(sorted((*pool, *shown))), tuple(pile)


def _pull(pool: list[int], case: int, rng: random.Random) -> int:
    card = rng.choices(pool, [LIKELY[case][card - 1] for card in pool])[0]
    pool.remove(card)
    return card


def _bids_so_far(state: State, facts: FortyEight, rng: random.Random) -> tuple[tuple[int, ...] | None, ...]:
    """The own bid, and for as many others as are in a bid such as the plain player makes."""
    others = [s for s in state.asked if s != facts.seat]
    sent = set(rng.sample(others, facts.done - (facts.sent is not None)))
    return tuple(
        facts.sent if s == facts.seat else bid(of_state(state, s), state.drawn, rng) if s in sent else None
        for s in range(1, facts.seats + 1)
    )


def _deciding(state: State, facts: FortyEight, rng: random.Random) -> State:
    """The desk decides: its own state is known but for hands, others guess bids of the sizes that are public."""
    if facts.seen:
        bids = tuple(b if s in state.asked else None for s, b in enumerate(facts.seen, 1))
        phase = "favour" if facts.ask == "favour" else "topdown"
        return replace(state, phase=phase, bids=bids, ranks=facts.ranks)
    own = facts.sent if facts.seat in state.asked else None
    bids = tuple(
        None
        if s not in state.asked
        else own
        if s == facts.seat
        else _some(state.hands[s - 1], facts.counts[s - 1], rng)
        for s in range(1, facts.seats + 1)
    )
    return ranked(replace(state, bids=bids))


def _some(hand: Sequence[int], count: int, rng: random.Random) -> tuple[int, ...]:
    return tuple(sorted(rng.sample(hand, count), reverse=True))
