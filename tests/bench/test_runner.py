"""The runner of `make bench`: it finds every bench, judges each figure, and says so by its exit code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tests.bench import __main__ as runner


@pytest.mark.parametrize(
    ("figure", "ok", "ratio"),
    [
        ({"value": 0.1, "unit": "of luma's bytes", "baseline": 1034, "bound": 0.1}, True, 0.1),
        ({"value": 0.11, "unit": "of luma's bytes", "baseline": 1034, "bound": 0.1}, False, 0.11),
        ({"value": 0, "unit": "bytes", "baseline": 1034, "bound": 0}, True, 0.0),
        ({"value": 5, "unit": "games/s", "floor": 6}, False, None),
        ({"value": 5, "unit": "games/s"}, True, None),
        ({"value": 20, "unit": "ms", "baseline": 40}, True, 0.5),
        ({"value": 90, "unit": "ms", "baseline": 30, "most": 3}, True, 3.0),
        ({"value": 90, "unit": "ms", "baseline": 30, "ratio": 3.1, "most": 3}, False, 3.1),
    ],
)
def test_a_figure_is_judged_by_its_bound(figure: dict[str, Any], ok: bool, ratio: float | None) -> None:
    (row,) = runner.rows({"name": figure})
    assert (row.ok, row.ratio) == (ok, ratio)


def test_every_bench_is_found_and_can_run() -> None:
    assert {
        "wire",
        "game",
        "rules",
        "play",
        "render",
        "tower",
        "web",
        "journal",
        "latency",
        "start",
        "idle",
        "evening",
    } <= set(runner.modules())
    for name in runner.modules():
        assert callable(runner.import_module(f"tests.bench.bench_{name}").run)


@pytest.mark.parametrize(("value", "code"), [(1.0, 0), (3.0, 1)])
def test_the_exit_code_tells_and_the_file_holds_all(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    value: float,
    code: int,
) -> None:
    run: Callable[[], Any] = lambda: {"a.b": {"value": value, "unit": "ms", "bound": 2}}  # noqa: E731
    monkeypatch.setattr(runner, "import_module", lambda name: SimpleNamespace(run=run))
    out = tmp_path / "bench.json"
    assert runner.main(["wire", "--out", str(out)]) == code
    (row,) = msgspec.json.decode(out.read_bytes())
    assert row["name"] == "a.b" and row["ok"] is (code == 0)
    assert ("over" in capsys.readouterr().out) is (code == 1)
    with pytest.raises(SystemExit):
        runner.main(["nothing"])
