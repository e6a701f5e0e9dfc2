"""The plain player: it bids what brings the most on average, by what rivals have been seen to bid."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules.drug_dealer.prompts import chosen
from rules.drug_dealer.sample import holdings, net
from rules.drug_dealer.sheet import SIDES
from rules.drug_dealer.state import NO_COINS, Coins, minus, plus, worth
from rules.drug_dealer.view import Facts
from rules.drug_dealer.weigh import Standpoint, gain, payable, standpoint
from rules.prompt import Draft, Prompt
from rules.prompt import worth as moved


def bot(facts: Facts, prompt: Prompt, rng: random.Random) -> Draft:
    """A sendable draft. The dealer prefers wild dice, shows the better one, and favours whoever is behind."""
    if facts.phase == "dice":
        return labelled(prompt, _wild(facts, rng))
    if facts.phase == "show":
        return labelled(prompt, (_better(facts),))
    if facts.phase == "favour" and facts.cut:
        order = sorted(facts.cut.tied, key=lambda s: (behind(facts)[s], rng.random()))
        return labelled(prompt, map(str, order[: facts.cut.missing]))
    if facts.phase == "bid":
        return laid(prompt, best_bids(facts)[0])
    if facts.phase == "lap":
        return best_moves(facts, prompt)[0]
    return Draft(prompt.no)


def labelled(prompt: Prompt, labels: Sequence[str] | map[str]) -> Draft:
    """The draft that leaves exactly these columns at 1."""
    wanted, standing = set(labels), set(chosen(prompt, Draft(prompt.no)))
    columns = list(enumerate((c.label for c in prompt.columns), start=1))
    back = [-i for i, label in columns if label in standing - wanted]
    return Draft(prompt.no, (*back, *(i for i, label in columns if label in wanted - standing)))


def laid(prompt: Prompt, heap: Coins) -> Draft:
    """The draft of a bid of exactly this heap, whatever was sent before."""
    presses: list[int] = []
    for i, (column, n) in enumerate(zip(prompt.columns, heap, strict=True), start=1):
        presses += [i if n > column.at else -i] * abs(n - column.at)
    return Draft(prompt.no, tuple(presses))


def best_bids(facts: Facts) -> list[Coins]:
    """Every bid up to the largest |P|, the largest mean gain first, the smaller one of equals."""
    point = _standpoint(facts)
    held = plus(facts.hand or NO_COINS, facts.bid or NO_COINS)
    heaps = payable(held, max(map(abs, point.productions)))
    return [heaps[a] for a in sorted(heaps, key=lambda amount: (-round(gain(point, amount), 6), amount))]


def best_moves(facts: Facts, prompt: Prompt) -> list[Draft]:
    """Everything that may be done in a lap, the largest mean gain first; pass is the first of equals."""
    point, bid = _standpoint(facts), worth(facts.bid or NO_COINS)
    steps = [i for i, c in enumerate(prompt.columns, start=1) if c.hi > 0]
    steps += [-i for i, c in enumerate(prompt.columns, start=1) if c.lo < 0]
    drafts = [Draft(prompt.no), *(Draft(prompt.no, (s,)) for s in steps)]
    return sorted(drafts, key=lambda draft: -round(gain(point, bid + moved(prompt, draft)), 6))


def _standpoint(facts: Facts) -> Standpoint:
    rivals = [s for s in range(1, facts.seats + 1) if s not in (facts.seat, facts.dealer)]
    own = minus(facts.bid or NO_COINS, net(facts, facts.seat or 0))
    return standpoint(facts, worth(own), [worth(net(facts, s)) for s in rivals])


def behind(facts: Facts) -> dict[int, int]:
    """What each seat has, goods and money: public for whoever has kept count."""
    goods = dict.fromkeys(range(1, facts.seats + 1), 0)
    for seat, received in (pair for result in facts.history for pair in result.goods):
        goods[seat] += received
    return {s: worth(coins) + goods[s] for s, coins in holdings(facts).items()}


def _wild(facts: Facts, rng: random.Random) -> tuple[str, ...]:
    """Two dice, the likelier the wider they spread: what only the dealer knows is worth most then."""
    left = {die: abs(factor) * SIDES[die] + 1 for die, _, factor in facts.sheet}
    first = rng.choices(list(left), list(left.values()))[0]
    del left[first]
    return first, rng.choices(list(left), list(left.values()))[0]


def _better(facts: Facts) -> str:
    """The die that promises more than the other: a better one draws higher bids."""
    rules = {die: (c, f) for die, c, f in facts.sheet}
    shown = zip(facts.pick, facts.faces, strict=True)
    return max(shown, key=lambda pair: ((pair[1] or 0) + rules[pair[0]][0]) * rules[pair[0]][1])[0]
