"""Disputes: the committed chance, counts that all can see, keys and their times, faces by source."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from device.cli import main
from device.settings import PaceSettings
from device.table import chance
from device.table.fairness import Faces, verify
from drivers.memory import MemoryTower
from drivers.ports import OK
from rules.entry import Entry, Undo
from rules.games import GAMES
from rules.log import read_entry, write
from rules.replay import replay
from tests.device.evening import Evening
from tests.rules.walk import Walk, header

SEED = bytes(range(32))


class Committed(Walk):
    """A walk whose chance is the device's own, from the committed seed; its header is an export's."""

    def chance(self) -> Entry:
        wanted = self.game.wanted(self.fold.state)
        assert wanted is not None
        pick = chance.picker(SEED, self.fold.tally.device + 1)
        return replace(self.game.drawn(self.fold.state, chance.result(wanted, pick)), src="device")


@cache
def exported(game: str, typed: bool = False) -> bytes:
    """A whole game as `croupier export` writes it; everything that the device may draw at set-up is drawn."""
    walk = Committed(GAMES[game], random.Random(5), seats=4, options={}, typed=typed, undo=False)
    options = GAMES[game].setup_draws(4, {}, chance.picker(SEED, 0))
    walk.header = replace(
        header(GAMES[game], 4, options),
        commit=chance.commitment(SEED),
        seed=SEED.hex(),
        names=("A", "B", "C", "D"),
    )
    walk.fold = replace(
        walk.fold, header=walk.header, state=GAMES[game].start(4, walk.header.options, _sheet(walk))
    )
    walk.lines = [write(walk.header)]
    walk.run()
    return walk.log


def _sheet(walk: Walk) -> Any:
    return getattr(getattr(walk.fold.state, "rules", walk.fold.state), "sheet", None)


def checked(log: bytes) -> Any:
    return verify(log, replay(log, GAMES))


# -- the commitment ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_device_entry_of_a_finished_game_is_recomputed(game: str) -> None:
    log = exported(game)
    found = checked(log)
    assert found.holds
    assert found.checked == log.count(b'"src":"device"') > 5


@pytest.mark.parametrize("game", GAMES)
def test_another_face_or_card_anywhere_is_found(game: str) -> None:
    """Each device entry is changed for what another seed would have given, wherever the game still follows."""
    lines = exported(game).splitlines()
    whole = replay(exported(game), GAMES)
    tampered = 0
    for no, line in enumerate(lines[1:], start=2):
        before = replay(b"\n".join(lines[: no - 1]), GAMES)
        wanted = before.game.wanted(before.state)
        if b'"src":"device"' not in line or wanted is None:
            continue
        other = before.game.drawn(before.state, chance.result(wanted, chance.picker(b"another", no)))
        forged = write(replace(other, src="device"))
        if forged == line:
            continue
        found = verify(b"\n".join([*lines[: no - 1], forged]), whole)
        assert not found.holds
        assert found.why == f"line {no} is not what the committed seed gives"
        tampered += 1
    assert tampered > 5


def test_a_draw_that_is_passed_off_as_anothers_is_found() -> None:
    """The device's draws are numbered: without the first one the second is no longer what the seed gives."""
    log = exported("bull-rally").replace(b'"src":"device"', b'"src":"tower"', 1)
    assert not checked(log).holds


def test_a_seed_that_was_not_committed_is_found() -> None:
    log = exported("forty-eight").replace(SEED.hex().encode(), bytes(range(1, 33)).hex().encode())
    assert checked(log).why == "the seed is not the one that was committed before play"


def test_a_running_games_log_has_no_seed_to_verify_with() -> None:
    log = exported("forty-eight").replace(f',"seed":"{SEED.hex()}"'.encode(), b"")
    assert "only an exported, finished game" in checked(log).why


def test_the_draws_of_the_set_up_are_verified_too() -> None:
    assert "of the set-up: suits, first" in checked(exported("forty-eight")).why
    assert "of the set-up: first" in checked(exported("drug-dealer")).why
    by_hand = json.loads(exported("forty-eight").splitlines()[0])
    by_hand["options"]["first"] = by_hand["options"]["first"] % 4 + 1
    lines = [json.dumps(by_hand).encode()]
    assert "suits" in checked(b"\n".join(lines)).why and "first" not in checked(b"\n".join(lines)).why


def test_what_rests_on_trust_is_said() -> None:
    """Typed and towers' entries cannot be recomputed: a log that has them is not called verified without saying so."""
    log = exported("bull-rally").replace(b'"src":"device"', b'"src":"typed"')
    assert "verified: 0 device entries" in checked(log).why
    assert "typed ones cannot be recomputed" in checked(log).why


# -- what all can see --------------------------------------------------------------------------------------------------


def test_the_commitment_is_on_the_board_before_play_and_the_seed_is_not(evening: Evening) -> None:
    evening.start("forty-eight", 3)
    board, seed = evening.crank.board(), evening.house.playing.seed
    assert board["commit"] == chance.commitment(bytes.fromhex(seed))
    assert seed not in json.dumps(board)


def dealt_by_hand(evening: Evening) -> None:
    """Drug Dealer with real dice: seat 1 picks d4 and d6 and types a 1 and a 2."""
    evening.crank.do({"do": "source", "source": "typed"})
    evening.start("drug-dealer", 3, first=1)
    evening.press(1, f"+1 +2 {OK} {OK}")
    evening.hold(1, f"+1 {OK} +2 {OK} {OK}")
    assert evening.fold.state.faces == (1, 2)


def test_typed_and_undone_rolls_are_counted_and_announced(evening: Evening) -> None:
    dealt_by_hand(evening)
    assert evening.crank.do({"do": "undo"}) == ""
    evening.wait(0)
    said = evening.scene(3).say
    assert said is not None and said.id == "table.say.undone"
    tally = evening.crank.board()["tally"]
    assert (tally["typed"], tally["undone"], tally["device"]) == (1, 1, 0)


