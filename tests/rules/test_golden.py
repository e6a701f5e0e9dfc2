"""Golden playthroughs: whole games with their record and, entry by entry, what everybody may know.

A file in golden/ is a log; beside it lie its record and its facts (each line holds what one entry changed in them).
After a change that is meant: `python -m tests.rules.test_golden`, and read the difference before it is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.fold import Fold, apply, begin, record
from rules.games import GAMES
from rules.log import lines, read_entry, read_header
from rules.replay import replay

GOLDEN = Path(__file__).parent / "golden"
LOGS = sorted(GOLDEN.glob("*.jsonl"))
RECORD, FACTS = ".record.json", ".facts"


def folds(log: Path) -> Iterator[Fold]:
    """The game after the header and after each entry."""
    (_, head), *rest = lines(log.read_bytes())
    game, header = read_header(head, GAMES)
    fold = begin(game, header)
    yield fold
    for _, line in rest:
        after = apply(fold, read_entry(line, game))
        assert isinstance(after, Fold), f"{log.name}: {line!r}: {after}"
        yield (fold := after)


def public(log: Path) -> list[dict[str, Any]]:
    """What each entry changed in everybody's facts; the first is all of them."""
    told, before = [], dict[str, Any]()
    for fold in folds(log):
        now = msgspec.to_builtins(fold.game.view(fold.state, None), str_keys=True)
        now = json.loads(json.dumps(now))
        told.append({key: value for key, value in now.items() if key not in before or before[key] != value})
        before = now
    return told


def read_facts(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.with_suffix(FACTS).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_the_record_is_what_it_was(log: Path) -> None:
    assert record(replay(log.read_bytes(), GAMES)) == json.loads(
        log.with_suffix(RECORD).read_text(encoding="utf-8")
    )


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_everybody_sees_what_they_saw(log: Path) -> None:
    wanted = read_facts(log)
    found = public(log)
    assert len(found) == len(wanted)
    for number, (now, then) in enumerate(zip(found, wanted, strict=True), start=1):
        assert now == then, f"{log.name}:{number}"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_whole_playthroughs(game: str) -> None:
    """A new game brings its own: at least two, played to the end, with more than one choice of options."""
    played = [fold for log in LOGS if (fold := replay(log.read_bytes(), GAMES)).game.id == game]
    assert len(played) >= 2
    assert all(fold.over for fold in played)
    assert len({json.dumps(fold.header.options, sort_keys=True) for fold in played}) > 1
    assert len({fold.header.seats for fold in played}) > 1


def test_nothing_lies_there_alone() -> None:
    stems = {log.stem for log in LOGS}
    assert sorted(p.name for p in GOLDEN.iterdir()) == sorted(
        stem + end for stem in stems for end in (".jsonl", RECORD, FACTS)
    )


def renew() -> None:
    """Write records and facts anew from the logs."""
    for log in LOGS:
        found = record(replay(log.read_bytes(), GAMES))
        log.with_suffix(RECORD).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        told = "".join(json.dumps(facts, ensure_ascii=False) + "\n" for facts in public(log))
        log.with_suffix(FACTS).write_text(told, encoding="utf-8")


if __name__ == "__main__":
    renew()
