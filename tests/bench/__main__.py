"""`make bench`: run every bench here, print each figure beside its baseline from the same run, write `bench.json`.

`python -m tests.bench [NAME …]` runs only those modules (`wire`, `rules`, …). It ends with 1 when a bound is missed; it
is never part of the tests, because a time on a busy machine proves nothing.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import msgspec
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent
Figure = dict[str, Any]
"""`value`, `unit`, and where there are any `baseline` (from the same run, in the same unit), `ratio` (else value to
baseline), and one of `most` (the ratio may be as large), `bound` (the value may be as large), `floor` (it must be)."""


class Row(msgspec.Struct, frozen=True):
    """One figure as `bench.json` keeps it. `ratio` is value to baseline; a unit "of …" says that the value is it."""

    name: str
    value: float
    unit: str
    baseline: float | None
    ratio: float | None
    bound: float | None
    bounds: Literal["value", "ratio"] | None
    """What the bound is for."""
    ok: bool


def modules() -> list[str]:
    """Names of the benches: `wire` for bench_wire.py."""
    return sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))


def rows(figures: dict[str, Figure]) -> Iterator[Row]:
    """What a bench's `run()` gave, judged."""
    for name, figure in figures.items():
        value, baseline = float(figure["value"]), figure.get("baseline")
        most, bound, floor = figure.get("most"), figure.get("bound"), figure.get("floor")
        share = str(figure["unit"]).startswith(("of ", "share"))
        ratio = figure.get("ratio", value if share else round(value / baseline, 4) if baseline else None)
        ok = (bound is None or value <= bound) and (floor is None or value >= floor)
        ok = ok and (most is None or (ratio is not None and ratio <= most))
        limit = next((it for it in (most, bound, floor) if it is not None), None)
        about: Literal["value", "ratio"] | None = (
            None if limit is None else "value" if most is None else "ratio"
        )
        yield Row(name, value, str(figure["unit"]), baseline, ratio, limit, about, ok)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="make bench", description="Measure, beside a baseline of the same run."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these: {', '.join(modules())}")
    parser.add_argument(
        "--out", type=Path, default=Path("bench.json"), help="where to write (default bench.json)"
    )
    args = parser.parse_args(argv)
    if unknown := set(args.names) - set(modules()):
        parser.error(f"no bench is called {', '.join(sorted(unknown))}; there are {', '.join(modules())}")
    found, console = list[Row](), Console(stderr=True)
    for name in args.names or modules():
        began = time.perf_counter()
        found += rows(import_module(f"tests.bench.bench_{name}").run())
        console.print(f"{name}: {time.perf_counter() - began:.1f} s", style="dim")
    show(found)
    args.out.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    return 0 if all(row.ok for row in found) else 1


def show(found: list[Row]) -> None:
    """All figures as a table."""
    table = Table("figure", "value", "unit", "baseline", "ratio", "bound", "")
    for row in found:
        told = "" if row.bound is None else "[green]ok[/]" if row.ok else "[red]over[/]"
        numbers = ("" if it is None else f"{it:g}" for it in (row.baseline, row.ratio, row.bound))
        table.add_row(row.name, f"{row.value:g}", row.unit, *numbers, told)
    Console(width=None if sys.stdout.isatty() else 140).print(table)


if __name__ == "__main__":
    sys.exit(main())
