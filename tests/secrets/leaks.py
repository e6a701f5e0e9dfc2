"""Deliberate leaks, one a place where a secret could get out: the harness must find each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.game import Game
from rules.page import Waiting, word
from rules.prompt import Prompt

Copy = Callable[[Game], Game]


def amounts_in_the_laps(game: Game) -> Game:
    """Drug Dealer's view gives everybody the amounts, not the dealer alone."""

    def view(state: Any, seat: int | None) -> Any:
        facts = game.view(state, seat)
        return replace(facts, amounts=tuple(sorted(state.amounts().items()))) if state.lap == 1 else facts

    return replace(game, view=view)


def a_sigh_at_bad_dice(game: Game) -> Game:
    """Drug Dealer's waiting page has another icon while P is negative."""

    def view(state: Any, seat: int | None) -> Any:
        facts = game.view(state, seat)
        bad = bool(state.faces) and state.production() < 0
        return replace(facts, void_at="roll" if bad else facts.void_at) if seat else facts

    def show(facts: Any) -> Any:
        pages = game.show(facts)
        sad = facts.void_at == "roll" and isinstance(pages.rest, Waiting)
        return replace(pages, rest=replace(pages.rest, icon="out")) if sad else pages

    return replace(game, view=view, show=show)


def a_prompt_that_knows_the_highest(game: Game) -> Game:
    """Drug Dealer's lap prompt tells whether the own bid is the highest: under PEEK, yet nobody's to know."""

    def view(state: Any, seat: int | None) -> Any:
        facts = game.view(state, seat)
        if not state.lap or seat in (None, state.dealer):
            return facts
        return replace(facts, goods=max(state.amounts().values()))

    def answer(facts: Any, drafts: Any, typed: bool) -> Any:
        asked = game.answer(facts, drafts, typed)
        if facts.lap and isinstance(asked, Prompt) and asked.guard:
            return replace(asked, note=word("dd.amount", amount=facts.goods))
        return asked

    return replace(game, view=view, answer=answer)


def who_has_bid(game: Game) -> Game:
    """The table is told for whom it waits although bids are sealed: the board names them."""
    return replace(game, asks=lambda state: replace(game.asks(state), sealed=False))


def the_desk_breaks_a_tie(game: Game) -> Game:
    """Forty-Eight's public phase is the record's: a favour does not look like a topdown."""

    def view(state: Any, seat: int | None) -> Any:
        return replace(game.view(state, seat), phase=state.phase)

    return replace(game, view=view)


def a_glimpse_beneath_the_cases(game: Game) -> Game:
    """Forty-Eight shows everybody the time cards beneath all cases."""

    def view(state: Any, seat: int | None) -> Any:
        facts = game.view(state, seat)
        piles = tuple(
            tuple(replace(known, cards=won.cards) for known, won in zip(pile, true, strict=True))
            for pile, true in zip(facts.piles, state.piles, strict=True)
        )
        return replace(facts, piles=piles)

    return replace(game, view=view)


def open_orders(game: Game) -> Game:
    """Bull Rally forgets that a window is blind when the board asks."""

    def view(state: Any, seat: int | None) -> Any:
        return replace(game.view(state, seat), orders=state.orders)

    return replace(game, view=view)


def a_net_of_blind_orders(game: Game) -> Game:
    """Bull Rally's order prompt shows the net of all orders though they are blind."""

    def view(state: Any, seat: int | None) -> Any:
        facts = game.view(state, seat)
        net = tuple(map(sum, zip(*state.orders, strict=True)))
        return facts if seat is None else replace(facts, left=(*facts.left, ("stock", sum(net))))

    def answer(facts: Any, drafts: Any, typed: bool) -> Any:
        asked = game.answer(facts, drafts, typed)
        if isinstance(asked, Prompt) and asked.live:
            first, *rest = asked.columns
            return replace(asked, columns=(replace(first, base=facts.left[-1][1]), *rest))
        return asked

    return replace(game, view=view, answer=answer)


LEAKS: dict[str, tuple[tuple[Copy, str], ...]] = {
    "drug-dealer": (
        (amounts_in_the_laps, "lap1"),
        (a_sigh_at_bad_dice, "show bid favour lap1"),
        (a_prompt_that_knows_the_highest, "lap1 lap2"),
        (who_has_bid, "bid"),
    ),
    "forty-eight": (
        (the_desk_breaks_a_tie, "favour topdown"),
        (a_glimpse_beneath_the_cases, ""),
        (who_has_bid, "bid"),
    ),
    "bull-rally": ((open_orders, "trade blind"), (a_net_of_blind_orders, "trade blind")),
}
"""The leaks in a copy of each game, and the phases in which they are to be looked for ("": all)."""
