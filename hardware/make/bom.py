"""The bill of materials: one list of parts, counted for tables of 1, 4 and 7 seats, checked against the boards.

Prices are estimates in US dollars (small quantities, without postage), rounded; nobody is bound by them.
"""

from __future__ import annotations

import csv
import io
import tomllib
from dataclasses import dataclass
from pathlib import Path

SEATS = (1, 4, 7)
HEAD = (
    "item",
    "count",
    "part number",
    "maker",
    "each USD (estimate)",
    "sum USD (estimate)",
    "where",
    "why this one",
)


@dataclass(frozen=True)
class Item:
    """One line of `bom/parts.toml`. `table`, `seat`: how many a table needs once and for each seat; `least` seats:
    only from so many on; `refs`: the parts on the board plans that it is, by `board.value`."""

    name: str
    number: str
    maker: str
    usd: float
    where: str
    why: str
    table: int = 0
    seat: int = 0
    least: int = 1
    refs: tuple[str, ...] = ()

    def count(self, seats: int) -> int:
        """Pieces for a table of so many seats."""
        return self.table + self.seat * seats if seats >= self.least else 0


def items(folder: Path) -> list[Item]:
    """All items of `parts.toml`. TypeError for a field that an item does not have."""
    data = tomllib.loads((folder / "parts.toml").read_text())
    return [Item(**{**entry, "refs": tuple(entry.get("refs", ()))}) for entry in data["item"]]


def total(listed: list[Item], seats: int) -> float:
    """Estimated price in dollars."""
    return sum(item.usd * item.count(seats) for item in listed)


def sheet(listed: list[Item], seats: int) -> str:
    """The CSV for one size of table, with the sum in its last line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for item in listed:
        count = item.count(seats)
        if count:
            price = (f"{item.usd:.2f}", f"{item.usd * count:.2f}")
            writer.writerow([item.name, count, item.number, item.maker, *price, item.where, item.why])
    writer.writerow(
        [
            "estimated sum, postage and tools not counted",
            "",
            "",
            "",
            "",
            f"{total(listed, seats):.0f}",
            "",
            "",
        ]
    )
    return out.getvalue()


def bom_files(folder: Path) -> dict[str, str]:
    """Path under `hardware/` → CSV text."""
    listed = items(folder)
    return {f"bom/{seats}-seats.csv": sheet(listed, seats) for seats in SEATS}
