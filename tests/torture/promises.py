"""What was measured, gathered from all tests and printed at the end of the run."""

from __future__ import annotations

import os

TORTURE = os.environ.get("CROUPIER_TORTURE", "") not in ("", "0")
"""`make torture`: all points, thousands of examples, hundreds of games."""

measured: list[tuple[str, float, str, float]] = []
"""(what was done, how often, what was looked for, how much of it was found)."""


def promise(done: str, times: float, looked_for: str, found: float) -> None:
    """Note a measurement. Times add up over tests; of what was found the largest counts."""
    measured.append((done, times, looked_for, found))
