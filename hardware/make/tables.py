"""Tables inside the builder's pages, kept between marks: `<!-- made: NAME -->` … `<!-- end: NAME -->`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from drivers.pins import (
    CHANNEL_BASE,
    EXPANDER_ADDRESS,
    EXPANDER_KEYS,
    EXPANDER_LAMPS,
    HEADER_COMMONS,
    HEADER_KEYS,
    MUX_ADDRESS,
    OLED_ADDRESS,
    OVERLAYS,
    PINS,
    POWER_PINS,
    TRUNK_BUS,
)
from hardware.make.hub_board import PODS
from hardware.make.pod_board import CABLE, OLED, expander_pin

PAGES = ("wiring.md", "install.md")
"""Pages under `hardware/` that hold made tables."""


def pin_table() -> str:
    """Every wire between the Pi's header and the hub."""
    rows: list[tuple[str, ...]] = [
        (p.name, str(p.bcm), str(p.physical), p.use, p.pull, p.active, p.what) for p in PINS
    ]
    rows += [(name, "", ", ".join(map(str, at)), "supply", "", "", "") for name, at in POWER_PINS.items()]
    return table(("wire", "BCM", "pin", "use", "at rest", "active", "what it is"), rows)


def expander_table() -> str:
    """Every used leg of the pod's MCP23017."""
    rows = [
        (f"GP{port}{bit}", str(expander_pin(port, bit)), key) for key, (port, bit) in EXPANDER_KEYS.items()
    ]
    for number, (port, bit) in enumerate(EXPANDER_LAMPS, 1):
        rows.append((f"GP{port}{bit}", str(expander_pin(port, bit)), f"lamp {number} (output, through 1 kΩ)"))
    return table(("expander pin", "leg", "key or lamp"), rows)


def cable_table() -> str:
    """Contacts of the pod cable with the colours of a T568B patch cable."""
    colours = ("white/orange", "orange", "white/green", "blue", "white/blue", "green", "white/brown", "brown")
    rows = [(str(i), net, colour) for i, (net, colour) in enumerate(zip(CABLE, colours, strict=True), 1)]
    return table(("contact", "wire", "colour (T568B)"), rows)


def oled_table() -> str:
    """Pod board J2 to the screen module."""
    return table(("J2", "module", "net"), [(str(i), name, net) for i, (name, net) in enumerate(OLED, 1)])


def bus_table() -> str:
    """Addresses, and which bus number each pod has."""
    rows = [
        (f"/dev/i2c-{TRUNK_BUS}", f"0x{MUX_ADDRESS:02X}", "multiplexer TCA9548A on the hub"),
        *(
            (
                f"/dev/i2c-{CHANNEL_BASE + n}",
                f"0x{EXPANDER_ADDRESS:02X}, 0x{OLED_ADDRESS:02X}",
                f"pod {n + 1}: keys, screen",
            )
            for n in range(PODS)
        ),
    ]
    return table(("bus", "address", "what answers"), rows)


def header_keys_table() -> str:
    """Keys straight on the header, for a bench without an expander."""
    rows = [(key, str(bcm), str(physical)) for key, (bcm, physical) in HEADER_KEYS.items()]
    rows += [(f"common {i}", str(bcm), str(physical)) for i, (bcm, physical) in enumerate(HEADER_COMMONS, 1)]
    return table(("key", "BCM", "pin"), rows)


def config_block() -> str:
    """What the installer writes into config.txt."""
    return "\n".join(["```ini", "# croupier begin", "[all]", *OVERLAYS, "# croupier end", "```"])


MADE = {
    "pins": pin_table,
    "expander": expander_table,
    "cable": cable_table,
    "oled": oled_table,
    "buses": bus_table,
    "header-keys": header_keys_table,
    "config": config_block,
}


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines: list[tuple[str, ...]] = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def filled(text: str) -> str:
    """A page with every made table written anew. KeyError for a mark nobody makes."""

    def fill(match: re.Match[str]) -> str:
        name = match[1]
        return f"<!-- made: {name} -->\n{MADE[name]()}\n<!-- end: {name} -->"

    return re.sub(r"<!-- made: ([\w-]+) -->.*?<!-- end: \1 -->", fill, text, flags=re.S)


def page_files(folder: Path) -> dict[str, str]:
    """Path under `hardware/` → text of the pages that hold tables."""
    return {name: filled((folder / name).read_text()) for name in PAGES}
