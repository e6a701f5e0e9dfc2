"""What the table does by itself between keys: the trading window, the sealed wait, the clock, bots, reminders.

All of it hangs on named timers whose calls run inside a turn of the crank, and starts from what stands after a commit.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from device.cues import CUES
from device.seat.bots import Bots
from device.table import house
from device.table.table import Standing
from device.table.window import GRACE, LATE, Edges, Window, window
from rules.entry import Entry, Rejection
from rules.fold import Fold, apply
from rules.game import DiceWanted
from rules.page import Notice, SeatName, word

if TYPE_CHECKING:
    from device.crank import Crank

TICK = 0.1
"""Seconds between two pictures of a running countdown."""
VOIDS_A_DAY = 2
"""Windows that the table voids by itself on one day; then the host decides."""


class Tasks:
    """Belongs to a crank; `held` is the sealed entry that waits, `window` the trading window that runs."""

    def __init__(self, crank: Crank) -> None:
        self.crank = crank
        self.started = False
        """What an interrupted game needs first is in the journal."""
        self.held: Entry | None = None
        self.window: Window | None = None
        self.bots = Bots(crank)
        self.armed = ""
        """The pool of ours that the tower holds, "" for none."""
        self.hidden = False
        """The tower has rolled in secret and shows "done" instead of faces."""
        self.plan: tuple[float, float] | None = None
        """(end, total) of a running planning clock."""
        self._edges: Edges | None = None
        self._ticked = 0.0
        """When the countdown's picture was last made: between two of them nobody's key makes it newer."""

    # -- starting ---------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """An interrupted game comes back paused; if trading ran, its window is void first. Before all else of a turn,
        and again until it is committed."""
        table = self.crank.table
        stands = table.now
        if self.started or stands.fold is None or stands.fold.over or stands.readonly:
            return
        if stands.fold.game.trading(stands.fold.state):
            self.void_window("restart")
        table.tell(house.Pause("restart"))

    # -- after a commit ---------------------------------------------------------------------------------------------

    def settle(self, before: Standing, after: Standing) -> None:
        """Look at what changed with the commit and set the clocks that follow from it."""
        if before is after:
            return
        fold, was = after.fold, before.fold
        stage = _stage(after)
        if stage != _stage(before):
            self._new_stage(after)
        if _waits(after) != _waits(before):
            self._remind()
        self._disarm(after)
        if fold is not None and was is not None and fold.header is was.header:
            self._tell_news(was, fold, after)
        self.bots.wake(after)

    def _new_stage(self, stands: Standing) -> None:
        """Another phase, lap, turn, game, or a pause: all clocks of the old one are off."""
        for name in ("open", "close", "tick", "beat"):
            self.crank.timers.cancel_all(name)
        self.window, self.plan, self.crank.put_back = None, None, None
        if stands.fold is None or not stands.fold.game.asks(stands.fold.state).sealed:
            self.drop()
        if stands.fold is None or stands.fold.over:
            self.crank.overlay.stirred()
        elif stands.fold.game.trading(stands.fold.state):
            self.crank.overlay.stop()
        if stands.fold is None or stands.house.paused or stands.readonly or stands.fold.over:
            return
        now, timers = self.crank.now(), self.crank.timers
        asks = stands.fold.game.asks(stands.fold.state)
        clock = asks.clock
        if clock is not None and clock.do == "open" and clock.seconds:
            self.plan = (now + clock.seconds, clock.seconds)
            timers.set("open", now + clock.seconds, lambda: self._line("open"))
        elif clock is not None and clock.do == "close":
            self._open_window(stands.fold, clock.seconds)
        if clock is not None and clock.seconds:
            self._tick()

    def _tell_news(self, was: Fold, fold: Fold, stands: Standing) -> None:
        """Cues and announcements for what everybody may know."""
        crank = self.crank
        if fold.count > was.count:
            crank.put_back = None
            if fold.undone is not None:
                self._tell_undone(fold, fold.undone, stands)
        if fold.tally.retyped > was.tally.retyped:
            crank.announce(word("table.say.retyped"))
        shown, now = was.game.view(was.state, None), fold.game.view(fold.state, None)
        if now.serial > shown.serial:
            crank.cue("win" if fold.over else "reveal")
        faces = getattr(now, "faces", ())
        if self.hidden and (now.serial > shown.serial or (faces and None not in faces)):
            self.hidden = False  # the faces are public now: the tower may show them too
            if crank.devices.tower is not None:
                crank.devices.tower.reveal()
        if fold.state is not was.state:
            for seat in _asked(fold) - _asked(was):
                self._call(stands, seat, "turn")

    def _tell_undone(self, fold: Fold, undone: Entry, stands: Standing) -> None:
        """Whose entry was taken back, to all; what to put back, on the pads of whose it was and of the host."""
        crank, by = self.crank, undone.by
        whose = crank.name(by) if isinstance(by, int) else word(f"table.by.{by}")
        crank.announce(word("table.say.undone", whose=whose))
        crank.put_back = fold.game.undone(undone)
        if crank.put_back is None:
            return
        seat = by if isinstance(by, int) else fold.game.asks(fold.state).keeper
        pods = {crank.sights.host_pod(stands), stands.pod_of(seat) if seat else None}
        page = Notice(word("table.title.put_back"), (crank.put_back,), icon="undo")
        for pod in pods:
            if pod is not None and stands.house.place(pod).holder != "bot":
                crank.seats[pod].lay(page, math.inf)

    def _call(self, stands: Standing, seat: int, cue: str) -> None:
        """Wake a seat's panel and light its lamp: it is asked something now."""
        pod = stands.pod_of(seat)
        self.crank.panels.stir(pod)
        self.crank.panels.light(pod, CUES[cue])

    # -- trading ----------------------------------------------------------------------------------------------------

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

    def void_window(self, why: str) -> None:
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
            self.void_window(why)

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
            self.void_window(why)

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

    # -- the sealed wait --------------------------------------------------------------------------------------------

    def seal(self, entry: Entry) -> bool:
        """Let the last sealed answer wait in the table. True when it does."""
        fold, wait = self.crank.table.work.fold, self.crank.settings.pace.sealed
        if fold is None or not wait or not isinstance(entry.by, int):
            return False
        asks = fold.game.asks(fold.state)
        if not asks.sealed or asks.seats != (entry.by,):
            return False
        if isinstance(apply(fold, entry), Rejection):
            return False
        self.held = entry
        self.crank.timers.set("held", self.crank.now() + wait, self._release)
        return True

    def touched(self, pod: int) -> None:
        """A key went down or up on this pod: while a bid waits, editing holds it back and the end of it lets it go."""
        if self.held is None:
            return
        if any(seat.editing for seat in self.crank.seats.values()):
            self.crank.timers.cancel("held")
        elif "held" not in self.crank.timers:
            self.crank.timers.set("held", self.crank.now() + self.crank.settings.pace.sealed, self._release)

    def _release(self) -> None:
        if self.crank.table.work.house.paused:  # it waits for as long as the table does
            self.crank.timers.set("held", self.crank.now() + self.crank.settings.pace.sealed, self._release)
            return
        entry, self.held = self.held, None
        if entry is not None:
            self.crank.table.enter(entry)

    def drop(self) -> None:
        """A commit failed: what waited under seal is not lost but asked again."""
        self.held = None
        self.crank.timers.cancel("held")

    def owed(self) -> None:
        """After a commit that failed: people are asked again by their pads, but nobody asks the clock and the bots."""
        now = self.crank.now()
        if self.window is not None and now >= self.window.deadline + GRACE:
            self._close()
        if self.plan is not None and now >= self.plan[0]:
            self._line("open")
        self.bots.wake(self.crank.table.now)

    # -- chance -----------------------------------------------------------------------------------------------------

    def toss(self, pod: int) -> None:
        """The keeper set chance off: the tower is armed, or the device draws."""
        stands, tower = self.crank.table.work, self.crank.devices.tower
        if stands.fold is None:
            return
        wanted = stands.fold.game.wanted(stands.fold.state)
        by_tower = stands.house.source == "tower" and self.crank.tower == "ready"
        if (
            by_tower
            and tower is not None
            and isinstance(wanted, DiceWanted)
            and tower.arm(wanted.pool, wanted.secret)
        ):
            self.armed = wanted.pool
            self.crank.seats[pod].say(word("table.say.armed"), self.crank.now())
        elif wanted is not None and not self.armed:
            self.crank.table.draw()

    def rolled(self, dice: tuple[tuple[int, ...], ...], src: str, proof: dict[str, str]) -> None:
        """The tower's dice, if they are those asked for. Drawn ones (E) come verified, keyed ones cannot. Where other
        dice were picked meanwhile (a d6 is no d20), or a pause began, the roll is void."""
        stands = self.crank.table.work
        wanted = None if stands.fold is None else stands.fold.game.wanted(stands.fold.state)
        if (
            not isinstance(wanted, DiceWanted)
            or wanted.pool != self.armed
            or stands.house.paused
            or tuple(map(len, dice)) != tuple(n for n, _, _ in wanted.groups)
        ):
            self.crank.announce(word("table.say.not_asked"))
            self.tower_voided("not asked for any more", proof)
            return
        self.armed = ""
        self.crank.table.chance(dice, "tower", dict(proof))
        self.hidden = wanted.secret
        self.crank.announce(word("table.say.verified" if src == "E" else "table.say.keyed"))

    def _disarm(self, stands: Standing) -> None:
        """A pool that nobody waits for any more (undo, other dice, another source, pause, end) is taken back from the
        tower."""
        if not self.armed or self.crank.devices.tower is None:
            return
        fold = stands.fold
        wanted = None if fold is None or fold.over else fold.game.wanted(fold.state)
        waits = isinstance(wanted, DiceWanted) and wanted.pool == self.armed
        if not waits or stands.house.paused or stands.house.source != "tower":
            self.crank.devices.tower.void()

    def tower_voided(self, why: str, proof: dict[str, str]) -> None:
        """An armed roll will not come; shown and counted."""
        if self.armed:
            self.armed = ""
            self.crank.table.tell(house.Voided(why, proof))
            self.crank.announce(word("table.say.voided"))

    # -- reminders --------------------------------------------------------------------------------------------------

    def _remind(self) -> None:
        """From now on whoever is waited for has time until the next reminder."""
        self.crank.timers.cancel("nudge")
        if nudge := self.crank.settings.pace.nudge:
            self.crank.timers.set("nudge", self.crank.now() + nudge, self._nudge)

    def _nudge(self) -> None:
        """A seat that does not act is reminded, never decided by time alone."""
        stands = self.crank.table.now
        if stands.fold is None or stands.house.paused:
            return
        for seat in stands.fold.game.asks(stands.fold.state).waited:
            pod = stands.pod_of(seat)
            if stands.house.place(pod).holder != "bot":
                self._call(stands, seat, "nudge")
                self.crank.seats[pod].say(word("table.say.nudge", seat=SeatName(seat)), self.crank.now())
                self.crank.cue("nudge")
        self._remind()


def _asked(fold: Fold) -> set[int]:
    """The seats for whom the table waits, the keeper of chance among them."""
    asks = fold.game.asks(fold.state)
    return {*asks.seats, *((asks.keeper,) if asks.keeper else ())}


def _stage(stands: Standing) -> tuple[Any, ...]:
    """What the clocks hang on: another value means other clocks. The phase is the public one, so that no clock tells of
    two phases that must look alike."""
    fold = stands.fold
    if fold is None:
        return (None, stands.house.paused)
    _, *moment = fold.game.moment(fold.state)
    phase = fold.game.view(fold.state, None).phase
    return (fold.header.id, phase, *moment, fold.over, stands.house.paused)


def _waits(stands: Standing) -> tuple[Any, ...]:
    """What reminders hang on: the stage, and whom the table waits for as all may know."""
    fold = stands.fold
    return (*_stage(stands), fold.game.asks(fold.state).waited if fold is not None else ())
