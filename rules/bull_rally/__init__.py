"""Bull Rally (Stratus Games): six stocks, ten trading days, ten seconds each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.bull_rally.apply import apply, shape_fault
from rules.bull_rally.ask import absent, answer, asks, host
from rules.bull_rally.bot import bot, candidates, policy, score
from rules.bull_rally.chance import drawn_entry, wanted
from rules.bull_rally.entries import ENTRIES
from rules.bull_rally.sample import sample
from rules.bull_rally.sheet import PLACEHOLDER, Sheet, sheet_fault
from rules.bull_rally.show import show
from rules.bull_rally.state import end, moment, record, start, trading
from rules.bull_rally.story import undone
from rules.bull_rally.view import view
from rules.game import Game, Lookahead
from rules.option import Option, filled

OPTIONS = (
    Option("trade_seconds", default=10, lo=3, hi=120, unit="seconds"),
    Option("plan_seconds", default=0, lo=0, hi=600, unit="seconds"),
    Option("orders", values=("open", "blind")),
    Option("sequence", values=("ask", "auto")),
    Option("news", values=("day", "each")),
)


def resolve(seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """All options, defaults filled in."""
    return filled(OPTIONS, options)


def header_fault(seats: int, options: dict[str, Any]) -> str | None:
    """Nothing more than each option alone."""
    return None


def setup_draws(seats: int, options: dict[str, Any], pick: Callable[[int], int]) -> dict[str, Any]:
    """Nothing is drawn at set-up."""
    return options


GAME = Game(
    id="bull-rally",
    revision=1,
    seats=(2, 6),
    options=OPTIONS,
    entries=ENTRIES,
    sheet=Sheet,
    placeholder=PLACEHOLDER,
    sheet_fault=sheet_fault,
    header_fault=header_fault,
    resolve=resolve,
    setup_draws=setup_draws,
    start=start,
    shape_fault=shape_fault,
    apply=apply,
    end=end,
    asks=asks,
    view=view,
    sealed=lambda facts, entry: facts,
    answer=answer,
    host=host,
    absent=absent,
    show=show,
    undone=undone,
    moment=moment,
    trading=trading,
    record=record,
    wanted=wanted,
    drawn=drawn_entry,
    sample=sample,
    bot=bot,
    lookahead=Lookahead(candidates, policy, score, playouts=100),
)

__all__ = ["GAME"]
