"""Every decision at the table: a move across a line in at most six columns (screens.md).

`press` and `sendable` are shared by the fourteen keys of a pod, phones, bots and tests.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.page import Word

Look = Literal["coins", "cards", "orders", "seats", "dice", "faces", "steps", "stocks", "suits", "plain"]
ROWS_A_PAGE = 4
BACK_KEY, MORE_KEY = 5, 6


class Column(msgspec.Struct, frozen=True):
    """One bounded integer that the + and − keys of a column move.

    `at` is where it stands before a key is pressed (what was sent before), `base` is drawn above besides (a lap's bid
    so far, the net of all orders), `worth` one piece's worth, `value` a number printed (a face, a price), `held` what
    is owned, `mark` a word for a sign in the column: tie, ok, ng, legal, fails, n, dividend. `seat` is set where the
    column is a seat (its name is the label).
    """

    label: str
    lo: int
    hi: int
    at: int = 0
    base: int = 0
    worth: int = 0
    value: int | None = None
    held: int = 0
    mark: str = ""
    seat: int | None = None


class Gauge(msgspec.Struct, frozen=True):
    """A number in the right panel: `base` plus `sign` times the worth of the draft; `label` and `unit` are word ids.
    `warn` marks a number that something will go wrong with (an order that would fail)."""

    label: str
    base: int = 0
    sign: int = 0
    unit: str = ""
    warn: bool = False


class Prompt(msgspec.Struct, frozen=True):
    """One question to one seat. It holds nothing of the others' progress, so a draft lives while it stays equal.

    `least`..`most` bound the pieces (the sum of |value| of all columns), `floor`..`ceil` the worth of them.
    `empty` is OK's verb when no piece is moved, None where that is not allowed; `verb` is OK's verb otherwise.
    """

    no: str
    """Names this very question: yesterday's keys never answer today's equal prompt."""
    title: Word
    verb: str
    icon: str = ""
    look: Look = "plain"
    columns: tuple[Column, ...] = ()
    rows: tuple[Word, ...] = ()
    """Only with shape "rows": keys 1–4 pick at once, 5 is back, 6 is more; OK means `empty` where that is set."""
    shape: Literal["columns", "rows"] = "columns"
    least: int = 0
    most: int | None = None
    floor: int | None = None
    ceil: int | None = None
    empty: str | None = None
    ordered: bool = False
    """The order of the presses is the answer."""
    live: bool = False
    """Each press is an entry; OK is not needed."""
    guard: bool = False
    """Private: shown, and its keys alive, only while PEEK is held."""
    private: bool = False
    """Not guarded, yet for this seat's eyes (blind trading)."""
    final: bool = False
    """Cannot be taken back once sent."""
    done: bool = False
    """This seat has answered already and may still change it."""
    takeback: bool = False
    """Any − key takes the answer back (ready)."""
    gauges: tuple[Gauge, ...] = ()
    note: Word | None = None
    """A line of help or context, drawn where there is room."""


class Draft(msgspec.Struct, frozen=True):
    """What a seat has pressed since the prompt appeared: +c or −c for each press in column c (1-based)."""

    no: str = ""
    presses: tuple[int, ...] = ()


def values(prompt: Prompt, draft: Draft) -> tuple[int, ...]:
    """Where each column stands: `at` and the presses."""
    moved = [c.at for c in prompt.columns]
    for p in draft.presses:
        moved[abs(p) - 1] += 1 if p > 0 else -1
    return tuple(moved)


def pieces(prompt: Prompt, draft: Draft) -> int:
    """How many pieces are moved: the sum of |value|."""
    return sum(abs(v) for v in values(prompt, draft))


def worth(prompt: Prompt, draft: Draft) -> int:
    """The worth of the moved pieces."""
    return sum(v * c.worth for v, c in zip(values(prompt, draft), prompt.columns, strict=True))


def picked(prompt: Prompt, draft: Draft) -> int | None:
    """The row (0-based) that a rows prompt's draft has picked, -1 for back, None while nothing is picked."""
    if not draft.presses or abs(draft.presses[-1]) == MORE_KEY:
        return None
    key = abs(draft.presses[-1])
    if key == BACK_KEY:
        return -1
    return first_row(prompt, draft) + key - 1


def first_row(prompt: Prompt, draft: Draft) -> int:
    """The first row (0-based) of the page that is shown."""
    pages = max(1, -(-len(prompt.rows) // ROWS_A_PAGE))
    more = sum(1 for p in draft.presses if abs(p) == MORE_KEY)
    return more % pages * ROWS_A_PAGE


def press(prompt: Prompt, draft: Draft, key: str) -> Draft | None:
    """The draft after a + or − key ("+3", "-1"); None when the key is dead here.

    The opposite key takes the newest press of its column back. Where one piece is all that may move, a press in
    another column moves that piece there.
    """
    if draft.no != prompt.no:
        draft = Draft(prompt.no)
    step = int(key)
    if prompt.shape == "rows":
        return _press_row(prompt, draft, abs(step))
    if prompt.takeback:
        return Draft(prompt.no, (-1,)) if step < 0 else None
    c = abs(step)
    if c > len(prompt.columns):
        return None
    if -step in draft.presses:
        i = len(draft.presses) - 1 - draft.presses[::-1].index(-step)
        back = Draft(prompt.no, draft.presses[:i] + draft.presses[i + 1 :])
        return back if _within(prompt, back) else None
    column = prompt.columns[c - 1]
    now = values(prompt, draft)
    then = now[c - 1] + (1 if step > 0 else -1)
    if not column.lo <= then <= column.hi:
        return None
    after = Draft(prompt.no, (*draft.presses, step))
    if _within(prompt, after):
        return after
    return press(prompt, Draft(prompt.no), key) if prompt.most == 1 and len(draft.presses) == 1 else None


def _within(prompt: Prompt, draft: Draft) -> bool:
    """Whether no more pieces are moved than may be, and no more worth."""
    if prompt.most is not None and pieces(prompt, draft) > prompt.most:
        return False
    return prompt.ceil is None or worth(prompt, draft) <= prompt.ceil


def _press_row(prompt: Prompt, draft: Draft, key: int) -> Draft | None:
    after = Draft(prompt.no, (*draft.presses, key))
    row = picked(prompt, after)
    return None if row is not None and row >= len(prompt.rows) else after


def sendable(prompt: Prompt, draft: Draft) -> bool:
    """Whether this draft may be sent as it stands."""
    if draft.no != prompt.no:
        draft = Draft(prompt.no)
    if prompt.shape == "rows":
        return picked(prompt, draft) is not None or prompt.empty is not None
    if prompt.takeback:
        return bool(draft.presses)
    if prompt.live:
        return bool(draft.presses)
    moved = pieces(prompt, draft)
    if moved == 0 and prompt.columns:
        return prompt.empty is not None
    if moved < prompt.least or (prompt.most is not None and moved > prompt.most):
        return False
    total = worth(prompt, draft)
    if prompt.floor is not None and total < prompt.floor:
        return False
    return prompt.ceil is None or total <= prompt.ceil


def ok_verb(prompt: Prompt, draft: Draft) -> str:
    """The word id beside the OK keycap; "" when OK is dead now."""
    if not sendable(prompt, draft):
        return ""
    if prompt.shape == "rows":
        return prompt.empty or ""
    if prompt.columns and prompt.empty is not None and pieces(prompt, draft) == 0:
        return prompt.empty
    return prompt.verb
