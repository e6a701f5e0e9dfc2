"""The trunk's worker over models: what goes first, and what a person sees and when."""

from __future__ import annotations

import pytest

from drivers.models.bus import Transfer
from drivers.models.rig import ModelRig
from drivers.ports import Edge, PodChanged
from tests.drivers.samples import box, noise, screens

BID, SAFE, TRADE = screens()["bid_en"], screens()["safe_en"], screens()["trade_en"]


def ready(rig: ModelRig) -> list[Transfer]:
    """Let all pods come up. Gives the list to which transfers will be noted."""
    rig.settle()
    sent: list[Transfer] = []
    rig.bus.hooks.append(sent.append)
    return sent


def commands(sent: list[Transfer], pod: int) -> list[bytes]:
    return [t.packets[0] for t in sent if t.pod == pod and t.chip == "oled"]


def test_pods_come_up_by_themselves() -> None:
    rig = ModelRig(pods=(1, 2, 4, 6))
    rig.settle()
    states = [(event.pod, event.state) for event in rig.events if isinstance(event, PodChanged)]
    for pod in (1, 2, 4, 6):
        assert [state for number, state in states if number == pod] == ["probing", "present"]
        assert rig.pods[pod].expander.risky_reads == 0
        assert rig.pods[pod].oled.on
    assert rig.alarm.now() < 0.3


@pytest.mark.parametrize("panel", ["ssd1306", "ssd1309", "sh1106"])
def test_the_glass_shows_the_frames(panel: str) -> None:
    rig = ModelRig(2, panel)  # type: ignore[arg-type]
    for frame in screens().values():
        rig.hardware.pods[1].show(frame)
        rig.hardware.pods[2].show(noise(1))
        rig.settle()
        assert rig.screen(1) == frame
        assert rig.screen(2) == noise(1)


def test_frames_shown_before_the_pod_came_stand_on_it_when_it_lights_up() -> None:
    rig = ModelRig(1)
    rig.hardware.pods[1].show(BID)
    seen = set()
    while rig.alarm.now() < 0.3:
        rig.advance(0.001)
        seen.add(rig.screen(1))
    assert seen == {bytes(1024), BID}, "never half a picture, never noise"


def test_an_equal_frame_costs_nothing() -> None:
    rig = ModelRig(1)
    rig.hardware.pods[1].show(BID)
    sent = ready(rig)
    rig.hardware.pods[1].show(bytes(BID))
    rig.advance(1)
    assert commands(sent, 1) == []


def test_peek_release_is_dark_before_anything_else() -> None:
    rig = ModelRig(3, speed=200_000)
    for pod in rig.hardware.pods.values():
        pod.show(TRADE)
    sent = ready(rig)
    for number in (1, 3):
        rig.hardware.pods[number].show(noise(number))
    rig.advance(0.01)
    rig.hardware.pods[2].show(BID)
    sent.clear()
    rig.hardware.pods[2].hide(SAFE)
    seen = []
    for _ in range(400):
        rig.advance(0.001)
        seen.append(rig.screen(2))
    assert commands(sent, 2)[0] == b"\x00\xae"
    assert commands(sent, 2)[-1] == b"\x00\xaf"
    first = next(i for i, t in enumerate(sent) if t.pod == 2)
    assert first <= 1, "only the piece that was on its way goes before it"
    dark = seen.index(bytes(1024))
    assert dark <= 4, "within 4 ms at half speed, with two whole pictures queued"
    assert seen[-1] == SAFE
    assert set(seen[dark:]) == {bytes(1024), SAFE}


def test_peek_again_and_again_never_lights_a_secret() -> None:
    """Released at any moment, also while 'on' is on its way: from then on darkness or the safe picture."""
    for delay in range(0, 80, 3):
        rig = ModelRig(1)
        rig.hardware.pods[1].show(SAFE)
        rig.settle()
        rig.hardware.pods[1].hide(SAFE)
        rig.hardware.pods[1].show(BID)
        rig.advance(delay / 1000)
        rig.hardware.pods[1].hide(SAFE)
        rig.advance(0.0025)
        for _ in range(100):
            assert rig.screen(1) in (bytes(1024), SAFE), f"released after {delay} ms"
            rig.advance(0.001)
        assert rig.screen(1) == SAFE


def test_hiding_an_equal_picture_still_blinks_dark_and_comes_back() -> None:
    rig = ModelRig(1)
    rig.hardware.pods[1].show(SAFE)
    sent = ready(rig)
    rig.hardware.pods[1].hide(SAFE)
    rig.settle()
    assert commands(sent, 1) == [b"\x00\xae", b"\x00\xaf"]


