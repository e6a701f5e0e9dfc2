"""How a column looks, one function a look: what is moved stands above the line, what is kept below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from device.screens.font import FIGURES, HEAD, LABEL, SLIM, SMALL
from device.screens.frame import WIDTH, Box, Frame
from device.screens.grid import COLUMN, column, middle, panel
from device.screens.icons import icon
from device.screens.pages.stage import Stage
from device.screens.pieces import coins, die, pips, time_card
from device.screens.widgets import arrow, edges
from rules.prompt import Column, Draft, Prompt, press, values

WORDS = 40
"""Pixels that a note needs beside the columns."""
LINE = {"coins": 43, "cards": 38, "dice": 38, "faces": 41}


class Cell(NamedTuple):
    """One column as it stands under a draft, with `now` pieces moved."""

    stage: Stage
    asked: Prompt
    draft: Draft
    nth: int
    column: Column
    now: int

    @property
    def x(self) -> int:
        return column(self.nth)

    def alive(self, sign: str) -> bool:
        """Whether its + or − key does anything now."""
        return press(self.asked, self.draft, f"{sign}{self.nth + 1}") is not None

    @property
    def place(self) -> int | None:
        """Where it stands in an order of presses, from 1."""
        key = self.nth + 1
        return self.draft.presses.index(key) + 1 if key in self.draft.presses else None

    @property
    def frame(self) -> Frame:
        return self.stage.frame

    @property
    def label(self) -> str:
        """What stands for this column: a seat's name, a word, or the text itself."""
        if self.column.seat is not None:
            return self.stage.speech.seat(self.column.seat, "column.seat")
        return self.stage.speech.label(self.column.label)


def side(asked: Prompt) -> Box | None:
    """The panel beside the columns, where there is something to say and room to say it."""
    box = panel(len(asked.columns))
    if box is None or not (asked.gauges or (asked.note is not None and box[2] - box[0] >= WORDS)):
        return None
    return box


def columns(stage: Stage, asked: Prompt, draft: Draft) -> None:
    """All columns of a prompt, and the line."""
    draw, count = LOOKS.get(asked.look, _plain), len(asked.columns)
    if asked.look in LINE:
        end = column(count) - 1 if side(asked) else WIDTH
        stage.frame.fill((0, LINE[asked.look], end, LINE[asked.look] + 1))
    else:
        edges(stage.frame, count)
    restless = asked.look == "coins" and asked.most is not None
    for index, (it, now) in enumerate(zip(asked.columns, values(asked, draft), strict=True)):
        cell = Cell(stage, asked, draft, index, it, now)
        draw(cell)
        if restless and cell.alive("+"):
            arrow(stage.frame, middle(index), 25, True)
        if restless and cell.alive("-"):
            arrow(stage.frame, middle(index), 60, False)


def name(frame: Frame, x: int, y: int, text: str, lit: bool = True) -> None:
    """A column's label in ten pixels, in the slim face where the usual one is too wide."""
    frame.text(x, y, text, LABEL if LABEL.width(text) <= COLUMN else SLIM, COLUMN, "center", lit)


def price(frame: Frame, x: int, y: int, kind: int) -> None:
    """A coin's worth over its column."""
    width = FIGURES.width(str(kind)) + 1 + LABEL.width("G")
    left = x + (COLUMN - width) // 2
    frame.text(left, y, str(kind), FIGURES)
    frame.text(left + width - LABEL.width("G"), y + 1, "G", LABEL)


def _coins(cell: Cell) -> None:
    frame, it = cell.frame, cell.column
    kind = it.worth or int(it.label)
    price(frame, cell.x, 12, kind)
    coins(frame, cell.x, 29, it.base + cell.now, kind, solid=True)
    coins(frame, cell.x, 45, max(it.held, it.hi) - cell.now, kind, solid=False)


def _cards(cell: Cell) -> None:
    time_card(cell.frame, cell.x, 14, cell.column.label, cell.now, solid=True)
    time_card(
        cell.frame,
        cell.x,
        41,
        cell.column.label,
        max(cell.column.held, cell.column.hi) - cell.now,
        solid=False,
    )


def _dice(cell: Cell) -> None:
    it, chosen = cell.column, cell.now > 0
    text = it.label.lstrip("d") if it.value is None else str(it.value)
    die(cell.frame, cell.x, 16 if chosen else 42, it.label, text, solid=chosen)
    if it.value is not None:
        name(cell.frame, cell.x, 46 if chosen else 20, it.label)


