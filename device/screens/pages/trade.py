"""The trading page: six stocks against the clock, one's own orders and the table's."""

from __future__ import annotations

from functools import cache

from PIL import Image

from device.screens.font import FIGURES, HUGE, LABEL, SLIM
from device.screens.frame import WIDTH, Frame
from device.screens.grid import BAR, COLUMN, column, middle
from device.screens.icons import icon
from device.screens.pages.looks import name
from device.screens.pages.stage import Stage
from device.screens.widgets import edges
from rules.prompt import Column, Draft, Prompt, values, worth

MOST_DOTS = 8
CLOCK = 86
PLATE = 40
"""Pixels of the full time bar, with the plate of its digits; the cash stands right of it."""


def orders(stage: Stage, asked: Prompt, draft: Draft) -> None:
    """Time left as a bar, projected cash; in each column BUY or the net, ticker, price, SELL or the shares held."""
    frame = stage.frame
    _clock(stage, asked, draft)
    edges(frame, len(asked.columns))
    for index, (it, now) in enumerate(zip(asked.columns, values(asked, draft), strict=True)):
        _stock(stage, index, it, now)
    if stage.scene.left is not None and stage.scene.left < 0:
        _countdown(frame, -stage.scene.left)


def _clock(stage: Stage, asked: Prompt, draft: Draft) -> None:
    """The bar is the time: it shrinks towards the plate with the seconds, which never changes its ground."""
    frame, left, total = stage.frame, stage.scene.left, stage.scene.total
    if left is None:
        stage.bar(asked.title, asked.icon, _cash(stage, asked, draft), tick=asked.done)
        return
    if left >= 0:
        text = f"{left:.1f}"
        frame.text(3, 0, text, FIGURES)
        unit = stage.speech.say("trade.unit", "table.second")
        frame.text(6 + FIGURES.width(text), 1, unit, LABEL, PLATE - 7 - FIGURES.width(text))
    else:
        frame.text(3, 1, stage.speech.say("page.title", asked.title), LABEL, CLOCK - 4)
    share = min(1.0, max(0.0, left / total)) if total else 1.0
    frame.invert((0, 0, PLATE if left >= 0 else CLOCK, BAR[3]))
    frame.fill((PLATE, 0, PLATE + round((CLOCK - PLATE) * share), BAR[3]))
    frame.fill((PLATE, BAR[3] - 1, CLOCK, BAR[3]))
    cash = _cash(stage, asked, draft)
    frame.text(WIDTH - 1 - FIGURES.width(cash), 0, cash, FIGURES)
    if asked.gauges and asked.gauges[0].warn:
        frame.invert((WIDTH - 3 - FIGURES.width(cash), 0, WIDTH, BAR[3]))


def _cash(stage: Stage, asked: Prompt, draft: Draft) -> str:
    if not asked.gauges:
        return ""
    gauge = asked.gauges[0]
    amount = gauge.base + gauge.sign * worth(asked, draft)
    return ("!" if gauge.warn else "") + "".join(stage.amount(amount, gauge.unit))


def _stock(stage: Stage, index: int, it: Column, now: int) -> None:
    frame, x = stage.frame, column(index)
    name(frame, x, 27, stage.speech.label(it.label))
    _price(frame, index, it, covered=now != 0)
    net = f"{it.base:+d}" if it.base else ""
    if now > 0:
        _order(stage, x, 13, "table.buy", it.mark == "fails", solid=True)
    else:
        _free(frame, index, 13, "rise", net)
    if now < 0:
        _order(stage, x, 51, "table.sell", it.mark == "fails", solid=False)
    else:
        _free(
            frame, index, 51, "fall" if it.held else "", net if now > 0 else str(it.held) if it.held else ""
        )


def _price(frame: Frame, index: int, it: Column, covered: bool) -> None:
    """The price; where an order covers the place of the shares held, they stay beside it as dots, four a column."""
    text = str(it.value if it.value is not None else "")
    dots = min(it.held, MOST_DOTS) if covered else 0
    wide = 3 * -(-dots // 4) + (dots > 0)
    left = column(index) + (COLUMN - FIGURES.width(text) - wide) // 2
    frame.text(left, 37, text, FIGURES)
    if dots:
        frame.stamp(left + FIGURES.width(text) + 2, 38, _shares(dots))


@cache
def _shares(count: int) -> Image.Image:
    dots = Image.new("1", (3 * -(-count // 4), 12))
    for dot in range(count):
        x, y = 3 * (dot // 4), 3 * (dot % 4)
        dots.paste(255, (x, y, x + 2, y + 2))
    return dots


def _order(stage: Stage, x: int, y: int, id: str, fails: bool, solid: bool) -> None:
    """One's own order: BUY a lit block, SELL a hollow one. One that would fail is dotted."""
    frame, words = stage.frame, stage.speech.say("column.order", id)
    box = (x, y, x + COLUMN, y + 13)
    if solid and not fails:
        frame.fill(box)
    elif SLIM.width(words) < COLUMN - 3:
        (frame.dotted if fails else frame.outline)(box)
    else:
        for edge in (y, y + 12):
            (frame.dots if fails else frame.fill)((x, edge, x + COLUMN, edge + 1))
    name(frame, x, y + 1, words, lit=fails or not solid)


def _free(frame: Frame, index: int, y: int, sign: str, text: str) -> None:
    """A free cell: the arrow of its key, and a number beside it."""
    if not sign and not text:
        frame.fill((middle(index) - 2, y + 6, middle(index) + 3, y + 7))
        return
    picture = icon(sign)
    if picture and picture.width + 2 + SLIM.width(text) >= COLUMN:
        picture = None
    width = (picture.width if picture else 0) + (2 + SLIM.width(text) if text else 0)
    left = column(index) + (COLUMN - width) // 2
    if picture:
        frame.stamp(left, y + 5, picture)
        left += picture.width + 2
    frame.text(left, y + 1, text, SLIM)


def _countdown(frame: Frame, seconds: float) -> None:
    """3-2-1 before the start, over the middle of the page."""
    frame.fill((44, 14, 84, 62), False)
    frame.card((46, 16, 82, 60), solid=True)
    frame.text(48, 22, str(max(1, -int(-seconds // 1))), HUGE, 34, "center", lit=False)
