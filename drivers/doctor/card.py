"""This card: boot settings, devices, groups, packages and their conflicts.

Everything is read below `root` and from a `Machine`, so a folder and a struct stand for any Pi.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

import msgspec

from drivers.doctor.finding import Finding, State
from drivers.gpio.factory import EMPTY_LGPIO, NO_LGPIO, PinsUnavailable, find_chip, model
from drivers.pins import CHANNEL_BASE, MUX_ADDRESS, OVERLAYS, SCL, SHUTDOWN, TRUNK_BUS

GROUPS = {
    "gpio": "pins",
    "i2c": "pods",
    "dialout": "a dice tower",
    "input": "the shutdown key and number pads",
}
PACKAGES = ("gpiozero", "luma.oled", "smbus2")
_DEFAULTS = {f"addr=0x{MUX_ADDRESS:02x}", "active_low=1", "gpio_pull=up"}
"""Parameters that the overlays take on themselves if nothing is said (raspberrypi/firmware, overlays/README)."""
_CONFIGS = ("boot/firmware/config.txt", "boot/config.txt")
_WATCHED = (*PACKAGES, "lgpio", "RPi.GPIO", "rpi-lgpio", "pillow")


class Machine(msgspec.Struct, frozen=True):
    """What cannot be read from files alone. `packages` maps a distribution's name to its version; `empty_lgpio` says
    that the module lgpio has no `gpiochip_open`; `factory` is the environment's GPIOZERO_PIN_FACTORY."""

    packages: Mapping[str, str]
    groups: frozenset[str]
    empty_lgpio: bool = False
    python: tuple[int, int] = (3, 11)
    kernel: tuple[int, int] = (6, 6)
    factory: str = ""
    root_user: bool = False


def this_machine() -> Machine:
    """The machine this process runs on."""
    import grp

    return Machine(
        packages=_installed(),
        groups=frozenset(grp.getgrgid(number).gr_name for number in (*os.getgroups(), os.getegid())),
        empty_lgpio=_empty_lgpio(),
        python=sys.version_info[:2],
        kernel=_kernel(os.uname().release),
        factory=os.environ.get("GPIOZERO_PIN_FACTORY", ""),
        root_user=os.geteuid() == 0,
    )


def card_checks(root: Path, machine: Machine, pods: tuple[int, ...] = (1, 2, 3, 4)) -> list[Finding]:
    """All checks of the card, for a table with these pods."""
    return [
        *_board(root),
        *_config(root),
        *_devices(root, pods),
        *_groups(machine),
        *_packages(machine),
        *_conflicts(root, machine),
        _chip(root),
    ]


def _found(id: str, state: State, what: str, remedy: str = "") -> Finding:
    return Finding(id, "card", "probed", state, what, remedy)


def _board(root: Path) -> list[Finding]:
    name = model(root)
    if name.startswith("Raspberry Pi"):
        return [_found("board", "ok", name)]
    what = f"this is no Raspberry Pi ({name or 'no device tree'})"
    return [_found("board", "warn", what, "play with croupier sim, or with phones as pods")]


def _config(root: Path) -> list[Finding]:
    """The lines of config.txt that the table needs, and those that would break it."""
    path = next((root / name for name in _CONFIGS if (root / name).is_file()), None)
    if path is None:
        where = " or ".join("/" + name for name in _CONFIGS)
        return [_found("config", "fail", f"no {where} here", "write the card with Raspberry Pi OS")]
    lines = [line.split("#", 1)[0].strip() for line in path.read_text(errors="replace").splitlines()]
    findings = [_overlay(needed, lines) for needed in OVERLAYS]
    for line in lines:
        shutdown = re.match(r"dtoverlay=gpio-shutdown\b(?:.*\bgpio_pin=(\d+))?", line)
        if shutdown and int(shutdown[1] or SCL.bcm) == SCL.bcm:
            what = f"gpio-shutdown sits on GPIO{SCL.bcm}, which is SCL: the first transfer shuts the Pi down"
            findings.append(
                _found("config.shutdown_on_scl", "fail", what, f"give it gpio_pin={SHUTDOWN.bcm}")
            )
    return findings


def _overlay(needed: str, lines: list[str]) -> Finding:
    kind, _, rest = needed.partition("=")
    name, *parameters = re.split(r"[,=]", rest) if kind == "dtparam" else rest.split(",")
    id = f"config.{name}"
    for line in lines:
        if line == needed or _same_overlay(line, kind, name, parameters):
            return _found(id, "ok", line)
    return _found(
        id, "fail", f"config.txt lacks: {needed}", "croupier install writes it (--dry-run shows it)"
    )


