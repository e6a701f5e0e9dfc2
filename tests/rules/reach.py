"""What keys can reach, and what the rules allow: two ways to the same set of entries."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any

import msgspec

from rules.entry import Entry
from rules.fold import Fold, apply
from rules.game import Answer
from rules.log import read_entry, write
from rules.prompt import Draft, Prompt, press, sendable, values
from tests.rules.walk import KEYS

Entries = Iterator[tuple[int | str, str, dict[str, Any]]]
"""(by, do, the other keys) of candidates."""


def drafts(prompt: Prompt) -> list[Draft]:
    """Every draft that keys lead to and that may be sent; of those that say the same, one."""

    def says(draft: Draft) -> Any:
        return draft.presses if prompt.ordered or prompt.shape == "rows" else values(prompt, draft)

    first = Draft(prompt.no)
    if prompt.takeback:
        return [d for key in KEYS if (d := press(prompt, first, key)) is not None]
    found, queue = {says(first): first}, [first]
    for draft in queue:
        if prompt.live and draft.presses:
            continue
        if prompt.shape == "rows" and draft.presses and abs(draft.presses[-1]) != 6:
            continue
        if len(draft.presses) > len(prompt.rows) + 24:
            continue
        for key in KEYS if prompt.shape == "columns" else KEYS[:6]:
            after = press(prompt, draft, key)
            if after is not None and says(after) not in found:
                if prompt.shape == "rows" and key == "+6" and len(after.presses) > len(prompt.rows) / 4:
                    continue
                found[says(after)] = after
                queue.append(after)
    return [draft for draft in found.values() if sendable(prompt, draft)]


def by_keys(ask: Callable[[Sequence[Draft]], Answer], sent: tuple[Draft, ...] = ()) -> Iterator[Entry]:
    """Every entry that presses can come to, question after question (never back)."""
    answer = ask(sent)
    if isinstance(answer, Entry):
        yield answer
    if not isinstance(answer, Prompt):
        return
    for draft in drafts(answer):
        if answer.shape == "rows" and draft.presses and abs(draft.presses[-1]) == 5:
            continue
        yield from by_keys(ask, (*sent, draft))


def canonical(entry: Entry) -> str:
    """An entry without `src`, lists sorted where their order says nothing."""
    plain = json.loads(write(entry))
    plain.pop("src", None)
    for key in ("pick", "seats", "coins", "cards", "green", "red"):
        if key in plain:
            plain[key].sort(key=str)
    return json.dumps(plain, sort_keys=True)


def effect(fold: Fold) -> bytes:
    """The state, as something to compare."""
    return msgspec.json.encode(fold.state)


def allowed(fold: Fold) -> Iterator[Entry]:
    """Every candidate that the rules accept and that changes something."""
    before = effect(fold)
    for by, do, keys in CANDIDATES[fold.game.id](fold):
        entry = read_entry(json.dumps({"by": by, "do": do, **keys}).encode(), fold.game)
        if fold.game.shape_fault(fold.state, entry):
            continue
        after = apply(fold, entry)
        if isinstance(after, Fold) and effect(after) != before:
            yield entry


def _multisets(kinds: Sequence[Any], sizes: range) -> Iterator[list[Any]]:
    for size in sizes:
        yield from (list(chosen) for chosen in combinations_with_replacement(kinds, size))


def drug_dealer(fold: Fold) -> Entries:
    """Picks, shown dice, all heaps of up to five coins, favours, moves, faces."""
    sides = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d20": 20}
    state = fold.state
    if len(state.pick) == 2:
        for faces in product(*(range(1, sides[d] + 1) for d in state.pick)):
            yield "chance", "roll", {"faces": dict(zip(state.pick, faces, strict=True))}
    for seat in range(1, fold.header.seats + 1):
        yield from ((seat, "dice", {"pick": list(pick)}) for pick in combinations(sides, 2))
        yield from ((seat, "show", {"die": die}) for die in sides)
        if state.phase == "bid":
            yield from ((seat, "bid", {"coins": coins}) for coins in _multisets((2, 5, 15, 30), range(6)))
        if state.phase == "favour":
            yield from ((seat, "favour", {"seats": s}) for s in _seats(fold))
        yield seat, "pass", {}
        yield from ((seat, do, {"coin": coin}) for do in ("take", "add") for coin in (2, 5, 15, 30))


def _seats(fold: Fold) -> Iterator[list[int]]:
    for size in range(fold.header.seats + 1):
        yield from map(list, combinations(range(1, fold.header.seats + 1), size))


def forty_eight(fold: Fold) -> Entries:
    """Cases, bids and topdowns of up to three cards, favours."""
    if fold.state.phase == "draw":
        names = sorted(set(fold.state.deck))
        yield from (
            ("chance", "draw", {"cases": list(c)}) for size in (1, 2) for c in product(names, repeat=size)
        )
    for seat in range(1, fold.header.seats + 1):
        for cards in _multisets((1, 2, 3, 4, 5), range(4)):
            yield seat, "bid", {"cards": cards}
            yield seat, "topdown", {"cards": cards}
        yield seat, "decline", {}
        yield from ((seat, "favour", {"seats": s}) for s in _seats(fold))


def bull_rally(fold: Fold) -> Entries:
    """Ready, all orders, all sequences of up to four stocks, all cards, dice (green all, red few)."""
    phase = fold.state.phase
    if phase == "news":
        for target, value in product(("stock", "market", 1, 2, 3, 4, 5, 6), range(-6, 4)):
            card = {"scope" if isinstance(target, str) else "stock": target, "value": value}
            yield "chance", "news", {"card": card}
            yield from (("chance", "news", {"card": card, "for": stock}) for stock in range(1, 7))
    if phase == "roll":
        reds = ([1, 1, 1, 1], [1, 2, 5, 6])
        for green, red in product(_multisets(range(1, 7), range(4, 5)), reds):
            yield "chance", "roll", {"green": green, "red": red}
    for seat in range(1, fold.header.seats + 1):
        yield from ((seat, "ready", {"on": on}) for on in (True, False))
        for stock, side in product(range(1, 7), ("buy", "sell", None)):
            yield seat, "order", {"stock": stock, "side": side}
        yield seat, "sequence", {}
        if phase == "sequence":
            for size in range(2, 5):
                yield from ((seat, "sequence", {"stocks": list(s)}) for s in permutations(range(1, 7), size))


CANDIDATES: dict[str, Callable[[Fold], Entries]] = {
    "drug-dealer": drug_dealer,
    "forty-eight": forty_eight,
    "bull-rally": bull_rally,
}
