"""What a seat could do now, and what it would come to: keys that are thought through before they are pressed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from device.web.replay import SECRET
from rules.entry import Entry, Rejection
from rules.fold import Fold, apply
from rules.game import Game
from rules.prompt import Draft, Prompt, press, sendable
from rules.randomly import random_draft
from tests.secrets.stage import Stage


@dataclass(frozen=True)
class Plan:
    """What a seat will do: drafts for the prompts of one entry, and what it comes to."""

    seat: int
    drafts: tuple[tuple[Prompt, Draft], ...]
    entry: Entry
    after: Fold

    @property
    def seen(self) -> Entry | None:
        """The entry where all can see it made: a move in a lap that ends the turn leaves no other trace."""
        do, header = str(self.entry.__struct_config__.tag), self.after.header
        hidden = do in SECRET[header.game] or (do == "order" and header.options["orders"] == "blind")
        return None if hidden else self.entry


def pressed(prompt: Prompt, presses: tuple[int, ...]) -> Draft | None:
    """The draft of these keys, None where one is dead or it may not be sent."""
    draft: Draft | None = Draft(prompt.no)
    for step in presses:
        draft = press(prompt, draft, f"{step:+d}") if draft else None
    return draft if draft and sendable(prompt, draft) else None


def whose(back: Fold | Rejection) -> Any:
    """Whose entry an undo took back: that much is announced."""
    return back.undone.by if isinstance(back, Fold) and back.undone else None


class Minds:
    """All players of a game, as they think at a table where `seat` is ours."""

    def __init__(self, game: Game, seat: int, rng: random.Random) -> None:
        self.game, self.seat, self.rng = game, seat, rng

    def asked(self, stage: Stage, seat: int) -> Prompt | None:
        """What the seat is asked at this table."""
        return stage.crank.seats[seat].prompt(stage.crank.sight(seat), stage.alarm.now())

    def idle_keys(self, prompt: Prompt) -> list[str]:
        """A key that moves something and the one that takes it back: a draft that was left would hold a bid back."""
        sign, column = self.rng.choice("+-"), self.rng.randint(1, len(prompt.columns) or 1)
        back = "-" if sign == "+" else "+"
        moves = press(prompt, Draft(prompt.no), f"{sign}{column}") is not None
        return [f"{sign}{column}", f"{back}{column}"] if moves else [f"{sign}{column}"]

    def plan(self, stage: Stage, seat: int, like: Plan | None = None) -> Plan | None:
        """Something that a seat (0: any other one) may do now; sometimes the very thing of the other table."""
        if stage.crank.tasks.held is not None or stage.table.now.house.paused or stage.fold.over:
            return None
        if seat == 0:
            seat = self.rng.choice([s for s in range(1, stage.fold.header.seats + 1) if s != self.seat])
        copied = [draft for _, draft in like.drafts] if like and self.rng.random() < 0.5 else []

        def draft(prompt: Prompt) -> Draft:
            same = pressed(prompt, copied.pop(0).presses) if copied else None
            return same or random_draft(prompt, self.rng)

        return self.follow(stage, seat, draft)

    def follow(self, stage: Stage, seat: int, draft: Callable[[Prompt], Draft | None]) -> Plan | None:
        """From prompt to prompt until an entry is there; None where the seat is not asked, or it cannot stand."""
        fold = replace(stage.fold, game=self.game)
        window = stage.crank.tasks.window
        if window is not None and not window.counts(stage.alarm.now() + 0.4):
            return None
        facts = self.game.view(fold.state, seat)
        typed = stage.crank.sights.typed(stage.table.now)
        sent: tuple[tuple[Prompt, Draft], ...] = ()
        for _ in range(8):
            answer: Any = self.game.answer(facts, tuple(d for _, d in sent), typed)
            if isinstance(answer, Entry):
                after = apply(fold, answer)
                return None if isinstance(after, Rejection) else Plan(seat, sent, answer, after)
            if not isinstance(answer, Prompt) or (answer.done and self.rng.random() < 0.5):
                return None
            made = draft(answer)
            if made is None:
                return None
            sent = (*sent, (answer, made))
        return None
