"""A table in memory with its web application, and pages without a browser: sockets that speak ASGI in one loop."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from device.web.access import Access, Role
from device.web.app import make
from device.web.needs import Simulated
from drivers.browser import BrowserBuzzer, BrowserPod
from drivers.ports import PEEK
from tests.device.evening import Evening

FRAME = 1024


class WebTable:
    """Seven browser pods in virtual time. `turn()` lets the crank and all sockets do what there is to do."""

    def __init__(self, folder: Path, *, simulated: bool = True, **kw: Any) -> None:
        self.evening = Evening(folder, **kw)
        self.crank = self.evening.crank
        devices = self.crank.devices
        devices.pods.update({n: BrowserPod(n, self.crank.sink) for n in devices.pods})
        devices.phone = lambda n: BrowserPod(n, self.crank.sink)
        for n in devices.pods:
            self.crank.panels.forget(n)
        self.access = Access(self.crank.now)
        self.buzzer = BrowserBuzzer()
        self.pages: list[Page] = []
        self.marbles: list[None] = []
        self.faults: list[str] = []
        parts = Simulated(("pods",), self.buzzer, lambda: self.marbles.append(None), self._fault)
        self.app = make(
            self.crank,
            "sim" if simulated else "run",
            self.access,
            simulated=parts,
            base=lambda: "http://192.168.1.23:8048",
        )
        self.evening.wait(0)

    def _fault(self, line: str) -> str:
        self.faults.append(line)
        return "" if line.startswith("at ") else "line 1: a fault begins with `at`"

    async def turn(self, seconds: float = 0.0) -> None:
        for _ in range(3):
            await asyncio.sleep(0)
            self.evening.wait(seconds)
            seconds = 0.0
            for _ in range(6):
                await asyncio.sleep(0)

    async def hold(self, pod: int, keys: str) -> None:
        """Press keys under PEEK; every page is told of each before the next."""
        place = self.evening.pods[pod]
        place.down(PEEK, self.crank.now())
        await self.turn(0.35)
        for key in keys.split():
            place.press(key, self.crank.now())
            await self.turn(0.35)
        place.up(PEEK, self.crank.now())
        await self.turn(0.35)

    async def close(self) -> None:
        """Every page goes."""
        for page in self.pages:
            if page.closed is None:
                await page.leave()

    async def open(self, role: Role, token: str, first: str | None = None) -> Page:
        """A page with its token said; what it is told first has arrived."""
        page = Page(self, role)
        await page.say_raw(json.dumps({"token": token}) if first is None else first)
        await self.turn()
        return page


class Page:
    """A page's socket. `pods` are the newest pictures, `rest` all else that was told, newest last."""

    def __init__(
        self, table: WebTable, role: str, host: str = "127.0.0.1:8048", origin: str | None = None
    ) -> None:
        self.table, self.pods, self.rest = table, {}, []  # type: ignore[var-annotated]
        self.messages: list[bytes] = []
        self.closed: tuple[int, str] | None = None
        table.pages.append(self)
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        headers = [(b"host", host.encode()), (b"origin", (origin or f"http://{host}").encode())]
        scope = {
            "type": "websocket", "path": f"/ws/{role}", "raw_path": b"", "query_string": b"", "headers": headers,
            "scheme": "ws", "client": ("192.168.1.50", 4242), "server": ("127.0.0.1", 8048), "subprotocols": [],
            "extensions": {}, "root_path": "", "asgi": {"version": "3.0"},
        }  # fmt: skip
        self._task = asyncio.ensure_future(table.app(scope, self._in.get, self._hear))  # type: ignore[arg-type]

    async def _hear(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self.closed = message.get("code", 1000), message.get("reason") or ""
        elif data := message.get("bytes"):
            self.messages.append(data)
            pods, rest = unpack(data)
            self.pods.update(pods)
            self.rest.append(rest)

    async def say_raw(self, text: str) -> None:
        self._in.put_nowait({"type": "websocket.receive", "text": text})
        await self.table.turn()

    async def say(self, **message: Any) -> None:
        await self.say_raw(json.dumps(message))

    async def beat(self) -> None:
        self._in.put_nowait({"type": "websocket.receive", "bytes": b""})
        await self.table.turn()

    async def leave(self) -> None:
        """The link ends."""
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1006})
        await self.table.turn()
        await self._task

    def told(self, key: str) -> Any:
        """The newest word under this key, None when there was none."""
        return next((rest[key] for rest in reversed(self.rest) if key in rest), None)


def unpack(data: bytes) -> tuple[dict[int, bytes], dict[str, Any]]:
    """The pictures and the rest of one message."""
    pods, at = {}, 1
    for _ in range(data[0]):
        pods[data[at]] = data[at + 4 : at + 4 + FRAME]
        at += 4 + FRAME
    return pods, json.loads(data[at:]) if data[at:] else {}
