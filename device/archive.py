"""The journal's finished games, as the host's page lists them."""

from __future__ import annotations

from typing import Any

from device.exits import WrongUse
from device.table.table import Table
from rules.fold import record


def finished(table: Table) -> list[dict[str, Any]]:
    """Finished games, newest first: stream, game, when, names, winners."""
    games = []
    for number in reversed(table.finished()):
        try:
            fold = table.read_game(number)
        except WrongUse:  # of other rules: it can be exported as it is, not folded
            continue
        header, result = fold.header, record(fold)
        games.append(
            {
                "id": number,
                "game": header.game,
                "started": header.started or "",
                "names": list(header.names or ()),
                "seats": header.seats,
                "winners": list(result["winners"]),
            }
        )
    return games
