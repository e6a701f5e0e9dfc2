"""Faults of the machine around the drivers: a killed process, a stalled loop, a chip under another number."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from drivers.gpio.factory import PinsUnavailable, find_chip
from drivers.i2c.pod import PodWiring
from drivers.i2c.trunk import Trunk
from drivers.models.bus import ModelBus
from drivers.models.pod import ModelPod
from drivers.models.rig import ModelRig
from drivers.pins import BUZZER, SILENCE
from drivers.ports import Edge, Event
from drivers.worker import Worker


class NoWires:
    """A bench without RESET# and without a switch for the supply."""

    def reset_mux(self) -> None:
        return

    def power(self, on: bool) -> None:
        return


def test_15_a_killed_process_leaves_nothing_that_toggles() -> None:
    """The tone is software in the process itself; after its end only the pin's level stands, behind a capacitor.
    The child plays, says so, and dies without a chance to clean up; it must not linger either."""
    child = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from drivers.models.rig import ModelRig\nimport time\nrig = ModelRig(1)\nrig.advance(.1)\n"
            "rig.hardware.buzzer.play(((880, 1900),))\nrig.advance(.1)\nprint(rig.header.tone, flush=True)\n"
            "time.sleep(60)",
        ],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "880.0\n"
    os.kill(child.pid, signal.SIGKILL)
    assert child.wait(5) == -signal.SIGKILL
    assert f"pinctrl set {BUZZER.bcm} ip pd" == SILENCE


def test_15_closing_in_the_midst_of_a_tune_gives_the_pin_back() -> None:
    rig = ModelRig(1)
    rig.advance(0.1)
    rig.hardware.buzzer.play(((880, 1900),))
    rig.advance(0.1)
    pin = rig.header._factory.pin(BUZZER.bcm)
    assert (pin.function, pin.frequency) == ("output", 880)
    rig.hardware.close()
    assert (pin.function, pin.frequency) == ("input", None)


def test_20_edges_keep_their_time_while_the_loop_stalls() -> None:
    """The table's loop hangs for 300 ms around a deadline: the worker's thread goes on and stamps the edges."""
    pod = ModelPod(1, "ssd1309", lambda: None)
    bus = ModelBus({1: pod}, time.monotonic, speed=10_000_000)
    waiting: list[tuple[float, Event]] = []
    worker = Worker("trunk", lambda: trunk.step())
    trunk = Trunk(
        [PodWiring(1)],
        bus,
        NoWires(),
        lambda event: waiting.append((time.monotonic(), event)),
        time.monotonic,
        worker.wake,
    )
    worker.start()
    until = time.monotonic() + 5
    while trunk.pods[1].state != "present" and time.monotonic() < until:
        time.sleep(0.005)
    time.sleep(0.05)
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        pod.key("OK", True)

    timer = threading.Timer(0.1, press)
    timer.start()
    time.sleep(0.3)  # the loop does nothing at all
    stalled_until = time.monotonic()
    timer.join()
    worker.stop()
    at = next(event.at for _, event in waiting if isinstance(event, Edge))
    assert pressed[0] <= at < stalled_until, "the time of the contact, not of the loop's return"
    assert worker.error is None


def test_24_the_gpio_chip_has_another_number(tmp_path: Path) -> None:
    for number in (0, 4, 15):
        root = tmp_path / str(number)
        for n, name in ((number, b"raspberrypi,rp1-gpio\0"), (number + 1, b"brcm,brcmstb-gpio\0")):
            node = root / f"sys/bus/gpio/devices/gpiochip{n}/of_node"
            node.mkdir(parents=True)
            (node / "compatible").write_bytes(name)
        assert find_chip(root) == number
    with pytest.raises(PinsUnavailable):
        find_chip(tmp_path / "empty")
