"""How to play each game in six pages, and what a table shows while nobody plays: slides, each for some seconds."""

from __future__ import annotations

from rules.page import Notice, Page, word

PAGES, SECONDS = 6, 10.0
"""Slides of a guide, and how long each stands: a minute in all. OK goes on at once."""
GAMES = ("bull-rally", "drug-dealer", "forty-eight")
ICONS = {"bull-rally": "chart", "drug-dealer": "dice", "forty-eight": "clock"}
ATTRACT_SECONDS = 5.0


def guide(game: str) -> tuple[Page, ...]:
    """The slides of one game."""
    return tuple(
        Notice(word(f"guide.{game}"), (word(f"guide.{game}.{page}"),), icon=ICONS.get(game, ""))
        for page in range(1, PAGES + 1)
    )


def attract() -> tuple[Page, ...]:
    """The slides of a table at rest: an invitation, then each game's first."""
    calls = (
        Notice(word("table.title.welcome"), (word(f"guide.attract.{n}"),), big=word("guide.attract"))
        for n in (1, 2, 3)
    )
    return tuple(page for call, game in zip(calls, GAMES, strict=True) for page in (call, guide(game)[0]))
