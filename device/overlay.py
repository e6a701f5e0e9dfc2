"""What lies over the pads for a while: how to play, the check of sound and lamps, slides once nobody plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from device.scene import Scene
from device.screens.guide import ATTRACT_SECONDS, SECONDS, attract, guide
from device.seat.sight import Sight
from drivers.ports import OK
from rules.page import Notice, Page, word

if TYPE_CHECKING:
    from device.crank import Crank

ALONE = 30.0
"""Seconds without a key after which a lobby where nobody sits invites; one where somebody does waits `pace.idle`."""
CHECK_SECONDS, BLINK_SECONDS = 4.0, 1.5
"""How long the pads show their numbers."""


class Overlay:
    """Belongs to a crank. Pages over all pads, or some; keys go to them first. Never over a trading window."""

    def __init__(self, crank: Crank) -> None:
        self._crank = crank
        self.kind: Literal["", "guide", "attract", "check"] = ""
        self.game = ""
        self._slides: tuple[Page, ...] = ()
        self._slide = 0
        self._pods: frozenset[int] = frozenset()

    def guide(self, game: str) -> None:
        """How to play, in a minute: slides stepped by time and by OK; any other key ends them."""
        self._begin("guide", game, guide(game), SECONDS)

    def attract(self) -> None:
        """Slides of a table at rest, on and on; any key ends them."""
        self._begin("attract", "", attract(), ATTRACT_SECONDS)

    def check(self, pods: frozenset[int], seconds: float) -> None:
        """These pods show their printed numbers."""
        self.stop()
        self.kind, self._pods = "check", pods
        self._crank.timers.set("slide", self._crank.now() + seconds, self.stop)

    def stop(self) -> None:
        """The pads are the table's again."""
        self.kind, self.game, self._slides = "", "", ()
        self._crank.timers.cancel("slide")

    def key(self, pod: int, key: str) -> bool:
        """A key went down. True when it was for the overlay and means nothing else."""
        if not self.kind or (self.kind == "check" and pod not in self._pods):
            return False
        if self.kind == "guide" and key == OK:
            self._next(SECONDS)
        else:
            self.stop()
        return True

    def scene(self, pod: int, sight: Sight) -> Scene | None:
        """What this pod shows instead of its own page; None when nothing lies over it."""
        if not self.kind or (self.kind == "check" and pod not in self._pods):
            return None
        if self.kind == "check":
            number = Notice(word("table.title.check"), icon="eye", big=word("table.pod", n=pod))
            return Scene(sight.lang, page=number, host=sight.host)
        steps = (self._slide + 1, len(self._slides)) if self.kind == "guide" else None
        return Scene(sight.lang, page=self._slides[self._slide], steps=steps)

    def picture(self) -> dict[str, Any] | None:
        """For the board: the game ("" is the invitation), the slide from 1, and of how many."""
        if not self._slides:
            return None
        return {"game": self.game, "slide": self._slide + 1, "of": len(self._slides)}

    def stirred(self) -> None:
        """Somebody did something, or a game came to its end: the table rests again after a while from now."""
        stands, idle = self._crank.table.work, self._crank.settings.pace.idle
        if not idle:
            return
        empty = stands.fold is None and all(place.holder == "empty" for place in stands.house.places)
        self._crank.timers.set("idle", self._crank.now() + (min(ALONE, idle) if empty else idle), self._idle)

    def _idle(self) -> None:
        """Nobody pressed a key for long: a game that is over leaves the table, and the lobby invites."""
        stands = self._crank.table.work
        if stands.fold is None and not stands.readonly:
            self.attract()
        elif stands.fold is not None and stands.fold.over:
            self._crank.do({"do": "leave"})

    def _begin(
        self, kind: Literal["guide", "attract"], game: str, slides: tuple[Page, ...], seconds: float
    ) -> None:
        self.stop()
        self.kind, self.game, self._slides, self._slide = kind, game, slides, 0
        self._wait(seconds)

    def _next(self, seconds: float) -> None:
        self._slide += 1
        if self._slide < len(self._slides):
            self._wait(seconds)
        elif self.kind == "attract":
            self._slide = 0
            self._wait(seconds)
        else:
            self.stop()

    def _wait(self, seconds: float) -> None:
        self._crank.timers.set("slide", self._crank.now() + seconds, lambda: self._next(seconds))
