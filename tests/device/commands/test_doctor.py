"""`croupier doctor`, `bringup`, `pins`, `tower selftest` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from device.cli import main
from device.commands import doctor
from device.settings import parse
from drivers.doctor import Finding, Rate, rate_findings
from drivers.models.rig import ModelRig
from drivers.pins import PINS, POWER_PINS
from drivers.ports import FRAME_BYTES
from tests.drivers.test_doctor import card
from tests.drivers.test_doctor_event import travelling


def test_findings_are_lines_with_their_remedies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", "--root", str(tmp_path / "empty")])
    said = capsys.readouterr().out
    assert code == 74, "something fails"
    assert "✗ card  probed    config: no /boot/firmware/config.txt" in said
    assert "    → write the card with Raspberry Pi OS" in said
    assert "event." not in said and "board.wires" not in said


def test_json_lines_name_every_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", "--json", "--root", str(travelling(card(tmp_path)))])
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    by_id = {finding["id"]: finding for finding in found}
    assert by_id["board"]["state"] == by_id["event.root"]["state"] == "ok"
    assert {"area", "how", "what"} <= set(found[0])


def test_pods_of_the_settings_are_looked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "croupier.toml"
    settings.write_text("[pods]\ncount = 6\n")
    main(["doctor", "--settings", str(settings), "--root", str(card(tmp_path / "root"))])
    assert "missing: /dev/i2c-34 /dev/i2c-35" in capsys.readouterr().out


def test_here_no_pod_is_asked_and_it_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor"])
    assert "no pod was asked" in capsys.readouterr().out
    main(["doctor", "--card-only"])
    assert "no pod was asked" not in capsys.readouterr().out


@pytest.mark.parametrize(("found", "state"), [(400_000, "ok"), (0, "skip"), (100_000, "warn")])
def test_the_settings_must_name_the_speed_of_the_bus(found: int, state: str) -> None:
    finding = doctor._speed(found, 400_000)
    assert finding.state == state and bool(finding.remedy) == (state == "warn")


def test_a_board_is_probed_and_written_and_read_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Over models: pod 2 is not there."""
    rig = ModelRig(2)
    rig.pods[2].plug(False)
    monkeypatch.setattr(doctor, "LinuxBus", lambda buses, trunk: rig.bus)
    monkeypatch.setattr(doctor, "bus_there", lambda number: True)
    settings = parse(f'[table]\ndata = "{tmp_path}"\n[pods]\ncount = 2\n')
    findings = {finding.id: finding for finding in doctor._board(settings, 50)}
    assert findings["pod.1.expander"].how == "exercised" and findings["pod.1.errors.400k"].state == "ok"
    assert findings["pod.2.screen"].state == "fail" and "pod.2.errors.400k" not in findings


def test_rates_of_other_speeds_are_remembered_over_a_restart(tmp_path: Path) -> None:
    """At 400 kHz with errors, then at 100 kHz without: the older finding names the speed that works."""
    fast, slow = Rate(1, 400_000, 1000, 30, 0), Rate(1, 100_000, 1000, 0, 0)
    path = tmp_path / doctor.RATES
    assert doctor.remembered(path, [fast]) == [fast]
    known = doctor.remembered(path, [slow])
    assert known == [fast, slow]
    assert rate_findings(known)[0].remedy.startswith("use 100 kHz")
    again = Rate(1, 400_000, 1000, 0, 0)
    assert doctor.remembered(path, [again]) == [slow, again], "the newest of each speed"
    path.write_text("no JSON")
    assert doctor.remembered(path, [fast]) == [fast]


def test_bringup_asks_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bringup"]) == 74
    assert "in a terminal" in capsys.readouterr().err
    assert main(["bringup", "--pod", "8"]) == 2


def test_the_page_of_small_labels_is_drawn() -> None:
    frame = doctor.labels()
    assert len(frame) == FRAME_BYTES and any(frame)


def test_a_finding_reads_as_one_or_two_lines() -> None:
    assert doctor.told(Finding("a", "card", "probed", "ok", "fine")) == "✓ card  probed    a: fine"
    assert doctor.told(Finding("b", "board", "witnessed", "fail", "dark", "turn it")).splitlines() == [
        "✗ board witnessed b: dark",
        "    → turn it",
    ]


def test_pins_are_all_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pins"]) == 0
    said = capsys.readouterr().out
    for pin in PINS:
        assert f"{pin.bcm:3}  {pin.physical:6}" in said and pin.what in said
    for name in POWER_PINS:
        assert name in said


def test_the_tower_draws_fair_dice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tower", "selftest", "--draws", "2000"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        "d4",
        "d6",
        "d8",
        "d10",
        "d12",
        "d20",
    ]
    assert main(["tower", "selftest", "--draws", "3"]) == 2
