"""A recorded game that is played by keys from wherever it stands, whatever happened to the table meanwhile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from device.table.journal import NAME, Journal
from rules.entry import Rejection
from rules.fold import apply, begin, record
from rules.log import read_entry
from tests.device.evening import Evening
from tests.device.script import begin as deal
from tests.device.script import enter, play

CASES = Path(__file__).parents[1] / "cases"
RECORDED = {"drug-dealer": "dd-game-3", "forty-eight": "ff-game-undos", "bull-rally": "br-game-4"}
"""A whole recorded game of each kind."""


class Recorded:
    """A game that was played by keys without any trouble. `entries` are plain data, `states[i]` stands before entry i.

    With `most` only that many entries of it.
    """

    def __init__(self, name: str, folder: Path, most: int | None = None) -> None:
        folder.mkdir(parents=True)
        told = (CASES / f"{name}.jsonl").read_text().splitlines()
        part = folder / f"{name}.jsonl"
        part.write_text("\n".join(told if most is None else told[: most + 1]))
        evening = Evening(folder, draw=False)
        play(evening, part)
        fold = evening.fold
        evening.table.journal.close()
        self.header = json.loads(told[0])
        self.record, self.states, self.entries = plain(fold), [fold.state], list[dict[str, Any]]()
        journal = Journal(folder / NAME, read_only=True)
        _, *rest = journal.game(1)
        journal.db.close()
        fold = begin(fold.game, fold.header)
        self.states = [fold.state]
        for line in rest:
            after = apply(fold, read_entry(line, fold.game))
            assert not isinstance(after, Rejection)
            fold = after
            self.entries.append(json.loads(line))
            self.states.append(fold.state)

    def deal(self, evening: Evening) -> None:
        """A fresh lobby, then the header's game. Does nothing when the game is on the table already."""
        if evening.fold is None:
            evening.crank.do({"do": "clear"})
            evening.wait(0)
            deal(evening, self.header)
            evening.wait(0)

    def stands(self, evening: Evening, expected: int) -> int:
        """The entry that comes next: the table is where the log was before it. A voided window starts its day anew."""
        here, upto = alike(evening.fold.state), min(expected + 1, len(self.entries))
        found = [i for i in range(upto + 1) if alike(self.states[i]) == here]
        assert found, f"the table stands nowhere in the log: {evening.fold.state.phase}"
        return found[-1]

    def enter(self, evening: Evening, at: int) -> None:
        enter(evening, self.entries[at])


def alike(state: Any) -> Any:
    """The state without what only counts how often a trading window was opened."""
    return msgspec.structs.replace(state, window=0) if hasattr(state, "window") else state


def plain(fold: Any) -> Any:
    """A record as JSON has it."""
    return json.loads(msgspec.json.encode(record(fold)))


def go_on(evening: Evening) -> None:
    """Answer "continue?" with OK, as the host would."""
    if evening.house.paused:
        pod = evening.crank.sights.host_pod(evening.table.now)
        assert pod is not None
        evening.press(pod, "OK")
    assert not evening.house.paused
