"""A whole table in memory and virtual time, played by pressing keys: the fixture of the flow tests.

evening = Evening(tmp_path)
evening.press(1, "OK OK OK")          # pod 1: game, set-up, start
evening.hold(2, "+3 OK")              # pod 2, under PEEK
evening.wait(2.0)
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec

from device.crank import Crank
from device.devices import Devices
from device.scene import Scene
from device.screens.pages import render
from device.settings import PaceSettings, Settings, TableSettings
from device.table.house import Bots
from device.table.journal import Journal
from device.table.salvage import open_journal
from device.table.table import Table
from drivers.memory import MemoryBuzzer, MemoryLamp, MemoryPod, VirtualAlarm
from drivers.ports import OK, PEEK, Frame, PodChanged
from rules.games import GAMES
from rules.prompt import Draft, Prompt
from rules.randomly import random_draft

FAST = PaceSettings(bot=0.2, nudge=0, idle=0)


def seeded(seed: int) -> Any:
    """An entropy source that gives the same bytes each time (the device's chance in tests)."""
    return random.Random(seed).randbytes


class Evening:
    """One start of the product. `again()` is the next start on the same journal."""

    def __init__(
        self,
        folder: Path,
        *,
        pods: int = 7,
        pace: PaceSettings = FAST,
        lang: str = "en",
        seed: int = 1,
        draw: bool = True,
        alarm: VirtualAlarm | None = None,
        journal: Journal | None = None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.pace, self.lang, self.seed, self.draws, self.count = (
            folder,
            pace,
            lang,
            seed,
            draw,
            pods,
        )
        self.alarm = alarm or VirtualAlarm(100.0)
        settings = Settings(table=TableSettings(lang=lang, data=str(folder)), pace=pace)  # type: ignore[arg-type]
        opened, streams, self.message = open_journal(folder)
        self.table = Table(
            journal or opened, streams, GAMES, seeded(seed), lambda: "2026-01-01T00:00:00+00:00"
        )
        self.crank = Crank(self.table, self._plug(), self.alarm, settings, self._draw, random.Random(seed))
        self._arrive()

    def _plug(self) -> Devices:
        """What the table runs on."""
        self.pods: dict[int, Any] = {n: MemoryPod(n, self._sink) for n in range(1, self.count + 1)}
        self.buzzer, self.lamp = MemoryBuzzer(), MemoryLamp()
        return Devices(dict(self.pods), self.buzzer, self.lamp)

    def _arrive(self) -> None:
        """The pods are there."""
        for n in self.pods:
            self.crank.sink(PodChanged(n, "present", self.alarm.now()))
        self.wait(0)

    def again(self) -> Evening:
        """Pull the plug and start anew."""
        self.table.journal.close()
        return type(self)(
            self.folder, pods=self.count, pace=self.pace, lang=self.lang, seed=self.seed + 1, draw=self.draws,
            alarm=VirtualAlarm(self.alarm.now() + 5),
        )  # fmt: skip

    def _sink(self, event: Any) -> None:
        self.crank.sink(event)

    def _draw(self, scene: Scene) -> Frame:
        return render(scene).pack() if self.draws else msgspec.json.encode(scene)[:1].ljust(1024, b"\0")

    # -- hands ------------------------------------------------------------------------------------------------------

    def press(self, pod: int, keys: str, gap: float = 0.35) -> None:
        """Press keys one after the other; the clock moves on by `gap` before each."""
        for key in keys.split():
            self.wait(gap)
            self.down(pod, key)
            self.up(pod, key)

    def down(self, pod: int, key: str) -> None:
        """A key goes down; returns when the table has acted on it."""
        self.pods[pod].down(key, self.alarm.now())
        self.wait(0)

    def up(self, pod: int, key: str) -> None:
        self.pods[pod].up(key, self.alarm.now())
        self.wait(0)

    def hold(self, pod: int, keys: str, gap: float = 0.35) -> None:
        """Press keys while PEEK is held."""
        self.down(pod, PEEK)
        self.press(pod, keys, gap)
        self.up(pod, PEEK)

    def wait(self, seconds: float) -> None:
        self.alarm.advance(seconds)

    # -- looking ----------------------------------------------------------------------------------------------------

    @property
    def fold(self) -> Any:
        return self.table.now.fold

    @property
    def house(self) -> Any:
        return self.table.now.house

    def scene(self, pod: int) -> Scene:
        scene = self.crank.scene(pod)
        assert scene is not None
        return scene

    def prompt(self, pod: int) -> Prompt | None:
        """What the pod is asked, whether it is guarded or not."""
        return self.crank.seats[pod].prompt(self.crank.sight(pod), self.alarm.now())

    def start(self, game: str, joined: int, *, seats: int = 0, **options: Any) -> None:
        """Sit down at pods 1.. and deal, by the keys and commands that people use."""
        for pod in range(1, joined + 1):
            self.press(pod, OK)
        do = self.crank.do
        assert do({"do": "game", "game": game}) == ""
        for id, value in options.items():
            assert do({"do": "option", "id": id, "value": value}) == ""
        self.crank.tell(Bots(seats or joined))
        assert do({"do": "start"}) == ""
        self.wait(0)

    def random_press(self, pod: int, rng: random.Random) -> bool:
        """Answer this pod's prompt at random, by keys. False when it is not asked."""
        scene = self.scene(pod)
        sight = self.crank.sight(pod)
        if self.crank.seats[pod].results(sight):
            self.press(pod, OK)
            return True
        prompt = self.prompt(pod)
        if prompt is None or (prompt.done and scene is not None):
            return False
        if prompt.shape == "rows" and not prompt.rows:
            self.press(pod, OK if prompt.empty else "+5")
            return True
        enough = prompt.shape == "rows" and prompt.empty is not None and rng.random() < 0.6
        draft = Draft(prompt.no) if enough else random_draft(prompt, rng)
        keys = " ".join(f"{p:+d}" for p in draft.presses)
        at_once = prompt.live or prompt.shape == "rows"
        keys += "" if at_once and draft.presses else f" {OK}"
        (self.hold if prompt.guard else self.press)(pod, keys)
        return True

    def play_out(self, rng: random.Random, turns: int = 4000) -> None:
        """Everybody presses at random until the game is over."""
        for _ in range(turns):
            if self.fold is None or self.fold.over:
                return
            moved = False
            for pod in self.house.playing.pods:
                if self.house.place(pod).holder == "pod":
                    moved |= self.random_press(pod, rng)
            self.wait(0.5 if not moved else 0)
        raise AssertionError(f"nobody got to the end: {self.fold.state.phase}")
