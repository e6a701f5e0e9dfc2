"""One entry applied to a state: the rules of a turn, step by step (games.md, section 2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.entry import Entry, Rejection
from rules.forty_eight.entries import Bid, Decline, Draw, Favour, Topdown
from rules.forty_eight.reckon import reckon
from rules.forty_eight.state import (
    MOST_CARDS,
    TOPDOWN_MARGIN,
    VALUES,
    Outcome,
    State,
    Won,
    tied,
    without,
)
from rules.numbered import put


def apply(state: State, entry: Entry) -> State | Rejection:
    """The state after the entry, or the first code that applies."""
    return STEPS[type(entry)](state, entry)


def end(state: State) -> State:
    """The host ends it unfinished: nobody is the desk any more, all else stays."""
    return replace(state, phase="over")


def _draw(state: State, entry: Draw) -> State | Rejection:
    if state.phase != "draw":
        return Rejection("wrong-phase", "cases are drawn at the beginning of a turn")
    if entry.by != "chance":
        return Rejection("not-your-turn", "cases are drawn by chance")
    if len(entry.cases) != state.rules.cases:
        return Rejection("bad-count", f"cases drawn a turn: {state.rules.cases}")
    left = list(state.deck)
    for case in entry.cases:
        if case not in left:
            return Rejection("unknown", f"{case} is not in what is left of the deck")
        left.remove(case)
    drawn = replace(state, phase="bid", deck=tuple(left), drawn=entry.cases)
    return drawn if drawn.asked else ranked(drawn)


def _bid(state: State, entry: Bid) -> State | Rejection:
    if state.phase != "bid":
        return Rejection("wrong-phase", "bids are made after the draw")
    seat = entry.by
    asked = state.asked
    if not isinstance(seat, int) or seat not in asked:
        return Rejection("not-your-turn", "all seats that hold cards bid, but not the desk")
    if entry.cards or not state.rules.always:
        fault = _cards_fault(state, seat, entry.cards)
        if fault:
            return fault
    bids = put(state.bids, seat, entry.cards)
    after = replace(state, bids=bids)
    return after if None in [bids[s - 1] for s in asked] else ranked(after)


def _favour(state: State, entry: Favour) -> State | Rejection:
    if fault := _desk(state, entry, "favour"):
        return fault
    if len(entry.seats) != 1:
        return Rejection("bad-count", "exactly one of the tied seats is named")
    named = entry.seats[0]
    if not 1 <= named <= state.rules.seats:
        return Rejection("unknown", f"there is no seat {named}")
    if named not in tied(state):
        return Rejection("not-allowed", f"seat {named} is not tied for this rank")
    return ranked(replace(state, ranks=(*state.ranks, named)))


def _topdown(state: State, entry: Topdown) -> State | Rejection:
    fault = _desk(state, entry, "topdown") or _cards_fault(state, state.desk, entry.cards)
    if fault:
        return fault
    least = state.highest + TOPDOWN_MARGIN
    if sum(entry.cards) < least:
        return Rejection("too-low", f"a topdown needs {least} hours here")
    return _settle(state, entry.cards)


def _decline(state: State, entry: Decline) -> State | Rejection:
    return _desk(state, entry, "topdown") or _settle(state, ())


def _desk(state: State, entry: Entry, phase: str) -> Rejection | None:
    """Why this is no decision of the desk now."""
    if state.phase != phase:
        return Rejection("wrong-phase", "the desk decides after the bids, ties first, then the topdown")
    if entry.by != state.desk:
        return Rejection("not-your-turn", f"seat {state.desk} is the desk")
    return None


def _cards_fault(state: State, seat: int, cards: tuple[int, ...]) -> Rejection | None:
    """Why a seat may not lay down these one or two cards."""
    if not 1 <= len(cards) <= MOST_CARDS:
        return Rejection("bad-count", f"one card or {MOST_CARDS} are laid down")
    for card in cards:
        if card not in VALUES:
            return Rejection("unknown", f"there is no time card {card}")
    if without(state.hands[seat - 1], cards) is None:
        return Rejection("not-yours", "a card is not in the hand")
    return None


def ranked(state: State) -> State:
    """Rank the bids as far as no tie needs the desk, then ask it for a topdown; without cards it settles at once."""
    while len(state.ranks) < len(state.drawn) and (best := tied(state)):
        if len(best) > 1:
            return replace(state, phase="favour")
        state = replace(state, ranks=state.ranks + best)
    if state.hands[state.desk - 1]:
        return replace(state, phase="topdown")
    return _settle(state, ())


def _settle(state: State, topdown: tuple[int, ...]) -> State:
    """Hand out the cases with their cards beneath, the rest of the cards goes back, the desk moves to the left."""
    rules, desk = state.rules, state.desk
    ranks = state.ranks
    if topdown:
        ranks = (desk, *(ranks if rules.slide else ranks[1:]))
    owners = (*ranks, 0, 0)[: len(state.drawn)]
    laid = [topdown if s == desk else bid or () for s, bid in enumerate(state.bids, 1)]
    hands, piles = list(state.hands), list(state.piles)
    for case, owner in zip(state.drawn, owners, strict=True):
        if owner:
            cards = tuple(sorted(laid[owner - 1], reverse=True))
            hands[owner - 1] = without(hands[owner - 1], cards) or ()
            piles[owner - 1] = (*piles[owner - 1], Won(case, cards))
    last = Outcome(state.turn, desk, state.drawn, owners, tuple(map(len, laid)), bool(topdown))
    over = state.turn == rules.turns
    return replace(
        state,
        phase="over" if over else "draw",
        turn=state.turn if over else state.turn + 1,
        drawn=(),
        hands=tuple(hands),
        piles=tuple(piles),
        bids=(None,) * rules.seats,
        ranks=(),
        serial=state.serial + 1,
        last=last,
        final=reckon(tuple(piles), rules.limit) if over else None,
    )


STEPS: dict[type[Entry], Callable[[State, Any], State | Rejection]] = {
    Draw: _draw,
    Bid: _bid,
    Favour: _favour,
    Topdown: _topdown,
    Decline: _decline,
}
"""What each entry does."""
