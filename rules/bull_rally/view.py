"""What a seat (or everybody) may know: the one exit from the state (games.md, section 4).

Everything in Bull Rally is public but two things: orders while a blind window runs, and what is not drawn yet.
"""

from __future__ import annotations

from rules.bull_rally.fill import NOTHING, Orders, Purse, Six, trial
from rules.bull_rally.sheet import Card, Sheet
from rules.bull_rally.state import Outcome, Rules, State, champions, due, keeper, waited, winners
from rules.game import Facts


class BullFacts(Facts, frozen=True, kw_only=True):
    """The game as this seat may see it. Tuples by seat have seat 1 first, by stock stock 1."""

    rules: Rules
    day: int
    window: int
    history: tuple[Six, ...]
    purses: tuple[Purse, ...]
    ready: tuple[bool, ...]
    orders: tuple[Orders | None, ...]
    """None: hidden while a blind window runs."""
    asked: tuple[int, ...]
    waited: tuple[int, ...]
    """The asked seats that have not answered."""
    due: tuple[int | None, ...]
    """News cards still to come today: the stock each is for, or None."""
    left: tuple[Card, ...]
    """The deck without what was drawn, in sheet order (its order is nobody's to know)."""
    today: Outcome
    last: Outcome | None
    ended: bool
    winners: tuple[int, ...]
    champions: tuple[int, ...]

    @property
    def sheet(self) -> Sheet:
        return self.rules.sheet

    @property
    def placeholder(self) -> bool:
        """The charts and cards are the stand-in, to be marked so wherever they show."""
        return self.sheet.source == "placeholder"

    @property
    def prices(self) -> Six:
        return self.history[-1]

    @property
    def keeper(self) -> int:
        return keeper(self.day, self.seats)

    @property
    def blind(self) -> bool:
        """Orders are hidden now."""
        return self.rules.blind and self.phase == "trade"

    @property
    def net(self) -> Six:
        """Buys − sells of all standing orders by stock; zeros while they are hidden."""
        if self.blind:
            return NOTHING
        return tuple(sum(column) for column in zip(*(o for o in self.orders if o is not None), strict=True))

    @property
    def purse(self) -> Purse:
        """This seat's own."""
        assert self.seat is not None
        return self.purses[self.seat - 1]

    @property
    def own(self) -> Orders:
        """This seat's own standing orders."""
        assert self.seat is not None
        return self.orders[self.seat - 1] or NOTHING

    def worth(self, seat: int) -> int:
        """Cash and shares at today's prices."""
        purse = self.purses[seat - 1]
        return purse.cash + sum(n * price for n, price in zip(purse.shares, self.prices, strict=True))

    def projected(self, seat: int) -> tuple[int, frozenset[int]] | None:
        """(cash, stocks whose order would fail) if the window closed now, by the automatic order; None while hidden."""
        orders = self.orders[seat - 1]
        if orders is None:
            return None
        purse, fill = trial(self.purses[seat - 1], orders, self.prices)
        return purse.cash, frozenset(stock for stock, _ in fill.cancelled)


def view(state: State, seat: int | None) -> BullFacts:
    """The facts of a seat, or of everybody (None)."""
    hidden = state.rules.blind and state.phase == "trade"
    orders = tuple(
        None if hidden and number != seat else orders for number, orders in enumerate(state.orders, start=1)
    )
    return BullFacts(
        seat=seat,
        seats=state.rules.seats,
        phase=state.phase,
        over=state.phase == "over",
        serial=state.serial,
        rules=state.rules,
        day=state.day,
        window=state.window,
        history=state.history,
        purses=state.purses,
        ready=state.ready,
        orders=orders,
        asked=state.asked,
        waited=waited(state),
        due=due(state.rules, state.today) if state.phase == "news" else (),
        left=state.left,
        today=state.today,
        last=state.last,
        ended=state.ended,
        winners=winners(state),
        champions=champions(state),
    )
