"""The owners' printed tables, charts and cards: TOML files in a folder a game, beside the journal."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from device.exits import Refused, WrongUse
from rules.game import Game

NAME = re.compile(r"[\w\- ]{1,40}")


class Sheets:
    """`folder`/GAME/NAME.toml. Nothing is cached: files may be edited by hand while the table runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> dict[str, tuple[str, ...]]:
        """Game id → names, sorted."""
        if not self.folder.is_dir():
            return {}
        return {
            d.name: tuple(sorted(f.stem for f in d.glob("*.toml")))
            for d in self.folder.iterdir()
            if d.is_dir()
        }

    def load(self, game: Game, name: str) -> Any:
        """The sheet as plain data. Raises WrongUse naming the file and what is wrong in it."""
        path = self._path(game, name)
        try:
            data = tomllib.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            raise WrongUse(f"{path}: no such sheet") from None
        except (ValueError, RecursionError) as e:  # no TOML, no UTF-8, thousands of digits or brackets
            raise WrongUse(f"{path}: {e}") from None
        except OSError as e:
            raise Refused(f"{path}: {e.strerror}") from None
        if fault := fault_of(game, data):
            raise WrongUse(f"{path}: {fault}")
        return data

    def save(self, game: Game, name: str, data: Any) -> None:
        """Check and write a sheet, whole or not at all."""
        import tomlkit  # slow to import, and only who types in a sheet needs it

        if fault := fault_of(game, data):
            raise WrongUse(fault)
        path = self._path(game, name)
        part = path.with_suffix(".part")
        try:
            text = tomlkit.dumps(data)
        except (TypeError, ValueError) as e:  # JSON's null, which TOML has not
            raise WrongUse(f"the sheet cannot be written: {e}; leave out what is empty") from None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(text, "utf-8")
            part.replace(path)
        except OSError as e:
            raise Refused(f"{path}: {e.strerror}") from None

    def _path(self, game: Game, name: str) -> Path:
        if not NAME.fullmatch(name):
            raise WrongUse("a sheet's name has letters, digits, spaces, - and _, at most 40")
        return self.folder / game.id / f"{name}.toml"


def fault_of(game: Game, data: Any) -> str | None:
    """What is wrong with a sheet given as plain data, None when it may be played."""
    if game.sheet is None:
        return f"{game.id} has no sheet"
    try:
        return game.sheet_fault(msgspec.convert(data, game.sheet))
    except msgspec.ValidationError as e:
        return str(e)
