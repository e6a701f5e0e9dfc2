"""Canaries: numbers and texts that occur nowhere else are planted in every secret. Nothing that leaves may hold one."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from device.cli import main
from device.table.journal import CommitFailed, Line
from device.table.salvage import open_journal
from device.table.table import Table
from drivers.memory import MemoryTower
from drivers.ports import OK, Fault, TowerRolled
from rules.fold import Fold, apply, begin
from rules.games import GAMES
from rules.log import read_entry
from tests.device.evening import Evening
from tests.rules.walk import Made, Walk, header
from tests.secrets.stage import Stage

SEED = bytes.fromhex("c0ffee" * 10 + "beef")
SECRETS = re.compile(rb"(?<![\w.])\d{5,}|" + SEED.hex().encode() + rb"|canary")
"""Planted numbers have five figures, as no rule, time or name comes to; so have sums of them."""


def numbers() -> Iterator[int]:
    yield from range(70001, 80000, 10)


def planted(fold: Fold, seat: int) -> Fold:
    """The fold with a canary in all that `seat` may not know of others: coins, cards, faces, orders."""
    state, new = fold.state, numbers()
    others = [s for s in range(1, fold.header.seats + 1) if s != seat]
    match fold.game.id:
        case "drug-dealer":
            purses = list(state.purses)
            for s in others:
                purse = purses[s - 1]
                bid = None if purse.bid is None else tuple(next(new) for _ in range(4))
                purses[s - 1] = replace(purse, hand=tuple(next(new) for _ in range(4)), bid=bid)
            hidden = state.lap < 2 and seat != state.dealer
            pairs = zip(state.pick, state.faces, strict=False)
            faces = tuple(next(new) if hidden and die != state.shown else face for die, face in pairs)
            return replace(fold, state=replace(state, purses=tuple(purses), faces=faces), top=None)
        case "forty-eight":
            hands, bids, piles = list(state.hands), list(state.bids), list(state.piles)
            for s in others:
                hands[s - 1] = tuple(next(new) for _ in hands[s - 1])
                bids[s - 1] = None if bids[s - 1] is None else tuple(next(new) for _ in bids[s - 1])
                piles[s - 1] = tuple(
                    replace(won, cards=tuple(next(new) for _ in won.cards)) for won in piles[s - 1]
                )
            state = replace(state, hands=tuple(hands), bids=tuple(bids), piles=tuple(piles))
            return replace(fold, state=state, top=None)
        case _:
            orders = tuple(
                mine if s == seat else tuple(next(new) for _ in mine)
                for s, mine in enumerate(state.orders, start=1)
            )
            return replace(fold, state=replace(state, orders=orders), top=None)


def states(game: str, seed: int) -> list[Fold]:
    """States in which `seat` may not know what others hold."""
    found: list[Fold] = []

    def keep(made: Made) -> None:
        state = made.after.state
        open_bids = game == "drug-dealer" and state.lap == 2 and state.phase == "favour"
        blind = game != "bull-rally" or state.phase == "trade"
        if not made.after.over and not open_bids and blind:
            found.append(made.after)

    options = {"orders": "blind"} if game == "bull-rally" else {}
    Walk(GAMES[game], random.Random(seed), options=options, undo=False, made=keep).run()
    return random.Random(seed).sample(found, min(20, len(found)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_no_message_and_no_label_holds_what_others_have(game: str, seed: int) -> None:
    """Board, phone (its keys' labels and its frame in words) and answers to the host, with and without PEEK."""
    for fold in states(game, seed):
        facts = fold.game.view(fold.state, None)
        runs = getattr(facts, "dealer", None) or getattr(facts, "desk", None)
        seat = next(s for s in range(1, fold.header.seats + 1) if s != runs)
        stage = Stage(planted(fold, seat), seat, SEED, source="device")
        stage.peek(seat, True)
        stage.wait(4)
        stage.keys(seat, ["+1"])
        stage.peek(seat, False)
        for command in ({"do": "undo"}, {"do": "pause", "on": True}, {"do": "dance"}):
            stage.do(**command)
        if game != "drug-dealer":  # whose end shows what everybody has
            stage.do(do="end")
        heard = b"\n".join(repr(s).encode() for s in stage.seen if not s[1].startswith("panel"))
        assert (leak := SECRETS.search(heard)) is None, f"{leak} in {fold.state.phase}"


def test_the_canaries_would_be_seen() -> None:
    """The same search finds them where they may be: on the dealer's own page."""
    for fold in states("drug-dealer", 1):
        if fold.state.lap == 1:
            dealer = fold.state.dealer
            stage = Stage(planted(fold, dealer % fold.header.seats + 1), dealer, SEED)
            stage.peek(dealer, True)
            assert SECRETS.search(stage.messages)
            return
    raise AssertionError("no lap was met")


# -- the seed, and what a tower keeps to itself ------------------------------------------------------------------------


PROOF = {"boot": "b", "no": "1", "pool": "1d6+1d10", "c": "commitment", "h": "canary-h", "t": "canary-t"}


@pytest.fixture
def dealt(tmp_path: Path) -> Evening:
    """Drug Dealer, a tower has rolled in secret; the house's seed is a canary."""
    evening = Evening(tmp_path)
    evening.table.entropy = lambda n: SEED[:n]
    tower = MemoryTower(evening.crank.sink)
    evening.crank.devices.tower = tower
    tower.ready(evening.alarm.now())
    evening.crank.do({"do": "source", "source": "tower"})
    evening.start("drug-dealer", 3, first=1)
    evening.press(1, f"+2 +4 {OK} {OK}")
    evening.crank.sink(TowerRolled(((5,), (6,)), "E", PROOF, evening.alarm.now()))
    evening.wait(0)
    assert evening.house.playing.seed == SEED.hex() and evening.fold.state.faces == (5, 6)
    return evening


def test_the_seed_and_a_secret_rolls_proof_stay_on_the_table(dealt: Evening) -> None:
    assert not SECRETS.search(json.dumps(dealt.crank.board()).encode())
    assert not SECRETS.search(json.dumps(dealt.crank.finished()).encode())
    for pod in dealt.pods:
        assert not SECRETS.search(repr(dealt.scene(pod)).encode())


def test_a_file_of_the_running_game_holds_no_seed(dealt: Evening, capsysbinary: Any) -> None:
    dealt.table.journal.close()
    assert main(["export", "--running", "--data", str(dealt.folder)]) == 0
    assert main(["export", "--list", "--data", str(dealt.folder)]) == 0
    assert main(["export", "--running", "--keys", "--data", str(dealt.folder)]) == 0
    out, err = capsysbinary.readouterr()
    assert b'"do":"roll"' in out
    assert SEED.hex().encode() not in out + err


def test_the_seed_is_opened_when_the_game_is_over(dealt: Evening, capsysbinary: Any) -> None:
    dealt.crank.do({"do": "end"})
    dealt.wait(0)
    dealt.table.journal.close()
    assert main(["export", "--data", str(dealt.folder)]) == 0
    assert SEED.hex().encode() in capsysbinary.readouterr().out


def test_errors_hold_no_secret(dealt: Evening) -> None:
    """A disk that fails, a fault that is told, entries that are turned away, a journal that is damaged."""
    said = []
    with pytest.raises(CommitFailed) as failed:
        dealt.table.journal.db.execute("DROP TABLE entry")
        dealt.table.journal.commit([Line(0, b"canary" + SEED.hex().encode())])
    said.append(str(failed.value))
    dealt.crank.sink(Fault("tower", "no answer", dealt.alarm.now()))
    wrong = ({"do": "undo"}, {"do": "absent", "seat": 2}, {"do": "host", "what": "retype"}, {"do": "start"})
    for command in (*wrong, {"do": "volume", "level": 1}):
        said.append(dealt.crank.do(command))
    dealt.wait(0)
    said.append(json.dumps(dealt.crank.board()["faults"]))
    assert "journal" in said[-1]
    assert not SECRETS.search("\n".join(said).encode())


def test_a_damaged_journal_is_told_without_its_secrets(dealt: Evening) -> None:
    journal = dealt.table.journal
    journal.db.execute(
        "UPDATE entry SET line = ? WHERE stream = 1 AND no = 2", (b'{"do":"roll","canary":1}',)
    )
    journal.close()
    again, streams, message = open_journal(dealt.folder)
    assert message and not SECRETS.search(message.encode())
    table = Table(again, streams, GAMES, lambda n: bytes(n), lambda: "")
    assert not SECRETS.search(table.now.readonly.encode())
    again.close()


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parents[1] / "cases").glob("*.reject")), ids=lambda p: p.stem
)
def test_a_rejection_says_nothing_of_others(path: Path) -> None:
    """Why an entry is turned away goes to whoever made it: it never tells what others have (but to the desk)."""
    log = path.with_suffix(".jsonl").read_bytes().splitlines()
    line, code = path.read_text().split()[:2]
    if code == "malformed":
        return
    fold = begin(*_header(log[0]))
    for before in log[1 : int(line) - 1]:
        after = apply(fold, read_entry(before, fold.game))
        assert isinstance(after, Fold)
        fold = after
    entry = read_entry(log[int(line) - 1], fold.game)
    runs = {getattr(fold.state, "dealer", 0), getattr(fold.state, "desk", 0)}
    if entry.by in set(range(1, fold.header.seats + 1)) - runs and fold.game.id != "bull-rally":
        told = apply(planted(fold, int(entry.by)), entry)
        assert isinstance(told, Fold) or not SECRETS.search(told.why.encode())


def _header(line: bytes) -> Any:
    plain = json.loads(line)
    game = GAMES[plain["game"]]
    return game, header(game, plain["seats"], plain.get("options", {}))


def test_a_game_that_is_ended_does_not_make_the_tower_show_a_secret_roll(dealt: Evening) -> None:
    tower = dealt.crank.devices.tower
    assert isinstance(tower, MemoryTower)
    dealt.crank.do({"do": "end"})
    dealt.wait(0)
    assert dealt.fold.over and tower.revealed == 0
