"""Any mix at one table: soldered pods, phones in their place, bots."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers.browser import BrowserPod
from drivers.ports import OK, PEEK, HostEdge
from tests.device.pi_evening import PiEvening


@pytest.fixture
def mixed(tmp_path: Path) -> PiEvening:
    """Two soldered pods, a phone at seat 4 where no pod is, a bot at seat 3; pods 1, 2, 4 have joined."""
    evening = PiEvening(tmp_path, pods=2)
    evening.crank.devices.phone = lambda n: BrowserPod(n, evening.crank.sink)
    assert evening.crank.claim(4, "phone")
    evening.wait(0)
    return evening


def phone(evening: PiEvening, pod: int) -> BrowserPod:
    found = evening.crank.pods[pod]
    assert isinstance(found, BrowserPod)
    return found


def tap(evening: PiEvening, pod: int, *keys: str) -> None:
    for key in keys:
        for down in (True, False):
            evening.wait(0.35)
            phone(evening, pod).key(key, down, evening.alarm.now())
            evening.wait(0)


def test_pods_a_phone_and_a_bot_play_one_game(mixed: PiEvening) -> None:
    mixed.start("bull-rally", 2, seats=4)
    assert [p.holder for p in mixed.house.places[:4]] == ["pod", "pod", "bot", "phone"]
    mixed.press(1, OK)
    mixed.press(2, OK)
    tap(mixed, 4, OK)
    mixed.wait(1)
    assert mixed.fold.state.phase == "trade"
    mixed.rest()
    for pod in (1, 2):
        assert mixed.rig.screen(pod) == mixed.shown(pod)
    assert phone(mixed, 4).frame == mixed.shown(4)


def test_a_pod_whose_phone_stands_in_is_deaf_and_comes_back(mixed: PiEvening) -> None:
    mixed.start("forty-eight", 2, seats=3, first=1)
    assert mixed.crank.claim(2, "phone")
    mixed.wait(0.1)
    assert mixed.house.place(2).holder == "phone"
    dark = mixed.rig.screen(2)
    mixed.down(2, PEEK)
    assert not mixed.crank.seats[2].peeking, "the pod's own keys mean nothing now"
    mixed.up(2, PEEK)
    phone(mixed, 2).key(PEEK, True, mixed.alarm.now())
    mixed.wait(0)
    assert mixed.crank.seats[2].peeking
    mixed.crank.release(2)
    mixed.wait(0.1)
    mixed.rest()
    assert mixed.house.place(2).holder == "pod"
    assert not mixed.crank.seats[2].peeking, "whoever held PEEK on the phone does not hold it here"
    assert mixed.rig.screen(2) == mixed.shown(2) and dark is not None


def test_a_pod_that_is_pulled_while_a_phone_stands_in_is_no_loss(mixed: PiEvening) -> None:
    mixed.start("bull-rally", 2, seats=3)
    mixed.crank.claim(2, "phone")
    mixed.press(1, OK)
    tap(mixed, 2, OK)
    tap(mixed, 4, OK)
    mixed.wait(1)
    assert mixed.fold.state.phase == "trade"
    mixed.rig.script("at 0s seat 2 unplug for 60s")
    mixed.wait(1)
    assert mixed.fold.state.phase == "trade" and 2 in mixed.crank.live
    mixed.crank.release(2)
    mixed.wait(0.1)
    assert 2 not in mixed.crank.live, "its pod lies in a drawer"


def test_a_seat_that_goes_from_a_phone_to_a_bot_shows_its_pod_again(mixed: PiEvening) -> None:
    mixed.start("forty-eight", 2, seats=3, first=1)
    mixed.crank.claim(2, "phone")
    mixed.wait(0)
    assert mixed.crank.do({"do": "holder", "pod": 2, "holder": "bot"}) == ""
    mixed.wait(0.1)
    mixed.rest()
    assert mixed.crank.pods[2] is mixed.rig.hardware.pods[2]
    assert mixed.rig.screen(2) == mixed.shown(2)


def test_where_phones_are_not_served_none_is_let_in(tmp_path: Path) -> None:
    evening = PiEvening(tmp_path, pods=1)
    assert not evening.crank.claim(1, "phone") and not evening.crank.claim(9, "phone")


def test_the_host_key_finds_a_pad_when_the_only_persons_phone_is_gone(mixed: PiEvening) -> None:
    """No pad of a person is live: pods take the seats of silent phones back, and the next press opens the rows."""
    mixed.crank.do({"do": "holder", "pod": 4, "holder": "empty"})
    mixed.wait(0)
    assert mixed.crank.claim(1, "phone")
    mixed.wait(0.1)
    phone(mixed, 1).unplug(mixed.alarm.now(), "the page is gone")
    mixed.wait(0.1)
    assert mixed.crank.sights.host_pod(mixed.table.now) is None
    mixed.crank.sink(HostEdge(True, mixed.alarm.now()))
    mixed.wait(0.1)
    assert mixed.house.place(1).holder == "pod"
    mixed.crank.sink(HostEdge(True, mixed.alarm.now()))
    mixed.wait(0.4)
    assert mixed.crank.seats[1].menus == ["host"]
    mixed.press(1, "+5")
    assert mixed.crank.seats[1].menus == []
