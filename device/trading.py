"""The clocks of a trading day: planning, the 3-2-1, the window, its buzzer, and what makes a window void."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.table import house
from device.table.window import GRACE, LATE, Edges, Window, window
from rules.fold import Fold
from rules.page import word

if TYPE_CHECKING:
    from device.crank import Crank

TICK = 0.1
"""Seconds between two pictures of a running countdown."""
VOIDS_A_DAY = 2
"""Windows that the table voids by itself on one day; then the host decides."""


class Trading:
    """Belongs to a crank's tasks; `window` is the trading window that runs, `plan` the planning clock."""

    def __init__(self, crank: Crank) -> None:
        self.crank = crank
        self.window: Window | None = None
        self.plan: tuple[float, float] | None = None
        """(end, total) of a running planning clock."""
        self._edges: Edges | None = None
        self._ticked = 0.0
        """When the countdown's picture was last made: between two of them nobody's key makes it newer."""

    def stop(self) -> None:
        """All clocks are off."""
        for name in ("open", "close", "tick", "beat"):
            self.crank.timers.cancel_all(name)
        self.window, self.plan = None, None

    def start(self, fold: Fold) -> None:
        """Set the clock that the game asks for now, if it does."""
        clock, now = fold.game.asks(fold.state).clock, self.crank.now()
        if clock is None or not clock.seconds:
            return
        if clock.do == "open":
            self.plan = (now + clock.seconds, clock.seconds)
            self.crank.timers.set("open", now + clock.seconds, lambda: self._line("open"))
        else:
            self._open_window(fold, clock.seconds)
        self._tick()

    def owed(self) -> None:
        """After a commit that failed nobody asks the clock: what is due by now is done again."""
        now = self.crank.now()
        if self.window is not None and now >= self.window.deadline + GRACE:
            self._close()
        if self.plan is not None and now >= self.plan[0]:
            self._line("open")

    def _open_window(self, fold: Fold, seconds: float) -> None:
        lead_in = self.crank.settings.pace.lead_in
        day = int(fold.game.moment(fold.state)[-1])
        self.window = window(day, self.crank.now(), lead_in, seconds)
        self._edges = Edges(self.window)
        for i, (at, cue) in enumerate(self.window.beats(lead_in)):
            self.crank.timers.set(f"beat:{i}", at, lambda c=cue: self.crank.cue(c))  # type: ignore[misc]
        self.crank.timers.set("close", self.window.deadline + GRACE, self._close)

    def hear(self, pod: int, key: str, at: float) -> None:
        """An order key went down: kept with its time, whether it counts or not."""
        seat = self.crank.table.work.seat_of(pod)
        if self._edges is not None and seat is not None:
            self._edges.hear(seat, key, at)

    def may_order(self, at: float) -> bool:
        """Whether an order key counts: its edge lies in the window."""
        return self.window is not None and self.window.counts(at)

    def _close(self) -> None:
        """Every edge before the deadline has been judged by now; what stands counts."""
        if self.window is None:
            return
        self._keep_edges()
        self.crank.timers.set("late", self.window.deadline + LATE, self._keep_edges)
        self._line("close")

    def _keep_edges(self) -> None:
        """Write down which order keys went down, and when: at the close, and again for those that came after it."""
        playing = self.crank.table.work.house.playing
        if playing is not None and self._edges is not None and (keys := self._edges.take()):
            self.crank.table.tell(house.Keys(playing.game, self._edges.window.day, keys))

    def _line(self, do: str) -> None:
        stands = self.crank.table.work
        if stands.fold is not None and not stands.house.paused:
            self.crank.table.line(f'{{"do":"{do}","by":"clock"}}')

    def void(self, why: str) -> None:
        """The trading window is void: same day, planning again. `why` is what the table did it for; what the host
        decides ("") does not count towards what the table may do by itself."""
        table = self.crank.table
        if table.work.fold is not None and table.work.fold.game.trading(table.work.fold.state):
            if why:
                table.tell(house.Again(int(table.work.fold.game.moment(table.work.fold.state)[-1]), why))
            table.line('{"do":"again","by":"host"}')
            self.crank.announce(word("table.say.again"))

    def pausing(self, why: str) -> None:
        """The table is about to be paused: a window that runs is void."""
        if why:
            self.void(why)

    def pod_lost(self, pod: int, why: str) -> None:
        """A soldered pod fell off. In a window it voids it, twice a day at most; a silent phone never does."""
        stands = self.crank.table.work
        fold, playing = stands.fold, stands.house.playing
        if fold is None or playing is None or stands.seat_of(pod) is None:
            return
        if stands.house.place(pod).holder == "pod":
            self._spoil(why or f"pod {pod}")

    def bus_held(self, why: str) -> None:
        """The pods' wires were held for over a quarter of a second: keys had to wait. The same, if a pod plays."""
        stands = self.crank.table.work
        pods = stands.house.playing.pods if stands.house.playing is not None else ()
        if any(stands.house.place(pod).holder == "pod" for pod in pods):
            self._spoil(why)

    def _spoil(self, why: str) -> None:
        """The table's own parts were at fault: a window that runs is void, twice a day at most."""
        fold, playing = self.crank.table.work.fold, self.crank.table.work.house.playing
        if fold is None or playing is None or not fold.game.trading(fold.state):
            return
        day = int(fold.game.moment(fold.state)[-1])
        voids = playing.voids[1] if playing.voids[0] == day else 0
        if voids < VOIDS_A_DAY:
            self.void(why)

    # -- countdowns -------------------------------------------------------------------------------------------------

    def clock(self) -> tuple[float | None, float | None]:
        """(seconds left, total) of the clock that runs, as of its newest tick; negative before trading opens."""
        now = self._ticked
        if self.window is not None:
            if now < self.window.zero:
                return now - self.window.zero, self.window.deadline - self.window.zero
            return max(0.0, self.window.deadline - now), self.window.deadline - self.window.zero
        if self.plan is not None:
            return max(0.0, self.plan[0] - now), self.plan[1]
        return None, None

    def _tick(self) -> None:
        """A new picture of the countdown, ten times a second; the planning clock needs one a second."""
        step = TICK if self.window is not None else 1.0
        self._ticked = self.crank.now()
        self.crank.timers.set("tick", self._ticked + step, self._tick)
