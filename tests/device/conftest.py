"""A table in memory for every test that wants one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.device.evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """A fresh table with seven pods, all free."""
    return Evening(tmp_path)


@pytest.fixture
def evenings(tmp_path: Path) -> Callable[..., Evening]:
    """Makes tables, each in a folder of its own."""
    made = iter(range(1000))
    return lambda **kw: Evening(tmp_path / str(next(made)), **kw)
