"""Every page and every prompt: as approved to the pixel, with all its words, in its place."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from device.commands import screens as command
from device.gallery.catalogue import NAMES, blurred, frames, scenes, sheet, write
from device.gallery.golden import Change, changes, load, main, review
from device.scene import Scene
from device.screens.pages import render
from device.words import LANGS, PSEUDO
from rules.games import GAMES
from rules.page import split
from rules.prompt import Draft
from tests.device.screens.conftest import Drawn
from tests.rules.walk import Made, Question, Walk

Catalogue = dict[tuple[str, str], Drawn]
GOLDEN = Path(__file__).parent / "golden"
STRANGERS = {"names of all kinds"}
"""Scenes that show boxes on purpose."""


@pytest.mark.parametrize("lang", LANGS)
def test_every_picture_is_the_approved_one(lang: str, catalogue: Catalogue) -> None:
    drawn = {name: it.frame.image for (its, name), it in catalogue.items() if its == lang}
    differing = [change.name for change in changes(load(GOLDEN, lang), drawn)]
    assert differing == [], "look at the sheet of `make golden`, then commit what it wrote"


@pytest.mark.parametrize("lang", LANGS)
def test_every_word_is_there_and_fits(lang: str, catalogue: Catalogue) -> None:
    mine = {name: it.frame for (its, name), it in catalogue.items() if its == lang}
    assert {name: frame.unknown for name, frame in mine.items() if frame.unknown} == {}
    assert {name: frame.lost for name, frame in mine.items() if frame.lost} == {}


@pytest.mark.parametrize("lang", LANGS)
def test_no_glyph_is_missing(lang: str, catalogue: Catalogue) -> None:
    missing = {
        (name, char)
        for (its, name), it in catalogue.items()
        if its == lang and name not in STRANGERS
        for words, face in it.texts
        for char in words
        if not face.has(char)
    }
    assert missing == set()


def test_a_language_a_third_longer_fails_budgets_and_crashes_nothing(catalogue: Catalogue) -> None:
    lost = [name for (lang, name), it in catalogue.items() if lang == PSEUDO and it.frame.lost]
    assert len(lost) > len(scenes("en")) // 3
    assert all(len(it.frame.pack()) == 1024 for it in catalogue.values())


def test_a_picture_is_drawn_the_same_twice(catalogue: Catalogue) -> None:
    for name in ("bull-rally prompt trade orders pressed", "drug-dealer prompt title-bid coins pressed"):
        it = catalogue["ja", name]
        assert render(it.scene).pack() == it.frame.pack()


def test_the_catalogue_shows_every_game_and_the_pages_around(catalogue: Catalogue) -> None:
    names = {name for _, name in catalogue}
    for game in GAMES:
        assert sum(name.startswith(f"{game} ") for name in names) >= 20
        assert f"guide {game} 6" in names
    assert {"tie of six", "final of seven, negative", "chart at both limits", "invitation", "buzzer"} <= names


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("most", (False, True), ids=("fewest", "most"))
def test_whatever_a_game_asks_or_shows_is_drawn_with_all_its_words(game: str, most: bool) -> None:
    """A random walk: each question with and without its draft, each seat's pages after every eighth entry."""
    seen: list[Scene] = []
    count = 0

    def asked(it: Question) -> None:
        clock = (6.4, 10.0) if it.prompt.live else (None, None)
        for draft in (Draft(it.prompt.no), it.draft):
            seen.append(Scene("", prompt=it.prompt, draft=draft, left=clock[0], total=clock[1]))

    def made(it: Made) -> None:
        nonlocal count
        count += 1
        if count % 8 and not it.after.over:
            return
        for seat in (None, 1, it.after.header.seats):
            show = it.after.game.show(it.after.game.view(it.after.state, seat))
            shown = [part for page in (show.rest, show.peek, *show.keys) if page for part in split(page)]
            seen.extend(Scene("", page=page) for page in shown)
            told = [part for page in show.last for part in split(page)]
            seen.extend(Scene("", page=page, steps=(i, len(told))) for i, page in enumerate(told, 1))

    it = GAMES[game]
    Walk(it, random.Random(5), seats=it.seats[most], asked=asked, made=made).run()
    for lang in LANGS:
        for scene in seen[:: 3 if len(seen) > 900 else 1]:
            frame = render(msgspec.structs.replace(scene, lang=lang, names=NAMES[lang]))
            assert (frame.unknown, frame.lost) == ([], []), scene.page or scene.prompt


def test_changes_are_found_and_put_side_by_side(tmp_path: Path) -> None:
    drawn = {name: frame.image for name, frame in list(frames("en").items())[:5]}
    names = list(drawn)
    before = {**drawn, "old": drawn[names[0]]}
    after = {**drawn, names[1]: drawn[names[2]], "new": drawn[names[3]]}
    found = changes(before, after)
    assert [(it.name, it.before is None, it.after is None) for it in found] == [
        (names[1], False, False), ("new", True, False), ("old", False, True),
    ]  # fmt: skip
    whole = review(found)
    assert whole.size == (3 * (3 * 128 + 4) + 4, 3 * (3 * 64 + 4) + 4)
    assert (
        review([Change("same", drawn[names[0]], drawn[names[0]])]).crop((780, 4, 1160, 196)).getbbox() is None
    )


def test_golden_approves_and_then_finds_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--folder", str(tmp_path / "golden"), "--review", str(tmp_path / "review.png")]
    assert main([*where, "--check"]) == 2
    assert not (tmp_path / "golden").exists()
    assert main(where) == 0
    assert (tmp_path / "review.png").is_file()
    capsys.readouterr()
    assert main([*where, "--check"]) == 0
    assert "0 differences" in capsys.readouterr().out


def test_the_command_writes_every_picture_and_a_sheet(tmp_path: Path) -> None:
    count = write(tmp_path, ("en",), scale=1)
    assert count == len(scenes("en")) == len(list((tmp_path / "en").glob("*.png")))
    assert (tmp_path / "en.png").is_file()


def test_the_command_names_a_folder_it_cannot_write(tmp_path: Path) -> None:
    import argparse

    (tmp_path / "file").write_text("")
    parser = argparse.ArgumentParser()
    command.add(parser.add_subparsers())
    args = parser.parse_args(["screens", str(tmp_path / "file"), "--lang", "en", "--scale", "1"])
    with pytest.raises(OSError, match="name another folder") as caught:
        args.run(args)
    assert getattr(caught.value, "code", None) == 74


def test_a_blur_keeps_the_light_and_loses_the_edges() -> None:
    image = next(iter(frames("en").values())).image
    soft = blurred(image, 3)
    assert soft.size == (384, 192)
    assert set(soft.convert("L").getextrema()) != {0} and len(set(soft.tobytes())) > 50
    assert sheet({"a": image}, 1, 1).size == (136, 72)
