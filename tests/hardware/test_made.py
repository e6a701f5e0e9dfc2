"""Committed drawings, tables and lists are what the pin table and the boards say now."""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from drivers import pins
from hardware.make import __main__ as make
from hardware.make import bom, harness
from hardware.make.board import FREE, Part
from hardware.make.hub_board import hub_board
from hardware.make.pod_board import pod_board
from hardware.make.route import wires
from hardware.make.tables import filled

HARDWARE = Path(make.HARDWARE)
SVG = "{http://www.w3.org/2000/svg}"


def test_nothing_is_stale() -> None:
    assert make.stale() == []


def test_check_names_a_stale_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(make, "files", lambda: {"wiring.md": "other"})
    assert make.main(["--check"]) == 1
    assert "hardware/wiring.md is stale: run `make hardware`" in capsys.readouterr().err


def test_a_mark_that_nobody_makes_is_an_error() -> None:
    with pytest.raises(KeyError, match="nonsense"):
        filled("<!-- made: nonsense -->\n<!-- end: nonsense -->")


def test_wiring_page_names_every_pin_once() -> None:
    page = (HARDWARE / "wiring.md").read_text()
    for pin in pins.PINS:
        assert page.count(f"| {pin.name} | {pin.bcm} | {pin.physical} |") == 1
    for key, (port, bit) in pins.EXPANDER_KEYS.items():
        assert re.search(rf"\| GP{port}{bit} \| \d+ \| {re.escape(key)} \|", page)


def texts(path: Path) -> list[str]:
    return ["".join(node.itertext()) for node in ElementTree.parse(path).iter(f"{SVG}text")]


@pytest.mark.parametrize("board", [pod_board(), hub_board()], ids=["pod", "hub"])
def test_board_drawing_shows_every_part_and_numbers_every_wire(board) -> None:  # type: ignore[no-untyped-def]
    words = texts(HARDWARE / "boards" / f"{board.name}.svg")
    shown = " ".join(words)
    assert all(re.search(rf"\b{part.ref}\b", shown) for part in board.parts)
    numbers = [str(n) for n in range(1, len(wires(board)) + 1)]
    drawn = Counter(words)
    assert all(drawn[number] >= 1 for number in numbers)
    page = (HARDWARE / "boards" / f"{board.name}.md").read_text()
    assert re.findall(r"^\| (\d+) \|", page, flags=re.M) == numbers


def test_ribbon_harness_says_what_the_pin_table_says() -> None:
    data = yaml.safe_load((HARDWARE / "wiring" / "ribbon.yml").read_text())
    pi, hub = data["connectors"]["PI"], data["connectors"]["HUB"]
    at_pi = dict(zip(pi["pins"], pi["pinlabels"], strict=True))
    at_hub = dict(zip(hub["pins"], hub["pinlabels"], strict=True))
    for pin in pins.PINS:
        assert at_pi[pin.physical] == f"GPIO{pin.bcm}" and at_hub[pin.physical] == pin.name.upper()
    for place in set(at_pi) - {pin.physical for pin in pins.PINS}:
        assert place in pins.POWER_PINS[at_pi[place]] and at_hub[place] == at_pi[place]
    left, wire, right = (next(iter(part.values())) for part in data["connections"][0])
    assert left == right == pi["pins"] and wire == list(range(1, len(left) + 1))


def test_pod_cable_never_pairs_clock_with_data() -> None:
    data = yaml.safe_load((HARDWARE / "wiring" / "pod-cable.yml").read_text())
    hub, pod = data["connectors"]["HUB"]["pinlabels"], data["connectors"]["POD"]["pinlabels"]
    assert hub == pod == [pad.net for pad in pod_board().part("J1").pads]
    for a, b in ((1, 2), (3, 6), (4, 5), (7, 8)):  # the twisted pairs of T568B
        assert {hub[a - 1], hub[b - 1]} & {"GND"}
    assert data["cables"]["PATCH"]["length"] <= 2


@pytest.mark.parametrize("name", ["ribbon", "pod-cable", "panel"])
def test_harness_picture_carries_every_label_of_its_data(name: str) -> None:
    data = yaml.safe_load((HARDWARE / "wiring" / f"{name}.yml").read_text())
    words = set(texts(HARDWARE / "wiring" / f"{name}.svg"))
    for designator, connector in data["connectors"].items():
        assert designator in words
        assert {str(label) for label in connector["pinlabels"]} <= words


@pytest.mark.slow
def test_wireviz_draws_the_same_again(tmp_path: Path) -> None:
    for path, text in harness.harness_files().items():
        (tmp_path / Path(path).name).write_text(text)
    for drawn in harness.render(tmp_path):
        assert sorted(texts(drawn)) == sorted(texts(HARDWARE / "wiring" / drawn.name))


LISTED = bom.items(HARDWARE / "bom")


def kind(board: str, part: Part) -> str:
    """What `refs` in parts.toml call a part: by its kind where the value is a label only."""
    if part.shape == "key":
        return f"{board}:key"
    if re.fullmatch(r"J[1-7]", part.ref) and board == "hub":
        return "hub:socket"
    return f"{board}:{part.value}"


@pytest.mark.parametrize("seats", bom.SEATS)
def test_parts_list_covers_both_boards(seats: int) -> None:
    need: Counter[str] = Counter()
    for part in pod_board().parts:
        need[kind("pod", part)] += seats
    for part in hub_board().parts:
        pod = re.fullmatch(r"(?:J|RD|RC|F|D)([1-7])", part.ref)
        if (pod is None or int(pod[1]) <= seats) and (part.ref != "U2" or seats >= 4):
            need[kind("hub", part)] += 1
    owners = {ref: item for item in LISTED for ref in item.refs}
    assert set(need) <= set(owners), "every part on a plan is in the list"
    for item in LISTED:
        if item.refs and "generic" not in item.number:
            assert item.count(seats) >= sum(need[ref] for ref in item.refs), item.name


@pytest.mark.parametrize("seats", bom.SEATS)
def test_csv_sums_up_and_calls_prices_estimates(seats: int) -> None:
    with (HARDWARE / "bom" / f"{seats}-seats.csv").open() as file:
        head, *rows, last = csv.reader(file)
    assert all("estimate" in name for name in head if "USD" in name) and "estimated" in last[0]
    assert math.isclose(sum(float(row[5]) for row in rows), float(last[5]), abs_tol=0.5)
    assert all(float(row[4]) * int(row[1]) == pytest.approx(float(row[5])) and row[2] for row in rows)


def test_regulator_is_bought_from_four_pods_on() -> None:
    """A pod takes 40 mA; the Pi's 3V3 pin is good for three."""
    regulator = next(item for item in LISTED if "hub:TSR 1-2433" in item.refs)
    assert regulator.count(3) == 0 and regulator.count(4) == 1


def test_only_spare_legs_of_the_expander_are_free_on_a_pod() -> None:
    assert {part.ref for part, pad in pod_board().pads() if pad.net == FREE} == {"U1"}
