"""The end of the game: discards, hours against the limit, who is out, who wins (rulebook, 48)."""

from __future__ import annotations

from rules.forty_eight.state import Final, Won, points, suit


def reckon(piles: tuple[tuple[Won, ...], ...], limit: int) -> Final:
    """All attached cards are revealed; see Final for the shape."""
    lost = tuple(map(discards, piles))
    hours = tuple(map(kept_hours, piles, lost))
    total = sum(hours)
    worst = max(hours)
    out = tuple(s for s, h in enumerate(hours, 1) if total > limit and h == worst)
    # Most points, then fewer hours; whoever is equal in both shares the game.
    scores = {s: (points(pile), -hours[s - 1]) for s, pile in enumerate(piles, 1) if s not in out}
    best = max(scores.values(), default=None)
    return Final(lost, hours, total, out, tuple(s for s, score in scores.items() if score == best))


def discards(pile: tuple[Won, ...]) -> tuple[int, ...]:
    """The card that each case loses, 0 for none: of two cards the smaller one, where the suit is there twice."""
    suits = [suit(won.case) for won in pile]
    return tuple(
        [
            min(won.cards) if len(won.cards) == 2 and suits.count(its) >= 2 else 0
            for won, its in zip(pile, suits, strict=True)
        ]
    )


def kept_hours(pile: tuple[Won, ...], lost: tuple[int, ...]) -> int:
    """The hours of a pile after its discards."""
    return sum([sum(won.cards) for won in pile]) - sum(lost)
