"""Headless games a second by plain bots at four seats, and the time of a searching bot's decision.

Run it alone with `python -m tests.bench.bench_play`.
"""

from __future__ import annotations

import json
import random
import time

from rules.game import Facts, Game
from rules.games import GAMES
from rules.match import PLAYOUTS, bot_named, new_header, play
from rules.prompt import Draft, Prompt

SEATS = 4
SECONDS = 2.0


def run() -> dict[str, dict[str, float | str]]:
    """`play.GAME` in games a second, `search.GAME` in milliseconds a decision."""
    figures: dict[str, dict[str, float | str]] = {}
    for game in GAMES.values():
        figures[f"play.{game.id}"] = {
            "value": round(games_a_second(game), 1),
            "unit": "games/s, four plain bots",
        }
        unit = f"ms a decision of {PLAYOUTS} playouts"
        figures[f"search.{game.id}"] = {"value": round(1000 * decision_time(game), 1), "unit": unit}
    return figures


def games_a_second(game: Game) -> float:
    """Whole games, header to record, for about two seconds of processor time."""
    began, games = time.process_time(), 0
    while (spent := time.process_time() - began) < SECONDS:
        rng = random.Random(games)
        play(game, new_header(game, SEATS, {}, rng), [game.bot] * SEATS, rng)
        games += 1
    return games / spent


def decision_time(game: Game) -> float:
    """The mean over one game of all decisions in which there was something to compare, in seconds."""
    times = list[float]()
    search = bot_named(game, "search")

    def timed(facts: Facts, prompt: Prompt, rng: random.Random) -> Draft:
        began = time.process_time()
        draft = search(facts, prompt, rng)
        if prompt.columns:
            times.append(time.process_time() - began)
        return draft

    rng = random.Random(1)
    play(game, new_header(game, SEATS, {}, rng), [timed, *[game.bot] * (SEATS - 1)], rng)
    return sum(times) / len(times)


if __name__ == "__main__":
    print(json.dumps(run(), indent=2, ensure_ascii=False))
