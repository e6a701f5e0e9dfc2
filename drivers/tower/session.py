"""The conversation with a tower, without a port and without a clock: bytes and times go in, bytes and events come out.

Every accepted `arm` ends in exactly one `TowerRolled` or `TowerVoided`.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from typing import Literal

from drivers.ports import Fault, Mended, Sink, TowerChanged, TowerRolled, TowerVoided
from drivers.tower.ctp import Lines, Message, parse_pool
from drivers.tower.exchange import Exchange, Request
from drivers.tower.roll import Roll

PING_S = 2.0
VERSION = 1
HOST = "croupier/0.1"
NOT_RUNNING = ("Traceback", ">>> ", "MicroPython v")
"""Text that only MicroPython's own prompt sends: the tower's program is not running."""

State = Literal["absent", "ready", "armed", "lost"]
Tap = Callable[[str, bytes, float], None]
"""Sees all that goes on: "<" bytes from the tower, ">" bytes to it, "!" what the table wanted; and the time."""

log = logging.getLogger("croupier.tower")


class Session:
    """One host's talk with whatever tower is at the other end of the port.

    `sink` gets the events; `secret(n)` gives the host's share of each roll; `wanted` is the id of the only board that
    will do ("" for any).
    """

    def __init__(
        self,
        sink: Sink,
        secret: Callable[[int], bytes] = os.urandom,
        wanted: str = "",
        tap: Tap | None = None,
    ) -> None:
        self.state: State = "absent"
        self.leaving = False
        """The table itself lets go of the tower: its loss is no news."""
        self.tower: dict[str, str] = {}
        """What the tower said of itself in HELLO: v fw board id boot caps max mp."""
        self.waiting_since: float | None = None
        """Since when a tower is called and does not answer; None while one does, or while no port is open."""
        self.exchange = Exchange()
        self.lines = Lines()
        self._sink, self._secret, self._wanted, self._tap = sink, secret, wanted, tap
        self._open = False
        self._seen = ("", "")  # boot and id of the newest event
        self._roll: Roll | None = None
        self._rolled = 0  # the number of the last roll that fell
        self._fault = ""

    # The port.

    def opened(self, now: float) -> None:
        """A port was opened: call whoever is there."""
        self._note("!", b"opened", now)
        self._open = True
        self.lines = Lines()
        self._call(now)

    def closed(self, now: float, why: str) -> None:
        """The port is gone, and with it the tower."""
        if self._open:
            self._note("!", f"closed {why}".encode(), now)
            self._lose(why, now)
            self._open = False
            self.waiting_since = None

    def feed(self, data: bytes, now: float) -> None:
        """Bytes from the port, in pieces of any size."""
        if not self._open:
            return
        self._note("<", data, now)
        for line in self.lines.feed(data):
            if isinstance(line, str):
                self._text(line, now)
            elif line.ident.startswith("E"):
                self._event(line, now)
            elif request := self.exchange.replied(line, now):
                self._answered(request, line, now)

    def tick(self, now: float) -> float | None:
        """Do what is due, and say when to come again (None: only when something happens)."""
        if not self._open:
            return None
        if not self.exchange.tick(now):
            self._lose("the tower is silent", now)
            self._call(now)
        if self.exchange.due is None and now >= self.exchange.last + PING_S:
            self.exchange.ask(now, "PING")
        return self.exchange.due or self.exchange.last + PING_S

    def take(self, now: float) -> bytes:
        """What has to be written to the port; once."""
        data = bytes(self.exchange.out)
        self.exchange.out.clear()
        if data:
            self._note(">", data, now)
        return data

    # What the table wants.

    def arm(self, pool: str, secret: bool, now: float) -> bool:
        """Ask for a roll of this pool. False: there is no tower, it is busy, or it cannot do it."""
        self._note("!", f"arm {pool}{' secret' if secret else ''}".encode(), now)
        try:
            groups = parse_pool(pool)
        except ValueError as error:
            log.warning("the tower was not armed: %s", error)
            return False
        keyed = "keys" in self.tower.get("caps", "").split(",")
        if self.state != "ready" or self._roll or (secret and keyed):
            return False
        self._roll = Roll(pool, groups, secret, self.tower["boot"])
        self._ask_pool(self._roll, now)
        return True

    def void(self, now: float) -> None:
        """Take the open roll back, if there is one. (If the marble fell first, the dice come nevertheless.)"""
        self._note("!", b"void", now)
        if self._roll and not self._roll.unwanted:
            self._roll.unwanted = True
            if self._roll.armed:
                self.exchange.ask(now, "VOID", self._roll.no)

    def reveal(self, now: float) -> None:
        """Show the last roll's faces on the tower's display."""
        self._note("!", b"reveal", now)
        if self.state == "ready" and self._rolled and not self._roll:
            self.exchange.ask(now, "SHOW", self._rolled)

    def safe(self, now: float) -> None:
        """Send the tower into safe mode, where its program can be changed. An open roll keeps it from going."""
        self._note("!", b"safe", now)
        if self.state == "ready":
            self.exchange.ask(now, "SAFE")

    # Requests and their replies.

    def _call(self, now: float) -> None:
        if self.waiting_since is None:
            self.waiting_since = now
        self.exchange.clear()
        self.exchange.ask(now, "HELLO", 0, ("v", VERSION), ("host", HOST))

    def _ask_pool(self, roll: Roll, now: float) -> None:
        self.exchange.ask(now, "ARM", 0, ("pool", roll.pool), *([("secret", 1)] if roll.secret else []))

    def _answered(self, request: Request, message: Message, now: float) -> None:
        values = message.values
        match request.verb, message.verb:
            case "HELLO", _:
                self._hello(values, now)
            case "STAT", _:
                self._ready(values, now)
            case "ARM", "COMMIT":
                self._committed(values, now)
            case "MIX", "ARMED":
                self._armed(now)
            case (("ARM" | "MIX"), _):
                self._refused(request, values, now)
            case "VOID", "VOID":
                self._taken_back(request, values, now)
            case "VOID", _:
                pass  # the roll ended first: its event is on the way
            case _, "ERR":
                log.warning("the tower refused %s: %s", request.verb, values.get("code"))

    def _hello(self, values: dict[str, str], now: float) -> None:
        if values.get("v") != str(VERSION) or "boot" not in values:
            self._report(f"the tower does not speak CTP/{VERSION}: it answered {values}", now)
        elif self._wanted and values.get("id", "").upper() != self._wanted.upper():
            log.info("another tower than %s is here: %s", self._wanted, values.get("id"))
        else:
            self.tower = values
            self.exchange.ask(now, "STAT")

    def _ready(self, values: dict[str, str], now: float) -> None:
        """The tower is there. A roll that it still has open belongs to nobody here: it is taken back first."""
        no = values.get("no", "")
        if values.get("st", "IDLE") != "IDLE" and no.isdecimal():
            self.exchange.ask(now, "VOID", int(no))
        self.waiting_since = None
        if self._fault:
            self._fault = ""
            self._sink(Mended("tower", now))
        self._change("ready", now)

    def _committed(self, values: dict[str, str], now: float) -> None:
        roll = self._roll
        if not roll:
            return
        if not roll.committed(values):
            self._end(roll, "the tower's commitment cannot be read", now)
        elif roll.unwanted:
            self.exchange.ask(now, "VOID", roll.no)
        else:
            roll.h = self._secret(16)
            self.exchange.ask(now, "MIX", roll.no, ("h", roll.h.hex()))

    def _armed(self, now: float) -> None:
        if self._roll:
            self._roll.armed = True
            self._change("armed", now)
            if self._roll.unwanted:
                self.exchange.ask(now, "VOID", self._roll.no)

    def _refused(self, request: Request, values: dict[str, str], now: float) -> None:
        """ARM or MIX was answered by an error. BUSY names a roll that is not ours: take it back, then ask again."""
        roll, code, no = self._roll, values.get("code", ""), values.get("no", "")
        if not roll:
            return
        if code == "BUSY" and no.isdecimal() and not roll.retried and not roll.unwanted:
            roll.retried = True
            self.exchange.ask(now, "VOID", int(no))
            self._ask_pool(roll, now)
            return
        if code == "RNG":
            self._report("the tower's random source fails its test", now)
        self._end(roll, f"the tower refused {request.verb}: {code}", now)

    def _taken_back(self, request: Request, values: dict[str, str], now: float) -> None:
        if self._roll and request.no == self._roll.no:
            self._end(self._roll, self._roll.revealed(values) or "taken back", now)

    # Events.

    def _event(self, message: Message, now: float) -> None:
        self.exchange.acknowledge(message.ident, now)
        new = (self.tower.get("boot", ""), message.ident)
        if new == self._seen:
            return
        self._seen = new
        roll, values = self._roll, message.values
        if message.verb == "LOG":
            log.info("the tower says: %s", values.get("text", ""))
        elif roll and roll.no and values.get("no") == str(roll.no):
            if message.verb in ("ROLL", "KEYS"):
                self._fell(roll, values, now)
            elif message.verb == "VOID":
                self._end(roll, roll.revealed(values) or f"the tower gave up: {values.get('why', '')}", now)

    def _fell(self, roll: Roll, values: dict[str, str], now: float) -> None:
        try:
            dice, src = roll.fell(values)
        except ValueError as error:
            self._report(str(error), now)
            self._end(roll, str(error), now)
            return
        self._roll, self._rolled = None, roll.no
        self.exchange.forget(roll.no, now)
        self._sink(TowerRolled(dice, src, roll.proof, now))
        self._change("ready", now)

    # Endings.

    def _end(self, roll: Roll, why: str, now: float) -> None:
        self._roll = None
        if roll.no:
            self.exchange.forget(roll.no, now)
        self._sink(TowerVoided(why, roll.proof, now))
        self._change("ready", now)

    def _lose(self, why: str, now: float) -> None:
        self.exchange.clear()
        if self._roll:
            roll, self._roll = self._roll, None
            self._sink(TowerVoided(why, roll.proof, now))
        if self.state in ("ready", "armed"):
            log.log(logging.INFO if self.leaving else logging.WARNING, "the tower is lost: %s", why)
            self._change("lost", now)

    def _change(self, state: State, now: float) -> None:
        if state != self.state:
            self.state = state
            self._sink(TowerChanged(state, now, self.tower.get("id", "")))

    def _report(self, what: str, now: float) -> None:
        if what != self._fault:
            self._fault = what
            self._sink(Fault("tower", what, now))

    def _note(self, arrow: str, data: bytes, now: float) -> None:
        if self._tap:
            self._tap(arrow, data, now)

    def _text(self, text: str, now: float) -> None:
        if text.startswith(NOT_RUNNING):
            self._report("the tower's program is not running: it is in safe mode, or not installed", now)
        elif not text.startswith(">"):
            log.info("the tower's port says: %s", text)
