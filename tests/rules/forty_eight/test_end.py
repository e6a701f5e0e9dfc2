"""The end: discards, hours against the limit, who is out, who wins; and the record."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.entry import End, Rejection, Undo
from rules.fold import Fold, apply, begin
from rules.forty_eight import GAME
from rules.forty_eight.reckon import reckon
from rules.forty_eight.state import Final, Won
from rules.log import Header, complete
from tests.rules.forty_eight.table import bid, decline, draw, favour, play, table, topdown

Pile = tuple[Won, ...]


def pile(*won: tuple[str, tuple[int, ...]]) -> Pile:
    return tuple(Won(case, cards) for case, cards in won)


def end(*piles: Pile, limit: int = 48) -> Final:
    return reckon(piles, limit)


class TestDiscards:
    """Cases of one suit that carry two cards each lose the smaller one, where a seat has two or more of the suit."""

    def test_every_such_case(self) -> None:
        final = end(pile(("red3", (5, 2)), ("red1", (3, 1))), ())
        assert final.lost == ((2, 1), ())
        assert final.hours == (8, 0)

    def test_a_single_card_is_kept(self) -> None:
        final = end(pile(("red3", (5, 2)), ("red1", (3,))))
        assert (final.lost, final.hours) == (((2, 0),), (8,))

    def test_one_case_of_a_suit_loses_nothing(self) -> None:
        assert end(pile(("red3", (5, 2)), ("blue1", (3, 1)))).hours == (11,)

    def test_one_of_two_equals(self) -> None:
        assert end(pile(("red3", (3, 3)), ("red1", (2, 2)))).hours == (5,)

    def test_three_of_a_suit(self) -> None:
        final = end(pile(("red3", (4, 1)), ("red1", (2, 2)), ("blue3", (5, 3)), ("red1", (3,))))
        assert final.lost == ((1, 2, 0, 0),)
        assert final.hours == (17,)

    def test_suits_of_different_seats_do_not_meet(self) -> None:
        assert end(pile(("red3", (5, 2))), pile(("red1", (3, 1)))).hours == (7, 4)


class TestOut:
    """If all hours together are more than 48, whoever has the most is out."""

    def test_more_than_the_limit(self) -> None:
        piles = pile(("red3", (5, 4))), pile(("blue1", (3, 3))), pile(("green1", (1,)))
        assert end(*piles, limit=15).out == (1,)
        assert end(*piles, limit=16).out == ()
        assert end(*piles, limit=16).total == 16

    def test_after_the_discards(self) -> None:
        piles = pile(("red3", (5, 4)), ("red1", (3,))), pile(("blue1", (4, 3)))
        assert end(*piles, limit=15).out == ()

    def test_equal_hours_are_all_out(self) -> None:
        final = end(pile(("red3", (5,))), pile(("blue1", (3, 2))), pile(("green1", (1,))), limit=10)
        assert final.out == (1, 2)
        assert final.winners == (3,)

    def test_once(self) -> None:
        """The rest may still be above the limit: nobody else falls."""
        final = end(pile(("red3", (5, 4))), pile(("blue1", (5, 3))), pile(("green1", (5, 3))), limit=10)
        assert final.out == (1,)

    def test_all_out_no_winner(self) -> None:
        final = end(pile(("red3", (5,))), pile(("blue1", (3, 2))), pile(("green1", (5,))), limit=10)
        assert (final.out, final.winners) == ((1, 2, 3), ())


class TestWinner:
    """Among the rest the most case points win; then fewer hours; then it is a draw."""

    def test_most_points(self) -> None:
        assert end(pile(("red3", (5, 4))), pile(("blue2", (1,)))).winners == (1,)

    def test_not_who_is_out(self) -> None:
        assert end(pile(("red3", (5, 4))), pile(("blue2", (1,))), limit=9).winners == (2,)

    def test_fewer_hours(self) -> None:
        assert end(pile(("red3", (5,))), pile(("blue3", (4,))), pile(("green2", (1,)))).winners == (2,)

    def test_hours_after_the_discards(self) -> None:
        assert end(pile(("red2", (3, 2)), ("red1", (2,))), pile(("blue3", (5, 1)))).winners == (1,)

    def test_a_draw(self) -> None:
        final = end(pile(("red3", (5,))), pile(("blue2", (3,)), ("blue1", (2,))), pile(("green2", (1,))))
        assert final.winners == (1, 2)


def fold(seats: int = 3) -> Fold:
    _, header = complete(Header(log="croupier/1", game=GAME.id, seats=seats), {GAME.id: GAME})
    return begin(GAME, header)


def test_nine_turns_with_three_seats_and_hours_only_then() -> None:
    state = table(3)
    cases = ("red1", "red1", "red2", "red3", "blue1", "blue1", "blue2", "blue3", "green2")
    state = replace(state, deck=tuple(sorted(cases)))
    for turn, case in enumerate(cases, 1):
        assert (state.turn, state.phase) == (turn, "draw")
        record = GAME.record(state)
        assert record["total_hours"] is None
        assert all(seat["hours"] is None and not seat["out"] for seat in record["seats"])
        desk, first, second = state.desk, state.desk % 3 + 1, (state.desk + 1) % 3 + 1
        assert record["desk"] == desk == (turn - 1) % 3 + 1
        state = play(state, draw(case), bid(first, min(state.hands[first - 1])))
        tie = min(state.hands[second - 1]) == min(state.hands[first - 1])
        state = play(state, bid(second, min(state.hands[second - 1])))
        state = play(state, *([favour(desk, first)] if tie else []), decline(desk))
    record = GAME.record(state)
    assert (record["phase"], record["turn"], record["desk"]) == ("over", 9, None)
    assert record["total_hours"] == sum(seat["hours"] for seat in record["seats"])
    assert sum(seat["points"] for seat in record["seats"]) == 16
    assert record["winners"] == [
        s
        for s, seat in enumerate(record["seats"], 1)
        if seat["points"] == max(x["points"] for x in record["seats"])
    ]


def test_the_record_while_playing() -> None:
    state = play(table(4), draw("red3", "blue1"), bid(2, 5, 2), bid(3, 4), bid(4, 3), topdown(1, 5, 4))
    first, second = GAME.record(state)["seats"][:2]
    assert first == {
        "cases": ["red3"],
        "hours": None,
        "points": 3,
        "hand": [1, 1, 1, 2, 2, 2, 3, 3],
        "out": False,
    }
    assert second["hand"] == [1, 1, 1, 2, 2, 2, 3, 3, 4, 5]
    assert GAME.record(state)["winners"] == []


def test_ended_by_the_host() -> None:
    """Nobody is the desk, nobody out, no winners; everything else stays."""
    game = fold()
    for entry in (draw("red3"), bid(2, 5), End(by="host")):
        after = apply(game, entry)
        assert isinstance(after, Fold)
        game = after
    record = GAME.record(game.state)
    assert (record["phase"], record["desk"], record["turn"], record["winners"]) == ("over", None, 1, [])
    assert record["total_hours"] is None
    refused = apply(game, bid(3, 1))
    assert isinstance(refused, Rejection)
    assert refused.code == "wrong-phase"


@pytest.mark.parametrize(
    ("entries", "undone"),
    [
        ([draw("red3"), bid(2, 5)], True),
        ([draw("red3"), bid(2, 5), bid(3, 4)], False),
        ([draw("red3"), bid(2, 5), bid(3, 4), decline(1)], False),
        ([draw("red3")], False),
        ([type(draw("red3"))(by="chance", src="typed", cases=("red3",))], True),
    ],
)
def test_undo_within_phase_and_turn(entries: list, undone: bool) -> None:  # type: ignore[type-arg]
    game = fold()
    for entry in entries:
        after = apply(game, entry)
        assert isinstance(after, Fold)
        game = after
    assert isinstance(apply(game, Undo(by="host")), Fold) == undone
