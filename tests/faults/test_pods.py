"""Faults of pods, wires and keys at the drivers: play goes on, the state is told, and all heals without a restart.

Numbers in the names are those of the list of faults that a table must survive.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator

import pytest

from drivers.models.rig import ModelRig
from drivers.ports import Edge, Event, Fault, HostEdge, Mended, PodChanged
from tests.drivers.samples import screens

BID, TRADE, SAFE = screens()["bid_en"], screens()["trade_ja"], screens()["safe_en"]


def table(faults: str, pods: int = 4, **more: int) -> ModelRig:
    """A table that shows a picture everywhere; the script begins a moment later."""
    rig = ModelRig(pods, **more)
    for pod in rig.hardware.pods.values():
        pod.show(BID)
    rig.settle()
    rig.events.clear()
    rig.script(faults)
    return rig


def states(rig: ModelRig, pod: int) -> list[str]:
    return [e.state for e in rig.events if isinstance(e, PodChanged) and e.pod == pod]


def edges(rig: ModelRig, pod: int) -> list[tuple[str, bool]]:
    return [(e.key, e.down) for e in rig.events if isinstance(e, Edge) and e.pod == pod]


def told(rig: ModelRig) -> list[type[Event]]:
    return [type(e) for e in rig.events if isinstance(e, Fault | Mended)]


def playing(rig: ModelRig, pod: int, seconds: float) -> Iterator[None]:
    """Press a key on this pod every 250 ms and see that each press arrives."""
    until = rig.alarm.now() + seconds
    while rig.alarm.now() < until:
        before = len(edges(rig, pod))
        rig.press(pod, "+1")
        rig.advance(0.25)
        assert edges(rig, pod)[before:] == [("+1", True), ("+1", False)]
        yield


def play(rig: ModelRig, pod: int, seconds: float) -> None:
    for _ in playing(rig, pod, seconds):
        pass


SEEN = (
    errno.EIO, errno.ENXIO, errno.EAGAIN, errno.EBUSY, errno.ENODEV, errno.ETIMEDOUT, errno.EREMOTEIO,
)  # fmt: skip


@pytest.mark.parametrize("code", SEEN)
@pytest.mark.parametrize("lasts", ["10ms", "3s"])
def test_1_a_screen_that_fails_in_the_midst_of_a_picture(code: int, lasts: str) -> None:
    rig = table(f"at 10ms seat 2 oled errno={code} for {lasts}")
    rig.hardware.pods[2].show(TRADE)
    play(rig, 1, 4.0)
    rig.advance(6)
    assert rig.screen(2) == TRADE, "the whole picture, no half of the old one"
    assert (states(rig, 2) == []) is (lasts == "10ms"), "a hiccup is not worth a word"
    if lasts == "3s":
        assert states(rig, 2)[-2:] == ["probing", "present"]
    assert all(states(rig, pod) == [] for pod in (1, 3, 4))


def test_1_what_luma_raises_is_no_oserror(monkeypatch: pytest.MonkeyPatch) -> None:
    from luma.core.error import DeviceNotFoundError

    rig = table("")
    write, failing = rig.bus.write, True

    def refuse(channel: int, address: int, packets: tuple[bytes, ...]) -> None:
        if failing and channel == 2:
            raise DeviceNotFoundError("I2C device not found on address: 0x3C")
        write(channel, address, packets)

    monkeypatch.setattr(rig.bus, "write", refuse)
    rig.hardware.pods[2].show(TRADE)
    play(rig, 1, 2.0)
    failing = False
    rig.advance(6)
    assert states(rig, 2) == ["absent", "probing", "present"]
    assert rig.screen(2) == TRADE


def test_2_the_bus_blocks_for_five_seconds() -> None:
    rig = table("at 1s bus block for 5s")
    rig.advance(1.4)
    assert [e.part for e in rig.events if isinstance(e, Fault)] == ["trunk"], "told within 400 ms"
    rig.hardware.pods[3].show(TRADE)
    rig.down(2, "PEEK")
    rig.advance(4.5)
    assert edges(rig, 2) == []
    rig.advance(1.0)
    assert told(rig) == [Fault, Mended]
    assert rig.screen(3) == TRADE
    assert all(states(rig, pod)[-1] == "present" for pod in rig.pods)
    rig.up(2, "PEEK")
    play(rig, 2, 1.0)


def test_2_a_transfer_that_hangs_for_a_second_and_then_succeeds_is_told() -> None:
    """Whoever judges a deadline must know that no key could be read meanwhile."""
    rig = table("")
    rig.advance(0.5)
    rig.bus.free_at = rig.alarm.now()
    read, slow = rig.bus.read, [1.0]

    def stretched(channel: int, address: int, register: int, count: int) -> bytes:
        answer = read(channel, address, register, count)
        rig.bus.free_at += slow.pop() if slow else 0.0
        return answer

    rig.bus.read = stretched  # type: ignore[method-assign]
    rig.advance(2.0)
    faults = [e for e in rig.events if isinstance(e, Fault)]
    assert [(e.part, e.what) for e in faults] == [("trunk", "one transfer took 1.0 s")]
    assert told(rig) == [Fault, Mended]
    play(rig, 1, 1.0)


def test_2_a_bus_that_stays_blocked_has_its_pods_switched_off_and_on() -> None:
    """What no clock pulse frees, the supply does: here a latched-up pod blocks until its power goes."""
    rig = table("at 1s bus block")
    power: list[bool] = []
    sag = rig.header._power

    def switch(on: bool) -> None:
        power.append(on)
        rig.bus.blocked = False
        sag(on)

    rig.header._power = switch
    rig.advance(11)
    assert power == [False, True], "once, after eight seconds"
    rig.settle()
    assert all(rig.screen(pod) == BID for pod in rig.pods)


def test_3_a_pod_is_pulled_and_comes_back() -> None:
    rig = table("at 1s seat 3 unplug for 4s\nat 900ms key 3:PEEK press for 10s")
    rig.advance(1.3)
    assert edges(rig, 3) == [("PEEK", True), ("PEEK", False)], "its keys are up when it is gone"
    assert states(rig, 3) == ["absent"]
    rig.hardware.pods[3].show(TRADE)
    rig.hardware.pods[3].contrast(10)
    rig.hardware.pods[3].lamps(True, False)
    play(rig, 1, 3.6)
    rig.advance(5)
    assert states(rig, 3) == ["absent", "probing", "present"]
    assert rig.screen(3) == TRADE
    assert (rig.pods[3].oled.contrast, rig.pods[3].lamps) == (10, (True, False))
    assert edges(rig, 3) == [("PEEK", True), ("PEEK", False)], "down when it came: no press"
    rig.advance(3)
    play(rig, 3, 1.0)


def test_3_pods_may_be_swapped_while_they_run() -> None:
    rig = table("at 1s seat 1 unplug for 2s\nat 1500ms seat 2 unplug for 2s", pods=3)
    play(rig, 3, 10.0)
    assert all(rig.screen(pod) == BID for pod in rig.pods)


def test_4_a_shorted_pod_is_set_apart_and_the_others_play_on() -> None:
    rig = table("at 1s seat 4 short for 6s")
    play(rig, 1, 8.0)
    assert states(rig, 4)[0] == "quarantined"
    assert all(states(rig, pod) == [] for pod in (1, 2, 3))
    assert rig.bus.mux.resets > 0
    rig.advance(6)
    assert states(rig, 4)[-1] == "present"
    assert rig.screen(4) == BID


def test_4_a_pod_that_is_shorted_from_the_start() -> None:
    rig = ModelRig(4, faults="at 0s seat 1 short")
    rig.advance(2)
    assert [pod for pod in rig.pods if "present" in states(rig, pod)] == [2, 3, 4]
    play(rig, 2, 2.0)


@pytest.mark.parametrize("edges_", [30, 31])
def test_5_thirty_edges_in_8_ms_are_one_press(edges_: int) -> None:
    rig = table(f"at 1s key 2:+3 bounce {edges_} in 8ms\nat 2s key 2:+3 up")
    rig.advance(3)
    assert edges(rig, 2) == [("+3", True), ("+3", False)]


def test_6_a_release_whose_interrupt_was_lost() -> None:
    rig = table("at 1s key 1:PEEK down\nat 2s key 1:PEEK slip")
    rig.advance(1.9)
    assert edges(rig, 1) == [("PEEK", True)]
    rig.advance(0.2)
    assert edges(rig, 1) == [("PEEK", True), ("PEEK", False)]


def test_7_a_stuck_key_is_masked_told_and_welcome_again() -> None:
    rig = table("at 1s key 2:-4 stuck for 60s")
    rig.advance(32)
    assert edges(rig, 2) == [("-4", True), ("-4", False)]
    assert told(rig) == [Fault]
    assert "key -4 is stuck" in next(e.what for e in rig.events if isinstance(e, Fault))
    before = len(edges(rig, 2))
    play(rig, 2, 20.0)
    assert ("-4", True) not in edges(rig, 2)[before:]
    rig.advance(30)
    assert told(rig) == [Fault, Mended]
    rig.press(2, "-4")
    rig.advance(0.2)
    assert edges(rig, 2)[-2:] == [("-4", True), ("-4", False)]


def test_7_a_key_that_is_down_at_the_start_makes_no_press() -> None:
    rig = ModelRig(1, faults="at 0s key 1:OK down\nat 3s key 1:OK up\nat 4s key 1:OK press")
    rig.advance(3.9)
    assert edges(rig, 1) == []
    rig.advance(1)
    assert edges(rig, 1) == [("OK", True), ("OK", False)]


@pytest.mark.parametrize("what", ["lost", "stuck"])
def test_8_the_interrupt_line_is_dead_or_low_from_the_start(what: str) -> None:
    rig = ModelRig(4, faults=f"at 0s int {what}")
    rig.settle()
    play(rig, 3, 5.0)
    began, busy = rig.alarm.now(), rig.bus.busy
    rig.advance(1)
    assert (rig.bus.busy - busy) / (rig.alarm.now() - began) < 0.1, "it is not served over and over"


def test_9_one_read_in_a_hundred_has_a_flipped_bit() -> None:
    rig = table("at 0s bus flip 1%", seed=7)
    play(rig, 2, 60.0)
    for pod in (1, 3, 4):
        assert edges(rig, pod) == [], "nothing was pressed"
        assert states(rig, pod) == []


def test_a_pod_whose_supply_sags_is_set_up_anew() -> None:
    rig = table("at 1s seat 2 brownout for 300ms\nat 5s seat 3 brownout for 1ms")
    rig.advance(4)
    assert states(rig, 2) == ["absent", "probing", "present"]
    why = next(e.why for e in rig.events if isinstance(e, PodChanged))
    assert "lost its power" in why
    rig.advance(4)
    assert states(rig, 3) == ["absent", "probing", "present"], "too short to see, but the chip forgot"
    assert rig.screen(2) == rig.screen(3) == BID
    assert edges(rig, 2) == edges(rig, 3) == []
    risky = sum(pod.expander.risky_reads for pod in rig.pods.values())
    assert risky <= 2 * 3, "only the three reads of both ports by which it was noticed"


def test_17_the_wall_clock_jumps(monkeypatch: pytest.MonkeyPatch) -> None:
    import datetime
    import time
    from pathlib import Path

    import drivers

    monkeypatch.setattr(time, "time", lambda: 1e12)
    rig = table("at 1s clock jump 365d")
    play(rig, 1, 3.0)
    assert all(states(rig, pod) == [] for pod in rig.pods)
    room = Path(next(iter(drivers.__path__)))
    for source in room.rglob("*.py"):
        text = source.read_text()
        assert "time.time(" not in text and "datetime" not in text, f"{source.name} asks the wall clock"
    assert datetime.MAXYEAR == 9999


def test_19_no_pod_at_the_start() -> None:
    rig = ModelRig(4, faults="\n".join(f"at 0s seat {n} unplug for {10 + n}s" for n in range(1, 5)))
    rig.advance(9)
    assert told(rig) == [], "an empty table is a state, not a fault"
    assert all("present" not in states(rig, pod) for pod in rig.pods)
    rig.host(True)
    rig.advance(0.1)
    assert [e.down for e in rig.events if isinstance(e, HostEdge)] == [True]
    rig.advance(12)
    assert all(states(rig, pod)[-1] == "present" for pod in rig.pods)
    play(rig, 4, 1.0)


@pytest.mark.parametrize(
    ("what", "words"), [("missing", "there is no such I2C bus"), ("denied", "group i2c")]
)
def test_22_23_a_bus_that_cannot_be_opened(what: str, words: str) -> None:
    rig = ModelRig(2, faults=f"at 0s bus {what} for 20s")
    rig.advance(19)
    faults = [e for e in rig.events if isinstance(e, Fault)]
    assert [e.part for e in faults] == ["bus of pod 1", "bus of pod 2"], "told once each"
    assert all(words in e.what for e in faults)
    rig.advance(7)
    assert told(rig) == [Fault, Fault, Mended, Mended]
    assert all(states(rig, pod)[-1] == "present" for pod in rig.pods)


def test_several_faults_at_once() -> None:
    rig = table(
        """
        at 1s seat 1 unplug for 3s
        at 1s seat 2 short for 3s
        at 1s bus flip 1% for 10s
        at 2s int stuck for 5s
        at 3s seat 3 oled errno=5 for 2s
        at 4s bus block for 1s
        """
    )
    rig.advance(30)
    for pod in rig.pods:
        assert rig.screen(pod) == BID
        play(rig, pod, 0.5)
