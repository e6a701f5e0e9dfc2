"""Both languages say everything, with the same arguments, within their pixels; and they get into the wheel."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from device import words
from device.screens.font import FACES
from device.screens.wrap import even
from device.words import LANGS, PSEUDO, fill, lookup, t
from device.words.build import WordsHook, compile_words

HERE = Path(words.__file__).parent
SAMPLES: dict[str, object] = {
    "seat": {"ja": "ミナ", "en": "Mina"},
    "to": {"ja": "ソラ", "en": "Sora"},
    "whose": {"ja": "ミナ", "en": "Mina"},
    "case": {"ja": "黄3", "en": "Yellow 3"},
    "first": {"ja": "黄3", "en": "White 3"},
    "second": {"ja": "緑1", "en": "Green 1"},
    "cases": {"ja": "黄3、緑1", "en": "White 3, Green 1"},
    "suit": {"ja": "黄", "en": "Yellow"},
    "item": {"ja": "同じ席で再戦", "en": "Rematch"},
    "text": "x" * 8,
    "name": "Falcon Fuel",
    "ticker": "MHW",
    "figures": "1 1 2 3",
    "lang": {"ja": "日本語", "en": "English"},
    "source": {"ja": "手入力", "en": "device"},
    "holder": {"ja": "スマホ", "en": "phone"},
    "value": {"ja": "1位失効", "en": "replace"},
    "die": "d20",
    "a": {"ja": "30G×2", "en": "2×30G"},
    "b": {"ja": "15G×2", "en": "2×15G"},
    "c": {"ja": "5G×3", "en": "3×5G"},
    "d": {"ja": "2G×3", "en": "3×2G"},
    "amount": 111,
    "total": 412,
    "production": -115,
    "goods": -115,
    "money": 111,
    "old": 88,
    "new": 88,
    "coin": 30,
    "hours": 24,
    "correction": -8,
    "factor": 5,
    "pod": 7,
    "limit": 48,
    "day": 10,
    "turn": 14,
    "of": 14,
    "n": 10,
    "points": 10,
    "seats": 7,
    "bots": 6,
}
"""What a message is measured with; numbers not named here are one digit."""
BIG_N = {
    "br.dollars": 1412,
    "table.goal": 299,
    "br.dollars_in": 412,
    "br.dollars_out": 412,
    "table.second": 10,
}
NAMES = {"table.row.text", "table.say.trouble"}
"""Words that are nothing but a text of any length."""


def catalogue(lang: str) -> dict[tuple[str, str], Message]:
    with (HERE / f"{lang}.po").open("rb") as stream:
        return {(str(it.context), str(it.id)): it for it in read_po(stream, locale=lang) if it.id}


def budget(message: Message) -> tuple[int, str, int]:
    """(pixels, face, lines) from the message's comment."""
    found = re.search(r"budget=(\d+) face=([\w,]+)(?: lines=(\d))?", " ".join(message.auto_comments))
    assert found, f"{message.id} has no budget"
    return int(found[1]), found[2], int(found[3] or 1)


def filled(lang: str, message: Message, text: str) -> str:
    values = {}
    for _, name, _, _ in Formatter().parse(text):
        if name:
            sample = SAMPLES.get(name, 3)
            values[name] = sample[lang] if isinstance(sample, dict) else sample
    if "n" in values and message.id in BIG_N:
        values["n"] = BIG_N[str(message.id)]
    return fill(text, values)


def fits(message: Message, text: str) -> bool:
    pixels, face, lines = budget(message)
    if lines > 1:
        broken = even(text, pixels, FACES[face])
        return len(broken) <= lines and all(FACES[face].width(line) <= pixels for line in broken)
    return any(FACES[name].width(text) <= pixels for name in face.split(","))


@pytest.mark.parametrize("lang", LANGS)
def test_every_translation_keeps_to_its_budget(lang: str) -> None:
    over = {
        key: (text, budget(it))
        for key, it in catalogue(lang).items()
        if it.id not in NAMES and not fits(it, text := filled(lang, it, str(it.string)))
    }
    assert over == {}


