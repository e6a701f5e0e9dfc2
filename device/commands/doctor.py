"""`croupier doctor`, `croupier bringup`, `croupier pins`: is this card set up, is this board good, what goes where."""

from __future__ import annotations

import argparse
import queue
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from device.exits import FINE, REFUSED, CroupierError, Refused, WrongUse
from device.settings import Settings, load
from device.table.salvage import lock
from drivers.bringup import Bringup
from drivers.doctor import (
    Finding,
    Rate,
    board_checks,
    bus_speed,
    card_checks,
    error_rates,
    event_checks,
    rate_findings,
    this_machine,
    worst,
)
from drivers.i2c.bus import LinuxBus
from drivers.pi import open_pi, wirings
from drivers.pins import EXPANDER_KEYS, EXPANDER_LAMPS, HEADER_COMMONS, HEADER_KEYS, PINS, POWER_PINS
from drivers.ports import Event, Frame

FEW, MANY = 200, 10_000
"""Transfers a pod when errors are counted: by itself, and with --rates."""
LABELS = "bull-rally prompt trade orders"
"""Six stocks with tickers and prices: the busiest page."""
RATES = "rates.json"
"""Beside the journal: the newest error rates of each pod by speed."""
MARKS = {"ok": "✓", "warn": "!", "fail": "✗", "skip": "-"}


def add(commands: Any) -> None:
    """Declare the commands."""
    doctor = commands.add_parser("doctor", help="is this card set up, and is this board good?")
    doctor.add_argument("--settings", metavar="FILE", type=Path, help="settings file (TOML)")
    doctor.add_argument("--json", action="store_true", help="findings as JSON Lines")
    doctor.add_argument(
        "--root", metavar="DIR", type=Path, default=Path("/"), help="a card mounted elsewhere"
    )
    doctor.add_argument("--card-only", action="store_true", help="leave pods and wires alone")
    doctor.add_argument("--rates", action="store_true", help=f"count errors in {MANY} transfers a pod")
    doctor.set_defaults(run=_doctor)
    bringup = commands.add_parser("bringup", help="try what was soldered: picture, keys, lamps, buzzer")
    bringup.add_argument("--settings", metavar="FILE", type=Path, help="settings file (TOML)")
    bringup.add_argument("--pod", type=int, metavar="N", help="only this pod, alone on the hub")
    bringup.set_defaults(run=_bringup)
    pins = commands.add_parser("pins", help="which wire goes to which pin")
    pins.set_defaults(run=_pins)


def _doctor(args: argparse.Namespace) -> int:
    settings = load(args.settings)
    hardware = settings.pods.hardware()
    findings = [
        *card_checks(args.root, this_machine(), hardware.pods),
        *event_checks(args.root),
    ]
    if not args.card_only and args.root == Path("/"):
        findings += _board(settings, MANY if args.rates else FEW)
    for finding in findings:
        print(msgspec.json.encode(finding).decode() if args.json else told(finding))
    return REFUSED if worst(findings) == "fail" else FINE


def _board(settings: Settings, transfers: int) -> list[Finding]:
    """The board's checks, or why they are left out."""
    hardware = settings.pods.hardware()
    if not bus_there(hardware.trunk):
        what = f"there is no /dev/i2c-{hardware.trunk} here, or smbus2 is not installed: no pod was asked"
        return [Finding("board.wires", "board", "probed", "skip", what)]
    try:
        held = lock(settings.folder)
    except CroupierError as e:
        return [Finding("board.wires", "board", "probed", "skip", f"no pod was asked: {e}")]
    buses = {n: hardware.base + n - 1 if hardware.mux else hardware.trunk for n in hardware.pods}
    bus, parts = LinuxBus(buses, hardware.trunk), wirings(hardware)
    try:
        findings = board_checks(bus, parts)
        speed = bus_speed()
        answering = [w for w in parts if _state(findings, f"pod.{w.number}.expander") == "ok"]
        rates = error_rates(bus, answering, lambda hertz: None, (speed or settings.pods.speed,), transfers)
        known = remembered(settings.folder / RATES, rates)
        return [*findings, _speed(speed, settings.pods.speed), *rate_findings(known)]
    finally:
        bus.close()
        held.close()


