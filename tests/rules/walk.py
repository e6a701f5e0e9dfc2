"""A walk plays one game to its end by keys alone: facts → question → presses → entry → fold.

Every game, any options, chance typed or drawn; it holds the contract and the invariants on its way.
Others hang on to it with `asked` (each question as it is answered) and `made` (each entry as it is applied)::

    fold = Walk(GAME, random.Random(7), seats=4, asked=lambda q: …).run()
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from msgspec.structs import replace

from rules.entry import Entry, Rejection, Undo
from rules.fold import Fold, apply, begin
from rules.game import Answer, CardsWanted, DiceWanted, Facts, Game, SetOff, Wanted
from rules.log import VERSION, Header, complete, write
from rules.prompt import Draft, Prompt, press, sendable
from tests.rules.invariants import check

KEYS = tuple(f"{sign}{c}" for sign in "+-" for c in range(1, 7))
LONGEST = 4000
"""Entries after which a walk is said to lead nowhere."""


@dataclass(frozen=True)
class Question:
    """A prompt that was put to a seat (None: the host), and the draft that was sent."""

    fold: Fold
    seat: int | None
    facts: Facts
    prompt: Prompt
    draft: Draft


@dataclass(frozen=True)
class Made:
    """An entry that was applied."""

    before: Fold
    entry: Entry
    after: Fold


def random_options(game: Game, seats: int, rng: random.Random) -> dict[str, Any]:
    """Half of the options chosen, the rest left out; what the device draws at set-up drawn."""
    chosen: dict[str, Any] = {}
    for option in game.options:
        if rng.random() < 0.5 or option.drawn:
            continue
        chosen[option.id] = rng.choice(option.values or (option.lo, option.hi, option.default))
    return game.setup_draws(seats, chosen, rng.randrange)


def header(game: Game, seats: int, options: dict[str, Any]) -> Header:
    """A complete header."""
    return complete(Header(log=VERSION, game=game.id, seats=seats, options=options), {game.id: game})[1]


class Walk:
    """One game, played by `rng`. `typed` None: chance is typed or drawn, now this, now that."""

    def __init__(
        self,
        game: Game,
        rng: random.Random,
        *,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        typed: bool | None = None,
        undo: bool = True,
        asked: Callable[[Question], object] = lambda _: None,
        made: Callable[[Made], object] = lambda _: None,
    ) -> None:
        self.game, self.rng, self.typed, self.undo, self.asked, self.made = (
            game,
            rng,
            typed,
            undo,
            asked,
            made,
        )
        number = seats or rng.randint(*game.seats)
        given = random_options(game, number, rng) if options is None else options
        self.header = header(game, number, given)
        self.fold = begin(game, self.header)
        self.lines = [write(self.header)]

    @property
    def log(self) -> bytes:
        """The log so far, as a file holds it."""
        return b"\n".join(self.lines) + b"\n"

    def run(self) -> Fold:
        """Play to the end."""
        check(self.fold)
        while not self.fold.over:
            self.step()
            assert self.fold.count < LONGEST, "the game does not end"
        assert all(self.question(seat) is None for seat in self.seats), "a seat is asked after the end"
        return self.fold

    def step(self) -> None:
        """One entry by somebody for whom the table waits."""
        asks = self.game.asks(self.fold.state)
        self.contract()
        movers: list[Callable[[], Entry | None]] = [
            partial(self.by_keys, seat) for seat in (*asks.seats, *asks.seats, *asks.open)
        ]
        if asks.keeper is not None and asks.keeper not in asks.seats:
            movers.append(partial(self.by_keys, asks.keeper))
        if asks.clock is not None:
            movers.append(partial(self.by_clock, asks.clock.do))
        movers += [partial(self.by_host, what) for what in asks.host if self.rng.random() < 0.1]
        assert movers, f"nobody is asked in {self.fold.state.phase}"
        if self.undo and self.rng.random() < 0.05:
            self.take_back()
        else:
            entry = self.rng.choice(movers)()
            if entry is not None:
                self.enter(entry)

    @property
    def seats(self) -> range:
        return range(1, self.header.seats + 1)

    def question(self, seat: int | None, drafts: tuple[Draft, ...] = (), typed: bool = False) -> Answer:
        facts = self.game.view(self.fold.state, seat)
        return self.game.answer(facts, drafts, typed)

    def contract(self) -> None:
        """Who is asked has a question, who is not has none; whoever may be absent has an entry."""
        asks = self.game.asks(self.fold.state)
        for seat in self.seats:
            prompt = self.question(seat)
            asked = seat in asks.seats or seat in asks.open or seat == asks.keeper
            assert (prompt is not None) == asked, f"seat {seat} in {self.fold.state.phase}: {prompt}"
            if prompt is None:
                continue
            assert isinstance(prompt, Prompt)
            if not prompt.live and seat != asks.keeper:
                assert prompt.done == (seat in asks.open), f"seat {seat} in {self.fold.state.phase}: {prompt}"
            if seat in asks.seats:
                absent = self.game.absent(self.game.view(self.fold.state, seat))
                if absent is None:
                    assert seat == asks.keeper
                    continue
                after = apply(self.fold, replace(absent, as_="host"))
                assert isinstance(after, Fold), f"{absent} for an absent seat: {after}"

    def by_keys(self, seat: int) -> Entry | None:
        """The entry that this seat's presses come to; None when it walks away in the middle of them."""
        typed = self.rng.random() < 0.5 if self.typed is None else self.typed
        facts = self.game.view(self.fold.state, seat)
        answer = self.converse(seat, facts, lambda drafts: self.game.answer(facts, drafts, typed))
        return self.chance() if isinstance(answer, SetOff) else answer

    def by_host(self, what: str) -> Entry | None:
        facts = self.game.view(self.fold.state, None)
        answer = self.converse(None, facts, lambda drafts: self.game.host(facts, what, drafts))
        assert not isinstance(answer, SetOff)
        return answer

    def by_clock(self, do: str) -> Entry:
        (kind,) = (e for e in self.game.entries if e.__struct_config__.tag == do)
        return kind(by="clock")

    def converse(
        self, seat: int | None, facts: Facts, ask: Callable[[tuple[Draft, ...]], Answer]
    ) -> Entry | SetOff | None:
        """Question after question until they come to something."""
        drafts: tuple[Draft, ...] = ()
        while isinstance(prompt := ask(drafts), Prompt):
            assert ask(drafts) == prompt, "the same question reads differently the second time"
            draft = self.presses(prompt)
            if draft is None:
                return None
            self.asked(Question(self.fold, seat, facts, prompt, draft))
            drafts = (*drafts, draft)
        return prompt

    def presses(self, prompt: Prompt) -> Draft | None:
        """Keys at random until the draft may be sent and is; None when patience runs out."""
        draft = Draft(prompt.no)
        for _ in range(400):
            if sendable(prompt, draft) and (prompt.live or prompt.shape == "rows" or self.rng.random() < 0.4):
                return draft
            draft = press(prompt, draft, self.rng.choice(KEYS)) or draft
        return draft if sendable(prompt, draft) else None

    def chance(self) -> Entry:
        wanted = self.game.wanted(self.fold.state)
        assert wanted is not None, f"nothing to draw in {self.fold.state.phase}"
        entry: Entry = self.game.drawn(self.fold.state, random_result(wanted, self.rng))
        return replace(entry, src=self.rng.choice(("device", "tower")))

    def take_back(self) -> None:
        entry = Undo(by="host")
        after = apply(self.fold, entry)
        if isinstance(after, Fold):
            self.stand(entry, after)

    def enter(self, entry: Entry) -> None:
        after = apply(self.fold, entry)
        assert not isinstance(after, Rejection), f"{write(entry)!r} in {self.fold.state.phase}: {after}"
        self.stand(entry, after)

    def stand(self, entry: Entry, after: Fold) -> None:
        before, self.fold = self.fold, after
        self.lines.append(write(entry))
        check(after)
        self.made(Made(before, entry, after))


def random_result(wanted: Wanted, rng: random.Random) -> list[list[int]]:
    """What a tower or a deck might give."""
    if isinstance(wanted, CardsWanted):
        return [[rng.randrange(wanted.left - k) for k in range(wanted.count)]]
    assert isinstance(wanted, DiceWanted)
    return [[rng.randint(1, sides) for _ in range(count)] for count, sides, _ in wanted.groups]
