"""What happens in Forty-Eight, one struct a log word (games.md, section 2)."""

from __future__ import annotations

from rules.entry import Entry


class Draw(Entry, frozen=True, kw_only=True, tag="draw"):
    """Chance lays the turn's cases open: the first is rank 1, the second rank 2."""

    cases: tuple[str, ...]


class Bid(Entry, frozen=True, kw_only=True, tag="bid"):
    """A seat hands one or two time cards to the desk, face down."""

    cards: tuple[int, ...]


class Favour(Entry, frozen=True, kw_only=True, tag="favour"):
    """The desk names one of those who are tied for a rank."""

    seats: tuple[int, ...]


class Topdown(Entry, frozen=True, kw_only=True, tag="topdown"):
    """The desk takes the rank-1 case itself with its own cards."""

    cards: tuple[int, ...]


class Decline(Entry, frozen=True, kw_only=True, tag="decline"):
    """The desk leaves the rank-1 case to its bidder."""


ENTRIES: tuple[type[Entry], ...] = (Draw, Bid, Favour, Topdown, Decline)
