"""The simulated tower: the firmware itself, in virtual time, through the very session of the real one."""

from __future__ import annotations

import random
import sys

import pytest

from drivers.memory import VirtualAlarm
from drivers.ports import Event, Tower, TowerChanged, TowerRolled, TowerVoided
from drivers.tower.firmware import FOLDER, load
from drivers.tower.proof import verified
from drivers.tower.sim import SimTower


class Desk:
    def __init__(self, keyed: bool = False, seed: int = 1) -> None:
        self.events: list[Event] = []
        self.alarm = VirtualAlarm()
        self.changes = 0
        rng = random.Random(seed)
        self.tower = SimTower(
            self.events.append,
            self.alarm,
            keyed=keyed,
            chance=rng.randbytes,
            secret=rng.randbytes,
            changed=self.changed,
        )
        self.tower.start()
        self.alarm.advance(0.01)

    def changed(self) -> None:
        self.changes += 1

    def roll(self, pool: str = "4d6:g+4d6:r", secret: bool = False) -> TowerRolled:
        assert self.tower.arm(pool, secret)
        self.alarm.advance(1)
        assert self.tower.state == "armed"
        self.tower.drop_marble()
        self.alarm.advance(0.01)
        end = self.ends[-1]
        assert isinstance(end, TowerRolled)
        return end

    @property
    def ends(self) -> list[TowerRolled | TowerVoided]:
        return [event for event in self.events if isinstance(event, TowerRolled | TowerVoided)]


def test_it_is_a_tower() -> None:
    tower: Tower = Desk().tower
    assert tower.arm("1d6")


def test_it_is_ready_at_once_and_rolls_verified_dice() -> None:
    desk = Desk()
    assert desk.tower.state == "ready"
    rolls = [desk.roll() for _ in range(50)]
    assert all(verified(roll.proof, roll.dice) for roll in rolls)
    assert [roll.proof["no"] for roll in rolls] == [str(no) for no in range(1, 51)]


def test_equal_seeds_roll_equal_dice() -> None:
    first, second, other = Desk(), Desk(), Desk(seed=2)
    assert first.roll() == second.roll() != other.roll()


def test_what_people_see_on_it() -> None:
    desk = Desk()
    assert desk.tower.display == ("ready",) and not desk.tower.lamp
    desk.tower.arm("1d10+1d20", secret=True)
    desk.alarm.advance(1)
    assert desk.tower.display[0] == "drop the marble" and desk.tower.lamp
    changes = desk.changes
    desk.tower.drop_marble()
    assert desk.tower.display == ("done",) and not desk.tower.lamp and desk.changes > changes
    desk.alarm.advance(1)
    desk.tower.reveal()
    end = desk.ends[-1]
    assert isinstance(end, TowerRolled)
    assert desk.tower.display == (f"d10 {end.dice[0][0]}", f"d20 {end.dice[1][0]}")


def test_a_keypad_instead_of_a_beam() -> None:
    desk = Desk(keyed=True)
    assert not desk.tower.arm("1d6", secret=True) and desk.tower.arm("2d6:a+1d20")
    desk.alarm.advance(1)
    for key in "3517##":
        desk.tower.press(key)
        desk.alarm.advance(0.1)
    (end,) = desk.ends
    assert isinstance(end, TowerRolled) and (end.dice, end.src) == (((3, 5), (17,)), "K")


def test_an_hour_at_rest_keeps_it_ready() -> None:
    desk = Desk()
    desk.alarm.advance(3600)
    assert [event for event in desk.events if isinstance(event, TowerChanged)][1:] == []
    desk.roll()


def test_an_armed_roll_waits_as_long_as_people_do() -> None:
    desk = Desk()
    desk.tower.arm("1d6")
    desk.alarm.advance(3600)
    desk.tower.drop_marble()
    desk.alarm.advance(1)
    assert len(desk.ends) == 1


def test_unplugged_while_armed_and_back_with_another_boot() -> None:
    desk = Desk()
    first = desk.roll()
    desk.tower.arm("1d6")
    desk.alarm.advance(1)
    desk.tower.unplug()
    desk.tower.unplug()
    assert (desk.tower.state, desk.tower.display, desk.tower.lamp) == ("lost", (), False)
    assert not desk.tower.arm("1d6")
    desk.tower.drop_marble()
    desk.tower.press("1")
    desk.alarm.advance(60)
    desk.tower.plug()
    desk.alarm.advance(1)
    assert [type(end) for end in desk.ends] == [TowerRolled, TowerVoided]
    assert desk.roll().proof["boot"] != first.proof["boot"]


def test_a_program_that_hangs_while_armed_and_comes_back() -> None:
    desk = Desk()
    desk.tower.arm("1d6")
    desk.alarm.advance(1)
    desk.tower.deaf = True
    desk.tower.drop_marble()
    desk.alarm.advance(6)
    assert desk.tower.state == "lost" and [type(end) for end in desk.ends] == [TowerVoided]
    desk.tower.deaf = False
    desk.alarm.advance(6)
    assert desk.tower.state == "ready" and desk.tower.display[0] == "taken back", "the tower voided it, too"
    desk.roll()


def test_taken_back() -> None:
    desk = Desk()
    desk.tower.arm("1d6")
    desk.alarm.advance(1)
    desk.tower.void()
    desk.alarm.advance(1)
    desk.tower.drop_marble()
    desk.alarm.advance(1)
    (end,) = desk.ends
    assert isinstance(end, TowerVoided) and end.why == "taken back" and end.proof["t"]


def test_closed_twice() -> None:
    desk = Desk()
    desk.tower.close()
    desk.tower.close()
    assert desk.alarm.next is None and not desk.tower.arm("1d6")


def test_safe_mode_is_granted_when_idle() -> None:
    desk = Desk()
    desk.tower.safe()
    desk.alarm.advance(0.1)
    assert desk.tower.display == ("safe mode",)


def test_the_firmware_is_loaded_privately_and_anew_each_time() -> None:
    first, second = load("tower"), load("tower")
    assert first is not second and first.Tower is not second.Tower
    assert not {"tower", "dice", "ctp", "board"} & set(sys.modules)
    assert first.__file__ == str(FOLDER / "tower.py")
    with pytest.raises(FileNotFoundError):
        load("nothing")