def _same_overlay(line: str, kind: str, name: str, parameters: list[str]) -> bool:
    """The same overlay with at least these parameters, in any order. Bus speeds may differ: they are a choice."""
    have, _, rest = line.partition("=")
    if have != kind:
        return False
    if kind == "dtparam":
        got, _, value = rest.partition("=")
        return got == name and (value in parameters or name.endswith("baudrate"))
    got, *given = rest.split(",")
    said = {parameter.partition("=")[0] for parameter in given}
    missing = set(parameters) - set(given)
    return got == name and all(p in _DEFAULTS and p.partition("=")[0] not in said for p in missing)


def _devices(root: Path, pods: tuple[int, ...]) -> list[Finding]:
    wanted = [TRUNK_BUS, *(CHANNEL_BASE + pod - 1 for pod in pods)]
    missing = [f"/dev/i2c-{number}" for number in wanted if not (root / f"dev/i2c-{number}").exists()]
    if not missing:
        return [_found("devices", "ok", f"all {len(wanted)} I2C buses are there")]
    remedy = "check the overlays above, that the multiplexer is wired and powered, and restart the Pi"
    return [_found("devices", "fail", f"missing: {' '.join(missing)}", remedy)]


def _groups(machine: Machine) -> list[Finding]:
    return [
        _found(f"group.{group}", "ok", f"this user may use {use}")
        if group in machine.groups or machine.root_user
        else _found(
            f"group.{group}",
            "warn" if group in ("dialout", "input") else "fail",
            f"this user is not in the group {group}, needed for {use}",
            f"sudo usermod -aG {group} $USER, then log in again",
        )
        for group, use in GROUPS.items()
    ]


def _packages(machine: Machine) -> list[Finding]:
    findings = [
        _found(f"package.{name}", "ok", f"{name} {machine.packages[name]}")
        if name in machine.packages
        else _found(f"package.{name}", "fail", f"{name} is not installed", "pip install 'croupier[pi]'")
        for name in PACKAGES
    ]
    if machine.empty_lgpio:
        what, _, remedy = EMPTY_LGPIO.partition(": ")
        findings.append(_found("package.lgpio", "fail", what, remedy))
    elif "lgpio" in machine.packages:
        findings.append(_found("package.lgpio", "ok", f"lgpio {machine.packages['lgpio']}"))
    else:
        what, _, remedy = NO_LGPIO.partition(": ")
        state: State = "warn" if "RPi.GPIO" in machine.packages else "fail"
        findings.append(_found("package.lgpio", state, what, remedy))
    return findings


def _conflicts(root: Path, machine: Machine) -> list[Finding]:
    findings = []
    old, drop_in = "RPi.GPIO" in machine.packages, "rpi-lgpio" in machine.packages
    if old and drop_in:
        what = "RPi.GPIO and rpi-lgpio are both installed: they own the same files, removing one breaks the other"
        remedy = "pip uninstall -y RPi.GPIO rpi-lgpio, then install the one that is wanted (or neither)"
        findings.append(_found("conflict.rpi_gpio", "fail", what, remedy))
    elif old and "Raspberry Pi 5" in model(root):
        what = "RPi.GPIO cannot drive a Raspberry Pi 5"
        findings.append(_found("conflict.rpi_gpio", "fail", what, "pip uninstall RPi.GPIO; pins: lgpio"))
    elif old and machine.kernel >= (6, 6):
        what = f"RPi.GPIO detects no edges on kernel {machine.kernel[0]}.{machine.kernel[1]}"
        findings.append(_found("conflict.rpi_gpio", "warn", what, "pip uninstall RPi.GPIO; pins: lgpio"))
    if machine.factory and machine.factory != "lgpio":
        what = f"GPIOZERO_PIN_FACTORY is {machine.factory}: other programs here use another library"
        findings.append(_found("fallback", "warn", what, "unset it; croupier names its own factory anyway"))
    return findings or [_found("conflicts", "ok", "no packages that get into each other's way")]


def _chip(root: Path) -> Finding:
    try:
        return _found("gpiochip", "ok", f"the header is /dev/gpiochip{find_chip(root)}")
    except PinsUnavailable as why:
        return _found("gpiochip", "fail", str(why), "play with croupier sim where there is no header")


def _installed() -> dict[str, str]:
    versions = {}
    for name in _WATCHED:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return versions


def _empty_lgpio() -> bool:
    """The module can be found but has nothing in it: pip's answer where there is no wheel."""
    try:
        import lgpio
    except ImportError:
        return "lgpio" in _installed()
    return not hasattr(lgpio, "gpiochip_open")


def _kernel(release: str) -> tuple[int, int]:
    numbers = re.match(r"(\d+)\.(\d+)", release)
    return (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)
