"""The plain bot, and the fast policy that plays out states: both weigh cards alike."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules.entry import Entry
from rules.forty_eight.ask import bidders
from rules.forty_eight.entries import Bid, Decline, Favour, Topdown
from rules.forty_eight.state import TOPDOWN_MARGIN, VALUES, State, Won, points, tied
from rules.forty_eight.view import FortyEight
from rules.forty_eight.weigh import Player, bid, choices, player, topdown, weighed_bids
from rules.prompt import Draft, Prompt

CANDIDATES = 7
"""How many answers the searching bot compares."""
WIN = 0.6
"""What winning counts in a playout's score; the rest is for the place."""


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


def policy(state: State, seat: int, rng: random.Random) -> Sequence[Entry]:
    """The next entries of the seats that are waited for; the state tells who has bid, so `seat` is of no use here."""
    desk = state.desk
    if state.phase == "bid":
        asked = (s for s in state.asked if state.bids[s - 1] is None)
        return [Bid(by=s, cards=bid(of_state(state, s), state.drawn, rng)) for s in asked]
    if state.phase == "favour":
        return (Favour(by=desk, seats=(favour(tied(state), tuple(map(points, state.piles)), rng),)),)
    cards = topdown(of_state(state, desk), state.drawn[0], state.highest + TOPDOWN_MARGIN, rng)
    return (Topdown(by=desk, cards=cards) if cards else Decline(by=desk),)


def candidates(facts: FortyEight, prompt: Prompt, rng: random.Random) -> Sequence[Draft]:
    """The best bids of different hours by weight; whom to favour; the cheapest topdowns, and none."""
    match facts.ask:
        case "bid":
            best: dict[int, tuple[float, tuple[int, ...]]] = {}
            for bid in weighed_bids(_myself(facts), facts.drawn):
                hours = sum(bid[1])
                best[hours] = max(bid, best.get(hours, bid))
            return [laid(prompt, cards) for _, cards in sorted(best.values(), reverse=True)[:CANDIDATES]]
        case "favour":
            return [Draft(prompt.no, (bidders(facts).index(s) + 1,)) for s in facts.tied]
        case "topdown":
            enough = [c for c in choices(facts.hand) if sum(c) >= (prompt.floor or 0)]
            cheap = sorted(enough, key=lambda c: (sum(c), len(c)))[: CANDIDATES - 1]
            return [Draft(prompt.no), *(laid(prompt, cards) for cards in cheap)]
    return [Draft(prompt.no)]


def score(state: State, seat: int) -> float:
    """Foremost the share of the win, then how many others it leaves behind: a place tells more than a win alone."""
    final = state.final
    if final is None:
        return 0.0
    won = 1 / len(final.winners) if seat in final.winners else 0.0
    places = [
        (s not in final.out, points(pile), -hours)
        for s, (pile, hours) in enumerate(zip(state.piles, final.hours, strict=True), 1)
    ]
    behind = sum(place < places[seat - 1] for place in places) / (len(places) - 1)
    return WIN * won + (1 - WIN) * behind


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
