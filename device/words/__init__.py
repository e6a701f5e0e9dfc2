"""Words for people: gettext catalogues, one a language, looked up by where the words stand and by their id.

A message's context is `screen.slot` ("prompt.title", "row.left"); its comment carries the slot's pixel budget. Where a
word stands in a slot that has no wording of its own, the fullest wording of that id is taken.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

LANGS = ("ja", "en")
PSEUDO = "xx"
"""English made a third longer, for tests of what happens when words do not fit."""
HERE = Path(__file__).parent
_GLUE = "\x04"


class WordsMissing(RuntimeError):
    """The catalogues were not compiled."""


def t(lang: str, context: str, id: str, /, **args: object) -> str:
    """The words for `id` in this slot, with `{name}` filled in; the id itself where there are none."""
    words = lookup(lang, context, id)
    return id if words is None else fill(words, args)


@lru_cache(4096)
def lookup(lang: str, context: str, id: str) -> str | None:
    """The words as they stand in the catalogue, None where there are none."""
    if lang == PSEUDO:
        words = lookup("en", context, id)
        return None if words is None else words + "~" * -(-len(words) // 3)
    exact, any_slot = _catalogue(lang if lang in LANGS else "en")
    return exact.get(context + _GLUE + id) or any_slot.get(id)


def fill(words: str, args: Mapping[str, object]) -> str:
    """Put the arguments in; words that ask for another argument stay as they are."""
    try:
        return words.format_map(args) if "{" in words else words
    except (KeyError, IndexError, ValueError):
        return words


@cache
def _catalogue(lang: str) -> tuple[dict[str, str], dict[str, str]]:
    """(words by context and id, words by id alone: the fullest there are)."""
    with _compiled(lang).open("rb") as stream:
        translations = gettext.GNUTranslations(stream)
    found: dict[object, str] = translations._catalog  # type: ignore[attr-defined]
    exact = {key: words for key, words in found.items() if isinstance(key, str) and _GLUE in key and words}
    ids = sorted(exact.items(), key=lambda it: len(it[1]))
    return exact, {key.split(_GLUE, 1)[1]: words for key, words in ids}


def _compiled(lang: str) -> Path:
    """The `.mo` file; in a checkout it is made again when the `.po` beside it is newer."""
    source, compiled = HERE / f"{lang}.po", HERE / f"{lang}.mo"
    stale = source.is_file() and (
        not compiled.is_file() or compiled.stat().st_mtime_ns < source.stat().st_mtime_ns
    )
    if stale:
        try:
            from device.words.build import compile_words

            compile_words(HERE)
        except (ImportError, OSError) as error:
            if not compiled.is_file():
                raise WordsMissing(
                    f"{compiled} is missing: install babel and run `python -m device.words.build`"
                ) from error
    return compiled
