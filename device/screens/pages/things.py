"""Pages of things: what a seat holds, dice, cases, a chart, the hours against the limit."""

from __future__ import annotations

from device.screens.chart import chart
from device.screens.font import FIGURES, LABEL, SLIM, TEXT
from device.screens.frame import WIDTH, Frame
from device.screens.grid import COLUMN, column, panel
from device.screens.icons import icon
from device.screens.pages import looks
from device.screens.pages.stage import Stage
from device.screens.pieces import case, coins, die, pips, time_card
from device.screens.widgets import arrow, divide, number
from rules.page import Cases, Chart, Dice, Holding, Tower, word


def holding(stage: Stage, page: Holding) -> None:
    """Columns as in a prompt, without moves; the numbers in the panel, or at the foot beside six columns."""
    frame, count = stage.frame, len(page.columns)
    stage.bar(page.title, {"coins": "coin", "cards": "clock", "stocks": "chart"}[page.look])
    for index, (label, held, worth) in enumerate(page.columns):
        x = column(index)
        if page.look == "coins":
            looks.price(frame, x, 12, worth)
            coins(frame, x, 27, held, worth, solid=True)
        elif page.look == "cards":
            time_card(frame, x, 15, label, held, solid=False)
        else:
            _share(frame, x, stage.speech.label(label), held, worth)
    side = panel(count)
    if side is None:
        _foot(stage, page)
        return
    left, top, right, bottom = side
    divide(frame, left - 1)
    if page.gauges:
        (label, value, unit), *rest = page.gauges[:2]
        stage.gauge((left + 1, top + 1, right - 1, 42 if rest else 47), label, value, unit)
        for label, value, unit in rest:
            frame.fill((left, 43, right, 44))
            stage.line((left + 1, 45, right - 1, bottom), label, value, unit)
    stage.note((2, 44, left - 4, 64), page.note)


def _share(frame: Frame, x: int, label: str, held: int, price: int) -> None:
    """A stock held: ticker, how many in a card (none: a dash), today's price."""
    looks.name(frame, x, 13, label)
    if held:
        frame.card((x + 1, 25, x + 19, 38), solid=True)
        frame.text(x, 25, str(held), FIGURES, COLUMN, "center", lit=False)
    else:
        frame.fill((x + 8, 31, x + 12, 32))
    frame.text(x, 39, f"{price}", LABEL, COLUMN, "center")


def _foot(stage: Stage, page: Holding) -> None:
    """Gauges and note on the last row, the note first."""
    edge = 126
    for label, value, unit in reversed(page.gauges[:2]):
        text = "".join(stage.amount(value, unit))
        stage.frame.text(edge - FIGURES.width(text), 51, text, FIGURES)
        edge -= FIGURES.width(text) + 3
        words = stage.speech.say("panel.label", label)
        stage.frame.text(edge - LABEL.width(words), 52, words, LABEL)
        edge -= LABEL.width(words) + 6
    if page.note is not None:
        words = stage.speech.say("page.foot", page.note)
        face = TEXT if TEXT.width(words) <= edge - 2 else LABEL
        stage.frame.text(2, 51 if face is TEXT else 52, words, face, edge - 2)


def dice(stage: Stage, page: Dice) -> None:
    """Up to five dice by their shapes with the total beside them; eight six-siders as a green and a red row."""
    stage.bar(page.title, "die")
    frame = stage.frame
    if len(page.dice) > 5:
        _two_rows(stage, page)
        return
    wide = page.total is not None
    room = 84 if wide else 128
    left = (room - 25 * len(page.dice) + 6) // 2
    for index, (kind, face) in enumerate(page.dice):
        die(frame, left + 25 * index, 16, kind, "?" if face is None else str(face), solid=face is not None)
        frame.text(left + 25 * index, 36, kind, LABEL, 19, "center")
    if page.total is not None:
        divide(frame, 86, 13, 48)
        stage.gauge((88, 13, 127, 46), page.label, page.total)
    stage.note((2, 48, 126, 64), page.note)


