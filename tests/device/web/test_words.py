"""Every word that a page says is there, in both languages."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from rules.games import GAMES

STATIC = Path(str(files("device.web"))) / "static"
PAIR = re.compile(r"""(?:'([\w.-]+)'|\b(\w+)): \[('(?:[^'\\]|\\.)*'), ('(?:[^'\\]|\\.)*')\]""")


def words() -> dict[str, tuple[str, str]]:
    found = {}
    for quoted, bare, en, ja in PAIR.findall((STATIC / "words.js").read_text("utf-8")):
        found[quoted or bare] = en[1:-1], ja[1:-1]
    return found


def test_every_word_is_said_in_both_languages() -> None:
    assert len(words()) > 150
    assert [id for id, (en, ja) in words().items() if not en or not ja] == []


def test_translations_take_the_same_arguments() -> None:
    wrong = [
        id
        for id, (en, ja) in words().items()
        if set(re.findall(r"{\w+}", ja)) - set(re.findall(r"{\w+}", en))
    ]
    assert wrong == []


def test_every_word_that_is_asked_for_exists() -> None:
    known = words()
    for file in STATIC.glob("*.js"):
        for id in re.findall(r"\bw\('([\w.-]+)'", file.read_text("utf-8")):
            assert id in known, f"{file.name} says {id}"


def test_every_word_that_is_made_of_parts_exists() -> None:
    known = words()
    made = [f"game.{g}" for g in GAMES] + [f"how.{g}.{n}" for g in GAMES for n in (1, 2, 3, 4)]
    made += [f"phase.{p}" for p in ("plan", "trade", "sequence", "news", "roll", "over")]
    made += [f"dd.{p}" for p in ("dice", "roll", "show", "bid", "favour")] + [
        f"ff.{p}" for p in ("draw", "bid", "desk")
    ]
    made += [f"lap.{m}" for m in ("add", "take", "pass")] + [
        f"suit.{s}" for s in ("red", "blue", "yellow", "green", "black", "white")
    ]
    made += [f"part.{p}" for p in ("pods", "tower", "buzzer", "host", "lamp")]
    made += [f"opt.{o.id}" for g in GAMES.values() for o in g.options]
    made += [v for g in GAMES.values() for o in g.options for v in o.values if o.id != "suits"]
    assert [id for id in made if id not in known] == []


def test_a_word_a_line() -> None:
    """The file reads like a table."""
    text = (STATIC / "words.js").read_text("utf-8")
    assert all(len(PAIR.findall(line)) <= 1 for line in text.splitlines())