def test_a_retyped_roll_is_counted_and_announced(evening: Evening) -> None:
    dealt_by_hand(evening)
    evening.hold(1, f"+1 {OK}")  # shows the d4
    for pod in (2, 3):
        evening.hold(pod, f"+{pod} {OK}")
    evening.wait(2.1)
    evening.hold(1, OK)  # the cards
    for pod in (2, 3):
        evening.hold(pod, OK)
    assert evening.fold.state.lap == 2
    assert evening.fold.game.asks(evening.fold.state).host == ("retype",)
    evening.crank.seats[1].go("entry:retype")
    evening.press(1, f"+3 {OK} +4 {OK} {OK}")
    assert evening.fold.state.faces == (3, 4)
    assert evening.crank.board()["tally"]["retyped"] == 1
    for pod in (1, 2, 3):
        said = evening.scene(pod).say
        assert said is not None and said.id == "table.say.retyped"


def test_voided_tower_rolls_are_counted(evening: Evening) -> None:
    tower = MemoryTower(evening.crank.sink)
    evening.crank.devices.tower = tower
    tower.ready(evening.alarm.now())
    evening.crank.do({"do": "source", "source": "tower"})
    evening.start("drug-dealer", 3, first=1)
    evening.press(1, f"+2 +4 {OK} {OK}")
    tower.void()
    evening.wait(0)
    assert evening.crank.board()["voided"] == 1


def test_the_seed_of_a_game_whose_end_was_taken_back_stays_closed(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    """A typed roll that ended a rally may be undone; what the device would draw next is nobody's to know again."""
    evening.start("bull-rally", 2)
    game, table = evening.fold.game, evening.table
    walk = Walk(game, random.Random(1), seats=2, options=evening.fold.header.options, typed=True, undo=False)
    walk.run()
    for line in walk.lines[1:]:
        assert table.enter(read_entry(line, game)) is None
    table.commit()
    assert table.finished() == [1]
    assert table.enter(Undo(by="host")) is None
    table.commit()
    assert table.finished() == []
    table.journal.close()
    assert main(["export", "--data", str(evening.folder)]) == 2
    assert "no finished game" in capsys.readouterr().err


# -- keys and their times ----------------------------------------------------------------------------------------------


@pytest.fixture
def closed(evenings: Callable[..., Evening]) -> Evening:
    """A window that is over: seat 1 ordered in time, seat 2 38 ms and again 700 ms after the buzzer."""
    evening = evenings(pace=PaceSettings(lead_in=0, bot=600, nudge=0, idle=0))
    evening.crank.do({"do": "name", "pod": 2, "name": "Aiko"})
    evening.wait(0)
    evening.start("bull-rally", 2)
    evening.press(1, OK)
    evening.press(2, OK)
    deadline = evening.crank.tasks.window.deadline  # type: ignore[union-attr]
    evening.alarm.run_until(deadline - 0.25)
    evening.pods[1].press("+1", deadline - 0.25)
    for late in (0.038, 0.7):
        evening.alarm.run_until(deadline + late)
        evening.pods[2].press("+3", deadline + late)
    evening.wait(3)
    return evening


def test_who_pressed_when_can_be_shown_for_a_finished_window(
    closed: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    assert closed.crank.do({"do": "end"}) == ""
    closed.wait(0)
    closed.table.journal.close()
    assert main(["export", "--keys", "--data", str(closed.folder)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "day 1: seat 1 pressed +1 250 ms before the buzzer",
        "day 1: seat 2 (Aiko) pressed +3 38 ms after the buzzer",
        "day 1: seat 2 (Aiko) pressed +3 700 ms after the buzzer",
    ]


def test_a_late_key_changed_nothing(closed: Evening) -> None:
    assert closed.fold.state.today.orders[1] == (0,) * 6


# -- the commands ------------------------------------------------------------------------------------------------------


def test_verify_tells_and_exits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fine, forged = tmp_path / "fine.jsonl", tmp_path / "forged.jsonl"
    fine.write_bytes(exported("bull-rally"))
    forged.write_bytes(exported("bull-rally").replace(chance.commitment(SEED).encode(), b"00" * 32))
    assert main(["verify", str(fine)]) == 0
    assert main(["verify", str(fine), str(forged)]) == 3
    out = capsys.readouterr().out
    assert "fine.jsonl: verified:" in out and "forged.jsonl: the seed is not" in out


def test_fairness_counts_faces_by_source(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(exported("bull-rally"))
    assert main(["fairness", str(file)]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("device  d6")
    assert " 80 rolls " in line
    assert "nothing against it" in line


def test_too_few_rolls_are_not_judged() -> None:
    assert Faces("typed", 6, (5, 5, 5, 5, 5, 4)).verdict == "not enough rolls to judge"
    assert "nothing against it" in Faces("typed", 6, (5, 5, 5, 5, 5, 5)).verdict


def test_a_loaded_die_is_named() -> None:
    assert "NOT FAIR" in Faces("typed", 6, (10, 10, 10, 10, 10, 90)).verdict


def test_a_running_games_export_warns_and_holds_no_seed(
    evening: Evening, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    evening.start("forty-eight", 3, first=1)
    evening.press(1, OK)
    seed = evening.house.playing.seed.encode()
    evening.table.journal.close()
    assert main(["export", "--data", str(evening.folder)]) == 2
    assert main(["export", "--running", "--data", str(evening.folder)]) == 0
    out, err = capsysbinary.readouterr()
    assert b'"do":"draw"' in out and seed not in out
    assert b"may not know yet" in err
