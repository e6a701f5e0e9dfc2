"""One entry at a time: what is turned away and what follows (games.md 1, steps 1 to 10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.cut import left
from rules.drug_dealer.entries import Add, Bid, Dice, Favour, Pass, Retype, Roll, Show, Take
from rules.drug_dealer.settle import after_laps, settle, void
from rules.drug_dealer.sheet import SIDES
from rules.drug_dealer.state import COINS, NO_COINS, Move, State, heap, minus, one, plus, replaced
from rules.entry import Rejection

Applied = State | Rejection


def apply(state: State, entry: Any) -> Applied:
    """The state after an entry, or why it may not stand: phase and actor first, then what each step says."""
    phases, actor, step = STEPS[type(entry)]
    if state.phase not in phases or (type(entry) is Retype and state.lap != 2):
        return Rejection(
            "wrong-phase", f"`{entry.__struct_config__.tag}` does not belong to the phase {state.phase}"
        )
    if not actor(state, entry.by):
        return Rejection("not-your-turn", f"{entry.by} is not asked now")
    return step(state, entry)


def _dice(state: State, entry: Dice) -> Applied:
    """Step 1: two different dice, picked again until they are rolled."""
    if len(entry.pick) != 2:
        return Rejection("bad-count", "pick two dice")
    if unknown := [d for d in entry.pick if d not in SIDES]:
        return Rejection("unknown", f"there is no die {unknown[0]}")
    if entry.pick[0] == entry.pick[1]:
        return Rejection("not-allowed", "pick two different dice")
    return replace(state, phase="roll", pick=entry.pick)


def _faces(state: State, faces: dict[str, int]) -> tuple[int, ...] | Rejection:
    """The faces in picked order, checked as a roll is (step 2)."""
    if len(faces) != 2:
        return Rejection("bad-count", "a roll has the two picked dice")
    for die, face in faces.items():
        if not 1 <= face <= SIDES.get(die, 0):
            return Rejection("unknown", f"no die {die} shows a {face}")
    if set(faces) != set(state.pick):
        return Rejection("not-allowed", f"picked are {' and '.join(state.pick)}")
    return tuple(faces[die] for die in state.pick)


def _roll(state: State, entry: Roll) -> Applied:
    """Step 2; with `void_at: "roll"` P = 0 ends the turn at once (step 7)."""
    faces = _faces(state, entry.faces)
    if isinstance(faces, Rejection):
        return faces
    rolled = replace(state, phase="show", faces=faces, typed=entry.src == "typed")
    return void(rolled) if state.void_at == "roll" and rolled.production() == 0 else rolled


def _show(state: State, entry: Show) -> Applied:
    """Step 3."""
    if entry.die not in SIDES:
        return Rejection("unknown", f"there is no die {entry.die}")
    if entry.die not in state.pick:
        return Rejection("not-allowed", f"picked are {' and '.join(state.pick)}")
    return replace(state, phase="bid", shown=entry.die)


def _bid(state: State, entry: Bid) -> Applied:
    """Step 4: a bid may be sent again until the last bidder has bid."""
    if unknown := [c for c in entry.coins if c not in COINS]:
        return Rejection("unknown", f"there is no coin {unknown[0]}")
    seat = int(entry.by)
    bid = heap(entry.coins)
    hand = minus(state.purse(seat).coins, bid)
    if min(hand) < 0:
        return Rejection("not-yours", f"seat {seat} does not hold these coins")
    purses = replaced(state.purses, seat, hand=hand, bid=bid)
    silent = [p.bid for p in purses].count(None)
    return replace(state, purses=purses, phase="favour" if silent == 1 else "bid")  # the dealer never bids


def _favour(state: State, entry: Favour) -> Applied:
    """Steps 5 and 9: exactly the missing ones of those tied across the cut."""
    cut = state.cut()
    if len(entry.seats) != cut.missing:
        return Rejection("bad-count", f"name {cut.missing} of the tied")
    if unknown := [s for s in entry.seats if not 1 <= s <= state.seats]:
        return Rejection("unknown", f"there is no seat {unknown[0]}")
    if len(set(entry.seats)) != len(entry.seats) or not set(entry.seats) <= set(cut.tied):
        return Rejection("not-allowed", "name each once, and only those tied across the cut")
    top = tuple(sorted((*cut.sure, *entry.seats)))
    if state.lap:
        return settle(state, top)
    return replace(state, phase="lap", lap=1, cards=top, mover=left(state.dealer, state.seats))


def _move(state: State, entry: Pass | Take | Add) -> Applied:
    """Steps 6 and 8: one coin at most; lap 2 may not turn back what the seat did to a kind in lap 1."""
    if isinstance(entry, Pass):
        return _moved(state, Move(state.lap, state.mover, "pass"))
    if entry.coin not in COINS:
        return Rejection("unknown", f"there is no coin {entry.coin}")
    purse = state.purse(state.mover)
    bid, coin = purse.bid or NO_COINS, one(entry.coin)
    taking = isinstance(entry, Take)
    hand, bid = (
        (plus(purse.hand, coin), minus(bid, coin)) if taking else (minus(purse.hand, coin), plus(bid, coin))
    )
    if min(hand) < 0 or min(bid) < 0:
        return Rejection("not-yours", f"no {entry.coin}G lies in the {'bid' if taking else 'hand'}")
    if Move(1, state.mover, "add" if taking else "take", entry.coin) in state.moves:
        return Rejection("not-allowed", f"lap 1 moved a {entry.coin}G the other way")
    after = replace(state, purses=replaced(state.purses, state.mover, hand=hand, bid=bid))
    return _moved(after, Move(state.lap, state.mover, "take" if taking else "add", entry.coin))


def _moved(state: State, move: Move) -> Applied:
    """The next bidder, the next lap (before which P = 0 voids the turn, step 7), or the settlement."""
    mover = left(state.mover, state.seats)
    after = replace(state, moves=(*state.moves, move), mover=mover)
    if mover != state.dealer:
        return after
    if state.lap == 2:
        return after_laps(after)
    if state.production() == 0:
        return void(after)
    return replace(after, lap=2, mover=left(state.dealer, state.seats))


def _retype(state: State, entry: Retype) -> Applied:
    """Step 7: typed faces are corrected in lap 2, where both are public."""
    faces = _faces(state, entry.faces)
    if isinstance(faces, Rejection):
        return faces
    if not state.typed:
        return Rejection("not-allowed", "only faces that were typed may be corrected")
    after = replace(state, faces=faces)
    return void(after) if after.production() == 0 else after


def _dealer(state: State, by: Any) -> bool:
    return bool(by == state.dealer)


def _bidder(state: State, by: Any) -> bool:
    return isinstance(by, int) and by != state.dealer


def _mover(state: State, by: Any) -> bool:
    return bool(by == state.mover)


STEPS: dict[type, tuple[tuple[str, ...], Callable[[State, Any], bool], Callable[[State, Any], Applied]]] = {
    Dice: (("dice", "roll"), _dealer, _dice),
    Roll: (("roll",), lambda _, by: by == "chance", _roll),
    Show: (("show",), _dealer, _show),
    Bid: (("bid",), _bidder, _bid),
    Favour: (("favour",), _dealer, _favour),
    Pass: (("lap",), _mover, _move),
    Take: (("lap",), _mover, _move),
    Add: (("lap",), _mover, _move),
    Retype: (("lap",), lambda _, by: by == "host", _retype),
}
"""For each entry: the phases it belongs to, who makes it, what it does."""
