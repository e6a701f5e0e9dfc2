"""A game's options as data: what the host may choose at set-up, and how a header's value is checked."""

from __future__ import annotations

from typing import Any

import msgspec

Value = int | str | tuple[str, ...]


class Option(msgspec.Struct, frozen=True):
    """One choice of the host.

    `values` lists the words that may be chosen, default first; a numeric option has `lo`..`hi` and
    `default` (0 may mean "no limit").
    `seat` marks "a seat of this table" (1..n). `drawn` says that the device draws it at set-up when nobody chose.
    """

    id: str
    values: tuple[str, ...] = ()
    default: int = 0
    lo: int = 0
    hi: int = 0
    seat: bool = False
    drawn: bool = False
    unit: str = ""
    """What a number counts, a word id's end ("seconds"); "" counts nothing in particular."""

    def fault(self, value: Any, seats: int) -> str | None:
        """What is wrong with a header's value, in words for the error line; None when it may stand."""
        if self.values:
            if value not in self.values or not isinstance(value, str):
                return f"option `{self.id}` is one of {', '.join(self.values)}"
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            return f"option `{self.id}` is a whole number"
        hi = seats if self.seat else self.hi
        if not self.lo <= value <= hi:
            return f"option `{self.id}` is {self.lo} to {hi}"
        return None

    @property
    def first(self) -> int | str:
        """The value a header without this option means."""
        return self.values[0] if self.values else self.default


def filled(options: tuple[Option, ...], given: dict[str, Any]) -> dict[str, Any]:
    """All options: what was given, and the defaults of the others."""
    return {o.id: given.get(o.id, o.first) for o in options}
