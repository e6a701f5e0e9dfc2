"""The cables as WireViz data: the ribbon between Pi and hub, and the cable of one pod. `make wiring` draws them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from drivers.pins import PINS, POWER_PINS, Pin
from hardware.make.hub_board import hub_board
from hardware.make.pod_board import CABLE, OLED

TWISTED = ("WHOG", "OG", "WHGN", "BU", "WHBU", "GN", "WHBN", "BN")
"""Colours of contacts 1..8 in an EIA/TIA-568-B patch cable."""
SUPPLY_USED = (1, 2, 6, 39)
"""Supply pins shown in the harness; the ribbon joins them all."""
HEAD = "# Made by `make hardware` from drivers/pins.py and the boards; do not edit.\n"


def ribbon() -> dict[str, Any]:
    """Pi header ↔ hub board J0, wire by wire, with colours and the words of the pin table."""
    supply = {place: name for name, places in POWER_PINS.items() for place in places}
    used: dict[int, Pin | str] = {pin.physical: pin for pin in PINS} | {p: supply[p] for p in SUPPLY_USED}
    places = sorted(used)
    labels = [f"GPIO{pin.bcm}" if isinstance(pin := used[place], Pin) else pin for place in places]
    uses = [pin.name.upper() if isinstance(pin := used[place], Pin) else pin for place in places]
    count = len(places)
    pi = {"type": "Raspberry Pi", "subtype": "40-pin header", "pins": places, "pinlabels": labels}
    hub = {"type": "Hub board J0", "subtype": "2×20 box header", "pins": places, "pinlabels": uses}
    cable = {
        "type": "40-way ribbon, 1:1, at most 20 cm",
        "wirecount": count,
        "colors": [_ribbon_colour(used[place]) for place in places],
        "show_wirecount": False,
        "notes": "only the wires that are used are drawn",
    }
    wires = list(range(1, count + 1))
    return {
        "connectors": {"PI": pi, "HUB": hub},
        "cables": {"RIBBON": cable},
        "connections": [[{"PI": places}, {"RIBBON": wires}, {"HUB": places}]],
    }


def pod_cable() -> dict[str, Any]:
    """Hub socket ↔ pod board J1 over a patch cable, and pod board J2 ↔ screen."""
    eight = list(range(1, 9))
    socket = {"type": "RJ45 socket", "pins": eight, "pinlabels": list(CABLE)}
    names = [name for name, _ in OLED]
    nets = [net for _, net in OLED]
    count = list(range(1, len(OLED) + 1))
    colours = {"GND": "BK", "3V3": "RD", "SCL": "YE", "SDA": "BU", "RST": "VT"}
    return {
        "connectors": {
            "HUB": socket | {"subtype": "hub, pods 1 to 7", "notes": "NOT Ethernet: label it"},
            "POD": socket | {"subtype": "pod board J1"},
            "J2": {"type": "Pod board J2", "pins": count, "pinlabels": nets},
            "OLED": {
                "type": "2.42 inch OLED module",
                "subtype": "set to I2C",
                "pins": count,
                "pinlabels": names,
                "notes": "order differs between makers: go by the names",
            },
        },
        "cables": {
            "PATCH": {
                "type": "Cat5e patch cable, straight (T568B both ends)",
                "length": 2,
                "gauge": "26 AWG",
                "colors": list(TWISTED),
                "notes": "pairs 1-2 SDA+GND, 3-6 SCL+GND, 4-5 3V3+GND, 7-8 INT+GND",
            },
            "SCREEN": {
                "type": "jumper wires, socket to socket",
                "length": 0.1,
                "colors": [colours[net] for net in nets],
            },
        },
        "connections": [
            [{"HUB": eight}, {"PATCH": eight}, {"POD": eight}],
            [{"J2": count}, {"SCREEN": count}, {"OLED": count}],
        ],
    }


def panel() -> dict[str, Any]:
    """Hub board ↔ what sits in the hub's wall: piezo, lamp, HOST key, shutdown key, and a wired tower."""
    board = hub_board()
    away = {
        "JB": "piezo, passive",
        "JL": "lamp (LED)",
        "JH": "HOST key",
        "JS": "shutdown key",
        "JT": "wired tower",
    }
    tones = {
        "GND": "BK",
        "PIEZO": "OG",
        "LAMPR": "YE",
        "HOST": "BU",
        "SHUTDOWN": "RD",
        "UART_TX": "GN",
        "UART_RX": "WH",
    }
    connectors: dict[str, Any] = {}
    cables: dict[str, Any] = {}
    connections = []
    for ref, what in away.items():
        nets = [pad.net for pad in board.part(ref).pads]
        pins = list(range(1, len(nets) + 1))
        far = {"UART_TX": "RX", "UART_RX": "TX", "LAMPR": "anode (long)"}
        ends = ["cathode" if ref == "JL" and net == "GND" else far.get(net, net) for net in nets]
        connectors[ref] = {"type": f"Hub board {ref}", "pins": pins, "pinlabels": nets}
        connectors[f"{ref}X"] = {"type": what, "pins": pins, "pinlabels": ends}
        cables[f"W{ref}"] = {"wirecount": len(pins), "length": 0.15, "colors": [tones[net] for net in nets]}
        connections.append([{ref: pins}, {f"W{ref}": pins}, {f"{ref}X": pins}])
    return {"connectors": connectors, "cables": cables, "connections": connections}


def harness_files() -> dict[str, str]:
    """Path under `hardware/` → YAML text."""
    found = {"ribbon": ribbon(), "pod-cable": pod_cable(), "panel": panel()}
    return {f"wiring/{name}.yml": HEAD + _dump(data) for name, data in found.items()}


def render(folder: Path) -> list[Path]:
    """Draw every harness in `folder` as SVG with the wireviz command. Needs wireviz and Debian's graphviz."""
    tool = str(Path(sys.executable).with_name("wireviz"))
    sources = sorted(folder.glob("*.yml"))
    for source in sources:
        try:
            subprocess.run([tool, "-f", "s", str(source)], check=True, capture_output=True, text=True)
        except FileNotFoundError as error:
            raise SystemExit("wireviz is missing: pip install -e .[dev], apt-get install graphviz") from error
        except subprocess.CalledProcessError as error:
            raise SystemExit(f"wireviz refuses {source.name}: {error.stderr.strip()[-400:]}") from error
    return [source.with_suffix(".svg") for source in sources]


def _dump(data: dict[str, Any]) -> str:
    plain = json.loads(json.dumps(data))  # no shared lists, which YAML would write as aliases
    return str(yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=110))


def _ribbon_colour(what: Pin | str) -> str:
    if isinstance(what, str):
        return {"GND": "BK", "3V3": "RD", "5V": "PK"}[what]
    by_use = {"i2c": "BU", "input": "GN", "output": "OG", "pwm": "YE", "uart": "VT", "overlay": "BN"}
    return by_use[what.use]
