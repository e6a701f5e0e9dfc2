"""Bots sit in seats like people: facts, prompt, draft, entry, through the same functions, after a natural while."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from device.table.table import Standing
from rules.entry import Entry
from rules.game import SetOff
from rules.prompt import Draft, Prompt

if TYPE_CHECKING:
    from device.crank import Crank

LEAST_IN_TRADE = 0.05
"""Seconds between two orders of a bot, however fast bots are set: they answer each other's orders."""
STEPS = 16
"""No entry needs more prompts than this."""


class Bots:
    """Wakes a bot's seat when it is asked and lets it answer once its delay is over."""

    def __init__(self, crank: Crank) -> None:
        self.crank = crank

    def wake(self, stands: Standing) -> None:
        """Set the alarms of bots that are asked now."""
        fold, kept = stands.fold, stands.house
        if fold is None or kept.paused or fold.over or stands.readonly or kept.playing is None:
            self.crank.timers.cancel_all("bot:")
            return
        asks = fold.game.asks(fold.state)
        asked = {*asks.seats, *((asks.keeper,) if asks.keeper else ())}
        if fold.game.trading(fold.state):
            asked = set(range(1, fold.header.seats + 1))
        for seat, pod in enumerate(kept.playing.pods, start=1):
            name = f"bot:{seat}"
            if seat not in asked or kept.place(pod).holder != "bot":
                self.crank.timers.cancel(name)
            elif name not in self.crank.timers:
                self.crank.timers.set(name, self._when(stands, seat), lambda s=seat: self._act(s))  # type: ignore[misc]

    def _when(self, stands: Standing, seat: int) -> float:
        """A delay drawn from public facts alone: which game, which step, which seat."""
        fold, tasks = stands.fold, self.crank.tasks
        assert fold is not None
        public = fold.game.view(fold.state, None)
        draw = random.Random(
            f"{fold.header.id}:{public.phase}:{public.serial}:{seat}:{int(self.crank.now())}"
        )
        delay = self.crank.settings.pace.bot * draw.uniform(0.5, 1.5)
        if tasks.window is None:
            return self.crank.now() + delay
        return max(self.crank.now(), tasks.window.zero) + max(delay, LEAST_IN_TRADE)

    def _act(self, seat: int) -> None:
        """Answer, and go on at once as long as nobody else can tell the difference: two decisions that must look like
        one take the time of one."""
        window = self.crank.tasks.window
        if window is not None and not window.counts(self.crank.now()):
            return
        for _ in range(STEPS):
            before = self.crank.table.work.fold
            if before is None or not self._answer(seat) or window is not None:
                return
            after = self.crank.table.work.fold
            if after is None or after.game.view(after.state, None) != before.game.view(before.state, None):
                return

    def _answer(self, seat: int) -> bool:
        """One entry, or chance set off. Whether an entry was made."""
        stands = self.crank.table.work
        if stands.fold is None or stands.house.paused or stands.house.playing is None:
            return False
        pod = stands.pod_of(seat)
        if stands.house.place(pod).holder != "bot":
            return False
        facts, _ = self.crank.sights.facts(seat, stands)
        answer = think(stands.fold.game, facts, self.crank.rng)
        if isinstance(answer, SetOff):
            self.crank.tasks.toss(pod)
        return isinstance(answer, Entry) and self.crank.submit(pod, answer) is None


def think(game: Any, facts: Any, rng: random.Random) -> Entry | SetOff | None:
    """A bot's answer from its facts; None when it has nothing (more) to say, or has said it."""
    drafts: tuple[Draft, ...] = ()
    for _ in range(STEPS):
        answer = game.answer(facts, drafts, False)
        if not isinstance(answer, Prompt):
            return answer  # type: ignore[no-any-return]
        if answer.done:
            return None
        draft = game.bot(facts, answer, rng)
        if answer.live and not draft.presses:
            return None
        drafts = (*drafts, draft)
    raise RuntimeError(f"{game.id}: a bot was asked {STEPS} prompts in a row")
