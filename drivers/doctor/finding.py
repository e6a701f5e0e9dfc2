"""What a check found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

State = Literal["ok", "warn", "fail", "skip"]
_ORDER: tuple[State, ...] = ("skip", "ok", "warn", "fail")


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One finding. `how` says how sure it is: "probed" (something is there), "exercised" (written and read back),
    "witnessed" (a person pressed or saw it). `remedy` is what to do, in one line; `msgspec.json` gives its JSON."""

    id: str
    area: Literal["card", "board"]
    how: Literal["probed", "exercised", "witnessed"]
    state: State
    what: str
    remedy: str = ""
    data: dict[str, float] = {}


def worst(findings: Iterable[Finding]) -> State:
    """The gravest state among them."""
    return max((finding.state for finding in findings), key=_ORDER.index, default="ok")
