"""The owners' sheets: checked before they are written, whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from device.exits import WrongUse
from device.table.sheets import Sheets
from rules.games import GAMES


def test_a_sheet_with_a_null_is_told_and_not_written(tmp_path: Path) -> None:
    """A page may send one; TOML has none."""
    game = GAMES["bull-rally"]
    sheet = json.loads(msgspec.json.encode(game.placeholder))
    sheet["stocks"][0]["ticker"] = None
    with pytest.raises(WrongUse, match="leave out"):
        Sheets(tmp_path).save(game, "ours", sheet)
    assert not list(tmp_path.rglob("ours*"))
