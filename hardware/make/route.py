"""Finds the insulated wires a board still needs and a readable way to draw each of them."""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass
from functools import cache

from hardware.make.board import FREE, Board, Hole, joints

FINE = 3
"""Drawing steps from hole to hole: two lanes fit between neighbouring rows."""
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
BEND, CROSS, OVER_HOLE = 4, 7, 2
Node = tuple[int, int]


@dataclass(frozen=True)
class Wire:
    """One insulated wire on the solder side. `path` has its corners in drawing steps."""

    net: str
    start: Hole
    end: Hole
    path: tuple[Node, ...]

    def length(self) -> int:
        """Holes along the path, rounded up."""
        pairs = zip(self.path, self.path[1:], strict=False)
        return -(-sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairs) // FINE)


def missing(board: Board) -> list[tuple[str, Hole, Hole]]:
    """(net, hole, hole) of the wires that make each net one: shortest first, few wires to a hole."""
    joined = joints(board)
    nets: dict[str, list[Hole]] = {}
    for hole, pad in board.occupied().items():
        nets.setdefault(pad.net, []).append(hole)
    for bare in board.bare:
        nets[bare.net] += [hole for hole in bare.holes() if hole not in nets[bare.net]]
    found: list[tuple[str, Hole, Hole]] = []
    ends: dict[Hole, int] = {}
    for net in sorted(set(nets) - {FREE}):
        while True:
            pairs = (
                (_far(a, b) + 3 * (ends.get(a, 0) + ends.get(b, 0)), a, b)
                for i, a in enumerate(nets[net])
                for b in nets[net][i + 1 :]
                if not joined.same(a, b)
            )
            best = min(pairs, default=None)
            if best is None:
                break
            _, a, b = best
            joined.join(a, b)
            for hole in (a, b):
                ends[hole] = ends.get(hole, 0) + 1
            found.append((net, a, b))
    return found


@cache
def wires(board: Board) -> tuple[Wire, ...]:
    """All insulated wires, laid so that none runs along another; short ones are laid first."""
    pads = {(col * FINE, row * FINE) for col, row in board.occupied()}
    for bare in board.bare:
        pads |= {(col * FINE, row * FINE) for col, row in bare.holes()}
    used: dict[Node, int] = {}
    runs: set[tuple[Node, Node]] = set()
    laid = []
    for net, a, b in sorted(missing(board), key=lambda wire: (_far(wire[1], wire[2]), wire)):
        path = _search(board, (a[0] * FINE, a[1] * FINE), (b[0] * FINE, b[1] * FINE), pads, used, runs)
        for one, two in itertools.pairwise(path):
            runs |= {(one, two), (two, one)}
            used[two] = used.get(two, 0) + 1
        laid.append(Wire(net, a, b, _corners(path)))
    return tuple(sorted(laid, key=lambda wire: (wire.net, wire.start, wire.end)))


def _far(a: Hole, b: Hole) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def _search(
    board: Board,
    start: Node,
    goal: Node,
    pads: set[Node],
    used: dict[Node, int],
    runs: set[tuple[Node, Node]],
) -> list[Node]:
    """A* from hole to hole around every other leg; bends, crossings and free holes cost extra."""
    right, bottom = board.cols * FINE, board.rows * FINE
    queue: list[tuple[int, int, Node, int]] = [(0, 0, start, -1)]
    best: dict[tuple[Node, int], int] = {(start, -1): 0}
    came: dict[tuple[Node, int], tuple[Node, int]] = {}
    while queue:
        _, cost, here, facing = heapq.heappop(queue)
        if here == goal:
            return _trace(came, (here, facing))
        if cost > best[(here, facing)]:
            continue
        for turn, (dx, dy) in enumerate(STEPS):
            there = (here[0] + dx, here[1] + dy)
            inside = -FINE < there[0] < right and -FINE < there[1] < bottom
            if not inside or (here, there) in runs or (there in pads and there != goal):
                continue
            over = OVER_HOLE if there[0] % FINE == 0 and there[1] % FINE == 0 else 0
            bend = BEND if facing not in (-1, turn) else 0
            total = cost + 1 + over + bend + CROSS * used.get(there, 0)
            if total < best.get((there, turn), 1 << 30):
                best[(there, turn)] = total
                came[(there, turn)] = (here, facing)
                guess = abs(goal[0] - there[0]) + abs(goal[1] - there[1])
                heapq.heappush(queue, (total + guess, total, there, turn))
    raise ValueError(f"{board.name}: no way left from {start} to {goal}")


def _trace(came: dict[tuple[Node, int], tuple[Node, int]], state: tuple[Node, int]) -> list[Node]:
    path = [state[0]]
    while state in came:
        state = came[state]
        path.append(state[0])
    return path[::-1]


def _corners(path: list[Node]) -> tuple[Node, ...]:
    """The path without the points on a straight run."""
    keep = [path[0]]
    for before, here, after in zip(path, path[1:], path[2:], strict=False):
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1]):
            keep.append(here)
    return (*keep, path[-1])
