"""Forty-Eight −共鳴するテロル−: sealed bids of time cards, and whoever spent the most hours may be out."""

from rules.forty_eight.apply import apply, end
from rules.forty_eight.ask import absent, answer, asks, drawn, host, wanted
from rules.forty_eight.bot import bot, candidates, policy, score
from rules.forty_eight.entries import ENTRIES
from rules.forty_eight.sample import sample
from rules.forty_eight.setup import OPTIONS, header_fault, resolve, setup_draws
from rules.forty_eight.show import show, undone
from rules.forty_eight.state import record, start
from rules.forty_eight.view import sealed, view
from rules.game import Game, Lookahead

GAME = Game(
    id="forty-eight",
    revision=1,
    seats=(3, 5),
    options=OPTIONS,
    entries=ENTRIES,
    sheet=None,
    placeholder=None,
    sheet_fault=lambda sheet: None,
    header_fault=header_fault,
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
    moment=lambda state: (state.phase, state.turn),
    trading=lambda state: False,
    record=record,
    wanted=wanted,
    drawn=drawn,
    sample=sample,
    bot=bot,
    lookahead=Lookahead(candidates, policy, score, playouts=300),
)
