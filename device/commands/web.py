"""The pages' server: up before its table is."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from typing import TYPE_CHECKING

import uvicorn

from device.commands.serve import names, reached
from device.exits import FINE
from device.settings import Settings
from device.web.access import Access, Role, addresses, join_url
from device.web.front import Front, Mode

if TYPE_CHECKING:
    from device.crank import Crank
    from device.web.needs import Simulated


class _Server(uvicorn.Server):
    """Tells when it is up."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()


class Web:
    """Serves in this loop. Pages come at once, their sockets when the table opens."""

    def __init__(
        self, settings: Settings, server: socket.socket, mode: Mode, now: Callable[[], float]
    ) -> None:
        self.settings, self.mode = settings, mode
        self.port = server.getsockname()[1]
        self.names = names(settings.web.public)
        self.access = Access(now, settings.folder / "access.json")
        self.front = Front(mode, self.names)
        config = uvicorn.Config(
            self.front.app,
            log_level="warning",
            ws_per_message_deflate=False,
            ws_max_size=64 * 1024,
            lifespan="on",
            access_log=False,
        )
        self._server = _Server(config)
        self._serving = asyncio.create_task(self._server.serve(sockets=[server]))

    async def up(self, show: bool = False) -> None:
        """Return when pages can be had, their addresses told. `show` opens the first one in a browser here."""
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, self._stop)
        await self._server.up.wait()
        roles: tuple[Role, ...] = ("sim", "host", "board") if self.mode == "sim" else ("host", "board")
        pages = addresses(self.access, reached(self.settings.web.host, self.port), roles)
        for page, url in pages.items():
            print(f"Croupier's {page} page is at {url}", flush=True)
        if show and (
            os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform == "darwin"
        ):
            webbrowser.open(next(iter(pages.values())))

    async def serve(self, crank: Crank, simulated: Simulated | None = None) -> int:
        """The table is open: serve it until a signal ends it, then close it."""
        from device.scene import Join  # the table's side of the pages, which are out already
        from device.web.app import make

        def invited(pod: int) -> Join:
            invite = self.access.invite(pod)
            return Join(pod, join_url(self.base(), invite.code), invite.code, invite.until)

        crank.devices.invite = invited
        app = make(crank, self.mode, self.access, simulated=simulated, base=self.base, names=self.names)
        self.front.open(app)
        await self._serving
        crank.close()
        return FINE

    async def close(self) -> None:
        """Serve nothing any more, whether the table has opened or not."""
        self.front.close()
        self._stop()
        await self._serving

    @property
    def stopping(self) -> bool:
        """Whether a signal has ended it."""
        return self._server.should_exit

    def base(self) -> str:
        """The address that phones use now."""
        return self.settings.web.public or reached(self.settings.web.host, self.port)

    def _stop(self) -> None:
        self._server.should_exit = True
