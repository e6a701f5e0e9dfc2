"""The plain bot, and the fast policy that plays out states: both weigh cards alike."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules.entry import Entry
from rules.forty_eight.ask import bidders
from rules.forty_eight.entries import Bid, Decline, Favour, Topdown
from rules.forty_eight.state import TOPDOWN_MARGIN, VALUES, State, Won, points, tied
from rules.forty_eight.view import FortyEight
from rules.forty_eight.weigh import Player, bid, player, topdown
from rules.prompt import Draft, Prompt


def bot(facts: FortyEight, prompt: Prompt, rng: random.Random) -> Draft:
    """A draft that may be sent: the bid, favour or topdown of the plain player; OK for a draw."""
    match facts.ask:
        case "bid":
            return laid(prompt, bid(_myself(facts), facts.drawn, rng))
        case "favour":
            named = favour(facts.tied, facts.points, rng)
            return Draft(prompt.no, (bidders(facts).index(named) + 1,))
        case "topdown":
            floor = max(map(sum, facts.seen)) + TOPDOWN_MARGIN
            return laid(prompt, topdown(_myself(facts), facts.drawn[0], floor, rng))
    return Draft(prompt.no)


def policy(state: State, rng: random.Random) -> Entry:
    """The next entry of the seat that is waited for."""
    desk = state.desk
    if state.phase == "bid":
        seat = next(s for s in state.asked if state.bids[s - 1] is None)
        return Bid(by=seat, cards=bid(of_state(state, seat), state.drawn, rng))
    if state.phase == "favour":
        return Favour(by=desk, seats=(favour(tied(state), tuple(map(points, state.piles)), rng),))
    cards = topdown(of_state(state, desk), state.drawn[0], state.highest + TOPDOWN_MARGIN, rng)
    return Topdown(by=desk, cards=cards) if cards else Decline(by=desk)


def favour(tied: Sequence[int], points: Sequence[int], rng: random.Random) -> int:
    """Whom the desk favours: the seat with the fewest points."""
    return min(tied, key=lambda s: (points[s - 1], rng.random()))


def laid(prompt: Prompt, cards: Sequence[int]) -> Draft:
    """The draft that lays down exactly these cards, whatever was sent before."""
    presses: list[int] = []
    for c, column in zip(VALUES, prompt.columns, strict=True):
        move = cards.count(c) - column.at
        presses += [c if move > 0 else -c] * abs(move)
    return Draft(prompt.no, tuple(sorted(presses)))


def of_state(state: State, seat: int) -> Player:
    """What a seat goes by, taken from a state (playouts only)."""
    rules = state.rules
    rivals = len(state.asked) - (seat in state.asked)
    progress = (state.turn - 1) / rules.turns
    return player(state.hands[seat - 1], state.piles[seat - 1], rules.limit / rules.seats, progress, rivals)


def _myself(facts: FortyEight) -> Player:
    seat = facts.seat or 1
    pile = tuple(Won(p.case, p.cards or ()) for p in facts.piles[seat - 1])
    rivals = facts.of - (facts.ask == "bid")
    return player(facts.hand, pile, facts.limit / facts.seats, (facts.turn - 1) / facts.turns, rivals)
