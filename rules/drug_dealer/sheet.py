"""The production table: a correction and a factor for each die (games.md 1, "Sheet")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

SIDES = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d20": 20}
"""The five dice, in the order of the columns."""

PLACEHOLDER: dict[str, Any] = {
    "source": "placeholder",
    "dice": {"d4": [0, 5], "d6": [-1, 5], "d8": [-2, 5], "d10": [-3, 5], "d20": [-8, 5]},
}


class Sheet(msgspec.Struct, frozen=True):
    """`dice` gives [correction, factor] for each of the five dice."""

    dice: dict[str, tuple[int, int]]
    source: str = ""

    def production(self, faces: Iterable[tuple[str, int]]) -> int:
        """P (rulebook 3): the sum of (face + correction) × factor over the (die, face) given."""
        made = 0
        for die, face in faces:
            correction, factor = self.dice[die]
            made += (face + correction) * factor
        return made


def sheet_fault(sheet: Sheet) -> str | None:
    """What is wrong with a sheet, in words for the error line."""
    if set(sheet.dice) != set(SIDES):
        return f"`dice` has exactly {', '.join(SIDES)}"
    return None
