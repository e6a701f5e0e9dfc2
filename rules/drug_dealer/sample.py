"""A whole state that a seat may hold for true: what it cannot know is filled in at random."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence

from rules.cut import cut
from rules.drug_dealer.sheet import SIDES, Sheet
from rules.drug_dealer.state import (
    COINS,
    HANDED,
    NO_COINS,
    Coins,
    Purse,
    State,
    minus,
    one,
    plus,
    worth,
)
from rules.drug_dealer.view import Facts
from rules.drug_dealer.weigh import expected

TRIES = 20
"""How many sets of bids are drawn to fit the own card before the extremes are taken, which always fit."""
LIKELY = 0.8
"""How often a guessed bid is one that might be expected, and how often its larger coins are laid first."""
Room = tuple[Coins, Coins]
"""The least and the most of each kind that a first bid can have held."""


def sample(facts: Facts, rng: random.Random) -> State:
    """A state whose view for this seat is `facts`. All that is public or the seat's own stands as it is."""
    sheet = Sheet({die: (c, f) for die, c, f in facts.sheet}, "placeholder" if facts.placeholder else "")
    held = holdings(facts)
    firsts = _first_bids(facts, held, rng)
    nets = {s: net(facts, s) for s in firsts}
    bids = {s: plus(bid, nets[s]) for s, bid in firsts.items()}
    return State(
        facts.seats,
        facts.void_at,
        sheet,
        tuple(_purse(facts, s, held[s], bids.get(s)) for s in range(1, facts.seats + 1)),
        facts.dealer,
        turn=facts.turn,
        phase=facts.phase,
        pick=facts.pick,
        faces=_faces(facts, sheet, rng),
        typed=facts.typed,
        shown=facts.shown,
        cards=_cards(facts, {s: worth(b) for s, b in firsts.items()}, rng),
        lap=facts.lap,
        mover=facts.mover,
        moves=facts.moves,
        history=facts.history,
        winners=facts.winners,
    )


def holdings(facts: Facts) -> dict[int, Coins]:
    """What each seat holds, hand and bid together: what it started with and the coins that changed hands since."""
    held = dict.fromkeys(range(1, facts.seats + 1), HANDED)
    for payment in (p for result in facts.history for p in result.payments):
        held[payment.seat] = minus(held[payment.seat], payment.coins)
        held[payment.to] = plus(held[payment.to], payment.coins)
    return held


def net(facts: Facts, seat: int) -> Coins:
    """What a seat's public moves of this turn have added to its bid."""
    moved = NO_COINS
    for move in facts.moves:
        if move.seat == seat and move.coin:
            moved = (plus if move.do == "add" else minus)(moved, one(move.coin))
    return moved


def _purse(facts: Facts, seat: int, held: Coins, bid: Coins | None) -> Purse:
    goods = sum(g for result in facts.history for s, g in result.goods if s == seat)
    return Purse(held if bid is None else minus(held, bid), bid, goods, facts.dealt[seat - 1])


def _faces(facts: Facts, sheet: Sheet, rng: random.Random) -> tuple[int, ...]:
    """Any faces that fit those seen; with `void_at` "roll" P is known not to be 0."""
    if facts.over or facts.phase in ("dice", "roll"):
        return ()
    seen = facts.faces or (None,) * len(facts.pick)
    ranges = [(f,) if f else range(1, SIDES[die] + 1) for die, f in zip(facts.pick, seen, strict=True)]
    fits = [
        faces
        for faces in itertools.product(*ranges)
        if facts.void_at != "roll" or sheet.production(zip(facts.pick, faces, strict=True))
    ]
    return rng.choice(fits)


def _first_bids(facts: Facts, held: dict[int, Coins], rng: random.Random) -> dict[int, Coins]:
    """The bids as they were sent, before the laps, of those who have bid; they fit the own card."""
    seats = _who_bid(facts, rng)
    rooms = {s: _room(facts, s, held[s]) for s in seats}
    amounts, likely = dict(facts.amounts), expected(facts.history)
    bids: dict[int, Coins] = {}
    for _ in range(TRIES):
        for s in seats:
            if s == facts.seat and facts.bid is not None:
                bids[s] = minus(facts.bid, net(facts, s))
            elif s in amounts:
                bids[s] = rng.choice(heaps(amounts[s] - worth(net(facts, s)), *rooms[s]))
            else:
                bids[s] = _any(rooms[s], likely, rng)
        if _fits(facts, bids):
            return bids
    return {s: bids[s] if s == facts.seat else rooms[s][0 if facts.card else 1] for s in seats}


def _who_bid(facts: Facts, rng: random.Random) -> list[int]:
    others = [s for s in range(1, facts.seats + 1) if s not in (facts.seat, facts.dealer)]
    own = [facts.seat] if facts.seat and facts.bid is not None else []
    if facts.over:
        return own
    return sorted((*own, *rng.sample(others, facts.sent - len(own))))


def _room(facts: Facts, seat: int, held: Coins) -> Room:
    """Every added coin came from the hand, every taken one from the bid."""
    least, most, moved = NO_COINS, held, NO_COINS
    for move in facts.moves:
        if move.seat == seat and move.coin:
            moved = (plus if move.do == "add" else minus)(moved, one(move.coin))
            least = _each(max, least, minus(NO_COINS, moved))
            most = _each(min, most, minus(held, moved))
    return least, most


def _each(pick: Callable[[int, int], int], a: Coins, b: Coins) -> Coins:
    w, x, y, z = (pick(i, j) for i, j in zip(a, b, strict=True))
    return w, x, y, z


def _any(room: Room, amounts: Sequence[int], rng: random.Random) -> Coins:
    """A bid of this room, most often near one of the `amounts`, by any coins; now and then any bid at all."""
    least, most = room
    left = rng.choice(amounts) - worth(least) if rng.random() < LIKELY else worth(most)
    more = [0, 0, 0, 0]
    for kind in reversed(range(len(COINS))):
        n = min(most[kind] - least[kind], max(0, left) // COINS[kind])
        more[kind] = n if rng.random() < LIKELY else rng.randint(0, n)
        left -= more[kind] * COINS[kind]
    a, b, c, d = more
    return plus(least, (a, b, c, d))


def heaps(amount: int, least: Coins, most: Coins) -> Sequence[Coins]:
    """All heaps of this worth between two heaps."""
    found = []
    for d in range(least[3], most[3] + 1):
        for c in range(least[2], most[2] + 1):
            for b in range(least[1], most[1] + 1):
                a, odd = divmod(amount - COINS[3] * d - COINS[2] * c - COINS[1] * b, COINS[0])
                if not odd and least[0] <= a <= most[0]:
                    found.append((a, b, c, d))
    return found


def _fits(facts: Facts, bids: dict[int, Coins]) -> bool:
    """Whether the own card can have followed from these bids."""
    if facts.card is None or facts.seat is None:
        return True
    top = cut({s: worth(b) for s, b in bids.items()}, (len(bids) + 1) // 2)
    return facts.seat in top.tied or (facts.seat in top.sure) == facts.card


def _cards(facts: Facts, firsts: dict[int, int], rng: random.Random) -> tuple[int, ...]:
    """The dealer knows them; else the top half of the first bids, ties broken any way that leaves the own card."""
    if facts.cards or facts.over or not facts.lap:
        return facts.cards
    top = cut(firsts, (len(firsts) + 1) // 2)
    others = [s for s in top.tied if s != facts.seat]
    own = [s for s in top.tied if s == facts.seat and facts.card]
    return tuple(sorted((*top.sure, *own, *rng.sample(others, top.missing - len(own)))))
