"""The rules read twice: whatever the log, the product and the plain judge stop at one line or agree on every record.

`CROUPIER_TORTURE=1` plays many more games; `CROUPIER_SEED=7` others.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.entry import Code
from rules.game import Game
from rules.games import GAMES
from tests.rules.differ import Both, compare
from tests.rules.likely import likely
from tests.rules.oracle import GAMES as ORACLE
from tests.rules.spoil import changed_entry, changed_log, dump, places
from tests.rules.walk import Walk

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.jsonl"))
TORTURE = os.environ.get("CROUPIER_TORTURE") == "1"
SEED = int(os.environ.get("CROUPIER_SEED", "1"))
SEEDS = range(SEED * 1000, SEED * 1000 + (300 if TORTURE else 3))
CHANGED = 40 if TORTURE else 4
"""Changed copies of each log."""
PROBES = {"drug-dealer": 12, "forty-eight": 12, "bull-rally": 4}
"""Doubtful entries at each step."""
NEVER = {
    "drug-dealer": {"already-done", "too-low"},
    "forty-eight": {"already-done"},
    "bull-rally": {"not-yours", "too-low"},
}
"""Codes a game has no use for."""
GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
FOREIGN = [line for case in CASES for line in case.read_bytes().splitlines()[1:9]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_the_judge_knows_every_case(case: Path) -> None:
    """Judge and product: the record, or the line and the code."""
    both = compare(case.read_bytes().splitlines())
    reject = case.with_suffix(".reject")
    if reject.exists():
        line, code = reject.read_text().split()
        assert both.stopped == (int(line), code)
        return
    assert both.stopped is None
    wanted, found = json.loads(case.with_suffix(".record.json").read_text()), both.judge.record()
    assert {**found, **wanted, "seats": None} == {**found, "seats": None}
    assert all({**f, **w} == f for f, w in zip(found["seats"], wanted["seats"], strict=True))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_case_with_accidents(case: Path) -> None:
    rng = random.Random(f"{SEED} {case.stem}")
    lines = case.read_bytes().splitlines()
    for _ in range(CHANGED):
        compare(changed_log(lines, FOREIGN, rng))


@GAME
@pytest.mark.parametrize("seed", SEEDS)
def test_a_walk_and_its_changed_copies(game: Game, seed: int) -> None:
    """Games played by keys at random, and those logs with entries dropped, doubled, swapped, changed."""
    rng = random.Random(seed)
    walk = Walk(game, rng)
    walk.run()
    assert compare(walk.lines).stopped is None
    for _ in range(CHANGED):
        compare(changed_log(walk.lines, FOREIGN, rng))


def play(head: dict[str, Any], rng: random.Random, probes: int) -> Counter[str]:
    """A game of likely entries, and at each step others that may or may not stand. Returns how often which code."""
    both, seen, last = Both(), Counter[str](), FOREIGN[0]
    assert both.read(dump(head)) == "fine", head
    for _ in range(3000):
        if both.judge.game["phase"] == "over":
            break
        line = dump(likely(both.judge.game, rng))
        for _ in range(probes):
            other = changed_entry(rng.choice((line, line, last, rng.choice(FOREIGN))), rng)
            if other.strip():
                seen[both.copy().read(other)] += 1
        seen[both.copy().read(last)] += 1
        last = line
        again = both.copy()
        if again.read(line) == "fine":
            both = again
    assert both.judge.game["phase"] == "over"
    for line in (b'{"by":"host","do":"undo"}', *FOREIGN[::40]):
        both.copy().read(line)
    return seen


@GAME
def test_likely_games_with_doubtful_entries(game: Game) -> None:
    """Every code is met, in games full of ties, zeros and spent hands."""
    rng, seen = random.Random(SEED), Counter[str]()
    for _ in range(100 if TORTURE else 3):
        seen += play(some_head(game.id, rng), rng, PROBES[game.id])
    assert {*get_args(Code), "fine", "malformed"} - set(seen) == NEVER[game.id]


def some_head(game: str, rng: random.Random) -> dict[str, Any]:
    """A header that stands, some options and a sheet of its own."""
    rules = ORACLE[game]
    n = rng.randint(*rules.SEATS)
    options: dict[str, Any] = {}
    for key, (default, good) in rules.options(n).items():
        words = ("reveal", "roll", "replace", "slide", "when-broke", "always", "open", "blind", "ask", "auto")
        pool = [v for v in (*words, "day", "each", *range(1, 60)) if good(v)] or [default]
        if rng.random() < 0.7:
            options[key] = rng.choice(pool)
    head = {"log": "croupier/1", "game": game, "seats": n, "options": options}
    if rng.random() < 0.7:
        head["sheet"] = some_sheet(rng)
    return head


def some_sheet(rng: random.Random) -> dict[str, Any]:
    """Small numbers in it, so that edges are met; one for any game."""
    dice = {die: [rng.randint(-6, 2), rng.randint(-2, 3)] for die in ("d4", "d6", "d8", "d10", "d20")}
    stocks = []
    for k in range(1, 7):
        low, high = sorted(rng.sample(range(90), 2))
        band = sorted((rng.randint(0, 90), rng.randint(0, 90)))
        news = sorted(rng.sample(range(1, 11), rng.randint(0, 6)))
        pays = {str(line): rng.randint(0, 3) for line in rng.sample(range(2, 12), 3)}
        stock = {"name": f"s{k}", "start": rng.randint(low, high), "notch": rng.randint(1, 5)}
        stocks.append({**stock, "limits": [low, high], "band": band, "news": news, "dividends": pays})
    targets = ("stock", "market", *range(1, 7))
    cards = [[rng.choice(targets), rng.randint(-4, 4)] for _ in range(rng.randint(1, 12))]
    return {"source": "test", "dice": dice, "stocks": stocks, "news": cards}


@GAME
def test_headers_with_one_thing_changed(game: Game) -> None:
    rng, seen = random.Random(SEED), Counter[str]()
    for _ in range(6000 if TORTURE else 500):
        head = some_head(game.id, rng)
        if rng.random() < 0.5:
            head["names"] = ["Ann", "", "Ön", "龍", "e", "f", "g"][: head["seats"]]
            head["pods"] = [4, 2, 9, 1, 3, 7, 8][: head["seats"]]
        seen[Both().read(changed_entry(dump(head), rng))] += 1
    assert min(seen["fine"], seen["malformed"]) > 50


leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text("ab12")
)
keys = st.sampled_from(["d4", "2", "11", "name"])
json_values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=4
)


@settings(max_examples=3000 if TORTURE else 150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(GAMES)), st.integers(), json_values, st.data())
def test_a_header_with_anything_in_any_place(game: str, seed: int, value: Any, data: st.DataObject) -> None:
    head = some_head(game, random.Random(seed))
    where, key = data.draw(st.sampled_from(places(head)))
    where[key] = value
    Both().read(dump(head))


@settings(max_examples=3000 if TORTURE else 150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(GAMES)), st.integers(), st.integers(0, 60), json_values, st.data())
def test_an_entry_with_anything_in_any_place(
    game: str, seed: int, far: int, value: Any, data: st.DataObject
) -> None:
    rng, both = random.Random(seed), Both()
    both.read(dump(some_head(game, rng)))
    entry: dict[str, Any] = {}
    for _ in range(far):
        if both.judge.game["phase"] == "over":
            return
        entry = likely(both.judge.game, rng)
        again = both.copy()
        both = again if again.read(dump(entry)) == "fine" else both
    if both.judge.game["phase"] != "over":
        entry = likely(both.judge.game, rng)
        where, key = data.draw(st.sampled_from(places(entry)))
        where[key] = value
        both.read(dump(entry))
