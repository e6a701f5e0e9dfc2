"""What single pages must say: dead moves, ties, order of buys, time left, steps, small tables."""

from __future__ import annotations

import msgspec
import pytest
from PIL import Image

from device.scene import Scene
from device.screens.frame import Frame
from device.screens.grid import column
from device.screens.guide import ATTRACT_SECONDS, GAMES, PAGES, SECONDS, attract, guide
from device.screens.icons import icon
from device.screens.pages import render
from rules.games import GAMES as RULES
from rules.page import Chart, Dice, Notice, Row, Rows, SeatName, Standings, Verdict, Waiting, split, word
from rules.prompt import Column, Draft, Gauge, Prompt
from tests.device.screens.conftest import Drawn, draw

Catalogue = dict[tuple[str, str], Drawn]


def shows(frame: Frame, name: str, x: int, y: int) -> bool:
    """Whether this icon stands exactly here."""
    picture = icon(name)
    assert picture is not None
    cut = frame.image.crop((x, y, x + picture.width, y + picture.height))
    return cut.tobytes() == picture.tobytes()


def lap(*moves: tuple[int, int]) -> Prompt:
    """A lap's prompt: (lo, hi) of each coin, three held, two bid."""
    columns = tuple(
        Column(str(kind), lo, hi, base=2, worth=kind, held=3)
        for kind, (lo, hi) in zip((2, 5, 15, 30), moves, strict=True)
    )
    return Prompt(
        "lap", word("dd.title-lap", lap=2), "dd.verb-move", look="coins", columns=columns, most=1, empty="dd.verb-pass",
        gauges=(Gauge("dd.gauge-bid", 104, 1, "dd.unit"),),
    )  # fmt: skip


def arrows(frame: Frame) -> tuple[str, str]:
    """Which columns have an arrow up, and down: "1" or "0" a column."""
    up = "".join(str(int(shows(frame, "up", column(i) + 7, 25))) for i in range(4))
    down = "".join(str(int(shows(frame, "down", column(i) + 7, 60))) for i in range(4))
    return up, down


def test_a_laps_arrows_are_the_live_keys() -> None:
    prompt = lap((-1, 0), (0, 1), (-1, 1), (0, 0))
    assert arrows(render(Scene("en", prompt=prompt))) == ("0110", "1010")


def test_once_a_coin_is_moved_its_way_back_is_live() -> None:
    frame = render(Scene("en", prompt=lap((0, 1), (0, 0), (0, 0), (0, 0)), draft=Draft("lap", (1,))))
    assert arrows(frame) == ("0000", "1000")


def test_a_draft_of_yesterdays_question_is_not_drawn() -> None:
    prompt = lap((0, 1), (0, 1), (0, 1), (0, 1))
    old = render(Scene("en", prompt=prompt, draft=Draft("yesterday", (1,))))
    assert old.pack() == render(Scene("en", prompt=prompt)).pack()


def test_pressing_changes_the_bid_the_hand_and_the_verb() -> None:
    prompt = lap((0, 1), (0, 1), (0, 1), (0, 1))
    before = draw(Scene("en", prompt=prompt))
    after = draw(Scene("en", prompt=prompt, draft=Draft("lap", (4,))))
    assert ("104" in texts(before), "pass" in texts(before)) == (True, True)
    assert ("134" in texts(after), "move" in texts(after)) == (True, True)


def texts(drawn: Drawn) -> list[str]:
    return [words for words, _ in drawn.texts]


def test_ok_is_not_offered_while_it_is_dead_and_the_count_stands_there() -> None:
    columns = tuple(Column(die, 0, 1) for die in ("d4", "d6", "d8", "d10", "d20"))
    prompt = Prompt("p", word("dd.title-pick"), "dd.verb-pick", look="dice", columns=columns, least=2, most=2)
    assert "OK" not in texts(one := draw(Scene("en", prompt=prompt, draft=Draft("p", (1,)))))
    assert "1/2" in texts(one)
    assert "OK" in texts(draw(Scene("en", prompt=prompt, draft=Draft("p", (1, 5)))))


@pytest.mark.parametrize("tied", range(2, 7))
def test_a_tie_of_up_to_six_shows_each_of_them(tied: int) -> None:
    columns = tuple(
        Column("", 0, int(i < tied), value=27, base=1, mark="tie" if i < tied else "ng", seat=i + 1)
        for i in range(6)
    )
    prompt = Prompt(
        "p", word("dd.title-cards"), "dd.verb-deal", look="seats", columns=columns, least=1, most=1
    )
    drawn = draw(Scene("ja", prompt=prompt))
    assert (texts(drawn).count("同額"), texts(drawn).count("?")) == (tied, tied)
    chosen = draw(Scene("ja", prompt=prompt, draft=Draft("p", (1,))))
    assert texts(chosen).count("同額") == tied - 1


