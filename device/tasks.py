"""What the table does by itself between keys: the sealed wait, chance, bots, reminders, and when clocks start anew.

All of it hangs on named timers whose calls run inside a turn of the crank, and starts from what stands after a commit.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from device.cues import CUES
from device.seat.bots import Bots
from device.table import house
from device.table.table import Standing
from device.table.window import Window
from device.trading import Trading
from rules.entry import Entry, Rejection
from rules.fold import Fold, apply
from rules.game import DiceWanted
from rules.page import Notice, SeatName, word

if TYPE_CHECKING:
    from device.crank import Crank


class Tasks:
    """Belongs to a crank; `held` is the sealed entry that waits, `trading` has the day's clocks."""

    def __init__(self, crank: Crank) -> None:
        self.crank = crank
        self.started = False
        """What an interrupted game needs first is in the journal."""
        self.held: Entry | None = None
        self.trading = Trading(crank)
        self.bots = Bots(crank)
        self.armed = ""
        """The pool of ours that the tower holds, "" for none."""
        self.hidden = False
        """The tower has rolled in secret and shows "done" instead of faces."""

    @property
    def window(self) -> Window | None:
        """The trading window that runs."""
        return self.trading.window

    # -- starting ---------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """An interrupted game comes back paused; if trading ran, its window is void first. Before all else of a turn,
        and again until it is committed."""
        table = self.crank.table
        stands = table.now
        if self.started or stands.fold is None or stands.fold.over or stands.readonly:
            return
        if stands.fold.game.trading(stands.fold.state):
            self.trading.void("restart")
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
        self.trading.stop()
        self.crank.put_back = None
        if stands.fold is None or not stands.fold.game.asks(stands.fold.state).sealed:
            self.drop()
        if stands.fold is None or stands.fold.over:
            self.crank.overlay.stirred()
        elif stands.fold.game.trading(stands.fold.state):
            self.crank.overlay.stop()
        if stands.fold is None or stands.house.paused or stands.readonly or stands.fold.over:
            return
        self.trading.start(stands.fold)

    def _tell_news(self, was: Fold, fold: Fold, stands: Standing) -> None:
        """Cues and announcements for what everybody may know."""
        crank = self.crank
        shown, now = was.game.view(was.state, None), fold.game.view(fold.state, None)
        if now != shown:  # not at a bid that is changed: it would tell of it
            crank.put_back = None
        if fold.undone is not None and fold.count > was.count:
            self._tell_undone(fold, fold.undone, stands)
        if fold.tally.retyped > was.tally.retyped:
            crank.announce(word("table.say.retyped"))
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
        self.trading.owed()
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
