"""Requests to a tower: one on its way at a time, sent again until it is answered. Pure; times are monotonic seconds.

A request is sent again after 250 ms, 500 ms and 1 s, or at once when the tower says that it could not read a line. If
2 s after the fourth sending there is no reply, the tower is lost.
"""

from __future__ import annotations

from collections import deque

import msgspec

from drivers.tower.ctp import Message, frame

RESEND_S = (0.25, 0.5, 1.0, 2.0)
UNREADABLE = ("CRC", "LONG", "SOF")


class Request(msgspec.Struct):
    """A line to the tower that waits for its reply. `no` is the roll that it is about, 0 for none."""

    ident: str
    verb: str
    line: bytes
    no: int = 0
    sends: int = 0
    due: float = 0.0


class Exchange:
    """The host's side of asking and being answered."""

    def __init__(self) -> None:
        self.out = bytearray()
        """What has to be written to the port."""
        self.resent = 0
        self.last = 0.0
        """When something was last said by either end."""
        self._queue: deque[Request] = deque()
        self._ident = 0

    def clear(self) -> None:
        """Forget everything that was asked and not answered."""
        self._queue.clear()
        self.out.clear()

    def ask(self, now: float, verb: str, no: int = 0, *pairs: tuple[str, object]) -> None:
        """Queue a request; `no` becomes its first value."""
        self._ident = self._ident % 65535 + 1
        line = frame(str(self._ident), verb, *([("no", no)] if no else []), *pairs)
        self._queue.append(Request(str(self._ident), verb, line, no))
        self._advance(now)

    def acknowledge(self, ident: str, now: float) -> None:
        """Tell the tower that its event has come."""
        self.last = now
        self.out += frame(ident, "ACK")

    def forget(self, no: int, now: float) -> None:
        """Drop what is still asked about a roll that has ended."""
        self._queue = deque(request for request in self._queue if request.no != no)
        self._advance(now)

    def replied(self, message: Message, now: float) -> Request | None:
        """The request that this line answers, if any; the next one goes on its way with the caller's next `tick`."""
        self.last = now
        if not self._queue:
            return None
        request = self._queue[0]
        if message.ident == request.ident:
            return self._queue.popleft()
        unread = message.verb == "ERR" and message.values.get("code") in UNREADABLE
        if message.ident == "?" and unread and request.sends < len(RESEND_S):
            self._send(request, now)
        return None

    def tick(self, now: float) -> bool:
        """Send what is due. False: the tower has had its four chances."""
        self._advance(now)
        if self._queue and now >= self._queue[0].due:
            if self._queue[0].sends == len(RESEND_S):
                return False
            self._send(self._queue[0], now)
        return True

    @property
    def due(self) -> float | None:
        """When the request on its way is to be sent again, or given up; None: nothing is on its way."""
        return self._queue[0].due if self._queue else None

    def _advance(self, now: float) -> None:
        if self._queue and not self._queue[0].sends:
            self._send(self._queue[0], now)

    def _send(self, request: Request, now: float) -> None:
        self.resent += request.sends > 0
        request.due = now + RESEND_S[request.sends]
        request.sends += 1
        self.out += request.line
        self.last = now
