"""From word ids to a line of text in one seat's language, with seats' names filled in."""

from __future__ import annotations

from collections.abc import Sequence

from device.screens.frame import Frame
from device.words import fill, lookup, t
from rules.page import SeatName, Word


class Speech:
    """One seat's language and the names at the table; what has no translation is noted on the frame.

    `names` begins with seat 1; an empty or missing one is told by the number printed on the seat's pod (`pods`, else
    the seat's own number).
    """

    def __init__(self, frame: Frame, lang: str, names: Sequence[str] = (), pods: Sequence[int] = ()) -> None:
        self.frame, self.lang, self.names, self.pods = frame, lang, names, pods

    def say(self, slot: str, word: Word | str, /, **args: int | str) -> str:
        """The words for a slot. A plain string is an id without arguments."""
        if isinstance(word, Word):
            args |= {key: self._argument(slot, value) for key, value in word.args}
            word = word.id
        if not word:
            return ""
        words = lookup(self.lang, slot, word)
        if words is None:
            self.frame.unknown.append((slot, word))
            return word
        return fill(words, args) if args else words

    def label(self, text: str) -> str:
        """A column's label: a word where there is one, else the text itself (a ticker, a number)."""
        return t(self.lang, "column.label", text)

    def seat(self, seat: int, slot: str = "row.left") -> str:
        """A seat's name, or its number in words."""
        name = self.names[seat - 1] if 0 < seat <= len(self.names) else ""
        number = self.pods[seat - 1] if 0 < seat <= len(self.pods) else seat
        return name or self.say(slot, "seat", n=number)

    def _argument(self, slot: str, value: int | str | SeatName | Word) -> int | str:
        if isinstance(value, SeatName):
            return self.seat(value.seat, slot)
        return self.say(slot, value) if isinstance(value, Word) else value
