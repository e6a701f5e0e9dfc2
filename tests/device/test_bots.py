"""Bots in seats: they answer like people, after a delay that tells nothing, and searching ones think off the loop."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest

from device.seat.mind import OtherMind, Thought, decide, think
from drivers.ports import OK
from rules.entry import Entry
from rules.games import GAMES
from tests.device.evening import Evening


@pytest.mark.parametrize("game", GAMES)
def test_searching_bots_play_a_game_to_its_end(evenings: Callable[..., Evening], game: str) -> None:
    """A few playouts are enough to see that a search was asked."""

    def few(game: str, facts: Any, seed: int, told: Callable[[Thought], None]) -> None:
        told(think(GAMES[game], facts, random.Random(seed), 8))

    evening = evenings(draw=False)
    evening.crank.devices.mind = few
    evening.press(1, OK)
    assert evening.crank.do({"do": "game", "game": game}) == ""
    evening.press(1, OK)
    row = next(i for i, r in enumerate(evening.prompt(1).rows) if r.id == "table.row.level")  # type: ignore[union-attr]
    evening.press(1, f"+{row + 1} {OK} {OK}")
    playing = evening.house.playing.pods
    assert [evening.house.place(p).level for p in playing[1:]] == ["search"] * 3
    evening.crank.do({"do": "holder", "pod": 1, "holder": "bot", "level": "search"})
    for _ in range(600):
        if evening.fold.over:
            break
        evening.wait(1)
    assert evening.fold.over


def test_a_search_that_is_not_done_holds_nobody_else_up(evening: Evening) -> None:
    asked: list[tuple[Any, Callable[[Thought], None]]] = []
    evening.crank.devices.mind = lambda game, facts, seed, told: asked.append((facts, told))
    evening.start("forty-eight", 2, seats=3, first=1)
    evening.crank.do({"do": "holder", "pod": 3, "holder": "bot", "level": "search"})
    evening.press(1, OK)
    evening.hold(2, f"+3 {OK}")
    evening.wait(5)
    assert evening.fold.count == 2 and len(asked) == 1, "one question, one search"
    facts, told = asked[0]
    told(decide("forty-eight", facts, 1))
    evening.wait(3)
    assert evening.fold.state.phase in ("favour", "topdown")


def test_a_search_that_died_leaves_the_plain_way(evening: Evening) -> None:
    evening.crank.devices.mind = lambda game, facts, seed, told: told(None)
    evening.start("forty-eight", 2, seats=3, first=1)
    evening.crank.do({"do": "holder", "pod": 3, "holder": "bot", "level": "search"})
    evening.press(1, OK)
    evening.wait(3)
    assert evening.fold.count == 2


def test_facts_travel_to_another_process_and_back(evening: Evening) -> None:
    evening.start("bull-rally", 2)
    facts = evening.fold.game.view(evening.fold.state, 2)
    other = OtherMind()

    async def ask() -> Thought:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Thought] = loop.create_future()
        other("bull-rally", facts, 3, lambda thought: loop.call_soon_threadsafe(answer.set_result, thought))
        return await asyncio.wait_for(answer, 60)

    try:
        thought = asyncio.run(ask())
    finally:
        other.close()
    assert isinstance(thought, tuple) and isinstance(thought[0], Entry)
    assert thought == decide("bull-rally", facts, 3)


def test_thinking_is_the_same_for_the_same_facts_and_seed(evening: Evening) -> None:
    evening.start("forty-eight", 3, first=1)
    evening.press(1, OK)
    facts = evening.fold.game.view(evening.fold.state, 2)
    game = GAMES["forty-eight"]
    assert think(game, facts, random.Random(5), 20) == think(game, facts, random.Random(5), 20)


def test_a_bot_lets_people_read_before_it_sets_chance_off(evening: Evening) -> None:
    """With the next desk the award is gone: a bot in that seat waits for the OKs, but not for ever."""
    evening.start("forty-eight", 2, seats=3, first=2)
    evening.press(2, OK)
    evening.hold(1, f"+3 {OK}")
    evening.wait(3)
    evening.hold(2, OK)
    assert evening.fold.state.phase == "draw" and evening.fold.state.desk == 3
    for _ in range(2):
        evening.wait(5)
        assert evening.fold.state.phase == "draw", "two people still read"
    for pod in (1, 2):
        while evening.crank.seats[pod].results(evening.crank.sight(pod)):
            evening.press(pod, OK)
    evening.wait(1)
    assert evening.fold.state.phase == "bid"
    evening.hold(1, f"+1 {OK}")
    evening.hold(2, f"+1 {OK}")
    evening.wait(30)
    assert evening.fold.state.phase == "draw" and evening.fold.state.desk == 1


def test_nobody_is_waited_for_for_ever(evening: Evening) -> None:
    evening.start("forty-eight", 2, seats=3, first=2)
    evening.press(2, OK)
    evening.hold(1, f"+3 {OK}")
    evening.wait(3)
    evening.hold(2, OK)
    evening.wait(20)
    assert evening.fold.state.phase == "bid"
