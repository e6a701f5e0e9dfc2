"""A question to one seat: the title bar, its columns over the keys, the panel of numbers beside them."""

from __future__ import annotations

import math

from device.screens.font import HEAD
from device.screens.frame import Frame
from device.screens.grid import ROW, row
from device.screens.icons import icon
from device.screens.pages import looks, trade
from device.screens.pages.stage import Stage
from device.screens.widgets import KEYCAP, divide, keycap, small_key, snug
from rules.prompt import ROWS_A_PAGE, Draft, Gauge, Prompt, first_row, ok_verb, picked, pieces, worth


def prompt(stage: Stage, asked: Prompt, draft: Draft) -> None:
    """Draw a prompt as its shape and look want it."""
    if asked.rows:
        _menu(stage, asked, draft)
    elif not asked.columns:
        _question(stage, asked, draft)
    elif asked.look == "orders":
        trade.orders(stage, asked, draft)
    else:
        _columns(stage, asked, draft)


def _title(stage: Stage, asked: Prompt, draft: Draft) -> None:
    verb = ok_verb(asked, draft)
    moved = pieces(asked, draft)
    right = "" if verb or not asked.most else f"{moved}/{asked.most}"
    stage.bar(asked.title, asked.icon, right, verb, tick=asked.done and not draft.presses)


def _columns(stage: Stage, asked: Prompt, draft: Draft) -> None:
    _title(stage, asked, draft)
    looks.columns(stage, asked, draft)
    if (side := looks.side(asked)) is None:
        return
    left, top, right, bottom = side
    divide(stage.frame, left - 1)
    if asked.gauges:
        gauges(stage, asked, draft, (left + 1, top + 1, right, bottom))
    else:
        stage.note((left + 1, top + 1, right, bottom), asked.note, "panel.note")


def gauges(stage: Stage, asked: Prompt, draft: Draft, box: tuple[int, int, int, int]) -> None:
    """The first number large, the second on a line below it."""
    left, top, right, bottom = box
    first, *rest = asked.gauges[:2]
    foot = 42 if rest else 47
    stage.gauge(
        (left, top, right - 1, foot), first.label, reading(first, asked, draft), first.unit, first.warn
    )
    for gauge in rest:
        stage.frame.fill((left, 43, right, 44))
        stage.line(
            (left, 45, right - 1, bottom), gauge.label, reading(gauge, asked, draft), gauge.unit, gauge.warn
        )


def reading(gauge: Gauge, asked: Prompt, draft: Draft) -> int:
    """What a gauge shows under this draft."""
    return gauge.base + gauge.sign * worth(asked, draft)


def _question(stage: Stage, asked: Prompt, draft: Draft) -> None:
    """No columns: a sentence, then OK and its verb at twice the usual size."""
    frame = stage.frame
    verb = stage.speech.say("prompt.big", asked.verb)
    seconds = stage.scene.left
    right = (
        str(math.ceil(seconds)) + stage.speech.say("trade.unit", "table.second")
        if seconds and seconds > 0
        else ""
    )
    stage.bar(asked.title, asked.icon, right, tick=asked.done)
    if asked.note is not None:
        stage.note((2, 13, 126, 39), asked.note, "prompt.note")
    top = 42 if asked.note is not None else 30
    left = (128 - KEYCAP - 4 - HEAD.width(verb)) // 2
    if asked.done:
        if tick := icon("check"):
            frame.stamp(left + 2, top + 3, tick)
    elif verb:
        keycap(frame, left, top + 2)
    if asked.shape == "rows":
        _back(frame)
    frame.text(left + KEYCAP + 4, top, verb, HEAD, 124 - KEYCAP - left)


def _menu(stage: Stage, asked: Prompt, draft: Draft) -> None:
    """Four numbered rows; 5 leads back, 6 to the next four."""
    frame, first = stage.frame, first_row(asked, draft)
    chosen = picked(asked, draft)
    verb = ok_verb(asked, draft)
    more = len(asked.rows) > ROWS_A_PAGE
    stage.bar(asked.title, asked.icon, verb=verb, tick=asked.done)
    for index, words in enumerate(asked.rows[first : first + ROWS_A_PAGE]):
        top = row(index)
        small_key(frame, 1, top + 2, str(index + 1))
        snug(frame, (13, top, 115, top + ROW), stage.speech.say("menu.row", words))
        if chosen == first + index:
            frame.invert((11, top, 116, top + ROW))
    _back(frame)
    if more:
        small_key(frame, 118, 28, "6", "")
        if image := icon("more"):
            frame.stamp(118, 21, image)


def _back(frame: Frame) -> None:
    """Key 5 leads back."""
    small_key(frame, 118, 54, "5", "")
    if image := icon("undo"):
        frame.stamp(117, 44, image)
