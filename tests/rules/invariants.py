"""What must hold after every entry (games.md, section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from rules.fold import Fold, record

COINS = {"2": 3, "5": 3, "15": 2, "30": 2}
CARDS = [1, 1, 1, 2, 2, 2, 3, 3, 4, 5]


def check(fold: Fold) -> None:
    """Raise AssertionError when the game's invariants are broken."""
    INVARIANTS[fold.game.id](fold)


def drug_dealer(fold: Fold) -> None:
    """Money sums to 111·n, each kind of coin to 3n, 3n, 2n, 2n."""
    seats: list[dict[str, Any]] = record(fold)["seats"]
    assert sum(s["money"] for s in seats) == 111 * len(seats)
    held: Counter[str] = Counter()
    for seat in seats:
        assert seat["money"] == sum(int(kind) * n for kind, n in seat["coins"].items())
        assert seat["total"] == seat["money"] + seat["goods"]
        assert min(seat["coins"].values()) >= 0
        held.update(seat["coins"])
    assert held == Counter({kind: n * len(seats) for kind, n in COINS.items()})


def forty_eight(fold: Fold) -> None:
    """Hand, attached and discarded cards of a seat are always its ten; a won case has one or two; no case twice."""
    state = fold.state
    for hand, pile in zip(state.hands, state.piles, strict=True):
        assert all(len(won.cards) in (1, 2) for won in pile)
        assert sorted([*hand, *(card for won in pile for card in won.cards)]) == CARDS
    seen = (
        Counter(won.case for pile in state.piles for won in pile) + Counter(state.deck) + Counter(state.drawn)
    )
    assert not seen - Counter(f"{suit}{n}" for suit in state.rules.suits for n in (1, 1, 2, 3))


def bull_rally(fold: Fold) -> None:
    """Cash and shares never negative, limits hold, no more news than there is on N."""
    state = fold.state
    for seat in record(fold)["seats"]:
        assert seat["cash"] >= 0
        assert min(seat["shares"].values()) >= 0
    for stock, price in zip(state.rules.sheet.stocks, state.prices, strict=True):
        assert stock.limits[0] <= price <= stock.limits[1]
    assert len(state.history) == state.day + (
        state.last is not None and state.phase == "over" and not state.ended
    )
    on_n = sum(state.day in stock.news for stock in state.rules.sheet.stocks)
    assert len(state.today.news) <= (on_n if state.rules.each else min(on_n, 1))
    assert state.left


INVARIANTS: dict[str, Callable[[Fold], None]] = {
    "drug-dealer": drug_dealer,
    "forty-eight": forty_eight,
    "bull-rally": bull_rally,
}
