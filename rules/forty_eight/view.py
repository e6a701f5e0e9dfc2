"""What a seat, or everybody, may know: the one exit from a state (games.md, section 4)."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.entry import Entry
from rules.forty_eight.entries import Bid
from rules.forty_eight.state import Final, Outcome, State, points, tied
from rules.game import Facts

Ask = Literal["", "draw", "bid", "favour", "topdown"]
PUBLIC_PHASE = {"favour": "desk", "topdown": "desk"}


class Pile(msgspec.Struct, frozen=True):
    """A case won: how many cards lie beneath it, which ones (None where this seat may not look), and the one that was
    discarded at the end (0 for none)."""

    case: str
    count: int
    cards: tuple[int, ...] | None
    lost: int = 0


class FortyEight(Facts, frozen=True, kw_only=True):
    """Facts of a game of Forty-Eight. Tuples by seat begin with seat 1."""

    turn: int
    turns: int
    desk: int | None
    first: int
    suits: tuple[str, ...]
    limit: int
    slide: bool
    always: bool
    deck: tuple[str, ...]
    """What has not been drawn yet, in suit order (public: all drawn cases were)."""
    drawn: tuple[str, ...]
    sizes: tuple[int, ...]
    """Cards not attached, by seat."""
    piles: tuple[tuple[Pile, ...], ...]
    points: tuple[int, ...]
    done: int
    of: int
    """Bids that are in, of how many."""
    counts: tuple[int, ...]
    """The number of cards in each bid, once the last is in."""
    last: Outcome | None
    final: Final | None
    ask: Ask = ""
    """What this seat is asked, its own business."""
    hand: tuple[int, ...] = ()
    sent: tuple[int, ...] | None = None
    """The own bid, None while there is none."""
    seen: tuple[tuple[int, ...], ...] = ()
    """The desk alone, once the last bid is in: the cards of each bid."""
    ranks: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    """The desk alone: who is ranked already, and who is tied for the next rank."""


def view(state: State, seat: int | None) -> FortyEight:
    """All that this seat (None: everybody) may know and nothing else."""
    rules, over = state.rules, state.phase == "over"
    deciding = state.phase in ("favour", "topdown")
    facts = FortyEight(
        seat=seat,
        seats=rules.seats,
        phase=PUBLIC_PHASE.get(state.phase, state.phase),
        over=over,
        serial=state.serial,
        turn=state.turn,
        turns=rules.turns,
        desk=None if over else state.desk,
        first=rules.first,
        suits=rules.suits,
        limit=rules.limit,
        slide=rules.slide,
        always=rules.always,
        deck=state.deck,
        drawn=state.drawn,
        sizes=tuple(map(len, state.hands)),
        piles=tuple(_pile(state, s, seat) for s in range(1, rules.seats + 1)),
        points=tuple(map(points, state.piles)),
        done=0 if over else sum(bid is not None for bid in state.bids),
        of=len(state.asked) if state.phase == "bid" or deciding else 0,
        counts=tuple(len(bid or ()) for bid in state.bids) if deciding else (),
        last=state.last,
        final=state.final,
    )
    return facts if seat is None else _private(facts, state, seat)


def _private(facts: FortyEight, state: State, seat: int) -> FortyEight:
    own = msgspec.structs.replace(
        facts,
        ask=_ask(state, seat),
        hand=state.hands[seat - 1],
        sent=None if facts.over else state.bids[seat - 1],
    )
    if facts.phase != "desk" or seat != state.desk:
        return own
    return msgspec.structs.replace(
        own,
        seen=tuple(bid or () for bid in state.bids),
        ranks=state.ranks,
        tied=tied(state) if state.phase == "favour" else (),
    )


def _ask(state: State, seat: int) -> Ask:
    if state.phase == "bid":
        return "bid" if seat in state.asked else ""
    if state.phase == "over" or seat != state.desk:
        return ""
    return state.phase


def _pile(state: State, owner: int, seat: int | None) -> tuple[Pile, ...]:
    shown = owner == seat or state.final is not None
    lost = state.final.lost[owner - 1] if state.final else (0,) * len(state.piles[owner - 1])
    return tuple(
        Pile(won.case, len(won.cards), won.cards if shown else None, gone)
        for won, gone in zip(state.piles[owner - 1], lost, strict=True)
    )


def sealed(facts: FortyEight, entry: Entry) -> FortyEight:
    """The facts while the last bid waits in the table: all have sent, and its own seat reads what it sent."""
    own = isinstance(entry, Bid) and entry.by == facts.seat
    sent = entry.cards if isinstance(entry, Bid) and own else facts.sent
    return msgspec.structs.replace(facts, done=facts.of, sent=sent)
