"""The HOST key's rows: pause, undo, act for an absent seat, hand a seat over, sound, language, end (screens.md)."""

from __future__ import annotations

from collections.abc import Sequence

from device.seat.acts import Act, Do, Go, Tell
from device.seat.lobby import LEVELS, around, cycle_source
from device.seat.rows import Item, Menu, ask, sure
from device.seat.sight import Sight
from device.table.house import Pause
from rules.entry import Entry
from rules.game import SetOff
from rules.page import SeatName, Word, word
from rules.prompt import Draft, Prompt


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
            return sure(name, word("table.title.end"), "table.verb.end", end, word("table.note.end"), drafts)
        case "entry":
            assert sight.game is not None
            answer: Prompt | Entry | SetOff | None = sight.game.host(sight.public, rest, drafts)
            return answer
        case "faults":
            items = [Item(fault, Go("")) for fault in sight.faults or (word("table.row.well"),)]
            return ask(Menu(name, word("table.title.faults"), items), drafts)
    return None


def _rows(sight: Sight) -> list[Item]:
    """What the host may do now, most used first."""
    house = sight.house
    items: list[Item] = []
    if sight.over:
        items += [
            Item(word("table.row.rematch"), Do({"do": "rematch"})),
            Item(word("table.row.lobby"), Do({"do": "leave"})),
        ]
    if sight.game is not None:
        if not sight.over:
            pause = "" if house.paused else "host"
            items.append(
                Item(word("table.row.resume" if house.paused else "table.row.pause"), Tell(Pause(pause)))
            )
            items += [Item(word(f"table.row.{what}"), _host_entry(sight, what)) for what in sight.asks.host]
        items.append(Item(word("table.row.undo"), Do({"do": "undo"})))
        if not sight.over:
            items.append(Item(word("table.row.absent"), Go("absent")))
        items.append(Item(word("table.row.hand"), Go("seats")))
    items += [
        Item(word("table.row.howto"), Do({"do": "howto"})),
        Item(word("table.row.dice", source=word(f"table.source.{house.source}")), cycle_source(sight)),
        *around(sight),
    ]
    if sight.game is not None and not sight.over:
        items.append(Item(word("table.row.end"), Go("end")))
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
    items = [Item(_name(s), Do({"do": "absent", "seat": s})) for s in sight.asks.waited]
    return Menu("absent", word("table.title.absent"), items)


def _holder(sight: Sight, pod: int) -> Word:
    seat = _pods(sight).index(pod) + 1
    holder = sight.house.place(pod).holder
    return word("table.row.holder", seat=SeatName(seat), holder=word(f"table.holder.{holder}"))


def _hand(sight: Sight, pod: int) -> Menu:
    items = [Item(word("table.holder.pod"), Do({"do": "holder", "pod": pod, "holder": "pod"}))]
    for level in LEVELS:
        bot = Do({"do": "holder", "pod": pod, "holder": "bot", "level": level})
        items.append(Item(word("table.row.level", level=word(f"table.level.{level}")), bot))
    if sight.phones:  # the phone that follows the invitation becomes the holder
        phone = Do({"do": "invite", "pod": pod, "on": sight.pod})
        items.insert(1, Item(word("table.holder.phone"), phone))
    return Menu(f"hand:{pod}", _name(_pods(sight).index(pod) + 1), items)
