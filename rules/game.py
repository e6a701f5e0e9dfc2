"""The contract between a game and the table: what a game offers, as data and pure functions.

A game is one folder in `rules/`; `rules/games.py` lists them. Nothing that feeds a pad, phone, page or bot ever
receives a State: `view` is the one exit, and prompts and pages are made from its Facts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Literal, Protocol, Union

import msgspec

from rules.entry import End, Entry, Rejection, Undo
from rules.option import Option
from rules.page import Show, Word
from rules.prompt import Draft, Prompt

OVER = "over"


class State(Protocol):
    """A game's frozen state. `phase` is the record's word, `serial` numbers the results told by `last`."""

    @property
    def phase(self) -> str: ...


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What all games' facts share. `seat` is whose facts these are, None for everybody's.

    `phase` is the public phase word: where two phases must look alike they have one word.
    """

    seat: int | None
    seats: int
    phase: str
    over: bool
    serial: int
    """Numbers the newest result (`last`); grows with each turn or day settled."""


class DiceWanted(msgspec.Struct, frozen=True):
    """Chance is dice: groups of (count, sides, tag) in the entry's order. `secret`: only the keeper may see them."""

    groups: tuple[tuple[int, int, str], ...]
    secret: bool = False

    @property
    def pool(self) -> str:
        """The tower's word for it: "4d6:g+4d6:r"."""
        return "+".join(f"{n}d{s}" + (f":{t}" if t else "") for n, s, t in self.groups)


class CardsWanted(msgspec.Struct, frozen=True):
    """Chance is `count` cards taken one by one from `left` cards, numbered 0.. in sheet or suit order."""

    left: int
    count: int


Wanted = DiceWanted | CardsWanted
Result = Sequence[Sequence[int]]
"""Dice: one sequence of faces a group. Cards: one sequence of indices, each into what is left when it is taken."""


class Clock(msgspec.Struct, frozen=True):
    """The clock's next entry: `do` "open" or "close", after `seconds`. `lead_in` says a 3-2-1 goes before."""

    do: Literal["open", "close"]
    seconds: int
    lead_in: bool = False


class Asks(msgspec.Struct, frozen=True):
    """For whom the table waits: seats that may answer, chance and its keeper, the clock, what the host may do.

    `seats` are those without whom the game cannot go on; seats that have answered but may still change it are in
    `open`. `sealed` says that the answer which would complete this step waits two seconds in the table.
    """

    seats: tuple[int, ...] = ()
    open: tuple[int, ...] = ()
    chance: Literal["roll", "draw", "news"] | None = None
    keeper: int | None = None
    clock: Clock | None = None
    host: tuple[str, ...] = ()
    sealed: bool = False

    @property
    def waited(self) -> tuple[int, ...]:
        """Whom all may take to be waited for. Who has not sent a sealed answer is nobody's to know: all of them are."""
        keeper = (self.keeper,) if self.keeper else ()
        return tuple(sorted({*self.seats, *(self.open if self.sealed else ()), *keeper}))


class SetOff(msgspec.Struct, frozen=True):
    """The keeper has pressed OK: let chance happen (the device draws, the tower is armed)."""


Answer = Prompt | Entry | SetOff | None


class Lookahead(msgspec.Struct, frozen=True):
    """What a game offers to the searching bot. Playouts run on sampled states, never on views."""

    candidates: Callable[[Any, Prompt, random.Random], Sequence[Draft]]
    """(facts, prompt, rng) → different sendable drafts worth comparing, the likeliest first; at least one."""
    policy: Callable[[Any, int, random.Random], Sequence[Entry]]
    """(state, seat, rng) → the next entries by seats or the clock, fast and plausible. `seat` has chosen already what
    it does in this step and is left alone where the state does not tell (standing orders); 0: nobody has."""
    score: Callable[[Any, int], float]
    """(last state of a playout, seat) → how good it is for that seat, 0 to 1: foremost whether it has won."""
    horizon: Callable[[Any, Any], bool] | None = None
    """(first state, state) → whether a playout may be scored here already; None: it runs to the end of the game."""
    playouts: int = 200
    """How many a decision: a fixed number, the one this game's strength is measured with, whatever the machine."""


