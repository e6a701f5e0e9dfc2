"""The HOST key's rows: pause, undo, act for an absent seat, hand a seat over, sound, language, end (screens.md)."""

from __future__ import annotations

from collections.abc import Sequence

from device.seat.acts import Act, Do, Go, Tell
from device.seat.lobby import LANGS, cycle_lang, cycle_source
from device.seat.rows import Item, Menu, ask, confirm
from device.seat.sight import Sight
from device.table.house import Care, Lang, Pause, Volume
from rules.entry import Entry
from rules.game import SetOff
from rules.page import SeatName, Word, word
from rules.prompt import Draft, Prompt

CONTRASTS = (16, 80, 207, 255)
HOLDERS = ("pod", "phone", "bot")


def screen(sight: Sight, name: str, drafts: Sequence[Draft]) -> Prompt | Entry | SetOff | Act | None:
    """One of the host's menus during a game."""
    head, _, rest = name.partition(":")
    match head:
        case "host":
            return ask(Menu(name, word("table.title.host"), _rows(sight)), drafts)
        case "absent":
            return ask(_absent(sight), drafts)
        case "seats":
            items = [Item(_holder(sight, pod), Go(f"hand:{pod}")) for pod in _pods(sight)]
            return ask(Menu(name, word("table.title.seats"), items), drafts)
        case "hand":
            return ask(_hand(sight, int(rest)), drafts)
        case "end":
            end = Do({"do": "end"})
            return confirm(
                name, word("table.title.end"), "table.verb.end", end, word("table.note.end"), drafts
            )
        case "entry":
            assert sight.game is not None
            answer: Prompt | Entry | SetOff | None = sight.game.host(sight.public, rest, drafts)
            return answer
        case "faults":
            lines = sight.faults or ("",)
            items = [Item(word("table.row.text", text=f), Go("")) for f in lines]
            return ask(Menu(name, word("table.title.faults"), items), drafts)
    return None


def _rows(sight: Sight) -> list[Item]:
    """What the host may do now, most used first."""
    house = sight.house
    items: list[Item] = []
    if sight.game is not None:
        pause = "" if house.paused else "host"
        items.append(
            Item(word("table.row.resume" if house.paused else "table.row.pause"), Tell(Pause(pause)))
        )
        if not sight.over:
            items += [Item(word(f"table.row.{what}"), _host_entry(sight, what)) for what in sight.asks.host]
        items.append(Item(word("table.row.undo"), Do({"do": "undo"})))
        if not sight.over:
            items.append(Item(word("table.row.absent"), Go("absent")))
        items.append(Item(word("table.row.hand"), Go("seats")))
    items += [
        Item(word("table.row.dice", source=word(f"table.source.{house.source}")), cycle_source(sight)),
        Item(word("table.row.volume", level=house.volume), Tell(Volume((house.volume + 1) % 4))),
        Item(word("table.row.lang", lang=word(f"table.lang.{sight.lang}")), cycle_lang(sight)),
        Item(
            word("table.row.board_lang", lang=word(f"table.lang.{house.lang or sight.lang}")),
            _board_lang(sight),
        ),
        Item(word("table.row.contrast"), _contrast(sight)),
        Item(word("table.row.tap"), _tap(sight)),
        Item(word("table.row.check"), Do({"do": "check"})),
        Item(word("table.row.faults"), Go("faults")),
    ]
    if sight.game is not None and not sight.over:
        items.append(Item(word("table.row.end"), Go("end")))
    elif sight.game is not None:
        items += [
            Item(word("table.row.rematch"), Do({"do": "rematch"})),
            Item(word("table.row.lobby"), Do({"do": "leave"})),
        ]
    return items


def _host_entry(sight: Sight, what: str) -> Act:
    """Some host entries are one word (open, again), others ask first (retype)."""
    assert sight.game is not None
    answer = sight.game.host(sight.public, what, ())
    return Go(f"entry:{what}") if isinstance(answer, Prompt) else Do({"do": "host", "what": what})


def _pods(sight: Sight) -> tuple[int, ...]:
    return sight.house.playing.pods if sight.house.playing else ()


def _name(seat: int) -> Word:
    return word("table.row.seat", seat=SeatName(seat))


def _absent(sight: Sight) -> Menu:
    waiting = (*sight.asks.seats, *((sight.asks.keeper,) if sight.asks.keeper else ()))
    items = [Item(_name(s), Do({"do": "absent", "seat": s})) for s in waiting]
    return Menu("absent", word("table.title.absent"), items)


def _holder(sight: Sight, pod: int) -> Word:
    seat = _pods(sight).index(pod) + 1
    holder = sight.house.place(pod).holder
    return word("table.row.holder", seat=SeatName(seat), holder=word(f"table.holder.{holder}"))


def _hand(sight: Sight, pod: int) -> Menu:
    items = [Item(word(f"table.holder.{h}"), Do({"do": "holder", "pod": pod, "holder": h})) for h in HOLDERS]
    return Menu(f"hand:{pod}", _name(_pods(sight).index(pod) + 1), items)


def _board_lang(sight: Sight) -> Act:
    now = sight.house.lang or sight.lang
    return Tell(Lang(0, LANGS[1 - LANGS.index(now)]))


def _contrast(sight: Sight) -> Act:
    place = sight.house.place(sight.pod)
    brighter = [c for c in CONTRASTS if c > place.contrast]
    return Tell(Care(sight.pod, brighter[0] if brighter else CONTRASTS[0], place.tap))


def _tap(sight: Sight) -> Act:
    place = sight.house.place(sight.pod)
    return Tell(Care(sight.pod, place.contrast, not place.tap))