def test_buys_are_numbered_in_the_order_they_were_pressed() -> None:
    columns = tuple(Column(ticker, 0, 1, value=50, worth=50) for ticker in ("ORC", "GGE", "MHW"))
    prompt = Prompt(
        "p",
        word("br.sequence"),
        "br.in_order",
        look="stocks",
        columns=columns,
        ordered=True,
        most=3,
        empty="x",
    )
    drawn = draw(Scene("en", prompt=prompt, draft=Draft("p", (3, 1))))
    at = {words: index for index, words in enumerate(texts(drawn))}
    assert at["2"] < at["ORC"] < at["GGE"] < at["1"] < at["MHW"]


def orders(mark: str = "", at: int = 0, held: int = 0, net: int = 0) -> Prompt:
    one = Column("ORC", -1, 1, at=at, base=net, value=88, held=held, mark=mark)
    rest = tuple(Column(ticker, -1, 1, value=4) for ticker in ("GGE", "MHW", "DYN", "EVG", "FAL"))
    gauges = (Gauge("br.cash", 252, unit="$", warn=bool(mark)),)
    return Prompt(
        "t",
        word("br.trade", day=3),
        "table.ok",
        look="orders",
        columns=(one, *rest),
        live=True,
        gauges=gauges,
    )


def cell(prompt: Prompt, top: int, bottom: int) -> Image.Image:
    return render(Scene("en", prompt=prompt, left=5.0, total=10.0)).image.crop((1, top, 21, bottom))


def test_the_net_moves_to_the_free_cell_and_the_shares_become_dots() -> None:
    sell = draw(Scene("en", prompt=orders(at=-1, held=3, net=-2), left=5.0, total=10.0))
    assert "-2" in texts(sell) and "3" not in texts(sell)
    assert cell(orders(at=-1, held=3), 37, 51).tobytes() != cell(orders(at=-1, held=4), 37, 51).tobytes()
    buy = draw(Scene("en", prompt=orders(at=1, held=3, net=2), left=5.0, total=10.0))
    assert "+2" in texts(buy)
    assert "3" in texts(draw(Scene("en", prompt=orders(held=3), left=5.0, total=10.0)))


def test_buy_is_solid_sell_is_hollow_and_a_failing_order_is_neither() -> None:
    light = {
        name: sum(map(int.bit_count, cell(prompt, *rows).tobytes()))
        for name, prompt, rows in (
            ("buy", orders(at=1), (13, 26)),
            ("sell", orders(at=-1, held=1), (51, 64)),
            ("fails", orders("fails", at=1), (13, 26)),
        )
    }
    assert light["buy"] > 2 * light["sell"] and light["fails"] < light["sell"] * 1.2
    assert cell(orders("fails", at=1), 13, 14).tobytes() != cell(orders(at=1), 13, 14).tobytes()


def test_time_left_shrinks_the_bar_and_the_digits_keep_their_ground() -> None:
    bars = []
    for left in (10.0, 5.0, 0.0):
        frame = render(Scene("en", prompt=orders(), left=left, total=10.0))
        bars.append(frame.image.crop((40, 3, 86, 4)).tobytes().count(b"\xff"))
        assert frame.image.getpixel((1, 1)) == 255, "the plate of the digits is lit"
    assert bars[0] > bars[1] > bars[2] == 0


@pytest.mark.parametrize(
    ("left", "digit"), [(-3.0, "3"), (-2.2, "3"), (-2.0, "2"), (-0.3, "1"), (-0.001, "1")]
)
def test_three_two_one(left: float, digit: str) -> None:
    assert digit in [
        words
        for words, face in draw(Scene("ja", prompt=orders(), left=left, total=10.0)).texts
        if face.name == "head16x2"
    ]


def test_pages_that_ok_steps_say_next_and_at_last_seen() -> None:
    page = Rows(word("br.prices", day=3), (Row(word("br.no_orders")),))
    assert "next" in texts(draw(Scene("en", page=page, steps=(1, 2))))
    assert "seen" in texts(draw(Scene("en", page=page, steps=(2, 2))))
    assert "OK" not in texts(draw(Scene("en", page=page)))


def test_a_long_list_is_split_and_an_unsplit_one_tells_how_many_are_missing() -> None:
    rows = tuple(Row(word("table.seat", seat=SeatName(s))) for s in range(1, 8))
    page = Rows(word("ff.title.score"), rows)
    assert [len(part.rows) for part in split(page) if isinstance(part, Rows)] == [4, 3]
    assert "+3" in texts(draw(Scene("en", page=page)))


