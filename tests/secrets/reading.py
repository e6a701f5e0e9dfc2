"""A second reading of "who may know what, and when" (the games' rules, section 4), straight from the states.

It is written without a look at the games' own `view`, field by field as the table of the rules has them; a test holds
the two readings together, and twins are made from this one.
"""

from __future__ import annotations

from typing import Any

from rules.bull_rally.view import BullFacts
from rules.drug_dealer.view import Facts as DealerFacts
from rules.drug_dealer.view import Standing
from rules.forty_eight.view import FortyEight, Pile
from rules.game import Facts

DICE = ("d4", "d6", "d8", "d10", "d20")
PLAYED_OUT = "over"


def read(game: str, state: Any, seat: int | None) -> Facts:
    """The facts of a seat (None: of everybody)."""
    readers = {"drug-dealer": drug_dealer, "forty-eight": forty_eight, "bull-rally": bull_rally}
    return readers[game](state, seat)


def drug_dealer(state: Any, seat: int | None) -> DealerFacts:
    """Everybody: dice types, the shown face, "n of m", the laps, settlements. The dealer: faces, P, amounts, cards.
    A bidder: its own coins and, from the cards to the end of the turn, its own card."""
    over = state.phase == PLAYED_OUT
    runs = seat is not None and seat == state.dealer and not over
    all_sent = not over and (state.phase == "favour" or state.lap > 0)
    revealed = not over and state.phase == "favour" and state.lap == 2
    opened = not over and state.lap == 2  # after lap 1 the hidden face and P are everybody's
    faces: list[int | None] = []
    if not over:
        for die, face in zip(state.pick, state.faces, strict=False):
            faces.append(face if runs or opened or die == state.shown else None)
    known = len(faces) == 2 and None not in faces
    rates = {die: state.sheet.dice[die] for die in DICE}
    production = sum((f + rates[d][0]) * rates[d][1] for d, f in zip(state.pick, faces, strict=False) if f)
    bidders = [s for s in range(1, state.seats + 1) if s != state.dealer]
    sums = tuple((s, _gold(state.purses[s - 1].bid)) for s in bidders)
    amounts = sums if all_sent and (runs or revealed) else ()
    purse = state.purses[seat - 1] if seat else None
    return DealerFacts(
        seat=seat,
        seats=state.seats,
        phase=state.phase,
        over=over,
        serial=len(state.history),
        turn=state.turn,
        turns=2 * state.seats,
        dealer=state.dealer,
        lap=state.lap,
        mover=state.mover,
        sheet=tuple((die, *rates[die]) for die in DICE),
        placeholder=state.sheet.source == "placeholder",
        pick=state.pick,
        shown=state.shown,
        void_at=state.void_at,
        typed=state.typed,
        sent=0 if over else sum(1 for p in state.purses if p.bid is not None),
        moves=state.moves,
        dealt=tuple(p.dealt for p in state.purses),
        history=state.history,
        standings=tuple(Standing(i, _gold(_all(p)), p.goods) for i, p in enumerate(state.purses, start=1))
        if over
        else (),
        winners=state.winners,
        faces=tuple(faces),
        production=production if known else None,
        amounts=amounts,
        cut=state.cut() if amounts and state.phase == "favour" else None,
        cards=state.cards if runs else (),
        hand=purse.hand if purse else None,
        bid=purse.bid if purse else None,
        goods=purse.goods if purse else 0,
        card=seat in state.cards if purse and state.lap and not runs and not over else None,
    )


def _gold(coins: Any) -> int:
    return sum(kind * n for kind, n in zip((2, 5, 15, 30), coins or (), strict=False))


def _all(purse: Any) -> Any:
    return purse.hand if purse.bid is None else tuple(map(sum, zip(purse.hand, purse.bid, strict=True)))


