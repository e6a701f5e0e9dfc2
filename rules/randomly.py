"""Press at random: the weakest opponent there is, and the fuel of the random walks in the tests."""

from __future__ import annotations

import random
from collections import deque

from rules.prompt import ROWS_A_PAGE, Draft, Prompt, press, sendable

PRESSES = 12
"""The longest walk of presses tried; more pieces than that are reached only by chance of `at`."""
TRIES = 20


def random_draft(prompt: Prompt, rng: random.Random) -> Draft:
    """A draft that may be sent, reached by pressing live keys at random. A list's "back" is never pressed.

    Raises ValueError when no presses at all lead to a draft that may be sent: a fault of the prompt.
    """
    if prompt.shape == "rows":
        return _row(prompt, rng)
    for _ in range(TRIES):
        draft = _walk(prompt, rng, rng.randint(0, _reach(prompt)))
        if draft is not None:
            return draft
    return _search(prompt)


def _row(prompt: Prompt, rng: random.Random) -> Draft:
    if not prompt.rows:
        raise ValueError(f"prompt {prompt.no!r} is a list without rows")
    page, key = divmod(rng.randrange(len(prompt.rows)), ROWS_A_PAGE)
    draft: Draft | None = Draft(prompt.no)
    for step in (*("+6",) * page, f"+{key + 1}"):
        draft = press(prompt, draft, step) if draft else None
    if draft is None:
        raise ValueError(f"prompt {prompt.no!r} has a row that no key reaches")
    return draft


def _reach(prompt: Prompt) -> int:
    """How many presses a walk may have: enough to move every piece, and two to take back."""
    room = sum(c.hi - c.lo for c in prompt.columns)
    most = room if prompt.most is None else prompt.most + sum(abs(c.at) for c in prompt.columns)
    return 1 if prompt.takeback or prompt.live else min(PRESSES, room, most + 2)


def _walk(prompt: Prompt, rng: random.Random, length: int) -> Draft | None:
    """The newest draft of one walk that may be sent. Steps forward nine times in ten, so that walks get somewhere."""
    draft = Draft(prompt.no)
    best = draft if sendable(prompt, draft) else None
    for _ in range(length):
        steps = [d for d in _next(prompt, draft) if len(d.presses) > len(draft.presses) or rng.random() < 0.1]
        if not steps:
            break
        draft = rng.choice(steps)
        if sendable(prompt, draft):
            best = draft
    return best


def _next(prompt: Prompt, draft: Draft) -> list[Draft]:
    keys = [f"{sign}{c}" for c in range(1, max(1, len(prompt.columns)) + 1) for sign in "+-"]
    return [d for k in keys if (d := press(prompt, draft, k)) is not None]


def _search(prompt: Prompt) -> Draft:
    """The first draft that may be sent, fewest presses first."""
    queue, seen = deque([Draft(prompt.no)]), {tuple[int, ...]()}
    while queue:
        draft = queue.popleft()
        if sendable(prompt, draft):
            return draft
        for after in _next(prompt, draft):
            if (held := tuple(sorted(after.presses))) not in seen:
                seen.add(held)
                queue.append(after)
    raise ValueError(f"no presses lead to a draft of prompt {prompt.no!r} that may be sent")