def _two_rows(stage: Stage, page: Dice) -> None:
    """Green adds, red takes: solid dice with an arrow up, hollow ones with an arrow down."""
    frame = stage.frame
    for y, up in ((16, True), (41, False)):
        faces = [face for kind, face in page.dice if (kind in ("green", "g")) == up]
        arrow(frame, 8, y + 5, up)
        words = stage.speech.say("page.hint", "table.buys" if up else "table.sells")
        frame.text(14, y + 2, words, LABEL, 34)
        for index, face in enumerate(faces):
            pips(frame, 50 + 19 * index, y, face or 0, solid=up)


def cases(stage: Stage, page: Cases) -> None:
    """Cases in columns with whose they became beneath, or all that is known of them."""
    stage.bar(page.title, "case")
    frame, count = stage.frame, max(1, len(page.cases))
    pitch = min(42, 126 // count)
    left = (128 - pitch * count) // 2
    for index, (suit, points, owner) in enumerate(page.cases[:6]):
        x = left + pitch * index
        case(frame, x + (pitch - 20) // 2, 13, stage.speech.say("case.suit", f"ff.{suit}"), points)
        if owner > 0:
            words = stage.speech.seat(owner, "column.seat" if pitch < 40 else "row.name")
            face = LABEL if LABEL.width(words) <= pitch - 1 else SLIM
            frame.text(x, 40, words, face, pitch - 1, "center")
        elif owner < 0 and (cross := icon("ng")):
            frame.stamp(x + (pitch - cross.width) // 2, 40, cross)
    stage.note((2, 51, 126, 64), page.note)


def stock(stage: Stage, page: Chart) -> None:
    """One stock's chart, its price and how far that moved, the shares held."""
    frame = stage.frame
    day = stage.speech.say("page.right", "table.day", n=page.day)
    room = WIDTH - 10 - LABEL.width(day) - 22 * stage.scene.placeholder
    name = page.name if LABEL.width(f"{page.stock} {page.name}") <= room else page.ticker
    stage.bar(word("table.stock", n=page.stock, name=name), right=day)
    chart(frame, (0, 12, 85, 64), page.prices, page.limits, page.band, page.news, page.dividends)
    divide(frame, 87)
    frame.text(89, 13, stage.speech.say("panel.label", "table.price"), LABEL, 38)
    number(frame, (89, 23, 127, 42), f"{page.prices[-1]}")
    moved = page.prices[-1] - page.prices[-2] if len(page.prices) > 1 else 0
    if moved:
        arrow(frame, 95, 46, moved > 0)
    frame.text(89, 42, f"{moved:+d}" if moved else "0", FIGURES, 38, "right")
    if page.own is not None:
        frame.text(89, 54, stage.speech.say("panel.label", "table.own"), LABEL, 26)
        frame.text(89, 52, str(page.own), FIGURES, 38, "right")


def tower(stage: Stage, page: Tower) -> None:
    """All seats' hours end to end as one bar against the limit; who is out is struck."""
    frame = stage.frame
    total = sum(hours for _, hours, _ in page.hours)
    stage.bar(page.title, "clock")
    scale = max(page.limit, total, 1)
    left, width = 2, 124
    x = 0
    for seat, hours, out in page.hours:
        end = x + hours
        box = (left + width * x // scale, 27, left + width * end // scale - 1, 40)
        _hours(stage, box, seat, hours, out)
        x = end
    mark = left + width * page.limit // scale
    frame.dots((mark, 24, mark + 1, 43))
    text = str(page.limit)
    at = min(max(mark - FIGURES.width(text) // 2, 0), 128 - FIGURES.width(text))
    frame.text(at, 12, text, FIGURES)
    stage.note((2, 51, 126, 64), page.note)


def _hours(stage: Stage, box: tuple[int, int, int, int], seat: int, hours: int, out: bool) -> None:
    frame, (left, top, right, bottom) = stage.frame, box
    if hours <= 0:
        return
    if out:
        frame.outline(box)
        if cross := icon("cross"):
            frame.stamp((left + right - cross.width) // 2, top - 7, cross)
    else:
        frame.fill(box)
    if right - left >= FIGURES.width(str(hours)) + 2:
        frame.text(left, top, str(hours), FIGURES, right - left, "center", lit=out)
    words = stage.speech.seat(seat, "column.seat")
    face = LABEL if LABEL.width(words) <= right - left else SLIM
    if face.width(words) <= right - left:
        frame.text(left, bottom, words, face, right - left, "center")
