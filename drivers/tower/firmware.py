"""The tower's own program, loaded by its path: there is one copy of it, the one that is flashed."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).parents[2] / "firmware" / "dice_tower"
"""In a checkout as in an installed wheel, `firmware` lies beside `drivers`."""


def load(name: str, loaded: dict[str, ModuleType] | None = None) -> ModuleType:
    """One of the firmware's modules ("tower", "dice", "ctp"), with its neighbours.

    On the tower they import each other by plain names. Here those names are resolved in this call's own table: nothing
    called `dice` or `tower` appears in `sys.modules`, and two loads share no state.
    """
    table = {} if loaded is None else loaded
    if name in table:
        return table[name]

    def importing(
        wanted: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if (FOLDER / f"{wanted}.py").exists():
            return load(wanted, table)
        return builtins.__import__(wanted, globals, locals, fromlist or (), level)

    path = FOLDER / f"{name}.py"
    module: Any = ModuleType(f"tower firmware {name}")
    module.__file__ = str(path)
    module.__builtins__ = {**vars(builtins), "__import__": importing}
    table[name] = module
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), vars(module))
    return table[name]
