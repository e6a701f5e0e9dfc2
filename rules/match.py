"""A headless match: bots play one game to its end through the same line as people, view → answer → draft → entry."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from rules.entry import Entry, Rejection
from rules.fold import Fold, apply, begin, record
from rules.game import Facts, Game
from rules.log import VERSION, Header, complete
from rules.prompt import Draft, Prompt
from rules.randomly import random_draft
from rules.search import chance_result, entries, search

Bot = Callable[[Facts, Prompt, random.Random], Draft]
BOTS = ("plain", "search", "random")
PLAYOUTS = 200


def bot_named(game: Game, name: str, playouts: int = PLAYOUTS) -> Bot:
    """ "plain" (the game's heuristic), "search" (with so many playouts a decision) or "random" (any legal draft)."""
    if name == "plain":
        return game.bot
    if name == "search":
        return lambda facts, prompt, rng: search(game, facts, prompt, rng, playouts)
    if name == "random":
        return lambda facts, prompt, rng: random_draft(prompt, rng)
    raise ValueError(f"no bot is called {name!r}, there are {', '.join(BOTS)}")


def new_header(game: Game, seats: int, options: dict[str, Any], rng: random.Random) -> Header:
    """A complete header; what the device draws at set-up comes from `rng`. Raises rules.log.Malformed."""
    drawn = game.setup_draws(seats, options, rng.randrange)
    return complete(Header(log=VERSION, game=game.id, seats=seats, options=drawn), {game.id: game})[1]


def play(game: Game, header: Header, bots: Sequence[Bot], rng: random.Random) -> Fold:
    """The finished game. `bots` has one a seat. A trading window is a single question to each seat, in any order."""
    fold = begin(game, header)
    while not fold.over:
        fold = _step(fold, bots, rng)
    return fold


def winners(fold: Fold) -> tuple[int, ...]:
    """Who won a finished game: the champions, where the game has them."""
    told = record(fold)
    return tuple(told.get("champions", told["winners"]))


def _step(fold: Fold, bots: Sequence[Bot], rng: random.Random) -> Fold:
    """What comes next: chance, one seat's answer, or a whole trading window."""
    game, asks = fold.game, fold.game.asks(fold.state)
    wanted = game.wanted(fold.state)
    if wanted is not None:
        return _entered(fold, game.drawn(fold.state, chance_result(wanted, rng)))
    if asks.seats:
        return _answered(fold, asks.seats[0], bots, rng)
    if asks.clock is None:
        raise RuntimeError(f"{game.id} waits for nobody in {fold.state.phase}")
    for seat in rng.sample(asks.open, len(asks.open)):
        fold = _answered(fold, seat, bots, rng)
    (kind,) = (e for e in game.entries if e.__struct_config__.tag == asks.clock.do)
    return _entered(fold, kind(by="clock"))


def _answered(fold: Fold, seat: int, bots: Sequence[Bot], rng: random.Random) -> Fold:
    facts = fold.game.view(fold.state, seat)
    prompt = fold.game.answer(facts, (), False)
    if not isinstance(prompt, Prompt):
        raise RuntimeError(f"seat {seat} is waited for in {fold.state.phase} but has no question")
    for entry in entries(fold.game, facts, prompt, bots[seat - 1](facts, prompt, rng)):
        fold = _entered(fold, entry)
    return fold


def _entered(fold: Fold, entry: Entry) -> Fold:
    after = apply(fold, entry)
    if isinstance(after, Rejection):
        raise RuntimeError(f"{entry} was turned away: {after.code}: {after.why}")
    return after
