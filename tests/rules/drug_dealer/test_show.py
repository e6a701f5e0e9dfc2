"""What is told about a turn: the settlement in real coins, void turns, the end."""

from __future__ import annotations

from rules.drug_dealer import GAME
from rules.drug_dealer.tell import pieces
from rules.page import Dice, Notice, Page, Row, Rows, SeatName, Standings, Waiting, Word, word
from tests.rules.drug_dealer.play import add, bid, dice, favour, opened, passes, played, roll, seen

SOLD = [*opened(), bid(2, 15, 5, 5), bid(3, 5), bid(4, 2), favour(1), *passes(*[2, 3, 4] * 2)]


def plain(word: Word) -> str:
    """ "dd.coin(1 15)"."""
    args = " ".join(
        plain(v) if isinstance(v, Word) else str(v.seat if isinstance(v, SeatName) else v)
        for _, v in word.args
    )
    return f"{word.id}({args})" if args else word.id


def texts(page: Page) -> list[str]:
    assert isinstance(page, Rows | Standings)
    return [" ".join(plain(w) for w in (r.left, r.right) if w) for r in page.rows]


def test_there_is_nothing_to_tell_before_the_first_turn_ends() -> None:
    show = GAME.show(seen(played(4, *SOLD[:-1]), 2))
    assert (show.last, show.serial) == ((), 0)


def test_a_settlement_tells_dice_amounts_coins_and_goods() -> None:
    show = GAME.show(seen(played(4, *SOLD), 3))
    assert show.serial == 1
    dice_, amounts, coins, goods = show.last
    assert isinstance(dice_, Dice)
    assert (dice_.dice, dice_.total) == ((("d6", 5), ("d10", 6)), 35)
    assert dice_.note == word("dd.was-sold", seat=SeatName(1))
    assert texts(amounts) == [
        "dd.seat(2) dd.amount(25)",
        "dd.seat(3) dd.amount(5)",
        "dd.seat(4) dd.amount(2)",
    ]
    assert isinstance(amounts, Rows)
    assert [(r.mark, r.own) for r in amounts.rows] == [("coins", False), ("coins", True), ("", False)]
    assert texts(coins) == [
        "dd.gives(2 1)",
        "dd.heap-2(dd.coin(1 15) dd.coin(2 5))",
        "dd.gives(3 1)",
        "dd.heap-1(dd.coin(1 5))",
        "dd.others-back",
    ]
    assert texts(goods) == ["dd.seat(2) dd.goods(35)", "dd.seat(3) dd.goods(35)"]


def test_it_stays_through_the_next_turn() -> None:
    before = GAME.show(seen(played(4, *SOLD), 2)).last
    after = GAME.show(seen(played(4, *SOLD, *opened(dealer=2), bid(3, 30)), 2)).last
    assert before == after


def test_what_the_dealer_keeps_moves_no_coin() -> None:
    kept = [*opened(), bid(2, 5), bid(3), bid(4), favour(1, 3), *passes(*[2, 3, 4] * 2)]
    _, amounts, coins, goods = GAME.show(seen(played(4, *kept), None)).last
    assert isinstance(amounts, Rows)
    assert {r.mark for r in amounts.rows} == {""}
    assert texts(coins) == ["dd.all-back"]
    assert texts(goods) == ["dd.seat(1) dd.goods(35)"]


def test_a_minus_goes_down() -> None:
    turn = [*opened(d20=3, d10=2), bid(2, 5), bid(3), favour(1), *passes(2, 3, 2, 3)]
    dice_, _, _, goods = GAME.show(seen(played(3, *turn), None)).last
    assert isinstance(dice_, Dice)
    assert dice_.note == word("dd.was-dumped", seat=SeatName(1))
    assert isinstance(goods, Rows)
    assert goods.rows == (Row(word("dd.seat", seat=SeatName(3)), word("dd.goods", goods=-30), "down"),)


def test_a_void_turn_tells_its_dice_and_to_take_the_bids_back() -> None:
    fold = played(3, dice(1, "d20", "d8"), roll(d20=6, d8=4), void_at="roll")
    dice_, notice = GAME.show(seen(fold, 2)).last
    assert isinstance(dice_, Dice)
    assert (dice_.dice, dice_.total) == ((("d20", 6), ("d8", 4)), 0)
    assert isinstance(notice, Notice)


def test_a_heap_of_all_four_kinds() -> None:
    assert plain(pieces((3, 2, 1, 4))) == "dd.heap-4(dd.coin(4 30) dd.coin(1 15) dd.coin(2 5) dd.coin(3 2))"


def test_while_bidding_the_shown_die_is_on_the_safe_page() -> None:
    rest = GAME.show(seen(played(3, *opened()), 2)).rest
    assert isinstance(rest, Waiting)
    assert rest.note == word("dd.shown", die="d6", face=5)


def test_the_moves_of_the_laps_are_listed_newest_first() -> None:
    fold = played(4, *SOLD[:7], *passes(2), add(3, 30))
    moves = GAME.show(seen(fold, None)).keys[-1]
    assert texts(moves) == ["dd.seat(3) dd.added(30)", "dd.seat(2) dd.passed"]


def test_a_stand_in_table_says_so() -> None:
    sheet = {"dice": {d: [0, 5] for d in ("d4", "d6", "d8", "d10", "d20")}}
    stand_in, own = (GAME.show(seen(played(3, sheet=s), None)).keys[0] for s in (None, sheet))
    assert isinstance(stand_in, Rows)
    assert isinstance(own, Rows)
    assert (stand_in.note, own.note) == (word("table.placeholder"), None)


def test_the_end_ranks_all_and_crowns_the_winners() -> None:
    lines = [*opened(d4=2, d6=1), bid(2), bid(3), favour(1, 2), *passes(2, 3, 2, 3)]
    for turn in range(1, 6):
        lines += [dice(turn % 3 + 1, "d20", "d8"), roll(d20=6, d8=4)]
    rest = GAME.show(seen(played(3, *lines, void_at="roll"), 2)).rest
    assert isinstance(rest, Standings)
    assert [(r.mark, r.bar, r.own) for r in rest.rows] == [
        ("crown", 121, False),
        ("", 111, True),
        ("", 111, False),
    ]
    assert rest.note is None


def test_an_unfinished_game_crowns_nobody() -> None:
    rest = GAME.show(seen(played(3, *opened(), {"by": "host", "do": "end"}), 2)).rest
    assert isinstance(rest, Standings)
    assert {r.mark for r in rest.rows} == {""}
    assert rest.note == word("dd.unfinished")
