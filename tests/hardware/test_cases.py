"""The printed parts: closed, small enough for a printer, and with keys where board and screen want them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from drivers.ports import WIDTH
from hardware.make import cases
from hardware.make.__main__ import HARDWARE
from hardware.make.caseparams import BOARD_SIZE, COLUMN, DOT, FRONT, place
from hardware.make.pod_board import BARS, COLS, KEY_STEP, LOWER, ROWS, UPPER

CASE = HARDWARE / "case"
BED = 220.0


@pytest.mark.parametrize("name", cases.stl_names())
def test_stl_is_closed_and_fits_a_printer(name: str) -> None:
    found = cases.triangles(CASE / name)
    edges: Counter[tuple[tuple[float, ...], tuple[float, ...]]] = Counter()
    for triangle in found:
        corners = [tuple(round(v, 4) for v in corner) for corner in triangle]
        edges.update(zip(corners, corners[1:] + corners[:1], strict=True))
    assert all(edges[(b, a)] == count for (a, b), count in edges.items()), "every edge has a neighbour"
    points = [corner for triangle in found for corner in triangle]
    for axis in range(3):
        low, high = min(p[axis] for p in points), max(p[axis] for p in points)
        assert 2 < high - low < BED
        assert axis < 2 or low == pytest.approx(0, abs=0.01), "lies on the bed"


def test_stl_files_are_modest() -> None:
    assert sum((CASE / name).stat().st_size for name in cases.stl_names()) < 2_000_000


@pytest.mark.parametrize("case", cases.PARTS)
def test_picture_shows_something(case: str) -> None:
    shown = Image.open(CASE / f"{case}.png").convert("RGB")
    assert min(shown.size) > 500 and cases.ink(shown) > cases.LEAST_INK
    assert len(set(shown.resize((64, 48)).tobytes())) > 30, "more than one flat colour"


def test_each_key_lies_under_its_own_column_of_the_screen() -> None:
    """Guide lines: key i is less than half a column beside the middle of column i (pixel 1 + 21 i + 10)."""
    for i in range(6):
        column = (1 + 21 * i + 10 - WIDTH / 2) * DOT
        key = place((KEY_STEP * i + 1.5, UPPER))[0]
        assert abs(key - column) < COLUMN / 2 - 1, f"column {i + 1}"
    assert pytest.approx(9.025, abs=0.01) == COLUMN


def test_board_lies_inside_the_case_and_its_keys_under_the_deck() -> None:
    text = (CASE / "pod.scad").read_text()
    sizes = {name: float(value) for name, value in re.findall(r"^(\w+) = ([\d.]+);", text, flags=re.M)}
    assert sizes["width"] - 2 * sizes["wall"] > BOARD_SIZE[0]
    assert sizes["depth"] - sizes["wall"] > FRONT + BOARD_SIZE[1] and sizes["wall"] < FRONT
    rows = [place((0, row + 1))[1] for row in (UPPER, LOWER, BARS)]
    assert rows == sorted(rows, reverse=True) and rows[0] < sizes["fold_y"]
    assert BOARD_SIZE[0] - 6 > (COLS - 1) * 2.54 and BOARD_SIZE[1] - 6 > (ROWS - 1) * 2.54
    step = rows[0] - rows[1]
    flange = re.search(r"^flange = \[([\d.]+), ([\d.]+)", text, flags=re.M)
    assert flange and float(flange[1]) < KEY_STEP * 2.54 and float(flange[2]) < step


@pytest.mark.slow
def test_openscad_renders_under_a_virtual_display(tmp_path: Path) -> None:
    target = cases.picture(CASE / "pod.scad", tmp_path / "pod.png", cases.VIEWS["pod"], (640, 480))
    assert cases.ink(Image.open(target).convert("RGB")) > cases.LEAST_INK
    stl = tmp_path / "hood.stl"
    cases.openscad(CASE / "pod.scad", stl, "--export-format", "binstl", "-D", 'part="hood"')
    assert len(cases.triangles(stl)) == len(cases.triangles(CASE / "pod_hood.stl"))


def test_an_empty_picture_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def blank(source: Path, target: Path, *options: str) -> None:
        Image.new("RGB", (640, 480), "white").save(target)

    monkeypatch.setattr(cases, "openscad", blank)
    with pytest.raises(SystemExit, match="empty"):
        cases.picture(CASE / "pod.scad", tmp_path / "pod.png", "0,0,0,0,0,0,1", (640, 480))
    assert not (tmp_path / "pod.png").exists()


@pytest.mark.parametrize("data", [b"", b"solid ascii", bytes(84)])
def test_what_is_no_binary_stl_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.stl").write_bytes(data)
    with pytest.raises(SystemExit, match="not a binary STL"):
        cases.triangles(tmp_path / "x.stl")
