"""Panels, keys and faults of a whole table on the Pi's drivers: what a person sees on the glass, and when."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from device.settings import PaceSettings
from device.table.house import Care
from drivers.models.bus import Transfer
from drivers.ports import OK, PEEK, Fault, Mended
from tests.device.pi_evening import PiEvening

SLOW = PaceSettings(lead_in=0, bot=600, nudge=0, idle=0)


@pytest.fixture
def pi(tmp_path: Path) -> Callable[..., PiEvening]:
    made = iter(range(100))
    return lambda **kw: PiEvening(tmp_path / str(next(made)), **kw)


def seen(evening: PiEvening, *pods: int) -> None:
    """What is on the glass is what the table drew."""
    evening.rest()
    for pod in pods or tuple(evening.pods):
        assert evening.rig.screen(pod) == evening.shown(pod), f"pod {pod}"


def bidding(evening: PiEvening) -> int:
    """Forty-Eight with three people; the pod whose secret bid is asked."""
    evening.start("forty-eight", 3, first=2)
    evening.press(2, OK)
    evening.wait(3)
    evening.rest()
    return 1


def note(evening: PiEvening, care: Care) -> None:
    evening.crank.post(lambda: evening.crank.tell(care))
    evening.wait(0.1)


def screen_writes(evening: PiEvening) -> list[tuple[float, int, bytes]]:
    """From now on: (when it began, pod, first packet) of each transfer to a screen."""
    writes: list[tuple[float, int, bytes]] = []

    def note(transfer: Transfer) -> None:
        if transfer.chip == "oled":
            writes.append((transfer.began, transfer.pod, transfer.packets[0]))

    evening.rig.bus.hooks.append(note)
    return writes


def test_after_peek_the_first_command_on_the_wire_is_display_off(pi: Callable[..., PiEvening]) -> None:
    """At 100 kHz, while every other pod waits for a whole new picture: off, the safe picture, on."""
    evening = pi(speed=100_000)
    pod = bidding(evening)
    safe = evening.rig.screen(pod)
    evening.down(pod, PEEK)
    evening.press(pod, "+3")
    evening.rest()
    secret = evening.rig.screen(pod)
    assert secret != safe
    writes = screen_writes(evening)
    for other in (2, 3):
        evening.crank.do({"do": "lang", "pod": other, "lang": "ja"})
    released = evening.alarm.now()
    evening.rig.up(pod, PEEK)
    while evening.crank.seats[pod].peeking:
        evening.wait(0.001)
        assert evening.alarm.now() < released + 0.06, "the release is heard within 60 ms"
    heard = evening.alarm.now()
    evening.rest()
    after = [(number, packet) for began, number, packet in writes if began >= heard]
    assert after[0] == (pod, b"\x00\xae")
    mine = [packet for number, packet in after if number == pod]
    assert mine[-1] == b"\x00\xaf" and mine.count(b"\x00\xae") == 1
    assert evening.rig.screen(pod) == safe


def test_a_tap_on_peek_ends_after_five_seconds_by_itself(pi: Callable[..., PiEvening]) -> None:
    """For those who cannot hold two keys: the secret goes like after a release, though nobody does anything."""
    evening = pi()
    pod = bidding(evening)
    note(evening, Care(pod, 207, True))
    safe = evening.rig.screen(pod)
    evening.down(pod, PEEK)
    evening.up(pod, PEEK)
    evening.rest()
    assert evening.rig.screen(pod) != safe
    writes = screen_writes(evening)
    evening.wait(4.5)
    assert not any(packet == b"\x00\xae" for _, _, packet in writes)
    evening.wait(0.6)
    evening.rest()
    assert next(packet for _, number, packet in writes if number == pod) == b"\x00\xae"
    assert evening.rig.screen(pod) == safe


def test_peek_that_is_held_while_a_bot_takes_the_seat_shows_nothing_more(
    pi: Callable[..., PiEvening],
) -> None:
    evening = pi()
    pod = bidding(evening)
    evening.down(pod, PEEK)
    evening.rest()
    secret = evening.rig.screen(pod)
    evening.crank.do({"do": "holder", "pod": pod, "holder": "bot"})
    evening.wait(0.1)
    seen(evening)
    assert evening.rig.screen(pod) != secret
    evening.up(pod, PEEK)
    evening.crank.do({"do": "holder", "pod": pod, "holder": "pod"})
    evening.wait(3)
    seen(evening)
    assert not evening.crank.seats[pod].peek(evening.alarm.now())


def test_a_line_over_the_page_goes_by_itself(pi: Callable[..., PiEvening]) -> None:
    evening = pi()
    bidding(evening)
    assert evening.crank.do({"do": "absent", "seat": 3}) == ""
    evening.wait(0.1)
    seen(evening)
    said = evening.rig.screen(2)
    assert evening.scene(2).say is not None
    evening.wait(2.0)
    seen(evening)
    assert evening.scene(2).say is None and evening.rig.screen(2) != said


def test_the_picture_wanders_dims_goes_dark_and_a_key_wakes_it(pi: Callable[..., PiEvening]) -> None:
    evening = pi(pods=2)
    evening.start("bull-rally", 2)
    note(evening, Care(1, 200, False))
    seen(evening)
    oled = evening.rig.pods[1].oled
    places, minute = {evening.rig.screen(1)}, evening.alarm.now()
    assert oled.contrast == 200
    evening.wait(61)
    seen(evening)
    assert oled.contrast == 50 and oled.on
    places.add(evening.rig.screen(1))
    assert len(places) == 2, "a pixel further each minute"
    evening.alarm.run_until(minute + 601)
    assert not oled.on and evening.rig.screen(1) == bytes(1024)
    count = evening.fold.count
    evening.press(1, OK)
    seen(evening, 1)
    assert oled.on and oled.contrast == 200
    assert evening.fold.count == count, "the key that wakes a panel means nothing else"
    evening.press(1, OK)
    assert evening.fold.count == count + 1


def test_a_dark_pod_that_was_pulled_comes_back_lit(pi: Callable[..., PiEvening]) -> None:
    evening = pi(pods=2)
    evening.wait(700)
    assert not evening.rig.pods[2].oled.on
    evening.rig.script("at 0s seat 2 unplug for 1s")
    evening.wait(3)
    seen(evening, 2)
    assert evening.rig.pods[2].oled.on


def test_a_pod_that_is_pulled_is_told_and_paints_again(pi: Callable[..., PiEvening]) -> None:
    evening = pi(pods=3)
    bidding(evening)
    evening.rig.script("at 0s seat 3 unplug for 4s")
    evening.wait(1)
    assert [s["live"] for s in evening.crank.board()["seats"][:3]] == [True, True, False]
    assert any(line.startswith("pod 3: ") for line in evening.crank.board()["faults"])
    (row,) = evening.crank.sight(1).faults
    assert dict(row.args)["n"] == 3, "the diagnostics rows of HOST say it too"
    evening.hold(1, "+1 OK")
    assert evening.fold.count == 2, "the others play on"
    evening.wait(6)
    seen(evening)
    assert evening.crank.board()["faults"] == []
    evening.hold(3, "+2 OK")
    evening.wait(2)
    assert evening.fold.count == 3


def test_pods_that_arrive_are_no_faults(pi: Callable[..., PiEvening]) -> None:
    """Set-up is not worth a sound; a pod that was never there is a state."""
    evening = pi(pods=3)
    heard: list[str] = []
    evening.crank.watch(lambda changes: heard.extend(changes.cues))
    evening.rig.script("at 0s seat 3 unplug for 2s")
    evening.wait(1.9)
    assert heard == ["fault"]
    evening.wait(6)
    assert heard == ["fault"] and not evening.crank.faults


def test_a_stuck_key_is_told_until_it_comes_up(pi: Callable[..., PiEvening]) -> None:
    evening = pi(pods=2)
    evening.rig.script("at 0s key 1:+4 stuck for 33s")
    evening.wait(31)
    assert "key +4 is stuck" in evening.crank.faults["pod 1"]
    evening.wait(3)
    assert not evening.crank.faults


@pytest.mark.parametrize(
    ("script", "void"),
    [
        ("at 2s bus block for 600ms", True),
        ("at 2s bus block for 150ms", False),
        ("at 2s seat 2 unplug for 3s", True),
        ("at 2s seat 3 unplug for 3s", False),
        ("at 2s key 1:+2 bounce 30 in 8ms", False),
    ],
)
def test_what_of_the_table_itself_voids_a_window(
    pi: Callable[..., PiEvening], script: str, void: bool
) -> None:
    """A local bus held for over 250 ms, a pod in play that fell off. Pod 3 does not play."""
    evening = pi(pods=3, pace=SLOW)
    evening.start("bull-rally", 2)
    day = evening.fold.state.day
    evening.press(1, OK)
    evening.press(2, OK)
    assert evening.fold.state.phase == "trade"
    evening.rig.script(script)
    evening.wait(4)
    assert (evening.fold.state.phase == "plan") is void
    evening.wait(12)
    assert (evening.fold.state.phase, evening.fold.state.day) == ("plan" if void else "roll", day)


def test_without_pins_peek_and_ok_held_are_the_host_key(pi: Callable[..., PiEvening]) -> None:
    """The header cannot be opened: no HOST key and no buzzer, but the game goes on; both are back with the pins."""
    evening = pi(pods=2)
    evening.start("bull-rally", 2)
    for part, chord in (("pins", True), ("", False)):
        if part:
            evening.crank.sink(Fault(part, "no permission", evening.alarm.now()))
        else:
            evening.crank.sink(Mended("pins", evening.alarm.now()))
        evening.wait(0)
        evening.down(1, PEEK)
        evening.down(1, OK)
        evening.wait(2.1)
        assert (evening.crank.seats[1].menus == ["host"]) is chord
        evening.up(1, OK)
        evening.up(1, PEEK)
        evening.crank.open_host()
        evening.wait(0)
