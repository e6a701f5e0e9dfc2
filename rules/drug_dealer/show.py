"""What there is to show to a seat, or to everybody: pages in word ids and numbers."""

from __future__ import annotations

from msgspec.structs import replace

from rules.drug_dealer.state import COINS, NO_COINS, Move, plus, worth
from rules.drug_dealer.tell import tell
from rules.drug_dealer.view import Facts
from rules.page import Dice, Holding, Page, Row, Rows, SeatName, Show, Standings, Verdict, Waiting, Word, word


def show(facts: Facts) -> Show:
    """The pages of now. While nothing is over, `rest` is the same for all seats but for what they have sent."""
    if facts.over:
        return Show(_final(facts), last=tell(facts), serial=facts.serial, keys=(_goods(facts), _sheet(facts)))
    return Show(
        rest=_rest(facts),
        peek=_peek(facts) if facts.seat is not None else None,
        last=tell(facts),
        serial=facts.serial,
        keys=_keys(facts),
    )


def _rest(facts: Facts) -> Waiting:
    """The safe page of a phase: nothing in it depends on a secret."""
    bidding = facts.phase == "bid"
    title, icon, note = _stage(facts)
    return Waiting(
        title=title,
        icon=icon,
        note=note,
        done=facts.sent if bidding else None,
        of=facts.seats - 1 if bidding else None,
        peek=facts.seat is not None,
        sent=bidding and facts.bid is not None,
    )


def _stage(facts: Facts) -> tuple[Word, str, Word]:
    """Title, icon and note of the step that is on."""
    dealer = SeatName(facts.dealer)
    turn = word("dd.title-turn", turn=facts.turn, of=facts.turns)
    if facts.phase == "dice":
        return turn, "dice", word("dd.wait-pick", seat=dealer)
    if facts.phase == "roll":
        return turn, "dice", word("dd.wait-roll", seat=dealer)
    if facts.phase == "show":
        return turn, "dice", word("dd.wait-show", seat=dealer)
    if facts.phase == "bid":
        return word("dd.title-bidding"), "lock", _shown(facts)
    if facts.phase == "lap":
        return word("dd.title-lap", lap=facts.lap), "turn", word("dd.wait-move", seat=SeatName(facts.mover))
    if facts.lap:
        return word("dd.title-tie"), "eye", word("dd.wait-tie", seat=dealer)
    return word("dd.title-dealing"), "eye", word("dd.wait-cards", seat=dealer)


def _shown(facts: Facts) -> Word:
    """The public die: "d6: 5"."""
    return word("dd.shown", die=facts.shown, face=facts.faces[facts.pick.index(facts.shown)] or 0)


def _peek(facts: Facts) -> Page:
    """What PEEK shows while nothing guarded is asked: the dealer's numbers, the own card, else what one owns."""
    if facts.deals and facts.lap:
        return _running(facts)
    if facts.deals and facts.phase == "bid":
        return _dice(facts)
    if facts.card is not None:
        return Verdict(facts.card)
    bid = facts.bid or NO_COINS
    held = plus(facts.hand or NO_COINS, bid)
    return Holding(
        word("dd.title-own"),
        "coins",
        tuple((str(coin), n, coin) for coin, n in zip(COINS, held, strict=True)),
        gauges=(("dd.gauge-money", worth(held), "dd.unit"), ("dd.gauge-goods", facts.goods, "")),
    )


def _running(facts: Facts) -> Rows:
    """The dealer's: the amounts as they run, highest first, with the card each has."""
    order = sorted(facts.amounts, key=lambda pair: -pair[1])
    return Rows(
        word("dd.title-production", production=facts.production or 0),
        tuple(
            Row(
                word("dd.seat", seat=SeatName(s)),
                word("dd.amount", amount=a),
                "ok" if s in facts.cards else "ng",
            )
            for s, a in order
        ),
        icon="eye",
    )


def _dice(facts: Facts) -> Dice:
    """The dice as far as this seat may see them, and P where it may know it."""
    faces = tuple(zip(facts.pick, facts.faces or (None, None), strict=True))
    return Dice(word("dd.title-dice"), faces, total=facts.production, label="dd.gauge-production")


def _keys(facts: Facts) -> tuple[Page, ...]:
    """Public pages behind the + keys, the same for all: even a dealer's dice show there what everybody sees."""
    pages: list[Page] = [_sheet(facts)]
    if facts.pick:
        pages.insert(0, _dice(facts if facts.lap == 2 else _shown_only(facts)))
    if facts.moves:
        rows = tuple(Row(word("dd.seat", seat=SeatName(m.seat)), _move(m)) for m in reversed(facts.moves))
        pages.append(Rows(word("dd.title-moves"), rows, icon="turn"))
    return tuple(pages)


def _shown_only(facts: Facts) -> Facts:
    faces = zip(facts.pick, facts.faces, strict=False)
    return replace(facts, production=None, faces=tuple(f if die == facts.shown else None for die, f in faces))


def _move(move: Move) -> Word:
    if move.do == "pass":
        return word("dd.passed")
    return word("dd.added" if move.do == "add" else "dd.took", coin=move.coin)


def _sheet(facts: Facts) -> Rows:
    """The production table, marked where it is the stand-in."""
    return Rows(
        word("dd.title-sheet"),
        tuple(
            Row(word("dd.die", die=die), word("dd.rule", correction=c, factor=f)) for die, c, f in facts.sheet
        ),
        icon="dice",
        note=word("table.placeholder") if facts.placeholder else None,
    )


def _final(facts: Facts) -> Standings:
    """The ranking by goods and money; an unfinished game has no winner."""
    order = sorted(facts.standings, key=lambda s: -s.total)
    return Standings(
        word("dd.title-final"),
        tuple(
            Row(
                word("dd.seat", seat=SeatName(s.seat)),
                word("dd.total", total=s.total),
                "crown" if s.seat in facts.winners else "",
                own=s.seat == facts.seat,
                bar=s.total,
            )
            for s in order
        ),
        note=None if facts.winners else word("dd.unfinished"),
    )


def _goods(facts: Facts) -> Rows:
    """What the totals are made of."""
    return Rows(
        word("dd.title-parts"),
        tuple(
            Row(word("dd.seat", seat=SeatName(s.seat)), word("dd.parts", goods=s.goods, money=s.money))
            for s in facts.standings
        ),
    )
