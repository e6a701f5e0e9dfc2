"""After a cut: the table asks "continue?", plays nothing by itself, and every secret is its own seat's again."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from device.exits import WrongUse
from device.table.journal import HOUSE, NAME, Line, chain, signed
from drivers.ports import OK, PEEK
from rules.games import GAMES
from rules.page import Notice
from tests.device.evening import FAST, Evening
from tests.device.script import read_on

PODS = 4
PLAIN = {"bull-rally": {"orders": "blind", "trade_seconds": 10}}


def played(folder: Path, game: str, moves: int, seed: int = 3) -> Evening:
    """Four people, somewhere in the midst of a game."""
    evening = Evening(folder, draw=False, pace=FAST, seed=seed)
    evening.start(game, PODS, **PLAIN.get(game, {}))
    move(evening, moves, seed)
    return evening


def move(evening: Evening, moves: int, seed: int) -> None:
    """So many answers at random, by keys."""
    rng = random.Random(seed)
    for _ in range(moves):
        if evening.fold.over:
            return
        if not any(evening.random_press(pod, rng) for pod in rng.sample(range(1, PODS + 1), PODS)):
            evening.wait(1)


def hands(evening: Evening) -> list[Any]:
    """What each seat may know."""
    state = evening.fold.state
    return [evening.fold.game.view(state, seat) for seat in range(1, PODS + 1)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("moves", [3, 17, 40])
def test_it_asks_to_continue_and_nobody_else_can(tmp_path: Path, game: str, moves: int) -> None:
    before = played(tmp_path, game, moves)
    trading = before.fold.game.trading(before.fold.state)
    held, count, day = hands(before), before.fold.count, before.fold.game.moment(before.fold.state)[-1]
    evening = before.again()
    assert evening.house.paused == "restart"
    assert evening.fold.count == count + trading, (
        "what was shown is there, and nothing more but a voided window"
    )
    for pod in range(2, PODS + 1):
        page = evening.scene(pod).page
        assert isinstance(page, Notice) and page.title.id == "table.title.paused"
        evening.hold(pod, "OK +1 OK")
    evening.wait(3600)
    assert (evening.house.paused, evening.fold.count) == ("restart", count + trading)
    asked = evening.prompt(1)
    assert asked is not None and asked.no == "menu.paused" and asked.note is not None
    assert asked.note.id == "table.paused.restart"
    evening.press(1, f"{OK} {OK}")  # the first wakes the panel
    assert evening.house.paused == ""
    if trading:
        assert evening.fold.state.phase == "plan" and evening.fold.game.moment(evening.fold.state)[-1] == day
    else:
        assert hands(evening) == held


SECRETS = {
    "drug-dealer": ({3: "+1 +1 OK"}, {3: "+4 +4 OK"}),
    "forty-eight": ({3: "+1 +1 OK"}, {3: "+5 +4 OK"}),
    "bull-rally": ({3: "+1 +2"}, {3: "-4"}),
}
"""What seat 3 does in secret at one table, and at its twin."""


def to_the_secret(evening: Evening, game: str) -> None:
    """To the first bids, or into a blind trading window."""
    if game == "drug-dealer":
        evening.press(1, "+4 +5 OK")
        evening.hold(1, "OK")
        evening.hold(1, "+1 OK")
    elif game == "forty-eight":
        evening.press(1, OK)
    else:
        for pod in range(1, PODS + 1):
            evening.press(pod, OK)
        evening.wait(FAST.lead_in + 0.5)


@pytest.mark.parametrize("game", SECRETS)
def test_twins_that_differ_in_a_secret_come_back_alike_on_every_other_pad(tmp_path: Path, game: str) -> None:
    """Seat 3 bids something else at the other table. After the cut the other panels and the board are the same, byte
    for byte, before and after "continue?"; its own hand is its own again under PEEK."""
    seen = []
    for folder, secret in zip(("one", "other"), SECRETS[game], strict=True):
        evening = Evening(tmp_path / folder, pods=PODS)
        options = {"first": 1} if game != "bull-rally" else PLAIN[game]
        evening.start(game, PODS, **options)
        to_the_secret(evening, game)
        count = evening.fold.count
        for pod, keys in secret.items():
            if game == "bull-rally":
                evening.press(pod, keys, 0.1)
            else:
                evening.hold(pod, keys)
        assert evening.fold.count > count
        evening = evening.again()
        looks = [[evening.pods[pod].frames for pod in (1, 2, 4)], evening.crank.board()]
        evening.press(1, OK)
        assert evening.house.paused == ""
        looks += [[evening.pods[pod].frames for pod in (1, 2, 4)], evening.crank.board()]
        evening.down(3, PEEK)
        seen.append((looks, evening.pods[3].frames[-1]))
    (one, own), (other, others_own) = seen
    assert one == other
    if game != "bull-rally":  # there the voided window took the orders with it
        assert own != others_own, "its own pad knows"


def test_a_draft_is_not_remembered_and_a_sealed_bid_is_asked_again(tmp_path: Path) -> None:
    """The last sealed bid waits two seconds in the table: what was not entered is asked again, of its seat alone."""
    evening = Evening(tmp_path, draw=False)
    evening.start("forty-eight", 3, first=1)
    evening.press(1, OK)
    for pod in (1, 2, 3):
        prompt = evening.prompt(pod)
        if prompt is not None and not prompt.done:
            evening.hold(pod, f"+{pod} {OK}" if prompt.columns[pod - 1].hi else f"+1 {OK}")
    assert evening.crank.tasks.held is not None
    by, count = evening.crank.tasks.held.by, evening.fold.count
    after = evening.again()
    after.press(1, OK)
    assert after.crank.tasks.held is None and after.fold.count == count
    asked = [p for p in (1, 2, 3) if (q := after.prompt(p)) is not None and not q.done]
    assert asked == [by], "it alone is asked, and only its pad says so"
    assert after.crank.board()["waits"] == []


def spoil_mark(path: Path) -> None:
    db = sqlite3.connect(path)
    assert db.execute("UPDATE mark SET record = ?", (signed(b"another record"),)).rowcount > 0
    db.commit()
    db.close()


def add_line(path: Path, line: bytes) -> None:
    """A line that was fine under the rules that wrote it."""
    db = sqlite3.connect(path)
    no, digest = db.execute("SELECT no, digest FROM entry WHERE stream=1 ORDER BY no DESC").fetchone()
    db.execute("INSERT INTO entry VALUES(1,?,?,?)", (no + 1, line, chain(digest, line)))
    db.commit()
    db.close()


OTHER_RULES = {
    "another record": spoil_mark,
    "an entry that is turned away": lambda path: add_line(
        path, b'{"do":"roll","by":"chance","src":"device"}'
    ),
    "an entry that these rules do not know": lambda path: add_line(path, b'{"do":"dance","by":1}'),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", OTHER_RULES)
def test_a_game_of_other_rules_is_shown_and_never_forked(tmp_path: Path, game: str, kind: str) -> None:
    before = played(tmp_path, game, 0)
    rng = random.Random(4)
    for _ in range(900):
        if before.table.journal.marks(1):
            break
        moved = [before.random_press(pod, rng) for pod in range(1, PODS + 1)]
        if not any(moved):
            before.wait(1)
    before.table.journal.close()
    OTHER_RULES[kind](tmp_path / NAME)
    evening = Evening(tmp_path, draw=False, seed=2)
    rows = evening.table.journal.game(1)
    assert evening.table.now.readonly and evening.crank.board()["readonly"]
    shown = len(rows) - 1 if kind == "another record" else len(rows) - 2
    assert evening.fold.count == shown, "it is shown as far as these rules follow it"
    for pod in range(1, PODS + 1):
        evening.hold(pod, f"{OK} +1 {OK}")
    for pod in range(1, PODS + 1):
        read_on(evening, pod)
    evening.wait(100)
    assert evening.table.journal.game(1) == rows
    asked = evening.prompt(1)
    assert asked is not None and asked.no == "menu.readonly"
    evening.press(1, OK)
    assert evening.house.playing is None and not evening.table.now.readonly
    evening.crank.do({"do": "game", "game": game})
    assert evening.crank.do({"do": "start"}) == ""
    evening.wait(0)
    assert evening.fold.game.id == game and evening.table.journal.game(1) == rows
    assert evening.again().fold.game.id == game


def test_a_finished_game_of_other_rules_hides_no_other(tmp_path: Path) -> None:
    """The host's list of finished games stands though one of them cannot be folded any more."""
    evening = Evening(tmp_path, draw=False)
    for _ in range(2):
        evening.start("forty-eight", 3)
        evening.crank.do({"do": "end"})
        evening.wait(0)
        evening.crank.do({"do": "leave"})
        evening.wait(0)
    evening.table.journal.close()
    add_line(tmp_path / NAME, b'{"do":"dance","by":1}')
    after = Evening(tmp_path, draw=False)
    assert [g["id"] for g in after.crank.finished()] == [2]
    assert after.crank.export(1).count(b"\n") == 3, "it can still be taken away as it is"


def test_a_note_of_a_newer_version_is_told_in_one_line(tmp_path: Path) -> None:
    evening = Evening(tmp_path, draw=False)
    evening.press(1, OK)
    evening.table.journal.commit([Line(HOUSE, b'{"do":"levitate","pod":1}')])
    evening.table.journal.close()
    with pytest.raises(WrongUse, match=r"house line 2: .*levitate.*--data") as error:
        Evening(tmp_path, draw=False)
    assert "\n" not in str(error.value)
