"""What a seat sees of the table: its own facts, everybody's, and the house. No State ever comes this far."""

from __future__ import annotations

from typing import Any

import msgspec

from device.table.house import House
from rules.game import Asks, Game
from rules.page import Show, Word


class Sight(msgspec.Struct, frozen=True):
    """The table as one pod may know it at this moment."""

    pod: int
    house: House
    games: dict[str, Game]
    lang: str
    host: bool = False
    """This pad acts for the host."""
    live: tuple[int, ...] = ()
    """Pods that are connected."""
    sheets: dict[str, tuple[str, ...]] = {}
    """Game id → names of the owners' sheets that may be chosen."""
    bots: int = 4
    """Seats to fill up to."""
    game: Game | None = None
    """The game on the table; all below is set with it."""
    seat: int | None = None
    facts: Any = None
    public: Any = None
    """Everybody's facts."""
    asks: Asks = Asks()
    show: Show | None = None
    names: tuple[str, ...] = ()
    typed: bool = False
    """Chance is typed on the keeper's pad."""
    held: bool = False
    """This seat's sealed answer waits in the table."""
    trading: bool = False
    readonly: str = ""
    faults: tuple[Word, ...] = ()
    phones: bool = False
    """A phone can be invited to hold a seat."""

    @property
    def over(self) -> bool:
        return self.facts is not None and bool(self.facts.over)
