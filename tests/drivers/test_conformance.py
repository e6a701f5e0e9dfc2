"""What every port promises, held by every make of it: memory, browser, and the Pi's drivers over models."""

from __future__ import annotations

import pytest

from drivers.ports import KEYS, Edge
from tests.drivers.benches import BUZZERS, LAMPS, PODS, PodBench
from tests.drivers.samples import noise, screens

DARK = bytes(1024)
BID, SAFE = screens()["bid_en"], screens()["safe_ja"]


@pytest.fixture(params=PODS)
def bench(request: pytest.FixtureRequest) -> PodBench:
    return PODS[request.param]()


def test_pod_shows_the_newest_picture(bench: PodBench) -> None:
    for frame in (BID, SAFE, noise(1), noise(1), DARK, BID):
        bench.pod.show(frame)
        assert bench.see() == frame


def test_pod_refuses_half_a_picture(bench: PodBench) -> None:
    bench.pod.show(BID)
    with pytest.raises(ValueError, match="pod 3: a frame has 1024 bytes, this one 1000"):
        bench.pod.show(bytes(1000))
    assert bench.see() == BID


def test_pod_hides_behind_the_safe_picture(bench: PodBench) -> None:
    bench.pod.show(BID)
    bench.see()
    bench.pod.hide(SAFE)
    assert bench.see() == SAFE


def test_pod_sleeps_and_wakes_with_the_newest_picture(bench: PodBench) -> None:
    bench.pod.show(BID)
    bench.pod.sleep(True)
    assert bench.see() == DARK
    bench.pod.sleep(True)
    bench.pod.show(SAFE)
    bench.pod.hide(SAFE)
    assert bench.see() == DARK
    bench.pod.sleep(False)
    assert bench.see() == SAFE


def test_pod_is_seen_at_any_contrast(bench: PodBench) -> None:
    bench.pod.show(BID)
    for level in (0, 128, 255):
        bench.pod.contrast(level)
        assert bench.see() == BID


def test_pod_tells_each_key_by_its_name(bench: PodBench) -> None:
    for key in KEYS:
        bench.key(key, True)
        bench.key(key, False)
    edges = [(event.pod, event.key, event.down) for event in bench.events if isinstance(event, Edge)]
    assert edges == [(3, key, down) for key in KEYS for down in (True, False)]


def test_pod_holds_two_keys_at_once(bench: PodBench) -> None:
    bench.key("PEEK", True)
    bench.key("+6", True)
    bench.key("+6", False)
    bench.key("PEEK", False)
    edges = [(event.key, event.down) for event in bench.events if isinstance(event, Edge)]
    assert edges == [("PEEK", True), ("+6", True), ("+6", False), ("PEEK", False)]


def test_pod_lights_its_lamps(bench: PodBench, request: pytest.FixtureRequest) -> None:
    if "header keys" in request.node.name:
        bench.pod.lamps(True, True)  # they hang on the expander, which it does not have
        return
    for lamps in ((True, False), (False, True), (True, True), (False, False)):
        bench.pod.lamps(*lamps)
        assert bench.lit() == lamps


def test_pod_closes_dark_and_twice(bench: PodBench) -> None:
    bench.pod.show(BID)
    bench.pod.close()
    bench.pod.close()
    assert bench.see() == DARK


@pytest.fixture(params=BUZZERS)
def make(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_buzzer_plays_a_tune_to_its_end(make: str) -> None:
    bench = BUZZERS[make]()
    bench.buzzer.play(((880, 100), (1760, 150)))
    assert bench.sounding(0.05)
    bench = BUZZERS[make]()
    bench.buzzer.play(((880, 100), (1760, 150)))
    assert not bench.sounding(0.27)


def test_buzzer_is_cut_off_after_two_seconds(make: str) -> None:
    for at, heard in ((1.9, True), (2.05, False)):
        bench = BUZZERS[make]()
        bench.buzzer.play(((880, 1500), (1760, 60_000), (440, 500)))
        assert bench.sounding(at) is heard


def test_buzzer_takes_any_pitch(make: str) -> None:
    for hertz in (1, 60, 439, 441, 7041, 20_000):
        bench = BUZZERS[make]()
        bench.buzzer.play(((hertz, 300),))
        assert bench.sounding(0.1)


def test_a_new_tune_replaces_the_old_one(make: str) -> None:
    bench = BUZZERS[make]()
    bench.buzzer.play(((880, 1900),))
    bench.buzzer.play(((1760, 100),))
    assert not bench.sounding(0.15)


def test_buzzer_is_silent_after_stop_and_after_close_and_twice(make: str) -> None:
    for end in ("stop", "close"):
        bench = BUZZERS[make]()
        bench.buzzer.play(((880, 1900),))
        for _ in range(2):
            getattr(bench.buzzer, end)()
            assert not bench.sounding(0.0)


@pytest.mark.parametrize("kind", LAMPS)
def test_lamp(kind: str) -> None:
    lamp, lit = LAMPS[kind]()
    assert not lit()
    lamp.set(True)
    assert lit()
    lamp.set(False)
    assert not lit()
    lamp.set(True)
    lamp.close()
    lamp.close()
    assert not lit()
