"""The crank: the one loop of the table. Drain the queue, apply all, commit once, then show once.

Edges, rolls, alarms and commands arrive in one queue with the time of their origin. Nothing here waits or sleeps.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, get_args

import msgspec

from device import archive, host
from device import board as public
from device.cues import CUES, sound
from device.devices import Devices
from device.inlet import Inlet
from device.overlay import Overlay
from device.panel import Panels
from device.scene import Join, Scene
from device.seat.acts import Act, Do, Go, Sound, Submit, Tell, Toss
from device.seat.mind import OtherMind
from device.seat.seat import Seat
from device.seat.sight import Sight
from device.settings import Settings
from device.sights import Sights
from device.standins import StandIns
from device.table import house
from device.table.journal import CommitFailed
from device.table.sheets import Sheets
from device.table.table import Table
from device.tasks import Tasks
from device.timers import Timers
from drivers.ports import Alarm, Event, Frame, Pod
from rules.entry import Code, Entry, Rejection
from rules.page import SeatName, Word, word

RETRY = 1.0
"""Seconds after a commit that failed until the table does again what it owes by itself."""
CODES = get_args(Code)


class Changes(msgspec.Struct, frozen=True):
    """What one turn of the crank changed for whoever looks on."""

    pods: frozenset[int]
    board: bool
    cues: tuple[str, ...]


class Crank:
    """Owns the table's moving parts. Everything is called on the loop's thread."""

    def __init__(
        self,
        table: Table,
        devices: Devices,
        alarm: Alarm,
        settings: Settings,
        draw: Callable[[Scene], Frame],
        rng: random.Random | None = None,
    ) -> None:
        self.table, self.devices, self.alarm, self.settings = table, devices, alarm, settings
        self.rng = rng or random.Random()
        self.sheets = Sheets(settings.folder / "sheets")
        self.seats = {pod: Seat(pod, settings.pace.ok_dead) for pod in range(1, house.PODS + 1)}
        self.live: set[int] = set()
        self.tower = "absent"
        self.faults: dict[str, str] = {}
        self.said: Word | None = None
        """The newest public announcement: whose entry was taken back, who was acted for, a voided roll."""
        self.put_back: Word | None = None
        """What is to be put back on the table since the newest entry, an undo."""
        self.timers = Timers(alarm, self.post)
        self.tasks = Tasks(self)
        self.sights = Sights(self)
        self.overlay = Overlay(self)
        self.panels = Panels(self, draw)
        self.standins = StandIns(self)
        self.inlet = Inlet(self)
        self._queue: deque[Event | Callable[[], None]] = deque()
        self._scheduled = False
        self._watchers: list[Callable[[Changes], None]] = []
        self._cues: list[str] = []
        self._public: Any = None
        self.overlay.stirred()
        devices.lamp.set(True)
        self.post(lambda: None)

    # -- the queue --------------------------------------------------------------------------------------------------

    @property
    def pods(self) -> Mapping[int, Pod]:
        return self.devices.pods

    def now(self) -> float:
        return self.alarm.now()

    def sink(self, event: Event) -> None:
        """Something happened. Call on the loop's thread."""
        self.post(event)

    def local(self, event: Event) -> None:
        """The same for the table's own drivers: a phone may stand in for one of their pods."""
        self.post(lambda: self.handle(event) if self.standins.local(event) else None)

    def post(self, item: Event | Callable[[], None]) -> None:
        """Put an event or a call into the queue; a turn of the crank follows."""
        self._queue.append(item)
        if not self._scheduled:
            self._scheduled = True
            self.alarm.at(self.alarm.now(), self.turn)

    def turn(self) -> None:
        """Drain, commit, show. What an item breaks is raised at the end: the others count and are seen all the same."""
        self._scheduled = False
        broken: list[Exception] = []
        self.tasks.start()
        while self._queue:
            item = self._queue.popleft()
            try:
                item() if callable(item) else self.handle(item)
            except Exception as e:  # a fault of ours; the loop's handler tells it
                broken.append(e)
        before, wrote = self.table.now, self.table.dirty
        try:
            self.table.commit()
            self.tasks.started = True
            if wrote:
                self.inlet.mend("journal")
        except CommitFailed as e:
            self.inlet.fault("journal", str(e))
            self.tasks.drop()
            self.timers.set("journal", self.now() + RETRY, self.tasks.owed)
        self.standins.settle(self.table.now.house)
        self.tasks.settle(before, self.table.now)
        self._show()
        if broken:
            raise broken[0]

    def _show(self) -> None:
        changed = self.panels.show()
        cues, self._cues = tuple(self._cues), []
        picture = self.board()
        board = picture != self._public
        self._public = picture
        if changed or board or cues:
            changes = Changes(frozenset(changed), board, cues)
            for watcher in tuple(self._watchers):
                watcher(changes)

    def watch(self, callback: Callable[[Changes], None]) -> Callable[[], None]:
        """Be told once a turn what changed; call the result to stop."""
        self._watchers.append(callback)
        return lambda: self._watchers.remove(callback) if callback in self._watchers else None

    def glimpse(self, pods: frozenset[int]) -> None:
        """The glass of these pods looks different by itself, after the wire or because of a fault."""
        for watcher in tuple(self._watchers):
            watcher(Changes(pods, False, ()))

    # -- events -----------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> None:
        """One event from a driver."""
        self.inlet.handle(event)

    def open_host(self) -> None:
        """The HOST key."""
        self.inlet.open_host()

    # -- acts -------------------------------------------------------------------------------------------------------

    def act(self, pod: int, act: Act) -> None:
        """Carry out what a seat's key led to."""
        match act:
            case Submit(entry, by_host):
                self.submit(pod, entry, by_host)
            case Toss():
                self.tasks.toss(pod)
            case Tell(note):
                self.tell(note)
            case Do(command):
                if trouble := self.do(command):
                    code, _, _ = trouble.partition(":")
                    known = word(f"table.code.{code}") if code in CODES else None
                    self.seats[pod].say(known or word("table.say.trouble", text=trouble), self.now())
            case Go(screen):
                self.seats[pod].go(screen)
            case Sound(cue):
                self.cue(cue)

    def submit(self, pod: int, entry: Entry, by_host: bool = False) -> Rejection | None:
        """A seat's or the host's entry: sealed for a moment where it would be the last, else entered."""
        if self.tasks.seal(entry):
            return None
        rejection = self.table.enter(entry)
        if rejection is not None:
            self.seats[pod].say(word(f"table.code.{rejection.code}"), self.now())
        return rejection

    def tell(self, note: house.AnyNote) -> None:
        """A note for the house, with what it means for the clocks."""
        if isinstance(note, house.Pause):
            self.tasks.trading.pausing(note.why)
        self.table.tell(note)

    def do(self, command: dict[str, Any]) -> str:
        """A command of the host's page or menu. "" or what is wrong with it; a turn follows."""
        trouble = host.do(self, command)
        self.post(self.overlay.stirred)
        return trouble

    def announce(self, said: Word) -> None:
        """Tell everybody (board and pads)."""
        self.said = said
        for seat in self.seats.values():
            seat.say(said, self.now())

    def cue(self, name: str) -> None:
        """Sound a cue now and let the pages know."""
        self._cues.append(name)
        sound(self.devices.buzzer, name, self.table.work.house.volume)
        self.panels.lamps(name, CUES[name])

    # -- what others see --------------------------------------------------------------------------------------------

    def sight(self, pod: int) -> Sight:
        """What this pod may know, of the work so far."""
        return self.sights.of(pod, self.table.work)

    def scene(self, pod: int) -> Scene | None:
        """What this pod's panel shows (for a page's text alternative)."""
        return self.panels.scene(pod)

    def board(self) -> dict[str, Any]:
        """The public picture."""
        return public.picture(self)

    def name(self, seat: int) -> Word:
        return word("table.row.seat", seat=SeatName(seat))

    # -- phones -----------------------------------------------------------------------------------------------------

    def claim(self, pod: int, phone: str) -> bool:
        """A phone becomes this seat's pod. False where phones are not served."""
        for seat in self.seats.values():
            if isinstance(seat.laid, Join) and seat.laid.pod == pod:
                seat.laid = None
        return self.standins.claim(pod)

    def release(self, pod: int) -> None:
        """The phone gives the seat back to the pod that stood there, if any."""
        self.standins.release(pod)

    # -- finished games ---------------------------------------------------------------------------------------------

    def export(self, game: int | None = None) -> bytes:
        """A finished game as JSON Lines, the newest when none is named."""
        over = self.table.finished()
        return self.table.export(game if game is not None else (over[-1] if over else 0))

    def finished(self) -> list[dict[str, Any]]:
        """Finished games for the host's page."""
        return archive.finished(self.table)

    def close(self) -> None:
        """Stop all clocks and let every device go."""
        self.timers.cancel_all()
        for pod in self.devices.pods.values():
            pod.close()
        if isinstance(self.devices.mind, OtherMind):
            self.devices.mind.close()
        self.devices.buzzer.close()
        self.devices.lamp.close()
        if self.devices.tower is not None:
            self.devices.tower.close()
        self.table.journal.close()
