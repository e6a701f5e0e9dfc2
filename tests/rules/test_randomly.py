"""Random presses stay inside what a prompt allows, and get everywhere in it."""

from __future__ import annotations

import random

import pytest

from rules.page import word
from rules.prompt import Column, Draft, Prompt, pieces, press, sendable, values, worth
from rules.randomly import random_draft

TITLE = word("t")


def columns(
    *boxes: tuple[int, int], worth: tuple[int, ...] = (), at: tuple[int, ...] = ()
) -> tuple[Column, ...]:
    return tuple(
        Column(str(i), lo, hi, at=at[i] if at else 0, worth=worth[i] if worth else 0)
        for i, (lo, hi) in enumerate(boxes)
    )


PROMPTS = {
    "two of five": Prompt("a", TITLE, "v", columns=columns(*[(0, 1)] * 5), least=2, most=2),
    "two of five again": Prompt(
        "a", TITLE, "v", columns=columns(*[(0, 1)] * 5, at=(0, 1, 0, 1, 0)), least=2, most=2
    ),
    "coins": Prompt("a", TITLE, "v", columns=columns((0, 3), (0, 3), (0, 2), (0, 2)), empty="none"),
    "one move": Prompt(
        "a", TITLE, "v", columns=columns((-1, 1), (0, 1), (-1, 0), (0, 0)), most=1, empty="pass"
    ),
    "nothing to do": Prompt("a", TITLE, "v", columns=columns((0, 0), (0, 0)), most=0, empty="deal"),
    "ok": Prompt("a", TITLE, "v"),
    "a sum": Prompt(
        "a", TITLE, "v", columns=columns((0, 2), (0, 4), (-4, 4), worth=(10, 5, 1)), floor=1, ceil=20
    ),
    "a floor": Prompt(
        "a", TITLE, "v", columns=columns(*[(0, 1)] * 5, worth=(1, 2, 3, 4, 5)), most=2, floor=9, empty="no"
    ),
    "in order": Prompt("a", TITLE, "v", columns=columns((0, 1), (0, 1), (0, 1)), ordered=True, empty="auto"),
    "taken back": Prompt("a", TITLE, "v", takeback=True),
    "live": Prompt("a", TITLE, "v", columns=columns((-1, 1), (-1, 1)), live=True),
    "a list": Prompt("a", TITLE, "v", rows=(TITLE,) * 9, shape="rows"),
}


@pytest.mark.parametrize("name", PROMPTS)
def test_every_draft_is_pressed_and_may_be_sent(name: str) -> None:
    prompt = PROMPTS[name]
    rng = random.Random(1)
    for _ in range(200):
        draft = random_draft(prompt, rng)
        assert sendable(prompt, draft)
        if not prompt.columns:
            continue
        assert all(c.lo <= v <= c.hi for c, v in zip(prompt.columns, values(prompt, draft), strict=True))


def seen(name: str, draws: int) -> set[tuple[int, ...]]:
    rng = random.Random(2)
    return {values(PROMPTS[name], random_draft(PROMPTS[name], rng)) for _ in range(draws)}


def test_all_ten_pairs_come_up_with_and_without_a_pick_before() -> None:
    assert len(seen("two of five", 400)) == 10
    assert len(seen("two of five again", 400)) == 10


def test_small_and_large_bids_come_up() -> None:
    totals = {sum(v) for v in seen("coins", 800)}
    assert totals == set(range(11))


def test_every_sum_of_steps_comes_up() -> None:
    rng = random.Random(3)
    assert {worth(PROMPTS["a sum"], random_draft(PROMPTS["a sum"], rng)) for _ in range(2000)} == set(
        range(1, 21)
    )


def test_every_row_comes_up_and_never_back() -> None:
    rng = random.Random(4)
    presses = {random_draft(PROMPTS["a list"], rng).presses for _ in range(400)}
    assert len(presses) == 9
    assert not any(5 in p for p in presses)


def test_every_order_comes_up() -> None:
    rng = random.Random(5)
    full = {p for _ in range(400) if len(p := random_draft(PROMPTS["in order"], rng).presses) == 3}
    assert len(full) == 6


def test_a_needle_is_found_by_search() -> None:
    prompt = Prompt("a", TITLE, "v", columns=columns(*[(0, 9)] * 3, worth=(1, 1, 1)), floor=27)
    assert pieces(prompt, random_draft(prompt, random.Random(6))) == 27


def test_a_prompt_nobody_can_answer_is_a_fault() -> None:
    prompt = Prompt("a", TITLE, "v", columns=columns((0, 1)), least=2)
    with pytest.raises(ValueError, match="no presses"):
        random_draft(prompt, random.Random(7))


def test_taking_a_press_back_never_exceeds_what_may_be_moved() -> None:
    prompt = PROMPTS["two of five again"]
    draft: Draft | None = Draft("a")
    for key in ("-2", "+1"):
        draft = press(prompt, draft, key) if draft else None
    assert draft is not None
    assert values(prompt, draft) == (1, 0, 0, 1, 0)
    assert press(prompt, draft, "+2") is None
