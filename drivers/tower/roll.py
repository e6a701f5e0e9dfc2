"""One roll, from the pool that was asked for to its proof. Pure."""

from __future__ import annotations

from typing import Literal

import msgspec

from drivers.tower.ctp import Group, parse_dice
from drivers.tower.proof import Dice, commitment, verified


class Roll(msgspec.Struct):
    """The one roll that is open with a tower."""

    pool: str
    groups: tuple[Group, ...]
    secret: bool
    boot: str
    no: int = 0
    """Its number at the tower, once the tower has committed itself; 0 before."""
    c: str = ""
    h: bytes = b""
    t: str = ""
    armed: bool = False
    unwanted: bool = False
    """The table has taken it back."""
    retried: bool = False

    @property
    def proof(self) -> dict[str, str]:
        """What the log keeps of it: all that is known of boot, no, pool, c, h, t."""
        known = {"boot": self.boot, "no": str(self.no or ""), "pool": self.pool}
        return {
            key: value
            for key, value in (known | {"c": self.c, "h": self.h.hex(), "t": self.t}).items()
            if value
        }

    def committed(self, values: dict[str, str]) -> bool:
        """Take the values of COMMIT. False: they cannot be read."""
        no, c = values.get("no", ""), values.get("c", "").lower()
        if not (
            no.isdecimal() and 0 < int(no) < 2**32 and len(c) == 64 and not set(c) - set("0123456789abcdef")
        ):
            return False
        self.no, self.c = int(no), c
        return True

    def revealed(self, values: dict[str, str]) -> str:
        """Take the t that a VOID reveals. Says what is wrong with it, or "" if it keeps the commitment."""
        self.t = values.get("t", "").lower()
        try:
            kept = commitment(self.boot, self.no, self.pool, bytes.fromhex(self.t)) == self.c
        except ValueError:
            kept = False
        return "" if kept else "void, and the tower broke its commitment"

    def fell(self, values: dict[str, str]) -> tuple[Dice, Literal["E", "K"]]:
        """The dice of ROLL or KEYS. Raises ValueError if they are impossible or do not keep the commitment."""
        dice = parse_dice(values.get("dice", ""), self.groups)
        if values.get("src") == "K":
            self.c, self.h = "", b""  # real dice owe nothing to the commitment
            return dice, "K"
        self.t = values.get("t", "").lower()
        if not verified(self.proof, dice):
            raise ValueError("the tower's dice do not follow from its commitment")
        return dice, "E"
