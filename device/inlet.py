"""From a driver's event to what the table does: keys, pods that come and go, faults, the tower."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from drivers.ports import (
    OK,
    PEEK,
    Edge,
    Event,
    Fault,
    HostEdge,
    Mended,
    PodChanged,
    TowerChanged,
    TowerRolled,
    TowerVoided,
)

if TYPE_CHECKING:
    from device.crank import Crank

log = logging.getLogger("croupier")

HOST_CHORD = 2.0
"""PEEK and OK held this long are the HOST key of a table without one."""


class Inlet:
    """Belongs to a crank; everything is called inside one of its turns."""

    def __init__(self, crank: Crank) -> None:
        self._crank = crank
        self._chords: dict[int, set[str]] = {}

    def handle(self, event: Event) -> None:
        """One event from a driver."""
        crank = self._crank
        match event:
            case Edge():
                self._edge(event)
            case HostEdge(down, _):
                if down:
                    self.open_host()
            case PodChanged():
                self._pod(event)
            case Fault(part, what, _):
                self.fault(part, what)
                if part == "trunk":
                    crank.tasks.trading.bus_held(what)
            case Mended(part, _):
                self.mend(part)
            case TowerChanged(state, _, _):
                crank.tower = state
            case TowerRolled(dice, src, proof, _):
                crank.tasks.rolled(dice, src, proof)
            case TowerVoided(why, proof, _):
                crank.tasks.tower_voided(why, proof)

    def _pod(self, event: PodChanged) -> None:
        """A pod came, is being set up, or went: its panel may show anything now."""
        crank = self._crank
        pod, part = event.pod, f"pod {event.pod}"
        (crank.live.add if event.state == "present" else crank.live.discard)(pod)
        crank.panels.forget(pod)
        if event.state == "present":
            crank.panels.stir(pod)
            self.mend(part)
        elif event.state != "probing":
            if event.why:
                self.fault(part, event.why)
            crank.tasks.trading.pod_lost(pod, event.why)

    def _edge(self, edge: Edge) -> None:
        """A key: it wakes, it is a chord, or the seat says what it leads to; PEEK's release hides before all else."""
        crank = self._crank
        pod, key, down, at = edge.pod, edge.key, edge.down, edge.at
        seat, place = crank.seats.get(pod), crank.table.work.house.place(pod)
        if seat is None or place.holder == "bot":
            return
        if down:
            crank.post(crank.overlay.stirred)
            if crank.panels.wakes(pod, at) or crank.overlay.key(pod, key):
                return
        if self._chord(edge):
            return
        sight = crank.sight(pod)
        if down and key not in (PEEK, OK):
            crank.tasks.trading.hear(pod, key, at)
            if sight.trading and not crank.tasks.trading.may_order(at):
                return
        for act in seat.key(sight, key, down, at):
            crank.act(pod, act)
        if key == PEEK and not seat.peek(at):
            crank.panels.hide(pod)
        crank.tasks.touched(pod)

    def _chord(self, edge: Edge) -> bool:
        """On a table whose HOST key is not there, PEEK and OK held together are it; OK then acts when it is released.

        True when the edge is dealt with here.
        """
        crank = self._crank
        held, pod = self._chords.setdefault(edge.pod, set()), edge.pod
        if (crank.devices.host_key and "pins" not in crank.faults) or edge.key not in (PEEK, OK):
            return False
        (held.add if edge.down else held.discard)(edge.key)
        name = f"chord:{pod}"
        if len(held) == 2 and crank.sight(pod).host:
            crank.timers.set(name, edge.at + HOST_CHORD, self.open_host)
            return edge.key == OK
        if edge.key == OK and not edge.down and name in crank.timers:
            crank.timers.cancel(name)
            for act in crank.seats[pod].key(crank.sight(pod), OK, True, edge.at):
                crank.act(pod, act)
            return True
        crank.timers.cancel(name)
        return False

    def open_host(self) -> None:
        """The HOST key: its rows open on the host's pad, or close. Where no such pad is live, pods take back the seats
        of phones that went silent: the next press finds one of them."""
        crank = self._crank
        crank.overlay.stop()
        pod = crank.sights.host_pod(crank.table.work)
        if pod is None:
            crank.standins.recall()
            return
        seat = crank.seats[pod]
        seat.go("/" if seat.menus else "host")

    def fault(self, part: str, what: str) -> None:
        """Told once: on the board, in the diagnostics rows, in the log, and by a sound."""
        crank = self._crank
        if crank.faults.get(part) != what:
            crank.faults[part] = what
            log.warning("%s: %s", part, what)
            crank.cue("fault")

    def mend(self, part: str) -> None:
        crank = self._crank
        if crank.faults.pop(part, None):
            log.info("%s: mended", part)
