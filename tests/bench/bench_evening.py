"""What a game asks of people: written games pressed at human pace, in virtual time, everybody after the other as the
log has it (so bids that people make at once count as waiting for each other: real evenings are shorter).

Run it alone with `python -m tests.bench.bench_evening`.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from statistics import mean
from typing import Any

from rules.game import Asks
from tests.bench.measure import Figure
from tests.device.evening import Evening
from tests.device.script import play

CASES = Path(__file__).parent.parent / "cases"
GAMES = {"drug_dealer": "dd-game-sheet", "forty_eight": "ff-game-undos", "bull_rally": "br-game-4"}
THINK, KEY = 4.0, 0.6
"""Seconds to make up one's mind, and from key to key; orders in a window are pressed as fast as the log has them."""


class Paced(Evening):
    """Keeps count of presses by pod and of the seconds in which a seat is not asked."""

    def __init__(self, folder: Path, **kw: Any) -> None:
        self.presses, self.waited, self.seconds = Counter[int](), defaultdict[int, float](float), 0.0
        super().__init__(folder, **kw)

    def press(self, pod: int, keys: str, gap: float = KEY) -> None:
        if gap >= 0.1:
            self.wait(THINK)
            gap = KEY
        super().press(pod, keys, gap)

    def down(self, pod: int, key: str) -> None:
        self.presses[pod] += 1
        super().down(pod, key)

    def wait(self, seconds: float) -> None:
        standing = self.table.now
        if standing.fold is not None and standing.house.playing is not None and not standing.fold.over:
            asks: Asks = standing.fold.game.asks(standing.fold.state)
            asked = {*asks.seats, *asks.open, asks.keeper}
            self.seconds += seconds
            for seat, pod in enumerate(standing.house.playing.pods, start=1):
                self.waited[pod] += seconds * (seat not in asked)
        super().wait(seconds)


def run() -> dict[str, Figure]:
    """`evening.GAME.presses`, `.seconds` and `.waiting` a seat."""
    figures: dict[str, Figure] = {}
    for game, case in GAMES.items():
        log = CASES / f"{case}.jsonl"
        seats = json.loads(log.read_text().splitlines()[0])["seats"]
        with tempfile.TemporaryDirectory() as folder:
            evening = Paced(Path(folder), pods=seats, draw=False)
            play(evening, log)
            evening.table.journal.close()
        pods, entries = range(1, seats + 1), evening.fold.count
        told = {
            "presses": (
                mean(evening.presses[pod] for pod in pods),
                f"a seat, {seats} seats, {entries} entries",
            ),
            "seconds": (evening.seconds, "a game"),
            "waiting": (
                mean(evening.waited[pod] for pod in pods) / evening.seconds,
                "part of the game in which a seat is not asked",
            ),
        }
        figures |= {
            f"evening.{game}.{what}": {"value": round(value, 3), "unit": unit}
            for what, (value, unit) in told.items()
        }
    return figures


if __name__ == "__main__":
    print(json.dumps(run(), indent=2, ensure_ascii=False))
