"""`make secrets`: live through thousands of twins and print how many. `python -m tests.secrets [COUNT [SEED]]`."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import islice

from rules.games import GAMES
from tests.secrets.run import Leak, Run
from tests.secrets.twins import twins

COUNT, SHARE = 10_000, 250


def share(game: str, seed: str, count: int) -> tuple[Counter[str], Counter[str], list[str]]:
    """(twins by phase, those that differ at the start, leaks) of one share of a game."""
    rng = random.Random(seed)
    phases, differing, leaks = Counter[str](), Counter[str](), list[str]()
    for two in islice(twins(GAMES[game], rng), count):
        phases[two.phase] += 1
        differing[two.phase] += two.differ
        try:
            Run(two, rng).run()
        except Leak as leak:
            leaks.append(str(leak))
    return phases, differing, leaks


def main(count: int = COUNT, seed: int = 1) -> int:
    """Twins a game. Exit 1 where a seat could tell any of them apart."""
    found = 0
    with ProcessPoolExecutor() as pool:
        for game in GAMES:
            began, phases, differing, leaks = time.monotonic(), Counter[str](), Counter[str](), list[str]()
            sizes = [SHARE] * (count // SHARE) + [count % SHARE] * bool(count % SHARE)
            seeds = [f"{seed} {game} {i}" for i in range(len(sizes))]
            for some, hidden, told in pool.map(share, [game] * len(sizes), seeds, sizes):
                phases += some
                differing += hidden
                leaks += told
            print(
                f"{game}: {phases.total()} twins, {len(leaks)} told apart, {time.monotonic() - began:.0f} s"
            )
            for phase, number in sorted(phases.items()):
                print(f"  {phase}: {number}, {differing[phase]} of them with something hidden")
            print("".join(f"{leak}\n" for leak in leaks[:5]), end="", flush=True)
            found += len(leaks)
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
