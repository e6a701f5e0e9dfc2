"""What a seat's key leads to. The crank carries acts out; a seat only returns them."""

from __future__ import annotations

from typing import Any

import msgspec

from device.table.house import AnyNote
from rules.entry import Entry


class Submit(msgspec.Struct, frozen=True):
    """An entry of the game. `host` marks one that the host makes through this pad."""

    entry: Entry
    host: bool = False


class Toss(msgspec.Struct, frozen=True):
    """The keeper set chance off."""


class Tell(msgspec.Struct, frozen=True):
    """A note for the house."""

    note: AnyNote


class Do(msgspec.Struct, frozen=True):
    """A command to the table, the same words that the host's page sends (device/host.py)."""

    command: dict[str, Any]


class Go(msgspec.Struct, frozen=True):
    """Open another menu on this pad; "" goes one back, "/" closes all."""

    screen: str


class Sound(msgspec.Struct, frozen=True):
    """A cue for this seat: "refused" for a dead key. Only ever given for prompts that are public."""

    cue: str


Act = Submit | Toss | Tell | Do | Go | Sound
