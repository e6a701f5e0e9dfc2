"""The board under MicroPython: jumper, button, beam, safe mode, watchdog."""

from __future__ import annotations

import asyncio
import os

from drivers.ports import Event, Fault, Mended, TowerChanged, TowerRolled
from drivers.tower.ctp import frame
from drivers.tower.serial import SerialTower
from tests.micropython.pico import (
    BEAM,
    BUTTON,
    LOCKOUT_S,
    MODE,
    RESTARTED,
    LoopAlarm,
    Pico,
    on_pty,
    until,
)


def test_mode_k_is_a_jumper(pico: Pico) -> None:
    pico.wire(f"low {MODE}")

    async def play() -> None:
        async with on_pty(pico) as desk:
            assert desk.tower.session.tower["caps"] == "keys,led"
            assert not desk.tower.arm("1d6", secret=True) and desk.tower.arm("2d6:a+1d20:b")
            await desk.armed()
            pico.marble()
            for legend in "35*417##":
                pico.press(legend)
            await until(lambda: desk.ends)
            (end,) = desk.ends
            assert isinstance(end, TowerRolled) and (end.dice, end.src) == (((3, 4), (17,)), "K")

    asyncio.run(play())


def test_the_safe_request_resets_into_safe_mode_and_the_next_start_is_normal(pico: Pico) -> None:
    async def play() -> None:
        async with on_pty(pico) as desk:
            desk.tower.safe()
            assert await asyncio.to_thread(pico.exit_status) == RESTARTED

    asyncio.run(play())
    assert "safe" in os.listdir(pico.flash)
    pico.boot()
    assert pico.exit_status() == 0, "main.py went back to the prompt, with no watchdog"
    assert "safe" not in os.listdir(pico.flash)
    pico.boot()
    pico.hear(0.1)
    pico.say(frame("1", "HELLO", ("v", 1)))
    assert b" HELLO " in pico.line()


def test_the_button_held_at_power_on_is_safe_mode(pico: Pico) -> None:
    pico.wire(f"low {BUTTON}")
    pico.plug()
    assert pico.exit_status() == 0


def test_three_bites_of_the_watchdog_are_safe_mode(pico: Pico) -> None:
    pico.greet()
    for _ in range(2):
        pico.halt()
        pico.boot(bitten=True)
        pico.say(frame("1", "HELLO", ("v", 1)))
        assert b" HELLO " in pico.line()
    pico.halt()
    pico.boot(bitten=True)
    assert pico.exit_status() == 0
    pico.boot()
    pico.say(frame("1", "HELLO", ("v", 1)))
    assert b" HELLO " in pico.line()


def test_its_prompt_is_told_and_mended(pico: Pico) -> None:
    async def play() -> None:
        pico.plug()
        pico.halt()
        events: list[Event] = []
        tower = SerialTower(events.append, LoopAlarm(), folder=pico.by_id)
        tower.start()
        await asyncio.sleep(0.05)
        os.write(pico.master, b"Traceback (most recent call last):\r\n>>> \r\n")
        await until(lambda: events)
        pico.boot()
        await until(lambda: tower.state == "ready")
        assert [type(event) for event in events] == [Fault, Mended, TowerChanged]
        tower.close()

    asyncio.run(play())


def test_a_bouncing_beam_is_one_marble(pico: Pico) -> None:
    async def play() -> None:
        async with on_pty(pico) as desk:
            for _ in range(2):
                await desk.ready()
                desk.tower.arm("1d6")
                await desk.armed()
                await asyncio.sleep(LOCKOUT_S)
                for _ in range(30):
                    pico.wire(f"low {BEAM}")
                    pico.wire(f"high {BEAM}")
                    await asyncio.sleep(0.0003)
            await until(lambda: len(desk.ends) == 2)

    asyncio.run(play())
