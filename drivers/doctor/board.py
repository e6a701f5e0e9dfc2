"""This board: what answers, what can be written and read back, and how many errors at which speed.

It talks to the pods through a bus, real or modelled, while no table runs on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from drivers.doctor.finding import Finding, State
from drivers.i2c import mcp23017 as chip
from drivers.i2c.bus import Bus, reason
from drivers.i2c.pod import PodWiring
from drivers.i2c.screen import ECHO
from drivers.pins import TRUNK_BUS

PATTERNS = (b"\x55\xaa", b"\xaa\x55", b"\x00\xff")
_SCRATCH = 0x06  # DEFVAL: compared with only where INTCON says so, which it does not here
SPEEDS = (400_000, 100_000)
TRANSFERS = 200
_THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"


class Rate(msgspec.Struct, frozen=True):
    """Errors of one pod at one speed: transfers that failed, and reads that came back wrong."""

    pod: int
    speed: int
    transfers: int
    failed: int
    wrong: int

    @property
    def share(self) -> float:
        return (self.failed + self.wrong) / self.transfers


def board_checks(bus: Bus, wirings: Sequence[PodWiring], root: Path = Path("/")) -> list[Finding]:
    """Supply, and each pod's chips: do they answer, and does the expander keep what is written?"""
    findings = [_supply(root)]
    for wiring in wirings:
        if wiring.keys:
            findings.append(_expander(bus, wiring))
        findings.append(_screen(bus, wiring))
    return findings


def error_rates(
    bus: Bus,
    wirings: Sequence[PodWiring],
    set_speed: Callable[[int], None],
    speeds: Sequence[int] = SPEEDS,
    transfers: int = TRANSFERS,
) -> list[Rate]:
    """Write and read back many times at each speed, on the real cables. `set_speed` changes the bus."""
    rates = []
    for speed in speeds:
        set_speed(speed)
        rates += [_rate(bus, wiring, speed, transfers) for wiring in wirings if wiring.keys]
    return rates


def bus_speed(root: Path = Path("/"), number: int = TRUNK_BUS) -> int:
    """Hz at which the trunk's adapter runs, as its device tree says; 0 when it does not."""
    try:
        told = (root / f"sys/class/i2c-adapter/i2c-{number}/of_node/clock-frequency").read_bytes()
    except OSError:
        return 0
    return int.from_bytes(told, "big")


def rate_findings(rates: Sequence[Rate]) -> list[Finding]:
    """What the rates mean: the fastest speed at which a pod makes no error is the one to use."""
    findings = []
    for rate in rates:
        state: State = "ok" if not rate.share else "warn" if rate.share < 0.01 else "fail"
        slower = [r.speed for r in rates if r.pod == rate.pod and r.speed < rate.speed and not r.share]
        cable = "shorten or reseat the cable, and check the pull-ups and series resistors"
        remedy = f"use {max(slower) // 1000} kHz, or {cable}" if slower else cable
        data = {"speed": rate.speed, "transfers": rate.transfers, "failed": rate.failed, "wrong": rate.wrong}
        what = f"pod {rate.pod} at {rate.speed // 1000} kHz: {rate.failed} failed, {rate.wrong} wrong"
        findings.append(
            Finding(
                f"pod.{rate.pod}.errors.{rate.speed // 1000}k",
                "board",
                "exercised",
                state,
                f"{what} of {rate.transfers} transfers",
                "" if state == "ok" else remedy,
                {key: float(value) for key, value in data.items()},
            )
        )
    return findings


def _rate(bus: Bus, wiring: PodWiring, speed: int, transfers: int) -> Rate:
    failed = wrong = 0
    for i in range(transfers):
        try:
            wrong += not _keeps(bus, wiring, PATTERNS[i % len(PATTERNS)])
        except Exception:
            failed += 1
    return Rate(wiring.number, speed, transfers, failed, wrong)


def _keeps(bus: Bus, wiring: PodWiring, pattern: bytes) -> bool:
    """The expander reads back what was written into a register that does nothing here."""
    bus.write(wiring.number, wiring.expander_address, (bytes((_SCRATCH,)) + pattern,))
    return bus.read(wiring.number, wiring.expander_address, _SCRATCH, 2) == pattern


def _expander(bus: Bus, wiring: PodWiring) -> Finding:
    id = f"pod.{wiring.number}.expander"
    address = f"0x{wiring.expander_address:02X}"
    try:
        for packet in chip.SETUP:
            bus.write(wiring.number, wiring.expander_address, (packet,))
        if not all(_keeps(bus, wiring, pattern) for pattern in PATTERNS):
            remedy = "reseat the cable; lower the bus speed; look for a cold joint at SDA or SCL"
            return Finding(id, "board", "exercised", "fail", f"the expander at {address} reads wrong", remedy)
        down = chip.pressed(bus.read(wiring.number, wiring.expander_address, chip.GPIO, 2))
    except Exception as error:
        return _silent(id, f"key expander at {address}", error)
    if down == chip.ALL:
        remedy = "check the pod's 3.3 V and ground; nobody holds fourteen keys"
        return Finding(id, "board", "exercised", "fail", "all keys read as pressed", remedy)
    if down:
        remedy = "let go of the keys; if nobody holds one, look for a bridge at the key"
        what = f"keys down at rest: {' '.join(_names(down))}"
        return Finding(id, "board", "exercised", "warn", what, remedy)
    return Finding(id, "board", "exercised", "ok", f"the expander at {address} keeps what is written")


def _screen(bus: Bus, wiring: PodWiring) -> Finding:
    """A panel can only be asked whether it is there: over I2C its RAM cannot be read."""
    id, address = f"pod.{wiring.number}.screen", f"0x{wiring.oled_address:02X}"
    try:
        bus.write(wiring.number, wiring.oled_address, (ECHO,))
    except Exception as error:
        return _silent(id, f"screen at {address}", error)
    return Finding(
        id, "board", "probed", "ok", f"a panel answers at {address} ({wiring.panel} by the settings)"
    )


def _silent(id: str, part: str, error: Exception) -> Finding:
    code, why = reason(error)
    remedy = "check that pod's plug and cable; try it in another socket, and alone"
    if "screen" in part:
        remedy += "; a 2.42-inch module must be set to I2C by its jumpers and needs its reset pulse"
    return Finding(id, "board", "probed", "fail", f"the {part}: {why}", remedy, {"errno": float(code)})


def _supply(root: Path) -> Finding:
    """The firmware's flags: bit 0 under-voltage now, bit 16 since the start (vcgencmd get_throttled)."""
    try:
        flags = int((root / _THROTTLED).read_text().strip(), 16)
    except (OSError, ValueError):
        return Finding("supply", "board", "probed", "skip", "the firmware tells nothing of the supply here")
    if flags & 0x1:
        what, state = "the supply is too low now", "fail"
    elif flags & 0x10000:
        what, state = "the supply was too low since the start", "warn"
    else:
        return Finding("supply", "board", "probed", "ok", "the supply never sagged")
    remedy = "use the board's own power supply and a short, thick cable; pods from the separate 3.3 V supply"
    return Finding("supply", "board", "probed", "fail" if state == "fail" else "warn", what, remedy)


def _names(down: int) -> list[str]:
    from drivers.ports import KEYS

    return [key for i, key in enumerate(KEYS) if down >> i & 1]
