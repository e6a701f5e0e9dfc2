"""A session on the bench: the test plays the tower, line by line, and turns the clock."""

from __future__ import annotations

import pytest

from drivers.ports import Event, TowerRolled, TowerVoided
from drivers.tower.ctp import crc
from drivers.tower.session import Session

T, H = bytes(range(0x10, 0x20)), bytes(range(0xA0, 0xB0))
BOOT = "7f3a91c2"
HELLO = "v=1 fw=0.1.0 board=pico id=E66058388354A12F boot=7f3a91c2 caps=beam,led max=160"
POOL = "4d6:g+4d6:r"
C = "36252f75ba9c27d5bbe61cf8a14dd0799905d6ead9806bc7307fbc89288f0a29"
DICE = ((6, 1, 1, 6), (3, 2, 6, 4))
PROOF = {"boot": BOOT, "no": "12", "pool": POOL, "c": C, "h": H.hex(), "t": T.hex()}
ROLL = f"no=12 dice=6,1,1,6+3,2,6,4 src=E t={T.hex()}"


class Bench:
    """The port is open from the start; `ready` plays the tower's part of the handshake."""

    def __init__(self, wanted: str = "") -> None:
        self.events: list[Event] = []
        self.now = 100.0
        self.session = Session(self.events.append, lambda count: H[:count], wanted)
        self.session.opened(self.now)

    def said(self) -> list[str]:
        """What the host says by now, without the CRCs and without the ids of its requests."""
        self.session.tick(self.now)
        lines = self.session.take(self.now).decode().splitlines()
        self.ids = [line[1:].split()[0] for line in lines]
        return [line[:-5].partition(" ")[2] for line in lines]

    def tower(self, line: str) -> None:
        """The tower says this; "<" and the CRC are added."""
        self.session.feed(f"<{line}*{crc(('<' + line).encode()):04X}\n".encode(), self.now)

    def reply(self, line: str, to: str) -> None:
        """The host must have said `to` just now, and only that; the tower replies."""
        assert self.said() == [to]
        self.tower(f"{self.ids[0]} {line}")

    def wait(self, seconds: float) -> list[str]:
        """Let time pass, waking the session whenever it asked for it; all that it says."""
        end, said = self.now + seconds, []
        while True:
            due = self.session.tick(self.now)
            said += self.said()
            if due is None or due > end:
                break
            self.now = max(due, self.now)
        self.now = end
        return said

    def ready(self, hello: str = HELLO, state: str = "st=IDLE no=11") -> None:
        self.reply(f"HELLO {hello}", to="HELLO v=1 host=croupier/0.1")
        self.reply(f"STAT {state}", to="STAT")

    def armed(self, pool: str = POOL, secret: bool = False) -> None:
        assert self.session.arm(pool, secret, self.now)
        self.reply(f"COMMIT no=12 c={C}", to=f"ARM pool={pool}" + (" secret=1" if secret else ""))
        self.reply("ARMED no=12", to=f"MIX no=12 h={H.hex()}")

    @property
    def ends(self) -> list[TowerRolled | TowerVoided]:
        return [event for event in self.events if isinstance(event, TowerRolled | TowerVoided)]

    @property
    def states(self) -> list[str]:
        return [event.state for event in self.events if hasattr(event, "state")]


@pytest.fixture
def bench() -> Bench:
    """A session whose tower is ready. Name it in `__all__` of a test file to use it."""
    bench = Bench()
    bench.ready()
    return bench
