"""Menus as data: rows of words with an act behind each, asked and answered like any other prompt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from device.seat.acts import Act, Go
from rules.page import Word, word
from rules.prompt import Draft, Prompt, picked


class Item(NamedTuple):
    """One row and what picking it does."""

    label: Word
    act: Act


class Menu(NamedTuple):
    """A list; `ok` is what OK does, `verb` its name ("" and None: OK is dead)."""

    name: str
    title: Word
    items: Sequence[Item]
    ok: Act | None = None
    verb: str = ""
    icon: str = ""


def ask(menu: Menu, drafts: Sequence[Draft]) -> Prompt | Act:
    """The prompt of a menu, or the act its draft picked. Key 5 goes one back."""
    prompt = Prompt(
        no=f"menu.{menu.name}",
        title=menu.title,
        verb=menu.verb,
        icon=menu.icon,
        rows=tuple(i.label for i in menu.items),
        shape="rows",
        empty=menu.verb if menu.ok is not None else None,
    )
    if not drafts:
        return prompt
    row = picked(prompt, drafts[0])
    if row is None:
        return menu.ok or prompt
    return Go("") if row < 0 else menu.items[row].act


def confirm(
    name: str, title: Word, verb: str, act: Act, note: Word | None, drafts: Sequence[Draft]
) -> Prompt | Act:
    """One OK, nothing else."""
    if drafts:
        return act
    return Prompt(no=f"menu.{name}", title=title, verb=verb, note=note)


def sure(
    name: str, title: Word, verb: str, act: Act | None, note: Word, drafts: Sequence[Draft]
) -> Prompt | Act:
    """One OK (dead where `act` is None) on a page of a menu: a list without rows, so that key 5 leads back."""
    prompt = Prompt(
        no=f"menu.{name}", title=title, verb=verb, note=note, shape="rows", empty=verb if act else None
    )
    if not drafts:
        return prompt
    return Go("") if act is None or picked(prompt, drafts[0]) == -1 else act


def chosen(label: Word, is_chosen: bool) -> Word:
    """A row that stands chosen among others."""
    return word("table.row.chosen", item=label) if is_chosen else label
