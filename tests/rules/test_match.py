"""Bots at a table of their own: matches are legal and repeatable, and searching stays within its means."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules.entry import Entry
from rules.fold import Fold, record
from rules.game import OVER, Facts, Game
from rules.games import GAMES
from rules.log import Malformed, write
from rules.match import BOTS, bot_named, new_header, play, winners
from rules.prompt import Draft, Prompt, sendable, values
from rules.replay import replay
from rules.search import entries, search


def match(
    game: Game, kinds: list[str], seed: str, options: dict[str, Any] | None = None, playouts: int = 6
) -> Fold:
    rng = random.Random(seed)
    bots = [bot_named(game, kind, playouts) for kind in kinds]
    return play(game, new_header(game, len(kinds), options or {}, rng), bots, rng)


def log(fold: Fold) -> list[Entry]:
    made, step = list[Entry](), fold.top
    while step is not None:
        made.append(step.entry)
        step = step.under
    return made[::-1]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda g: g.id)
@pytest.mark.parametrize("kind", BOTS)
def test_every_bot_plays_every_number_of_seats(game: Game, kind: str) -> None:
    low, high = game.seats
    for seats in (low, high):
        fold = match(game, [kind] * seats, f"{kind} {seats}", playouts=2)
        assert fold.over
        lines = b"\n".join([write(fold.header), *map(write, log(fold))])
        assert record(replay(lines, GAMES)) == record(fold)


@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("bull-rally", {"orders": "blind", "news": "each", "sequence": "auto"}),
        ("forty-eight", {"topdown": "slide", "empty_bid": "always", "limit": 1}),
        ("drug-dealer", {"void_at": "roll"}),
    ],
)
def test_bots_keep_to_options(id: str, options: dict[str, Any]) -> None:
    fold = match(GAMES[id], ["plain", "search", "random", "plain"], "options", options, playouts=4)
    assert fold.over
    assert options.items() <= fold.header.options.items()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda g: g.id)
def test_a_seed_gives_the_same_game_again(game: Game) -> None:
    kinds = ["search", "plain", "random"]
    assert log(match(game, kinds, "again")) == log(match(game, kinds, "again"))
    assert log(match(game, kinds, "again")) != log(match(game, kinds, "another"))


def test_names_and_headers_are_checked() -> None:
    game = GAMES["forty-eight"]
    with pytest.raises(ValueError, match="no bot is called 'clever'"):
        bot_named(game, "clever")
    with pytest.raises(Malformed):
        new_header(game, 7, {"first": 1, "suits": []}, random.Random(1))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda g: g.id)
def test_candidates_are_different_and_may_be_sent(game: Game) -> None:
    """And the plain bot's draft is one that may be sent too."""
    sizes = Counter[int]()

    def watched(facts: Facts, prompt: Prompt, rng: random.Random) -> Draft:
        if game.lookahead is not None:
            drafts = game.lookahead.candidates(facts, prompt, rng)
            assert all(sendable(prompt, d) or (prompt.live and not d.presses) for d in drafts)
            if prompt.columns:
                assert len({values(prompt, d) for d in drafts}) == len(drafts) >= 1
            sizes[len(drafts)] += 1
        return game.bot(facts, prompt, rng)

    rng = random.Random(5)
    play(game, new_header(game, 4, {}, rng), [watched] * 4, rng)
    assert game.lookahead is None or max(sizes) > 1


def test_search_plays_exactly_its_playouts() -> None:
    """A fixed number, whatever the machine: at most what it was given, and most of it."""
    game = GAMES["forty-eight"]
    assert game.lookahead is not None
    ended = list[int]()

    def counted(state: Any, seat: int) -> float:
        ended.append(seat)
        assert state.phase == OVER
        return 0.5

    watched = replace(game, lookahead=replace(game.lookahead, score=counted))
    asked = list[int]()

    def bot(facts: Facts, prompt: Prompt, rng: random.Random) -> Draft:
        before = len(ended)
        draft = search(watched, facts, prompt, rng, 60)
        asked.append(len(ended) - before)
        assert set(ended[before:]) <= {facts.seat}
        return draft

    rng = random.Random(6)
    play(game, new_header(game, 4, {}, rng), [bot, *[game.bot] * 3], rng)
    assert max(asked) <= 60
    assert max(asked) >= 40


def test_search_takes_the_best_candidate() -> None:
    """With a score that likes one card only, it lays that card."""
    game = GAMES["forty-eight"]
    assert game.lookahead is not None
    fond = replace(
        game.lookahead, score=lambda state, seat: float(any(w.cards == (5,) for w in state.piles[seat - 1]))
    )
    rng = random.Random(7)
    fold = play(game, new_header(game, 4, {"first": 1}, rng), [game.bot] * 4, rng)
    state = game.apply(game.start(4, fold.header.options, None), log(fold)[0])
    facts = game.view(state, 2)
    prompt = game.answer(facts, (), False)
    assert isinstance(prompt, Prompt)
    one_or_five = replace(fond, candidates=lambda f, p, r: [Draft(p.no, (1,)), Draft(p.no, (5,))])
    draft = search(replace(game, lookahead=one_or_five), facts, prompt, rng, 40)
    assert draft.presses == (5,)
    assert entries(game, facts, prompt, draft)[0].by == 2


def test_a_live_draft_is_an_order_a_stock() -> None:
    game = GAMES["bull-rally"]
    rng = random.Random(8)
    state = game.start(2, new_header(game, 2, {}, rng).options, _sheet(game))
    for seat in (1, 2):
        state = game.apply(state, type_of(game, "ready")(by=seat))
    facts = game.view(state, 1)
    prompt = game.answer(facts, (), False)
    assert isinstance(prompt, Prompt)
    made = entries(game, facts, prompt, Draft(prompt.no, (3, -5)))
    assert [(e.stock, e.side) for e in made] == [(3, "buy"), (5, "sell")]  # type: ignore[attr-defined]
    assert entries(game, facts, prompt, Draft(prompt.no)) == ()


def type_of(game: Game, tag: str) -> type[Entry]:
    return next(e for e in game.entries if e.__struct_config__.tag == tag)


def _sheet(game: Game) -> Any:
    return msgspec.convert(game.placeholder, game.sheet)


def test_winners_are_champions_where_a_game_has_them() -> None:
    fold = match(GAMES["bull-rally"], ["plain"] * 3, "champions")
    assert winners(fold) == tuple(record(fold)["champions"])
    fold = match(GAMES["forty-eight"], ["plain"] * 3, "champions")
    assert winners(fold) == tuple(record(fold)["winners"])
