"""Twins lived through at two tables side by side.

Both tables see the same visible events at the same times; in secret everybody does something else. Whatever our seat
sees or hears must be the same, byte for byte and at the same moment.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from msgspec.structs import replace

from drivers.ports import OK, HostEdge
from rules.entry import Rejection, Undo
from rules.fold import Fold, apply
from rules.game import Game
from tests.secrets.plans import Minds, Plan, pressed, whose
from tests.secrets.reading import read
from tests.secrets.stage import Stage, told
from tests.secrets.twins import Twins

TRIES = 8
"""Random answers tried until one looks to our seat like the other table's."""
STEPS = 5
"""Things that happen to a pair of twins."""


class Leak(AssertionError):
    """Our seat can tell the twins apart."""


class Run:
    """One pair of tables. `made` puts another game in place of the true one (a leaky copy)."""

    def __init__(
        self, two: Twins, rng: random.Random, copy: Callable[[Game], Game] = lambda game: game
    ) -> None:
        self.two, self.rng, self.seat = two, rng, two.seat
        self.true = two.one.game
        self.minds = Minds(self.true, two.seat, rng)
        leaky, known = copy(self.true), rng.random() < 0.8
        self.stages = tuple(
            Stage(replace(fold, game=leaky), two.seat, bytes([i]) * 32, known=known)
            for i, fold in enumerate((two.one, two.other), start=1)
        )
        self.moves = (
            *(self.others_act, self.others_act, self.alone, self.own_act),
            *(self.fidget, self.idle, self.idle, self.host),
        )
        self.history = ["begin"]
        self.compared = 0
        self.compare()

    def run(self, steps: int = STEPS) -> None:
        """Let things happen until our seat may know that the twins are no twins any more."""
        if self.stages[0].crank.tasks.window is not None:
            lead_in = self.rng.choice((1.0, 3.1))
            self.both("the lead-in", lambda stage: stage.wait(lead_in))
        self.look_around()
        for _ in range(steps):
            if not self.rng.choice(self.moves)():
                return
        self.look_around()

    # -- comparing ------------------------------------------------------------------------------------------------

    def compare(self) -> None:
        for stage in self.stages:
            stage.read_log()
        one, other = (s.seen[self.compared :] for s in self.stages)
        if one == other:
            self.compared += len(one)
            return
        for left, right in zip(one, other, strict=False):
            if left != right:
                raise Leak(self.report(told(left), told(right)))
        longer = one if len(one) > len(other) else other
        raise Leak(self.report(told(longer[min(len(one), len(other))]), "nothing"))

    def report(self, left: str, right: str) -> str:
        return (
            f"{self.true.id}, {self.two.phase}: seat {self.seat} tells them apart after "
            f"{', '.join(self.history)}\n  one: {left}\n  other: {right}"
        )

    def same(self, one: Fold | Rejection, other: Fold | Rejection) -> bool:
        """Whether our seat may still hold these two for one."""
        if isinstance(one, Rejection) or isinstance(other, Rejection):
            return one == other  # the host is told why
        return read(self.true.id, one.state, self.seat) == read(self.true.id, other.state, self.seat)

    @property
    def folds(self) -> tuple[Fold, Fold]:
        one, other = (replace(s.fold, game=self.true) for s in self.stages)
        return one, other

    # -- what happens ---------------------------------------------------------------------------------------------

    def both(self, what: str, do: Callable[[Stage], object]) -> bool:
        self.history.append(what)
        for stage in self.stages:
            do(stage)
        self.compare()
        return True

    def idle(self) -> bool:
        """Time passes: a moment, the sealed wait, a nudge, a dimmed panel."""
        seconds = self.rng.choice((0.7, 2.3, 61.0))
        if not self.crosses(seconds):
            return False
        return self.both(f"{seconds} s", lambda stage: stage.wait(seconds))

    def crosses(self, seconds: float) -> bool:
        """Whether the next seconds may pass: a buzzer opens orders, and a sealed bid that is let in opens the bids."""
        one, other = self.stages
        if one.crank.tasks.held is not None and other.crank.tasks.held is not None:
            ends = [apply(f, s.crank.tasks.held) for f, s in zip(self.folds, self.stages, strict=True)]  # type: ignore[arg-type]
            if not self.same(ends[0], ends[1]):
                return False
        window = one.crank.tasks.window
        closes = window is not None and one.alarm.now() + seconds > window.deadline
        return not closes or self.folds[0].state == self.folds[1].state

    def look_around(self) -> None:
        """Our seat holds PEEK, leafs through the pages behind its + keys, reads on."""
        chart = f"+{self.rng.randint(1, 6)}"
        asked = self.minds.asked(self.stages[0], self.seat)
        hosts = self.seat == self.stages[0].crank.sights.host_pod(self.stages[0].table.now)

        def look(stage: Stage) -> None:
            stage.peek(self.seat, True)
            stage.wait(0.3)
            stage.peek(self.seat, False)
            if asked is None:
                stage.keys(self.seat, [chart])
                stage.wait(0.1)
                stage.keys(self.seat, [chart])
            if hosts and self.true.trading(stage.fold.state) is False:
                self.open_host(stage)

        if self.crosses(0.5):
            self.both("a look around", look)

    def open_host(self, stage: Stage) -> None:
        """Our seat is the host's: its rows, and whom it could act for."""
        stage.sink(HostEdge(True, stage.alarm.now()))
        stage.wait(0)
        prompt = self.minds.asked(stage, self.seat)
        rows = [row.id for row in prompt.rows] if prompt else []
        if "table.row.absent" in rows:
            more, key = divmod(rows.index("table.row.absent"), 4)
            stage.keys(self.seat, ["+6"] * more + [f"+{key + 1}"])
        stage.sink(HostEdge(True, stage.alarm.now()))
        stage.wait(0)

    def fidget(self) -> bool:
        """Somebody else looks at its secrets and plays with a guarded prompt, at one table only."""
        stage = self.rng.choice(self.stages)
        seat = self.rng.choice([s for s in range(1, stage.fold.header.seats + 1) if s != self.seat])
        prompt = self.minds.asked(stage, seat)
        guarded = prompt is not None and prompt.guard and stage.crank.tasks.held is None
        keys = self.minds.idle_keys(prompt) if prompt is not None and guarded else []
        if not self.crosses(1):
            return False
        self.history.append(f"seat {seat} fidgets")
        for each in self.stages:
            if each is stage:
                each.peek(seat, True)
            each.wait(0.33)
            if each is stage:
                each.keys(seat, keys)
                each.peek(seat, False)
            each.wait(0.4)
        self.compare()
        return True

    def others_act(self) -> bool:
        """Somebody acts, at the other table so that it looks the same to us."""
        one, other = self.stages
        plan = self.minds.plan(one, 0)
        if plan is None:
            return True
        match = None
        for _ in range(TRIES):
            twin = self.minds.plan(other, plan.seat if self.rng.random() < 0.7 else 0, plan)
            if twin is not None and twin.seen == plan.seen and self.same(plan.after, twin.after):
                match = twin
                break
        if match is None:
            return True
        return self.act([plan, match])

    def alone(self) -> bool:
        """Somebody acts at one table only, in a way that our seat may not notice: an order in the blind, a bid changed,
        a favour of the desk."""
        i = self.rng.randrange(2)
        plan = self.minds.plan(self.stages[i], 0)
        before = self.folds[i]
        if (
            plan is None
            or plan.seen is not None
            or not self.same(before, plan.after)
            or plan.after.count == before.count
        ):
            return True
        return self.act([plan if j == i else None for j in range(2)])

    def own_act(self) -> bool:
        """Our seat answers, the same way at both tables."""
        plan = self.minds.plan(self.stages[0], self.seat)
        if plan is None:
            return True
        drafts = [draft for _, draft in plan.drafts]
        twin = self.minds.follow(
            self.stages[1], self.seat, lambda prompt: pressed(prompt, drafts.pop(0).presses)
        )
        if twin is None or not self.same(plan.after, twin.after):
            return True
        return self.act([plan, twin])

    def act(self, plans: list[Plan | None]) -> bool:
        """Press the keys of these plans at the same moments."""
        length = max(len(p.drafts) for p in plans if p)
        if not self.crosses(0.4 * length + 0.6):
            return False
        self.history.append(
            " | ".join(f"seat {p.seat} {p.drafts[-1][0].no}" if p else "nobody" for p in plans)
        )
        for stage, plan in zip(self.stages, plans, strict=True):
            if plan:
                stage.crank.seats[plan.seat].laid = None  # has read what an undo laid over its panel
            if plan and plan.drafts[0][0].guard:
                stage.peek(plan.seat, True)
            for i in range(length):
                stage.wait(0.4)
                if plan and i < len(plan.drafts):
                    self.press(stage, plan, i)
            stage.wait(0.4)
            if plan:
                self.look_over(stage, plan)
                stage.peek(plan.seat, False)
            stage.wait(0.2)
        self.compare()
        return True

    def press(self, stage: Stage, plan: Plan, i: int) -> None:
        prompt, draft = plan.drafts[i]
        keys = [f"{p:+d}" for p in draft.presses]
        if not (draft.presses and (prompt.live or prompt.takeback or prompt.shape == "rows")):
            keys.append(OK)
        if prompt.guard and i:
            stage.peek(plan.seat, True)
        stage.keys(plan.seat, keys)

    def look_over(self, stage: Stage, plan: Plan) -> None:
        """What was typed in several steps is looked at once more before it counts."""
        prompt = self.minds.asked(stage, plan.seat)
        if prompt is not None and prompt.no.startswith("review."):
            stage.keys(plan.seat, [OK])

    def host(self) -> bool:
        """The host pauses and goes on, takes back, ends, acts for somebody: what all can see."""
        what = self.rng.choice(("pause", "undo", "absent", "end"))
        if what == "pause":
            held = any(s.crank.tasks.held for s in self.stages)
            return held or all(
                self.both(f"pause {on}", lambda s, on=on: (s.do(do="pause", on=on), s.wait(1)))  # type: ignore[misc]
                for on in (True, False)
            )
        if any(s.crank.tasks.held for s in self.stages):
            return True
        one, other = self.folds
        if what == "end" and self.rng.random() < 0.2 and not one.over:
            return self.both("end", lambda s: s.do(do="end"))
        if what == "undo":
            backs = [self.taken_back(f) for f in (one, other)]
            if self.same(*backs) and whose(backs[0]) == whose(backs[1]):
                return self.both("undo", lambda s: s.do(do="undo"))
        if what == "absent":
            seat = self.rng.randint(1, one.header.seats)
            ends = [self.stand_in(f, seat) for f in (one, other)]
            if ends[0] is not None and ends[1] is not None and self.same(ends[0], ends[1]):
                return self.both(f"absent {seat}", lambda s: s.do(do="absent", seat=seat))
        return True

    def taken_back(self, fold: Fold) -> Fold | Rejection:
        """What an undo does at the table: nothing where two steps must look alike."""
        if self.true.view(fold.state, None).phase != fold.state.phase:
            return Rejection("not-allowed")
        return apply(fold, Undo(by="host"))

    def stand_in(self, fold: Fold, seat: int) -> Fold | Rejection | None:
        entry = self.true.absent(self.true.view(fold.state, seat))
        return None if entry is None else apply(fold, replace(entry, as_="host"))

    # -- plans ----------------------------------------------------------------------------------------------------
