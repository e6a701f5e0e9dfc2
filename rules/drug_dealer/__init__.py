"""Drug Dealer: one seat deals dice and goods, the others bid coins behind a screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.drug_dealer.ahead import candidates, horizon, policy, score
from rules.drug_dealer.apply import apply
from rules.drug_dealer.ask import absent, answer, asks, drawn, host, wanted
from rules.drug_dealer.bot import bot
from rules.drug_dealer.entries import ENTRIES
from rules.drug_dealer.sample import sample
from rules.drug_dealer.sheet import PLACEHOLDER, Sheet, sheet_fault
from rules.drug_dealer.show import show
from rules.drug_dealer.state import end, moment, record, start
from rules.drug_dealer.tell import undone
from rules.drug_dealer.view import sealed, view
from rules.game import Game, Lookahead
from rules.option import Option, filled

OPTIONS = (
    Option("first", default=1, lo=1, seat=True, drawn=True),
    Option("void_at", values=("reveal", "roll")),
)


def resolve(seats: int, given: dict[str, Any]) -> dict[str, Any]:
    """All options, defaults filled in."""
    return filled(OPTIONS, given)


def setup_draws(seats: int, given: dict[str, Any], pick: Callable[[int], int]) -> dict[str, Any]:
    """The device draws who begins, unless somebody chose."""
    return given if "first" in given else {**given, "first": pick(seats) + 1}


GAME = Game(
    id="drug-dealer",
    revision=1,
    seats=(3, 7),
    options=OPTIONS,
    entries=ENTRIES,
    sheet=Sheet,
    placeholder=PLACEHOLDER,
    sheet_fault=sheet_fault,
    header_fault=lambda seats, options: None,
    resolve=resolve,
    setup_draws=setup_draws,
    start=start,
    shape_fault=lambda state, entry: None,
    apply=apply,
    end=end,
    asks=asks,
    view=view,
    sealed=sealed,
    answer=answer,
    host=host,
    absent=absent,
    show=show,
    undone=undone,
    moment=moment,
    trading=lambda state: False,
    record=record,
    wanted=wanted,
    drawn=drawn,
    sample=sample,
    bot=bot,
    lookahead=Lookahead(candidates, policy, score, horizon),
)