def _faces(cell: Cell) -> None:
    frame, it = cell.frame, cell.column
    face = int(it.label) if it.label.isdigit() else 0
    if cell.now and it.hi > 1:
        frame.text(cell.x, 20, str(cell.now), HEAD, COLUMN, "center")
    elif cell.now:
        frame.card((cell.x + 1, 14, cell.x + 19, 38), solid=True)
        frame.text(cell.x, 18, it.label, HEAD, COLUMN, "center", lit=False)
    pips(frame, cell.x + 2, 45, face, solid=cell.now > 0)


def _steps(cell: Cell) -> None:
    frame, it = cell.frame, cell.column
    step = str(it.worth or it.label)
    for top, sign in ((13, "+"), (51, "-")):
        alive = cell.alive(sign)
        if alive:
            frame.fill((cell.x, top, cell.x + COLUMN, top + 13))
        face = FIGURES if FIGURES.width(sign + step) <= COLUMN else SLIM
        frame.text(cell.x, top + (face is SLIM), sign + step, face, COLUMN, "center", lit=not alive)
    frame.text(cell.x, 32, str(cell.now), FIGURES, COLUMN, "center")


def _seats(cell: Cell) -> None:
    """A bidder under the dealer's or the desk's eyes: what it gets above, the amount, NG or the tie below."""
    frame, it = cell.frame, cell.column
    say = cell.stage.speech.say
    top, foot = (cell.x, 13, cell.x + COLUMN, 26), (cell.x, 51, cell.x + COLUMN, 64)
    name(frame, cell.x, 27, cell.label)
    if it.value is not None:
        frame.text(cell.x, 37, str(it.value), FIGURES, COLUMN, "center")
    if cell.now or it.mark in ("ok", "pays"):
        frame.fill(top)
        _given(cell)
    elif it.mark == "tie":
        frame.dotted(top)
        frame.text(cell.x, 13, "?", FIGURES, COLUMN, "center")
        frame.fill(foot)
        name(frame, cell.x, 52, say("column.mark", "table.tie"), lit=False)
    elif it.mark in ("ng", "gets"):
        frame.outline(foot)
        if it.mark == "gets":
            name(frame, cell.x, 52, say("column.mark", "table.gets"))
        elif cross := icon("ng"):
            frame.stamp(cell.x + 5, 52, cross)


def _given(cell: Cell) -> None:
    """In the lit cell above a seat: it pays, or its rank, or the ring of an OK card."""
    frame, it = cell.frame, cell.column
    others = cell.asked.columns
    if any(other.mark in ("gets", "pays") for other in others):
        name(frame, cell.x, 14, cell.stage.speech.say("column.mark", "table.pays"), lit=False)
    elif it.base and not all(other.base for other in others):
        frame.text(cell.x, 13, str(it.base), FIGURES, COLUMN, "center", lit=False)
    elif ring := icon("ok"):
        frame.stamp(cell.x + 5, 14, ring, lit=False)


def _stocks(cell: Cell) -> None:
    """The order of buys: its place above, the ticker and price, the shares held below."""
    frame, it = cell.frame, cell.column
    if cell.place:
        frame.fill((cell.x, 13, cell.x + COLUMN, 26))
        frame.text(cell.x, 13, str(cell.place), FIGURES, COLUMN, "center", lit=False)
    elif cell.alive("+"):
        arrow(frame, cell.x + 10, 18, True)
    name(frame, cell.x, 27, cell.label)
    if it.value is not None:
        frame.text(cell.x, 37, str(it.value), FIGURES if it.hi else SMALL, COLUMN, "center")
    if not it.hi:
        frame.dots((cell.x + 1, 44, cell.x + 19, 45))
    if it.held:
        frame.text(cell.x, 52, str(it.held), LABEL, COLUMN, "center")


def _plain(cell: Cell) -> None:
    """A choice: chosen ones stand above as a lit card, the others wait below with how many there are."""
    frame, it = cell.frame, cell.column
    if cell.now:
        frame.card((cell.x, 14, cell.x + COLUMN, 36), solid=True)
        name(frame, cell.x, 20, cell.label, lit=False)
    elif it.hi > it.lo:
        frame.card((cell.x, 40, cell.x + COLUMN, 62), solid=False)
        name(frame, cell.x, 42, cell.label)
        if it.held:
            frame.text(cell.x, 51, f"×{it.held}", LABEL, COLUMN, "center")
    else:
        name(frame, cell.x, 42, cell.label)
        frame.dots((cell.x + 2, 47, cell.x + 18, 48))


LOOKS: dict[str, Callable[[Cell], None]] = {
    "coins": _coins,
    "cards": _cards,
    "dice": _dice,
    "faces": _faces,
    "steps": _steps,
    "seats": _seats,
    "stocks": _stocks,
    "suits": _plain,
    "plain": _plain,
}
