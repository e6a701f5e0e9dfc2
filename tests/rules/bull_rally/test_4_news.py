"""Step 4: news. (Rulebook B1: if any price is on an N line today, the top card is drawn.)"""

from __future__ import annotations

from typing import Any

import pytest

from rules.bull_rally import GAME
from rules.bull_rally.entries import News
from rules.game import CardsWanted
from tests.rules.bull_rally.play import Play, card, sheet, stock

DECK = (("stock", 2), ("stock", -3), ("market", -1), (4, 2))
TWO_ON_N = sheet(stock(news=[1]), stock(), stock(news=[1, 2]), news=DECK)


def closed(charts: dict[str, Any] = TWO_ON_N, **options: Any) -> Play:
    """Day 1 with stocks 1 and 3 on N, trading closed."""
    return Play(charts=charts, **options).open().close()


def test_no_stock_on_n_no_news() -> None:
    """Only if a price is in the news cycle is a card drawn."""
    assert closed(sheet()).phase == "roll"
    assert closed(sheet(stock(news=[2]))).phase == "roll"
    assert closed().phase == "news"


@pytest.mark.parametrize(
    "target, value, prices",
    [
        ("stock", 2, (44, 40, 44, 40, 40, 40)),
        ("stock", -3, (34, 40, 34, 40, 40, 40)),
        ("market", -1, (38,) * 6),
        (4, 2, (40, 40, 40, 44, 40, 40)),
    ],
)
def test_what_a_card_moves(target: str | int, value: int, prices: tuple[int, ...]) -> None:
    """Scope stock: every stock on N today; market: all six; a named stock: itself. Plus buys, minus sells."""
    assert closed().news(target, value).roll().prices == prices


def test_one_card_a_day_however_many_stocks_are_on_n() -> None:
    """One card is drawn."""
    play = closed().news("stock", 2)
    assert play.phase == "roll"
    assert play.code("news", "chance", card=card("stock", -3)) == "wrong-phase"


def test_drawn_cards_stay_out() -> None:
    """A card comes from what is left of the deck."""
    play = closed().news("stock", 2).roll().open().close()
    assert play.code("news", "chance", card=card("stock", 2)) == "unknown"
    assert play.code("news", "chance", card=card("stock", 7)) == "unknown"
    assert play.code("news", "chance", card=card(9, 2)) == "unknown"
    assert play.code("news", "chance", card=card(3, 2)) == "unknown"
    assert play.code("news", "chance", card=card(4, 2)) is None


def test_of_two_equal_cards_one_stays() -> None:
    """What is left counts cards, not kinds."""
    charts = sheet(stock(news=[1, 2, 3]), news=(("stock", 1), ("stock", 1), ("market", 2)))
    play = closed(charts).news("stock", 1).roll().open().close().news("stock", 1).roll().open().close()
    assert play.code("news", "chance", card=card("stock", 1)) == "unknown"


def test_an_empty_deck_is_reshuffled_whole() -> None:
    """An empty deck is reshuffled whole."""
    charts = sheet(stock(news=[1, 2, 3]), news=(("stock", 1), ("market", 2)))
    play = closed(charts).news("stock", 1).roll().open().close().news("market", 2)
    assert play.fold.state.left == (("stock", 1), ("market", 2))
    assert play.roll().open().close().code("news", "chance", card=card("stock", 1)) is None


def test_each_draws_a_card_for_each_stock_on_n_in_stock_order() -> None:
    """`each`: one card for each stock on N, in stock order; scope stock moves that one."""
    play = closed(news="each").news("stock", 2, **{"for": 1})
    assert play.phase == "news"
    play.news("stock", -3, **{"for": 3})
    assert play.roll().prices == (44, 40, 34, 40, 40, 40)


def test_each_market_and_named_cards_move_what_they_say() -> None:
    """Market moves all six, a named stock itself, whatever the card was drawn for."""
    play = closed(news="each").news("market", -1, **{"for": 1}).news(4, 2, **{"for": 3})
    assert play.roll().prices == (38, 38, 38, 42, 38, 38)


def test_each_needs_for() -> None:
    """Missing: malformed; outside 1..6: unknown; not the next: not-allowed. A card that is gone is named first."""
    play = closed(news="each")
    assert play.code("news", "chance", card=card("stock", 2)) == "malformed"
    for number in (0, 7):
        assert play.code("news", "chance", card=card("stock", 2), **{"for": number}) == "unknown"
    assert play.code("news", "chance", card=card("stock", 2), **{"for": 3}) == "not-allowed"
    assert play.code("news", "chance", card=card("stock", 7), **{"for": 3}) == "unknown"
    assert Play(news="each").code("news", "chance", card=card("stock", 2)) == "malformed", "in any phase"


def test_for_means_nothing_with_one_card_a_day() -> None:
    """Without `each` the key is checked for its type alone."""
    play = closed()
    assert play.code("news", "chance", card=card("stock", 2), **{"for": "1"}) == "malformed"
    assert play.code("news", "chance", card=card("stock", 2), **{"for": 9}) is None
    assert play.fold.state.today.news[0].moved == (1, 3)


@pytest.mark.parametrize(
    "bad", [{"value": 1}, {"scope": "stock", "stock": 1, "value": 1}, {"scope": "all", "value": 1}, {"scope": "stock"},
            {"stock": "4", "value": 1}, {"scope": "stock", "value": 1.0}, [], None],
)  # fmt: skip
def test_malformed_cards(bad: object) -> None:
    """Both or neither of scope and stock, an unknown scope, a missing or wrong value."""
    assert closed().code("news", "chance", card=bad) == "malformed"


def test_only_chance_draws() -> None:
    """The wrong one: not-your-turn."""
    assert closed().code("news", 1, card=card("stock", 2)) == "not-your-turn"
    assert closed().code("news", "host", card=card("stock", 2)) == "not-your-turn"


def test_what_chance_is_asked_for() -> None:
    """One card out of what is left, numbered in sheet order."""
    play = closed(news="each").news("stock", 2, **{"for": 1})
    assert GAME.wanted(play.fold.state) == CardsWanted(3, 1)
    entry = GAME.drawn(play.fold.state, [[1]])
    assert isinstance(entry, News)
    assert (entry.card.card, entry.for_) == (("market", -1), 3)
