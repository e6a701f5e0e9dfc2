"""The searching bot of all games: guess what is hidden, try each candidate, play out, keep the better half.

Determinised Monte Carlo with sequential halving. All candidates of a round meet the same guessed states and the same
dice and opponents' moods as far as a seeded generator can see to it, so that luck cancels out between them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from rules.entry import Entry, Rejection
from rules.game import OVER, CardsWanted, Facts, Game, Lookahead, Result, Wanted
from rules.prompt import Draft, Prompt

LONGEST = 2000
"""Steps after which a playout is said to lead nowhere."""


def search(game: Game, facts: Facts, prompt: Prompt, rng: random.Random, playouts: int) -> Draft:
    """The draft that does best in about `playouts` playouts (a fixed number, whatever the machine)."""
    ahead = game.lookahead
    if ahead is None or facts.seat is None:
        return game.bot(facts, prompt, rng)
    drafts = ahead.candidates(facts, prompt, rng)
    if len(drafts) == 1:
        return drafts[0]
    tries = [entries(game, facts, prompt, draft) for draft in drafts]
    left = list(range(len(drafts)))
    scores, counts = [0.0] * len(drafts), [0] * len(drafts)
    rounds = max(1, (len(left) - 1).bit_length())
    while len(left) > 1:
        for _ in range(max(1, playouts // (rounds * len(left)))):
            state, seed = game.sample(facts, rng), rng.random()
            for i in left:
                scores[i] += playout(game, ahead, state, tries[i], facts.seat, random.Random(seed))
                counts[i] += 1
        left.sort(key=lambda i: -scores[i] / counts[i])
        left = left[: (len(left) + 1) // 2]
    return drafts[left[0]]


def playout(
    game: Game, ahead: Lookahead, state: Any, tried: Sequence[Entry], seat: int, rng: random.Random
) -> float:
    """The score of `seat` when it makes these entries and everybody plays on by the game's fast policy."""
    first, moved = state, seat
    for entry in tried:
        state = _after(game, state, entry)
    for _ in range(LONGEST):
        if state.phase == OVER or (ahead.horizon and ahead.horizon(first, state)):
            return ahead.score(state, seat)
        wanted = game.wanted(state)
        drawn = None if wanted is None else game.drawn(state, chance_result(wanted, rng))
        step = ahead.policy(state, moved, rng) if drawn is None else (drawn,)
        for entry in step:
            state = _after(game, state, entry)
        moved = 0
    raise RuntimeError(f"{game.id}: a playout does not end")


def entries(game: Game, facts: Facts, prompt: Prompt, draft: Draft) -> tuple[Entry, ...]:
    """What a draft comes to: one entry, or with a live prompt one for each column that was pressed."""
    drafts = [draft]
    if prompt.live:
        columns = dict.fromkeys(map(abs, draft.presses))
        drafts = [Draft(prompt.no, tuple(p for p in draft.presses if abs(p) == c)) for c in columns]
    made = [entry for d in drafts if isinstance(entry := game.answer(facts, [d], False), Entry)]
    if len(made) != len(drafts):
        raise RuntimeError(f"prompt {prompt.no!r} is not answered by {draft}")
    return tuple(made)


def chance_result(wanted: Wanted, rng: random.Random) -> Result:
    """Dice and cards by a plain generator."""
    if isinstance(wanted, CardsWanted):
        return [[rng.randrange(wanted.left - i) for i in range(wanted.count)]]
    return [[rng.randint(1, sides) for _ in range(count)] for count, sides, _ in wanted.groups]


def _after(game: Game, state: Any, entry: Entry) -> Any:
    after = game.apply(state, entry)
    if isinstance(after, Rejection):
        raise RuntimeError(f"{game.id}: a playout's {entry} was turned away: {after.code}: {after.why}")
    return after
