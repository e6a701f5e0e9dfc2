"""The log entries of Bull Rally (games.md, section 3), one struct a `do`."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from rules.bull_rally.sheet import Card, Target
from rules.entry import Entry


class Ready(Entry, frozen=True, kw_only=True, tag="ready"):
    """Step 1: a seat has planned; `on` false takes that back."""

    on: bool = True


class Open(Entry, frozen=True, kw_only=True, tag="open"):
    """Step 1: the host or the clock opens trading although not all are ready."""


class Order(Entry, frozen=True, kw_only=True, tag="order"):
    """Step 2: a seat's one order for a stock; null takes it back."""

    stock: int
    side: Literal["buy", "sell"] | None


class Again(Entry, frozen=True, kw_only=True, tag="again"):
    """Step 2: the host voids the window; planning again, same day."""


class Close(Entry, frozen=True, kw_only=True, tag="close"):
    """Step 2: time is up; what stands counts."""


class Sequence(Entry, frozen=True, kw_only=True, tag="sequence"):
    """Step 3: an asked seat lists its buys in the order to try; without `stocks` the automatic order."""

    stocks: tuple[int, ...] | UnsetType = UNSET


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """The card of a news entry: a scope or a named stock, exactly one of them."""

    scope: Literal["stock", "market"] | UnsetType = UNSET
    stock: int | UnsetType = UNSET
    value: int

    @property
    def fault(self) -> str | None:
        """What is malformed about it beyond its types."""
        if (self.scope is UNSET) == (self.stock is UNSET):
            return "a card has either `scope` or `stock`"
        return None

    @property
    def card(self) -> Card:
        """The card as the sheet writes it."""
        target: Target | UnsetType = self.stock if self.scope is UNSET else self.scope
        assert target is not UNSET
        return target, self.value


class News(Entry, frozen=True, kw_only=True, tag="news"):
    """Step 4: one card; with `news: each` it is drawn for one stock."""

    card: Drawn
    for_: int | UnsetType = msgspec.field(name="for", default=UNSET)


class Roll(Entry, frozen=True, kw_only=True, tag="roll"):
    """Step 6: four green and four red dice."""

    green: tuple[int, ...]
    red: tuple[int, ...]


ENTRIES: tuple[type[Entry], ...] = (Ready, Open, Order, Again, Close, Sequence, News, Roll)


def drawn(card: Card) -> Drawn:
    """A card of the sheet as a news entry writes it."""
    target, value = card
    return Drawn(stock=target, value=value) if isinstance(target, int) else Drawn(scope=target, value=value)
