"""The lobby on the pods alone: join, game, set-up, start (screens.md, "Lobby on the pods alone")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from device.seat.acts import Act, Do, Go, Tell
from device.seat.own import LANGS
from device.seat.rows import Item, Menu, ask, chosen, confirm, sure
from device.seat.sight import Sight
from device.table.house import PODS, Bots, Choose, Dice, Hold, Lang, Level, Opt, UseSheet, Volume
from rules.game import Game
from rules.option import Option
from rules.page import Word, word
from rules.prompt import Column, Draft, Gauge, Prompt, worth

SOURCES = ("device", "tower", "typed")
LEVELS = ("plain", "search")


def question(sight: Sight, drafts: Sequence[Draft]) -> Prompt | Act | None:
    """What a pod is asked while no game is on the table."""
    holder = sight.house.place(sight.pod).holder
    if holder == "empty":
        return confirm(
            "join", word("table.title.welcome"), "table.verb.join", Tell(Hold(sight.pod, "pod")),
            word("table.note.join"), drafts,
        )  # fmt: skip
    if sight.host:
        return screen(sight, "game", drafts)
    if drafts:
        return Tell(Hold(sight.pod, "empty"))
    return Prompt("menu.joined", word("table.title.joined"), "", takeback=True, done=True)


def screen(sight: Sight, name: str, drafts: Sequence[Draft]) -> Prompt | Act | None:
    """One of the host's lobby menus."""
    game = sight.games[sight.house.game]
    head, _, rest = name.partition(":")
    match head:
        case "game":
            items = [Item(chosen(title(g), g is game), Tell(Choose(g.id))) for g in sight.games.values()]
            items.append(Item(word("table.row.howto"), Do({"do": "howto"})))
            return ask(Menu(name, word("table.title.game"), items, Go("setup"), "table.verb.next"), drafts)
        case "setup":
            menu = Menu(name, word("table.title.setup"), setup(sight, game), Go("start"), "table.verb.next")
            return ask(menu, drafts)
        case "start":
            return _start(sight, game, drafts)
        case "bots":
            return ask(_seats(sight, game), drafts)
        case "options":
            items = [Item(option_row(sight, game, o), _change(sight, game, o)) for o in game.options]
            return ask(Menu(name, word("table.title.options"), items), drafts)
        case "option":
            return _option(sight, game, next(o for o in game.options if o.id == rest), drafts)
        case "sheets":
            return ask(_sheets(sight, game), drafts)
        case "phones":
            items = [Item(pod_row(sight, p), Do(_invite(sight, p))) for p in range(1, PODS + 1)]
            return ask(Menu(name, word("table.title.phones"), items), drafts)
        case "blink":
            items = [Item(pod_row(sight, p), Do({"do": "blink", "pod": p})) for p in sight.live]
            return ask(Menu(name, word("table.title.blink"), items), drafts)
    return None


def title(game: Game) -> Word:
    """A game's name."""
    return word(f"table.game.{game.id}")


def seated(sight: Sight) -> int:
    return sum(p.holder != "empty" for p in sight.house.places)


def players(sight: Sight, game: Game) -> int:
    """How many will sit down: the joined ones, filled up with bots."""
    lo, hi = game.seats
    return min(hi, max(seated(sight), lo, sight.bots))


def setup(sight: Sight, game: Game) -> list[Item]:
    """All that can be settled before a game."""
    house = sight.house
    items = [
        Item(word("table.row.bots", n=max(0, players(sight, game) - seated(sight))), Go("bots")),
        Item(word("table.row.options"), Go("options")),
        Item(word("table.row.dice", source=word(f"table.source.{house.source}")), cycle_source(sight)),
        Item(word("table.row.level", level=word(f"table.level.{house.level}")), _cycle_level(sight)),
    ]
    if game.sheet is not None:
        name: Word | str = house.sheets.get(game.id) or word("table.sheet.placeholder")
        items.append(Item(word("table.row.sheet", name=name), Go("sheets")))
    return items + around(sight)


def around(sight: Sight) -> list[Item]:
    """What the host may do at any time around a game."""
    board = sight.house.lang or sight.lang
    items = [Item(word("table.row.phones"), Go("phones"))] if sight.phones else []
    return [
        *items,
        Item(word("table.row.volume", level=sight.house.volume), Tell(Volume((sight.house.volume + 1) % 4))),
        Item(word("table.row.own"), Go("own")),
        Item(
            word("table.row.board_lang", lang=word(f"table.lang.{board}")),
            Tell(Lang(0, LANGS[1 - LANGS.index(board)])),
        ),
        Item(word("table.row.check"), Do({"do": "check"})),
        Item(word("table.row.blink"), Go("blink")),
        Item(word("table.row.faults", n=len(sight.faults)), Go("faults")),
    ]


