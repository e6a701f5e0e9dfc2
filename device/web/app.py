"""The web application of a table: its pages, their sockets, what they ask for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from device.web import link, saved
from device.web.access import ALPHABET, CODE_SIGNS, Access, Refused, Role
from device.web.front import Mode, page, routes
from device.web.guard import Guard
from device.web.needs import Crank, Simulated
from device.web.rooms import Room


def make(
    crank: Crank,
    mode: Mode,
    access: Access,
    *,
    simulated: Simulated | None = None,
    base: Callable[[], str] = lambda: "http://127.0.0.1:8048",
    names: Iterable[str] = (),
) -> Starlette:
    """The application of one table. `base` gives the address that phones use now, `names` the host names it answers to.

    It must be served in the crank's own loop: everything here calls the crank directly.
    """
    room = Room(crank, access, simulated if mode == "sim" else None, base)
    roles: tuple[Role, ...] = ("sim", "seat", "board", "host") if mode == "sim" else ("seat", "board", "host")

    all_routes = [
        *routes(mode),
        *(WebSocketRoute(f"/ws/{role}", _socket(role, room)) for role in roles),
        Route("/join", _join(room), methods=["POST"]),
        *saved.routes(room),
        Route("/{code}", _code),
    ]
    return Starlette(routes=all_routes, middleware=[Middleware(Guard, names=tuple(names))])


def _socket(role: Role, room: Room) -> Callable[[WebSocket], Awaitable[None]]:
    async def endpoint(socket: WebSocket) -> None:
        await link.serve(socket, role, room)

    return endpoint


def _join(room: Room) -> Callable[[Request], Awaitable[Response]]:
    async def join(request: Request) -> Response:
        """A join code for a token. A mere visit of the address uses nothing up: messengers look at links."""
        try:
            said = msgspec.json.decode(await request.body())
            pod, token = room.access.exchange(
                str(said["code"]), request.client.host if request.client else ""
            )
        except Refused as e:
            return JSONResponse({"error": e.reason}, 429 if e.reason == "slow" else 404)
        except (ValueError, KeyError, TypeError, RecursionError):
            return JSONResponse({"error": "malformed"}, 400)
        except ClientDisconnect:  # gone, or cut off because it sent too much
            return JSONResponse({"error": "too large"}, 413)
        return JSONResponse({"pod": pod, "token": token})

    return join


async def _code(request: Request) -> Response:
    """The short address in a seat's QR code: the join page, which reads the code from its own address."""
    code = request.path_params["code"].upper()
    if len(code) == CODE_SIGNS and set(code) <= set(ALPHABET):
        return await page("join")(request)
    return Response("There is no such page.\n", 404, media_type="text/plain")
