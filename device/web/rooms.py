"""What a page of each role is told first, and what it may do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import segno

from device.cues import CUES
from device.exits import CroupierError
from device.web.access import Access, Grant, Role, join_url
from device.web.hub import Client, Hub
from device.web.needs import Changes, Crank, Simulated
from device.web.pad import pad
from device.web.phones import Holder, Phones
from drivers.browser import BrowserPod
from drivers.ports import HostEdge
from rules.games import GAMES

Said = dict[str, Any]
Action = Callable[["Room", Client, "Holder | None", Said], str]


class Room:
    """One table's pages together. `base` gives the address that phones use now ("http://192.168.1.23:8048")."""

    def __init__(
        self, crank: Crank, access: Access, simulated: Simulated | None, base: Callable[[], str]
    ) -> None:
        self.crank, self.access, self.simulated, self.base = crank, access, simulated, base
        self.hub = Hub(crank)
        self.phones = Phones(crank, access)
        self.held: dict[Client, set[tuple[int, str]]] = {}
        """Keys that each sim page holds down: (pod, key), pod 0 for the HOST key."""
        self.board = access.token("board")
        """One for all that the host's pages show around: a page that is opened anew makes no new one."""
        crank.watch(self._turned)

    def _turned(self, changes: Changes) -> None:
        if changes.board:
            self.phones.settle({s["pod"]: s["holder"] for s in self.crank.board()["seats"]})

    def shown(self) -> set[int]:
        """The pods that the sim page may see: browser pods that no phone holds."""
        return {
            n for n, p in self.crank.pods.items() if isinstance(p, BrowserPod) and not self.phones.live(n)
        }

    def greet(self, role: Role, grant: Grant, client: Client) -> Callable[[], None]:
        """Say who the page is and what it needs once; returns what to call when it ends."""
        hello: dict[str, Any] = {
            "role": role,
            "pod": grant.pod,
            "cues": {k: c.notes for k, c in CUES.items()},
        }
        unlisten: Callable[[], None] = lambda: None  # noqa: E731
        if role == "seat" and grant.pod is not None:
            client.extra = _pad_of(self, grant.pod)
        if role == "host":
            hello["board"] = self.board
            hello["sheets"] = {g.id: g.placeholder for g in GAMES.values() if g.sheet is not None}
            hello["simulated"] = self.simulated is not None
        if role == "sim" and self.simulated is not None:
            hello["simulated"] = self.simulated.parts
            hello["faults"] = self.simulated.fault is not None
            client.extra = _sight_of(self, client)
            if self.simulated.buzzer is not None:
                unlisten = self.simulated.buzzer.listen(lambda notes: client.tell(tune=notes))
        client.tell(hello=hello)
        return unlisten

    def let_go(self, client: Client) -> None:
        """A sim page is gone: nothing that it held stays down."""
        for pod, key in sorted(self.held.pop(client, ())):
            _edge(self, pod, key, False)


def actions(role: Role) -> dict[str, Action]:
    """What this role may say: the message's key → what is done. An answer is "" or what is wrong."""
    return _ACTIONS[role]


def _edge(room: Room, pod: int, key: str, down: bool) -> None:
    if pod == 0:
        room.crank.sink(HostEdge(down, room.crank.now()))
    elif isinstance(place := room.crank.pods.get(pod), BrowserPod):
        place.key(key, down, room.crank.now())


def _sim_key(room: Room, client: Client, holder: Holder | None, said: Said) -> str:
    pod, key, down = int(said.get("pod", 0)), str(said["key"]), bool(said["down"])
    if pod and pod not in client.pods:
        return f"pod {pod} is not on this page"
    _edge(room, pod, key, down)
    held = room.held.setdefault(client, set())
    (held.add if down else held.discard)((pod, key))
    return ""


def _seat_key(room: Room, client: Client, holder: Holder | None, said: Said) -> str:
    if holder is not None:
        room.phones.key(holder, str(said["key"]), bool(said["down"]))
    return ""


def _give(room: Room, client: Client, holder: Holder | None, said: Said) -> str:
    if holder is not None:
        room.phones.give(holder, said["give"] is True)
    return ""


def _marble(room: Room, client: Client, holder: Holder | None, said: Said) -> str:
    if room.simulated is None or room.simulated.marble is None:
        return "there is no simulated tower"
    room.simulated.marble()
    return ""


def _fault(room: Room, client: Client, holder: Holder | None, said: Said) -> str:
    if room.simulated is None or room.simulated.fault is None:
        return "faults can only be made in a simulation"
    return room.simulated.fault(str(said["fault"]))


def _do(room: Room, client: Client, holder: Holder | None, said: Said) -> str:
    return room.crank.do(said)


def _invite(room: Room, client: Client, holder: Holder | None, said: Said) -> str:
    """A join code for a pod, with its QR code as rows of 0 and 1."""
    pod = int(said["invite"])
    if pod not in room.crank.pods:
        return f"there is no pod {pod}"
    invite = room.access.invite(pod)
    url = join_url(room.base(), invite.code)
    rows = ["".join("01"[bit] for bit in row) for row in segno.make(url, error="l", boost_error=False).matrix]
    left = round(invite.until - room.crank.now())
    client.tell(invite={"pod": pod, "code": invite.code, "url": url, "left": left, "rows": rows})
    return ""


def _save(room: Room, client: Client, holder: Holder | None, said: Said) -> str:
    """An owner's sheet, checked and written beside the settings."""
    name, game = str(said["save"]), GAMES.get(str(said["game"]))
    if game is None:
        return f"there is no game {said['game']!r}"
    try:
        room.crank.sheets.save(game, name, said["sheet"])
    except CroupierError as e:
        return str(e)
    client.tell(saved=name)
    room.crank.do({"do": "sheet", "game": game.id, "name": name})
    return ""


_ACTIONS: dict[Role, dict[str, Action]] = {
    "sim": {"key": _sim_key, "marble": _marble, "fault": _fault, "invite": _invite, "do": _do},
    "seat": {"key": _seat_key, "give": _give},
    "host": {"do": _do, "invite": _invite, "save": _save},
    "board": {},
}


def _pad_of(room: Room, pod: int) -> Callable[[], dict[str, Any]]:
    """The labels of a seat's keys and its frame in words, whenever they changed."""
    last: dict[str, Any] = {}

    def extra() -> dict[str, Any]:
        nonlocal last
        now = pad(room.crank.scene(pod)) if room.phones.live(pod) else {}
        if now == last:
            return {}
        last = now
        return {"pad": now}

    return extra


def _sight_of(room: Room, client: Client) -> Callable[[], dict[str, Any]]:
    """Which pods the sim page shows; a phone's pod is its own."""
    last: list[int] = []

    def extra() -> dict[str, Any]:
        nonlocal last
        now = sorted(room.shown())
        if now == last:
            return {}
        last = now
        client.see(now)
        return {"pods": now}

    return extra
