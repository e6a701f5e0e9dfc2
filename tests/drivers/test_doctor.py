"""The doctor over folders and models: each thing that goes wrong on real cards is named, with its remedy."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from drivers.doctor import (
    Finding,
    Machine,
    board_checks,
    card_checks,
    error_rates,
    rate_findings,
    this_machine,
    worst,
)
from drivers.i2c.bus import Bus
from drivers.i2c.pod import PodWiring
from drivers.models.rig import ModelRig
from drivers.pins import OVERLAYS

GOOD = Machine(
    packages={"gpiozero": "2.0.1.post3", "luma.oled": "3.16.0", "smbus2": "0.6.1", "lgpio": "0.2.2.0"},
    groups=frozenset({"gpio", "i2c", "dialout", "input"}),
)


def card(root: Path, config: str = "\n".join(OVERLAYS), name: str = "Raspberry Pi 4 Model B Rev 1.5") -> Path:
    """A card that is set up for four pods, unless said otherwise."""
    for path, text in {"boot/firmware/config.txt": config, "proc/device-tree/model": name + "\0"}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    (root / "dev").mkdir(exist_ok=True)
    for number in (1, 30, 31, 32, 33):
        (root / f"dev/i2c-{number}").touch()
    node = root / "sys/bus/gpio/devices/gpiochip0/of_node"
    node.mkdir(parents=True, exist_ok=True)
    (node / "compatible").write_bytes(b"brcm,bcm2711-gpio\0")
    return root


def bad(findings: list[Finding]) -> dict[str, Finding]:
    return {finding.id: finding for finding in findings if finding.state in ("warn", "fail")}


def with_packages(**versions: str) -> Machine:
    named = {name.replace("_", "-").replace("RPi-GPIO", "RPi.GPIO"): v for name, v in versions.items()}
    return msgspec.structs.replace(GOOD, packages={**GOOD.packages, **named})


def test_a_card_that_is_set_up_has_nothing_to_remedy(tmp_path: Path) -> None:
    findings = card_checks(card(tmp_path), GOOD)
    assert bad(findings) == {}
    assert worst(findings) == "ok"


def test_each_missing_line_of_config_txt_is_named(tmp_path: Path) -> None:
    for i, line in enumerate(OVERLAYS):
        rest = [other for other in OVERLAYS if other != line]
        found = bad(card_checks(card(tmp_path / str(i), "\n".join(rest)), GOOD))
        assert len(found) == 1
        finding = next(iter(found.values()))
        assert line in finding.what
        assert "croupier install" in finding.remedy


def test_config_txt_may_say_the_same_in_other_words(tmp_path: Path) -> None:
    config = """
    # dtparam=i2c_arm=off
    dtparam=i2c_arm=on   # by raspi-config
    dtparam=i2c_arm_baudrate=100000
    dtoverlay=i2c-mux,disconnect_on_idle,pca9548,base=30
    dtoverlay=gpio-shutdown,active_low=1,gpio_pin=21
    """
    assert bad(card_checks(card(tmp_path, config), GOOD)) == {}
    other = config.replace("base=30", "base=30,addr=0x71")
    assert list(bad(card_checks(card(tmp_path, other), GOOD))) == ["config.i2c-mux"]


@pytest.mark.parametrize("line", ["dtoverlay=gpio-shutdown", "dtoverlay=gpio-shutdown,gpio_pin=3"])
def test_a_shutdown_key_on_scl_is_a_trap(tmp_path: Path, line: str) -> None:
    found = bad(card_checks(card(tmp_path, "\n".join((*OVERLAYS, line))), GOOD))
    assert list(found) == ["config.shutdown_on_scl"]
    assert found["config.shutdown_on_scl"].remedy == "give it gpio_pin=21"


def test_missing_buses_groups_and_chip(tmp_path: Path) -> None:
    root = card(tmp_path)
    (root / "dev/i2c-32").unlink()
    (root / "sys/bus/gpio/devices/gpiochip0/of_node/compatible").write_bytes(b"other\0")
    machine = msgspec.structs.replace(GOOD, groups=frozenset({"i2c", "input"}))
    found = bad(card_checks(root, machine))
    assert {id: finding.state for id, finding in found.items()} == {
        "devices": "fail", "group.gpio": "fail", "group.dialout": "warn", "gpiochip": "fail",
    }  # fmt: skip
    assert "/dev/i2c-32" in found["devices"].what
    assert found["group.gpio"].remedy == "sudo usermod -aG gpio $USER, then log in again"
    assert bad(card_checks(card(tmp_path / "7"), GOOD, pods=(1, 2, 3, 4, 7)))["devices"].what.endswith("-36")


@pytest.mark.parametrize(
    ("machine", "name", "id", "words"),
    [
        (
            with_packages(RPi_GPIO="0.7.1", rpi_lgpio="0.6"),
            "Raspberry Pi 4",
            "conflict.rpi_gpio",
            "same files",
        ),
        (with_packages(RPi_GPIO="0.7.1"), "Raspberry Pi 5 Model B", "conflict.rpi_gpio", "cannot drive"),
        (with_packages(RPi_GPIO="0.7.1"), "Raspberry Pi 4", "conflict.rpi_gpio", "no edges on kernel 6.6"),
        (msgspec.structs.replace(GOOD, empty_lgpio=True), "Raspberry Pi 4", "package.lgpio", "gpiochip_open"),
        (msgspec.structs.replace(GOOD, factory="native"), "Raspberry Pi 4", "fallback", "is native"),
        (
            msgspec.structs.replace(GOOD, packages={k: v for k, v in GOOD.packages.items() if k != "lgpio"}),
            "Raspberry Pi 4",
            "package.lgpio",
            "not installed",
        ),
        (
            msgspec.structs.replace(GOOD, packages={"lgpio": "0.2.2"}),
            "Raspberry Pi 4",
            "package.smbus2",
            "not",
        ),
        (GOOD, "Some PC", "board", "no Raspberry Pi"),
    ],
)
def test_packages_and_boards_that_do_not_go_together(
    tmp_path: Path, machine: Machine, name: str, id: str, words: str
) -> None:
    found = bad(card_checks(card(tmp_path, name=name), machine))
    assert words in found[id].what
    assert found[id].remedy


def test_rpi_gpio_on_an_old_kernel_and_board_is_fine(tmp_path: Path) -> None:
    machine = msgspec.structs.replace(with_packages(RPi_GPIO="0.7.1"), kernel=(6, 1))
    assert bad(card_checks(card(tmp_path, name="Raspberry Pi 3 Model B"), machine)) == {}


def test_this_machine_can_be_looked_at(tmp_path: Path) -> None:
    findings = card_checks(tmp_path, this_machine())
    assert {"board", "config", "devices", "gpiochip"} <= set(bad(findings))
    text = msgspec.json.encode(findings)
    assert msgspec.json.decode(text, type=list[Finding]) == findings


def wiring(pods: int, keys: bool = True) -> list[PodWiring]:
    return [PodWiring(n, keys=keys) for n in range(1, pods + 1)]


def bus_of(rig: ModelRig) -> Bus:
    return rig.bus


def test_a_good_board_is_exercised(tmp_path: Path) -> None:
    findings = board_checks(bus_of(ModelRig(3)), wiring(3), tmp_path)
    assert bad(findings) == {}
    assert [f.how for f in findings] == ["probed", *("exercised", "probed") * 3]


def test_what_is_wrong_with_a_pod_is_told_apart(tmp_path: Path) -> None:
    rig = ModelRig(5)
    rig.pods[1].plug(False)
    rig.pods[2].errors["oled"] = 121
    rig.pods[3].sag(True)
    rig.pods[4].key("+2", True)
    found = bad(board_checks(bus_of(rig), wiring(5), tmp_path))
    assert set(found) == {
        "pod.1.expander", "pod.1.screen", "pod.2.screen", "pod.3.expander", "pod.4.expander",
    }  # fmt: skip
    assert "does not answer" in found["pod.1.expander"].what
    assert "jumpers" in found["pod.2.screen"].remedy
    assert "reads wrong" in found["pod.3.expander"].what
    assert found["pod.4.expander"].what == "keys down at rest: +2"
    assert all(finding.remedy for finding in found.values())


def test_error_rates_by_speed_name_the_speed_that_works(tmp_path: Path) -> None:
    rig = ModelRig(2)

    def set_speed(speed: int) -> None:
        rig.bus.speed = speed
        rig.bus.flip = 0.3 if speed > 100_000 else 0.0

    rates = error_rates(bus_of(rig), wiring(2), set_speed, transfers=100)
    assert [(r.pod, r.speed) for r in rates] == [(1, 400_000), (2, 400_000), (1, 100_000), (2, 100_000)]
    found = bad(rate_findings(rates))
    assert set(found) == {"pod.1.errors.400k", "pod.2.errors.400k"}
    assert found["pod.1.errors.400k"].remedy.startswith("use 100 kHz")
    assert 0.15 < rates[0].share < 0.45
    rig.pods[2].plug(False)
    dead = rate_findings(error_rates(bus_of(rig), wiring(2), set_speed, (100_000,), 10))
    assert (dead[1].state, dead[1].data["failed"]) == ("fail", 10.0)
    assert "cable" in dead[1].remedy


@pytest.mark.parametrize(
    ("flags", "state"), [("0", "ok"), ("50000", "warn"), ("50005", "fail"), ("x", "skip")]
)
def test_the_supply_s_flags(tmp_path: Path, flags: str, state: str) -> None:
    path = tmp_path / "sys/devices/platform/soc/soc:firmware/get_throttled"
    path.parent.mkdir(parents=True)
    path.write_text(flags + "\n")
    assert board_checks(bus_of(ModelRig(1)), [], tmp_path)[0].state == state
