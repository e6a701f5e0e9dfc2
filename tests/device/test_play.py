"""`croupier play`: many games between bots, told as a table, as JSON and as a picture."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from device.cli import main
from device.commands.play import Played, summed
from device.plot import histogram
from rules.games import GAMES


def played(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    assert main(["play", *args, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


@pytest.mark.parametrize("game", GAMES)
def test_every_game(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = played(capsys, game, "--games", "4", "--seed", "7")
    assert (told["game"], told["seed"], told["summary"]["games"]) == (game, 7, 4)
    assert all(p["bots"] == ["plain"] * 4 and len(p["totals"]) == 4 for p in told["games"])
    won = sum(told["summary"]["seats"])
    assert won == pytest.approx(1 - told["summary"]["unwon"] / 4)
    assert played(capsys, game, "--games", "4", "--seed", "7") == told
    assert played(capsys, game, "--games", "4", "--seed", "8") != told


def test_bots_move_on_by_a_seat(capsys: pytest.CaptureFixture[str]) -> None:
    told = played(capsys, "forty-eight", "--bots", "search,random,plain", "--games", "3", "--playouts", "2")
    assert [p["bots"] for p in told["games"]] == [
        ["search", "random", "plain"],
        ["plain", "search", "random"],
        ["random", "plain", "search"],
    ]
    assert set(told["summary"]["bots"]) == {"plain", "random", "search"}


def test_bots_are_repeated_until_the_table_is_full(capsys: pytest.CaptureFixture[str]) -> None:
    told = played(capsys, "forty-eight", "--bots", "plain,random", "--seats", "5", "--games", "1")
    assert told["games"][0]["bots"] == ["plain", "random", "plain", "random", "plain"]


def test_a_summary_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "bull-rally", "--bots", "plain,random", "--games", "2"]) == 0
    out = capsys.readouterr().out
    assert "bull-rally: 2 games" in out
    assert "plain" in out
    assert "random" in out
    assert "wins by seat" in out


def test_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.svg"
    assert main(["play", "forty-eight", "--bots", "plain,random", "--games", "5", "--plot", str(file)]) == 0
    root = ET.fromstring(file.read_text())
    words = {e.text for e in root.iter() if e.text}
    assert {"totals", "wins a seat, by bot", "wins by seat", "entries a game", "plain", "random"} <= words
    for bar in root.iter("{http://www.w3.org/2000/svg}rect"):
        assert float(bar.get("height", "0")) >= 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--bots", "clever"], "no bot is called 'clever'"),
        (["--bots", "plain,"], "no bot is called ''"),
        (["--seats", "6"], "forty-eight is for 3 to 5 seats, not 6"),
        (["--seats", "2"], "forty-eight is for 3 to 5 seats, not 2"),
        (["--seats", "3", "--bots", "plain,plain,plain,random"], "names 4 bots for 3 seats"),
        (["--games", "0"], "1 or more"),
        (["--plot", "games.gif"], "only SVG is drawn"),
    ],
)
def test_wrong_use(args: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "forty-eight", *args]) == 2
    assert message in capsys.readouterr().err


def test_a_place_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nowhere" / "games.svg"
    assert main(["play", "forty-eight", "--games", "1", "--plot", str(file)]) == 74
    assert "name another file" in capsys.readouterr().err


def test_shared_wins_count_in_part() -> None:
    told = summed(
        [
            Played(("plain", "random", "plain"), (1, 2), (5, 5, 1), 40),
            Played(("plain", "plain", "random"), (), (3, 3, 3), 60),
        ]
    )
    assert told["seats"] == [0.25, 0.25, 0]
    assert told["bots"]["plain"]["wins"] == pytest.approx(0.5 / 4)
    assert told["bots"]["random"] == {"wins": pytest.approx(0.25), "total": pytest.approx(4)}
    assert (told["entries"], told["unwon"]) == (50, 1)


def test_a_histogram_holds_every_value() -> None:
    panel = histogram("totals", {"a": [-3, 0, 40], "b": [7]})
    for _, bars in panel.groups:
        assert sum(height for _, height in bars) == pytest.approx(1)
