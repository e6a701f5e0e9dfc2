"""The power goes, or the disk refuses, at every commit of a recorded game, and the game goes on to the same end."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from drivers.memory import VirtualAlarm
from tests.device import evening as evenings
from tests.device.evening import FAST, Evening
from tests.torture.fragile import POINTS, Fragile, Plug, Point, Refusal, abandon, opening
from tests.torture.promises import TORTURE, promise
from tests.torture.recorded import RECORDED, Recorded, alike, go_on, plain

SEED = os.environ.get("CROUPIER_SEED", "7")
CHOSEN = random.Random(SEED).choice(POINTS)
SHARE = {"drug-dealer": 0.4, "forty-eight": 0.4, "bull-rally": 0.4}
MOST = {"bull-rally": 30}
"""The normal run breaks the commits of this share of the entries (of two days, in a rally), all at one point, both
drawn by the seed; torture breaks every commit of whole games at each of the four."""

DEAL, UNBROKEN = -1, 1000
"""The steps before the first entry, and a number of commits that no step has."""


class Hands(Evening):
    """Stops pressing when the disk has refused."""

    def wait(self, seconds: float) -> None:
        super().wait(seconds)
        journal = self.table.journal
        if isinstance(journal, Fragile) and journal.refused:
            journal.refused = False
            raise Refusal


class Breaker:
    """Plays a recorded game; every commit of every entry fails once, then the table is started again (or, where the
    disk only refused, asked again)."""

    def __init__(
        self, folder: Path, log: Recorded, monkeypatch: pytest.MonkeyPatch, share: float, *, refuses: bool
    ) -> None:
        self.folder, self.log, self.refuses = folder, log, refuses
        self.said: list[str] = []
        self.broken = 0
        self.tried: dict[int, int] = {}
        """Entry → how many of its commits have been broken."""
        rng = random.Random(SEED)
        for at in range(len(log.entries)):
            if rng.random() >= share:
                self.tried[at] = UNBROKEN
        monkeypatch.setattr(evenings, "open_journal", opening(refuses, self.said))
        self.evening = self.start()

    def start(self, now: float = 100.0) -> Evening:
        return Hands(self.folder, draw=False, pace=FAST, alarm=VirtualAlarm(now))

    @property
    def journal(self) -> Fragile:
        journal = self.evening.table.journal
        assert isinstance(journal, Fragile)
        return journal

    def play(self, point: Point) -> None:
        """Every commit of the deal and of every entry breaks once at this point."""
        while self.breaks(DEAL, point):
            pass
        at = 0
        while at < len(self.log.entries):
            self.breaks(at, point)
            at = self.log.stands(self.evening, at + 1)

    def breaks(self, at: int, point: Point) -> bool:
        """Do a step; True when one of its commits broke. A commit that broke once does not break again."""
        journal, nth = self.journal, self.tried.get(at, 0)
        journal.arm(point if nth < UNBROKEN else None, nth)
        try:
            if at == DEAL:
                self.log.deal(self.evening)
            else:
                self.log.enter(self.evening, at)
        except Plug:
            self.restart()
        except Refusal:
            assert "the disk said no" in str(self.evening.crank.board()["faults"])
            self.press_again()
        if journal.point is not None or nth == UNBROKEN:
            journal.arm(None)
            self.tried[at] = UNBROKEN
            return False
        self.tried[at] = nth + 1
        self.broken += 1
        return True

    def press_again(self) -> None:
        """People begin their entry anew; what the clock owes comes by itself."""
        for seat in self.evening.crank.seats.values():
            seat.go("/")
        window = self.evening.crank.tasks.window
        if window is None or self.evening.alarm.now() >= window.deadline:
            self.evening.wait(1.5)

    def restart(self) -> None:
        """The next start: what was shown is there, the table asks to continue, and nothing plays by itself."""
        shown = self.evening.table.now
        abandon(self.journal)
        self.evening = self.start(self.evening.alarm.now() + 5)
        assert self.said[-1] == "", "a cut is no damage"
        if shown.fold is not None and self.evening.fold is not None:
            assert self.evening.fold.count >= shown.fold.count, "an entry that was shown is lost"
            assert self.evening.house.paused == "restart" or self.evening.fold.over
        if self.evening.fold is not None and not self.evening.fold.over:
            go_on(self.evening)


def recorded(folder: Path, game: str) -> Recorded:
    return Recorded(RECORDED[game], folder / "recorded", None if TORTURE else MOST.get(game))


@pytest.mark.slow
@pytest.mark.parametrize("game", RECORDED)
@pytest.mark.parametrize("point", POINTS if TORTURE else (CHOSEN,))
def test_the_power_goes_in_every_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, point: Point
) -> None:
    log = recorded(tmp_path, game)
    breaker = Breaker(tmp_path / "broken", log, monkeypatch, 1.0 if TORTURE else SHARE[game], refuses=False)
    breaker.play(point)
    assert plain(breaker.evening.fold) == log.record
    assert alike(breaker.evening.fold.state) == alike(log.states[-1])
    assert breaker.broken > len(log.entries) * SHARE[game] / 2
    promise("power cuts in the midst of a commit", breaker.broken, "entries lost", 0)


@pytest.mark.slow
@pytest.mark.parametrize("game", RECORDED)
@pytest.mark.parametrize("point", POINTS[:3] if TORTURE else (POINTS[2],))
def test_the_disk_refuses_every_commit_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, point: Point
) -> None:
    """Nothing counts, it is told, people press again; clock and bots try again by themselves."""
    log = recorded(tmp_path, game)
    breaker = Breaker(tmp_path / "broken", log, monkeypatch, 1.0 if TORTURE else SHARE[game], refuses=True)
    breaker.play(point)
    assert plain(breaker.evening.fold) == log.record
    assert alike(breaker.evening.fold.state) == alike(log.states[-1])
    assert not breaker.evening.crank.faults
    promise("commits that the disk refused", breaker.broken, "entries lost", 0)
