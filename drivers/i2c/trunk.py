"""Who may use the wires next, and what to do when they are held. Pure: `step` makes one transfer and never waits.

All pods hang on one pair of wires behind a multiplexer, so one worker serves them all. A thread calls `step` on a real
Pi (`drivers/worker.py`), a virtual clock in a test; either way it is called again at the time it gives, or sooner
after `nudge`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import RLock
from typing import Protocol

from drivers.i2c.bus import HOLDS, JAMS, NOT_OURS, Bus, reason
from drivers.i2c.job import Job
from drivers.i2c.pod import I2cPod, PodWiring
from drivers.ports import Event, Fault, Mended, Sink

BLOCKED = 0.25
"""Seconds without one good transfer, while transfers fail, after which the trunk itself is reported."""
TRY = 0.25
"""Seconds between tries while the trunk is held, whatever pods' own waits are."""
DARK, SETTLE = 0.5, 0.1
"""Seconds that such a cut lasts, and that the pods then need."""
POWER_AFTER, POWER_AGAIN = 8.0, 60.0
"""Seconds after which a held trunk is freed by switching the pods' supply, and between two such cuts."""


class Rescue(Protocol):
    """The two wires that free a trunk. Both calls take a few milliseconds at most."""

    def reset_mux(self) -> None:
        """Pulse RESET# of the multiplexer: it lets go of every channel."""

    def power(self, on: bool) -> None:
        """Switch the pods' supply."""


class Trunk:
    """The pods of one pair of wires. `pods` are the ports for the table; `sink` gets every event; `now` is a
    monotonic clock; `wake` is called, from any thread, when there is something new to do."""

    def __init__(
        self,
        wirings: Sequence[PodWiring],
        bus: Bus,
        rescue: Rescue,
        sink: Sink,
        now: Callable[[], float],
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        self._lock = RLock()
        self.pods = {w.number: I2cPod(w, wake, self._lock) for w in wirings}
        self._bus, self._rescue, self._sink, self._now, self._wake = bus, rescue, sink, now, wake
        self._unopened: set[int] = set()  # pods whose bus this process cannot open, and said so
        self._held_since: float | None = None
        self._reported = self._dark = False
        self._tried = 0
        self._power_at = self._try_at = 0.0
        self._resume = 0.0

    def interrupt(self) -> None:
        """INT fell: some key moved. It only makes the next poll come sooner."""
        with self._lock:
            for pod in self.pods.values():
                pod.poll_soon()
        self._wake()

    @property
    def settled(self) -> bool:
        """Every pod that is there shows what it should."""
        with self._lock:
            return all(pod.settled for pod in self.pods.values())

    def step(self) -> float:
        """Make the most urgent transfer, if any is due. Gives the time at which to be called again."""
        now = self._now()
        with self._lock:
            if now < self._resume:
                return self._resume
            if self._dark:
                return self._power_back(now)
            if self._reported and now >= self._try_at:
                self._try_at = now + TRY
                self._next_to_try().probe_soon()
            pod, job, wake = self._choose(now)
        if pod is None or job is None:
            return min(wake, self._try_at) if self._reported else wake
        answer, fault = b"", None
        try:
            if job.length:
                answer = self._bus.read(pod.number, job.address, job.register, job.length)
            else:
                self._bus.write(pod.number, job.address, job.packets)
        except Exception as caught:  # not only OSError: see `reason`
            fault = caught
        then = self._now()
        with self._lock:
            if fault is None:
                events = [*self._good(pod, then), *pod.done(job, answer, now, then)]
            else:
                events = self._failed(pod, job, fault, now, then)
            if then - now > BLOCKED and not self._reported:  # it ended, but keys had to wait
                events += [
                    Fault("trunk", f"one transfer took {then - now:.1f} s", then),
                    Mended("trunk", then),
                ]
        for event in events:
            self._sink(event)
        return then

    def close(self) -> None:
        """Pods go dark at the next steps; call `step` until `settled`, then `shut`."""
        for pod in self.pods.values():
            pod.close()

    def shut(self) -> None:
        self._bus.close()

    def _choose(self, now: float) -> tuple[I2cPod | None, Job | None, float]:
        best: tuple[int, float, float] | None = None
        chosen: tuple[I2cPod | None, Job | None] = None, None
        wake = float("inf")
        for pod in self.pods.values():
            job = pod.job(now)
            if not isinstance(job, Job):
                wake = min(wake, job)
            elif best is None or (job.rank, -pod.touched, pod.drawn) < best:
                best, chosen = (job.rank, -pod.touched, pod.drawn), (pod, job)
        return *chosen, wake

    def _failed(self, pod: I2cPod, job: Job, fault: Exception, began: float, now: float) -> list[Event]:
        code, why = reason(fault)
        if code in NOT_OURS:
            told = pod.number in self._unopened
            self._unopened.add(pod.number)
            events = pod.lose("absent", why, now)
            return events if told else [*events, Fault(_bus(pod), why, now)]
        # A pod whose wires are shorted would hold the whole trunk from now on; RESET# makes the multiplexer let go.
        self._rescue.reset_mux()
        if code not in JAMS:
            self._held_since = None  # somebody said 'no', so the wires are free
            return pod.failed(job, why, code in HOLDS, now)
        if self._held_since is None:
            self._held_since = began
        return [*pod.failed(job, why, True, now), *self._held(why, now)]

    def _held(self, why: str, now: float) -> list[Event]:
        """Nobody gets through: say so once, keep trying, and in the end switch the pods' supply off and on."""
        assert self._held_since is not None
        if now - self._held_since >= POWER_AFTER and now >= self._power_at:
            self._rescue.power(False)
            self._dark, self._power_at = True, now + POWER_AGAIN
            self._resume = now + DARK
        if self._reported or now - self._held_since < BLOCKED:
            return []
        self._reported = True
        return [Fault("trunk", why, now)]

    def _good(self, pod: I2cPod, now: float) -> list[Event]:
        """A transfer went through."""
        self._held_since = None
        events: list[Event] = []
        if self._reported:
            self._reported = False
            events.append(Mended("trunk", now))
            for other in self.pods.values():
                other.probe_soon()
        if pod.number in self._unopened:
            self._unopened.discard(pod.number)
            events.append(Mended(_bus(pod), now))
        return events

    def _next_to_try(self) -> I2cPod:
        """Each pod in turn: the first may be the one that holds the wires."""
        self._tried += 1
        return list(self.pods.values())[self._tried % len(self.pods)]

    def _power_back(self, now: float) -> float:
        self._rescue.power(True)
        self._dark = False
        self._resume = now + SETTLE
        return self._resume


def _bus(pod: I2cPod) -> str:
    return f"bus of pod {pod.number}"