@pytest.mark.parametrize("seats", range(2, 8))
def test_a_ranking_shows_every_seat_on_one_picture(seats: int) -> None:
    names = tuple(f"P{s}" for s in range(1, seats + 1))
    rows = tuple(
        Row(word("table.seat", seat=SeatName(s)), word("dd.total", total=100 - 40 * s), bar=100 - 40 * s)
        for s in range(1, seats + 1)
    )
    drawn = draw(Scene("en", names, page=Standings(word("dd.title-final"), rows)))
    assert set(names) <= set(texts(drawn)) and drawn.frame.lost == []


def test_the_own_row_stands_inverse_unless_all_are_own() -> None:
    rows = (Row(word("br.no_orders"), own=True), Row(word("br.no_orders")))
    mixed = render(Scene("en", page=Rows(word("br.filled", day=1), rows)))
    alone = render(Scene("en", page=Rows(word("br.filled", day=1), rows[:1])))
    assert mixed.image.getpixel((126, 24)) == 255
    assert alone.image.getpixel((126, 24)) == 0


@pytest.mark.parametrize("seat", (1, 2))
def test_who_has_no_name_is_called_by_the_printed_number(seat: int) -> None:
    page = Waiting(word("dd.title-lap", lap=1), note=word("dd.wait-move", seat=SeatName(seat)))
    assert f"Seat {seat} to move" in texts(draw(Scene("en", page=page)))
    assert f"Seat {seat + 3} to move" in texts(draw(Scene("en", page=page, pods=(4, 5))))
    assert "Ken to move" in texts(draw(Scene("en", ("Ken", "Ken"), page=page, pods=(4, 5))))


def test_an_announcement_lies_over_any_page_and_the_buzzer_inverts_it() -> None:
    page = Verdict(True)
    plain = render(Scene("en", page=page))
    said = render(Scene("en", page=page, say=word("table.say.again")))
    assert said.image.crop((0, 0, 128, 49)).tobytes() == plain.image.crop((0, 0, 128, 49)).tobytes()
    assert said.pack() != plain.pack()
    inverse = render(Scene("en", page=page, invert=True))
    assert bytes(255 - byte for byte in inverse.pack()) == plain.pack()


def test_stand_in_sheets_are_flagged_where_the_title_leaves_room() -> None:
    page = Dice(word("dd.title-dice"), (("d6", 5), ("d20", None)), 10, "dd.gauge-production")
    assert "demo" in texts(draw(Scene("en", page=page, placeholder=True)))
    assert "demo" not in texts(draw(Scene("en", page=page)))


def test_the_host_has_a_star() -> None:
    page = Notice(word("table.title.paused"), (word("table.note.paused"),))
    assert render(Scene("en", page=page, host=True)).pack() != render(Scene("en", page=page)).pack()


def test_ready_that_was_given_shows_a_tick_in_place_of_the_key() -> None:
    prompt = Prompt("p", word("br.plan", day=1), "table.ready", done=True, takeback=True)
    assert "OK" not in texts(draw(Scene("en", prompt=prompt)))
    assert "OK" in texts(
        draw(Scene("en", prompt=msgspec.structs.replace(prompt, done=False, takeback=False)))
    )


def test_a_menu_shows_four_rows_and_the_key_for_more() -> None:
    rows = tuple(word("table.row.seats", n=n) for n in range(2, 8))
    prompt = Prompt("m", word("table.title.bots"), "", shape="rows", rows=rows)
    first = texts(draw(Scene("en", prompt=prompt)))
    assert {"2 seats", "5 seats", "5", "6"} <= set(first) and "6 seats" not in first
    second = texts(draw(Scene("en", prompt=prompt, draft=Draft("m", (6,)))))
    assert {"6 seats", "7 seats"} <= set(second) and "2 seats" not in second


def test_a_chart_of_both_limits_stays_in_its_field() -> None:
    page = Chart(
        1, "X" * 40, "XXXX", 10, (4, 88) * 5 + (4,), (20, 44), (4, 88), (1, 10), ((2, 1), (11, 88)), 10
    )
    frame = render(Scene("ja", page=page))
    assert frame.lost == []
    assert frame.image.crop((85, 13, 87, 64)).getbbox() is None, "the field ends before the panel's edge"


def test_a_guide_takes_a_minute_and_every_game_has_one() -> None:
    assert set(GAMES) == set(RULES)
    assert PAGES * SECONDS == 60
    assert all(len(guide(game)) == PAGES for game in GAMES)
    assert len(attract()) == 6 and ATTRACT_SECONDS >= 3
