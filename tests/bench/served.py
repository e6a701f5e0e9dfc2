"""`croupier sim` as a process of its own: started, asked for its page, played by its socket, watched while it rests."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import websockets

SIM = ("-m", "device.cli", "sim", "--port", "0", "--host", "127.0.0.1")
PICTURE = 4 + 1024
TICK = os.sysconf("SC_CLK_TCK")


class Served:
    """A running server. `url` is the address it told first."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.url = self.address()

    def address(self, of: str = "") -> str:
        """The next address that it tells, of the page that is named."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if of in line and (found := re.search(r"http://\S+", line)):
                return found[0]
        raise AssertionError(f"the server told no address {of}")

    def page(self) -> bytes:
        """The page at that address."""
        with urllib.request.urlopen(self.url) as answer:
            return bytes(answer.read())

    async def socket(self, path: str) -> Any:
        """A socket of this server."""
        return await websockets.connect(f"ws://{urlsplit(self.url).netloc}{path}", compression=None)

    async def table(self) -> Page:
        """The page of all seats."""
        return await self._let_in("sim", self.url)

    async def board(self) -> Page:
        """The page that everybody sees."""
        return await self._let_in("board", self.address("board"))

    async def _let_in(self, role: str, address: str) -> Page:
        """By the address's token."""
        page = Page(await self.socket(f"/ws/{role}"))
        await page.say(token=urlsplit(address).fragment)
        return page

    def used(self) -> float:
        """Seconds of a core so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> float:
        """Resident megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024


class Page:
    """A page without a browser."""

    def __init__(self, link: Any) -> None:
        self.link = link

    async def say(self, **said: Any) -> None:
        await self.link.send(json.dumps(said))

    async def do(self, what: str, **said: Any) -> None:
        """A command of the host's."""
        await self.say(do=what, **said)

    async def picture(self, pod: int) -> None:
        """Return when a message with this pod's picture is here."""
        while pod not in _pods(await self.link.recv()):
            pass

    async def press(self, pod: int, key: str) -> None:
        """A key goes down and up, and what comes of it has come."""
        await self.say(pod=pod, key=key, down=True)
        await self.say(pod=pod, key=key, down=False)
        await self.rest()

    async def rest(self, seconds: float = 0.1) -> None:
        """Read until nothing has come for so long."""
        while await self.count(seconds):
            pass

    async def count(self, seconds: float) -> int:
        """How many messages come in so many seconds."""
        messages = 0
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await self.link.recv()
                    messages += 1
        except TimeoutError:
            return messages


def _pods(message: bytes) -> set[int]:
    """The pods of which a message has pictures (device/web/hub.py)."""
    return {message[1 + n * PICTURE] for n in range(message[0])}


@contextmanager
def served(*args: str) -> Iterator[Served]:
    """This interpreter with these arguments, ended at the end."""
    process = subprocess.Popen((sys.executable, *args), stdout=subprocess.PIPE, text=True)
    try:
        yield Served(process)
    finally:
        process.terminate()
        process.wait(10)
        assert process.stdout is not None
        process.stdout.close()


def sim(folder: Path, *args: str) -> Sequence[str]:
    """The arguments of a simulated table in this folder."""
    return (*SIM, "--data", str(folder), *args)
