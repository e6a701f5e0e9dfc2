"""Bots sit in seats like people: facts, prompt, draft, entry, through the same functions, after a natural while."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec

from device.seat.mind import STEPS, Thought, think
from device.table.table import Standing
from rules.game import SetOff
from rules.prompt import Prompt

if TYPE_CHECKING:
    from device.crank import Crank

LEAST_IN_TRADE = 0.05
"""Seconds between two orders of a bot, however fast bots are set: they answer each other's orders."""
LOOK_AGAIN = 0.25
"""Seconds after which a bot whose delay is over looks again whether it may answer now."""
READ = 15.0
"""Seconds at most that a bot lets people read the newest result before it sets chance off."""


class Search(msgspec.Struct):
    """A searching bot's thought about one question. `left` are the answers still to give, None while it thinks."""

    question: Prompt | str
    left: list[Any] | None = None


class Bots:
    """Wakes a bot's seat when it is asked and lets it answer once its delay is over."""

    def __init__(self, crank: Crank) -> None:
        self.crank = crank
        self._searches: dict[int, Search] = {}
        self._patience: dict[int, float] = {}
        """When a seat's patience with readers ends."""

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
                continue
            if kept.place(pod).level == "search":
                self._search(seat, stands)
            if name not in self.crank.timers:
                when = self._when(stands, seat)
                self._patience[seat] = when + (READ if self.crank.settings.pace.bot else 0)
                self.crank.timers.set(name, when, lambda s=seat: self._act(s))  # type: ignore[misc]

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
        one take the time of one (the second is then made the plain way)."""
        window = self.crank.tasks.window
        if window is not None and not window.counts(self.crank.now()):
            return
        search = self._searches.get(seat)
        if (search is not None and search.left is None) or self._lets_read(seat):
            again = self.crank.now() + LOOK_AGAIN
            self.crank.timers.set(f"bot:{seat}", again, lambda: self._act(seat))
            return
        for _ in range(STEPS):
            before = self.crank.table.work.fold
            if before is None or not self._answer(seat) or window is not None:
                return
            after = self.crank.table.work.fold
            if after is None or after.game.view(after.state, None) != before.game.view(before.state, None):
                return

    def _lets_read(self, seat: int) -> bool:
        """The keeper of chance lets people at live pods finish the newest result: with the next turn it is gone."""
        stands, crank = self.crank.table.work, self.crank
        fold, playing = stands.fold, stands.house.playing
        if fold is None or playing is None or fold.game.asks(fold.state).keeper != seat:
            return False
        persons = [p for p in playing.pods if stands.house.place(p).holder != "bot" and p in crank.live]
        reading = any(crank.seats[p].results(crank.sight(p)) for p in persons)
        return reading and crank.now() < self._patience.get(seat, 0)

    def _answer(self, seat: int) -> bool:
        """One entry, or chance set off. Whether an entry was made."""
        stands = self.crank.table.work
        if stands.fold is None or stands.house.paused or stands.house.playing is None:
            return False
        pod = stands.pod_of(seat)
        if stands.house.place(pod).holder != "bot":
            return False
        facts, _ = self.crank.sights.facts(seat, stands)
        answer = self._found(seat, stands, facts)
        if isinstance(answer, SetOff):
            self.crank.tasks.toss(pod)
            return False
        return answer is not None and self.crank.submit(pod, answer[0]) is None

    # -- searching --------------------------------------------------------------------------------------------------

    def _search(self, seat: int, stands: Standing) -> None:
        """Begin to think about the question of this seat, once for each question."""
        assert stands.fold is not None
        facts, _ = self.crank.sights.facts(seat, stands)
        question = _question(stands.fold.game.answer(facts, (), False))
        if question is None or (seat in self._searches and self._searches[seat].question == question):
            return
        search = self._searches[seat] = Search(question)

        def told(thought: Thought) -> None:
            search.left = list(thought) if isinstance(thought, tuple) else [thought]

        self.crank.devices.mind(stands.fold.game.id, facts, self.crank.rng.getrandbits(32), told)

    def _found(self, seat: int, stands: Standing, facts: Any) -> Thought:
        """The next answer of a finished search about this very question, else the plain one."""
        assert stands.fold is not None
        game, search = stands.fold.game, self._searches.get(seat)
        asked = game.answer(facts, (), False)
        if search is None or search.left is None or search.question != _question(asked):
            return think(game, facts, self.crank.rng)
        if search.left and search.left[0] is not None:
            found = search.left.pop(0)
            return found if isinstance(found, SetOff) else (found,)
        live = isinstance(asked, Prompt) and asked.live  # all its orders are placed
        return None if live else think(game, facts, self.crank.rng)


def _question(asked: Any) -> Prompt | str | None:
    """What a search is about. A live prompt changes with everybody's orders: there it is the window."""
    if not isinstance(asked, Prompt) or asked.done:
        return None
    return asked.no if asked.live else asked
