"""How a table is opened: the journal folded, scenes drawn."""

from __future__ import annotations

import datetime
import secrets
from typing import Any

from device.screens.pages import render
from device.table.journal import Journal
from device.table.table import Table
from rules.games import GAMES


def wall() -> str:
    """The only wall time there is: a label in headers."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def open_table(journal: Journal, streams: dict[int, list[bytes]]) -> Table:
    """What the journal's streams come to, ready to go on."""
    return Table(journal, streams, GAMES, secrets.token_bytes, wall)


def drawn(scene: Any) -> bytes:
    """A scene as a frame for pods."""
    return render(scene).pack()
