"""A whole Drug Dealer and a whole Bull Rally whose dice come from a tower under a real MicroPython."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from device.crank import Crank
from device.devices import Devices
from device.settings import PaceSettings, Settings, TableSettings
from device.table.house import Bots, Dice
from device.table.salvage import open_journal
from device.table.table import Table
from drivers.memory import DARK, MemoryBuzzer, MemoryLamp
from drivers.ports import Handle, TowerChanged
from drivers.tower.proof import verified
from drivers.tower.serial import SerialTower
from rules.games import GAMES
from rules.log import read_entry
from tests.micropython.pico import LOCKOUT_S, Pico

SPEED = 12
"""The table's clock runs so many times faster than the tower's: a trading window takes a quarter of a second."""


class FastAlarm:
    """The Alarm port on the loop, with a clock that runs fast."""

    def __init__(self, loop: asyncio.AbstractEventLoop, speed: float = 1) -> None:
        self._loop, self._speed = loop, speed

    def now(self) -> float:
        return self._loop.time() * self._speed

    def at(self, when: float, call: Callable[[], None]) -> Handle:
        return self._loop.call_at(when / self._speed, call)


async def play(folder: Path, pico: Pico, game: str) -> Crank:
    """Four bots, the tower for dice; a marble is dropped whenever the tower is armed."""
    loop = asyncio.get_running_loop()
    journal, streams, _ = open_journal(folder)
    table = Table(journal, streams, GAMES, random.Random(4).randbytes, lambda: "")
    pace = PaceSettings(lead_in=0, sealed=0, bot=0, nudge=0, ok_dead=0, idle=0)
    settings = Settings(table=TableSettings(data=str(folder), lang="en"), pace=pace)
    crank: Crank
    over = loop.create_future()

    def hear(event: object) -> None:
        if isinstance(event, TowerChanged) and event.state == "armed":
            loop.call_later(LOCKOUT_S, pico.marble)
        crank.sink(event)  # type: ignore[arg-type]

    tower = SerialTower(hear, FastAlarm(loop), folder=pico.by_id)
    devices = Devices({}, MemoryBuzzer(), MemoryLamp(), tower)
    crank = Crank(table, devices, FastAlarm(loop, SPEED), settings, lambda _: DARK, random.Random(1))
    crank.watch(lambda _: over.done() or (table.now.fold and table.now.fold.over and over.set_result(None)))
    pico.plug()
    tower.start()
    while crank.tower != "ready":
        await asyncio.sleep(0.01)
    crank.tell(Bots(4))
    crank.tell(Dice("tower"))
    for pod in range(1, 5):
        crank.do({"do": "holder", "pod": pod, "holder": "bot"})
    crank.do({"do": "game", "game": game})
    assert crank.do({"do": "start"}) == ""
    await asyncio.wait_for(over, 60)
    tower.close()
    return crank


@pytest.mark.parametrize(("game", "rolls"), [("drug-dealer", 8), ("bull-rally", 10)])
def test_a_whole_game_is_played_with_the_tower(tmp_path: Path, pico: Pico, game: str, rolls: int) -> None:
    """Every roll of the log is the tower's, carries its evidence, and the evidence holds."""
    crank = asyncio.run(play(tmp_path, pico, game))
    fold = crank.table.now.fold
    assert fold is not None and fold.over
    entries = [read_entry(line, fold.game) for line in crank.export().splitlines()[1:]]
    thrown = [e for e in entries if type(e).__struct_config__.tag == "roll"]
    assert len(thrown) == rolls == fold.tally.tower
    for roll in thrown:
        assert roll.src == "tower"
        faces = getattr(roll, "faces", None)
        dice = tuple((f,) for f in faces.values()) if faces else (roll.green, roll.red)  # type: ignore[attr-defined]
        assert verified(roll.proof, dice)  # type: ignore[arg-type]
