"""What the searching bot needs: answers worth comparing, a fast way to play on, and how good an end is."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

from rules.drug_dealer.bot import best_bids, best_moves, bot, labelled, laid
from rules.drug_dealer.entries import Add, Bid, Dice, Favour, Pass, Show, Take
from rules.drug_dealer.sheet import SIDES
from rules.drug_dealer.state import COINS, NO_COINS, Coins, Move, State, total, worth
from rules.drug_dealer.view import Facts
from rules.drug_dealer.weigh import expected
from rules.entry import Entry
from rules.game import OVER
from rules.prompt import Draft, Prompt

WAYS = 8
"""How many ways to break a tie are compared."""
FEW = 3
"""How many bids or moves are compared, in the plain player's order: luck would hide which of many is best."""
LEAD = 100
"""The lead in G that counts as half of a sure win."""
MOVES = 0.3
"""How often a policy's bidder moves a coin in a lap when it might."""


def candidates(facts: Facts, prompt: Prompt, rng: random.Random) -> Sequence[Draft]:
    """The likeliest bids and moves, the ways to break a tie; for the rest what the plain player does."""
    if facts.phase == "favour" and facts.cut:
        ways = list(itertools.combinations(map(str, facts.cut.tied), facts.cut.missing))
        return [labelled(prompt, way) for way in rng.sample(ways, min(len(ways), WAYS))]
    if facts.phase == "bid":
        return [laid(prompt, heap) for heap in best_bids(facts)[:FEW]]
    if facts.phase == "lap":
        return best_moves(facts, prompt)[:FEW]
    return [bot(facts, prompt, rng)]


def policy(state: State, seat: int, rng: random.Random) -> Sequence[Entry]:
    """The next entries: bids that might be expected, seldom a move, ties broken by chance.

    A bidder uses nothing that its own facts would not tell it.
    """
    dealer = state.dealer
    if state.phase == "dice":
        return (Dice(by=dealer, pick=tuple(rng.sample(tuple(SIDES), 2))),)
    if state.phase == "show":
        return (Show(by=dealer, die=max(state.pick, key=lambda die: _part(state, die))),)
    if state.phase == "bid":
        likely = (*expected(state.history), abs(int(_mean(state))) // 2)
        asked = [s for s in state.bidders() if state.purse(s).bid is None]
        return [Bid(by=s, coins=_near(state.purse(s).hand, rng.choice(likely))) for s in asked]
    if state.phase == "favour":
        cut = state.cut()
        return (Favour(by=dealer, seats=tuple(rng.sample(cut.tied, cut.missing))),)
    return (_move(state, rng),)


def _part(state: State, die: str) -> int:
    return state.sheet.production([(die, state.faces[state.pick.index(die)])])


def _mean(state: State) -> float:
    """What a bidder expects of P: the shown die, and the mean of the other."""
    mean = 0.0
    for die in state.pick:
        correction, factor = state.sheet.dice[die]
        mean += _part(state, die) if die == state.shown else ((SIDES[die] + 1) / 2 + correction) * factor
    return mean


def _near(hand: Coins, amount: int) -> tuple[int, ...]:
    """Coins worth `amount` at most, the large ones first."""
    coins: list[int] = []
    for coin, n in zip(COINS[::-1], hand[::-1], strict=True):
        take = min(n, amount // coin)
        coins += [coin] * take
        amount -= take * coin
    return tuple(coins)


def _move(state: State, rng: random.Random) -> Entry:
    """Pass, most often; else take a coin back from a bid above P's mean, or add one to a bid below."""
    seat, purse = state.mover, state.purse(state.mover)
    if rng.random() > MOVES:
        return Pass(by=seat)
    mean = state.production() if state.lap == 2 else _mean(state)
    bid = purse.bid or NO_COINS
    taking = worth(bid) > abs(mean)
    heap, back = (bid, "add") if taking else (purse.hand, "take")
    free = [
        c
        for c, n in zip(COINS, heap, strict=True)
        if n and Move(1, seat, back, c) not in state.moves  # type: ignore[arg-type]
    ]
    if not free:
        return Pass(by=seat)
    coin = rng.choice(free)
    return Take(by=seat, coin=coin) if taking else Add(by=seat, coin=coin)


def horizon(first: State, state: State) -> bool:
    """A playout ends with its turn: what comes after weighs alike on all answers."""
    return len(state.history) > len(first.history)


def score(state: State, seat: int) -> float:
    """The share of the win when the game is over; before, the lead in G over the best of the others, 0.5 for none."""
    if state.phase == OVER and state.winners:
        return 1 / len(state.winners) if seat in state.winners else 0.0
    totals = [total(p) for p in state.purses]
    lead = totals.pop(seat - 1) - max(totals)
    return 0.5 + lead / (2 * (LEAD + abs(lead)))
