"""How a turn ends: void, kept by the dealer, or settled with the top half; then the next dealer or the end."""

from __future__ import annotations

from msgspec.structs import replace

from rules.cut import left
from rules.drug_dealer.state import NO_COINS, Coins, Outcome, Payment, Purse, Result, State, plus, total
from rules.game import OVER


def void(state: State) -> State:
    """Step 7: P = 0. The bids go back unseen, the turn counts as this dealer's."""
    return _close(state, _result(state, "void"))


def after_laps(state: State) -> State:
    """Step 9: all amounts are revealed. Most of them 0 comes first, then a tie that the dealer must break."""
    amounts = state.amounts()
    if 2 * sum(a == 0 for a in amounts.values()) > len(amounts):
        kept = replace(_result(state, "kept"), amounts=tuple(amounts.items()))
        return _close(state, replace(kept, goods=((state.dealer, kept.production),)))
    cut = state.cut()
    if cut.missing:
        return replace(state, phase="favour", mover=0)
    return settle(state, cut.sure)


def settle(state: State, top: tuple[int, ...]) -> State:
    """Step 9: `top` pay their own coins to the dealer; they receive P > 0 each, the others P < 0 each."""
    amounts = state.amounts()
    sold = state.production() > 0
    result = _result(state, "sold" if sold else "dumped")
    return _close(
        state,
        replace(
            result,
            amounts=tuple(amounts.items()),
            top=top,
            goods=tuple((s, result.production) for s in amounts if (s in top) is sold),
            payments=tuple(
                Payment(s, state.dealer, state.purse(s).bid or NO_COINS) for s in amounts if s in top
            ),
        ),
    )


def _result(state: State, outcome: Outcome) -> Result:
    faces = tuple(zip(state.pick, state.faces, strict=True))
    return Result(state.turn, state.dealer, faces, state.production(), outcome)


def _close(state: State, result: Result) -> State:
    """The coins move, what is left of the bids goes back; the left neighbour deals, or the game is over."""
    goods = dict(result.goods)
    paid = {p.seat: p.coins for p in result.payments}
    purses = tuple(_settled(p, s, result.dealer, goods, paid) for s, p in enumerate(state.purses, start=1))
    last = state.turn == state.turns
    return State(
        state.seats,
        state.void_at,
        state.sheet,
        purses,
        dealer=0 if last else left(state.dealer, state.seats),
        turn=state.turn if last else state.turn + 1,
        phase=OVER if last else "dice",
        history=(*state.history, result),
        winners=_richest(purses) if last else (),
    )


def _richest(purses: tuple[Purse, ...]) -> tuple[int, ...]:
    """Step 10: equal totals share."""
    best = max(map(total, purses))
    return tuple(s for s, p in enumerate(purses, start=1) if total(p) == best)


def _settled(purse: Purse, seat: int, dealer: int, goods: dict[int, int], paid: dict[int, Coins]) -> Purse:
    hand = purse.hand if seat in paid else purse.coins
    if seat == dealer:
        for coins in paid.values():
            hand = plus(hand, coins)
    return Purse(hand, None, purse.goods + goods.get(seat, 0), purse.dealt + (seat == dealer))
