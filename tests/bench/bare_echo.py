"""The baseline of `latency.*`: a socket under Starlette and uvicorn that answers each message with as many bytes as a
picture has, after one insert into SQLite when the message asks for it.

`python -m tests.bench.bare_echo FILE`
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from tests.bench.bare_page import Server
from tests.bench.bench_journal import bare, insert

PICTURE = bytes(1 + 4 + 1024)


def serve(path: Path) -> None:
    db, numbers = bare(path), count()

    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        async for said in socket.iter_text():
            if said == "insert":
                insert(db, next(numbers))
            await socket.send_bytes(PICTURE)

    app = Starlette(routes=[WebSocketRoute("/", echo)])
    Server(uvicorn.Config(app, port=0, log_level="warning", ws_per_message_deflate=False)).run()


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
