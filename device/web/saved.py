"""Finished games over HTTP: the list, the log as a file, and every step of it as each seat knew it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from device.exits import WrongUse
from device.web.replay import Replays
from device.web.rooms import Room

Page = Callable[[Request], Awaitable[Response]]


def routes(room: Room) -> list[Route]:
    """All of them ask for a token of any role, in the Authorization header: finished games have no secrets."""
    replays = Replays(room.crank)

    async def finished(request: Request) -> Response:
        return JSONResponse(room.crank.finished())

    async def export(request: Request) -> Response:
        game = request.path_params["game"]
        name = f'attachment; filename="croupier-{game}.jsonl"'
        headers = {"content-disposition": name}
        return Response(room.crank.export(game), media_type="application/x-ndjson", headers=headers)

    async def steps(request: Request) -> Response:
        return JSONResponse(replays.steps(request.path_params["game"], _seat(request)))

    async def step(request: Request) -> Response:
        shown = replays.step(
            request.path_params["game"], request.path_params["step"], _seat(request), _lang(request)
        )
        return JSONResponse(shown)

    return [
        Route("/finished", _for_all(room, finished)),
        Route("/finished/{game:int}", _for_all(room, export)),
        Route("/finished/{game:int}/steps", _for_all(room, steps)),
        Route("/finished/{game:int}/steps/{step:int}", _for_all(room, step)),
    ]


def _for_all(room: Room, page: Page) -> Page:
    async def guarded(request: Request) -> Response:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        if room.access.grant(token) is None:
            return JSONResponse({"error": "unknown"}, 401)
        try:
            return await page(request)
        except (LookupError, WrongUse, OverflowError) as e:
            return JSONResponse({"error": str(e)}, 404)

    return guarded


def _seat(request: Request) -> int | None:
    seat = request.query_params.get("seat", "")
    return int(seat) if seat.isdecimal() else None


def _lang(request: Request) -> str:
    return "ja" if request.query_params.get("lang") == "ja" else "en"
