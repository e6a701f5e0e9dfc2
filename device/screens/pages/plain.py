"""Pages of few words: the secret card, waiting (and the safe page), notices."""

from __future__ import annotations

from device.screens.font import BIG, HEAD, LABEL, SIGNS, TEXT
from device.screens.icons import icon
from device.screens.pages.stage import Stage
from device.screens.widgets import verdict as shapes
from device.screens.wrap import paragraph
from rules.page import Notice, Verdict, Waiting

TOP, LEFT, RIGHT, FOOT = 12, 2, 126, 64


def verdict(stage: Stage, page: Verdict) -> None:
    """The secret card: ring or cross, OK or NG, and what it says about the bid. No title bar: nothing else lights."""
    shapes(stage.frame, page.ok)
    words = stage.speech.say("verdict.note", "table.top_half" if page.ok else "table.low_half")
    stage.frame.text(58, 50, words, TEXT, 70, "center")
    title = stage.speech.say("verdict.note", "table.your_card")
    stage.frame.text(58, 0, title, LABEL, 70, "center")


def waiting(stage: Stage, page: Waiting) -> None:
    """What the table is doing. The safe page is one of these: it holds nothing but what its fields say."""
    frame = stage.frame
    progress = f"{page.done}/{page.of}" if page.done is not None and page.of else ""
    stage.bar(page.title, page.icon, progress, tick=page.sent)
    if page.peek:
        _shut(stage, page)
        return
    top = TOP + 2
    if page.done is not None and page.of:
        _progress(stage, page.done, page.of, 18)
        top = 30
    elif page.note is None and (image := icon("hourglass")):
        frame.stamp(64 - image.width // 2, 26, image)
    if page.sent and page.note is None:
        paragraph(frame, (LEFT, top, RIGHT, FOOT), stage.speech.say("page.note", "table.sent"))
    stage.note((LEFT, top, RIGHT, FOOT), page.note)


def _shut(stage: Stage, page: Waiting) -> None:
    """The shut eye, how to open it, and the table's news or that the answer is in."""
    frame, say = stage.frame, stage.speech.say
    if image := icon("shut"):
        frame.stamp(51, 14, image)
    frame.text(LEFT, 37, say("page.line", "table.hold_peek"), TEXT, RIGHT - LEFT, "center")
    below = page.note if page.note is not None else "table.sent" if page.sent else "table.blank"
    frame.text(LEFT, 50, say("page.line", below), TEXT, RIGHT - LEFT, "center")


def _progress(stage: Stage, done: int, of: int, y: int) -> None:
    """One disc a seat asked, filled for each that is done: never whose."""
    left = 64 - (13 * of - 3) // 2
    for index in range(of):
        box = (left + 13 * index, y, left + 13 * index + 10, y + 10)
        stage.frame.ring(box, 5 if index < done else 1)


def notice(stage: Stage, page: Notice) -> None:
    """A heading and up to three sentences; `big` stands large above them."""
    frame = stage.frame
    stage.bar(page.title, page.icon)
    top = TOP
    if page.big is not None:
        words = stage.speech.say("page.big", page.big)
        room = FOOT - TOP - 14 * len(page.lines)
        face = BIG if room >= 22 and set(words) <= set(SIGNS) else HEAD
        height = 22 if face is BIG else 18
        y = TOP + 2 if page.lines else TOP + (FOOT - TOP - height) // 2
        frame.text(LEFT, y - (4 if face is BIG else 1), words, face, RIGHT - LEFT, "center")
        top = y + height - 1
    sentences = [stage.speech.say("page.note", line) for line in page.lines]
    if len(sentences) == 1:
        paragraph(frame, (LEFT, top, RIGHT, FOOT), sentences[0])
        return
    pitch = (FOOT - top) // max(1, len(sentences))
    for index, sentence in enumerate(sentences):
        paragraph(frame, (LEFT, top + pitch * index, RIGHT, top + pitch * (index + 1)), sentence)
