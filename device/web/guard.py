"""What every request and answer passes: Host and Origin are checked, sizes bounded, safe headers set."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

LARGEST_BODY = 64 * 1024
LONGEST_ADDRESS = 512
"""Bytes of a path and what follows it: no page of ours is near it."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Guard:
    """Wraps the application. `names` are the host names it answers to besides "localhost" and IP addresses.

    A page of another site can only reach the table by a name of that site (DNS rebinding) or with its own Origin; both
    are turned away here.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app = app
        self._names = {"localhost", "testserver", *(n.lower() for n in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif fault := self._fault(scope):
            refusal = (
                PlainTextResponse(fault, 403) if scope["type"] == "http" else WebSocketClose(4403, fault)
            )
            await refusal(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._app(scope, _bounded(receive), _with_headers(send))

    def _fault(self, scope: Scope) -> str:
        """Why this request is turned away, "" when it is fine."""
        if len(scope["path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            return "there is no page with so long an address"
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._known(host):
            return f"this table does not answer to the name {host!r}: open it by its address"
        origin = headers.get("origin")
        writes = scope["type"] == "websocket" or scope.get("method") not in ("GET", "HEAD")
        if writes and origin is not None and origin.split("://")[-1] != host:
            return f"a page of {origin} may not talk to this table"
        return ""

    def _known(self, host: str) -> bool:
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if name.lower() in self._names:
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True


def _bounded(receive: Receive) -> Receive:
    """Like `receive`, but a body that grows too large ends the connection."""
    size = 0

    async def bounded() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        return message if size <= LARGEST_BODY else {"type": "http.disconnect"}

    return bounded


def _with_headers(send: Send) -> Send:
    async def sends(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return sends
