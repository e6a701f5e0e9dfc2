"""Each widget draws inside its own box and nowhere else; the title bar's ends never meet."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from PIL import Image

from device.screens.chart import chart
from device.screens.font import TEXT
from device.screens.frame import Box, Frame
from device.screens.grid import BAR, column, middle, panel, row
from device.screens.icons import icon, icons
from device.screens.pieces import DIE_SHAPES, case, coins, die, pips, time_card
from device.screens.widgets import (
    arrow,
    bar,
    divide,
    edges,
    keycap,
    length,
    number,
    small_key,
    snug,
    strip,
    verdict,
)
from device.screens.wrap import paragraph

Drawing = Callable[[Frame], object]
LONG = "a very long text that nobody wanted 長い文"
PRICES = ((4,), (88,) * 11, (4, 88) * 5, tuple(range(4, 92, 8)))


def cases_of_coins() -> list[tuple[str, Box, Drawing]]:
    return [
        (
            f"coins {count}×{kind} {solid}",
            (21, 29, 41, 43),
            lambda f, c=count, k=kind, s=solid: coins(f, 21, 29, c, k, s),
        )
        for count, kind, solid in product((0, 1, 4, 5, 9, 10, 21), (2, 5, 15, 30, 7), (True, False))
    ]


BOXES: list[tuple[str, Box, Drawing]] = [
    *cases_of_coins(),
    *(
        (f"card {count} {solid}", (1, 14, 21, 36), lambda f, c=count, s=solid: time_card(f, 1, 14, "5", c, s))
        for count, solid in product((0, 1, 2, 3, 9), (True, False))
    ),
    *(
        (
            f"{kind} {text} {solid}",
            (22, 16, 41, 35),
            lambda f, k=kind, t=text, s=solid: die(f, 22, 16, k, t, s),
        )
        for kind, text, solid in product((*DIE_SHAPES, "d12"), ("1", "10", "20", "?"), (True, False))
    ),
    *((f"pips {face}", (3, 45, 18, 60), lambda f, n=face: pips(f, 3, 45, n)) for face in range(8)),
    *(
        (f"case {suit}", (10, 13, 30, 39), lambda f, s=suit: case(f, 10, 13, s, 3))
        for suit in ("赤", "Yel", "Blue")
    ),
    ("bar", BAR, lambda f: bar(f, LONG, "lock", "4/6", "send", "demo", True, True)),
    ("bar, Japanese", BAR, lambda f: bar(f, "秘密入札の時間です。長い題名", "eye", verb="決定")),
    ("strip", (0, 49, 128, 64), lambda f: strip(f, LONG)),
    ("keycap", (30, 20, 45, 32), lambda f: keycap(f, 30, 20)),
    ("small key", (30, 20, 60, 30), lambda f: small_key(f, 30, 20, "5", "undo")),
    ("arrow up", (7, 25, 14, 29), lambda f: arrow(f, 10, 25, True)),
    ("arrow down", (7, 60, 14, 64), lambda f: arrow(f, 10, 60, False)),
    ("divider", (84, 13, 85, 64), lambda f: divide(f, 84)),
    ("edges", (20, 13, 106, 64), lambda f: edges(f, 6)),
    *(
        (f"number {text} in {box}", box, lambda f, b=box, t=text: number(f, b, t))
        for box, text in product(
            ((88, 24, 127, 42), (108, 24, 127, 42), (66, 24, 127, 47)), ("0", "27", "111", "$299", "-115")
        )
    ),
    *(
        (f"length {value}", (56, 16, 96, 21), lambda f, v=value: length(f, (56, 16, 96, 21), v, 412))
        for value in (-5, 0, 1, 299, 412, 999)
    ),
    ("snug", (15, 25, 60, 38), lambda f: snug(f, (15, 25, 60, 38), LONG)),
    ("paragraph", (2, 12, 126, 51), lambda f: paragraph(f, (2, 12, 126, 51), LONG * 3)),
    *(
        (
            f"chart {index}",
            (0, 12, 85, 64),
            lambda f, p=prices: chart(
                f, (0, 12, 85, 64), p, (4, 88), (20, 44), (1, 10), ((2, 1), (3, 12), (11, 22))
            ),
        )
        for index, prices in enumerate(PRICES)
    ),
    *((f"verdict {ok}", (0, 0, 128, 64), lambda f, o=ok: verdict(f, o)) for ok in (True, False)),
    ("text at the right", (60, 30, 128, 43), lambda f: f.text(60, 30, LONG, TEXT, 68, "right")),
    ("dotted frame", (5, 5, 25, 18), lambda f: f.dotted((5, 5, 25, 18))),
    ("shade", (3, 4, 33, 24), lambda f: f.shade((3, 4, 33, 24))),
]


@pytest.mark.parametrize(("box", "draw"), [it[1:] for it in BOXES], ids=[it[0] for it in BOXES])
def test_ink_stays_in_the_box(box: Box, draw: Drawing) -> None:
    frame = Frame()
    draw(frame)
    ink = frame.image.getbbox()
    if ink is not None:
        assert ink[0] >= box[0] and ink[1] >= box[1] and ink[2] <= box[2] and ink[3] <= box[3], ink


TITLES = (
    "秘密入札",
    "2周目 手番",
    "Secret bid",
    "Up to 2 cards",
    "gjpqy, Q and more than the bar can hold at all",
)
ENDS: tuple[dict[str, object], ...] = (
    {"verb": "決定"},
    {"verb": "decline"},
    {"right": "4/6"},
    {"right": "goal $299"},
    {"right": "6/7", "verb": "send"},
    {"verb": "send", "host": True},
    {"verb": "send", "host": True, "flag": "demo", "tick": True},
    {"flag": "仮"},
)


@pytest.mark.parametrize("end", ENDS, ids=str)
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("icon_name", ("", "lock", "eye"))
def test_left_and_right_of_the_title_bar_never_collide(
    title: str, icon_name: str, end: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    spans: list[tuple[int, int]] = []
    text, stamp = Frame.text, Frame.stamp

    def noted_text(frame: Frame, x: int, y: int, *rest: object, **more: object) -> int:
        taken = text(frame, x, y, *rest, **more)  # type: ignore[arg-type]
        spans.append((x, x + taken))
        return taken

    def noted_stamp(frame: Frame, x: int, y: int, picture: Image.Image, lit: bool = True) -> None:
        spans.append((x, x + picture.width))
        stamp(frame, x, y, picture, lit)

    monkeypatch.setattr(Frame, "text", noted_text)
    monkeypatch.setattr(Frame, "stamp", noted_stamp)
    bar(Frame(), title, icon_name, **end)  # type: ignore[arg-type]
    *others, (left, right) = spans
    for start, stop in others:
        assert stop <= left or start >= right + 2, (start, stop)


def test_a_bar_that_is_full_drops_the_icon_then_the_flag_never_the_title() -> None:
    def lost(title: str) -> list[str]:
        frame = Frame()
        bar(frame, title, "lock", verb="send", flag="demo", host=True)
        return [it.text for it in frame.lost]

    assert lost("Secret bid") == lost("Secret bids") == []
    assert lost("Secret bids and more of it") == ["Secret bids and more of it"]


def test_columns_stand_over_their_keys_and_the_panel_beside_them() -> None:
    assert [column(index) for index in range(6)] == [1, 22, 43, 64, 85, 106]
    assert middle(0) == 11 and column(5) + 20 <= 128
    assert panel(4) == (86, 12, 128, 64) and panel(6) is None
    assert [row(index) for index in range(4)] == [12, 25, 38, 51]


def test_the_four_coins_differ_by_shape() -> None:
    widths = set()
    for kind in (2, 5, 15, 30):
        frame = Frame()
        coins(frame, 0, 20, 2, kind, True)
        stack = frame.image.crop((0, 30, 20, 33))
        widths.add(stack.tobytes())
    assert len(widths) == 4


def test_bid_and_hand_differ_by_fill() -> None:
    solid, hollow = Frame(), Frame()
    coins(solid, 0, 20, 4, 15, True)
    coins(hollow, 0, 20, 4, 15, False)
    assert solid.image.crop((0, 20, 12, 34)).tobytes() != hollow.image.crop((0, 20, 12, 34)).tobytes()


def test_every_picture_is_small_and_named() -> None:
    assert {"lock", "gavel", "eye", "clock", "crown", "die", "dice", "shut", "undo"} <= set(icons())
    for name, picture in icons().items():
        assert picture.getbbox() is not None, name
        assert picture.height <= (21 if name == "shut" else 13) and picture.width <= (
            26 if name == "shut" else 14
        ), name
    assert icon("no such picture") is None


def test_invert_twice_is_nothing() -> None:
    frame = Frame()
    bar(frame, "x")
    before = frame.pack()
    frame.invert((3, 2, 90, 40))
    assert frame.pack() != before
    frame.invert((3, 2, 90, 40))
    assert frame.pack() == before


def test_a_frame_packs_row_by_row_the_leftmost_pixel_highest() -> None:
    frame = Frame()
    frame.image.putpixel((0, 0), 255)
    frame.image.putpixel((127, 63), 255)
    packed = frame.pack()
    assert (len(packed), packed[0], packed[-1], sum(packed)) == (1024, 0x80, 0x01, 0x81)
    assert Image.frombytes("1", (128, 64), packed).tobytes() == packed
