"""The update, with a board that is a dictionary."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from drivers.tower.firmware import FOLDER
from firmware import flash
from tests.micropython.pico import RESTARTED, Pico, pico

__all__ = ["pico"]


class Board:
    """What mpremote would do to a board's files."""

    def __init__(self, spoils: str = "") -> None:
        self.files: dict[str, bytes] = {}
        self.spoils = spoils

    def run(self, port: Path, *words: str) -> str:
        match words:
            case ("fs", "cp", "--force", local, remote):
                data = Path(local).read_bytes()
                self.files[remote[1:]] = data[:-1] if remote[1:] == self.spoils else data
                return ""
            case ("fs", "sha256sum", remote):
                return f"sha256sum {remote}\n{hashlib.sha256(self.files[remote[1:]]).hexdigest()}\n"
        raise AssertionError(words)


def test_every_file_arrives_and_main_is_last() -> None:
    board = Board()
    flash.copy(Path("/dev/null"), board.run)
    assert board.files == {path.name: path.read_bytes() for path in FOLDER.glob("*.py")}
    assert list(board.files)[-1] == "main.py"


def test_a_file_that_arrives_damaged_stops_the_update_before_main() -> None:
    board = Board(spoils="tower.py")
    with pytest.raises(flash.FlashError, match=r"tower.py did not arrive whole"):
        flash.copy(Path("/dev/null"), board.run)
    assert "main.py" not in board.files


@pytest.mark.parametrize("names", [[], ["usb-MicroPython_a", "usb-MicroPython_b"], ["usb-Printer"]])
def test_the_port_is_never_guessed(tmp_path: Path, names: list[str]) -> None:
    for name in names:
        (tmp_path / name).touch()
    with pytest.raises(flash.FlashError, match="name the port"):
        flash.find(tmp_path)


def test_the_one_board_is_found(tmp_path: Path) -> None:
    for name in ("usb-MicroPython_a", "usb-Printer"):
        (tmp_path / name).touch()
    assert flash.find(tmp_path) == tmp_path / "usb-MicroPython_a"


def test_a_playing_tower_is_asked_into_safe_mode(pico: Pico) -> None:
    pico.plug()
    flash.leave_play(next(pico.by_id.iterdir()))
    assert pico.exit_status() == RESTARTED


def test_a_port_that_refuses_is_74(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert flash.main([str(tmp_path / "nothing")]) == 74
    assert "nothing" in capsys.readouterr().err
