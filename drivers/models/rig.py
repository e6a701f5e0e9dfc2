"""A whole table made of models: the very drivers of a Pi over registers, RAM and mock pins, in virtual time.

`croupier sim --faults` runs on it, and so do the tests of whole games: what its glass shows is what a person would see.
"""

from __future__ import annotations

from collections.abc import Callable

from drivers import fault
from drivers.fault import Trouble
from drivers.hardware import Hardware
from drivers.i2c.pad import POLL
from drivers.i2c.pod import PodWiring
from drivers.memory import VirtualAlarm
from drivers.models.bus import ModelBus
from drivers.models.header import HeaderModel
from drivers.models.pod import ModelPod
from drivers.models.stepper import Stepper
from drivers.pi import Joined
from drivers.pi_settings import Panel
from drivers.ports import Alarm, Event, Frame, Key, Sink

PRESS = 0.08


class ModelRig:
    """`pods` pods (numbered from 1, or the given numbers) behind one modelled trunk of `speed` bits a second.

    `faults` is a script; what it does to others than pods, keys, bus, INT and HOST goes to `other`. With the default
    alarm time stands still until `rig.advance(seconds)`; give the event loop's alarm for a simulation in real time.
    Every event is kept in `events` (unless `keep` is False) and given to `sink`.
    """

    def __init__(
        self,
        pods: int | tuple[int, ...] = 4,
        panel: Panel = "ssd1309",
        speed: int = 400_000,
        faults: str | tuple[Trouble, ...] = (),
        *,
        sink: Sink | None = None,
        alarm: Alarm | None = None,
        header: tuple[int, ...] = (),
        poll: float = POLL,
        keep: bool = True,
        other: Callable[[Trouble, bool], None] = lambda trouble, on: None,
        seed: int = 1,
    ) -> None:
        numbers = tuple(range(1, pods + 1)) if isinstance(pods, int) else pods
        self.alarm: Alarm = alarm or VirtualAlarm()
        self.events: list[Event] = []
        self._sink, self._keep, self._other = sink, keep, other
        self.header = HeaderModel(header, self._reset, self._power)
        self.pods = {n: ModelPod(n, panel, self._moved, expander=n not in header) for n in numbers}
        self.bus = ModelBus(self.pods, self.alarm.now, speed, seed)
        self.joined = Joined(
            [PodWiring(n, panel, n not in header, poll=poll) for n in numbers],
            self.bus,
            self.header.open,
            self._deliver,
            self.bus.now,
            self.alarm.now,
            lambda: self._trunk.wake(),
            lambda: self._board.wake(),
        )
        self._trunk = Stepper(self.alarm, self.joined.trunk.step, lambda: self.bus.free_at)
        self._board = Stepper(self.alarm, self.joined.board.step)
        self.hardware: Hardware = self.joined.hardware()
        self.hardware.simulated = "pods, keys and pins are models"
        self.hardware.closers.append(self._close)
        self._trunk.wake()
        self._board.wake()
        self.script(faults)

    def advance(self, seconds: float) -> None:
        """Let virtual time pass."""
        assert isinstance(self.alarm, VirtualAlarm), "this rig runs in real time"
        self.alarm.advance(seconds)

    def screen(self, pod: int) -> Frame:
        """What a person sees on that pod's glass now."""
        return self.pods[pod].screen

    def settle(self, limit: float = 5.0) -> None:
        """Let virtual time pass until every pod that is there shows what it should."""
        assert isinstance(self.alarm, VirtualAlarm), "this rig runs in real time"
        until = self.alarm.now() + limit
        while not self._settled and self.alarm.now() < until:
            self.advance(0.005)

    @property
    def _settled(self) -> bool:
        trunk = self.joined.trunk
        return trunk.settled and all(
            trunk.pods[n].state == "present" for n, pod in self.pods.items() if pod.sound
        )

    def down(self, pod: int, key: Key) -> None:
        self._contact(pod, key, True)

    def up(self, pod: int, key: Key) -> None:
        self._contact(pod, key, False)

    def press(self, pod: int, key: Key, lasts: float = PRESS) -> None:
        """Down now, up after `lasts` seconds."""
        self.down(pod, key)
        self.alarm.at(self.alarm.now() + lasts, lambda: self.up(pod, key))

    def host(self, down: bool) -> None:
        """The HOST key."""
        self.header.host(down)

    def script(self, faults: str | tuple[Trouble, ...]) -> None:
        """Have these troubles happen, counted from now."""
        troubles = fault.parse(faults) if isinstance(faults, str) else faults
        fault.schedule(troubles, self.alarm, self.apply)

    def apply(self, trouble: Trouble, on: bool) -> None:
        """A trouble begins (True) or ends (False)."""
        match trouble.target:
            case "seat":
                self._seat(trouble, self.pods[trouble.seat], on)
            case "key":
                self._key(trouble, on)
            case "bus":
                self._bus(trouble, on)
            case "int" if trouble.action == "lost":
                self.header.deaf = on
            case "int":
                self.header.stick(on)
            case "host":
                self.host(on and trouble.action != "up")
            case _:
                self._other(trouble, on)

    def _seat(self, trouble: Trouble, pod: ModelPod, on: bool) -> None:
        match trouble.action:
            case "i2c" | "oled" | "keys":
                if on:
                    pod.errors[trouble.action] = int(trouble.value)
                else:
                    pod.errors.pop(trouble.action, None)
            case "unplug":
                pod.plug(not on)
            case "short":
                pod.shorted = on
            case "brownout":
                pod.sag(on)
            case "shift" if on:
                pod.oled.shift()

    def _key(self, trouble: Trouble, on: bool) -> None:
        pod, key = trouble.seat, trouble.key
        match trouble.action:
            case "bounce" if on:
                edges = int(trouble.value)
                step, down, now = trouble.within / edges, key in self.pods[pod].down, self.alarm.now()
                for i in range(edges):
                    level = down ^ (i % 2 == 0)
                    self.alarm.at(now + i * step, lambda to=level: self._contact(pod, key, to))  # type: ignore[misc]
            case "bounce":
                pass
            case "slip" if on:
                self.pods[pod].key(key, False, tell=False)
            case "up":
                self._contact(pod, key, False)
            case "down" | "press" | "stuck":
                self._contact(pod, key, on)

    def _bus(self, trouble: Trouble, on: bool) -> None:
        match trouble.action:
            case "block":
                self.bus.blocked = on
            case "missing":
                self.bus.missing = on
            case "denied":
                self.bus.denied = on
            case "flip":
                self.bus.flip = trouble.value / 100 if on else 0.0

    def _contact(self, pod: int, key: Key, down: bool) -> None:
        if pod in self.header.pads:
            self.header.key(pod, key, down)
        else:
            self.pods[pod].key(key, down)

    def _moved(self) -> None:
        self.header.interrupt(any(pod.interrupt for pod in self.pods.values()))

    def _reset(self) -> None:
        self.bus.mux.reset()

    def _power(self, on: bool) -> None:
        for pod in self.pods.values():
            pod.sag(not on)
            pod.shorted = False

    def _deliver(self, event: Event) -> None:
        """An event becomes known when the transfer that told of it is over."""
        if self.bus.free_at > self.alarm.now():
            self.alarm.at(self.bus.free_at, lambda: self._tell(event))
        else:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        if self._keep:
            self.events.append(event)
        if self._sink is not None:
            self._sink(event)

    def _close(self) -> None:
        self.joined.trunk.close()
        if isinstance(self.alarm, VirtualAlarm):
            self.settle(0.5)
        self._trunk.stop()
        self._board.stop()
        self.joined.board.close()
