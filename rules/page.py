"""The drawing vocabulary: what a game says to show, in word ids and numbers. Screens own the look and the words."""

from __future__ import annotations

from typing import Literal

import msgspec


class SeatName(msgspec.Struct, frozen=True, tag="seat"):
    """Stands for a seat's name in a sentence; whoever draws knows the names."""

    seat: int


class Word(msgspec.Struct, frozen=True, tag="word"):
    """A message id with its arguments. The context is the game's id, or "table" for what all games share."""

    id: str
    args: tuple[tuple[str, int | str | SeatName | Word], ...] = ()


def word(id: str, **args: int | str | SeatName | Word) -> Word:
    """`word("dd.bid")`, `word("br.day", day=3)`, `word("dd.pays", seat=SeatName(2), amount=15)`."""
    return Word(id, tuple(args.items()))


class Row(msgspec.Struct, frozen=True):
    """A line of a list: left and right text, a sign ("crown", "out", "ok", "ng", "fine", "up", "down"), and whether it
    is this seat's own. `bar` (with the page's `goal`) is drawn as a length."""

    left: Word
    right: Word | None = None
    mark: str = ""
    own: bool = False
    bar: int | None = None


class Verdict(msgspec.Struct, frozen=True, tag=True):
    """The secret card: OK or NG. Both light equally many pixels."""

    ok: bool


class Waiting(msgspec.Struct, frozen=True, tag=True):
    """The safe page: what the table is doing, `done` of `of` where that is public, and the PEEK hint when `peek`."""

    title: Word
    icon: str = ""
    note: Word | None = None
    done: int | None = None
    of: int | None = None
    peek: bool = False
    sent: bool = False
    """This seat's own answer is in."""


class Holding(msgspec.Struct, frozen=True, tag=True):
    """Something owned, in columns like a prompt's but without moves (a hand, a pile): label, count, worth."""

    title: Word
    look: Literal["coins", "cards", "stocks"]
    columns: tuple[tuple[str, int, int], ...]
    gauges: tuple[tuple[str, int, str], ...] = ()
    """Right panel: word id, number, unit."""
    note: Word | None = None


class Dice(msgspec.Struct, frozen=True, tag=True):
    """Dice in a row: (kind, face or None while hidden); a number below them (`total`), and a sentence."""

    title: Word
    dice: tuple[tuple[str, int | None], ...]
    total: int | None = None
    label: str = ""
    note: Word | None = None


class Cases(msgspec.Struct, frozen=True, tag=True):
    """Case cards lying on the table: suit, number, and whose they became (0: nobody's yet, -1: gone)."""

    title: Word
    cases: tuple[tuple[str, int, int], ...]
    note: Word | None = None


class Chart(msgspec.Struct, frozen=True, tag=True):
    """One stock: prices so far on lines 1.., its bands, limits, N lines and dividends, and what this seat owns."""

    stock: int
    name: str
    ticker: str
    day: int
    prices: tuple[int, ...]
    band: tuple[int, int]
    limits: tuple[int, int]
    news: tuple[int, ...]
    dividends: tuple[tuple[int, int], ...]
    own: int | None = None
    placeholder: bool = False


class Standings(msgspec.Struct, frozen=True, tag=True):
    """A ranking with bars; `goal` draws the mark that winners pass."""

    title: Word
    rows: tuple[Row, ...]
    goal: int | None = None
    note: Word | None = None


class Rows(msgspec.Struct, frozen=True, tag=True):
    """A list, four rows a page."""

    title: Word
    rows: tuple[Row, ...]
    icon: str = ""
    note: Word | None = None


class Notice(msgspec.Struct, frozen=True, tag=True):
    """A heading and up to three sentences."""

    title: Word
    lines: tuple[Word, ...] = ()
    icon: str = ""
    big: Word | None = None
    """One word or number drawn large."""


class Tower(msgspec.Struct, frozen=True, tag=True):
    """The end of Forty-Eight in one picture: hours summed seat by seat (seat, hours, out) against the limit."""

    title: Word
    hours: tuple[tuple[int, int, bool], ...]
    limit: int
    note: Word | None = None


Page = Verdict | Waiting | Holding | Dice | Cases | Chart | Standings | Rows | Notice | Tower


ROWS = 4
"""Rows of a list that stand on one picture; its note takes one of them."""


def split(page: Page) -> tuple[Page, ...]:
    """A list too long for one picture as several pages under the same title; any other page as it is."""
    if not isinstance(page, Rows):
        return (page,)
    room = ROWS - (page.note is not None)
    if len(page.rows) <= room:
        return (page,)
    parts = (page.rows[first : first + room] for first in range(0, len(page.rows), room))
    return tuple(msgspec.structs.replace(page, rows=part) for part in parts)


class Show(msgspec.Struct, frozen=True):
    """All that a game has to show to one seat (or to everybody) now.

    `rest` stands when nothing is asked; `peek` replaces it while PEEK is held; `last` tells the newest result, stepped
    by OK until seen, `serial` numbering that result; `keys` are pages behind the + keys when no prompt needs them.
    """

    rest: Page
    peek: Page | None = None
    last: tuple[Page, ...] = ()
    serial: int = 0
    keys: tuple[Page, ...] = ()
