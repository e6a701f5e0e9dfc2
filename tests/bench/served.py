"""`croupier sim` as a process of its own: started, asked for its page, played by its socket, watched while it rests."""

from __future__ import annotations

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
TICK = os.sysconf("SC_CLK_TCK")


class Served:
    """A running server. `url` is the address it told first."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None, "the server told no address"
        self.url = found[0]

    def page(self) -> bytes:
        """The page at that address."""
        with urllib.request.urlopen(self.url) as answer:
            return bytes(answer.read())

    async def socket(self, role: str) -> Any:
        """A page's socket, let in by the address's token."""
        place = urlsplit(self.url)
        link = await websockets.connect(f"ws://{place.netloc}/ws/{role}", compression=None)
        await link.send(json.dumps({"token": place.fragment}))
        return link

    def used(self) -> float:
        """Seconds of a core so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> float:
        """Resident megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024


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
