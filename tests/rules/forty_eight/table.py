"""Short words for the tests: a table, entries, and states set up by hand."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.entry import Entry, Rejection
from rules.forty_eight import GAME
from rules.forty_eight.entries import Bid, Decline, Draw, Favour, Topdown
from rules.forty_eight.state import State, Won, without
from rules.forty_eight.view import FortyEight
from rules.game import Answer
from rules.prompt import Draft, Prompt, press, sendable

TEN = (1, 1, 1, 2, 2, 2, 3, 3, 4, 5)


def table(seats: int = 4, **options: Any) -> State:
    state: State = GAME.start(seats, GAME.resolve(seats, options), None)
    return state


def draw(*cases: str) -> Draw:
    return Draw(by="chance", cases=cases)


def bid(by: int, *cards: int) -> Bid:
    return Bid(by=by, cards=cards)


def favour(by: int, *seats: int) -> Favour:
    return Favour(by=by, seats=seats)


def topdown(by: int, *cards: int) -> Topdown:
    return Topdown(by=by, cards=cards)


def decline(by: int) -> Decline:
    return Decline(by=by)


def play(state: State, *entries: Entry) -> State:
    for entry in entries:
        after = GAME.apply(state, entry)
        assert not isinstance(after, Rejection), f"{entry}: {after.code}: {after.why}"
        state = after
    return state


def code(state: State, entry: Entry) -> str:
    """The code that turns the entry away, "" when it stands."""
    after = GAME.apply(state, entry)
    return after.code if isinstance(after, Rejection) else ""


def wins(state: State, seat: int, *won: tuple[str, tuple[int, ...]]) -> State:
    """The state with these cases and cards attached to a seat, as if won before."""
    hand, pile = state.hands[seat - 1], state.piles[seat - 1]
    for case, cards in won:
        rest = without(hand, cards)
        assert rest is not None
        hand, pile = rest, (*pile, Won(case, cards))
    hands = (*state.hands[: seat - 1], hand, *state.hands[seat:])
    return replace(state, hands=hands, piles=(*state.piles[: seat - 1], pile, *state.piles[seat:]))


def broke(state: State, seat: int) -> State:
    """The state with all ten cards of a seat attached to five cases."""
    pairs = (("a1", (5, 4)), ("b1", (3, 3)), ("c1", (2, 2)), ("d1", (2, 1)), ("e1", (1, 1)))
    return wins(state, seat, *pairs)


def owners(state: State) -> tuple[int, ...]:
    """Who got the cases of the turn settled last, rank 1 first."""
    assert state.last is not None
    return state.last.owners


def facts(state: State, seat: int | None) -> FortyEight:
    seen: FortyEight = GAME.view(state, seat)
    return seen


def asked(state: State, seat: int, *drafts: Draft, typed: bool = False) -> Answer:
    return GAME.answer(facts(state, seat), drafts, typed)


def question(state: State, seat: int, *drafts: Draft, typed: bool = False) -> Prompt:
    prompt = asked(state, seat, *drafts, typed=typed)
    assert isinstance(prompt, Prompt), prompt
    return prompt


def keys(prompt: Prompt, *presses: str) -> Draft:
    """The draft after these keys, each of which must be alive."""
    draft = Draft(prompt.no)
    for key in presses:
        after = press(prompt, draft, key)
        assert after is not None, f"{key} is dead"
        draft = after
    assert sendable(prompt, draft)
    return draft
