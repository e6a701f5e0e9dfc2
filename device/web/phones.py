"""Phones that are pods: one live holder a seat, and what happens when a second one comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from device.web.access import Access, Grant
from device.web.needs import Crank
from drivers.browser import BrowserPod
from drivers.ports import Pod


class Holder:
    """A seat's page with a live link. `tell` sends it a word, `end` closes it with a reason."""

    def __init__(self, grant: Grant, tell: Callable[..., None], end: Callable[[str], None]) -> None:
        assert grant.pod is not None
        self.grant, self.pod = grant, grant.pod
        self.tell, self.end = tell, end


class Phones:
    """Who holds which pod. A page that comes back with its token takes its own place again at once; another one waits
    until the first says so by a key, or is gone."""

    def __init__(self, crank: Crank, access: Access) -> None:
        self._crank, self._access = crank, access
        self._live: dict[int, Holder] = {}
        self._waiting: dict[int, Holder] = {}
        self._claimed: dict[int, tuple[str, Pod]] = {}
        """Which token got which pod, so that a page that comes back finds its pod as it left it."""

    def live(self, pod: int) -> bool:
        """Whether a page holds this pod now."""
        return pod in self._live

    def come(self, holder: Holder) -> bool:
        """A page opened its link. True: it is the pod. False: it has to wait for the one that holds it."""
        first = self._live.get(holder.pod)
        if first is None:
            return self._seat(holder)
        if first.grant.id == holder.grant.id:
            del self._live[holder.pod]
            first.end("moved")
            return self._seat(holder)
        if waiting := self._waiting.get(holder.pod):
            waiting.end("moved")
        self._waiting[holder.pod] = holder
        first.tell(asked=True)
        return False

    def give(self, holder: Holder, yes: bool) -> None:
        """The page that holds the pod hands it to the waiting one, or keeps it."""
        waiting = self._waiting.get(holder.pod)
        if self._live.get(holder.pod) is not holder or waiting is None:
            return
        del self._waiting[holder.pod]
        holder.tell(asked=False)
        if yes:
            self._leave_seat(holder, "handed over")
            holder.end("given")
            self._seat(waiting)
        else:
            waiting.end("kept")

    def go(self, holder: Holder) -> None:
        """A page's link ended."""
        if self._waiting.get(holder.pod) is holder:
            del self._waiting[holder.pod]
            if first := self._live.get(holder.pod):
                first.tell(asked=False)
        if self._live.get(holder.pod) is holder:
            self._leave_seat(holder, "the page is gone")
            if waiting := self._waiting.pop(holder.pod, None):
                self._seat(waiting)

    def key(self, holder: Holder, key: str, down: bool) -> None:
        """A key of the page; ValueError for one that is not on a pad."""
        pod = self._crank.pods.get(holder.pod)
        if self._live.get(holder.pod) is holder and isinstance(pod, BrowserPod):
            pod.key(key, down, self._crank.now())

    def settle(self, holders: Mapping[int, str]) -> None:
        """What the table says of each pod's holder. A seat that is no phone's any more: its page ends, its token is
        void, and the pod that stood there before stands there again."""
        for pod in [p for p in self._claimed if holders.get(p) != "phone"]:
            self._access.revoke(pod)
            del self._claimed[pod]
            if holder := self._live.pop(pod, None):
                holder.end("taken")
            if holders.get(pod) in ("pod", "empty"):
                self._crank.release(pod)

    def _seat(self, holder: Holder) -> bool:
        if not self._is_pod(holder):
            holder.end("taken")
            return False
        self._live[holder.pod] = holder
        self._access.revoke(holder.pod, but=holder.grant.id)
        pod = self._crank.pods.get(holder.pod)
        if isinstance(pod, BrowserPod):
            pod.plug(self._crank.now())
        holder.tell(seated=holder.pod)
        return True

    def _is_pod(self, holder: Holder) -> bool:
        """Claim the pod, unless it is this page's already."""
        mine = (holder.grant.id, self._crank.pods.get(holder.pod))
        if mine[1] is not None and self._claimed.get(holder.pod) == mine:
            return True
        if not self._crank.claim(holder.pod, holder.grant.id):
            return False
        self._claimed[holder.pod] = holder.grant.id, self._crank.pods[holder.pod]
        return True

    def _leave_seat(self, holder: Holder, why: str) -> None:
        del self._live[holder.pod]
        pod = self._crank.pods.get(holder.pod)
        if isinstance(pod, BrowserPod):
            pod.unplug(self._crank.now(), why)