def test_the_longer_language_breaks_budgets() -> None:
    over = 0
    for (slot, id), it in catalogue("en").items():
        text = lookup(PSEUDO, slot, id)
        assert text is not None and len(text) >= len(str(it.string)) * 4 // 3
        over += not fits(it, filled("en", it, text))
    assert over > len(catalogue("en")) // 8


def test_both_languages_say_the_same_things_with_the_same_arguments() -> None:
    one, two = (catalogue(lang) for lang in LANGS)
    assert set(one) == set(two)
    for key, it in one.items():
        names = [{name for _, name, _, _ in Formatter().parse(str(m.string)) if name} for m in (it, two[key])]
        assert names[0] == names[1], key
        assert it.string and two[key].string, key


@pytest.mark.parametrize("lang", LANGS)
def test_a_comment_names_one_budget_for_a_slot(lang: str) -> None:
    slots: dict[str, set[tuple[int, str, int]]] = {}
    for (slot, _), it in catalogue(lang).items():
        slots.setdefault(slot, set()).add(budget(it))
        assert set(budget(it)[1].split(",")) <= set(FACES)
    assert {slot: found for slot, found in slots.items() if len(found) > 1} == {}


def test_words_are_found_by_slot_then_by_id_alone() -> None:
    assert t("ja", "column.seat", "seat", n=3) == t("ja", "row.name", "seat", n=3) == "席3"
    assert t("en", "column.seat", "seat", n=3) == "S3"
    assert t("en", "row.name", "seat", n=3) == "Seat 3"
    assert t("en", "nowhere", "table.send") == "send"


def test_what_has_no_words_is_told_by_its_id() -> None:
    assert lookup("ja", "page.title", "no.such.id") is None
    assert t("ja", "page.title", "no.such.id") == "no.such.id"


def test_a_language_that_is_not_there_is_english() -> None:
    assert t("fr", "prompt.verb", "table.send") == "send"


def test_an_argument_that_is_missing_or_wrong_never_crashes() -> None:
    assert t("en", "page.title", "br.plan", wrong=1) == "Plan day {day}"
    assert fill("{n:+d}", {"n": "x"}) == "{n:+d}"


def test_compiling_makes_one_catalogue_a_language(tmp_path: Path) -> None:
    for lang in LANGS:
        shutil.copy(HERE / f"{lang}.po", tmp_path)
    made = compile_words(tmp_path)
    assert [it.name for it in made] == ["en.mo", "ja.mo"]
    assert all(it.stat().st_size > 5000 for it in made)
    assert sorted(it.name for it in tmp_path.iterdir()) == ["en.mo", "en.po", "ja.mo", "ja.po"]


def test_the_build_hook_names_the_catalogues_as_artifacts(tmp_path: Path) -> None:
    folder = tmp_path / "device" / "words"
    folder.mkdir(parents=True)
    shutil.copy(HERE / "ja.po", folder)
    hook = WordsHook.__new__(WordsHook)
    hook.__dict__["_BuildHookInterface__root"] = str(tmp_path)
    if not hasattr(hook, "root"):
        hook.root = str(tmp_path)
    data: dict[str, list[str]] = {"artifacts": []}
    hook.initialize("standard", data)
    assert data["artifacts"] == ["/device/words/ja.mo"] and (folder / "ja.mo").is_file()


def test_missing_catalogues_say_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "HERE", tmp_path)
    monkeypatch.setitem(__import__("sys").modules, "device.words.build", None)
    shutil.copy(HERE / "ja.po", tmp_path)
    with pytest.raises(words.WordsMissing, match=r"python -m device\.words\.build"):
        words._compiled("ja")


def test_a_newer_source_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "HERE", tmp_path)
    shutil.copy(HERE / "ja.po", tmp_path)
    (tmp_path / "ja.mo").write_bytes(b"old")
    import os

    os.utime(tmp_path / "ja.mo", (1, 1))
    assert words._compiled("ja").stat().st_size > 5000
