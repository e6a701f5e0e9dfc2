"""Keys, faults, cuts, pauses, undo and hand-overs in any order: no entry is lost, nothing leaks, nobody is stuck."""

from __future__ import annotations

import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from device.table.journal import NAME, Journal
from drivers.memory import VirtualAlarm
from drivers.ports import KEYS, HostEdge
from rules.games import GAMES
from rules.replay import replay
from tests.device import evening as evenings
from tests.device.evening import FAST, Evening
from tests.torture.fragile import POINTS, Fragile, Plug, abandon, opening
from tests.torture.promises import TORTURE, promise

PODS = 4
EXAMPLES = 2000 if TORTURE else 100
FINISHED = 1 if TORTURE else 8
"""One example in so many is played to its end; the others only show that play goes on."""
STATES = ("absent", "present", "present", "probing", "quarantined")
SHORT = {"bull-rally": {"trade_seconds": 10}, "forty-eight": {}, "drug-dealer": {}}
pods = st.integers(1, PODS)
seeds = st.integers(0, 2**16)


class AnyOrder(RuleBasedStateMachine):
    """One table. `shown` are the game's lines that counted when they were last looked at."""

    count = 0

    @initialize(
        game=st.sampled_from(sorted(GAMES)), seats=st.integers(3, PODS), people=st.integers(1, 3), seed=seeds
    )
    def sit_down(self, game: str, seats: int, people: int, seed: int) -> None:
        AnyOrder.count += 1
        self.folder = Path(
            tempfile.mkdtemp(prefix="croupier-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None)
        )
        self.opened = evenings.open_journal
        self.said: list[str] = []
        evenings.open_journal = opening(False, self.said)
        self.seed, self.shown = seed, list[bytes]()
        self.evening = self.start(100.0)
        self.evening.start(game, people, seats=seats, **SHORT[game])

    def start(self, now: float) -> Evening:
        return Evening(self.folder, pods=PODS, draw=False, pace=FAST, seed=self.seed, alarm=VirtualAlarm(now))

    @property
    def journal(self) -> Fragile:
        journal: Any = self.evening.table.journal
        assert isinstance(journal, Fragile)
        return journal

    def doing(self, act: Any) -> None:
        """Do something; if the power goes meanwhile, start again."""
        try:
            act()
        except Plug:
            self.cut()

    # -- what people do ---------------------------------------------------------------------------------------------

    @rule(pod=pods, key=st.sampled_from(KEYS), peek=st.booleans())
    def press(self, pod: int, key: str, peek: bool) -> None:
        self.doing(lambda: (self.evening.hold if peek and key != "PEEK" else self.evening.press)(pod, key))

    @rule(rounds=st.integers(1, 6), seed=seeds)
    def answer(self, rounds: int, seed: int) -> None:
        rng = random.Random(seed)

        def act() -> None:
            for _ in range(rounds):
                self.round(rng)

        self.doing(act)

    def round(self, rng: random.Random) -> None:
        """Every person answers what the pad asks, at random; else time passes."""
        evening, moved = self.evening, False
        for pod in range(1, PODS + 1):
            if evening.fold is not None and evening.house.place(pod).holder in ("pod", "phone"):
                seat = evening.crank.seats[pod]
                if seat.menus:
                    seat.go("/")
                    evening.wait(0)
                moved |= evening.random_press(pod, rng)
        evening.wait(0 if moved else 0.5)

    @rule(down=st.booleans())
    def host_key(self, down: bool) -> None:
        self.evening.crank.sink(HostEdge(down, self.evening.alarm.now()))
        self.doing(lambda: self.evening.wait(0.4))

    @rule(
        command=st.one_of(
            st.fixed_dictionaries({"do": st.just("pause"), "on": st.booleans()}),
            st.fixed_dictionaries({"do": st.sampled_from(["undo", "undo", "check", "rematch", "start"])}),
            st.fixed_dictionaries({"do": st.just("absent"), "seat": pods}),
            st.fixed_dictionaries({"do": st.just("host"), "what": st.sampled_from(["open", "again"])}),
            st.fixed_dictionaries(
                {"do": st.just("source"), "source": st.sampled_from(["device", "typed", "tower"])}
            ),
            st.fixed_dictionaries(
                {
                    "do": st.just("holder"),
                    "pod": pods,
                    "holder": st.sampled_from(["pod", "bot", "bot", "phone", "empty"]),
                }
            ),
        )
    )
    def host(self, command: dict[str, Any]) -> None:
        self.evening.crank.do(command)
        self.doing(lambda: self.evening.wait(0))

    # -- what happens to the table ----------------------------------------------------------------------------------

    @rule(pod=pods, state=st.sampled_from(STATES))
    def plug(self, pod: int, state: Any) -> None:
        self.evening.pods[pod].plug(self.evening.alarm.now(), state, "" if state == "present" else "pulled")
        self.doing(lambda: self.evening.wait(0))

    @rule(seconds=st.sampled_from([0.1, 1.0, 3.0, 11.0, 400.0]))
    def wait(self, seconds: float) -> None:
        self.doing(lambda: self.evening.wait(seconds))

    @rule(seconds=st.sampled_from([0.3, 2.0]))
    def stall(self, seconds: float) -> None:
        self.evening.alarm.stall(seconds)
        self.doing(lambda: self.evening.wait(0))

    @rule()
    def cut(self) -> None:
        """The plug is pulled and put back."""
        now = self.evening.alarm.now()
        abandon(self.journal)
        self.evening = self.start(now + 5)
        assert self.said[-1] == "", "a cut is no damage"
        fold = self.evening.fold
        assert fold is None or fold.over or self.evening.house.paused == "restart"

    @rule(point=st.sampled_from(POINTS), after=st.integers(0, 3), refuses=st.booleans())
    def trouble_ahead(self, point: Any, after: int, refuses: bool) -> None:
        """One of the next commits breaks: the power goes in its midst, or the disk refuses."""
        self.journal.refuses = refuses
        self.journal.arm(point, after)

    # -- what must hold ---------------------------------------------------------------------------------------------

    @invariant()
    def nothing_that_counted_is_lost(self) -> None:
        playing = self.evening.house.playing
        if playing is None:
            return
        lines = self.evening.table.journal.game(playing.game)
        if lines[:1] == self.shown[:1]:
            assert lines[: len(self.shown)] == self.shown
        self.shown = lines
        assert self.evening.fold.count == len(lines) - 1

    @invariant()
    def nothing_leaks(self) -> None:
        """The board is the same for every state that everybody may hold for true; a panel, for its own seat's."""
        crank, stands = self.evening.crank, self.evening.table.now
        if stands.fold is None or crank.tasks.held is not None:
            return
        fold, rng, now = stands.fold, random.Random(1), self.evening.alarm.now()
        for seat in (None, *range(1, fold.header.seats + 1)):
            facts = fold.game.view(fold.state, seat)
            twin = msgspec.structs.replace(fold, state=fold.game.sample(facts, rng))
            pod = 0 if seat is None else stands.pod_of(seat)
            real = (
                crank.board() if seat is None else crank.seats[pod].scene(crank.sights.of(pod, stands), now)
            )
            crank.table.now = msgspec.structs.replace(stands, fold=twin)
            try:
                other = (
                    crank.board()
                    if seat is None
                    else crank.seats[pod].scene(crank.sights.of(pod, crank.table.now), now)
                )
            finally:
                crank.table.now = stands
            assert real == other, f"seat {seat} can tell the twins apart"

    def teardown(self) -> None:
        if not hasattr(self, "evening"):
            return
        try:
            self.goes_on()
            self.folds_to_itself()
        finally:
            evenings.open_journal = self.opened
            self.evening.table.journal.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def goes_on(self) -> None:
        """All pods are back and the host says "continue": entries come, to the end of the game."""
        self.journal.arm(None)
        evening = self.evening
        for pod in evening.pods:
            evening.pods[pod].plug(evening.alarm.now(), "present")
        evening.crank.do({"do": "pause", "on": False})
        evening.crank.do({"do": "source", "source": "device"})
        evening.wait(1.5)
        if evening.fold is None or evening.fold.over:
            return
        rng, finish = random.Random(self.seed), AnyOrder.count % FINISHED == 0
        whole, before = evening.fold.count, evening.fold.count
        for turn in range(6000):
            if evening.fold is None or evening.fold.over or (not finish and evening.fold.count > whole + 3):
                return
            self.round(rng)
            if turn % 80 == 79:
                assert evening.fold.count > before, f"nobody gets on in {evening.fold.state.phase}"
                before = evening.fold.count
        raise AssertionError("the game never ends")

    def folds_to_itself(self) -> None:
        evening = self.evening
        if evening.house.playing is None or evening.fold is None:
            return
        lines = Journal(self.folder / NAME, read_only=True).game(evening.house.playing.game)
        assert replay(b"\n".join(lines), GAMES).state == evening.fold.state


AnyOrder.TestCase.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=60 if TORTURE else 15,
    deadline=None,
    database=None,
    derandomize=not TORTURE,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.slow
class TestAnyOrder(AnyOrder.TestCase):  # type: ignore[misc,name-defined]
    """The machine above, as a test."""

    def runTest(self) -> None:
        super().runTest()
        promise(
            "evenings of keys, faults, cuts and hand-overs in any order", EXAMPLES, "lost, leaked or stuck", 0
        )
