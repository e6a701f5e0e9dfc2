"""The product's driver against the unmodified firmware under a real MicroPython, over a pty."""

from __future__ import annotations

import asyncio
import os
from collections import Counter

import pytest

from drivers.ports import Event, TowerChanged, TowerRolled, TowerVoided
from drivers.tower.ctp import Lines, Message, parse_pool
from drivers.tower.proof import draw, verified
from drivers.tower.serial import SerialTower
from tests.micropython.noise import Cable
from tests.micropython.pico import (
    Desk,
    LoopAlarm,
    Pico,
    on_pty,
    until,
)

TORTURE = bool(os.environ.get("CROUPIER_TORTURE"))
NOISY_ROLLS = 2000 if TORTURE else 40


def states(events: list[Event]) -> list[str]:
    return [event.state for event in events if isinstance(event, TowerChanged)]


def test_handshake(pico: Pico) -> None:
    async def play() -> None:
        async with on_pty(pico) as desk:
            said = desk.tower.session.tower
            assert list(said) == ["v", "fw", "board", "id", "boot", "caps", "max", "mp"]
            assert (said["id"], said["caps"]) == ("E66058388354A12F", "beam,led")
            assert desk.tower.path and desk.tower.path.parent == pico.by_id
            assert states(desk.events) == ["ready"]

    asyncio.run(play())


@pytest.mark.slow
def test_two_hundred_rolls_all_verified(pico: Pico) -> None:
    async def play() -> None:
        async with on_pty(pico) as desk:
            for number in range(200):
                pool = ("4d6:g+4d6:r", "1d10+1d20", "16d12")[number % 3]
                end = await desk.roll(pool, secret=number % 2 == 1)
                assert isinstance(end, TowerRolled) and verified(end.proof, end.dice)
                assert end.proof["pool"] == pool and end.proof["no"] == str(number + 1)
            assert len(desk.ends) == 200
            # a machine that stalls has the host ask again: the numbers above show that nothing was drawn twice
            assert desk.tower.session.lines.bad == 0

    asyncio.run(play())


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("rate", [0.0005, 0.002])
def test_spoiled_bytes_never_make_a_wrong_or_a_second_roll(pico: Pico, rate: float) -> None:
    async def play() -> None:
        cable = Cable(rate, seed=20)
        async with on_pty(pico, cable.open) as desk:
            for _ in range(NOISY_ROLLS):
                await desk.roll()
            judge(desk, cable)

    def judge(desk: Desk, cable: Cable) -> None:
        rolls = [end for end in desk.ends if isinstance(end, TowerRolled)]
        assert len(desk.ends) == NOISY_ROLLS, "each armed roll ended once"
        assert len(rolls) > 0.95 * NOISY_ROLLS
        assert sum(port.spoiled for port in cable.ports) > 0 or rate * NOISY_ROLLS < 0.1
        for roll in rolls:
            spelled = "+".join(",".join(map(str, group)) for group in roll.dice)
            assert (roll.proof["no"], spelled) in cable.rolls, "the tower said something else"
            t, h = bytes.fromhex(roll.proof["t"]), bytes.fromhex(roll.proof["h"])
            assert roll.dice == draw(parse_pool(roll.proof["pool"]), t, h, int(roll.proof["no"]))
        assert max(Counter(roll.proof["no"] for roll in rolls).values()) == 1, "one number came twice"
        assert max(Counter(no for no, _ in cable.rolls).values()) == 1, "the tower drew one number twice"

    asyncio.run(play())


def test_the_tower_restarts_mid_roll(pico: Pico) -> None:
    """Its port stays (a wired tower, a watchdog reset): only silence and the new boot number tell."""

    async def play() -> None:
        async with on_pty(pico) as desk:
            first = await desk.roll()
            desk.tower.arm("4d6:g+4d6:r")
            await desk.armed()
            pico.halt()
            pico.boot()
            pico.marble()
            await until(lambda: desk.tower.state == "lost")
            assert [type(end) for end in desk.ends] == [TowerRolled, TowerVoided]
            end = await desk.roll()
            assert isinstance(end, TowerRolled) and end.proof["boot"] != first.proof["boot"]
            assert len(desk.ends) == 3

    asyncio.run(play())


def test_pulled_mid_line_and_back_under_another_name(pico: Pico) -> None:
    async def play() -> None:
        async with on_pty(pico) as desk:
            desk.tower.arm("4d6:g+4d6:r")
            await desk.armed()
            pico.freeze(True)
            pico.marble()
            os.write(pico.master, b"<E1 ROLL no=1 dice=6,6,")
            pico.unplug()
            await until(lambda: desk.tower.state == "lost")
            assert not desk.tower.arm("1d6")
            pico.plug("usb-Somewhere_Else-if00")
            end = await desk.roll()
            assert [type(end) for end in desk.ends] == [TowerVoided, TowerRolled]
            assert desk.tower.path and desk.tower.path.name == "usb-Somewhere_Else-if00"
            assert states(desk.events)[:4] == ["ready", "armed", "lost", "ready"] and isinstance(
                end, TowerRolled
            )

    asyncio.run(play())


def test_the_host_goes_and_another_comes(pico: Pico) -> None:
    """The tower voids the open roll after six seconds; the next host is told, and takes it for no roll of its own."""

    async def play() -> None:
        async with on_pty(pico) as desk:
            desk.tower.arm("4d6:g+4d6:r")
            await desk.armed()
        heard: list[Message] = []
        lines = Lines()

        def tap(arrow: str, data: bytes, now: float) -> None:
            if arrow == "<":
                heard.extend(line for line in lines.feed(data) if isinstance(line, Message))

        await asyncio.sleep(6.1)
        pico.marble()
        events: list[Event] = []
        tower = SerialTower(events.append, LoopAlarm(), folder=pico.by_id, tap=tap)
        tower.start()
        await until(lambda: any(line.verb == "VOID" for line in heard))
        await until(lambda: tower.state == "ready")
        (void,) = [line.values for line in heard if line.verb == "VOID"]
        assert (void["no"], void["why"]) == ("1", "silence")
        assert (await Desk(pico, tower, events).roll()).proof["no"] == "2"
        assert states(events)[0] == "ready" and len(events) == 4
        tower.close()

    asyncio.run(play())


def test_a_host_that_starts_again_at_once_takes_the_open_roll_back(pico: Pico) -> None:
    async def play() -> None:
        async with on_pty(pico) as desk:
            desk.tower.arm("4d6:g+4d6:r")
            await desk.armed()
        async with on_pty(pico) as desk:
            pico.marble()
            end = await desk.roll()
            assert end.proof["no"] == "2" and len(desk.ends) == 1

    asyncio.run(play())