def remembered(path: Path, rates: list[Rate]) -> list[Rate]:
    """These rates and those measured before at other speeds: a bus changes its speed only with a restart."""
    old = list[Rate]()
    with suppress(OSError, msgspec.MsgspecError):
        old = msgspec.json.decode(path.read_bytes(), type=list[Rate])
    measured = {(rate.pod, rate.speed) for rate in rates}
    known = [*(rate for rate in old if (rate.pod, rate.speed) not in measured), *rates]
    with suppress(OSError):
        path.write_bytes(msgspec.json.encode(known))
    return known


def bus_there(number: int) -> bool:
    """Whether this machine has the adapter, and the library to talk to it."""
    return find_spec("smbus2") is not None and Path(f"/dev/i2c-{number}").exists()


def _state(findings: list[Finding], id: str) -> str:
    return next((f.state for f in findings if f.id == id), "")


def _speed(found: int, wanted: int) -> Finding:
    """The bus runs at what config.txt says; the settings must say the same."""
    if found in (0, wanted):
        what = f"the bus runs at {found // 1000} kHz" if found else "the bus does not tell its speed"
        return Finding("bus.speed", "board", "probed", "ok" if found else "skip", what)
    remedy = f"speed = {found} in the settings, or another i2c_arm_baudrate in config.txt and a restart"
    what = f"the bus runs at {found // 1000} kHz, the settings say {wanted // 1000}"
    return Finding("bus.speed", "board", "probed", "warn", what, remedy)


def told(finding: Finding) -> str:
    """A finding as a person reads it: mark, how sure, what, and on a second line what to do."""
    line = f"{MARKS[finding.state]} {finding.area:5} {finding.how:9} {finding.id}: {finding.what}"
    return f"{line}\n    → {finding.remedy}" if finding.remedy else line


def _bringup(args: argparse.Namespace) -> int:
    settings = load(args.settings)
    if args.pod is not None and not 1 <= args.pod <= 7:
        raise WrongUse(f"--pod {args.pod}: pods are 1 to 7")
    hardware = settings.pods.hardware((args.pod,) if args.pod else ())
    if not sys.stdin.isatty():
        raise Refused("bringup asks a person: start it in a terminal")
    held = lock(settings.folder)
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    pi = open_pi(hardware, events.put)
    try:
        bringup = Bringup(pi, _waiter(events), _ask, print)
        findings = list[Finding]()
        for pod in hardware.pods:
            print(f"\nPod {pod}")
            small = hardware.panels.get(pod, hardware.panel) == "ssd1306"
            for finding in bringup.run(pod, labels() if small else None, hub=pod == hardware.pods[-1]):
                print(told(finding))
                findings.append(finding)
    finally:
        pi.close()
        held.close()
    return REFUSED if worst(findings) == "fail" else FINE


def _waiter(events: queue.SimpleQueue[Event]) -> Callable[[float], list[Event]]:
    def wait(seconds: float) -> list[Event]:
        time.sleep(seconds)
        return [events.get_nowait() for _ in range(events.qsize())]

    return wait


def _ask(question: str) -> bool:
    while (answer := input(f"{question} [y/n] ").strip().lower()[:1]) not in ("y", "n"):
        print("y or n, please")
    return answer == "y"


def labels() -> Frame:
    """A page with the table's smallest labels."""
    from device.gallery.catalogue import scenes
    from device.screens.pages import render

    return render(scenes("en")[LABELS]).pack()


def _pins(args: argparse.Namespace) -> int:
    print("BCM  header  use      wire")
    for pin in PINS:
        print(f"{pin.bcm:3}  {pin.physical:6}  {pin.use:7}  {pin.name}: {pin.what}")
    print("\nSupply  " + "   ".join(f"{name}: {' '.join(map(str, at))}" for name, at in POWER_PINS.items()))
    print("\nKeys of a pod on its expander (lamps: " + " ".join(f"GP{p}{b}" for p, b in EXPANDER_LAMPS) + ")")
    print("  " + "  ".join(f"{key} GP{port}{bit}" for key, (port, bit) in EXPANDER_KEYS.items()))
    print("\nKeys on the header, without an expander (BCM/header)")
    print("  " + "  ".join(f"{key} {bcm}/{at}" for key, (bcm, at) in HEADER_KEYS.items()))
    print("  common wires: " + ", ".join(f"{bcm}/{at}" for bcm, at in HEADER_COMMONS))
    return FINE
