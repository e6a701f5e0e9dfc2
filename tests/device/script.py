"""Plays a log by keys: for every entry the presses that a person at that seat would make.

Chance is typed on the keeper's pad, the clock is waited for, the host's entries go through the HOST commands.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from drivers.ports import OK
from rules.bull_rally.sheet import ticker
from rules.page import Word
from rules.prompt import Column, Draft, Prompt, first_row, values
from tests.device.evening import Evening

COINS = ("2", "5", "15", "30")


def play(evening: Evening, log: Path) -> None:
    """Seat everybody, deal what the header says, press every entry. Ends when the log does."""
    header, *entries = (json.loads(line) for line in log.read_text().splitlines() if line.strip())
    begin(evening, header)
    for entry in entries:
        enter(evening, entry)


def begin(evening: Evening, header: dict[str, Any]) -> None:
    """The header's game, options and sheet, chosen at the table; dice are real ones."""
    evening.crank.do({"do": "source", "source": "typed"})
    game = evening.table.games[header["game"]]
    if header.get("sheet") and game.sheet is not None:
        evening.crank.sheets.save(game, "owners", header["sheet"])
        evening.crank.do({"do": "sheet", "game": game.id, "name": "owners"})
    options = game.resolve(header["seats"], header.get("options", {}))
    evening.start(header["game"], header["seats"], **options)


def enter(evening: Evening, entry: dict[str, Any]) -> None:
    """Press one entry, whoever it is by."""
    by, do = entry["by"], entry["do"]
    if by == "clock":
        phase = evening.fold.state.phase
        while evening.fold.state.phase == phase:
            evening.wait(1)
    elif by == "host":
        commands = {"undo": {"do": "undo"}, "end": {"do": "end"}}
        assert evening.crank.do(commands.get(do, {"do": "host", "what": do})) == ""
        evening.wait(0)
    else:
        answer(evening, evening.fold.game.asks(evening.fold.state).keeper if by == "chance" else by, entry)


def answer(evening: Evening, seat: int, entry: dict[str, Any]) -> None:
    """All prompts that this entry takes, one draft each, until it stands (or waits under seal)."""
    pod = evening.table.now.pod_of(seat)
    before = evening.fold.count, evening.crank.tasks.held
    targets = wishes(entry, evening.fold)
    if evening.crank.tasks.window is not None:
        evening.alarm.run_until(evening.crank.tasks.window.zero)
    for _ in range(8):
        read_on(evening, pod)
        prompt = evening.prompt(pod)
        assert prompt is not None, f"seat {seat} is not asked for {entry}"
        keys = OK if prompt.no.startswith("review.") else presses(prompt, next(targets))
        if not keys:  # an order that stands already
            return
        gap = 0.01 if prompt.live else 0.35
        (evening.hold if prompt.guard else evening.press)(pod, keys, gap)
        if (evening.fold.count, evening.crank.tasks.held) != before:
            break
    if evening.crank.tasks.held is not None:
        evening.wait(evening.pace.sealed)


def read_on(evening: Evening, pod: int) -> None:
    """OK through what lies over the question: the newest result, what an undo puts back."""
    seat = evening.crank.seats[pod]
    for _ in range(30):
        if seat.laid is None and not seat.results(evening.crank.sight(pod)):
            return
        evening.press(pod, OK)
    raise AssertionError(f"pod {pod} never gets past the results")


Wish = dict[str, int] | list[str] | str | None


def wishes(entry: dict[str, Any], fold: Any) -> Iterator[Wish]:
    """What each prompt of an entry should come to: a value by column label, an order of labels, or a row."""
    do = entry["do"]
    if do == "dice":
        yield dict.fromkeys(entry["pick"], 1)
    elif do == "roll" and "faces" in entry:
        yield dict.fromkeys(entry["faces"], 1)
        for die in fold.state.pick:
            yield _face(die, entry["faces"][die])
    elif do == "roll":
        for colour in ("green", "red"):
            yield Counter(map(str, entry[colour]))
    elif do == "show":
        yield {entry["die"]: 1}
    elif do == "bid":
        yield Counter(map(str, entry.get("coins", entry.get("cards"))))
    elif do == "favour":
        yield {f"seat {s}": 1 for s in entry["seats"]}
    elif do in ("take", "add"):
        yield {str(entry["coin"]): 1 if do == "add" else -1}
    elif do == "topdown":
        yield Counter(map(str, entry["cards"]))
    elif do == "draw":
        for case in entry["cases"]:
            yield {f"ff.{case[:-1]}": 1}
            yield {case[-1]: 1}
    elif do == "order":
        yield {"stock": entry["stock"], "side": {"buy": 1, "sell": -1, None: 0}[entry["side"]]}
    elif do == "sequence":
        yield [str(s) for s in entry.get("stocks", [])]
    elif do == "news":
        card = entry["card"]
        stock = card.get("stock")
        yield "news:" + (card["scope"] if stock is None else ticker(fold.state.rules.sheet, stock))
        yield f"value:{card['value']}"
    elif do == "ready":
        yield {} if entry.get("on", True) else {"back": 1}
    else:
        yield {}


def _face(die: str, face: int) -> dict[str, int]:
    if die in ("d4", "d6"):
        return {str(face): 1}
    return {"10": face // 10, "5": face % 10 // 5, "1": face % 5}


def presses(prompt: Prompt, wish: Wish) -> str:
    """The keys from where the prompt stands to what is wished, with OK where it is needed."""
    if prompt.takeback:
        return "-1"
    if isinstance(wish, str):
        return _row(prompt, wish)
    if isinstance(wish, list):
        return " ".join([*(f"+{n}" for n in wish), OK])
    assert wish is not None
    if prompt.live:
        return _order(prompt, wish)
    keys = []
    for no, column in enumerate(prompt.columns, start=1):
        steps = wish.get(_label(column), 0) - values(prompt, Draft(prompt.no))[no - 1]
        keys += [f"{'+' if steps > 0 else '-'}{no}"] * abs(steps)
    return " ".join([*sorted(keys, key=lambda k: k[0] == "+"), OK])


def _label(column: Column) -> str:
    return f"seat {column.seat}" if column.seat else column.label.removeprefix("±").removesuffix("G")


def _order(prompt: Prompt, wish: dict[str, int]) -> str:
    """An order from where it stands: from buy to sell is two presses."""
    at = prompt.columns[wish["stock"] - 1].at
    steps = wish["side"] - at
    return " ".join([f"{'+' if steps > 0 else '-'}{wish['stock']}"] * abs(steps))


def _row(prompt: Prompt, wish: str) -> str:
    kind, _, value = wish.partition(":")
    for row, label in enumerate(prompt.rows):
        if _says(label) == value:
            more, key = divmod(row, 4)
            assert first_row(prompt, Draft(prompt.no)) == 0
            return " ".join(["+6"] * more + [f"+{key + 1}"])
    raise AssertionError(f"{kind} {value} is not among {prompt.rows}")


def _says(label: Word) -> str:
    """A row of a news prompt as the log writes it: a scope, a stock, a value."""
    args = dict(label.args)
    match label.id:
        case "br.plus":
            return str(args["n"])
        case "br.minus":
            return f"-{args['n']}"
        case "br.stock":
            return str(args["ticker"])
        case id:
            return id.removeprefix("br.news_").replace("br.zero", "0")
