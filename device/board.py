"""The public picture: what everybody may know, as plain data for the board's page. Made from public views only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

if TYPE_CHECKING:
    from device.crank import Crank


def picture(crank: Crank) -> dict[str, Any]:
    """The table as the board shows it. Everything is JSON-able; a clock is given by its end, so it is still at rest."""
    stands = crank.table.now
    kept, fold = stands.house, stands.fold
    base: dict[str, Any] = {
        "lang": kept.lang or crank.settings.lang,
        "paused": kept.paused,
        "said": msgspec.to_builtins(crank.said),
        "put_back": msgspec.to_builtins(crank.put_back),
        "faults": [f"{part}: {what}" for part, what in sorted(crank.faults.items())],
        "source": kept.source,
        "tower": crank.tower,
        "volume": kept.volume,
        "host": crank.sights.host_pod(stands),
        "seats": _seats(crank),
        "readonly": stands.readonly,
        "clock": _clock(crank),
        "guide": crank.overlay.picture(),
    }
    if fold is None:
        return {**base, "game": None, "lobby": _lobby(crank)}
    facts, _ = crank.sights.facts(None, stands)
    asks = fold.game.asks(fold.state)  # who has sent a sealed bid is nobody's to know: only n of m is
    playing = kept.playing
    return {
        **base,
        "game": fold.game.id,
        "lobby": None,
        "facts": msgspec.to_builtins(facts, str_keys=True),
        "phase": facts.phase,
        "waits": [] if asks.sealed else list(asks.seats),
        "keeper": asks.keeper,
        "tally": msgspec.to_builtins(fold.tally),
        "voided": playing.voided if playing else 0,
        "commit": "" if fold.header.commit is UNSET else fold.header.commit,
        "sheet_placeholder": bool(getattr(facts, "placeholder", False)),
        "options": msgspec.to_builtins(fold.header.options),
    }


def _seats(crank: Crank) -> list[dict[str, Any]]:
    stands = crank.table.now
    return [
        {
            "pod": pod,
            "seat": stands.seat_of(pod),
            "name": place.name,
            "holder": place.holder,
            "level": place.level if place.holder == "bot" else "",
            "live": pod in crank.live or place.holder == "bot",
            "lang": place.lang,
        }
        for pod, place in enumerate(stands.house.places, start=1)
    ]


def _clock(crank: Crank) -> dict[str, Any] | None:
    """Kind, the monotonic times at which it starts to count and ends, and its length."""
    tasks = crank.tasks
    if tasks.window is not None:
        zero, end = tasks.window.zero, tasks.window.deadline
        return {"kind": "trade", "zero": zero, "end": end, "total": end - zero}
    if tasks.trading.plan is not None:
        end, total = tasks.trading.plan
        return {"kind": "plan", "zero": end - total, "end": end, "total": total}
    return None


def _lobby(crank: Crank) -> dict[str, Any]:
    kept = crank.table.now.house
    return {
        "game": kept.game,
        "options": msgspec.to_builtins(kept.options.get(kept.game, {})),
        "sheet": kept.sheets.get(kept.game, ""),
        "bots": kept.bots or crank.settings.table.bots,
        "sheets": {game: list(names) for game, names in crank.sheets.names().items()},
    }
