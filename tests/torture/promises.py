"""What was measured, gathered from all tests (and all of their processes) and printed at the end of the run."""

from __future__ import annotations

import os
from typing import Any

import pytest

TORTURE = os.environ.get("CROUPIER_TORTURE", "") not in ("", "0")
"""`make torture`: all points, thousands of examples, hundreds of games."""

Measured = tuple[str, float, str, float]
measured: list[Measured] = []
"""(what was done, how often, what was looked for, how much of it was found)."""


def promise(done: str, times: float, looked_for: str, found: float) -> None:
    """Note a measurement. Times add up over tests; of what was found the largest counts."""
    measured.append((done, times, looked_for, found))


def lines(all_measured: list[Measured]) -> list[str]:
    """One line for each kind of measurement: "3,060 power cuts in the midst of a commit: 0 entries lost"."""
    times: dict[tuple[str, str], float] = {}
    found: dict[tuple[str, str], float] = {}
    for done, count, looked_for, much in all_measured:
        times[done, looked_for] = times.get((done, looked_for), 0) + count
        found[done, looked_for] = max(found.get((done, looked_for), 0), much)
    return [f"{times[key]:>8,.0f} {key[0]}: {found[key]:g} {key[1]}" for key in sorted(times)]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker process hands over what it measured."""
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output["promises"] = [list(item) for item in measured]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """The main process takes it."""
    measured.extend(tuple(item) for item in getattr(node, "workeroutput", {}).get("promises", ()))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if measured:
        terminalreporter.section(
            "promises" if TORTURE else "promises (a share of them: make torture for all)"
        )
        for line in lines(measured):
            terminalreporter.write_line(line)
