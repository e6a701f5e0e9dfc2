"""The news card and the dice: what is wanted, the entry of a result, and the keeper's questions (steps 4 and 6)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.bull_rally.entries import News, Roll, drawn
from rules.bull_rally.sheet import STOCKS, Card, Target, ticker
from rules.bull_rally.state import State, due
from rules.bull_rally.view import BullFacts
from rules.entry import Entry, Src
from rules.game import Answer, CardsWanted, DiceWanted, Result, Wanted
from rules.page import Word, word
from rules.prompt import Column, Draft, Prompt, picked, values

COUNT = 4
DICE = DiceWanted(((COUNT, 6, "g"), (COUNT, 6, "r")))


def wanted(state: State) -> Wanted | None:
    """What chance is asked for."""
    if state.phase == "news":
        return CardsWanted(len(state.left), 1)
    return DICE if state.phase == "roll" else None


def drawn_entry(state: State, result: Result) -> Entry:
    """The chance entry of a draw or a roll, without `src`."""
    if state.phase == "roll":
        green, red = result
        return Roll(by="chance", green=tuple(green), red=tuple(red))
    ((index,),) = result
    about = due(state.rules, state.today)[0]
    card = drawn(state.left[index])
    return News(by="chance", card=card) if about is None else News(by="chance", card=card, for_=about)


def set_off(facts: BullFacts) -> Prompt:
    """The keeper's OK that lets chance happen."""
    if facts.phase == "roll":
        return Prompt(
            no=_no(facts, "roll"), title=word("br.roll"), verb="br.roll_verb", icon="dice", final=True
        )
    return Prompt(no=_no(facts, "news"), title=_about(facts), verb="br.draw_verb", icon="news", final=True)


def typed_news(facts: BullFacts, drafts: Sequence[Draft]) -> Answer:
    """First what the card moves, then its value, out of what is left of the deck; back leads to the first list."""
    target: Target | None = None
    for draft in drafts:
        prompt = _values(facts, target) if target else _targets(facts)
        row = picked(prompt, draft)
        if row is None or row < 0:
            target = None
        elif target is None:
            target = _targets_left(facts)[row]
        else:
            return _typed_card(facts, (target, _values_left(facts, target)[row]))
    return _values(facts, target) if target else _targets(facts)


def _typed_card(facts: BullFacts, card: Card) -> News:
    about = facts.due[0]
    src: Src = "typed"
    if about is None:
        return News(by="chance", src=src, card=drawn(card))
    return News(by="chance", src=src, card=drawn(card), for_=about)


def _targets_left(facts: BullFacts) -> tuple[Target, ...]:
    """Scopes first, then named stocks."""
    there = {target for target, _ in facts.left}
    order: tuple[Target, ...] = ("stock", "market", *STOCKS)
    return tuple(target for target in order if target in there)


def _values_left(facts: BullFacts, target: Target) -> tuple[int, ...]:
    """The distinct values that cards with this target still have, the best news first."""
    return tuple(sorted({value for it, value in facts.left if it == target}, reverse=True))


def _targets(facts: BullFacts) -> Prompt:
    return Prompt(
        no=_no(facts, "target"),
        title=_about(facts),
        verb="table.pick",
        icon="news",
        shape="rows",
        rows=tuple(target_word(facts, target) for target in _targets_left(facts)),
    )


def _values(facts: BullFacts, target: Target) -> Prompt:
    return Prompt(
        no=_no(facts, f"value {target}"),
        title=word("br.news_value"),
        verb="table.pick",
        icon="news",
        shape="rows",
        rows=tuple(notches(value) for value in _values_left(facts, target)),
    )


def typed_roll(facts: BullFacts, drafts: Sequence[Draft]) -> Answer:
    """Four green faces, then four red ones."""
    prompts = (_faces(facts, "green"), _faces(facts, "red"))
    if len(drafts) < len(prompts):
        return prompts[len(drafts)]
    green, red = (_rolled(prompt, draft) for prompt, draft in zip(prompts, drafts, strict=True))
    return Roll(by="chance", src="typed", green=green, red=red)


def _faces(facts: BullFacts, colour: str) -> Prompt:
    return Prompt(
        no=_no(facts, colour),
        title=word("br.green_dice" if colour == "green" else "br.red_dice"),
        verb="table.next" if colour == "green" else "table.send",
        icon="dice",
        look="faces",
        columns=tuple(Column(str(face), 0, COUNT) for face in STOCKS),
        least=COUNT,
        most=COUNT,
    )


def _rolled(prompt: Prompt, draft: Draft) -> tuple[int, ...]:
    return tuple(
        face for face, count in zip(STOCKS, values(prompt, draft), strict=True) for _ in range(count)
    )


def target_word(facts: BullFacts, target: Target) -> Word:
    """What a card moves, in words."""
    if target == "market":
        return word("br.news_market")
    if target == "stock":
        return word("br.news_stock")
    return word("br.stock", ticker=ticker(facts.sheet, target))


def notches(value: int) -> Word:
    """+2, −3."""
    if value > 0:
        return word("br.plus", n=value)
    return word("br.minus", n=-value) if value < 0 else word("br.zero")


def _about(facts: BullFacts) -> Word:
    """The title of a news question; with `news: each` it names the stock."""
    stock = facts.due[0]
    return word("br.news") if stock is None else word("br.news_for", ticker=ticker(facts.sheet, stock))


def _no(facts: BullFacts, step: str) -> str:
    return f"{facts.day}.{facts.window} {len(facts.today.news)} {step}"
