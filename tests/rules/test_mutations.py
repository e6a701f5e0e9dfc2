"""A test of tests: every small wrong change of a rule is noticed by its game's tests or cases.

A share of the changes is tried each time; `CROUPIER_TORTURE=1` tries all, `CROUPIER_SEED=7` another share.
"""

from __future__ import annotations

import importlib.util
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
PREFIXES = {"drug_dealer": "dd-", "forty_eight": "ff-", "bull_rally": "br-"}
SHARE = 12
"""Changes tried in a normal run."""
TORTURE = os.environ.get("CROUPIER_TORTURE") == "1"
WORKERS = max(2, os.cpu_count() or 2)


class Mutation(NamedTuple):
    """A wrong change to one game's rules."""

    game: str
    name: str
    file: str
    old: str
    new: str


def mutations(game: str) -> list[Mutation]:
    """The list a game's tests offer."""
    path = HERE / game / "mutations.py"
    spec = importlib.util.spec_from_file_location(f"mutations_of_{game}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [Mutation(game, *each) for each in module.MUTATIONS]


ALL = [m for game in PREFIXES for m in mutations(game)]


def share() -> list[Mutation]:
    """All, or a seeded share in which each game has its part."""
    if TORTURE:
        return ALL
    rng = random.Random(int(os.environ.get("CROUPIER_SEED", "1")))
    return [
        m for game in PREFIXES for m in rng.sample([a for a in ALL if a.game == game], SHARE // len(PREFIXES))
    ]


def copy(game: str, to: Path) -> Path:
    """The rules, and one game's tests and cases, in a place of their own."""
    ignore = shutil.ignore_patterns("__pycache__", "golden")
    shutil.copytree(ROOT / "rules", to / "rules", ignore=ignore)
    shutil.copytree(HERE / game, to / "tests" / "rules" / game, ignore=ignore)
    shutil.copytree(HERE.parent / "cases", to / "tests" / "cases", ignore=_other_games(game))
    shutil.copy(HERE.parent / "__init__.py", to / "tests")
    for helper in (*HERE.glob("[!t]*.py"), HERE / "test_cases.py"):
        shutil.copy(helper, to / "tests" / "rules")
    (to / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\npythonpath = .\n")
    return to


def _other_games(game: str) -> Callable[[str, list[str]], list[str]]:
    return lambda _, names: [n for n in names if not n.startswith((PREFIXES[game], "undo-"))]


def passes(game: str, place: Path) -> tuple[bool, str]:
    """Run a game's cases and unit tests there, stopping at the first failure."""
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "--tb=short", "-p", "no:cacheprovider"]
    whole = "tests/rules/test_cases.py::test_every_case_is_one_or_the_other"
    run = subprocess.run(
        [*command, "--deselect", whole, "tests/rules/test_cases.py", f"tests/rules/{game}"],
        cwd=place,
        capture_output=True,
        text=True,
        timeout=300,
        env={
            **os.environ,
            "PYTHONPATH": str(place),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTEST_ADDOPTS": "",
        },
    )
    return run.returncode == 0, run.stdout[-3000:] + run.stderr[-1000:]


def survives(mutation: Mutation, place: Path) -> str | None:
    """Its name when no test noticed the change."""
    copy(mutation.game, place)
    file = place / "rules" / mutation.file
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(mutation.old, mutation.new, 1), encoding="utf-8")
    passed, _ = passes(mutation.game, place)
    shutil.rmtree(place)
    return f"{mutation.game}: {mutation.name}" if passed else None


@pytest.fixture(scope="module")
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(WORKERS) as it:
        yield it


@pytest.mark.parametrize("mutation", ALL, ids=lambda m: f"{m.game}-{m.name}".replace(" ", "-"))
def test_a_mutation_still_fits(mutation: Mutation) -> None:
    """What it wants to change is there, and changes."""
    assert mutation.old in (ROOT / "rules" / mutation.file).read_text(encoding="utf-8")
    assert mutation.old != mutation.new


def test_there_are_enough_of_them() -> None:
    assert all(sum(m.game == game for m in ALL) >= 25 for game in PREFIXES)
    assert len({(m.game, m.name) for m in ALL}) == len(ALL)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_every_mutation_is_noticed(pool: ThreadPoolExecutor, tmp_path: Path) -> None:
    """Unchanged rules pass in the same place; each changed copy fails."""
    plain = [copy(game, tmp_path / game) for game in PREFIXES]
    for game, (passed, told) in zip(PREFIXES, pool.map(passes, PREFIXES, plain), strict=True):
        assert passed, f"{game} fails without any change:\n{told}"
    chosen = share()
    places = [tmp_path / str(n) for n in range(len(chosen))]
    alive = [name for name in pool.map(survives, chosen, places) if name]
    assert not alive, f"not noticed by any test: {', '.join(alive)}"
