"""The serial driver on the loop, with the firmware's core at the far end of a socket: no MicroPython needed."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from drivers.memory import VirtualAlarm
from drivers.ports import Event, Fault, Mended, TowerChanged, TowerRolled, TowerVoided
from drivers.tower.firmware import load
from drivers.tower.serial import SerialTower, open_serial
from tests.firmware.bench_board import BenchBoard


class FarEnd:
    """A device: a port for the driver, and (unless `silent`) the firmware's core behind it."""

    def __init__(self, chip: str = "E66058388354A12F", silent: bool = False) -> None:
        self.near, self.far = socket.socketpair()
        self.near.setblocking(False)
        self.far.setblocking(False)
        board = BenchBoard()
        board.chip = chip  # type: ignore[misc]
        self.firmware: Any = None if silent else load("tower").Tower(board)
        self.opened, self.closed = 0, 0
        self.raises: Exception | None = None

    # The port.

    def fileno(self) -> int:
        return self.near.fileno()

    def read(self, size: int, /) -> bytes:
        if self.raises:
            raise self.raises
        data = self.near.recv(size)
        if not data:
            raise OSError(errno.EIO, "device disconnected")
        return data

    def write(self, data: bytes, /) -> int:
        if self.raises:
            raise self.raises
        return self.near.send(data)

    def reset_output_buffer(self) -> None:
        if self.raises:
            raise self.raises

    def close(self) -> None:
        self.closed += 1

    # The device.

    def act(self) -> None:
        try:
            heard = self.far.recv(4096)
        except BlockingIOError:
            heard = b""
        if self.firmware:
            for byte in heard:
                self.firmware.byte(byte, 0)
        self.say()

    def marble(self) -> None:
        self.firmware.beam(10_000)
        self.say()

    def say(self) -> None:
        if self.firmware and self.firmware.out:
            self.far.send(bytes(self.firmware.out))
            self.firmware.out.clear()