def forty_eight(state: Any, seat: int | None) -> FortyEight:
    """Everybody: what was drawn and won, "n of m", then how many cards each bid has. A seat: its hand, its own pile.
    The desk, after the last bid: the values. At the end: everything."""
    over = state.phase == PLAYED_OUT
    desk = (state.rules.first + state.turn - 2) % state.rules.seats + 1
    all_sent = state.phase in ("favour", "topdown")
    decides = all_sent and seat == desk
    everybody = range(1, state.rules.seats + 1)
    bidders = [s for s in everybody if s != desk and state.hands[s - 1]]
    final = state.final
    piles = tuple(
        tuple(
            Pile(
                won.case,
                len(won.cards),
                won.cards if final or owner == seat else None,
                final.lost[owner - 1][i] if final else 0,
            )
            for i, won in enumerate(state.piles[owner - 1])
        )
        for owner in everybody
    )
    if over or seat is None:
        ask = ""
    elif state.phase == "bid":
        ask = "bid" if seat in bidders else ""
    else:
        ask = state.phase if seat == desk else ""
    unranked = {s: sum(b) for s, b in enumerate(state.bids, 1) if b and s not in state.ranks}
    tied = tuple(s for s, hours in unranked.items() if hours == max(unranked.values()))
    return FortyEight(
        seat=seat,
        seats=state.rules.seats,
        phase="desk" if all_sent else state.phase,
        over=over,
        serial=state.serial,
        turn=state.turn,
        turns={3: 9, 4: 8, 5: 10}[state.rules.seats],
        desk=None if over else desk,
        first=state.rules.first,
        suits=state.rules.suits,
        limit=state.rules.limit,
        slide=state.rules.slide,
        always=state.rules.always,
        deck=state.deck,
        drawn=state.drawn,
        sizes=tuple(len(h) for h in state.hands),
        piles=piles,
        points=tuple(sum(int(won.case[-1]) for won in pile) for pile in state.piles),
        done=0 if over else sum(1 for b in state.bids if b is not None),
        of=len(bidders) if state.phase == "bid" or all_sent else 0,
        counts=tuple(len(b or ()) for b in state.bids) if all_sent else (),
        last=state.last,
        final=final,
        ask=ask,  # type: ignore[arg-type]
        hand=state.hands[seat - 1] if seat else (),
        sent=state.bids[seat - 1] if seat and not over else None,
        seen=tuple(b or () for b in state.bids) if decides else (),
        ranks=state.ranks if decides else (),
        tied=tied if decides and state.phase == "favour" else (),
    )


def bull_rally(state: Any, seat: int | None) -> BullFacts:
    """Everything is everybody's, but orders while a blind window runs, and what is not drawn yet."""
    over = state.phase == PLAYED_OUT
    sealed = state.phase == "trade" and state.rules.blind
    everybody = range(1, state.rules.seats + 1)
    played = over and not state.ended
    cash = [p.cash for p in state.purses]
    on_news = [s for s in range(1, 7) if state.day in state.rules.sheet.stocks[s - 1].news]
    cards: list[int | None] = [*on_news] if state.rules.each else [None] * bool(on_news)
    return BullFacts(
        seat=seat,
        seats=state.rules.seats,
        phase=state.phase,
        over=over,
        serial=state.serial,
        rules=state.rules,
        day=state.day,
        window=state.window,
        history=state.history,
        purses=state.purses,
        ready=state.ready,
        orders=tuple(state.orders[s - 1] if not sealed or s == seat else None for s in everybody),
        asked=state.asked,
        waited=tuple(s for s in state.asked if state.today.fills[s - 1] is None),
        due=tuple(cards[len(state.today.news) :]) if state.phase == "news" else (),
        left=state.left,
        today=state.today,
        last=state.last,
        ended=state.ended,
        winners=tuple(s for s in everybody if cash[s - 1] > 299) if played else (),
        champions=tuple(s for s in everybody if cash[s - 1] == max(cash)) if played else (),
    )
