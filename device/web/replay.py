"""A finished game, step by step, as everybody or one seat knew it at each step.

A line is served where the viewer's facts changed, so what was no line for a seat at the table is none here: others'
re-bids, the desk's favours. What a line says is what the viewer could know of its entry.
"""

from __future__ import annotations

import base64
from typing import Any

import msgspec
from msgspec import UNSET

from device.scene import Scene
from device.screens.pages import render
from device.web.needs import Crank
from device.web.pad import pad
from rules.entry import Entry, Rejection
from rules.fold import Fold, apply, begin
from rules.games import GAMES
from rules.log import lines, read_entry, read_header
from rules.prompt import Prompt

SECRET = {
    "drug-dealer": {"roll", "bid", "favour"},
    "forty-eight": {"bid", "favour", "topdown", "decline"},
    "bull-rally": set[str](),
}
"""Entries of which only their maker (of a roll: the dealer) knows more than that they happened. Orders of a blind
window count with these."""


class Replays:
    """The newest game that was looked at stays folded."""

    def __init__(self, crank: Crank) -> None:
        self._crank = crank
        self._kept: tuple[int, list[Fold], list[Entry]] | None = None

    def steps(self, game: int, seat: int | None) -> dict[str, Any]:
        """The header's facts and all lines, for one viewer. LookupError for a game or seat that is not there."""
        folds, entries = self._game(game)
        last = folds[-1]
        self._viewer(last, seat)
        views = [f.game.view(f.state, seat) for f in folds]
        shown = [
            {"step": i, **_line(folds[i - 1], folds[i], entries[i - 1], seat), **_when(views[i])}
            for i in range(1, len(folds))
            if views[i] != views[i - 1]
        ]
        header = last.header
        return {
            "game": header.game,
            "seats": _seats(last),
            "started": header.started or "",
            "commit": header.commit or "",
            "winners": list(last.game.record(last.state)["winners"]),
            "lines": [{"step": 0, "do": "start", **_when(views[0])}, *shown],
        }

    def step(self, game: int, step: int, seat: int | None, lang: str) -> dict[str, Any]:
        """The board after `step` entries, and with a seat its frame (base64) and the frame in words."""
        folds, _ = self._game(game)
        if not 0 <= step < len(folds):
            raise LookupError(f"game {game} has {len(folds) - 1} steps")
        fold = folds[step]
        self._viewer(fold, seat)
        facts = fold.game.view(fold.state, seat)
        asks = fold.game.asks(fold.state)
        shown: dict[str, Any] = {
            "board": {
                "game": fold.game.id,
                "facts": msgspec.to_builtins(facts, str_keys=True),
                "phase": facts.phase,
                "seats": _seats(fold),
                "waits": [] if asks.sealed else list(asks.seats),
                "clock": None,
                "paused": "",
                "sheet_placeholder": bool(getattr(facts, "placeholder", False)),
            }
        }
        if seat is not None:
            scene = _scene(fold, facts, lang)
            frame = base64.b64encode(render(scene).pack()).decode()
            shown |= {"frame": frame, "words": pad(scene)["words"]}
        return shown

    def _game(self, game: int) -> tuple[list[Fold], list[Entry]]:
        if self._kept is None or self._kept[0] != game:
            self._kept = (game, *fold_all(self._crank.export(game)))
        return self._kept[1:]

    def _viewer(self, fold: Fold, seat: int | None) -> None:
        if seat is not None and not 1 <= seat <= fold.header.seats:
            raise LookupError(f"seats are 1 to {fold.header.seats}")


def fold_all(data: bytes) -> tuple[list[Fold], list[Entry]]:
    """The state before the first entry and after each one, of a log that the device wrote."""
    (_, first), *rest = lines(data)
    game, header = read_header(first, GAMES)
    folds, entries = [begin(game, header)], []
    for no, line in rest:
        entry = read_entry(line, game)
        after = apply(folds[-1], entry)
        if isinstance(after, Rejection):
            raise LookupError(f"line {no} does not follow under these rules: {after.code}")
        folds.append(after)
        entries.append(entry)
    return folds, entries


def _scene(fold: Fold, facts: Any, lang: str) -> Scene:
    """What the seat's panel showed with PEEK held."""
    asked = fold.game.answer(facts, (), False)
    show = fold.game.show(facts)
    prompt = asked if isinstance(asked, Prompt) else None
    page = None if prompt else show.peek or show.rest
    return Scene(
        lang, tuple(_name(fold, s) for s in range(1, fold.header.seats + 1)), page, prompt, seat=facts.seat
    )


def _line(before: Fold, after: Fold, entry: Entry, seat: int | None) -> dict[str, Any]:
    """Who did what, as far as the viewer knew: `entry` is left out where it was sealed."""
    do = str(entry.__struct_config__.tag)
    facts = after.game.view(after.state, seat)
    if _open(before, entry, do, seat):
        return {"by": entry.by, "do": do, "entry": msgspec.to_builtins(entry, str_keys=True)}
    line: dict[str, Any] = {"do": do, "sealed": True}
    if do == "bid":
        return line | {"done": _done(facts, before), "of": before.header.seats - 1}
    return line | {"by": entry.by}


def _done(facts: Any, before: Fold) -> int:
    """Bids that were in after this one; the last one may have moved the game on."""
    done = getattr(facts, "done", getattr(facts, "sent", 0))
    return int(done) or before.header.seats - 1


def _open(before: Fold, entry: Entry, do: str, seat: int | None) -> bool:
    if entry.by == seat:
        return True
    if do == "order":
        return bool(before.header.options["orders"] != "blind")
    facts = before.game.view(before.state, None)
    if before.game.id == "drug-dealer" and do == "favour" and facts.lap == 2:
        return True
    if do == "roll" and before.game.id == "drug-dealer":
        return bool(seat == facts.dealer)
    return do not in SECRET[before.game.id]


def _when(facts: Any) -> dict[str, Any]:
    """Turn or day, and who runs it."""
    runs = getattr(facts, "dealer", None) or getattr(facts, "desk", None)
    return {"turn": getattr(facts, "turn", None) or facts.day, "runs": runs}


def _name(fold: Fold, seat: int) -> str:
    return "" if fold.header.names is UNSET else fold.header.names[seat - 1]


def _seats(fold: Fold) -> list[dict[str, Any]]:
    pods = fold.header.pods or range(1, fold.header.seats + 1)
    return [
        {"pod": pod, "seat": seat, "name": _name(fold, seat), "holder": "pod", "live": True}
        for seat, pod in enumerate(pods, start=1)
    ]
