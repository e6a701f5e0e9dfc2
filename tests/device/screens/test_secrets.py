"""A panel's light tells nothing: the safe page whatever the secret, OK and NG equally bright."""

from __future__ import annotations

import random

import pytest

from device.scene import Scene
from device.screens.frame import Frame
from device.screens.pages import render
from device.words import LANGS
from rules.game import Game
from rules.games import GAMES
from rules.page import Verdict, Waiting
from tests.rules.walk import Made, Walk


def lit(frame: Frame) -> int:
    return sum(map(int.bit_count, frame.pack()))


@pytest.mark.parametrize("lang", LANGS)
def test_ok_and_ng_light_the_same_within_five_percent(lang: str) -> None:
    one, two = (lit(render(Scene(lang, page=Verdict(ok)))) for ok in (True, False))
    assert abs(one - two) <= 0.05 * min(one, two)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("half", ((0, 0, 60, 64), (60, 0, 128, 64)), ids=("sign", "letters"))
def test_so_does_each_half_of_the_card_within_ten(lang: str, half: tuple[int, int, int, int]) -> None:
    one, two = (
        sum(map(int.bit_count, render(Scene(lang, page=Verdict(ok))).image.crop(half).tobytes()))
        for ok in (True, False)
    )
    assert abs(one - two) <= 0.1 * max(one, two)


def states(game: Game, seed: int) -> list[tuple[object, int]]:
    """Some states of a random game, with the number of seats."""
    found: list[tuple[object, int]] = []

    def made(it: Made) -> None:
        found.append((it.after.state, it.after.header.seats))

    Walk(game, random.Random(seed), seats=min(4, game.seats[1]), options={}, made=made).run()
    return found[:: max(1, len(found) // 60)]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda it: it.id)
def test_the_safe_page_is_the_same_whatever_others_cannot_know(game: Game) -> None:
    """For each seat that looks on, the table is filled in anew with secrets it may believe; no safe page changes."""
    rng = random.Random(3)
    compared = 0
    for state, seats in states(game, 11):
        onlooker, owner = rng.sample(range(1, seats + 1), 2)
        other = game.sample(game.view(state, onlooker), rng)
        pages = [game.show(game.view(it, owner)).rest for it in (state, other)]
        if not all(isinstance(page, Waiting) for page in pages) or pages[0].sent != pages[1].sent:  # type: ignore[union-attr]
            continue
        for lang in LANGS:
            one, two = (render(Scene(lang, page=page)).pack() for page in pages)
            assert one == two
        compared += 1
    assert compared >= 15 or game.id == "bull-rally", "nothing was compared"
