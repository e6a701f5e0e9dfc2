"""A perfboard as data: parts in holes, the nets of their pads, bare wires, and what is joined to what.

A hole is (column, row), counted from the upper left of the component side; columns are printed as letters (A is 0),
rows as numbers (1 is row 0). Distances are in holes (2.54 mm).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Hole = tuple[int, int]
PITCH = 2.54
"""Millimetres from hole to hole."""

FREE = ""
"""The net of a pad that nothing is soldered to."""


@dataclass(frozen=True)
class Pad:
    """One leg of a part: the name of its pin, its net, and its hole."""

    pin: str
    net: str
    at: Hole


@dataclass(frozen=True)
class Part:
    """A part in its holes. `shape` says how it is drawn, `joined` which pins are one inside the part,
    `note` what to mind when it goes in."""

    ref: str
    value: str
    shape: str
    pads: tuple[Pad, ...]
    joined: tuple[tuple[str, str], ...] = ()
    note: str = ""

    def pad(self, pin: str) -> Pad:
        """The pad of this pin. KeyError when the part has none of that name."""
        for pad in self.pads:
            if pad.pin == pin:
                return pad
        raise KeyError(f"{self.ref} has no pin {pin}")


@dataclass(frozen=True)
class Bare:
    """A straight bare wire on the solder side, soldered to every pad it passes."""

    net: str
    start: Hole
    end: Hole

    def holes(self) -> list[Hole]:
        """Every hole from start to end."""
        (x0, y0), (x1, y1) = self.start, self.end
        if x0 != x1 and y0 != y1:
            raise ValueError(f"bare wire {self.start}-{self.end} is neither level nor upright")
        if x0 == x1:
            return [(x0, y) for y in range(min(y0, y1), max(y0, y1) + 1)]
        return [(x, y0) for x in range(min(x0, x1), max(x0, x1) + 1)]


@dataclass(frozen=True)
class Board:
    """A board of `cols` × `rows` holes with its parts and bare wires."""

    name: str
    title: str
    cols: int
    rows: int
    parts: tuple[Part, ...]
    bare: tuple[Bare, ...]

    def pads(self) -> Iterator[tuple[Part, Pad]]:
        for part in self.parts:
            for pad in part.pads:
                yield part, pad

    def part(self, ref: str) -> Part:
        """The part with this reference. KeyError when there is none."""
        for part in self.parts:
            if part.ref == ref:
                return part
        raise KeyError(f"{self.name} board has no part {ref}")

    def occupied(self) -> dict[Hole, Pad]:
        """Hole → pad. ValueError when two legs share a hole or one lies outside the board."""
        taken: dict[Hole, Pad] = {}
        for part, pad in self.pads():
            if pad.at in taken:
                raise ValueError(
                    f"{self.name}: {part.ref}.{pad.pin} sits in hole {hole_name(pad.at)} twice taken"
                )
            if not (0 <= pad.at[0] < self.cols and 0 <= pad.at[1] < self.rows):
                raise ValueError(f"{self.name}: {part.ref}.{pad.pin} is off the board")
            taken[pad.at] = pad
        return taken


class Joined:
    """Which holes are electrically one (union-find)."""

    def __init__(self) -> None:
        self._parent: dict[Hole, Hole] = {}

    def root(self, hole: Hole) -> Hole:
        parent = self._parent.setdefault(hole, hole)
        if parent == hole:
            return hole
        self._parent[hole] = top = self.root(parent)
        return top

    def join(self, a: Hole, b: Hole) -> None:
        self._parent[self.root(a)] = self.root(b)

    def same(self, a: Hole, b: Hole) -> bool:
        return self.root(a) == self.root(b)


def hole_name(hole: Hole) -> str:
    """ "C7" for (2, 6); after Z come AA, AB, …"""
    col, row = hole
    return (chr(64 + col // 26) if col >= 26 else "") + chr(65 + col % 26) + str(row + 1)


def joints(board: Board, wires: Iterable[tuple[Hole, Hole]] = ()) -> Joined:
    """What is one piece of metal: inside parts, along bare wires, over solder bridges, and along `wires`."""
    joined = Joined()
    for part in board.parts:
        for a, b in part.joined:
            joined.join(part.pad(a).at, part.pad(b).at)
    for wire in board.bare:
        holes = wire.holes()
        for hole in holes[1:]:
            joined.join(holes[0], hole)
    for a_hole, b_hole in (*bridges(board), *wires):
        joined.join(a_hole, b_hole)
    return joined


def bridges(board: Board) -> list[tuple[Hole, Hole]]:
    """Neighbouring legs of one net that no bare wire passes: joined with a blob of solder."""
    taken = board.occupied()
    bare = [set(wire.holes()) for wire in board.bare]
    found = []
    for (col, row), pad in taken.items():
        for other in ((col + 1, row), (col, row + 1)):
            alike = pad.net != FREE and other in taken and taken[other].net == pad.net
            if alike and not any((col, row) in holes and other in holes for holes in bare):
                found.append(((col, row), other))
    return sorted(found)
