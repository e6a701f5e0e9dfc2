"""The newest turn's outcome as pages, in real coins, so that a table that plays with metal can follow."""

from __future__ import annotations

from rules.drug_dealer.entries import Add, Bid, Roll, Take
from rules.drug_dealer.state import COINS, Coins, Result
from rules.drug_dealer.view import Facts
from rules.entry import Entry
from rules.page import Dice, Notice, Page, Row, Rows, SeatName, Word, word

OUTCOMES = {"void": "dd.was-void", "kept": "dd.was-kept", "sold": "dd.was-sold", "dumped": "dd.was-dumped"}


def tell(facts: Facts) -> tuple[Page, ...]:
    """The pages of the last result, public all of it; none before the first turn has ended."""
    last = facts.last
    if last is None:
        return ()
    dice = Dice(
        word("dd.title-was", turn=last.turn),
        last.faces,
        total=last.production,
        label="dd.gauge-production",
        note=word(OUTCOMES[last.outcome], seat=SeatName(last.dealer)),
    )
    if last.outcome == "void":
        return dice, Notice(
            word("dd.title-void"), (word("dd.void-back"), word("dd.void-counts")), icon="turn"
        )
    return dice, _amounts(last, facts.seat), _coins(last, facts.seat), _goods(last, facts.seat)


def _amounts(last: Result, seat: int | None) -> Rows:
    """Who bid what, highest first; the half that pays is marked."""
    order = sorted(last.amounts, key=lambda pair: -pair[1])
    return Rows(
        word("dd.title-amounts"),
        tuple(
            Row(_name(s), word("dd.amount", amount=a), "coins" if s in last.top else "", own=s == seat)
            for s, a in order
        ),
        icon="eye",
    )


def _coins(last: Result, seat: int | None) -> Rows:
    """Two rows for each payment: who gives whom, and which coins; then that all others take theirs back."""
    rows = []
    for p in last.payments:
        give = word("dd.gives", seat=SeatName(p.seat), to=SeatName(p.to))
        rows += [Row(give, own=p.seat == seat), Row(pieces(p.coins), own=p.seat == seat)]
    rest = word("dd.others-back") if rows else word("dd.all-back")
    return Rows(word("dd.title-coins"), (*rows, Row(rest)), icon="coins")


def _goods(last: Result, seat: int | None) -> Rows:
    """Who receives P."""
    sign = "up" if last.production > 0 else "down"
    return Rows(
        word("dd.title-goods"),
        tuple(Row(_name(s), word("dd.goods", goods=g), sign, own=s == seat) for s, g in last.goods),
        icon="dice",
    )


def pieces(coins: Coins) -> Word:
    """A heap in words, largest kind first: "1×15G 2×5G"."""
    kinds = [word("dd.coin", count=n, coin=c) for c, n in zip(COINS, coins, strict=True) if n][::-1]
    return word(f"dd.heap-{len(kinds)}", **dict(zip("abcd", kinds, strict=False)))


def _name(seat: int) -> Word:
    return word("dd.seat", seat=SeatName(seat))


def undone(entry: Entry) -> Word | None:
    """A coin moved in a lap goes back where it lay; a bid becomes what it was, unseen; dice are rolled anew."""
    match entry:
        case Take(by=int(seat), coin=coin):
            return word("dd.undo-take", seat=SeatName(seat), coin=coin)
        case Add(by=int(seat), coin=coin):
            return word("dd.undo-add", seat=SeatName(seat), coin=coin)
        case Bid(by=int(seat)):
            return word("dd.undo-bid", seat=SeatName(seat))
        case Roll():
            return word("dd.undo-roll")
    return None
