"""Pods and buzzer on a page keep the ports' promises."""

from __future__ import annotations

from typing import Any

import pytest

from drivers.browser import DARK, BrowserBuzzer, BrowserPod
from drivers.ports import FRAME_BYTES, Edge, PodChanged

LIT = bytes([255]) * FRAME_BYTES


@pytest.fixture
def events() -> list[Any]:
    return []


@pytest.fixture
def pod(events: list[Any]) -> BrowserPod:
    return BrowserPod(3, events.append)


def test_the_newest_picture_stands_and_an_equal_one_costs_nothing(pod: BrowserPod) -> None:
    pod.show(LIT)
    version = pod.version
    pod.show(bytes(LIT))
    assert pod.frame == LIT and pod.version == version == 1
    pod.hide(DARK)
    assert pod.frame == DARK and pod.version == 2


def test_a_frame_of_another_size_is_refused(pod: BrowserPod) -> None:
    with pytest.raises(ValueError, match="1024 bytes, this one 3"):
        pod.show(b"abc")


def test_light_lamps_and_sleep_are_versions_too(pod: BrowserPod) -> None:
    pod.contrast(10)
    pod.lamps(True, False)
    pod.sleep(True)
    pod.sleep(True)
    assert (pod.level, pod.lamp, pod.on, pod.version) == (10, (True, False), False, 3)
    pod.close()
    pod.close()
    assert not pod.on and pod.frame == DARK


def test_keys_are_edges_and_repeats_say_nothing_new(pod: BrowserPod, events: list[Any]) -> None:
    pod.key("+3", True, 1.0)
    pod.key("+3", True, 1.1)
    pod.key("+3", False, 1.2)
    pod.key("+3", False, 1.3)
    assert events == [Edge(3, "+3", True, 1.0), Edge(3, "+3", False, 1.2)]
    with pytest.raises(ValueError, match=r"pod 3: no key is called '\+7'"):
        pod.key("+7", True, 2.0)


def test_a_page_that_goes_lets_every_key_go_first(pod: BrowserPod, events: list[Any]) -> None:
    pod.plug(0.0)
    pod.key("PEEK", True, 1.0)
    pod.key("+1", True, 1.0)
    pod.unplug(2.0, "the page is gone")
    assert events[3:] == [
        Edge(3, "+1", False, 2.0), Edge(3, "PEEK", False, 2.0), PodChanged(3, "absent", 2.0, "the page is gone"),
    ]  # fmt: skip


def test_every_listener_hears_a_tune_and_silence() -> None:
    buzzer, heard, late = BrowserBuzzer(), [], []  # type: ignore[var-annotated]
    stop = buzzer.listen(heard.append)
    buzzer.play(((880, 100),))
    buzzer.listen(late.append)
    buzzer.stop()
    buzzer.stop()
    stop()
    buzzer.play(((440, 100),))
    assert heard == [((880, 100),), ()] and late == [(), ((440, 100),)]


def test_no_tune_is_longer_than_two_seconds() -> None:
    buzzer = BrowserBuzzer()
    buzzer.play(((880, 1500), (0, 400), (440, 900), (220, 50)))
    assert buzzer.sounding == ((880, 1500), (0, 400), (440, 100))
