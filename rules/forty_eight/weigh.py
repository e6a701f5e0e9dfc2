"""How a plain player of Forty-Eight weighs its cards: shared by the bot, fast playouts and guesses at hidden bids."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import exp

import msgspec

from rules.forty_eight.state import MOST_CARDS, Won, number, suit

PRICE = 0.31
"""What an hour costs in points, for a seat that stands at its share of the limit."""
STEEP = 0.045
"""How much dearer an hour gets with each hour beyond that share."""
MOOD = 0.25
"""Spread in points of a player's mood: equal hands do not always bid alike."""
DENIED = 0.3
"""What a case is worth to the desk just because nobody else gets it, as a share of its number."""


class Player(msgspec.Struct, frozen=True):
    """What one seat goes by: its hand and pile, the price of an hour to it, and how many others bid."""

    hand: tuple[int, ...]
    pile: tuple[Won, ...]
    price: float
    rivals: int


def player(
    hand: tuple[int, ...], pile: tuple[Won, ...], share: float, progress: float, rivals: int
) -> Player:
    """`share` is the part of the limit (hours) that falls to a seat, `progress` how much of the game is played."""
    beyond = sum(sum(won.cards) for won in pile) - share * progress
    return Player(hand, pile, max(0.05, PRICE + STEEP * beyond), rivals)


@lru_cache(maxsize=4096)
def choices(hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """All sets of one card or two that a hand can lay down, the greater card first."""
    return tuple(sorted({c[::-1] for k in range(1, MOST_CARDS + 1) for c in combinations(hand, k)}))


@lru_cache(maxsize=256)
def chances(first: int, rivals: int) -> tuple[tuple[float, float], ...]:
    """For each sum 0..9 the chance to be first and to be second, when a case worth `first` lies at rank 1."""

    def below(hours: int) -> float:
        return 1 / (1 + exp((1.4 + 1.2 * first - hours) / 1.0))

    def both(f: float) -> tuple[float, float]:
        second = rivals * f ** (rivals - 1) * (1 - f) if rivals else 0.0
        return f**rivals, second

    return tuple(both(below(hours)) for hours in range(10))


def costs(pile: Sequence[Won], case: str) -> tuple[bool, int]:
    """(whether a second card under this case would be discarded, the hours an earlier case would lose by it)."""
    same = [won.cards for won in pile if suit(won.case) == suit(case)]
    lost = min(same[0]) if len(same) == 1 and len(same[0]) == 2 else 0
    return bool(same), lost


def hours(cards: tuple[int, ...], cost: tuple[bool, int]) -> int:
    """What these cards come to in hours at the end, given the costs of the case."""
    return (cards[0] if cost[0] else sum(cards)) - cost[1]


def weighed_bids(me: Player, drawn: Sequence[str]) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Each possible bid with its worth in points."""
    odds = chances(number(drawn[0]), me.rivals)
    one, (kept_one, lost_one) = number(drawn[0]), costs(me.pile, drawn[0])
    two, (kept_two, lost_two) = (
        (number(drawn[1]), costs(me.pile, drawn[1])) if len(drawn) > 1 else (0, (False, 0))
    )
    for cards in choices(me.hand):
        total = sum(cards)
        first, second = odds[total]
        worth = first * (one - me.price * ((cards[0] if kept_one else total) - lost_one))
        if two:
            worth += second * (two - me.price * ((cards[0] if kept_two else total) - lost_two))
        yield worth, cards


def bid(me: Player, drawn: Sequence[str], rng: random.Random) -> tuple[int, ...]:
    """The bid of a player in some mood."""
    return max(weighed_bids(me, drawn), key=lambda b: b[0] + MOOD * rng.random())[1]


def topdown(me: Player, case: str, floor: int, rng: random.Random) -> tuple[int, ...]:
    """The cards of a topdown, () to decline."""
    cost = costs(me.pile, case)
    enough = [cards for cards in choices(me.hand) if sum(cards) >= floor]
    if not enough:
        return ()
    best = min(enough, key=lambda cards: (hours(cards, cost), sum(cards), len(cards)))
    worth = number(case) * (1 + DENIED) - me.price * hours(best, cost)
    return best if worth > DENIED + MOOD * rng.random() else ()
