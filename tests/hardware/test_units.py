"""The service's files: what systemd makes of them, and that they name the pins of the pin table."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from device import settings
from drivers import pins
from hardware.make.__main__ import HARDWARE

SERVICE = HARDWARE / "service"
UNITS = ("croupier.service", "croupier-safe.service")
EXPOSURE = {"croupier.service": 14, "croupier-safe.service": 30}
"""Tenths of `systemd-analyze security` as measured with systemd 252: what is not hardened is named in the unit."""


def unit(name: str) -> dict[str, list[str]]:
    """Directive → its values, of all sections."""
    found: dict[str, list[str]] = {}
    for line in (SERVICE / name).read_text().splitlines():
        if line and line[0] not in "#[":
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


@pytest.fixture
def copies(tmp_path: Path) -> list[Path]:
    """The units with programs that exist on this machine."""
    for name in (*UNITS, "event/var-lib-croupier.mount"):
        text = (SERVICE / name).read_text()
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.M)
        text = re.sub(r"^ExecStopPost=-\+\S+", "ExecStopPost=-+/bin/true", text, flags=re.M)
        (tmp_path / Path(name).name).write_text(text)
    return sorted(tmp_path.iterdir())


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True)


def test_systemd_finds_no_fault(copies: list[Path]) -> None:
    done = analyze("verify", "--man=no", *map(str, copies))
    assert (done.returncode, done.stderr) == (0, "")


def test_systemd_would_find_a_fault(copies: list[Path]) -> None:
    copies[-1].write_text(copies[-1].read_text().replace("[Mount]", "[Mount]\nSpelling=wrong"))
    assert "Spelling" in analyze("verify", "--man=no", str(copies[-1])).stderr


@pytest.mark.parametrize("name", UNITS)
def test_exposure_is_at_its_measured_value(copies: list[Path], name: str) -> None:
    place = next(str(copy) for copy in copies if copy.name == name)
    words = ("security", "--offline=true", "--no-pager", place)
    assert analyze(*words, f"--threshold={EXPOSURE[name]}").returncode == 0
    assert analyze(*words, f"--threshold={EXPOSURE[name] - 3}").returncode != 0, "better than noted: note it"


def test_service_is_watched_restarted_and_needs_no_network() -> None:
    main = unit("croupier.service")
    assert main["Type"] == ["notify"] and main["WatchdogSec"] == ["10"] and main["Restart"] == ["always"]
    assert (main["StartLimitIntervalSec"], main["StartLimitBurst"]) == (["60"], ["5"])
    assert main["OnFailure"] == ["croupier-safe.service"]
    assert "network" not in " ".join(main["After"]) and "Wants" not in main and "Requires" not in main


@pytest.mark.parametrize("name", UNITS)
def test_every_unit_ends_in_silence_and_has_its_groups(name: str) -> None:
    found = unit(name)
    assert found["ExecStopPost"] == [f"-+/usr/bin/pinctrl set {pins.BUZZER.bcm} ip pd"]
    assert set(found["SupplementaryGroups"][0].split()) == {"gpio", "i2c", "dialout", "input"}
    assert found["WorkingDirectory"] == ["/run/croupier"] and found["RuntimeDirectory"] == ["croupier"]


def test_modules_of_every_device_group_are_loaded_before_the_service() -> None:
    loaded = [line for line in (SERVICE / "croupier.modules").read_text().splitlines() if line[0] != "#"]
    drivers = {"i2c": "i2c-dev", "ttyACM": "cdc_acm", "ttyUSB": "usbserial"}
    named = {value.split()[0].removeprefix("char-") for value in unit("croupier.service")["DeviceAllow"]}
    assert set(drivers) <= named and sorted(loaded) == sorted(drivers.values())
    assert "systemd-modules-load.service" in unit("croupier.service")["After"][0]


@pytest.mark.parametrize("name", UNITS)
def test_unit_and_settings_agree_on_the_data_folder(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for pair in unit(name)["Environment"][0].split():
        monkeypatch.setenv(*pair.split("=", 1))
    assert settings.default_path() == Path("/var/lib/croupier/croupier.toml")
    assert settings.Settings().folder == Path("/var/lib/croupier")
    assert unit(name)["StateDirectory"] == ["croupier"]


def test_first_settings_are_valid_and_fit_the_overlay() -> None:
    first = settings.parse((SERVICE / "croupier.toml").read_text())
    assert first.web.host == "0.0.0.0" and first.tower.port == "auto"
    assert f"dtparam=i2c_arm_baudrate={first.pods.speed}" in pins.OVERLAYS
    assert first.pods.first_bus == pins.CHANNEL_BASE
    assert (SERVICE / "config.txt").read_text().splitlines() == list(pins.OVERLAYS)


def lamp(tmp_path: Path, why: str) -> list[str]:
    """What the shutdown hook tells the lamp's pin, with `pinctrl` and `sleep` standing in."""
    log = tmp_path / "log"
    (tmp_path / "pinctrl").write_text(f'#!/bin/sh\necho "$@" >>"{log}"\n')
    (tmp_path / "sleep").write_text(f'#!/bin/sh\necho sleep "$@" >>"{log}"\n')
    (tmp_path / "hook").write_text(
        (SERVICE / "croupier-lamp").read_text().replace("/usr/bin/pinctrl", "pinctrl")
    )
    for name in ("pinctrl", "sleep", "hook"):
        (tmp_path / name).chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run([str(tmp_path / "hook"), why], check=True, env=env)
    return log.read_text().splitlines() if log.exists() else []


@pytest.mark.parametrize("why", ["poweroff", "halt"])
def test_five_slow_flashes_say_safe_to_unplug(tmp_path: Path, why: str) -> None:
    flash = [f"set {pins.LAMP.bcm} op dh", "sleep 1", f"set {pins.LAMP.bcm} op dl", "sleep 1"]
    assert lamp(tmp_path, why) == flash * 5


@pytest.mark.parametrize("why", ["reboot", "kexec"])
def test_a_restart_does_not_flash(tmp_path: Path, why: str) -> None:
    assert lamp(tmp_path, why) == []


def test_udev_rules_name_the_tower_and_keep_modemmanager_away() -> None:
    rules = [line for line in (SERVICE / "70-croupier.rules").read_text().splitlines() if line[0] != "#"]
    word = r'(SUBSYSTEM|ATTRS?\{\w+\}|ENV\{\w+\}|GROUP|MODE|SYMLINK)(==|\+=|=)"[^"]*"'
    for rule in rules:
        assert re.fullmatch(rf"{word}(, {word})*", rule), rule
        assert 'idVendor}=="2e8a"' in rule and 'ENV{ID_MM_DEVICE_IGNORE}="1"' in rule
    assert 'SYMLINK+="croupier/tower-$attr{serial}"' in rules[0]
