"""A short hand for playing Bull Rally entry by entry, in the words of the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rules.bull_rally import GAME
from rules.bull_rally.view import BullFacts
from rules.fold import Fold, apply, begin, record
from rules.game import Answer
from rules.log import Malformed, read_entry, read_header
from rules.prompt import Draft, Prompt, press, sendable

DICE = {"green": [1, 2, 3, 4], "red": [1, 2, 3, 4]}
"""Dice that move nothing."""


def stock(**changes: Any) -> dict[str, Any]:
    """A chart that does nothing by itself: $40, notch 2, no news, no dividends."""
    plain = {
        "name": "plain",
        "start": 40,
        "notch": 2,
        "limits": [4, 88],
        "band": [20, 60],
        "news": [],
        "dividends": {},
    }
    return {**plain, **changes}


def sheet(*changed: dict[str, Any], news: Sequence[Any] = (("stock", 1),)) -> dict[str, Any]:
    """Six charts, the first ones given, the others plain."""
    stocks = [*changed, *(stock() for _ in range(6 - len(changed)))]
    return {"source": "test", "stocks": stocks, "news": [list(card) for card in news]}


class Play:
    """A game so far. Entries are given as `do("order", 1, stock=3, side="buy")`."""

    def __init__(self, seats: int = 2, charts: dict[str, Any] | None = None, **options: Any) -> None:
        given = {"log": "croupier/1", "game": "bull-rally", "seats": seats, "options": options}
        if charts is not None:
            given["sheet"] = charts
        self.fold: Fold = begin(*read_header(json.dumps(given).encode(), {GAME.id: GAME}))

    def code(self, do: str, by: int | str, **keys: Any) -> str | None:
        """Apply an entry; None when it stands, "malformed" or its code when it does not."""
        line = json.dumps({"by": by, "do": do, **keys}).encode()
        try:
            entry = read_entry(line, GAME)
            if GAME.shape_fault(self.fold.state, entry):
                return "malformed"
        except Malformed:
            return "malformed"
        after = apply(self.fold, entry)
        if not isinstance(after, Fold):
            return after.code
        self.fold = after
        return None

    def do(self, do: str, by: int | str, **keys: Any) -> Play:
        assert self.code(do, by, **keys) is None, f"{do} by {by} was turned away"
        return self

    def open(self) -> Play:
        return self.do("open", "host")

    def orders(self, seat: int, *, buy: Sequence[int] = (), sell: Sequence[int] = ()) -> Play:
        for number in buy:
            self.do("order", seat, stock=number, side="buy")
        for number in sell:
            self.do("order", seat, stock=number, side="sell")
        return self

    def close(self) -> Play:
        return self.do("close", "clock")

    def roll(self, green: Sequence[int] = (1, 2, 3, 4), red: Sequence[int] = (1, 2, 3, 4)) -> Play:
        return self.do("roll", "chance", green=list(green), red=list(red))

    def news(self, target: str | int, value: int, **keys: Any) -> Play:
        return self.do("news", "chance", card=card(target, value), **keys)

    def day(
        self, buy: dict[int, Sequence[int]] | None = None, sell: dict[int, Sequence[int]] | None = None
    ) -> Play:
        """A day without news whose dice move nothing."""
        self.open()
        for seat, stocks in (buy or {}).items():
            self.orders(seat, buy=stocks)
        for seat, stocks in (sell or {}).items():
            self.orders(seat, sell=stocks)
        return self.close().roll()

    @property
    def record(self) -> dict[str, Any]:
        return record(self.fold)

    @property
    def phase(self) -> str:
        return str(self.record["phase"])

    @property
    def prices(self) -> tuple[int, ...]:
        return tuple(self.record["prices"].values())

    def cash(self, seat: int) -> int:
        return int(self.record["seats"][seat - 1]["cash"])

    def shares(self, seat: int) -> tuple[int, ...]:
        return tuple(self.record["seats"][seat - 1]["shares"].values())

    def facts(self, seat: int | None) -> BullFacts:
        facts = GAME.view(self.fold.state, seat)
        assert isinstance(facts, BullFacts)
        return facts

    def answer(self, seat: int, *drafts: Draft, typed: bool = False) -> Answer:
        return GAME.answer(self.facts(seat), drafts, typed)

    def prompt(self, seat: int, *drafts: Draft, typed: bool = False) -> Prompt:
        prompt = self.answer(seat, *drafts, typed=typed)
        assert isinstance(prompt, Prompt)
        return prompt


def card(target: str | int, value: int) -> dict[str, Any]:
    """A card as a news entry writes it."""
    return {"scope" if isinstance(target, str) else "stock": target, "value": value}


def keys(prompt: Prompt, *pressed: str) -> Draft:
    """The draft after these keys, none of them dead; it may be sent."""
    draft: Draft | None = Draft(prompt.no)
    for key in pressed:
        draft = press(prompt, draft, key) if draft is not None else None
        assert draft is not None, f"key {key} is dead"
    assert draft is not None
    assert sendable(prompt, draft)
    return draft


def header_fault(seats: int = 2, charts: Any = None, **options: Any) -> str | None:
    """What is malformed about a header, None when nothing is."""
    given = {"log": "croupier/1", "game": "bull-rally", "seats": seats, "options": options}
    if charts is not None:
        given["sheet"] = charts
    try:
        read_header(json.dumps(given).encode(), {GAME.id: GAME})
    except Malformed as fault:
        return str(fault)
    return None
