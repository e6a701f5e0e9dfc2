"""Bytes on the wire over a whole game of each kind with four seats, on the Pi's drivers over models.

Beside it stands what luma's `display()` would send for the same table: each pod's picture at every turn of the crank,
which is when the table shows. (luma sends an equal picture whole.)

Run it alone with `python -m tests.bench.bench_game`.
"""

from __future__ import annotations

import json
import tempfile
import warnings
from pathlib import Path

from tests.bench.tally import Luma, Tally
from tests.device.pi_evening import PiEvening
from tests.device.script import play

CASES = Path(__file__).parent.parent / "cases"
GAMES = ("dd-game-sheet", "ff-game-undos", "br-game-4")


def run() -> dict[str, dict[str, float | str]]:
    """`wire.game.KIND`: all bytes sent to screens as a share of luma's; `wire.game.KIND.changed`: the same for each
    byte of the panels' RAM that changed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        whole = Luma().display(bytes(1024))  # it sends as much for every picture
    figures: dict[str, dict[str, float | str]] = {}
    for game in GAMES:
        tally, pictures = whole_game(game)
        kind, theirs = f"wire.game.{game[:2]}", pictures * whole
        share, each = tally.sent / theirs, tally.sent / tally.changed
        figures[kind] = _figure(share, f"of luma's bytes ({pictures} pictures)", theirs, 1 / 12)
        figures[f"{kind}.changed"] = _figure(each, "bytes for a byte that changed", tally.changed, 2.0)
    return figures


def whole_game(name: str) -> tuple[Tally, int]:
    """One written game, from the deal to its last entry, as it went over the wire, and how many pictures the turns of
    the crank came to."""
    with tempfile.TemporaryDirectory() as folder:
        log, pictures = CASES / f"{name}.jsonl", 0
        evening = PiEvening(Path(folder), pods=json.loads(log.read_text().splitlines()[0])["seats"], poll=0.1)
        tally, show = Tally(evening.rig), evening.crank.panels.show

        def shown() -> set[int]:
            nonlocal pictures
            pictures += len(evening.pods)
            return show()

        setattr(evening.crank.panels, "show", shown)  # noqa: B010
        play(evening, log)
        evening.rest()
    return tally, pictures


def _figure(value: float, unit: str, baseline: float, bound: float) -> dict[str, float | str]:
    return {"value": round(value, 4), "unit": unit, "baseline": baseline, "bound": round(bound, 4)}


if __name__ == "__main__":
    print(json.dumps(run(), indent=2, ensure_ascii=False))
