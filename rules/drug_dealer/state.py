"""The state of a game of Drug Dealer, its start and its record."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rules.cut import Cut, around, cut
from rules.drug_dealer.sheet import Sheet
from rules.game import OVER
from rules.numbered import put

COINS = (2, 5, 15, 30)
"""The kinds of coin, in the order of the columns. No change is ever given."""
Coins = tuple[int, int, int, int]
"""How many of each kind."""
HANDED: Coins = (3, 3, 2, 2)
"""What each seat starts with: 111G."""
NO_COINS: Coins = (0, 0, 0, 0)


def worth(coins: Coins) -> int:
    """The sum in G."""
    return 2 * coins[0] + 5 * coins[1] + 15 * coins[2] + 30 * coins[3]


def plus(a: Coins, b: Coins) -> Coins:
    """Both heaps together."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]


def minus(a: Coins, b: Coins) -> Coins:
    """What is left of `a` without `b` (negative where `b` has more)."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]


def heap(coins: tuple[int, ...]) -> Coins:
    """A heap of these coins, one number each."""
    return coins.count(2), coins.count(5), coins.count(15), coins.count(30)


def one(coin: int) -> Coins:
    """A heap of a single coin of this kind."""
    return heap((coin,))


Outcome = Literal["void", "kept", "sold", "dumped"]
"""How a turn ends: P = 0; most bid nothing and the dealer takes P; P > 0; P < 0."""


class Purse(msgspec.Struct, frozen=True):
    """What a seat has. `bid` lies behind the screen and is no longer in `hand`; None until it is sent."""

    hand: Coins = HANDED
    bid: Coins | None = None
    goods: int = 0
    dealt: int = 0

    @property
    def coins(self) -> Coins:
        """Hand and bid together."""
        return self.hand if self.bid is None else plus(self.hand, self.bid)


class Move(msgspec.Struct, frozen=True):
    """A public move in a lap; `coin` is 0 for a pass."""

    lap: int
    seat: int
    do: Literal["pass", "take", "add"]
    coin: int = 0


class Payment(msgspec.Struct, frozen=True):
    """Coins that change hands, openly."""

    seat: int
    to: int
    coins: Coins


class Result(msgspec.Struct, frozen=True):
    """A turn's outcome, all of it public.

    `amounts` are (seat, G) from the dealer's left, none for a void turn; `top` is the half that pays; `goods` are
    (seat, P received).
    """

    turn: int
    dealer: int
    faces: tuple[tuple[str, int], ...]
    production: int
    outcome: Outcome
    amounts: tuple[tuple[int, int], ...] = ()
    top: tuple[int, ...] = ()
    goods: tuple[tuple[int, int], ...] = ()
    payments: tuple[Payment, ...] = ()


class State(msgspec.Struct, frozen=True):
    """A game so far. `phase` is the record's word; `lap` is 0 until the cards are dealt; a turn's fields are reset
    when it ends. `dealer` and `mover` are 0 for nobody; `faces` stand in picked order."""

    seats: int
    void_at: str
    sheet: Sheet
    purses: tuple[Purse, ...]
    dealer: int
    turn: int = 1
    phase: str = "dice"
    pick: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    typed: bool = False
    shown: str = ""
    cards: tuple[int, ...] = ()
    """The seats with an OK card."""
    lap: int = 0
    mover: int = 0
    moves: tuple[Move, ...] = ()
    history: tuple[Result, ...] = ()
    """Every turn's outcome; the newest is the last result, and their number its serial."""
    winners: tuple[int, ...] = ()

    @property
    def turns(self) -> int:
        """Each seat deals twice."""
        return 2 * self.seats

    def purse(self, seat: int) -> Purse:
        """The purse of a seat (1..n)."""
        return self.purses[seat - 1]

    def bidders(self) -> tuple[int, ...]:
        """All seats but the dealer, from its left."""
        return around(self.dealer, self.seats)

    def amounts(self) -> dict[int, int]:
        """What each bidder has bid, in G, from the dealer's left."""
        purses = self.purses
        return {s: worth(purses[s - 1].bid or NO_COINS) for s in self.bidders()}

    def production(self) -> int:
        """P of this turn's faces."""
        return self.sheet.production(zip(self.pick, self.faces, strict=True))

    def cut(self) -> Cut:
        """Who is in the top half: of the cards at first, then of the winners (P > 0) or payers (P < 0)."""
        amounts = self.amounts()
        upper = len(amounts) // 2 if self.lap and self.production() < 0 else (len(amounts) + 1) // 2
        return cut(amounts, upper)


def start(seats: int, options: dict[str, Any], sheet: Sheet) -> State:
    """The state before the first pick."""
    return State(seats, options["void_at"], sheet, (Purse(),) * seats, options["first"])


def replaced(purses: tuple[Purse, ...], seat: int, **fields: Any) -> tuple[Purse, ...]:
    """The purses with some fields of one seat's changed."""
    return put(purses, seat, msgspec.structs.replace(purses[seat - 1], **fields))


def total(purse: Purse) -> int:
    """Goods and money: what counts at the end."""
    return purse.goods + worth(purse.coins)


def moment(state: State) -> tuple[str, int, int]:
    """Phase, lap and turn: an entry that leaves them as they were may be undone."""
    return state.phase, state.lap, state.turn


def record(state: State) -> dict[str, Any]:
    """The record's keys (games.md 1)."""
    return {
        "phase": state.phase,
        "seats": [
            {
                "money": worth(p.coins),
                "coins": {str(kind): n for kind, n in zip(COINS, p.coins, strict=True)},
                "goods": p.goods,
                "total": total(p),
                "dealt": p.dealt,
            }
            for p in state.purses
        ],
        "winners": list(state.winners),
        "dealer": state.dealer or None,
        "turn": state.turn,
        "production": state.history[-1].production if state.history else None,
    }


def end(state: State) -> State:
    """The host ended the game unfinished: nobody has won, nobody deals."""
    return msgspec.structs.replace(state, phase=OVER, dealer=0, mover=0)
