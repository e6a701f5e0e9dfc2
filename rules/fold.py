"""The state is the fold of the log: apply one entry, take one back, keep count of chance."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from rules.entry import End, Entry, Rejection, Undo
from rules.game import OVER, Game
from rules.log import Header


class Tally(msgspec.Struct, frozen=True):
    """Counts shown to all: chance entries by source (undone ones included), those undone, and retyped rolls.

    `device` numbers the device's own draws: the next one is k = device + 1.
    """

    device: int = 0
    typed: int = 0
    tower: int = 0
    undone: int = 0
    retyped: int = 0


class Step(msgspec.Struct, frozen=True):
    """An entry that still stands, the state before it, and the step under it."""

    entry: Entry
    before: Any
    under: Step | None


class Fold(msgspec.Struct, frozen=True):
    """A game so far. Immutable: a commit that fails leaves the old one standing."""

    game: Game
    header: Header
    state: Any
    top: Step | None = None
    count: int = 0
    """Entries in the log, undone ones and undos included."""
    tally: Tally = Tally()
    undone: Entry | None = None
    """What the newest entry, an undo, took back (for the announcement); None after any other entry."""

    @property
    def over(self) -> bool:
        return bool(self.state.phase == OVER)


def begin(game: Game, header: Header) -> Fold:
    """The state before the first entry. The header is complete: every option, the whole sheet."""
    sheet = msgspec.convert(header.sheet, game.sheet) if game.sheet is not None else None
    return Fold(game, header, game.start(header.seats, header.options, sheet))


def apply(fold: Fold, entry: Entry) -> Fold | Rejection:
    """The fold after one more entry, or why it may not stand (games.md 0: the first code that applies)."""
    game, state, by, kind = fold.game, fold.state, entry.by, type(entry)
    if isinstance(by, int) and not 1 <= by <= fold.header.seats:
        return Rejection("unknown", f"there is no seat {by}, the seats are 1 to {fold.header.seats}")
    if kind is Undo:
        return _undo(fold, entry)
    if state.phase == OVER:
        return Rejection("wrong-phase", "the game is over")
    if kind is End:
        if by != "host":
            return Rejection("not-your-turn", "only the host ends a game")
        after = game.end(state)
    else:
        after = game.apply(state, entry)
        if type(after) is Rejection:
            return after
    tally = fold.tally if isinstance(by, int) else _counted(fold.tally, entry)
    return Fold(game, fold.header, after, Step(entry, state, fold.top), fold.count + 1, tally)


def _undo(fold: Fold, entry: Entry) -> Fold | Rejection:
    if entry.by != "host":
        return Rejection("not-your-turn", "only the host takes an entry back")
    top = fold.top
    if top is None:
        return Rejection("not-allowed", "there is nothing to take back")
    if fold.game.trading(fold.state):
        return Rejection("not-allowed", "nothing is taken back while trading runs")
    typed = top.entry.src == "typed"
    same = fold.game.moment(top.before) == fold.game.moment(fold.state)
    if not typed and (not same or top.entry.by in ("chance", "clock")):
        return Rejection("not-allowed", "something hidden may have been seen since")
    tally = fold.tally
    if top.entry.by == "chance":
        tally = msgspec.structs.replace(tally, undone=tally.undone + 1)
    return Fold(fold.game, fold.header, top.before, top.under, fold.count + 1, tally, top.entry)


def _counted(tally: Tally, entry: Entry) -> Tally:
    if entry.by == "chance" and entry.src is not UNSET:
        src = str(entry.src)
        return msgspec.structs.replace(tally, **{src: getattr(tally, src) + 1})
    if entry.__struct_config__.tag == "retype":
        return msgspec.structs.replace(tally, retyped=tally.retyped + 1)
    return tally


def record(fold: Fold) -> dict[str, Any]:
    """The record of games.md: the game's own keys, and game, over, phase."""
    return {"game": fold.game.id, "over": fold.over, **fold.game.record(fold.state)}
