"""For whom the table waits, and the prompts that lead to each entry."""

from __future__ import annotations

from collections.abc import Sequence

from rules.cut import around
from rules.drug_dealer.entries import Add, Bid, Dice, Favour, Pass, Retype, Roll, Show, Take
from rules.drug_dealer.prompts import (
    bid_prompt,
    cards_prompt,
    chosen,
    face_prompt,
    lap_prompt,
    pick_prompt,
    show_prompt,
    tie_prompt,
    typed_face,
)
from rules.drug_dealer.sheet import SIDES
from rules.drug_dealer.state import COINS, State
from rules.drug_dealer.view import Facts
from rules.entry import Entry
from rules.game import OVER, Answer, Asks, DiceWanted, Result, SetOff
from rules.prompt import Draft, values


def asks(state: State) -> Asks:
    """For whom the table waits."""
    host = ("retype",) if state.phase == "lap" and state.lap == 2 and state.typed else ()
    if state.phase == OVER:
        return Asks()
    if state.phase == "roll":
        return Asks(open=(state.dealer,), chance="roll", keeper=state.dealer)
    if state.phase == "bid":
        bidders = sorted(state.bidders())
        return Asks(
            seats=tuple(s for s in bidders if state.purse(s).bid is None),
            open=tuple(s for s in bidders if state.purse(s).bid is not None),
            sealed=True,
        )
    return Asks(seats=(state.mover if state.phase == "lap" else state.dealer,), host=host)


def answer(facts: Facts, drafts: Sequence[Draft], typed: bool) -> Answer:
    """The next prompt of a seat, or its entry. `typed`: the dealer types the faces of real dice."""
    if facts.seat is None:
        return None
    if facts.phase == "bid" and not facts.deals:
        return _bid(facts, facts.seat, drafts)
    if facts.phase == "lap" and facts.seat == facts.mover:
        return _lap(facts, facts.seat, drafts)
    if not facts.deals:
        return None
    if facts.phase in ("dice", "roll"):
        return _dice(facts, facts.seat, drafts, typed)
    if facts.phase == "show":
        prompt = show_prompt(facts)
        return Show(by=facts.seat, die=chosen(prompt, drafts[0])[0]) if drafts else prompt
    if facts.phase == "favour":
        prompt = tie_prompt(facts) if facts.lap else cards_prompt(facts)
        return Favour(by=facts.seat, seats=tuple(map(int, chosen(prompt, drafts[0])))) if drafts else prompt
    return None


def _dice(facts: Facts, seat: int, drafts: Sequence[Draft], typed: bool) -> Answer:
    """The pick; when it stands unchanged, the roll: set off, or typed face by face."""
    prompt = pick_prompt(facts)
    if not drafts:
        return prompt
    pick = chosen(prompt, drafts[0])
    if set(pick) != set(facts.pick):
        return Dice(by=seat, pick=pick)
    if not typed:
        return SetOff()
    faces = _typed(facts, drafts[1:], secret=True)
    return Roll(by="chance", src="typed", faces=faces) if isinstance(faces, dict) else faces


def _typed(facts: Facts, drafts: Sequence[Draft], secret: bool) -> dict[str, int] | Answer:
    """A face for each picked die, one prompt a die."""
    prompts = [face_prompt(facts, die, secret) for die in facts.pick]
    if len(drafts) < len(prompts):
        return prompts[len(drafts)]
    return {die: typed_face(p, d) for die, p, d in zip(facts.pick, prompts, drafts, strict=False)}


def _bid(facts: Facts, seat: int, drafts: Sequence[Draft]) -> Answer:
    prompt = bid_prompt(facts)
    if not drafts:
        return prompt
    counts = values(prompt, drafts[0])
    return Bid(by=seat, coins=tuple(c for c, n in zip(COINS, counts, strict=True) for _ in range(n)))


def _lap(facts: Facts, seat: int, drafts: Sequence[Draft]) -> Answer:
    prompt = lap_prompt(facts)
    if not drafts:
        return prompt
    for coin, moved in zip(COINS, values(prompt, drafts[0]), strict=True):
        if moved:
            return Add(by=seat, coin=coin) if moved > 0 else Take(by=seat, coin=coin)
    return Pass(by=seat)


def host(facts: Facts, what: str, drafts: Sequence[Draft]) -> Answer:
    """The host's "retype": both faces again, openly, for in lap 2 they are public."""
    if what != "retype" or not facts.retype:
        return None
    faces = _typed(facts, drafts, secret=False)
    return Retype(by="host", faces=faces) if isinstance(faces, dict) else faces


def absent(facts: Facts) -> Entry | None:
    """For a missing player: the smallest dice, the first one shown, no bid, pass, favour nearest the left."""
    seat = facts.seat
    if seat is None:
        return None
    if facts.phase == "bid" and not facts.deals and facts.bid is None:
        return Bid(by=seat, coins=())
    if facts.phase == "lap" and seat == facts.mover:
        return Pass(by=seat)
    if not facts.deals:
        return None
    if facts.phase == "dice":
        return Dice(by=seat, pick=tuple(SIDES)[:2])
    if facts.phase == "show":
        return Show(by=seat, die=facts.pick[0])
    if facts.phase == "favour" and facts.cut:
        nearest = [s for s in around(seat, facts.seats) if s in facts.cut.tied]
        return Favour(by=seat, seats=tuple(nearest[: facts.cut.missing]))
    return None


def wanted(state: State) -> DiceWanted | None:
    """The two picked dice, for the dealer's eyes only."""
    if state.phase != "roll":
        return None
    return DiceWanted(tuple((1, SIDES[die], "") for die in state.pick), secret=True)


def drawn(state: State, result: Result) -> Roll:
    """The roll of those faces."""
    return Roll(by="chance", faces={die: faces[0] for die, faces in zip(state.pick, result, strict=True)})
