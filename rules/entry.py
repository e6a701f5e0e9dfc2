"""What every log entry has, and why an entry may be turned away (games.md, section 0)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

By = int | Literal["host", "chance", "clock"]
Src = Literal["tower", "typed", "device"]


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", omit_defaults=True):
    """One thing that happened. Subclasses are tagged by `do`; decoding a line is its type check.

    Fields are `int` and `str` where a wrong value has a code of its own, literals where it is malformed.
    """

    by: By
    as_: Literal["host"] | UnsetType = msgspec.field(name="as", default=UNSET)
    src: Src | UnsetType = UNSET
    proof: dict[str, Any] | UnsetType = UNSET


class Undo(Entry, frozen=True, kw_only=True, tag="undo"):
    """The host takes back the newest entry that still stands."""


class End(Entry, frozen=True, kw_only=True, tag="end"):
    """The host ends the game unfinished."""


Code = Literal[
    "unknown",
    "wrong-phase",
    "not-your-turn",
    "already-done",
    "bad-count",
    "not-yours",
    "not-allowed",
    "too-low",
]


class Rejection(msgspec.Struct, frozen=True):
    """A person's mistake, returned and never raised. `code` is the log's word, `why` plain English for a log or shell.

    The first code that applies is given, in this order: unknown (a seat in `by`), wrong-phase, not-your-turn,
    already-done, bad-count, unknown, not-yours, not-allowed, too-low.
    """

    code: Code
    why: str = ""


def shape_fault(entry: Entry) -> str | None:
    """What is malformed about the keys that all entries share, else None."""
    if entry.by != "chance":
        if entry.src is not UNSET:
            return "`src` belongs to chance entries"
        if entry.proof is not UNSET:
            return "`proof` belongs to chance entries"
    if entry.as_ is not UNSET and not isinstance(entry.by, int):
        return "`as` belongs to a seat's entry"
    return None
