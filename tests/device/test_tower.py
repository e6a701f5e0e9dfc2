"""The table and its dice tower: armed by the keeper, verified, kept with its evidence, voided, lost, done without."""

from __future__ import annotations

import pytest

from drivers.memory import MemoryTower
from drivers.ports import OK, TowerRolled
from tests.device.evening import Evening

PROOF = {"boot": "7f3a91c2", "no": "12", "pool": "1d6+1d10", "c": "aa", "h": "bb", "t": "cc"}


@pytest.fixture
def dealing(evening: Evening) -> Evening:
    """Drug Dealer with a tower; the dealer has picked d6 and d10 and pressed OK: the tower is armed."""
    tower = MemoryTower(evening.crank.sink)
    evening.crank.devices.tower = tower
    tower.ready(evening.alarm.now())
    evening.crank.do({"do": "source", "source": "tower"})
    evening.start("drug-dealer", 3, first=1)
    evening.press(1, f"+2 +4 {OK}")
    evening.press(1, OK)
    return evening


def rolled(evening: Evening, dice: tuple[tuple[int, ...], ...]) -> None:
    evening.crank.sink(TowerRolled(dice, "E", PROOF, evening.alarm.now()))
    evening.wait(0)


def test_the_keepers_ok_arms_the_tower_in_secret(dealing: Evening) -> None:
    assert dealing.fold.state.phase == "roll"
    assert dealing.crank.tasks.armed
    assert dealing.crank.devices.tower.armed == [("1d6+1d10", True)]  # type: ignore[union-attr]


def test_its_dice_become_the_roll_with_their_evidence(dealing: Evening) -> None:
    rolled(dealing, ((5,), (6,)))
    assert dealing.fold.state.faces == (5, 6)
    line = dealing.table.journal.game(1)[-1]
    assert b'"src":"tower"' in line and b'"c":"aa"' in line
    said = dealing.scene(2).say
    assert said is not None and said.id == "table.say.verified"
    assert dealing.fold.tally.tower == 1


def test_what_would_give_the_faces_away_is_on_no_public_picture(dealing: Evening) -> None:
    rolled(dealing, ((5,), (6,)))
    picture = str(dealing.crank.board())
    assert "'bb'" not in picture and "'cc'" not in picture


def test_a_roll_that_nobody_asked_for_is_no_roll(dealing: Evening) -> None:
    rolled(dealing, ((5,), (6,), (1,)))
    assert dealing.fold.state.phase == "roll"


def test_a_voided_roll_is_told_counted_and_armed_again(dealing: Evening) -> None:
    dealing.crank.devices.tower.void()  # type: ignore[union-attr]
    dealing.wait(0)
    assert dealing.house.playing.voided == 1 == dealing.crank.board()["voided"]
    dealing.press(1, OK)
    assert dealing.crank.tasks.armed


def test_a_lost_tower_offers_typing_and_the_device_at_a_key(dealing: Evening) -> None:
    dealing.crank.devices.tower.lose(dealing.alarm.now())  # type: ignore[union-attr]
    dealing.wait(0)
    dealing.press(1, OK)  # the pick stands; now the faces are asked for
    prompt = dealing.prompt(1)
    assert prompt is not None and prompt.guard and len(prompt.columns) == 6
    dealing.crank.do({"do": "source", "source": "device"})
    dealing.wait(0)
    dealing.press(1, OK)
    assert dealing.fold.tally.device == 1


def test_cards_are_drawn_by_the_device_with_a_tower_too(evening: Evening) -> None:
    tower = MemoryTower(evening.crank.sink)
    evening.crank.devices.tower = tower
    tower.ready(evening.alarm.now())
    evening.crank.do({"do": "source", "source": "tower"})
    evening.start("forty-eight", 3, first=1)
    evening.press(1, OK)
    assert evening.fold.tally.device == 1


def test_the_tower_shows_secret_faces_once_they_are_public(dealing: Evening) -> None:
    tower = dealing.crank.devices.tower
    assert isinstance(tower, MemoryTower)
    rolled(dealing, ((5,), (6,)))
    dealing.hold(1, f"+1 {OK}")
    for pod in (2, 3):
        dealing.hold(pod, f"+2 {OK}")
    dealing.wait(2.1)
    dealing.hold(1, f"+1 {OK}" if dealing.prompt(1).least else OK)  # type: ignore[union-attr]
    assert tower.revealed == 0
    dealing.hold(2, OK)
    dealing.hold(3, OK)
    assert dealing.fold.state.lap == 2
    assert tower.revealed == 1


def test_a_pause_takes_an_armed_pool_back(dealing: Evening) -> None:
    tower = dealing.crank.devices.tower
    assert isinstance(tower, MemoryTower)
    dealing.crank.do({"do": "pause", "on": True})
    dealing.wait(0)
    assert tower.voided == 1 and not dealing.crank.tasks.armed


def test_other_dice_than_the_armed_ones_take_the_pool_back(dealing: Evening) -> None:
    """Step 1: picked again until they are rolled. A d6 and a d10 in the tower are no d4 and d20."""
    tower = dealing.crank.devices.tower
    assert isinstance(tower, MemoryTower)
    dealing.press(1, f"-2 -4 +1 +5 {OK}")
    assert dealing.fold.state.pick == ("d4", "d20")
    assert tower.voided == 1 and not dealing.crank.tasks.armed
    rolled(dealing, ((3,), (6,)))  # it was on its way
    assert dealing.fold.state.phase == "roll"
    dealing.press(1, OK)
    assert tower.armed[-1] == ("1d4+1d20", True)
    rolled(dealing, ((3,), (16,)))
    assert dealing.fold.state.faces == (3, 16)


def test_another_source_takes_an_armed_pool_back(dealing: Evening) -> None:
    """The dealer's OK would be dead, for the tower would still be waited for."""
    dealing.crank.do({"do": "source", "source": "device"})
    dealing.wait(0)
    assert not dealing.crank.tasks.armed
    dealing.press(1, OK)
    assert dealing.fold.tally.device == 1


def test_an_absent_dealers_dice_come_from_the_tower_too(dealing: Evening) -> None:
    """The host sets off for the seat what its own OK would have; the source stays the one that was chosen."""
    tower = dealing.crank.devices.tower
    assert isinstance(tower, MemoryTower)
    tower.void()
    dealing.wait(0)
    assert dealing.crank.do({"do": "absent", "seat": 1}) == ""
    dealing.wait(0)
    assert dealing.fold.tally.device == 0
    assert tower.armed[-1] == ("1d6+1d10", True) and tower.state == "armed"
