"""A pad's own settings, reached from it whenever nothing is asked there: phone, language, brightness, PEEK."""

from __future__ import annotations

from collections.abc import Sequence

from device.seat.acts import Act, Do, Tell
from device.seat.rows import Item, Menu, ask
from device.seat.sight import Sight
from device.table.house import Care, Hold, Lang
from rules.page import word
from rules.prompt import Draft, Prompt

LANGS = ("ja", "en")
CONTRASTS = (16, 80, 207, 255)


def screen(sight: Sight, name: str, drafts: Sequence[Draft]) -> Prompt | Act | None:
    """The menu, under its name "own"."""
    return ask(Menu(name, word("table.title.own"), _rows(sight)), drafts) if name == "own" else None


def _rows(sight: Sight) -> list[Item]:
    place, items = sight.house.place(sight.pod), list[Item]()
    if sight.phones:
        items.append(Item(word("table.row.phone"), Do({"do": "invite", "pod": sight.pod})))
    how = word("table.value.tap" if place.tap else "table.value.hold")
    level = sum(step <= place.contrast for step in CONTRASTS)
    items += [
        Item(word("table.row.lang", lang=word(f"table.lang.{sight.lang}")), _lang(sight)),
        Item(word("table.row.contrast", level=level, of=len(CONTRASTS)), _contrast(sight)),
        Item(word("table.row.tap", how=how), Tell(Care(sight.pod, place.contrast, not place.tap))),
    ]
    if place.holder != "empty" and sight.seat is None:
        items.append(Item(word("table.row.leave"), Tell(Hold(sight.pod, "empty"))))
    return items


def _lang(sight: Sight) -> Act:
    return Tell(Lang(sight.pod, LANGS[1 - LANGS.index(sight.lang)]))


def _contrast(sight: Sight) -> Act:
    """The next brighter step, then the darkest again."""
    place = sight.house.place(sight.pod)
    brighter = [c for c in CONTRASTS if c > place.contrast]
    return Tell(Care(sight.pod, brighter[0] if brighter else CONTRASTS[0], place.tap))
