"""What a seat may know: the one exit from the state (the table in games.md 4)."""

from __future__ import annotations

import msgspec

from rules.cut import Cut
from rules.drug_dealer.entries import Bid
from rules.drug_dealer.sheet import SIDES
from rules.drug_dealer.state import Coins, Move, Result, State, heap, minus, plus, worth
from rules.entry import Entry
from rules.game import OVER
from rules.game import Facts as Common


class Standing(msgspec.Struct, frozen=True):
    """A seat at the end: money in G and goods. Which coins they are stays its own, as ever (step 9)."""

    seat: int
    money: int
    goods: int

    @property
    def total(self) -> int:
        """What counts."""
        return self.money + self.goods


class Facts(Common, frozen=True, kw_only=True):
    """All that one seat, or everybody (`seat` None), may know.

    Public: everything up to `history`. `faces` (None while hidden), `production`, `amounts`, `cut` and `cards` are
    public at some times and the dealer's alone at others; they are empty or None for those who may not know.
    """

    turn: int
    turns: int
    dealer: int
    """0 when the game is over."""
    lap: int
    mover: int
    """Whose move it is in a lap, else 0."""
    sheet: tuple[tuple[str, int, int], ...]
    """(die, correction, factor) of the five dice."""
    placeholder: bool
    pick: tuple[str, ...]
    shown: str
    void_at: str
    typed: bool
    """The faces were typed from real dice."""
    sent: int
    """How many have bid; of `seats - 1`."""
    moves: tuple[Move, ...]
    dealt: tuple[int, ...]
    history: tuple[Result, ...]
    standings: tuple[Standing, ...]
    """Only when the game is over."""
    winners: tuple[int, ...]

    faces: tuple[int | None, ...]
    production: int | None
    amounts: tuple[tuple[int, int], ...]
    """(seat, G) in seat order: the dealer's from the last bid on, everybody's when the bids are revealed."""
    cut: Cut | None
    """While the dealer names some of those tied: to the dealer (cards) or everybody (settlement)."""
    cards: tuple[int, ...]
    """The seats with an OK card: the dealer's."""

    hand: Coins | None
    """The seat's own, like all below."""
    bid: Coins | None
    goods: int
    card: bool | None
    """OK, NG, or None while there is no card."""

    @property
    def last(self) -> Result | None:
        """The newest turn's outcome."""
        return self.history[-1] if self.history else None

    @property
    def retype(self) -> bool:
        """Whether typed faces may be corrected now."""
        return self.typed and self.phase == "lap" and self.lap == 2

    @property
    def deals(self) -> bool:
        """Whether this seat is the dealer."""
        return self.seat is not None and self.seat == self.dealer


def view(state: State, seat: int | None) -> Facts:
    """The facts of a seat, or of everybody (None)."""
    over = state.phase == OVER
    deals = seat == state.dealer
    revealed = state.phase == "favour" and state.lap == 2
    counted = not over and (revealed or (deals and (state.phase == "favour" or state.lap > 0)))
    faces = () if over else _faces(state, deals)
    own = state.purse(seat) if seat else None
    return Facts(
        seat=seat,
        seats=state.seats,
        phase=state.phase,
        over=over,
        serial=len(state.history),
        turn=state.turn,
        turns=state.turns,
        dealer=state.dealer,
        lap=state.lap,
        mover=state.mover,
        sheet=tuple((die, *state.sheet.dice[die]) for die in SIDES),
        placeholder=state.sheet.source == "placeholder",
        pick=state.pick,
        shown=state.shown,
        void_at=state.void_at,
        typed=state.typed,
        sent=0 if over else sum(p.bid is not None for p in state.purses),
        moves=state.moves,
        dealt=tuple(p.dealt for p in state.purses),
        history=state.history,
        standings=_standings(state) if over else (),
        winners=state.winners,
        faces=faces,
        production=state.production() if faces and None not in faces else None,
        amounts=tuple(sorted(state.amounts().items())) if counted else (),
        cut=state.cut() if counted and state.phase == "favour" else None,
        cards=state.cards if deals and not over else (),
        hand=own.hand if own else None,
        bid=own.bid if own else None,
        goods=own.goods if own else 0,
        card=seat in state.cards if own and state.lap and not deals and not over else None,
    )


def _faces(state: State, deals: bool) -> tuple[int | None, ...]:
    """Both to the dealer, and to all in lap 2; else the one that is shown."""
    if deals or state.lap == 2:
        return state.faces
    return tuple(f if die == state.shown else None for die, f in zip(state.pick, state.faces, strict=False))


def _standings(state: State) -> tuple[Standing, ...]:
    return tuple(Standing(s, worth(p.coins), p.goods) for s, p in enumerate(state.purses, start=1))


def sealed(facts: Facts, entry: Entry) -> Facts:
    """The facts while the last bid waits in the table: all have sent, and its own seat reads what it sent."""
    facts = msgspec.structs.replace(facts, sent=facts.seats - 1)
    if not isinstance(entry, Bid) or entry.by != facts.seat or facts.hand is None:
        return facts
    held = facts.hand if facts.bid is None else plus(facts.hand, facts.bid)
    bid = heap(entry.coins)
    return msgspec.structs.replace(facts, hand=minus(held, bid), bid=bid)
