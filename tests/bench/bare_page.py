"""The baseline of `start.first_page`: one page by Starlette and uvicorn, and nothing else."""

from __future__ import annotations

import socket

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route


class Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        port = self.servers[0].sockets[0].getsockname()[1]
        print(f"The page is at http://127.0.0.1:{port}/", flush=True)


async def page(request: Request) -> Response:
    return PlainTextResponse("here")


if __name__ == "__main__":
    Server(uvicorn.Config(Starlette(routes=[Route("/", page)]), port=0, log_level="warning")).run()
