"""`python -m hardware.make [all | tables | wiring | cases] [--check]`

tables  pin tables, board plans, harness data, bill of materials, measures of the case (pure Python)
wiring  tables, then the harness pictures (wireviz, Debian's graphviz)
cases   tables, then STL files and pictures of the cases (Debian's openscad, xvfb, xauth)
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

from drivers.pins import OVERLAYS
from hardware.make import cases, harness
from hardware.make.boards import board_files
from hardware.make.bom import bom_files
from hardware.make.caseparams import params
from hardware.make.tables import page_files

HARDWARE = Path(__file__).resolve().parents[1]
STAMPS = HARDWARE / "make" / "rendered.json"
"""Rendered file → hash of what it was rendered from: a picture older than its source is found without a renderer."""


def files() -> dict[str, str]:
    """Path under `hardware/` → text of everything that plain Python makes."""
    made = page_files(HARDWARE) | board_files() | harness.harness_files() | bom_files(HARDWARE / "bom")
    return made | {"case/params.scad": params(), "service/config.txt": "\n".join((*OVERLAYS, ""))}


def sources() -> dict[str, str]:
    """Rendered file → hash of its sources."""
    wiring = {f"wiring/{p.stem}.svg": _digest(p) for p in sorted((HARDWARE / "wiring").glob("*.yml"))}
    folder = HARDWARE / "case"
    for case, parts in cases.PARTS.items():
        stamp = _digest(folder / f"{case}.scad", folder / "params.scad")
        wiring |= {
            f"case/{name}": stamp for name in (f"{case}.png", *(f"{case}_{part}.stl" for part in parts))
        }
    return wiring


def stale() -> list[str]:
    """Files that do not say what their sources say."""
    old = [path for path, text in files().items() if _text(HARDWARE / path) != text]
    stamps = json.loads(_text(STAMPS) or "{}")
    return old + [path for path, stamp in sources().items() if stamps.get(path) != stamp]


def write() -> None:
    """Write every file that plain Python makes."""
    for path, text in files().items():
        target = HARDWARE / path
        target.parent.mkdir(exist_ok=True)
        target.write_text(text)


def stamp(prefix: str) -> None:
    """Note that everything under this folder has just been rendered."""
    stamps = json.loads(_text(STAMPS) or "{}")
    stamps |= {path: digest for path, digest in sources().items() if path.startswith(prefix)}
    STAMPS.write_text(json.dumps(dict(sorted(stamps.items())), indent=1) + "\n")


def main(arguments: list[str] | None = None) -> int:
    """Exit code 0: done, or nothing to do; 1: `--check` found stale files."""
    parser = argparse.ArgumentParser(prog="python -m hardware.make", description=__doc__)
    parser.add_argument("what", nargs="?", default="all", choices=("all", "tables", "wiring", "cases"))
    parser.add_argument("--check", action="store_true", help="write nothing, name the stale files")
    chosen = parser.parse_args(arguments)
    if chosen.check:
        for path in (old := stale()):
            print(f"hardware/{path} is stale: run `make hardware`", file=sys.stderr)
        return 1 if old else 0
    write()
    if chosen.what in ("all", "wiring"):
        harness.render(HARDWARE / "wiring")
        stamp("wiring/")
    if chosen.what in ("all", "cases"):
        cases.render(HARDWARE / "case")
        stamp("case/")
    return 0


def _digest(*paths: Path) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]


def _text(path: Path) -> str:
    return path.read_text() if path.exists() else ""


if __name__ == "__main__":
    raise SystemExit(main())
