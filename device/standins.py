"""Phones in the place of pods: who stands in where, and the soldered pods that wait behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.table import house
from drivers.ports import Edge, Event, Pod, PodChanged

if TYPE_CHECKING:
    from device.crank import Crank


class StandIns:
    """Belongs to a crank, whose `devices.pods` it swaps."""

    def __init__(self, crank: Crank) -> None:
        self._crank = crank
        self._waiting: dict[int, Pod | None] = {}
        """By seat that has a phone: the pod that stood there before."""
        self._plugged: set[int] = set()

    def local(self, event: Event) -> bool:
        """An event of the table's own drivers. False while a phone has that seat: its pod's keys mean nothing, and
        whether it is plugged in matters only later."""
        if isinstance(event, PodChanged):
            (self._plugged.add if event.state == "present" else self._plugged.discard)(event.pod)
        return not (isinstance(event, Edge | PodChanged) and event.pod in self._waiting)

    def claim(self, pod: int) -> bool:
        """A phone becomes this seat's pod. False where phones are not served."""
        crank = self._crank
        make = crank.devices.phone
        if make is None or not 1 <= pod <= house.PODS:
            return False
        if pod not in self._waiting:
            self._waiting[pod] = crank.devices.pods.get(pod)
        crank.devices.pods[pod] = make(pod)
        crank.live.add(pod)
        crank.seats[pod].blind()
        crank.panels.forget(pod)
        crank.post(lambda: crank.tell(house.Hold(pod, "phone")))
        return True

    def release(self, pod: int) -> None:
        """The phone is gone for good: the pod that stood there stands there again, if there is one."""
        self._swap(pod)
        holder: house.Holder = "pod" if pod in self._crank.devices.pods else "empty"
        self._crank.post(lambda: self._crank.tell(house.Hold(pod, holder)))

    def recall(self) -> None:
        """Pods take the seats back from phones that are not there."""
        for pod in [p for p in self._waiting if p not in self._crank.live and p in self._plugged]:
            self.release(pod)

    def settle(self, kept: house.House) -> None:
        """After a commit. A bot's pod is dead to PEEK, even one that is held now; a seat that went from a phone to a
        bot shows its pod again."""
        for pod in [p for p, place in enumerate(kept.places, start=1) if place.holder == "bot"]:
            self._crank.seats[pod].blind()
            if pod in self._waiting:
                self._swap(pod)

    def _swap(self, pod: int) -> None:
        crank = self._crank
        crank.seats[pod].blind()
        crank.devices.pods.pop(pod, None)
        back = self._waiting.pop(pod, None)
        if back is not None:
            crank.devices.pods[pod] = back
            (crank.live.add if pod in self._plugged else crank.live.discard)(pod)
        crank.panels.forget(pod)
