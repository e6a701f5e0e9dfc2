"""`croupier sim --faults`: the simulator's page on a Pi's own drivers over modelled chips that can fail."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from device.exits import Refused, WrongUse
from drivers import fault
from drivers.fault import ScriptError, Trouble
from drivers.models.glass import GlassBuzzer, Glasses
from drivers.models.rig import ModelRig
from drivers.ports import Alarm, Sink
from drivers.tower.sim import SimTower

NEEDS = ("gpiozero", "luma.oled")
WIRES = ("seat", "key", "bus", "int", "host")
"""Targets that the rig itself obeys."""


def ready() -> None:
    """Refuse where the libraries that the Pi's drivers stand on are not installed."""
    for name in NEEDS:
        if find_spec(name.partition(".")[0]) is None:
            raise Refused(f"--faults needs {name}, which is not installed: pip install 'croupier[faults]'")


class Faulty:
    """A modelled table of seven pods in the alarm's time. `changed` hears which glasses look different."""

    def __init__(
        self, alarm: Alarm, sink: Sink, changed: Callable[[frozenset[int]], None], tower: SimTower
    ) -> None:
        self.rig = ModelRig(7, sink=sink, alarm=alarm, keep=False, other=self._other)
        self.glasses = Glasses(self.rig, changed)
        self.buzzer = GlassBuzzer(self.rig.hardware.buzzer)
        self.tower = tower

    def run(self, script: str) -> str:
        """Have a script happen from now on; "" or what is wrong with it."""
        try:
            troubles = checked(script)
        except ScriptError as e:
            return str(e)
        fault.schedule(troubles, self.rig.alarm, self._apply)
        return ""

    def _apply(self, trouble: Trouble, on: bool) -> None:
        self.rig.apply(trouble, on)
        self.glasses.look_soon()

    def _other(self, trouble: Trouble, on: bool) -> None:
        TROUBLES[trouble.target, trouble.action](self, trouble, on)


def _pulled(faulty: Faulty, trouble: Trouble, on: bool) -> None:
    (faulty.tower.unplug if on else faulty.tower.plug)()


def _reset(faulty: Faulty, trouble: Trouble, on: bool) -> None:
    if on:
        faulty.tower.unplug()
        faulty.tower.plug()


def _silent(faulty: Faulty, trouble: Trouble, on: bool) -> None:
    faulty.tower.deaf = on


def _marble(faulty: Faulty, trouble: Trouble, on: bool) -> None:
    if on:
        faulty.tower.drop_marble()


def _stall(faulty: Faulty, trouble: Trouble, on: bool) -> None:
    """The one place that stops the loop, because that is the fault."""
    if on:
        time.sleep(min(trouble.value, 5.0))


TROUBLES: dict[tuple[str, str], Callable[[Faulty, Trouble, bool], None]] = {
    ("tower", "unplug"): _pulled,
    ("tower", "reset"): _reset,
    ("tower", "silence"): _silent,
    ("tower", "deaf"): _silent,
    ("tower", "marble"): _marble,
    ("loop", "stall"): _stall,
}


def checked(script: str) -> tuple[Trouble, ...]:
    """The troubles of a script that the simulator can make. Raises ScriptError at the first other one."""
    troubles = fault.parse(script)
    lines = [n for n, line in enumerate(script.splitlines(), 1) if line.split("#", 1)[0].strip()]
    for line, trouble in zip(lines, troubles, strict=True):
        if trouble.target not in WIRES and (trouble.target, trouble.action) not in TROUBLES:
            known = ", ".join([*WIRES, *(" ".join(names) for names in TROUBLES)])
            what = f"the simulator cannot make '{trouble.target} {trouble.action}'; it knows {known}"
            raise ScriptError(line, 1, what)
    return troubles


def read(path: Path) -> str:
    """A script file, already checked. Raises WrongUse, Refused."""
    try:
        script = path.read_text("utf-8")
        checked(script)
    except FileNotFoundError:
        raise WrongUse(f"{path}: no such fault script") from None
    except UnicodeDecodeError as e:
        raise WrongUse(f"{path}: not UTF-8 at byte {e.start + 1}") from None
    except ScriptError as e:
        raise WrongUse(f"{path}: {e}") from None
    except OSError as e:
        raise Refused(f"{path}: {e.strerror}") from None
    return script
