"""A tower on the bench: the firmware's core with a board in memory, fed by hand."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from drivers.tower.ctp import Lines, Message, frame
from drivers.tower.firmware import load

GOLDEN = (Path(__file__).parent / "golden.ctp").read_text().splitlines()


class BenchBoard:
    """Chance is a seeded stream unless the test puts its own bytes into `chance`."""

    name, chip, mp = "pico", "E66058388354A12F", ""

    def __init__(self, keyed: bool = False) -> None:
        self.keyed = keyed
        self.caps = "keys,led" if keyed else "beam,led"
        self.chance: list[bytes] = []
        self.rows: list[str] = []
        self.lit = False
        self._drawn = 0

    def urandom(self, count: int) -> bytes:
        if self.chance:
            return self.chance.pop(0)
        self._drawn += 1
        return hashlib.shake_128(str(self._drawn).encode()).digest(count)

    def ticks_us(self) -> int:
        return 123456

    def show(self, rows: tuple[str, ...]) -> None:
        self.rows = list(rows)

    def lamp(self, on: bool) -> None:
        self.lit = on


class Bench:
    """A tower, its board, a clock in milliseconds, and a host's hand."""

    def __init__(self, keyed: bool = False) -> None:
        self.board = BenchBoard(keyed)
        self.module: Any = load("tower")
        self.tower: Any = self.module.Tower(self.board)
        self.now = 0
        self._ident = 0
        self._lines = Lines()

    def raw(self, data: bytes) -> bytes:
        """Bytes as they are; what the tower says to them."""
        for byte in data:
            self.tower.byte(byte, self.now)
        return self.said()

    def said(self) -> bytes:
        data = bytes(self.tower.out)
        self.tower.out.clear()
        return data

    def ask(self, verb: str, *pairs: tuple[str, object], ident: int = 0) -> Message:
        """A request with the next id; its reply. (Events that come along are dropped.)"""
        self._ident = ident or self._ident + 1
        said = list(self._lines.feed(self.raw(frame(str(self._ident), verb, *pairs))))
        replies = [line for line in said if isinstance(line, Message) and line.ident == str(self._ident)]
        assert len(replies) == 1, said
        return replies[0]

    def hello(self) -> Message:
        return self.ask("HELLO", ("v", 1), ("host", "croupier/0.1"))

    def arm(self, pool: str = "4d6:g+4d6:r", secret: bool = False) -> int:
        """Commit and mix; the roll's number."""
        no = int(self.ask("ARM", ("pool", pool), *([("secret", 1)] if secret else [])).values["no"])
        assert self.ask("MIX", ("no", no), ("h", "a0" * 16)).verb == "ARMED"
        return no

    def wait(self, milliseconds: int) -> bytes:
        """Let time pass in small steps; all that is said meanwhile."""
        said = b""
        for _ in range(milliseconds // 10):
            self.now += 10
            self.tower.tick(self.now)
            said += self.said()
        return said

    def marble(self) -> bytes:
        self.tower.beam(self.now)
        return self.said()

    def events(self, data: bytes) -> list[Message]:
        return [line for line in Lines().feed(data) if isinstance(line, Message) and line.ident[0] == "E"]


@pytest.fixture
def bench() -> Bench:
    """A tower that has been greeted. Name it in `__all__` of a test file to use it."""
    bench = Bench()
    bench.hello()
    return bench
