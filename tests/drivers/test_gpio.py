"""The header's drivers on gpiozero's mock pins, and the refusals of the pin factory in words."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from drivers.gpio import factory
from drivers.gpio.factory import PinsUnavailable, find_chip, open_factory
from drivers.gpio.header import HeaderKeys
from drivers.memory import VirtualAlarm
from drivers.models.header import HeaderModel
from drivers.models.rig import ModelRig
from drivers.pins import HEADER_COMMONS
from drivers.ports import Edge, Event, Fault, HostEdge, Mended


def chips(root: Path, **names: str) -> Path:
    for chip, compatible in names.items():
        node = root / "sys/bus/gpio/devices" / chip / "of_node"
        node.mkdir(parents=True)
        (node / "compatible").write_bytes(compatible.encode() + b"\0")
    return root


@pytest.mark.parametrize(
    ("names", "number"),
    [
        ({"gpiochip0": "brcm,bcm2711-gpio", "gpiochip1": "raspberrypi,firmware-gpio"}, 0),
        ({"gpiochip0": "brcm,brcmstb-gpio", "gpiochip4": "raspberrypi,rp1-gpio"}, 4),
        ({"gpiochip0": "raspberrypi,rp1-gpio", "gpiochip10": "brcm,brcmstb-gpio"}, 0),
        ({"gpiochip2": "brcm,bcm2835-gpio"}, 2),
    ],
)
def test_the_header_s_chip_is_found_by_its_name(tmp_path: Path, names: dict[str, str], number: int) -> None:
    assert find_chip(chips(tmp_path, **names)) == number


def test_a_machine_without_a_header_says_what_it_has(tmp_path: Path) -> None:
    with pytest.raises(PinsUnavailable, match=r"chips here: none"):
        find_chip(tmp_path)
    with pytest.raises(PinsUnavailable, match=r"gpiochip0 \(intel,x\)"):
        find_chip(chips(tmp_path, gpiochip0="intel,x"))


def test_lgpio_that_is_missing_empty_or_denied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = chips(tmp_path, gpiochip7="raspberrypi,rp1-gpio")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(PinsUnavailable, match=r"lgpio is not installed: pip install 'croupier\[pi\]'"):
        open_factory("lgpio", root)
    empty = ModuleType("lgpio")
    monkeypatch.setitem(sys.modules, "lgpio", empty)
    with pytest.raises(PinsUnavailable, match="empty package"):
        open_factory("lgpio", root)
    opened: list[int] = []

    def refuse(chip: int) -> None:
        opened.append(chip)
        raise Exception("can not open gpiochip")

    empty.gpiochip_open = refuse  # type: ignore[attr-defined]
    pins = ModuleType("gpiozero.pins.lgpio")
    pins.LGPIOFactory = refuse  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", pins)
    with pytest.raises(PinsUnavailable, match="/dev/gpiochip7 cannot be opened: can not open gpiochip"):
        open_factory("lgpio", root)
    monkeypatch.setattr(factory.os.path, "exists", lambda path: True)
    monkeypatch.setattr(factory.os, "access", lambda path, mode: not str(path).startswith("/dev"))
    with pytest.raises(PinsUnavailable, match="add the user to the group gpio"):
        open_factory("lgpio", root)
    assert opened == [7, 7], "the chip that was found, not the default"
    monkeypatch.setattr(factory.os, "access", lambda path, mode: False)
    monkeypatch.delenv("LG_WD", raising=False)
    with pytest.raises(PinsUnavailable, match="cannot write into the working directory"):
        open_factory("lgpio", root)


def test_rpi_gpio_is_refused_on_a_pi_5_and_explained_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    with pytest.raises(PinsUnavailable, match="cannot drive a Raspberry Pi 5"):
        open_factory("rpigpio", tmp_path)
    (tmp_path / "proc/device-tree/model").write_text("Raspberry Pi 3 Model B Plus Rev 1.3\0")
    monkeypatch.setitem(sys.modules, "RPi", None)
    with pytest.raises(PinsUnavailable, match=r"RPi\.GPIO cannot be used here: .*install croupier\[pi\]"):
        open_factory("rpigpio", tmp_path)


def test_a_dead_notify_thread_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    assert factory.notifier_lives()
    for alive in (True, False):
        module = ModuleType("lgpio")
        module._notify_thread = SimpleNamespace(is_alive=lambda alive=alive: alive)  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "lgpio", module)
        assert factory.notifier_lives() is alive


def test_pins_that_come_later_work_without_a_restart() -> None:
    rig = ModelRig(1)
    rig.header.refused = "add the user to the group gpio"
    rig.hardware.lamp.set(True)
    rig.hardware.buzzer.play(((880, 100),))
    rig.advance(12)
    assert [e for e in rig.events if isinstance(e, Fault)] == [
        Fault("pins", "add the user to the group gpio", 0.0)
    ]
    rig.header.refused = ""
    rig.advance(5)
    assert [type(e) for e in rig.events if isinstance(e, Fault | Mended)] == [Fault, Mended]
    assert rig.header.lamp, "what it should have shown meanwhile"
    assert rig.header.tone is None, "a stale tune is not played"
    rig.host(True)
    rig.advance(0.1)
    assert isinstance(rig.events[-1], HostEdge)


def test_a_pin_that_another_program_holds_is_told_and_tried_again() -> None:
    rig = ModelRig(1)
    rig.header.taken = "GPIO busy"
    rig.advance(7)
    assert [e.what for e in rig.events if isinstance(e, Fault)] == [
        "a pin is in use by another program or an overlay: GPIO busy"
    ]
    rig.header.taken = ""
    rig.advance(5)
    rig.hardware.lamp.set(True)
    assert rig.header.lamp


def test_notes_follow_each_other_with_rests() -> None:
    rig = ModelRig(1)
    rig.advance(0.1)
    rig.hardware.buzzer.play(((880, 100), (0, 100), (220, 100), (14_080, 100)))
    heard = []
    for _ in range(5):
        rig.advance(0.05)
        heard.append(None if rig.header.tone is None else round(rig.header.tone))
        rig.advance(0.05)
    assert heard == [880, None, 440, 7040, None], "out of range: the same note by octaves"


def test_two_header_pads_share_pins_and_keep_apart() -> None:
    alarm = VirtualAlarm()
    events: list[Event] = []
    header = HeaderModel((1, 2), lambda: None, lambda on: None)
    keys = HeaderKeys(header.open(), (1, 2), events.append, alarm.now)

    def poll(seconds: float) -> None:
        until = alarm.now() + seconds
        while alarm.now() < until:
            alarm.advance(0.01)
            keys.step()

    poll(0.05)
    header.key(1, "+1", True)
    header.key(2, "+1", True)
    header.key(2, "OK", True)
    poll(0.1)
    header.key(1, "+1", False)
    poll(0.1)
    header.key(2, "+1", False)
    header.key(2, "OK", False)
    poll(0.1)
    seen = [(e.pod, e.key, e.down) for e in events if isinstance(e, Edge)]
    assert seen == [
        (1, "+1", True), (2, "+1", True), (2, "OK", True), (1, "+1", False), (2, "+1", False), (2, "OK", False),
    ]  # fmt: skip
    with pytest.raises(ValueError, match=f"room for {len(HEADER_COMMONS)} pads, not for 3"):
        HeaderKeys(header.open(), (1, 2, 3), events.append, alarm.now)
    keys.close()
    keys.close()
    assert keys.step() == float("inf")


def test_a_stuck_host_key_is_told_and_masked() -> None:
    rig = ModelRig(1, faults="at 1s host down\nat 40s host up\nat 41s host press")
    rig.advance(42)
    told = [e for e in rig.events if isinstance(e, HostEdge | Fault | Mended)]
    assert [type(e) for e in told] == [HostEdge, HostEdge, Fault, Mended, HostEdge, HostEdge]
    assert [e.down for e in told if isinstance(e, HostEdge)] == [True, False, True, False]
    assert told[2] == Fault("host key", "key HOST is stuck: it is ignored until it comes up", told[2].at)