class Game(msgspec.Struct, frozen=True, dict=True):
    """One game. All functions are pure; `Any` stands for the game's own State, Facts, Rules and sheet types."""

    id: str
    revision: int
    """Grows when a change makes an old log fold differently."""
    seats: tuple[int, int]
    options: tuple[Option, ...]
    entries: tuple[type[Entry], ...]
    """The game's own entry types, without undo and end."""
    sheet: type[msgspec.Struct] | None
    placeholder: Any
    """The stand-in sheet as plain data, marked `"source": "placeholder"`; None when the game has no sheet."""
    sheet_fault: Callable[[Any], str | None]
    """What is wrong with a decoded sheet."""
    header_fault: Callable[[int, dict[str, Any]], str | None]
    """What else is wrong with (seats, options), given that each option alone is fine."""
    resolve: Callable[[int, dict[str, Any]], dict[str, Any]]
    """(seats, given options) → all options, defaults filled in."""
    setup_draws: Callable[[int, dict[str, Any], Callable[[int], int]], dict[str, Any]]
    """(seats, given options, pick) → options with what the device draws at set-up filled in, in the order of k = 0.
    `pick(m)` gives the next number in 0..m-1."""
    start: Callable[[int, dict[str, Any], Any], Any]
    """(seats, all options, sheet) → State."""
    shape_fault: Callable[[Any, Any], str | None]
    """(state, entry) → what is malformed about it beyond its types (a key that an option requires)."""
    apply: Callable[[Any, Any], Any]
    """(state, entry) → State | Rejection. `by` names a seat of this table and the game is not over."""
    end: Callable[[Any], Any]
    """The state after the host ended it unfinished."""
    asks: Callable[[Any], Asks]
    view: Callable[[Any, int | None], Any]
    """(state, seat or None) → Facts: the one exit."""
    sealed: Callable[[Any, Entry], Any]
    """(facts, a sealed entry that waits in the table) → the facts as if it were in and nobody had been told more: all
    are done, and its own seat sees what it sent. Games without sealed bids give the facts back."""
    answer: Callable[[Any, Sequence[Draft], bool], Answer]
    """(facts, drafts sent so far for this entry, dice and cards are typed by the keeper) → the next prompt, or the
    entry once enough drafts are there, or None when this seat is not asked."""
    host: Callable[[Any, str, Sequence[Draft]], Answer]
    """(facts of everybody, what: one of `asks.host`, drafts) → prompt or entry, like `answer`."""
    absent: Callable[[Any], Entry | None]
    """(facts of a seat) → the entry that the host makes for it when nobody is there: pass, empty or smallest bid,
    decline, favour nearest the left, ready. Without `as`."""
    show: Callable[[Any], Show]
    undone: Callable[[Any], Word | None]
    """(an entry that was taken back) → what everybody must put back on a table with real coins and cards, None when
    nothing lies there. Whose entry it was is told anyway; of a secret one nothing more is."""
    moment: Callable[[Any], tuple[Any, ...]]
    """(phase, lap, turn or day): an entry after which it is unchanged may be undone."""
    trading: Callable[[Any], bool]
    """Whether a trading window runs (no undo then)."""
    record: Callable[[Any], dict[str, Any]]
    """Keys of games.md "Record": phase, seats, winners and the table's own."""
    wanted: Callable[[Any], Wanted | None]
    """What chance is asked for, None when it is not chance's turn."""
    drawn: Callable[[Any, Result], Entry]
    """(state, result) → the chance entry, without `src`."""
    sample: Callable[[Any, random.Random], Any]
    """(facts of a seat, rng) → a State that this seat may hold for true: what it cannot know is filled in."""
    bot: Callable[[Any, Prompt, random.Random], Draft]
    """(facts, prompt, rng) → a sendable draft: the plain heuristic. With a live prompt its presses are all that this
    seat wants to change now, none when what stands is fine."""
    lookahead: Lookahead | None = None
    """None: the searching bot plays like the plain one."""

    @cached_property
    def decoder(self) -> msgspec.json.Decoder[Entry]:
        """Reads one entry of this game's log, undo and end too."""
        return msgspec.json.Decoder(Union[(*self.entries, Undo, End)])


__all__ = [
    "OVER", "Answer", "Asks", "CardsWanted", "Clock", "DiceWanted", "Facts", "Game", "Lookahead", "Rejection", "Result",
    "SetOff", "State", "Wanted",
]  # fmt: skip
