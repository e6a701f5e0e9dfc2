"""What every drawing is given: a frame, whose words, and the scene around the page."""

from __future__ import annotations

from typing import NamedTuple

from device.scene import Scene
from device.screens.font import FIGURES, LABEL, SMALL
from device.screens.frame import Box, Frame
from device.screens.speech import Speech
from device.screens.widgets import bar, number
from device.screens.wrap import paragraph
from rules.page import Word

NARROW = 30
"""A panel under so many pixels (beside five columns) has its labels short and above their numbers."""


class Stage(NamedTuple):
    """A frame being drawn for one scene."""

    frame: Frame
    speech: Speech
    scene: Scene

    def bar(
        self, title: Word | str, icon: str = "", right: str = "", verb: Word | str = "", tick: bool = False
    ) -> None:
        """The title bar. A page that OK steps shows how far it is and what OK does."""
        if self.scene.steps and not verb:
            step, steps = self.scene.steps
            verb = "table.next" if step < steps else "table.seen"
        words = self.speech.say("prompt.verb", verb)
        text = self.speech.say("prompt.title" if words else "page.title", title)
        flag = self.speech.say("bar.flag", "table.placeholder") if self.scene.placeholder else ""
        bar(self.frame, text, icon, right, words, flag, self.scene.host, tick)

    def note(self, box: Box, word: Word | None, slot: str = "page.note") -> None:
        """A sentence in the middle of its box."""
        if word is not None:
            paragraph(self.frame, box, self.speech.say(slot, word))

    def gauge(self, box: Box, label: str, value: int, unit: str = "", warn: bool = False) -> None:
        """A label with one number under it, as large as the box allows; a number that warns stands inverse."""
        left, top, right, bottom = box
        narrow = right - left < NARROW
        name = self.speech.say("panel.short" if narrow else "panel.label", label)
        self.frame.text(left, top, name, LABEL, right - left)
        before, text, after = self.amount(value, "" if narrow else unit)
        end = right - (LABEL.width(after) + 2 if after else 0)
        if after:
            self.frame.text(end + 2, bottom - 8, after, LABEL)
        number(self.frame, (left, top + 11, end, bottom), before + text)
        if warn:
            self.frame.invert((left, top + 11, right, bottom + 1))

    def line(self, box: Box, label: str, value: int, unit: str = "", warn: bool = False) -> None:
        """A label and a number on one line of 13 rows; in a narrow box the number stands below its label."""
        left, top, right, _ = box
        narrow = right - left < NARROW
        before, text, _ = self.amount(value, "" if narrow else unit)
        text = before + text
        face = SMALL if narrow else FIGURES
        start = right - face.width(text)
        down = top + 9 if narrow else top
        name = self.speech.say("panel.short" if narrow else "panel.line", label)
        self.frame.text(
            left, top + (0 if narrow else 1), name, LABEL, (right if narrow else start - 1) - left
        )
        self.frame.text(start, down, text, face)
        if warn:
            self.frame.invert((start - 1, down + 1, right, down + face.height))

    def amount(self, value: int, unit: str) -> tuple[str, str, str]:
        """(what stands before, the digits, what stands after): dollars stand before, all other units after."""
        minus = "-" if value < 0 else ""
        if unit == "$":
            return minus + "$", str(abs(value)), ""
        return minus, str(abs(value)), self.speech.say("panel.unit", unit)
