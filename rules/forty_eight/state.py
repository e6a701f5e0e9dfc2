"""Where a game of Forty-Eight stands. Everything is frozen; a turn's change makes a new state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

SUITS = ("red", "blue", "yellow", "green", "black", "white")
NUMBERS = (1, 1, 2, 3)
"""The four cases of a suit."""
CARDS = (1, 1, 1, 2, 2, 2, 3, 3, 4, 5)
"""A seat's ten time cards, 24 hours."""
VALUES = (1, 2, 3, 4, 5)
MOST_CARDS = 2
TOPDOWN_MARGIN = 2
USED_SUITS = {3: 3, 4: 5, 5: 6}
"""Suits in use by number of seats (rulebook, preparation)."""

Phase = Literal["draw", "bid", "favour", "topdown", "over"]


class Rules(msgspec.Struct, frozen=True):
    """What the header settles."""

    seats: int
    first: int
    suits: tuple[str, ...]
    limit: int
    slide: bool
    """Topdown "slide": the rank-1 bidder drops to rank 2 instead of getting nothing."""
    always: bool
    """An empty bid is allowed with cards in hand."""

    @property
    def turns(self) -> int:
        """Each seat is the desk twice, three times with 3 seats."""
        return self.seats * (3 if self.seats == 3 else 2)

    @property
    def cases(self) -> int:
        """Cases a turn."""
        return 1 if self.seats == 3 else 2


class Won(msgspec.Struct, frozen=True):
    """A case won, with the one or two time cards beneath it."""

    case: str
    cards: tuple[int, ...]


class Outcome(msgspec.Struct, frozen=True):
    """A settled turn as everybody may know it. `owners` has the winner's seat for each case, 0 for a case that left
    the game; `counts` the number of cards that each seat laid down, its bid's or the desk's topdown (seat 1 first)."""

    turn: int
    desk: int
    cases: tuple[str, ...]
    owners: tuple[int, ...]
    counts: tuple[int, ...]
    topdown: bool


class Final(msgspec.Struct, frozen=True):
    """The reckoning. `lost` has for each seat and case won the card discarded there, 0 for none; hours are after it."""

    lost: tuple[tuple[int, ...], ...]
    hours: tuple[int, ...]
    total: int
    out: tuple[int, ...]
    winners: tuple[int, ...]


class State(msgspec.Struct, frozen=True):
    """`deck` is what is left in suit order. Hands are ascending and hold this turn's bid too, until it wins.

    `bids` has None where a seat has not bid; `ranks` are the seats ranked so far this turn.
    """

    rules: Rules
    phase: Phase
    turn: int
    deck: tuple[str, ...]
    drawn: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]
    piles: tuple[tuple[Won, ...], ...]
    bids: tuple[tuple[int, ...] | None, ...]
    ranks: tuple[int, ...] = ()
    serial: int = 0
    last: Outcome | None = None
    final: Final | None = None

    @property
    def desk(self) -> int:
        """The seat at the desk this turn (the last one, when the game is over)."""
        return (self.rules.first + self.turn - 2) % self.rules.seats + 1

    @property
    def asked(self) -> tuple[int, ...]:
        """Who bids this turn: all but the desk who hold a card."""
        desk = self.desk
        return tuple([s for s, hand in enumerate(self.hands, 1) if hand and s != desk])

    @property
    def highest(self) -> int:
        """The sum of the highest bid, 0 when nobody bid."""
        return max(sum(bid or ()) for bid in self.bids)


def start(seats: int, options: dict[str, Any], sheet: Any) -> State:
    """The state before the first draw. The game has no sheet."""
    rules = Rules(
        seats,
        options["first"],
        tuple(options["suits"]),
        options["limit"],
        options["topdown"] == "slide",
        options["empty_bid"] == "always",
    )
    deck = tuple(f"{suit}{n}" for suit in rules.suits for n in NUMBERS)
    return State(rules, "draw", 1, deck, (), (CARDS,) * seats, ((),) * seats, (None,) * seats)


def tied(state: State) -> tuple[int, ...]:
    """The seats with the highest bid among those not ranked yet; an empty bid never wins."""
    ranks = state.ranks
    rest = {s: sum(bid) for s, bid in enumerate(state.bids, 1) if bid and s not in ranks}
    best = max(rest.values(), default=0)
    return tuple([s for s, total in rest.items() if total == best])


def without(hand: tuple[int, ...], cards: Iterable[int]) -> tuple[int, ...] | None:
    """The hand less these cards, None when one of them is not held."""
    rest = list(hand)
    for card in cards:
        if card not in rest:
            return None
        rest.remove(card)
    return tuple(rest)


def points(pile: Iterable[Won]) -> int:
    """The case points of a pile."""
    return sum([number(won.case) for won in pile])


def suit(case: str) -> str:
    """ "red3" → "red"."""
    return case[:-1]


def number(case: str) -> int:
    """ "red3" → 3."""
    return int(case[-1])


def record(state: State) -> dict[str, Any]:
    """The record of games.md: hours stay null until the last turn is settled."""
    final, over = state.final, state.phase == "over"
    return {
        "phase": state.phase,
        "winners": list(final.winners) if final else [],
        "turn": state.turn,
        "desk": None if over else state.desk,
        "total_hours": final.total if final else None,
        "seats": [
            {
                "cases": [won.case for won in pile],
                "hours": final.hours[i] if final else None,
                "points": points(pile),
                "hand": list(state.hands[i]),
                "out": final is not None and i + 1 in final.out,
            }
            for i, pile in enumerate(state.piles)
        ],
    }
