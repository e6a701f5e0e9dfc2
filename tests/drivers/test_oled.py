"""The dirty-window writer against the models' RAM: whatever is sent, the glass ends with the wanted picture."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from drivers.i2c import window
from drivers.i2c.bus import PIECE
from drivers.i2c.oled import ON, PANELS, Oled, init_sequence
from drivers.models.oled import PanelModel, panel
from drivers.pi_settings import Panel
from drivers.ports import FRAME_BYTES, Frame
from tests.drivers.samples import box, noise, screens

boxes = st.tuples(
    st.integers(0, 127), st.integers(0, 63), st.integers(1, 128), st.integers(1, 64), st.integers(0, 9)
)


def started(kind: Panel) -> tuple[Oled, PanelModel]:
    oled, chip = Oled(kind), panel(kind)
    for packet in (*init_sequence(kind), ON):
        chip.write(packet)
    oled.forget()
    send(oled, chip)
    return oled, chip


def send(oled: Oled, chip: PanelModel, most: int = 1000) -> int:
    """Send up to `most` pieces. Gives the bytes on the wire."""
    size = 0
    while oled.pieces and most:
        piece = oled.pieces[0]
        for packet in piece.packets:
            chip.write(packet)
        oled.sent(piece)
        size, most = size + piece.size, most - 1
    return size


def changed(frame: Frame, boxes: list[tuple[int, int, int, int, int]]) -> Frame:
    for left, top, width, height, seed in boxes:
        frame = box(frame, left, top, min(width, 128 - left), min(height, 64 - top), seed)
    return frame


@given(st.binary(min_size=FRAME_BYTES, max_size=FRAME_BYTES))
@settings(max_examples=25, deadline=None)
def test_pages_are_the_panel_s_order_and_back(frame: Frame) -> None:
    pages = window.pages(frame)
    pixels = Image.frombytes("1", (128, 64), frame).load()
    assert pixels is not None
    for x, y in ((0, 0), (127, 63), (5, 9), (64, 31), (127, 0), (0, 63)):
        assert bool(pages[y // 8 * 128 + x] >> y % 8 & 1) == bool(pixels[x, y])
    assert window.frame(pages) == frame
    assert window.pages(frame, 2, 4) == pages[2 * 128 : 5 * 128]


def test_a_frame_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="1024 bytes, this one 1023"):
        window.pages(bytes(1023))


@pytest.mark.parametrize("kind", PANELS)
def test_every_screen_after_every_other(kind: Panel) -> None:
    oled, chip = started(kind)
    assert chip.screen() == bytes(FRAME_BYTES)
    for frame in screens().values():
        oled.want(frame)
        send(oled, chip)
        assert chip.screen() == frame


@pytest.mark.parametrize("kind", PANELS)
@given(steps=st.lists(st.tuples(st.lists(boxes, max_size=3), st.integers(0, 6)), max_size=5))
@settings(max_examples=40, deadline=None)
def test_plans_that_are_overtaken_by_newer_pictures(
    kind: Panel, steps: list[tuple[list[tuple[int, int, int, int, int]], int]]
) -> None:
    oled, chip = started(kind)
    frame = screens()["bid_en"]
    oled.want(frame)
    for changes, pieces in steps:
        frame = changed(frame, changes)
        oled.want(frame)
        send(oled, chip, pieces)
    send(oled, chip)
    assert chip.screen() == frame


@pytest.mark.parametrize("kind", PANELS)
def test_a_picture_wanted_while_a_piece_is_on_its_way(kind: Panel) -> None:
    """The piece may switch the panel's addressing mode after the new plan was made."""
    for first, second in (("bid_en", "final_ja"), ("safe_en", "trade_en"), ("ok_en", "turn_en")):
        oled, chip = started(kind)
        oled.want(box(screens()[first], 40, 8, 14, 24, 3))
        while oled.pieces:
            piece = oled.pieces[0]
            oled.want(screens()[second])
            for packet in piece.packets:
                chip.write(packet)
            oled.sent(piece)
            send(oled, chip, 1)
        assert chip.screen() == screens()[second]


@pytest.mark.parametrize("kind", PANELS)
def test_a_broken_transfer_is_made_good(kind: Panel) -> None:
    oled, chip = started(kind)
    oled.want(screens()["trade_en"])
    send(oled, chip, 2)
    half = oled.pieces[0].packets
    for packet in (*half[:-1], half[-1][: len(half[-1]) // 2]):
        chip.write(packet)
    oled.forget()
    oled.want(screens()["bid_en"])
    send(oled, chip)
    assert chip.screen() == screens()["bid_en"]


def test_equal_pictures_cost_nothing() -> None:
    oled, chip = started("ssd1309")
    oled.want(screens()["bid_en"])
    send(oled, chip)
    oled.want(bytes(screens()["bid_en"]))
    assert oled.clean


def test_there_and_back_before_anything_was_sent_costs_nothing() -> None:
    oled, _ = started("ssd1309")
    oled.want(noise(1))
    oled.want(bytes(FRAME_BYTES))
    assert oled.clean


@pytest.mark.parametrize("kind", PANELS)
def test_pieces_let_a_key_through(kind: Panel) -> None:
    oled, _ = started(kind)
    oled.want(noise(2))
    assert len(oled.pieces) >= FRAME_BYTES // PIECE
    assert all(len(piece.data) <= PIECE for piece in oled.pieces)


@pytest.mark.parametrize(
    ("what", "area", "most"),
    [
        ("one countdown digit", (104, 16, 14, 24), 52),
        ("two digits", (96, 16, 29, 24), 97 + 2),
        ("a line of text", (2, 48, 46, 8), 56),
        ("an inverse row moved by one", (1, 24, 126, 16), 262 + 6),
    ],
)
def test_bytes_on_the_wire(what: str, area: tuple[int, int, int, int], most: int) -> None:
    """Bytes with addresses and control bytes; the cut into pieces costs two for each piece but the first."""
    oled, chip = started("ssd1309")
    oled.want(box(bytes(FRAME_BYTES), *area))
    assert send(oled, chip) <= most, what


def test_luma_s_init_sequences_leave_the_display_off() -> None:
    for kind in PANELS:
        sequence = init_sequence(kind)
        assert sequence[0][:2] == b"\x00\xae"
        assert all(packet[0] == 0 for packet in sequence), "commands only"
        assert ON not in sequence
