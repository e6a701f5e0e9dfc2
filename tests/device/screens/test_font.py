"""Baked faces: whole, unchanged, and never at a loss."""

from __future__ import annotations

import hashlib
import re
from importlib.resources import files

import pytest
from PIL import Image

from device.screens.font import BIG, BOLD, FACES, FIGURES, HEAD, HINT, HUGE, LABEL, SLIM, SMALL, TEXT, Face

NOTICE = (files("device.screens") / "faces" / "FONTS.md").read_text("utf-8")
WIDE_FACES = (TEXT, LABEL, HEAD, HINT)
JIS = [
    char
    for row in range(0x21, 0x75)
    for cell in range(0x21, 0x7F)
    if (char := bytes((row | 0x80, cell | 0x80)).decode("euc_jp", "ignore"))
]


def pixels(picture: Image.Image) -> int:
    return sum(map(int.bit_count, picture.tobytes()))


@pytest.mark.parametrize("name", sorted({face.name for face in FACES.values()}))
def test_a_face_is_what_the_notice_says(name: str) -> None:
    found = re.search(rf"^\| {name} \| (\d+) \| \d+ \| ([0-9a-f]{{64}}) \|$", NOTICE, re.MULTILINE)
    assert found, f"FONTS.md does not name {name}"
    face = FACES[name]
    assert len(face._places) == int(found[1])
    assert hashlib.sha256(face._data).hexdigest() == found[2]


def test_all_faces_together_stay_small() -> None:
    folder = files("device.screens") / "faces"
    assert sum(len(it.read_bytes()) for it in folder.iterdir() if it.name.endswith(".face")) < 410_000


@pytest.mark.parametrize("face", WIDE_FACES, ids=lambda face: face.name)
def test_a_face_knows_jis_x_0208_and_latin(face: Face) -> None:
    assert len(JIS) == 6879
    assert [char for char in JIS if not face.has(char)] == []
    assert [chr(code) for code in range(0x20, 0x7F) if not face.has(chr(code))] == []


@pytest.mark.parametrize(
    "face", (TEXT, LABEL, BOLD, SMALL, SLIM, FIGURES, BIG, HUGE), ids=lambda face: face.name
)
def test_aliases_are_drawn_as_their_likeness(face: Face) -> None:
    box = face.mask("\U0001f600").tobytes()
    for char in "•−〜～①②③—–’“”ｶ－ő":
        assert face.has(char) and face.mask(char).tobytes() != box, char


def test_the_wave_dash_of_both_maps_looks_the_same() -> None:
    assert TEXT.mask("〜").tobytes() == TEXT.mask("～").tobytes()
    assert TEXT.mask("−").tobytes() == TEXT.mask("－").tobytes()


@pytest.mark.parametrize("char", "鷗髙\U00020bb7\U0001f600\u0000\u200d", ids=ascii)
def test_what_no_face_knows_is_a_box(char: str) -> None:
    for face in FACES.values():
        assert not face.has(char)
        assert pixels(face.mask(char)) >= 10
        assert face.width(char) > 2


def test_a_wide_stranger_takes_a_wide_box() -> None:
    assert TEXT.width("鷗") > TEXT.width("\u0000") > 0


@pytest.mark.parametrize("face", (TEXT, LABEL), ids=lambda face: face.name)
def test_text_is_as_wide_as_its_glyphs_without_the_last_gap(face: Face) -> None:
    assert face.width("入札") == 2 * face.width("入") + 1
    assert face.width("") == 0
    assert face.width("12") == 2 * face.width("1") + 1


def test_digits_are_one_width_in_number_faces() -> None:
    for face, width in ((FIGURES, 5), (SMALL, 5), (BIG, 11)):
        assert {face.width(digit) for digit in "0123456789"} == {width}


def test_bold_zero_is_not_slashed_and_letters_beside_figures_stay_light() -> None:
    assert FIGURES.mask("0").tobytes() == BOLD.mask("O").tobytes()
    assert FIGURES.mask("G").tobytes() == TEXT.mask("G").tobytes() != BOLD.mask("G").tobytes()


def test_ink_of_latin_text_stays_in_a_row_of_thirteen() -> None:
    whole = TEXT.mask("".join(chr(code) for code in range(0x21, 0x7F)))
    assert whole.height == 13
    for char in "gjpqy":
        bottom = TEXT.mask(char).getbbox()
        assert bottom is not None and bottom[3] == 13, f"the tail of {char} is cut off or short"


def test_fit_cuts_with_two_dots() -> None:
    assert TEXT.fit("short", 100) == "short"
    cut = TEXT.fit("a sentence that is far too long", 60)
    assert cut.endswith("..") and TEXT.width(cut) <= 60
    assert TEXT.fit("入札", 5) == ".."


def test_the_double_face_doubles() -> None:
    assert (BIG.height, BIG.ascent, BIG.width("27")) == (26, 22, 23)
    assert 3.5 < pixels(HUGE.mask("OK")) / pixels(HEAD.mask("OK")) < 4.5
