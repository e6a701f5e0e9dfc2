"""Every worked game in tests/cases: a log and the record it comes to, or the line and code at which it must stop."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.fold import record
from rules.games import GAMES
from rules.replay import LogError, replay

CASES = Path(__file__).parents[1] / "cases"
LOGS = sorted(CASES.glob("*.jsonl"))
GOOD = [log for log in LOGS if log.with_suffix(".record.json").exists()]
BAD = [log for log in LOGS if log.with_suffix(".reject").exists()]


def holds(found: Any, wanted: Any) -> bool:
    """Whether `found` has at least the keys of `wanted`, with equal values, and lists of the same length."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(k in found and holds(found[k], v) for k, v in wanted.items())
    if isinstance(wanted, list):
        return (
            isinstance(found, list)
            and len(found) == len(wanted)
            and all(holds(f, w) for f, w in zip(found, wanted, strict=True))
        )
    return type(found) is type(wanted) and found == wanted


@pytest.mark.parametrize("log", GOOD, ids=lambda log: log.stem)
def test_record(log: Path) -> None:
    """The record after the last entry."""
    found = record(replay(log.read_bytes(), GAMES))
    wanted = json.loads(log.with_suffix(".record.json").read_text())
    assert holds(found, wanted), f"found {found}, wanted {wanted}"
    assert json.loads(json.dumps(found)) == found, "a record is plain JSON"


@pytest.mark.parametrize("log", BAD, ids=lambda log: log.stem)
def test_reject(log: Path) -> None:
    """The line and the code at which it must stop."""
    line, code = log.with_suffix(".reject").read_text().split()
    with pytest.raises(LogError) as stop:
        replay(log.read_bytes(), GAMES)
    assert (stop.value.line, stop.value.code) == (int(line), code)
    assert str(stop.value).startswith(f"{line}: {code}: ")


def test_every_case_is_one_or_the_other() -> None:
    """No log without its record or rejection, none of them without its log, every game has both."""
    assert not set(GOOD) & set(BAD)
    assert set(GOOD) | set(BAD) == set(LOGS)
    assert len(list(CASES.iterdir())) == 2 * len(LOGS)
    for prefix in ("dd-", "ff-", "br-", "undo-"):
        assert any(log.stem.startswith(prefix) for log in GOOD)
        assert any(log.stem.startswith(prefix) for log in BAD)


def test_holds_is_no_pushover() -> None:
    """The comparison sees a wrong value, a missing key, a longer list, a number of another type."""
    assert holds({"a": [1, {"b": None}], "more": 1}, {"a": [1, {"b": None}]})
    for found in ({"a": 2}, {}, {"a": True}, {"a": 1.0}, {"a": [1]}):
        assert not holds(found, {"a": 1})
    assert not holds([1, 2], [1])