class Desk:
    """A folder of devices, the driver, a virtual clock over a real loop."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.folder = folder
        self.devices: dict[str, FarEnd | Exception] = {}
        self.events: list[Event] = []
        self.alarm = VirtualAlarm(50.0)
        self.tower = SerialTower(
            self.events.append, self.alarm, folder=folder, open_port=self.open, **options
        )

    def plug(self, name: str, device: FarEnd | Exception) -> None:
        (self.folder / name).touch()
        self.devices[name] = device

    def pull(self, name: str) -> None:
        (self.folder / name).unlink()
        device = self.devices.pop(name)
        assert isinstance(device, FarEnd)
        device.far.close()

    def open(self, path: Path) -> FarEnd:
        device = self.devices[path.name]
        if isinstance(device, Exception):
            raise device
        device.opened += 1
        return device

    async def wait(self, seconds: float = 0.0) -> None:
        """Let time pass in quarters of a second; bytes travel in between."""
        for _ in range(int(seconds * 4) + 1):
            for _ in range(8):
                for device in self.devices.values():
                    if isinstance(device, FarEnd):
                        device.act()
                await asyncio.sleep(0)
            self.alarm.advance(0.25 if seconds else 0)


def play(folder: Path, scene: Callable[[Desk], Any], **options: Any) -> Desk:
    async def run() -> Desk:
        desk = Desk(folder, **options)
        await scene(desk)
        desk.tower.close()
        desk.tower.close()
        return desk

    return asyncio.run(run())


def test_found_rolled_pulled_and_back_under_another_name(tmp_path: Path) -> None:
    async def scene(desk: Desk) -> None:
        desk.tower.start()
        await desk.wait(5)
        assert desk.events == [], "no tower is a state, not an error"
        first = FarEnd()
        desk.plug("usb-a", first)
        await desk.wait(2)
        assert desk.tower.state == "ready" and desk.tower.arm("1d20")
        await desk.wait(1)
        first.marble()
        await desk.wait(1)
        assert desk.tower.arm("1d20")
        await desk.wait(1)
        desk.pull("usb-a")
        await desk.wait(1)
        assert first.closed == 1 and desk.tower.state == "lost"
        desk.plug("usb-b", FarEnd())
        await desk.wait(2)
        assert desk.tower.state == "ready" and desk.tower.path == tmp_path / "usb-b"

    desk = play(tmp_path, scene)
    kinds = [type(event) for event in desk.events if not isinstance(event, TowerChanged)]
    assert kinds == [TowerRolled, TowerVoided] and desk.tower.state == "lost"


def test_other_devices_are_asked_and_left_alone(tmp_path: Path) -> None:
    printer = FarEnd(silent=True)

    async def scene(desk: Desk) -> None:
        desk.plug("usb-a-printer", printer)
        desk.plug("usb-b-tower", FarEnd())
        desk.tower.start()
        await desk.wait(8)
        assert desk.tower.state == "ready" and desk.tower.path == tmp_path / "usb-b-tower"
        await desk.wait(60)

    play(tmp_path, scene)
    assert printer.opened == printer.closed == 1


def test_only_the_wanted_board_will_do(tmp_path: Path) -> None:
    async def scene(desk: Desk) -> None:
        desk.plug("usb-a", FarEnd("E660000000000001"))
        desk.plug("usb-b", FarEnd("E660000000000002"))
        desk.tower.start()
        await desk.wait(9)
        assert desk.tower.path == tmp_path / "usb-b" and desk.tower.state == "ready"

    play(tmp_path, scene, wanted="e660000000000002")


def test_no_permission_is_told_once_with_the_remedy_and_mended(tmp_path: Path) -> None:
    async def scene(desk: Desk) -> None:
        desk.plug("usb-a", PermissionError(errno.EACCES, "could not open port"))
        desk.tower.start()
        await desk.wait(20)
        assert len(desk.events) == 1
        desk.plug("usb-a", FarEnd())
        await desk.wait(20)

    desk = play(tmp_path, scene)
    told, mended = desk.events[:2]
    assert isinstance(told, Fault) and "dialout" in told.what and "usb-a" in told.what
    assert isinstance(mended, Mended) and mended.part == told.part


@pytest.mark.parametrize(
    "error", [OSError(errno.EBUSY, "busy"), OSError(errno.ENOENT, "gone"), TypeError("closed")]
)
def test_a_port_that_cannot_be_opened_now_is_tried_again(tmp_path: Path, error: Exception) -> None:
    async def scene(desk: Desk) -> None:
        desk.plug("usb-a", error)
        desk.tower.start()
        await desk.wait(1)
        assert desk.events == []
        desk.plug("usb-a", FarEnd())
        await desk.wait(3)
        assert desk.tower.state == "ready"

    play(tmp_path, scene)


@pytest.mark.parametrize("error", [OSError(errno.EIO, "gone"), TypeError("read during close")])
def test_whatever_a_dying_port_raises_is_a_lost_tower(tmp_path: Path, error: Exception) -> None:
    device = FarEnd()

    async def scene(desk: Desk) -> None:
        desk.plug("usb-a", device)
        desk.tower.start()
        await desk.wait(1)
        desk.tower.arm("1d6")
        await desk.wait(1)
        device.raises = error
        desk.tower.void()
        await desk.wait(1)
        assert desk.tower.state == "lost" and device.closed
        assert [type(event) for event in desk.events][-2:] == [TowerVoided, TowerChanged]

    play(tmp_path, scene)


def test_a_port_that_takes_nothing_is_given_up(tmp_path: Path) -> None:
    """pyserial's write gives up after 0.2 s with an error that is an OSError."""
    device = FarEnd()

    async def scene(desk: Desk) -> None:
        import serial

        desk.plug("usb-a", device)
        desk.tower.start()
        await desk.wait(1)
        device.raises = serial.SerialTimeoutException("Write timeout")
        await desk.wait(3)
        assert desk.tower.state == "lost" and device.closed >= 1

    play(tmp_path, scene)


def test_a_board_that_resets_on_opening_and_is_silent_for_two_seconds(tmp_path: Path) -> None:
    device = FarEnd()
    firmware, device.firmware = device.firmware, None

    async def scene(desk: Desk) -> None:
        desk.plug("usb-a", device)
        desk.tower.start()
        await desk.wait(2)
        device.far.send(b"\xffoPython v1.29.0; Raspberry Pi Pico\r\n")
        device.firmware = firmware
        await desk.wait(3)
        assert desk.tower.state == "ready" and device.opened == 1

    play(tmp_path, scene)


def test_pyserial_is_opened_without_waiting_and_for_us_alone() -> None:
    master, slave = os.openpty()
    port: Any = open_serial(Path(os.ttyname(slave)))
    try:
        assert (port.timeout, port.write_timeout, port.exclusive) == (0, 0.2, True)
        assert port.read(100) == b""
        with pytest.raises(OSError, match="lock"):
            open_serial(Path(os.ttyname(slave)))
    finally:
        port.close()
        os.close(master)
        os.close(slave)


def test_a_real_port_that_nobody_reads_blocks_for_a_moment_only() -> None:
    """Fault 13: the write gives up, and closing waits for nothing."""
    master, slave = os.openpty()
    port: Any = open_serial(Path(os.ttyname(slave)))
    start = time.monotonic()
    with pytest.raises(OSError, match="timeout"):
        for _ in range(1000):
            port.write(bytes(160))
    port.reset_output_buffer()
    port.close()
    assert time.monotonic() - start < 2
    os.close(master)
    os.close(slave)
