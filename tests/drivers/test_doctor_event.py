"""The event profile, as hardware/event.md promises it: each of its four checks, right and wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers.doctor import Finding, bus_speed, event_checks

PROFILE = Path(__file__).parents[2] / "hardware/service/event"
MOUNTS = """\
/dev/mmcblk0p2 / ext4 rw,noatime 0 0
overlay / overlay rw,lowerdir=/ro 0 0
proc /proc proc rw 0 0
/dev/sda1 /var/lib/croupier ext4 rw,nosuid,nodev,noexec 0 0
"""


def travelling(root: Path, mounts: str = MOUNTS) -> Path:
    """A card in the event profile, made of the very files that the installer puts there."""
    for source, place in {
        "var-lib-croupier.mount": "etc/systemd/system/var-lib-croupier.mount",
        "journald.conf": "etc/systemd/journald.conf.d/croupier.conf",
        "watchdog.conf": "etc/systemd/system.conf.d/croupier.conf",
    }.items():
        write(root, place, (PROFILE / source).read_text())
    write(root, "proc/self/mounts", mounts)
    write(root, "sys/class/watchdog/watchdog0/state", "active\n")
    return root


def write(root: Path, place: str, text: str) -> None:
    (root / place).parent.mkdir(parents=True, exist_ok=True)
    (root / place).write_text(text)


def found(root: Path) -> dict[str, Finding]:
    return {finding.id.removeprefix("event."): finding for finding in event_checks(root)}


def test_a_card_of_another_profile_is_not_judged(tmp_path: Path) -> None:
    assert event_checks(tmp_path) == []


def test_a_table_that_may_travel_has_nothing_to_remedy(tmp_path: Path) -> None:
    findings = found(travelling(tmp_path))
    assert {id: finding.state for id, finding in findings.items()} == dict.fromkeys(
        ("root", "data", "log", "watchdog"), "ok"
    )
    assert "/dev/sda1" in findings["data"].what and "15 s" in findings["watchdog"].what


@pytest.mark.parametrize(
    ("was", "instead", "id", "says"),
    [
        ("overlay / overlay rw,lowerdir=/ro 0 0\n", "", "root", "writable (ext4)"),
        ("/dev/sda1 /var/lib/croupier ext4 rw,nosuid,nodev,noexec 0 0\n", "", "data", "no device of its own"),
        ("ext4 rw,nosuid", "ext4 ro,nosuid", "data", "read-only"),
        ("/dev/sda1", "overlay", "data", "like the root"),
    ],
)
def test_a_mount_that_is_not_as_it_should_be(
    tmp_path: Path, was: str, instead: str, id: str, says: str
) -> None:
    finding = found(travelling(tmp_path, MOUNTS.replace(was, instead)))[id]
    assert finding.state != "ok" and says in finding.what and finding.remedy


def test_a_log_that_another_file_puts_on_the_card(tmp_path: Path) -> None:
    """systemd reads the files of a folder by name; the last word counts."""
    write(travelling(tmp_path), "etc/systemd/journald.conf.d/zz.conf", "[Journal]\nStorage=persistent\n")
    assert found(tmp_path)["log"].state == "warn"


@pytest.mark.parametrize(("state", "setting"), [("inactive", "15"), ("active", "off"), ("active", "0")])
def test_a_watchdog_that_is_not_armed(tmp_path: Path, state: str, setting: str) -> None:
    root = travelling(tmp_path)
    write(root, "sys/class/watchdog/watchdog0/state", state)
    write(root, "etc/systemd/system.conf.d/croupier.conf", f"[Manager]\nRuntimeWatchdogSec={setting}\n")
    assert found(root)["watchdog"].state == "warn"


def test_no_watchdog_at_all(tmp_path: Path) -> None:
    root = travelling(tmp_path)
    (root / "sys/class/watchdog/watchdog0/state").unlink()
    assert found(root)["watchdog"].state == "warn"


def test_the_bus_tells_its_speed_by_the_device_tree(tmp_path: Path) -> None:
    assert bus_speed(tmp_path) == 0
    node = tmp_path / "sys/class/i2c-adapter/i2c-1/of_node"
    node.mkdir(parents=True)
    (node / "clock-frequency").write_bytes((400_000).to_bytes(4, "big"))
    assert bus_speed(tmp_path) == 400_000
