"""What stands at the door: the pages at once, their sockets and all else as soon as the table is open.

A table takes its time to open on a small machine. Whoever looks meanwhile has the page already, and it comes to life
by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from importlib.resources import files
from typing import Literal

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from device.web.guard import Guard

Mode = Literal["sim", "run"]
STATIC = files("device.web") / "static"
PAGES = ("seat", "board", "host", "replay", "join")


def page(name: str) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint of one page."""

    async def endpoint(request: Request) -> Response:
        html = (STATIC / f"{name}.html").read_bytes()
        return Response(html, media_type="text/html; charset=utf-8", headers={"cache-control": "no-cache"})

    return endpoint


def routes(mode: Mode) -> list[BaseRoute]:
    """The pages and their files: all that there is without a table."""
    return [
        Route("/", page("sim" if mode == "sim" else "join")),
        *(Route(f"/{name}", page(name)) for name in PAGES),
        Mount("/static", StaticFiles(directory=str(STATIC))),
    ]


class Front:
    """An application that is there before its table."""

    def __init__(self, mode: Mode, names: Iterable[str]) -> None:
        self._table: ASGIApp | None = None
        self._decided = asyncio.Event()
        self.app = Starlette(
            routes=[*routes(mode), Mount("/", self._later)],
            middleware=[Middleware(Guard, names=tuple(names))],
        )

    def open(self, table: ASGIApp) -> None:
        """The table is open: whoever waits for it goes in."""
        self._table = table
        self._decided.set()

    def close(self) -> None:
        """Who still waits is sent away: the table will not open any more."""
        self._decided.set()

    async def _later(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._decided.wait()
        await (self._table or _away(scope))(scope, receive, send)


def _away(scope: Scope) -> ASGIApp:
    why = "the table did not open"
    return WebSocketClose(1013, why) if scope["type"] == "websocket" else PlainTextResponse(f"{why}\n", 503)
