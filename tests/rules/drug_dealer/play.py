"""Short words for logs of Drug Dealer."""

from __future__ import annotations

import json
from typing import Any

from rules.drug_dealer import GAME
from rules.drug_dealer.view import Facts
from rules.fold import Fold
from rules.replay import LogError, replay

Line = dict[str, Any]


def dice(dealer: int, *pick: str) -> Line:
    return {"by": dealer, "do": "dice", "pick": list(pick)}


def roll(src: str | None = None, **faces: int) -> Line:
    return {"by": "chance", "do": "roll", "faces": faces, **({"src": src} if src else {})}


def shows(dealer: int, die: str) -> Line:
    return {"by": dealer, "do": "show", "die": die}


def bid(seat: int, *coins: int) -> Line:
    return {"by": seat, "do": "bid", "coins": list(coins)}


def favour(dealer: int, *seats: int) -> Line:
    return {"by": dealer, "do": "favour", "seats": list(seats)}


def passes(*seats: int) -> list[Line]:
    return [{"by": s, "do": "pass"} for s in seats]


def take(seat: int, coin: int) -> Line:
    return {"by": seat, "do": "take", "coin": coin}


def add(seat: int, coin: int) -> Line:
    return {"by": seat, "do": "add", "coin": coin}


def retype(**faces: int) -> Line:
    return {"by": "host", "do": "retype", "faces": faces}


def opened(src: str | None = None, dealer: int = 1, **faces: int) -> list[Line]:
    """Picked, rolled, and the first die shown. The faces default to P = 35 of a d6 and a d10."""
    faces = faces or {"d6": 5, "d10": 6}
    pick = list(faces)
    return [dice(dealer, *pick), roll(src, **faces), shows(dealer, pick[0])]


THREE = [*opened(), bid(2, 15, 5), bid(3, 5), favour(1)]
"""Three seats, P = 35, seat 2 ahead of seat 3, the cards dealt."""


def log(seats: int, lines: list[Line], sheet: Any = None, **options: Any) -> bytes:
    head = {"log": "croupier/1", "game": "drug-dealer", "seats": seats, "options": options}
    if sheet is not None:
        head["sheet"] = sheet
    return "\n".join(map(json.dumps, [head, *lines])).encode()


def played(seats: int, *lines: Line, sheet: Any = None, **options: Any) -> Fold:
    """The fold of a log of these lines."""
    return replay(log(seats, list(lines), sheet, **options), {GAME.id: GAME})


def refused(seats: int, *lines: Line, **options: Any) -> str:
    """The code at which the last line stops; the lines before it must stand."""
    played(seats, *lines[:-1], **options)
    try:
        played(seats, *lines, **options)
    except LogError as e:
        return e.code
    raise AssertionError(f"{lines[-1]} stands")


def seen(fold: Fold, seat: int | None) -> Facts:
    facts: Facts = GAME.view(fold.state, seat)
    return facts


def money(fold: Fold) -> list[int]:
    return [s["money"] for s in GAME.record(fold.state)["seats"]]


def goods(fold: Fold) -> list[int]:
    return [s["goods"] for s in GAME.record(fold.state)["seats"]]
