"""The composition for a real Pi, with its threads, on a machine that has no I2C and no pins; and with a fake kernel."""

from __future__ import annotations

import errno
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
import smbus2

from drivers.i2c.bus import LinuxBus, reason
from drivers.memory import VirtualAlarm
from drivers.models.pod import ModelPod
from drivers.pi import open_pi, wirings
from drivers.pi_settings import PiSettings
from drivers.pins import CHANNEL_BASE
from drivers.ports import Edge, Event, Fault, PodChanged
from drivers.worker import Worker
from tests.drivers.samples import screens


class Kernel:
    """`/dev/i2c-N` for smbus2, over the models. Paths that are not in `buses` do not exist."""

    def __init__(self, pods: dict[int, ModelPod]) -> None:
        self.buses = pods
        self.refuse = errno.ENOENT
        self.open: list[int] = []
        self.broken = 0

    def bus(self, number: int) -> Any:
        kernel = self

        class Bus:
            fd = 0

            def i2c_rdwr(self, *messages: Any) -> None:
                pod = kernel.buses[number]
                chip = pod.chip(messages[0].addr)
                if not pod.plugged:
                    raise OSError(errno.EREMOTEIO, "no answer")
                if kernel.broken:
                    raise OSError(kernel.broken, "no such adapter")
                for message in messages:
                    if message.flags & 1:
                        for i, byte in enumerate(chip.read(message.len)):
                            message.buf[i] = byte
                    else:
                        chip.write(bytes(message))

            def close(self) -> None:
                kernel.open.remove(number)

            def __enter__(self) -> Bus:
                return self

            def __exit__(self, *gone: object) -> None:
                self.close()

        if number not in self.buses and number != 1:
            raise OSError(self.refuse, "cannot open", f"/dev/i2c-{number}")
        self.open.append(number)
        return Bus()


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    kernel = Kernel({})
    timeouts: list[tuple[int, int]] = []
    monkeypatch.setattr(smbus2, "SMBus", kernel.bus)
    monkeypatch.setattr("fcntl.ioctl", lambda fd, request, value: timeouts.append((request, value)))
    return kernel


def model(number: int) -> ModelPod:
    return ModelPod(number, "ssd1309", lambda: None)


def wait(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    until = time.monotonic() + seconds
    while not condition() and time.monotonic() < until:
        time.sleep(0.005)
    return condition()


def test_a_real_table_runs_on_its_threads(kernel: Kernel) -> None:
    pods = {CHANNEL_BASE + n: model(n + 1) for n in range(2)}
    kernel.buses = dict(pods)
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    seen: list[Event] = []
    hardware = open_pi(PiSettings(pods=(1, 2)), events.put)

    def drain() -> list[Event]:
        while not events.empty():
            seen.append(events.get())
        return seen

    frame = screens()["bid_ja"]
    hardware.pods[2].show(frame)
    assert wait(lambda: pods[CHANNEL_BASE + 1].screen == frame)
    pods[CHANNEL_BASE].key("PEEK", True)
    assert wait(lambda: any(isinstance(event, Edge) and event.key == "PEEK" for event in drain()))
    assert any(isinstance(event, Fault) and event.part == "pins" for event in drain()), (
        "no header here, and told"
    )
    assert all(age < 2 for age in hardware.health().values())
    hardware.close()
    hardware.close()
    assert not pods[CHANNEL_BASE + 1].oled.on
    assert kernel.open == []
    assert not [thread for thread in threading.enumerate() if thread.name in ("trunk", "pins")]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOENT, "is the multiplexer's overlay in config.txt?"),
        (errno.EACCES, "sudo usermod -aG i2c $USER"),
    ],
)
def test_a_bus_that_cannot_be_opened_is_told_once_and_tried_again(
    kernel: Kernel, code: int, words: str
) -> None:
    kernel.refuse = code
    events: list[Event] = []
    hardware = open_pi(PiSettings(pods=(1,)), events.append)
    assert wait(lambda: any(isinstance(e, Fault) and e.part == "bus of pod 1" for e in events))
    assert [words in e.what for e in events if isinstance(e, Fault) and e.part == "bus of pod 1"] == [True]
    kernel.buses = {CHANNEL_BASE: model(1)}
    assert wait(lambda: any(isinstance(e, PodChanged) and e.state == "present" for e in events))
    hardware.close()


def test_settings_say_which_bus_and_panel_a_pod_has(kernel: Kernel) -> None:
    settings = PiSettings(pods=(1, 4), panel="ssd1306", panels={4: "sh1106"}, header=(1,))
    assert [(w.number, w.panel, w.keys) for w in wirings(settings)] == [
        (1, "ssd1306", False),
        (4, "sh1106", True),
    ]


def test_the_linux_bus_reads_writes_and_sets_its_deadline(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[int, int]] = []
    monkeypatch.setattr("fcntl.ioctl", lambda fd, request, value: calls.append((request, value)))
    kernel.buses = {31: model(2)}
    bus = LinuxBus({2: 31}, trunk=1)
    bus.write(2, 0x20, (b"\x00\x7f\x7f", b"\x14\x80\x00"))
    assert bus.read(2, 0x20, 0x00, 2) == b"\x7f\x7f"
    assert calls == [(0x0702, 5)], "50 ms, once"
    assert kernel.open == [31]
    kernel.broken = errno.ENODEV
    with pytest.raises(OSError, match="no such adapter"):
        bus.read(2, 0x20, 0x00, 2)
    assert kernel.open == [], "an adapter that went away is opened anew"
    kernel.broken = 0
    assert bus.read(2, 0x20, 0x00, 2) == b"\x7f\x7f"
    bus.close()
    assert kernel.open == []


def test_any_exception_of_a_transfer_has_a_reason() -> None:
    class DeviceNotFoundError(Exception):  # as luma raises it: not an OSError
        pass

    assert reason(DeviceNotFoundError("x")) == (121, "does not answer (errno 121)")
    assert reason(OSError(110, "x"))[0] == 110
    assert "no permission" in reason(PermissionError(13, "x"))[1]
    assert reason(TypeError("'NoneType' object"))[0] == 121


def test_a_worker_survives_its_step_s_exceptions_and_wakes_at_once() -> None:
    steps: list[float] = []
    release = threading.Event()

    def step() -> float:
        steps.append(time.monotonic())
        if len(steps) == 1:
            raise RuntimeError("a bug")
        release.set()
        return float("inf")

    worker = Worker("test", step)
    worker.start()
    assert wait(lambda: worker.error is not None)
    worker.wake()
    assert release.wait(0.5), "woken before its pause was over"
    worker.stop()
    worker.stop()
    count = len(steps)
    worker.wake()
    time.sleep(0.02)
    assert len(steps) == count


def test_virtual_and_real_time_use_the_same_core() -> None:
    """Nothing in the trunk or the board asks a real clock: the same steps run in no time on a virtual one."""
    from drivers.models.rig import ModelRig

    alarm = VirtualAlarm(1_000_000.0)
    rig = ModelRig(1, alarm=alarm)
    rig.settle()
    assert all(event.at >= 1_000_000.0 for event in rig.events)
