"""Sentences in lines: at spaces, between Japanese characters, at marked phrases; even, and nothing lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.screens.font import TEXT
from device.screens.frame import Frame
from device.screens.wrap import BREAK, CLINGING, broken, even, paragraph


def test_words_stay_whole_and_lines_even() -> None:
    assert broken("You play in the next game", 100) == ("You play in the", "next game")
    assert even("4 seats, 3 of them bots", 124) == ("4 seats, 3", "of them bots")


def test_marked_phrases_stay_whole() -> None:
    text = BREAK.join(("目キーを", "押す間だけ、", "秘密が", "見える"))
    assert even(text, 124) == ("目キーを押す間だけ、", "秘密が見える") or all(
        line
        in (
            "目キーを",
            "押す間だけ、",
            "目キーを押す間だけ、",
            "秘密が見える",
            "押す間だけ、秘密が",
            "見える",
        )
        for line in even(text, 124)
    )
    assert BREAK not in "".join(even(text, 124))


@pytest.mark.parametrize("width", range(30, 124, 7))
def test_no_line_begins_with_a_clinging_mark(width: int) -> None:
    lines = broken("「次へ」を押して、コインを渡してください。ッャー、2人〜7人まで。", width)
    assert not [line for line in lines if line[0] in CLINGING]


@given(st.text("ab 入札、。12〜", max_size=60), st.integers(24, 124))
def test_nothing_is_lost_and_lines_fit_unless_one_piece_is_too_wide(text: str, width: int) -> None:
    lines = broken(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert len(even(text, width)) <= len(lines)
    for line in lines:
        assert TEXT.width(line) <= width or len(broken(line, 1)) == 1


def test_a_paragraph_that_finds_no_room_says_so() -> None:
    frame = Frame()
    paragraph(frame, (2, 12, 126, 38), "one two three four five six seven eight nine ten eleven twelve")
    assert len(frame.lost) == 1
    box = frame.image.getbbox()
    assert box is not None and box[1] >= 12 and box[3] <= 38
