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
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent
Figure = dict[str, Any]
"""`value`, `unit`, and where there are any `baseline` (from the same run), `bound` (the value may be as large) or
`floor` (it must be as large)."""


class Row(msgspec.Struct, frozen=True):
    """One figure as `bench.json` keeps it. `ratio` is value to baseline; a unit "of …" says that the value is it."""

    name: str
    value: float
    unit: str
    baseline: float | None
    ratio: float | None
    bound: float | None
    ok: bool


def modules() -> list[str]:
    """Names of the benches: `wire` for bench_wire.py."""
    return sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))


def rows(figures: dict[str, Figure]) -> Iterator[Row]:
    """What a bench's `run()` gave, judged."""
    for name, figure in figures.items():
        value, baseline = float(figure["value"]), figure.get("baseline")
        bound, floor = figure.get("bound"), figure.get("floor")
        share = str(figure["unit"]).startswith(("of ", "share"))
        ratio = figure.get("ratio", value if share else round(value / baseline, 4) if baseline else None)
        ok = (bound is None or value <= bound) and (floor is None or value >= floor)
        yield Row(name, value, str(figure["unit"]), baseline, ratio, floor if bound is None else bound, ok)


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
    table = Table("figure", "value", "bound", "", "unit", "baseline")
    for row in found:
        told = "" if row.bound is None else "[green]ok[/]" if row.ok else "[red]over[/]"
        numbers = (f"{row.value:g}", "" if row.bound is None else f"{row.bound:g}")
        table.add_row(row.name, *numbers, told, row.unit, "" if row.baseline is None else f"{row.baseline:g}")
    Console(width=None if sys.stdout.isatty() else 140).print(table)


if __name__ == "__main__":
    sys.exit(main())
