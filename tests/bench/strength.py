"""How strong the bots are: `make strength`. One bot of a kind against a field of another, seats rotated, games seeded.

Every figure is a share of games with its 95 % interval (Wilson); it must reach its bound. Shared wins count in part.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from math import sqrt

from rules.fold import Fold
from rules.games import GAMES
from rules.match import bot_named, new_header, play, winners

GAMES_A_FIGURE = 400
CHUNK = 10
Z = 1.96


@dataclass(frozen=True)
class Figure:
    """A share of games at this many seats. `what` is "wins" of `hero` against a field, or tables "over" the limit.

    `least` (and `most`) bound the share, `lower` the lower end of its interval.
    """

    game: str
    seats: int
    hero: str
    field: str
    least: float
    most: float = 1.0
    lower: float = 0.0
    what: str = "wins"

    @property
    def name(self) -> str:
        """For the table that is printed."""
        if self.what == "over":
            return f"{self.game}, {self.seats} seats: {self.field} tables over the limit"
        return f"{self.game}, {self.seats} seats: {self.hero} against {self.field}"


FIGURES = (
    Figure("bull-rally", 4, "plain", "random", 0.9),
    Figure("bull-rally", 4, "search", "plain", 0.5),
    Figure("forty-eight", 4, "plain", "random", 0.38, lower=0.33),
    Figure("forty-eight", 4, "search", "plain", 0.36),
    Figure("forty-eight", 4, "plain", "plain", 0.3, most=0.7, what="over"),
    Figure("drug-dealer", 5, "plain", "random", 0.4),
)


def one(figure: Figure, number: int, playouts: int = 0) -> float:
    """The part that game `number` adds to the share; the same on every machine. Playouts: the game's own number."""
    rng = random.Random(f"{figure.name} {number}")
    game = GAMES[figure.game]
    seat = number % figure.seats + 1
    kinds = [figure.hero if s == seat else figure.field for s in range(1, figure.seats + 1)]
    asked = playouts or (game.lookahead.playouts if game.lookahead else 1)
    bots = [bot_named(game, kind, asked) for kind in kinds]
    return part(figure, play(game, new_header(game, figure.seats, {}, rng), bots, rng), seat)


def part(figure: Figure, fold: Fold, seat: int) -> float:
    """1 for a win or a table over the limit, a part of a shared win."""
    if figure.what == "over":
        return float(fold.state.final.total > fold.state.rules.limit)
    won = winners(fold)
    return 1 / len(won) if seat in won else 0.0


def some(figure: Figure, numbers: Iterable[int], playouts: int = 0) -> float:
    """The sum over several games."""
    return sum(one(figure, n, playouts) for n in numbers)


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share of games."""
    middle = share + Z * Z / (2 * games)
    width = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return (middle - width) / scale, (middle + width) / scale


def reached(figure: Figure, share: float, lower: float) -> bool:
    """Whether the figure is as good as it must be."""
    return figure.least <= share <= figure.most and lower >= figure.lower


def main() -> int:
    """Print all figures; 1 when one of them is out of its bounds."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.strength", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES_A_FIGURE, help="games a figure")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--only", default="", help="figures whose name holds this text")
    args = parser.parse_args()
    fine = True
    with ProcessPoolExecutor(args.jobs) as pool:
        for figure in (f for f in FIGURES if args.only in f.name):
            chunks = [range(i, min(i + CHUNK, args.games)) for i in range(0, args.games, CHUNK)]
            share = sum(pool.map(some, repeat(figure), chunks)) / args.games
            low, high = interval(share, args.games)
            good = reached(figure, share, low)
            fine &= good
            bounds = f"{figure.least:.2f}" + (f"..{figure.most:.2f}" if figure.most < 1 else "")
            verdict = "reached" if good else "MISSED"
            print(
                f"{figure.name:58} {share:.3f} [{low:.3f}, {high:.3f}]  bound {bounds}  {verdict}", flush=True
            )
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