def test_a_sleeping_pod_takes_pictures_and_stays_dark() -> None:
    rig = ModelRig(1)
    rig.settle()
    rig.hardware.pods[1].sleep(True)
    rig.hardware.pods[1].show(BID)
    rig.hardware.pods[1].hide(SAFE)
    rig.settle()
    rig.advance(0.2)
    assert not rig.pods[1].oled.on
    rig.hardware.pods[1].sleep(False)
    rig.settle()
    assert rig.screen(1) == SAFE


def test_contrast_and_lamps_reach_the_chips() -> None:
    rig = ModelRig(2)
    rig.settle()
    assert rig.pods[1].oled.contrast == 0xCF, "luma's own, until somebody says otherwise"
    rig.hardware.pods[1].contrast(0)
    rig.hardware.pods[1].lamps(True, False)
    rig.hardware.pods[2].lamps(False, True)
    rig.settle()
    assert rig.pods[1].oled.contrast == 0
    assert (rig.pods[1].lamps, rig.pods[2].lamps) == ((True, False), (False, True))
    with pytest.raises(ValueError, match=r"pod 1: contrast is 0\.\.255"):
        rig.hardware.pods[1].contrast(256)


def test_keys_go_before_pictures_and_the_touched_pod_before_others() -> None:
    rig = ModelRig(7, speed=200_000)
    sent = ready(rig)
    for number, pod in rig.hardware.pods.items():
        pod.show(noise(number))
    rig.down(7, "+1")
    rig.advance(0.03)
    edges = [event for event in rig.events if isinstance(event, Edge)]
    assert [(edge.pod, edge.key, edge.down) for edge in edges] == [(7, "+1", True)]
    sent.clear()
    rig.advance(0.02)
    assert {t.pod for t in sent if t.chip == "oled"} == {7}, "whoever pressed sees its picture first"


def test_a_digit_overtakes_whole_pictures() -> None:
    rig = ModelRig(7, speed=200_000)
    for pod in rig.hardware.pods.values():
        pod.show(TRADE)
    sent = ready(rig)
    for number in range(1, 7):
        rig.hardware.pods[number].show(noise(number))
    rig.advance(0.02)
    rig.hardware.pods[7].show(box(TRADE, 0, 0, 14, 8, 1))
    sent.clear()
    rig.advance(0.02)
    assert rig.screen(7) == box(TRADE, 0, 0, 14, 8, 1)
    assert next(t.pod for t in sent if t.chip == "oled") in range(1, 8)


def test_without_interrupts_keys_are_polled_fifty_times_a_second() -> None:
    rig = ModelRig(7, faults="at 0s int lost")
    sent = ready(rig)
    rig.advance(1.0)
    assert 7 * 49 <= sum(t.chip == "keys" and t.packets[0] == b"\x12" for t in sent) <= 7 * 51
    began = rig.alarm.now()
    rig.press(3, "-6")
    rig.advance(0.2)
    down, up = (event for event in rig.events if isinstance(event, Edge))
    assert (down.pod, down.key, down.down, up.down) == (3, "-6", True, False)
    assert 0 <= down.at - began <= 0.025


def test_an_interrupt_makes_the_edge_come_sooner() -> None:
    worst = {"": 0.0, "at 0s int lost": 0.0}
    for faults in worst:
        rig = ModelRig(4, faults=faults)
        rig.settle()
        for _ in range(20):
            rig.advance(0.2137)
            began = rig.alarm.now()
            rig.press(2, "OK")
            rig.advance(0.15)
            down = [event for event in rig.events if isinstance(event, Edge) and event.down][-1]
            worst[faults] = max(worst[faults], down.at - began)
    assert worst[""] < 0.003
    assert 0.003 < worst["at 0s int lost"] < 0.025


def test_all_fourteen_keys_by_name() -> None:
    from drivers.ports import KEYS

    rig = ModelRig(1)
    rig.settle()
    for key in KEYS:
        rig.press(1, key)
        rig.advance(0.2)
    downs = [event.key for event in rig.events if isinstance(event, Edge) and event.down]
    assert downs == list(KEYS)


def test_every_minute_the_picture_is_made_sure_without_going_dark() -> None:
    rig = ModelRig(1)
    rig.hardware.pods[1].show(BID)
    rig.settle()
    rig.script("at 1s seat 1 shift")
    rig.advance(2)
    assert rig.screen(1) != BID
    for _ in range(600):
        rig.advance(0.1)
        assert rig.pods[1].oled.on
    assert rig.screen(1) == BID


def test_closing_leaves_all_dark_and_says_nothing_more() -> None:
    rig = ModelRig(2)
    rig.hardware.pods[1].show(BID)
    rig.hardware.pods[1].lamps(True, True)
    rig.settle()
    rig.hardware.close()
    rig.hardware.close()
    assert not rig.pods[1].oled.on and not rig.pods[2].oled.on
    assert rig.pods[1].lamps == (False, False)
    before = len(rig.events)
    rig.press(1, "OK")
    rig.advance(1)
    assert len(rig.events) == before
