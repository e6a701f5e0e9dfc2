"""Which question a pod answers: a menu that is open, the pause, the game's own prompt, or the lobby."""

from __future__ import annotations

from collections.abc import Sequence

from device.seat import hostmenu, lobby, own, review
from device.seat.acts import Act, Do, Tell
from device.seat.review import Reply
from device.seat.rows import Item, Menu, ask, confirm
from device.seat.sight import Sight
from device.table.house import Hold, Pause
from rules.page import Notice, Page, Waiting, Word, word
from rules.prompt import Draft, Prompt


def question(sight: Sight, stack: Sequence[str], drafts: Sequence[Draft]) -> Reply:
    """The prompt for these drafts, or what they lead to; None when this pod is not asked anything."""
    return review.answer(lambda kept: _question(sight, stack, kept), drafts)


def _question(sight: Sight, stack: Sequence[str], drafts: Sequence[Draft]) -> Reply:
    if stack:
        name = stack[-1]
        return (
            own.screen(sight, name, drafts)
            or hostmenu.screen(sight, name, drafts)
            or lobby.screen(sight, name, drafts)
        )
    if sight.game is None:
        return _readonly(sight, drafts) if sight.readonly else lobby.question(sight, drafts)
    if sight.house.paused:
        return _paused(sight, drafts) if sight.host else None
    if sight.readonly:
        return _readonly(sight, drafts)
    if sight.seat is None:
        return _late(sight, drafts)
    if sight.over:
        return _after(sight, drafts) if sight.host else None
    reply: Reply = sight.game.answer(sight.facts, drafts, sight.typed)
    return reply


def _paused(sight: Sight, drafts: Sequence[Draft]) -> Prompt | Act:
    why = word(f"table.paused.{sight.house.paused}")
    return confirm("paused", word("table.title.paused"), "table.verb.continue", Tell(Pause("")), why, drafts)


def _readonly(sight: Sight, drafts: Sequence[Draft]) -> Prompt | Act | None:
    """A game that these rules would fold differently is never forked: it can be left, not played."""
    if not sight.host:
        return None
    leave = Do({"do": "leave"})
    return confirm(
        "readonly",
        word("table.title.readonly"),
        "table.verb.leave",
        leave,
        word("table.note.readonly"),
        drafts,
    )


def _after(sight: Sight, drafts: Sequence[Draft]) -> Prompt | Act:
    items = [
        Item(word("table.row.rematch"), Do({"do": "rematch"})),
        Item(word("table.row.lobby"), Do({"do": "leave"})),
    ]
    return ask(
        Menu("after", word("table.title.after"), items, Do({"do": "rematch"}), "table.verb.rematch"), drafts
    )


def _late(sight: Sight, drafts: Sequence[Draft]) -> Prompt | Act | None:
    """Who comes while a game runs sits down for the next one."""
    if sight.house.place(sight.pod).holder != "empty":
        return None
    join = Tell(Hold(sight.pod, "pod"))
    return confirm("late", word("table.title.late"), "table.verb.join", join, word("table.note.late"), drafts)


def idle(sight: Sight) -> Page:
    """The page of a pod that is asked nothing outside a game's own pages."""
    if sight.readonly:
        return Notice(word("table.title.readonly"), (word("table.note.readonly"),), icon="lock")
    if sight.house.paused:
        why: Word = word(f"table.paused.{sight.house.paused}")
        return Notice(word("table.title.paused"), (why, word("table.note.paused")), icon="pause")
    if sight.game is not None:
        return Waiting(word("table.title.late"), note=word("table.note.next"))
    if sight.house.place(sight.pod).holder == "empty":
        return Waiting(word("table.title.welcome"), note=word("table.note.join"))
    return Waiting(word("table.title.joined"), note=word("table.note.joined", n=lobby.seated(sight)))
