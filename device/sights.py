"""Makes each pod's sight from what stands: the only place where a State turns into facts for a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from device.seat.sight import Sight
from device.table.table import Standing
from rules.entry import Entry
from rules.fold import Fold
from rules.game import Asks, DiceWanted
from rules.page import Show, Word, word

if TYPE_CHECKING:
    from device.crank import Crank

PERSONS = ("pod", "phone")
PARTS = ("journal", "pins", "tower", "tower port", "trunk")
"""What may be broken besides pods (the parts that drivers name)."""


class Sights:
    """Facts are made when somebody looks, once for each state."""

    def __init__(self, crank: Crank) -> None:
        self._crank = crank
        self._of: tuple[Fold | None, Entry | None] = (None, None)
        self._made: dict[int | None, tuple[Any, Show]] = {}

    def facts(self, seat: int | None, stands: Standing) -> tuple[Any, Show]:
        """(facts, pages) of a seat or of everybody."""
        fold, held = stands.fold, self._crank.tasks.held
        assert fold is not None
        if self._of[0] is not fold or self._of[1] is not held:
            self._of, self._made = (fold, held), {}
        if seat not in self._made:
            facts = fold.game.view(fold.state, seat)
            if held is not None:
                facts = fold.game.sealed(facts, held)
            self._made[seat] = facts, fold.game.show(facts)
        return self._made[seat]

    def host_pod(self, stands: Standing) -> int | None:
        """The lowest joined pod that is live and held by a person."""
        places = stands.house.places
        return next((i for i in sorted(self._crank.live) if places[i - 1].holder in PERSONS), None)

    def names(self, stands: Standing) -> tuple[str, ...]:
        """Names by game seat, "" where nobody gave one."""
        playing = stands.house.playing
        return tuple(stands.house.place(pod).name for pod in playing.pods) if playing else ()

    def typed(self, stands: Standing) -> bool:
        """Whether chance is typed now by a keeper, a person: real dice and cards, or dice whose tower is gone."""
        fold, kept = stands.fold, stands.house
        if fold is None or kept.playing is None or kept.source == "device":
            return False
        if kept.source == "tower":
            wanted = fold.game.wanted(fold.state)
            if not isinstance(wanted, DiceWanted) or self._crank.tower in ("ready", "armed"):
                return False
        keeper = fold.game.asks(fold.state).keeper
        return keeper is not None and kept.place(stands.pod_of(keeper)).holder in PERSONS

    def of(self, pod: int, stands: Standing) -> Sight:
        """What this pod may know."""
        crank, kept, fold = self._crank, stands.house, stands.fold
        base: dict[str, Any] = {
            "pod": pod,
            "house": kept,
            "games": crank.table.games,
            "lang": kept.place(pod).lang or kept.lang or crank.settings.lang,
            "host": self.host_pod(stands) == pod,
            "live": tuple(sorted(crank.live)),
            "bots": kept.bots or crank.settings.table.bots,
            "readonly": stands.readonly,
            "faults": tuple(fault(part, what) for part, what in sorted(crank.faults.items())),
            "phones": crank.devices.phone is not None and crank.devices.invite is not None,
        }
        if fold is None:
            return Sight(**base, sheets=crank.sheets.names())
        seat = stands.seat_of(pod)
        facts, show = self.facts(seat, stands)
        held = crank.tasks.held
        asks: Asks = fold.game.asks(fold.state)
        return Sight(
            **base,
            game=fold.game,
            seat=seat,
            facts=facts,
            public=self.facts(None, stands)[0],
            asks=asks,
            show=show if seat is not None else None,
            names=self.names(stands),
            typed=self.typed(stands),
            held=held is not None and held.by == seat,
            trading=fold.game.trading(fold.state),
        )


def fault(part: str, what: str) -> Word:
    """What is broken, in short words; the machine's own stand in the host page's diagnostics."""
    if part.startswith("pod "):
        kind = "stuck" if "stuck" in what else "pod"
        return word(f"table.fault.{kind}", n=int(part.removeprefix("pod ")))
    if part in PARTS:
        return word(f"table.fault.{part.replace(' ', '_')}")
    return word("table.fault.other", part=part)
