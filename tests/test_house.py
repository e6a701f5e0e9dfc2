"""The house keeps its order: which room imports which, what may be missing, what an installed wheel can do."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("rules", "drivers", "device")
ALLOWED = {"rules": {"rules"}, "drivers": {"drivers"}, "device": {"rules", "drivers", "device"}}
HARDWARE = ("gpiozero", "lgpio", "RPi", "luma", "smbus2", "serial", "evdev")
PURE = {"msgspec"}


def imports(path: Path) -> set[str]:
    """Every module a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


FILES = [p for room in ROOMS for p in sorted((ROOT / room).rglob("*.py"))]


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_run_one_way(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    for name in imports(path):
        first = name.split(".")[0]
        assert first not in ROOMS or first in ALLOWED[room], f"{room} may not import {name}"
        assert first not in HARDWARE or room == "drivers", f"{name} belongs under drivers/"
        if room == "rules":
            assert first in PURE | ALLOWED[room] or first in sys.stdlib_module_names, (
                f"rules may not import {name}"
            )


def test_no_game_imports_another() -> None:
    games = {p.name for p in (ROOT / "rules").iterdir() if (p / "apply.py").exists()}
    assert len(games) == 3
    for game in games:
        for path in (ROOT / "rules" / game).glob("*.py"):
            for name in imports(path):
                other = name.split(".")[1] if name.startswith("rules.") else ""
                assert other not in games - {game}, f"{path.name} of {game} imports {name}"


ARROWS = {
    "screens": {"seat", "table", "web", "commands", "crank"},
    "table": {"seat", "screens", "web", "commands", "crank"},
    "seat": {"screens", "web", "commands"},
    "web": {"commands"},
}
"""Inside device: which part must not know which."""


def runtime_imports(tree: ast.AST) -> Iterator[ast.ImportFrom]:
    """`from x import y` lines that run, unlike those for the type checker alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom):
            yield node
        yield from runtime_imports(node)


@pytest.mark.parametrize("part", ARROWS)
def test_no_arrow_flows_back_inside_device(part: str) -> None:
    for path in sorted((ROOT / "device" / part).rglob("*.py")):
        for node in runtime_imports(ast.parse(path.read_text())):
            if node.module and node.module.startswith("device."):
                assert node.module.split(".")[1] not in ARROWS[part], f"{path.name} imports {node.module}"


def test_everything_imports_without_any_hardware_library() -> None:
    """On a PC, in CI and on a table without a bus nothing of the hardware is there."""
    names = [".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for p in FILES]
    code = (
        "import importlib, sys\n"
        f"for name in {HARDWARE!r}: sys.modules[name] = None\n"
        f"for name in {[n for n in names if not n.endswith('__main__')]!r}: importlib.import_module(name)\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=120)


BARE = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}


def croupier(bin: Path, cwd: Path, *args: str) -> str:
    """What the installed command prints."""
    done = subprocess.run(
        [bin / "croupier", *args], cwd=cwd, env=BARE, check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.mark.slow
def test_an_installed_wheel_runs_in_a_bare_environment(tmp_path: Path) -> None:
    """`croupier --version`, `replay` and `sim` from the wheel, with nothing of this checkout in sight."""
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(ROOT)], check=True, timeout=280,
        capture_output=True,
    )  # fmt: skip
    wheel = next(tmp_path.glob("*.whl"))
    venv.create(tmp_path / "env", with_pip=True)
    bin = tmp_path / "env" / "bin"
    subprocess.run([bin / "pip", "install", "-q", str(wheel)], check=True, timeout=280, capture_output=True)
    assert croupier(bin, tmp_path, "--version").startswith("croupier ")
    log = ROOT / "tests" / "cases" / "br-game-4.jsonl"
    assert '"over": true' in croupier(bin, tmp_path, "replay", "--json", str(log))
    sim = subprocess.Popen(
        [bin / "croupier", "sim", "--port", "0", "--data", str(tmp_path / "data")],
        cwd=tmp_path, env=BARE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert sim.stdout is not None
        assert "http://127.0.0.1:" in sim.stdout.readline()
    finally:
        sim.terminate()
        assert sim.wait(20) == 0