def pod_row(sight: Sight, pod: int) -> Word:
    """ "Seat 3: phone", by the printed number."""
    return word("table.row.pod", n=pod, holder=word(f"table.holder.{sight.house.place(pod).holder}"))


def _invite(sight: Sight, pod: int) -> dict[str, Any]:
    """An invitation for that seat, shown on this pad: there need be no pod at it."""
    return {"do": "invite", "pod": pod, "on": sight.pod}


def _cycle_level(sight: Sight) -> Act:
    return Tell(Level(LEVELS[1 - LEVELS.index(sight.house.level)]))


def cycle_source(sight: Sight) -> Act:
    return Tell(Dice(SOURCES[(SOURCES.index(sight.house.source) + 1) % len(SOURCES)]))  # type: ignore[arg-type]


def _start(sight: Sight, game: Game, drafts: Sequence[Draft]) -> Prompt | Act:
    total, here, most = players(sight, game), seated(sight), game.seats[1]
    if here > most:
        return sure("start", title(game), "", None, word("table.note.crowd", n=most), drafts)
    note = word("table.note.start", seats=total, bots=total - here)
    return sure("start", title(game), "table.verb.start", Do({"do": "start"}), note, drafts)


def _seats(sight: Sight, game: Game) -> Menu:
    lo, hi = game.seats
    now = players(sight, game)
    sizes = range(max(lo, seated(sight)), hi + 1)
    items = [Item(chosen(word("table.row.seats", n=n), n == now), Tell(Bots(n))) for n in sizes]
    return Menu("bots", word("table.title.bots"), items, Go(""), "table.verb.done")


def _sheets(sight: Sight, game: Game) -> Menu:
    now = sight.house.sheets.get(game.id, "")
    items = [Item(chosen(word("table.sheet.placeholder"), not now), Tell(UseSheet(game.id, "")))]
    items += [
        Item(chosen(word("table.row.text", text=n), n == now), Tell(UseSheet(game.id, n)))
        for n in sight.sheets.get(game.id, ())
    ]
    return Menu("sheets", word("table.title.sheets"), items, Go(""), "table.verb.done")


# -- options ---------------------------------------------------------------------------------------------------------


def option_row(sight: Sight, game: Game, option: Option) -> Word:
    """ "Topdown: replace"."""
    value = sight.house.options.get(game.id, {}).get(option.id)
    return word(f"table.option.{option.id}", value=_value_word(game, option, value))


def _value_word(game: Game, option: Option, value: Any) -> Word | int:
    if value is None:
        if option.drawn:
            return word("table.value.random")
        value = option.first
    if isinstance(value, int):
        if not value and not option.lo:
            return word("table.value.none")
        return word(f"table.value.{option.unit}", n=value) if option.unit else value
    if isinstance(value, str):
        return word(f"table.value.{value}")
    return word("table.value.chosen")


def _change(sight: Sight, game: Game, option: Option) -> Act:
    """A pick of an option's row: the next word, or a page of its own for numbers and sets."""
    value = sight.house.options.get(game.id, {}).get(option.id)
    if option.drawn and not option.seat:
        return Tell(Opt(game.id, option.id, None))  # a set is drawn, or given on the host's page
    if option.values:
        at = option.values.index(value) if value in option.values else 0
        return Tell(Opt(game.id, option.id, option.values[(at + 1) % len(option.values)]))
    if option.seat:
        now = value or 0
        return Tell(Opt(game.id, option.id, now + 1 if now < players(sight, game) else None))
    return Go(f"option:{option.id}")


def _option(sight: Sight, game: Game, option: Option, drafts: Sequence[Draft]) -> Prompt | Act:
    """A number: ±100 ±10 ±1, within its bounds."""
    now = int(sight.house.options.get(game.id, {}).get(option.id, option.first))
    steps = [w for w in (100, 10, 1) if w <= option.hi]
    prompt = Prompt(
        no=f"menu.option.{option.id}",
        title=word(f"table.option.{option.id}", value=now),
        verb="table.verb.set",
        look="steps",
        columns=tuple(
            Column(f"{w}", 0, option.hi // w, at=n, worth=w)
            for w, n in zip(steps, _digits(now, steps), strict=True)
        ),
        floor=option.lo,
        ceil=option.hi,
        empty="table.verb.set" if option.lo == 0 else None,
        gauges=(Gauge("table.total", sign=1),),
    )
    if not drafts:
        return prompt
    return Tell(Opt(game.id, option.id, worth(prompt, drafts[0])))


def _digits(number: int, steps: Sequence[int]) -> list[int]:
    digits = []
    for w in steps:
        digits.append(number // w)
        number %= w
    return digits
