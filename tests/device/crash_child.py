"""A table on the real clock and the real disk that plays by itself until it is killed.

`python -m tests.device.crash_child DIR GAME SEED` prints the number of entries that count, each time after the commit
and never before.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import sys
from pathlib import Path

from device.crank import Crank
from device.devices import Devices
from device.settings import PaceSettings, Settings, TableSettings
from device.table.house import Bots, Pause
from device.table.salvage import lock, open_journal
from device.table.table import Table
from drivers.alarm import LoopAlarm
from drivers.memory import DARK, MemoryBuzzer, MemoryLamp, MemoryPod
from drivers.ports import PodChanged
from rules.games import GAMES

SEATS = 4


async def play(folder: Path, game: str, seed: int) -> None:
    pace = PaceSettings(lead_in=0, sealed=0, bot=0, nudge=0, ok_dead=0, idle=0)
    settings = Settings(table=TableSettings(data=str(folder), lang="en"), pace=pace)
    journal, streams, message = open_journal(folder)
    assert not message, message
    table = Table(journal, streams, GAMES, secrets.token_bytes, lambda: "")
    alarm = LoopAlarm(asyncio.get_running_loop())
    pods = {n: MemoryPod(n, lambda event: crank.sink(event)) for n in range(1, SEATS + 1)}
    devices = Devices(dict(pods), MemoryBuzzer(), MemoryLamp())
    crank = Crank(table, devices, alarm, settings, lambda _: DARK, random.Random(seed))
    over = asyncio.get_running_loop().create_future()

    def told(_: object) -> None:
        fold = table.now.fold
        if fold is not None:
            print(fold.count, flush=True)
            if fold.over and not over.done():
                over.set_result(None)

    crank.watch(told)
    crank.sink(PodChanged(1, "present", alarm.now()))
    await asyncio.sleep(0)
    if table.now.fold is None:
        crank.tell(Bots(SEATS))
        for pod in range(1, SEATS + 1):
            assert crank.do({"do": "holder", "pod": pod, "holder": "bot"}) == ""
        assert crank.do({"do": "game", "game": game}) == ""
        if game == "bull-rally":
            assert crank.do({"do": "option", "id": "trade_seconds", "value": 3}) == ""
        assert crank.do({"do": "start"}) == ""
    else:
        crank.post(lambda: crank.tell(Pause("")))  # "continue?" is answered with OK
    await over


if __name__ == "__main__":
    where = Path(sys.argv[1])
    held = lock(where)
    asyncio.run(play(where, sys.argv[2], int(sys.argv[3])))
