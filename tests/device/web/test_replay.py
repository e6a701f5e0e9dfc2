"""Finished games step by step: what a viewer could know, and no line more."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from device.web.replay import Replays, fold_all
from rules.games import GAMES

CASES = Path(__file__).parents[2] / "cases"
WHOLE = ["dd-game-5", "dd-game-7-shared", "ff-game-5-out", "ff-game-undos", "br-game-4", "br-game-6-each"]


def replays(case: str) -> Replays:
    data = (CASES / f"{case}.jsonl").read_bytes()
    return Replays(SimpleNamespace(export=lambda game: data))  # type: ignore[arg-type]


@pytest.mark.parametrize("case", WHOLE)
def test_the_last_step_is_the_end(case: str) -> None:
    record = json.loads((CASES / f"{case}.record.json").read_text())
    shown = replays(case)
    told = shown.steps(1, None)
    board = shown.step(1, told["lines"][-1]["step"], None, "en")["board"]
    assert told["winners"] == record["winners"] and board["facts"]["over"] is record["over"] is True


@pytest.mark.parametrize("case", WHOLE)
def test_a_line_stands_exactly_where_the_viewers_facts_changed(case: str) -> None:
    folds, _ = fold_all((CASES / f"{case}.jsonl").read_bytes())
    for seat in (None, 1, 2):
        views = [f.game.view(f.state, seat) for f in folds]
        steps = [line["step"] for line in replays(case).steps(1, seat)["lines"]]
        assert steps == [0, *(i for i in range(1, len(views)) if views[i] != views[i - 1])]


@pytest.mark.parametrize("case", [c for c in WHOLE if c[:2] in ("dd", "ff")])
def test_a_bid_is_told_to_its_own_seat_only(case: str) -> None:
    shown = replays(case)
    for seat in (None, 1, 2, 3):
        bids = [line for line in shown.steps(1, seat)["lines"] if line["do"] == "bid"]
        open_ones = [line for line in bids if "entry" in line]
        assert all(line["by"] == seat for line in open_ones)
        sealed = [line for line in bids if "entry" not in line]
        assert sealed and all("by" not in line and line["done"] <= line["of"] for line in sealed)


def test_others_bidding_again_is_no_line() -> None:
    shown = replays("ff-game-undos")
    _, entries = fold_all((CASES / "ff-game-undos.jsonl").read_bytes())
    public = [line for line in shown.steps(1, None)["lines"] if line["do"] == "bid"]
    assert len(public) <= sum(type(e).__struct_config__.tag == "bid" for e in entries)


def test_only_the_dealer_reads_the_roll() -> None:
    shown = replays("dd-game-5")
    for line in shown.steps(1, 2)["lines"]:
        if line["do"] == "roll":
            assert ("entry" in line) == (line["runs"] == 2)
    assert all("entry" not in line for line in shown.steps(1, None)["lines"] if line["do"] == "roll")


@pytest.mark.parametrize("case", WHOLE)
def test_every_step_can_be_seen_by_every_seat(case: str) -> None:
    shown = replays(case)
    folds, _ = fold_all((CASES / f"{case}.jsonl").read_bytes())
    for step in range(0, len(folds), 7):
        for seat in (None, 1, folds[0].header.seats):
            told = shown.step(1, step, seat, "ja")
            assert told["board"]["game"] in GAMES and ("frame" in told) == (seat is not None)


@pytest.mark.parametrize(
    ("step", "seat", "why"), [(10_000, None, "steps"), (0, 9, "seats are 1 to 5"), (-1, 1, "steps")]
)
def test_what_is_not_there_is_told(step: int, seat: Any, why: str) -> None:
    with pytest.raises(LookupError, match=why):
        replays("dd-game-5").step(1, step, seat, "en")
