"""The questions of Drug Dealer, made from facts."""

from __future__ import annotations

from rules.drug_dealer.sheet import SIDES
from rules.drug_dealer.state import COINS, NO_COINS, Move, plus, worth
from rules.drug_dealer.view import Facts
from rules.page import word
from rules.prompt import Column, Draft, Gauge, Prompt, values
from rules.prompt import worth as moved_worth

SMALL = 6
"""Dice up to this many sides have a column for each face."""
STEPS = (10, 5, 1)
"""The columns' worths for a larger die."""


def chosen(prompt: Prompt, draft: Draft) -> tuple[str, ...]:
    """The labels of the columns that stand at 1."""
    return tuple(c.label for c, v in zip(prompt.columns, values(prompt, draft), strict=True) if v)


def pick_prompt(facts: Facts) -> Prompt:
    """Two of five dice; once picked they stand there, and OK rolls them."""
    rolling = facts.phase == "roll"
    return Prompt(
        no=f"dd.{facts.phase}:{facts.turn}",
        title=word("dd.title-roll" if rolling else "dd.title-pick"),
        verb="dd.verb-roll" if rolling else "dd.verb-pick",
        icon="dice",
        look="dice",
        columns=tuple(Column(die, 0, 1, at=int(die in facts.pick)) for die in SIDES),
        least=2,
        most=2,
        note=word("dd.note-roll" if rolling else "dd.note-pick"),
    )


def face_prompt(facts: Facts, die: str, secret: bool) -> Prompt:
    """The face of a real die: a column for each face of a d4 or d6, steps of 10, 5 and 1 for the others."""
    sides = SIDES[die]
    small = sides <= SMALL
    faces = tuple(Column(str(face), 0, 1, value=face) for face in range(1, sides + 1))
    steps = tuple(Column(f"±{n}", -4 if n == 1 else 0, sides // n, worth=n) for n in STEPS)
    return Prompt(
        no=f"dd.face-{'roll' if secret else 'retype'}-{die}:{facts.turn}",
        title=word("dd.title-face", die=die),
        verb="dd.verb-face",
        icon="dice",
        look="faces" if small else "steps",
        columns=faces if small else steps,
        least=1,
        most=1 if small else None,
        floor=None if small else 1,
        ceil=None if small else sides,
        guard=secret,
        gauges=() if small else (Gauge("dd.gauge-face", 0, 1),),
    )


def typed_face(prompt: Prompt, draft: Draft) -> int:
    """The face that a draft of a face prompt gives."""
    if prompt.look == "faces":
        return int(chosen(prompt, draft)[0])
    return moved_worth(prompt, draft)


def show_prompt(facts: Facts) -> Prompt:
    """One of the two dice becomes public."""
    return Prompt(
        no=f"dd.show:{facts.turn}",
        title=word("dd.title-show"),
        verb="dd.verb-show",
        icon="eye",
        look="dice",
        columns=tuple(Column(die, 0, 1, value=f) for die, f in zip(facts.pick, facts.faces, strict=True)),
        least=1,
        most=1,
        guard=True,
        final=True,
        gauges=(Gauge("dd.gauge-production", facts.production or 0),),
        note=word("dd.note-show"),
    )


def bid_prompt(facts: Facts) -> Prompt:
    """Coins behind the screen; what was sent stands there and may be changed until the last one has bid."""
    bid = facts.bid or NO_COINS
    held = plus(facts.hand or NO_COINS, bid)
    return Prompt(
        no=f"dd.bid:{facts.turn}",
        title=word("dd.title-bid"),
        verb="dd.verb-bid",
        icon="lock",
        look="coins",
        columns=tuple(
            Column(str(coin), 0, n, at=at, worth=coin, held=n)
            for coin, n, at in zip(COINS, held, bid, strict=True)
        ),
        empty="dd.verb-bid-nothing",
        guard=True,
        done=facts.bid is not None,
        gauges=(Gauge("dd.gauge-bid", 0, 1, "dd.unit"), Gauge("dd.gauge-hand", worth(held), -1, "dd.unit")),
    )


def _bidders(facts: Facts, top: str, rest: str) -> tuple[Column, ...]:
    """The bidders in seat order: rank above, amount below; only those tied across the cut can be moved."""
    assert facts.cut is not None
    sure, tied = facts.cut.sure, facts.cut.tied
    return tuple(
        Column(
            str(seat),
            0,
            int(seat in tied),
            base=1 + sum(other > amount for _, other in facts.amounts),
            value=amount,
            mark=top if seat in sure else "tie" if seat in tied else rest,
            seat=seat,
        )
        for seat, amount in facts.amounts
    )


def cards_prompt(facts: Facts) -> Prompt:
    """The dealer hands out the cards; asked whether or not there is a tie to break."""
    missing = facts.cut.missing if facts.cut else 0
    return Prompt(
        no=f"dd.cards:{facts.turn}",
        title=word("dd.title-cards"),
        verb="dd.verb-deal",
        icon="eye",
        look="seats",
        columns=_bidders(facts, "ok", "ng"),
        least=missing,
        most=missing,
        empty=None if missing else "dd.verb-deal",
        guard=True,
        final=True,
        note=word("dd.note-tie", count=missing) if missing else word("dd.note-cards"),
    )


def tie_prompt(facts: Facts) -> Prompt:
    """The dealer breaks a tie for the settlement, before everybody's eyes: who wins (P > 0), or who pays (P < 0)."""
    missing = facts.cut.missing if facts.cut else 0
    sold = (facts.production or 0) > 0
    return Prompt(
        no=f"dd.tie:{facts.turn}",
        title=word("dd.title-wins" if sold else "dd.title-pays"),
        verb="dd.verb-name",
        icon="eye",
        look="seats",
        columns=_bidders(facts, "ok", "ng") if sold else _bidders(facts, "pays", "gets"),
        least=missing,
        most=missing,
        final=True,
        note=word("dd.note-wins" if sold else "dd.note-pays", count=missing),
    )


def lap_prompt(facts: Facts) -> Prompt:
    """One coin across the line, or pass. Dead keys: what is not there, and in lap 2 the way back."""
    hand, bid, seat = facts.hand or NO_COINS, facts.bid or NO_COINS, facts.seat or 0
    columns = []
    for coin, held, lying in zip(COINS, hand, bid, strict=True):
        may_take = lying > 0 and Move(1, seat, "add", coin) not in facts.moves
        may_add = held > 0 and Move(1, seat, "take", coin) not in facts.moves
        columns.append(Column(str(coin), -int(may_take), int(may_add), base=lying, worth=coin, held=held))
    return Prompt(
        no=f"dd.lap{facts.lap}:{facts.turn}",
        title=word("dd.title-lap", lap=facts.lap),
        verb="dd.verb-move",
        icon="turn",
        look="coins",
        columns=tuple(columns),
        most=1,
        empty="dd.verb-pass",
        guard=True,
        gauges=(
            Gauge("dd.gauge-bid", worth(bid), 1, "dd.unit"),
            Gauge("dd.gauge-hand", worth(hand), -1, "dd.unit"),
        ),
        note=word("dd.note-ok" if facts.card else "dd.note-ng"),
    )
