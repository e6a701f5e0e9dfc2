"""What the pages cost: bytes of each page, and messages to many pages beside naive sends of every frame."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import uvicorn
import websockets
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from device.web.hub import Hub
from drivers.browser import BrowserPod

STATIC = Path(str(files("device.web"))) / "static"
PANELS, PAGES, RATE, SECONDS = 7, 50, 20, 2.0
NAMED = re.compile(r"(?:(?:from|import) '\./|/static/)([\w.-]+)")


def weights() -> dict[str, int]:
    """Bytes of each page with all that it loads, uncompressed."""
    return {
        page.stem: sum((STATIC / f).stat().st_size for f in _loads(page.name))
        for page in STATIC.glob("*.html")
    }


def _loads(name: str) -> set[str]:
    seen: set[str] = set()
    todo = [name]
    while todo:
        file = todo.pop()
        if file not in seen:
            seen.add(file)
            todo += NAMED.findall((STATIC / file).read_text("utf-8"))
    return seen


class _Table:
    """As much of a crank as the hub looks at."""

    def __init__(self) -> None:
        self.pods = {n: BrowserPod(n, lambda event: None) for n in range(1, PANELS + 1)}
        self.watchers: list[Callable[[Any], None]] = []

    def now(self) -> float:
        return time.monotonic()

    def watch(self, callback: Callable[[Any], None]) -> Callable[[], None]:
        self.watchers.append(callback)
        return lambda: self.watchers.remove(callback)

    def board(self) -> dict[str, Any]:
        return {}

    def change(self) -> None:
        """Every panel shows another picture."""
        for pod in self.pods.values():
            pod.show(os.urandom(1024))
        changes = SimpleNamespace(pods=set(self.pods), board=False, cues=())
        for watcher in tuple(self.watchers):
            watcher(changes)


async def _share(endpoint: Callable[[WebSocket], Any], change: Callable[[], None]) -> float:
    """CPU seconds of the serving process while the panels change; the pages read in a process of their own."""
    config = uvicorn.Config(
        Starlette(routes=[WebSocketRoute("/", endpoint)]),
        port=0,
        log_level="error",
        ws_per_message_deflate=False,
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    command = (sys.executable, "-m", "tests.bench.bench_web", str(port))
    pages = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    assert pages.stdout is not None and await pages.stdout.readline()
    before, begun = time.process_time(), time.monotonic()
    for n in range(int(RATE * SECONDS)):
        change()
        await asyncio.sleep(max(0.0, begun + (n + 1) / RATE - time.monotonic()))
    used = time.process_time() - before
    pages.kill()
    await pages.wait()
    server.should_exit = True
    await task
    return used


async def _pages(port: int) -> None:
    """Fifty pages that only listen."""
    links = [await websockets.connect(f"ws://127.0.0.1:{port}/", compression=None) for _ in range(PAGES)]
    print("ready", flush=True)
    await asyncio.gather(*map(_read, links))


async def _read(link: Any) -> None:
    async for _ in link:
        pass


async def _fanout() -> tuple[float, float]:
    """(the hub's, the naive way's) CPU seconds."""
    table = _Table()
    hub = Hub(table)  # type: ignore[arg-type]

    async def page(socket: WebSocket) -> None:
        await socket.accept()
        client = hub.join(table.pods)
        sender = asyncio.create_task(client.run(socket.send_bytes))
        await socket.receive()
        hub.leave(client)
        sender.cancel()

    ours = await _share(page, table.change)
    plain, sockets, sending = _Table(), set[WebSocket](), set[asyncio.Future[None]]()

    async def naive(socket: WebSocket) -> None:
        await socket.accept()
        sockets.add(socket)
        await socket.receive()
        sockets.discard(socket)

    def change() -> None:
        plain.change()
        for pod in plain.pods.values():
            for socket in sockets:
                sent = asyncio.ensure_future(socket.send_bytes(bytes((pod.number,)) + pod.frame))
                sending.add(sent)
                sent.add_done_callback(sending.discard)

    return ours, await _share(naive, change)


def run() -> dict[str, dict[str, Any]]:
    """Each figure with its baseline from the same run."""
    ours, naive = asyncio.run(_fanout())
    heaviest = max(weights().values())
    return {
        "fanout": {
            "value": round(ours / naive, 4),
            "unit": "of naive sends, in seconds of a core",
            "baseline": round(naive, 4),
            "bound": round(1 / 3, 4),
        },
        "page.weight": {"value": heaviest / 1000, "unit": "kB", "bound": 150},
    }


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(_pages(int(sys.argv[1])))
    else:
        print(run())
        print(weights())
