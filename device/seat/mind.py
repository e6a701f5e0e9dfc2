"""How a bot makes up its mind: the plain way at once, the searching way in a process of its own, off the loop."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

from rules.entry import Entry
from rules.game import Game, SetOff
from rules.games import GAMES
from rules.prompt import Draft, Prompt
from rules.search import entries, search

Thought = tuple[Entry, ...] | SetOff | None
"""The entries of an answer (several where each press is one), or chance set off, or nothing to say."""
Mind = Callable[[str, Any, int, Callable[[Thought], None]], None]
"""(game id, facts, seed, told) → `told` is called with the thought, later, on any thread."""
STEPS = 16
"""No entry needs more prompts than this."""


def think(game: Game, facts: Any, rng: random.Random, playouts: int = 0) -> Thought:
    """A bot's answer from its facts. Without playouts the plain heuristic, with so many a decision the search."""
    drafts: tuple[Draft, ...] = ()
    for _ in range(STEPS):
        answer = game.answer(facts, drafts, False)
        if isinstance(answer, Entry):
            return (answer,)
        if not isinstance(answer, Prompt):
            return answer
        if answer.done:
            return None
        bot = search(game, facts, answer, rng, playouts) if playouts else game.bot(facts, answer, rng)
        if answer.live:
            return entries(game, facts, answer, bot) if bot.presses else None
        drafts = (*drafts, bot)
    raise RuntimeError(f"{game.id}: a bot was asked {STEPS} prompts in a row")


def decide(game: str, facts: Any, seed: int) -> Thought:
    """The searching bot's answer, for a process that is handed facts and nothing else."""
    ahead = GAMES[game].lookahead
    return think(GAMES[game], facts, random.Random(seed), ahead.playouts if ahead else 0)


def at_once(game: str, facts: Any, seed: int, told: Callable[[Thought], None]) -> None:
    """A mind that thinks where it is asked: for tests, and where no other process may be started."""
    told(decide(game, facts, seed))


class OtherMind:
    """A mind in another process, started when it is first needed. Searching would hold up the table's loop."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def __call__(self, game: str, facts: Any, seed: int, told: Callable[[Thought], None]) -> None:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        self._pool.submit(decide, game, facts, seed).add_done_callback(lambda done: told(_outcome(done)))

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _outcome(done: Future[Thought]) -> Thought:
    """What was thought; nothing where the process died (the seat then plays the plain way)."""
    return None if done.cancelled() or done.exception() else done.result()
