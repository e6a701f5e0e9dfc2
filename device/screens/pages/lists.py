"""Lists: rows of text with numbers, rankings with bars."""

from __future__ import annotations

from device.screens.font import FIGURES, LABEL, SLIM, SMALL, Face
from device.screens.frame import WIDTH
from device.screens.grid import BAR, ROW, row
from device.screens.icons import icon
from device.screens.pages.stage import Stage
from device.screens.widgets import length, snug
from rules.page import ROWS, Row, Rows, Standings

BAR_LEFT, BAR_RIGHT = 56, 96
RIGHT_MOST = 96
"""Pixels that the right end of a row may take."""
TIGHT = 10
"""Rows of a list of five."""


def rows(stage: Stage, page: Rows) -> None:
    """Four rows under the title; a note takes the last one."""
    room = ROWS - (page.note is not None)
    more = len(page.rows) > room
    stage.bar(page.title, page.icon, right=f"+{len(page.rows) - room}" if more else "")
    for index, it in enumerate(page.rows[:room]):
        _row(stage, it, row(index), it.own and not all(other.own for other in page.rows))
    if page.note is not None:
        top = row(min(len(page.rows), room))
        stage.note((2, top, 126, 64), page.note)


def _row(stage: Stage, it: Row, top: int, own: bool) -> None:
    frame, edge, start = stage.frame, WIDTH - 2, 2
    if it.mark and (image := icon(it.mark)):
        frame.stamp(1 + (11 - image.width) // 2, top + (ROW - image.height) // 2, image)
        start = 14
    if it.right is not None:
        text = stage.speech.say("row.right", it.right)
        width = min(FIGURES.width(text), RIGHT_MOST)
        frame.text(edge - width, top, text, FIGURES, width)
        edge -= width + 3
    snug(frame, (start, top, edge, top + ROW), stage.speech.say("row.left", it.left))
    if own:
        frame.invert((0, top, WIDTH, top + ROW))


def standings(stage: Stage, page: Standings) -> None:
    """Up to four seats with bars and the goal's mark; five to seven in two columns without bars."""
    goal = stage.speech.say("page.right", "table.goal", n=page.goal) if page.goal is not None else ""
    if page.note is not None and len(page.rows) >= ROWS:
        goal = ""
    stage.bar(page.title, "crown" if any(it.mark == "crown" for it in page.rows) else "", right=goal)
    if len(page.rows) > ROWS:
        draw = _tight if len(page.rows) == ROWS + 1 else _short
        for index, it in enumerate(page.rows):
            draw(stage, it, index)
        return
    most = max([page.goal or 0, *(it.bar or 0 for it in page.rows)])
    for index, it in enumerate(page.rows):
        _ranked(stage, it, index, most, page.goal)
    if page.note is not None and len(page.rows) < ROWS:
        stage.note((2, row(len(page.rows)), 126, 64), page.note)


def _rank(stage: Stage, it: Row, index: int, x: int, top: int, face: Face = FIGURES) -> None:
    """The sign of a winner or of one who is out, else the place."""
    if it.mark and (image := icon(it.mark)):
        stage.frame.stamp(x + (11 - image.width) // 2, top + (face.height - image.height) // 2, image)
    else:
        stage.frame.text(x, top, str(index + 1), face, 11, "center")


def _ranked(stage: Stage, it: Row, index: int, most: int, goal: int | None) -> None:
    frame, top = stage.frame, row(index)
    _rank(stage, it, index, 1, top)
    right = stage.speech.say("row.score", it.right) if it.right is not None else ""
    frame.text(126 - FIGURES.width(right), top, right, FIGURES)
    end = min(BAR_RIGHT, 126 - FIGURES.width(right) - 4)
    name_end = BAR_LEFT - 2 if it.bar is not None else 126 - FIGURES.width(right) - 3
    snug(frame, (15, top, name_end, top + ROW), stage.speech.say("row.name", it.left))
    if it.bar is not None:
        length(frame, (BAR_LEFT, top + 4, end, top + 9), it.bar, most)
        if goal is not None:
            x = BAR_LEFT + (end - BAR_LEFT) * goal // max(1, most)
            frame.fill((x, top + 4, x + 1, top + 9), it.bar <= goal)
            frame.dots((x, top, x + 1, top + ROW))
    if it.own:
        frame.invert((0, top, WIDTH, top + ROW))


def _tight(stage: Stage, it: Row, index: int) -> None:
    """Five rows: ten pixels each, without bars."""
    frame, top = stage.frame, BAR[3] + 1 + TIGHT * index
    _rank(stage, it, index, 1, top, SMALL)
    right = stage.speech.say("row.score", it.right) if it.right is not None else ""
    frame.text(126 - SMALL.width(right), top, right, SMALL)
    frame.text(16, top, stage.speech.say("row.name", it.left), LABEL, 106 - SMALL.width(right))
    if it.own:
        frame.invert((0, top, WIDTH, top + TIGHT))


def _short(stage: Stage, it: Row, index: int) -> None:
    frame = stage.frame
    x, top = 64 * (index // ROWS), row(index % ROWS)
    _rank(stage, it, index, x + 1, top)
    right = stage.speech.say("row.score", it.right) if it.right is not None else ""
    edge = x + 62 - SMALL.width(right)
    frame.text(edge, top + 1, right, SMALL)
    name = stage.speech.say("row.short", it.left)
    room = edge - 2 - (x + 13)
    frame.text(x + 13, top + 1, name, LABEL if LABEL.width(name) <= room else SLIM, room)
    if it.own:
        frame.invert((x, top, x + 64 - (index // ROWS == 0), top + ROW))
