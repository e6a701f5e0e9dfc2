"""The disk refuses for a while: nothing unconfirmed is shown, and the game goes on when it can be written again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from device.settings import PaceSettings
from device.table.journal import CommitFailed
from drivers.ports import OK
from tests.device.evening import Evening


class Disk:
    """Makes an evening's journal refuse while `full`."""

    def __init__(self, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        commit = evening.table.journal.commit

        def refusing(*args: object) -> None:
            if self.full:
                raise CommitFailed("database or disk is full")
            commit(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(evening.table.journal, "commit", refusing)


def test_a_key_that_could_not_be_written_changes_nothing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(evening, monkeypatch)
    evening.start("bull-rally", 2)
    disk.full = True
    evening.press(2, OK)
    assert evening.fold.state.ready == (False, False)
    assert evening.crank.board()["faults"] == ["journal: database or disk is full"]
    disk.full = False
    evening.press(2, OK)
    assert evening.fold.state.ready == (False, True)
    assert evening.crank.board()["faults"] == []


def test_a_window_closes_when_the_disk_is_back(
    evenings: Callable[..., Evening], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = evenings(pace=PaceSettings(lead_in=0, bot=600, nudge=0, idle=0))
    disk = Disk(evening, monkeypatch)
    evening.start("bull-rally", 2)
    evening.press(1, OK)
    evening.press(2, OK)
    evening.press(1, "+1", gap=0.1)
    disk.full = True
    evening.wait(15)
    assert evening.fold.state.phase == "trade"
    disk.full = False
    evening.wait(1.1)
    assert evening.fold.state.phase != "trade"
    assert evening.fold.state.purses[0].shares[0] == 1


def test_bots_try_again(evenings: Callable[..., Evening], monkeypatch: pytest.MonkeyPatch) -> None:
    evening = evenings()
    disk = Disk(evening, monkeypatch)
    evening.start("forty-eight", 1, seats=3, first=2)
    disk.full = True
    evening.wait(5)
    assert evening.fold.count == 0
    disk.full = False
    evening.wait(2)
    assert evening.fold.count > 0


def test_a_sealed_bid_that_could_not_be_written_is_asked_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(evening, monkeypatch)
    evening.start("forty-eight", 3, first=1)
    evening.press(1, OK)
    evening.hold(2, f"+3 {OK}")
    evening.hold(3, f"+2 {OK}")
    disk.full = True
    evening.wait(3)
    assert evening.crank.tasks.held is None and evening.fold.state.phase == "bid"
    disk.full = False
    evening.hold(3, f"+2 {OK}")
    evening.wait(2.1)
    assert evening.fold.state.phase == "topdown"


def test_what_breaks_in_a_turn_loses_nothing_of_it(evening: Evening) -> None:
    evening.start("bull-rally", 2)

    def broken() -> None:
        raise RuntimeError("a fault of ours")

    evening.crank.post(broken)
    evening.pods[2].press(OK, evening.alarm.now() + 1)
    with pytest.raises(RuntimeError):
        evening.wait(0)
    assert evening.fold.state.ready == (False, True)
    assert evening.table.read_game(1).count == 1
