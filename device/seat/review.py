"""What took several questions to type is shown whole before it counts: OK enters it, a number types that line and what
follows it again, 5 all of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from device.seat.acts import Act
from rules.entry import Entry
from rules.game import SetOff
from rules.page import Word, word
from rules.prompt import Draft, Prompt, picked, values, worth

Reply = Prompt | Entry | SetOff | Act | None
Ask = Callable[[Sequence[Draft]], Reply]


class Review(NamedTuple):
    """An entry that stands typed, the prompt that shows it, and which draft each of its rows came from."""

    entry: Entry
    prompt: Prompt
    steps: tuple[int, ...]


def answer(ask: Ask, drafts: Sequence[Draft]) -> Reply:
    """`ask` with a last prompt before an entry of several steps, and with a way back from each list but the first."""
    kept: list[Draft] = []
    for draft in drafts:
        reply = ask(kept)
        if review := _review(ask, kept, reply):
            row = picked(review.prompt, draft)
            if row is None:
                return review.entry
            del kept[review.steps[max(row, 0)] :]
        elif kept and isinstance(reply, Prompt) and reply.shape == "rows" and picked(reply, draft) == -1:
            kept.pop()
        else:
            kept.append(draft)
    reply = ask(kept)
    review = _review(ask, kept, reply)
    return reply if review is None else review.prompt


def _review(ask: Ask, kept: Sequence[Draft], reply: Reply) -> Review | None:
    """What there is to look at; None while questions are open, or when a single one was all."""
    if not isinstance(reply, Entry) or len(kept) < 2:
        return None
    prompts = [prompt for n in range(len(kept)) if isinstance(prompt := ask(kept[:n]), Prompt)]
    typed = [n for n, draft in enumerate(kept) if draft.presses]
    if len(typed) < 2 or len(prompts) < len(kept):
        return None
    last = prompts[-1]
    prompt = Prompt(
        no=f"review.{last.no}",
        title=word("table.title.review"),
        verb="table.verb.enter",
        icon=last.icon,
        rows=tuple(_row(prompts[n], kept[n]) for n in typed),
        shape="rows",
        empty="table.verb.enter",
        guard=any(prompts[n].guard for n in typed),
    )
    return Review(reply, prompt, tuple(typed))


def _row(prompt: Prompt, draft: Draft) -> Word:
    """ "d6: 5", "Green dice: 1 1 3 5", "Case 1: red"."""
    return word("table.row.typed", title=prompt.title, value=_value(prompt, draft))


def _value(prompt: Prompt, draft: Draft) -> Word | str:
    if prompt.shape == "rows":
        return prompt.rows[picked(prompt, draft) or 0]
    if any(column.worth for column in prompt.columns):
        return str(worth(prompt, draft))
    labels = [c.label for c, n in zip(prompt.columns, values(prompt, draft), strict=True) for _ in range(n)]
    return word(labels[0]) if "." in labels[0] else " ".join(labels)
