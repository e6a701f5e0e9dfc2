"""What stands beside a phone's frame: its keys' labels and the frame in words, made from the same scene.

A scene holds private content only while PEEK is held, so nothing here needs to know what is secret; but a guarded
prompt's keys look alike whatever was pressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from device.scene import Join, Scene
from device.screens.frame import Frame
from device.screens.speech import Speech
from rules import page as pages
from rules.prompt import Column, Gauge, Prompt, ok_verb, sendable, values, worth

ROWS = ("1", "2", "3", "4")


def pad(scene: Scene | None) -> dict[str, Any]:
    """`keys` are six [upper, lower] labels, `stands` the columns' values where all may see them with the first `gauge`
    [label, number, warn], `ok` the verb of OK ("" when it is dead), `peek` whether PEEK shows anything, `words` the
    frame as text."""
    if scene is None:
        return {}
    speech = Speech(Frame(), scene.lang, scene.names, scene.pods)
    words = "; ".join(_words(scene, speech))
    shown: dict[str, Any] = {
        "keys": [],
        "ok": "",
        "peek": False,
        "live": False,
        "words": words,
        "lang": scene.lang,
    }
    if scene.prompt is None:
        return {**shown, **_rest(scene, speech)}
    prompt = scene.prompt
    shown["ok"] = speech.say("prompt.verb", ok_verb(prompt, scene.draft) or prompt.verb)
    shown["dead"] = not prompt.guard and not sendable(prompt, scene.draft)
    shown["live"], shown["peek"] = prompt.live, prompt.guard
    shown["keys"] = (
        _rows(prompt) if prompt.shape == "rows" else [[_label(c, prompt, speech)] * 2 for c in prompt.columns]
    )
    if prompt.live and not (prompt.private or prompt.guard):
        shown["stands"] = list(values(prompt, scene.draft))
        if prompt.gauges:
            shown["gauge"] = [*_gauge(prompt.gauges[0], prompt, scene, speech), prompt.gauges[0].warn]
    return shown


def _rest(scene: Scene, speech: Speech) -> dict[str, Any]:
    """A page without a question: OK steps through results and leaves an invitation, PEEK opens what waits behind the
    safe page."""
    if scene.steps:
        return {"ok": f"{scene.steps[0]}/{scene.steps[1]}", "dead": False}
    if isinstance(scene.page, Join):
        return {"ok": "←", "dead": False}
    waits = isinstance(scene.page, pages.Waiting) and scene.page.peek
    return {"peek": waits, "dead": True}


def _rows(prompt: Prompt) -> list[list[str]]:
    return (
        [[n, n] for n in ROWS[: len(prompt.rows)]]
        + [["", ""]] * (4 - len(prompt.rows))
        + [["←", "←"], ["…", "…"]]
    )


def _label(column: Column, prompt: Prompt, speech: Speech) -> str:
    if column.seat:
        return speech.seat(column.seat, "column.label")
    return speech.label(column.label) + ("G" if prompt.look == "coins" else "")


def _gauge(gauge: Gauge, prompt: Prompt, scene: Scene, speech: Speech) -> tuple[str, int]:
    number = gauge.base + gauge.sign * worth(prompt, scene.draft)
    return speech.say("gauge.label", gauge.label), number


def _words(scene: Scene, speech: Speech) -> Iterator[str]:
    if scene.say is not None:
        yield speech.say("note", scene.say)
    if scene.page is not None:
        yield from filter(None, _page(scene.page, speech))
    if scene.prompt is not None:
        yield from filter(None, _prompt(scene.prompt, scene, speech))


def _prompt(prompt: Prompt, scene: Scene, speech: Speech) -> Iterator[str]:
    yield speech.say("prompt.title", prompt.title)
    for n, row in enumerate(prompt.rows, start=1):
        yield f"{n} {speech.say('row.left', row)}"
    for column, stands in zip(prompt.columns, values(prompt, scene.draft), strict=True):
        printed = "" if column.value is None else f" {column.value}"
        yield f"{_label(column, prompt, speech)}{printed}: {stands}"
    for gauge in prompt.gauges:
        label, number = _gauge(gauge, prompt, scene, speech)
        yield f"{label} {number}"
    if prompt.note is not None:
        yield speech.say("note", prompt.note)


@singledispatch
def _page(page: Any, speech: Speech) -> Iterator[str]:
    """A page in words: its title and note, and what its kind adds."""
    yield from _title(page, speech)


def _title(page: pages.Page, speech: Speech) -> Iterator[str]:
    if title := getattr(page, "title", None):
        yield speech.say("page.title", title)
    if note := getattr(page, "note", None):
        yield speech.say("note", note)


@_page.register
def _verdict(page: pages.Verdict, speech: Speech) -> Iterator[str]:
    yield "OK" if page.ok else "NG"


@_page.register
def _waiting(page: pages.Waiting, speech: Speech) -> Iterator[str]:
    yield from _title(page, speech)
    if page.of:
        yield f"{page.done} / {page.of}"


@_page.register
def _holding(page: pages.Holding, speech: Speech) -> Iterator[str]:
    yield from _title(page, speech)
    for label, count, _ in page.columns:
        yield f"{speech.label(label)}: {count}"
    for label, number, _ in page.gauges:
        yield f"{speech.say('gauge.label', label)} {number}"


@_page.register
def _dice(page: pages.Dice, speech: Speech) -> Iterator[str]:
    yield from _title(page, speech)
    for die, face in page.dice:
        yield f"{die} {'?' if face is None else face}"
    if page.total is not None:
        yield f"{speech.say('gauge.label', page.label)} {page.total}"


@_page.register
def _cases(page: pages.Cases, speech: Speech) -> Iterator[str]:
    yield from _title(page, speech)
    for suit, number, owner in page.cases:
        yield f"{suit} {number}" + (f": {speech.seat(owner)}" if owner > 0 else "")


@_page.register
def _chart(page: pages.Chart, speech: Speech) -> Iterator[str]:
    yield f"{page.stock} {page.name}: " + " ".join(map(str, page.prices))


@_page.register(pages.Standings)
@_page.register(pages.Rows)
def _list(page: pages.Standings | pages.Rows, speech: Speech) -> Iterator[str]:
    yield from _title(page, speech)
    for row in page.rows:
        right = speech.say("row.right", row.right) if row.right else ""
        yield " ".join(filter(None, (speech.say("row.left", row.left), right, row.mark)))


@_page.register
def _notice(page: pages.Notice, speech: Speech) -> Iterator[str]:
    yield from _title(page, speech)
    if page.big is not None:
        yield speech.say("big", page.big)
    for line in page.lines:
        yield speech.say("note", line)


@_page.register
def _join(page: Join, speech: Speech) -> Iterator[str]:
    yield f"{page.text} ({page.code})"


@_page.register
def _tower(page: pages.Tower, speech: Speech) -> Iterator[str]:
    yield from _title(page, speech)
    for seat, hours, out in page.hours:
        yield f"{speech.seat(seat)} {hours}" + (" ×" if out else "")
