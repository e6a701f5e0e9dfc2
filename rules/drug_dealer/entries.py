"""What may happen in Drug Dealer, one struct a `do` (games.md 1, steps 1 to 9)."""

from __future__ import annotations

from rules.entry import Entry


class Dice(Entry, frozen=True, kw_only=True, tag="dice"):
    """The dealer picks two different dice."""

    pick: tuple[str, ...]


class Roll(Entry, frozen=True, kw_only=True, tag="roll"):
    """Chance: a face for each picked die."""

    faces: dict[str, int]


class Show(Entry, frozen=True, kw_only=True, tag="show"):
    """The dealer makes one die public."""

    die: str


class Bid(Entry, frozen=True, kw_only=True, tag="bid"):
    """A bidder's coins, one number each."""

    coins: tuple[int, ...]


class Favour(Entry, frozen=True, kw_only=True, tag="favour"):
    """The dealer names the missing ones of those tied across the cut; none when nothing is tied."""

    seats: tuple[int, ...]


class Pass(Entry, frozen=True, kw_only=True, tag="pass"):
    """A bidder leaves its bid as it is."""


class Take(Entry, frozen=True, kw_only=True, tag="take"):
    """A bidder takes one coin from its bid back to its hand, openly."""

    coin: int


class Add(Entry, frozen=True, kw_only=True, tag="add"):
    """A bidder adds one coin from its hand to its bid, openly."""

    coin: int


class Retype(Entry, frozen=True, kw_only=True, tag="retype"):
    """The host corrects faces that were typed wrongly, in lap 2."""

    faces: dict[str, int]


ENTRIES: tuple[type[Entry], ...] = (Dice, Roll, Show, Bid, Favour, Pass, Take, Add, Retype)
