"""Random walks: every game ends by keys alone, holds its invariants, and reads back the same."""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest
from msgspec.structs import replace

from rules.entry import End, Entry
from rules.fold import Fold, apply, record
from rules.game import Game
from rules.games import GAMES
from rules.randomly import random_draft
from rules.replay import replay
from tests.rules.walk import Made, Question, Walk, header, random_options, random_result

SEEDS = range(400 if os.environ.get("CROUPIER_TORTURE") == "1" else 12)
GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@GAME
@pytest.mark.parametrize("seed", SEEDS)
def test_a_walk_ends_and_its_log_reads_back_the_same(game: Game, seed: int) -> None:
    """Whatever seats and options, chance typed or drawn; replaying a log gives the same record."""
    walk = Walk(game, random.Random(seed))
    fold = walk.run()
    again = replay(walk.log, {game.id: game})
    assert record(again) == record(fold)
    assert (again.state, again.tally, again.header) == (fold.state, fold.tally, fold.header)


@GAME
@pytest.mark.parametrize("seats", ["fewest", "most"])
@pytest.mark.parametrize("typed", [True, False], ids=["typed", "drawn"])
def test_fewest_and_most_seats_typed_and_drawn(game: Game, seats: str, typed: bool) -> None:
    number = game.seats[0] if seats == "fewest" else game.seats[1]
    fold = Walk(game, random.Random(1), seats=number, options={}, typed=typed, undo=False).run()
    assert record(fold)["over"]
    assert (fold.tally.typed > 0) is typed
    assert (fold.tally.device + fold.tally.tower > 0) is not typed


@GAME
def test_options_and_seats_vary_between_walks(game: Game) -> None:
    """The walks do not all play the same table."""
    rng = random.Random(3)
    tables = [Walk(game, rng).header for _ in range(40)]
    assert {t.seats for t in tables} == set(range(game.seats[0], game.seats[1] + 1))
    for option in game.options:
        assert len({json.dumps(t.options[option.id]) for t in tables}) > 1, option.id


@GAME
def test_the_host_may_end_it_after_any_entry(game: Game) -> None:
    """Over, without winners; the rest of the record stays as it stood."""

    def end(made: Made) -> None:
        if made.after.over:
            return
        ended = apply(made.after, End(by="host"))
        assert isinstance(ended, Fold) and ended.over
        before, after = record(made.after), record(ended)
        assert after["winners"] == [] and not after.get("champions")
        changed = {key for key in before if before[key] != after[key]}
        assert changed <= {"over", "phase", "dealer", "desk"}
        asks = game.asks(ended.state)
        assert not (asks.seats or asks.open or asks.chance or asks.clock or asks.host)

    Walk(game, random.Random(4), made=end).run()


@GAME
@pytest.mark.parametrize("seed", range(3))
def test_a_sample_looks_the_same_to_its_seat(game: Game, seed: int) -> None:
    """What a seat cannot know is filled in; what it knows stays, and the game can go on from there."""
    rng = random.Random(seed)

    def sampled(made: Made) -> None:
        if rng.random() < 0.8:
            return
        seat = rng.randint(1, made.after.header.seats)
        facts = game.view(made.after.state, seat)
        guess = game.sample(facts, rng)
        assert game.view(guess, seat) == facts
        assert guess.phase == made.after.state.phase or game.view(guess, None).phase == facts.phase

    Walk(game, random.Random(seed + 40), made=sampled).run()


@GAME
@pytest.mark.parametrize("seed", range(2))
def test_pages_are_made_for_everybody_after_every_entry(game: Game, seed: int) -> None:
    """A page at rest for each seat and for all; a new result is told."""

    def shown(made: Made) -> None:
        state, seats = made.after.state, made.after.header.seats
        for seat in (None, *range(1, seats + 1)):
            facts = game.view(state, seat)
            show = game.show(facts)
            assert (facts.seat, facts.seats, facts.over) == (seat, seats, made.after.over)
            assert show.serial == facts.serial
            new = facts.serial > game.view(made.before.state, seat).serial
            assert show.last if new else facts.serial or not show.last

    Walk(game, random.Random(seed + 60), made=shown).run()


@GAME
def test_nobody_is_there_and_the_host_plays_on(game: Game) -> None:
    """What the host enters for absent seats leads to the end, chance and clock doing the rest."""
    walk = Walk(game, random.Random(8), options={}, undo=False)
    while not walk.fold.over:
        asks = game.asks(walk.fold.state)
        if asks.seats:
            entry = game.absent(game.view(walk.fold.state, asks.seats[0]))
            assert entry is not None
            walk.enter(replace(entry, as_="host"))
        elif asks.chance:
            walk.enter(walk.chance())
        else:
            assert asks.clock is not None
            walk.enter(walk.by_clock(asks.clock.do))


@GAME
def test_random_drafts_and_bots_may_always_be_sent(game: Game) -> None:
    """Each question of a walk, answered by the weakest and by the plain opponent."""
    rng = random.Random(9)
    asked: list[Question] = []
    Walk(game, random.Random(10), typed=False, asked=asked.append).run()
    for question in asked:
        if question.seat is None:
            continue
        for draft in (random_draft(question.prompt, rng), game.bot(question.facts, question.prompt, rng)):
            if question.prompt.live and not draft.presses:
                continue
            answer = game.answer(question.facts, (draft,), False)
            assert answer is not None
            if isinstance(answer, Entry):
                after = apply(question.fold, answer)
                assert isinstance(after, Fold), f"{answer}: {after}"


@GAME
def test_a_question_is_named_by_its_number(game: Game) -> None:
    """Two questions to one seat that have the same `no` are the same: yesterday's keys never answer today's."""
    told: dict[tuple[int | None, str], Any] = {}

    def same(q: Question) -> None:
        kind = (q.prompt.title, q.prompt.shape, len(q.prompt.columns), q.prompt.rows)
        assert told.setdefault((q.seat, q.prompt.no), kind) == kind, f"{q.prompt.no} names two questions"

    Walk(game, random.Random(11), undo=False, asked=same).run()
    assert len({no for _, no in told}) > 10


@GAME
def test_what_is_drawn_is_within_bounds(game: Game) -> None:
    """`wanted` is None exactly while nothing is to be drawn."""

    def wanted(made: Made) -> None:
        asks, want = game.asks(made.after.state), game.wanted(made.after.state)
        assert (want is not None) == (asks.chance is not None)
        if want is not None:
            entry = game.drawn(made.after.state, random_result(want, random.Random(made.after.count)))
            assert entry.by == "chance"
            assert isinstance(apply(made.after, entry), Fold)

    Walk(game, random.Random(12), made=wanted).run()


@GAME
def test_random_options_make_a_sound_header(game: Game) -> None:
    for seed in range(30):
        rng = random.Random(seed)
        seats = rng.randint(*game.seats)
        assert set(header(game, seats, random_options(game, seats, rng)).options) == {
            o.id for o in game.options
        }
