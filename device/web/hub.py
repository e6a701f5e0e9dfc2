"""From one turn of the crank to every page: one message a client and turn with what changed, nothing at rest.

A message is binary. Byte 0 counts the pictures; each has 4 bytes (pod, flags, brightness, 0) and the frame's 1,024;
then comes one JSON object with everything else. Flags: 1 screen on, 2 and 4 the lamps. What many clients get is packed
once. A client that cannot keep up gets the newest state later instead of a queue.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from device.cues import CUES
from device.web.needs import Changes, Crank
from drivers.browser import BrowserPod

Send = Callable[[bytes], Any]
SOUNDS = 8
"""Cues that wait for a page which takes nothing; older ones are stale anyway."""


class Client:
    """One page that looks on. `pods` are the pictures it may see, `looks` whether it is told of the board."""

    def __init__(self, hub: Hub, pods: Iterable[int], looks: bool) -> None:
        self.pods = frozenset(pods)
        self.looks = looks
        self.extra: Callable[[], dict[str, Any]] = dict
        """What only this page is told, asked once a message."""
        self._hub = hub
        self._stale_pods: set[int] = set(self.pods)
        self._stale_board = looks
        self._cues: list[tuple[str, float]] = []
        self._notes: dict[str, Any] = {}
        self._wake = asyncio.Event()
        self._wake.set()

    def turned(self, changes: Changes) -> None:
        """A turn of the crank changed something."""
        self._stale_pods.update(self.pods.intersection(changes.pods))
        self._stale_board |= self.looks and changes.board
        self._cues.extend((cue, self._hub.now()) for cue in changes.cues if self.looks)
        del self._cues[:-SOUNDS]
        if self._stale_pods or self._stale_board or self._cues:
            self._wake.set()

    def tell(self, **notes: Any) -> None:
        """Something for this page alone goes with its next message."""
        self._notes.update(notes)
        self._wake.set()

    def see(self, pods: Iterable[int]) -> None:
        """From now on these pods' pictures may be seen; new ones are sent at once."""
        pods = frozenset(pods)
        self._stale_pods = (self._stale_pods & pods) | (pods - self.pods)
        self.pods = pods
        self._wake.set()

    async def run(self, send: Send) -> None:
        """Send until cancelled or the link breaks."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if message := self._message():
                await send(message)

    def _message(self) -> bytes:
        notes = {**self._notes, **self.extra()}
        now = self._hub.now()
        cues = tuple(cue for cue, at in self._cues if at >= now - CUES[cue].stale)
        pods, board = frozenset(self._stale_pods), self._stale_board
        self._stale_pods, self._stale_board, self._cues, self._notes = set(), False, [], {}
        if not (pods or board or cues or notes):
            return b""
        return self._hub.pack(pods, board, cues, notes)


class Hub:
    """All clients of a table, and the packing they share."""

    def __init__(self, crank: Crank) -> None:
        self.crank = crank
        self.now = crank.now
        self.clients: set[Client] = set()
        self._packed: dict[object, bytes] = {}
        self._board: msgspec.Raw | None = None
        crank.watch(self._turned)

    def join(self, pods: Iterable[int] = (), looks: bool = True) -> Client:
        client = Client(self, pods, looks)
        self.clients.add(client)
        return client

    def leave(self, client: Client) -> None:
        self.clients.discard(client)

    def pack(self, pods: frozenset[int], board: bool, cues: tuple[str, ...], notes: dict[str, Any]) -> bytes:
        """One message. Equal ones of a turn are packed once."""
        key = (pods, board, cues)
        if notes:
            return self._pictures(pods) + self._rest(board, cues, notes)
        if key not in self._packed:
            self._packed[key] = self._pictures(pods) + self._rest(board, cues, {})
        return self._packed[key]

    def _turned(self, changes: Changes) -> None:
        self._packed.clear()
        if changes.board:
            self._board = None
        for client in self.clients:
            client.turned(changes)

    def _pictures(self, pods: frozenset[int]) -> bytes:
        shown = [p for n in sorted(pods) if isinstance(p := self.crank.pods.get(n), BrowserPod)]
        parts = [bytes((len(shown),))]
        for pod in shown:
            flags = pod.on | pod.lamp[0] << 1 | pod.lamp[1] << 2
            parts += (bytes((pod.number, flags, pod.level, 0)), pod.frame)
        return b"".join(parts)

    def _rest(self, board: bool, cues: tuple[str, ...], notes: dict[str, Any]) -> bytes:
        rest = dict(notes)
        if board:
            if self._board is None:
                self._board = msgspec.Raw(msgspec.json.encode(self.crank.board()))
            rest["board"], rest["now"] = self._board, self.now()
        if cues:
            rest["cues"] = cues
        return msgspec.json.encode(rest) if rest else b""
