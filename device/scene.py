"""What one panel shows now: the plain data between a seat and the screens that draw it."""

from __future__ import annotations

import msgspec

from rules.page import Page, Word
from rules.prompt import Draft, Prompt


class Join(msgspec.Struct, frozen=True, tag=True):
    """An invitation to hold this pod's seat from a phone: what its QR code says (32 bytes at most), and the code,
    good until that time (monotonic seconds)."""

    pod: int
    text: str
    code: str
    until: float = float("inf")


class Scene(msgspec.Struct, frozen=True):
    """Exactly one of `page` and `prompt` is set. A guarded prompt is given here only while PEEK is held; otherwise the
    seat gives the safe page, so whoever draws needs to know no secrets' rules.

    `names` are the seats' names by game seat (index 0 is seat 1, "" is no name); `lang` is "ja" or "en".
    """

    lang: str
    names: tuple[str, ...] = ()
    page: Page | Join | None = None
    prompt: Prompt | None = None
    draft: Draft = Draft()
    seat: int | None = None
    """The game seat whose panel this is."""
    host: bool = False
    """This pad acts for the host (an icon marks it)."""
    left: float | None = None
    """Seconds left of a running clock, and its `total`; None without one. Negative: the 3-2-1 before it."""
    total: float | None = None
    say: Word | None = None
    """One line that overlays for a moment: why a key was refused, what the host did."""
    steps: tuple[int, int] | None = None
    """(this one from 1, of how many) when pages are stepped by OK."""
    invert: bool = False
    """The frame is inverted (half a second at the buzzer)."""
    placeholder: bool = False
    """The numbers come from a stand-in sheet."""
    pods: tuple[int, ...] = ()
    """Printed pod numbers by game seat: what a seat without a name is called by."""
