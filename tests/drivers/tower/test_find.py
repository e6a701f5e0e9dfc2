"""Which port is tried when."""

from __future__ import annotations

from pathlib import Path

from drivers.tower.find import Candidates


def test_no_folder_no_port(tmp_path: Path) -> None:
    assert Candidates(tmp_path / "by-id").next(0) is None


def test_every_port_gets_its_turn_and_strangers_wait_longer_and_longer(tmp_path: Path) -> None:
    for name in ("usb-a", "usb-b"):
        (tmp_path / name).touch()
    candidates, tries = Candidates(tmp_path), []
    for second in range(40):
        if path := candidates.next(second):
            tries.append((second, path.name))
            candidates.failed(path, second)
    assert [second for second, name in tries if name == "usb-a"] == [0, 2, 4, 8, 16, 31]
    assert {name for _, name in tries} == {"usb-a", "usb-b"}


def test_a_port_that_answered_is_tried_at_once_again(tmp_path: Path) -> None:
    (tmp_path / "usb-a").touch()
    candidates = Candidates(tmp_path)
    candidates.failed(tmp_path / "usb-a", 0)
    assert candidates.next(0.5) is None
    candidates.answered(tmp_path / "usb-a")
    assert candidates.next(0.5) == tmp_path / "usb-a"


def test_another_device_under_the_same_name_has_a_clean_record(tmp_path: Path) -> None:
    for device in ("tty1", "tty2"):
        (tmp_path / device).touch()
    folder = tmp_path / "by-id"
    folder.mkdir()
    (folder / "usb-a").symlink_to(tmp_path / "tty1")
    candidates = Candidates(folder)
    candidates.failed(folder / "usb-a", 0)
    assert candidates.next(0.5) is None
    (folder / "usb-a").unlink()
    (folder / "usb-a").symlink_to(tmp_path / "tty2")
    assert candidates.next(0.5) == folder / "usb-a"


def test_a_named_port_is_the_only_one_and_a_dangling_name_is_none(tmp_path: Path) -> None:
    (tmp_path / "usb-a").touch()
    (tmp_path / "usb-b").symlink_to(tmp_path / "gone")
    assert Candidates(tmp_path, tmp_path / "usb-a").next(0) == tmp_path / "usb-a"
    assert Candidates(tmp_path, tmp_path / "usb-b").next(0) is None
