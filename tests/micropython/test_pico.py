"""The product's driver against the unmodified firmware under a real MicroPython, over a pty."""

from __future__ import annotations

import asyncio
import os
from collections import Counter

import pytest

from drivers.ports import Event, Fault, Mended, TowerChanged, TowerRolled, TowerVoided
from drivers.tower.ctp import Lines, Message, crc, frame, parse_pool
from drivers.tower.proof import draw, verified
from drivers.tower.serial import SerialTower
from tests.micropython.noise import Cable
from tests.micropython.pico import (
    BEAM,
    BUTTON,
    LOCKOUT_S,
    MODE,
    RESTARTED,
    Desk,
    LoopAlarm,
    Pico,
    on_pty,
    until,
)

TORTURE = bool(os.environ.get("CROUPIER_TORTURE"))
LONG = b"<? ERR code=LONG*%04X\n" % crc(b"<? ERR code=LONG")
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
            assert desk.tower.session.exchange.resent == desk.tower.session.lines.bad == 0

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


def raw_hello(pico: Pico) -> None:
    pico.plug()
    pico.say(frame("1", "HELLO", ("v", 1)))
    assert b" HELLO " in pico.line()


def raw_arm(pico: Pico) -> None:
    pico.say(frame("2", "ARM", ("pool", "4d6:g+4d6:r")))
    assert b" COMMIT " in pico.line()
    pico.say(frame("3", "MIX", ("no", 1), ("h", "a0" * 16)))
    assert b" ARMED " in pico.line()


def test_a_resent_request_draws_no_second_time(pico: Pico) -> None:
    raw_hello(pico)
    arm = frame("2", "ARM", ("pool", "4d6:g+4d6:r"))
    pico.say(arm)
    first = pico.line()
    pico.say(arm * 3)
    assert [pico.line() for _ in range(3)] == [first] * 3
    mix = frame("3", "MIX", ("no", 1), ("h", "a0" * 16))
    pico.say(mix * 2)
    assert pico.line() == pico.line() != b""
    pico.marble()
    roll = pico.line()
    pico.marble()
    assert pico.line() == roll, "the same event again, not another one"
    pico.say(frame("4", "STAT"))
    assert b" no=1 rolls=1 " in pico.line()


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


def test_garbage_of_a_thousand_bytes(pico: Pico) -> None:
    raw_hello(pico)
    pico.say(bytes(range(256)) * 4)
    said = pico.hear(0.1)
    assert 1 <= said.count(LONG) <= 16 and not pico.process.poll()  # type: ignore[union-attr]
    pico.say(b"\n" + b"\xff\x00" * 500 + b"\n")
    assert pico.hear(0.1) == LONG
    raw_arm(pico)


def test_at_probes_before_and_after_hello(pico: Pico) -> None:
    """ModemManager speaks to every new port."""
    pico.plug()
    probes = b"AT\r\nATZ\rAT+CGMI\r\n+++ATI\r\x7e\x00\x78\xf0\x7e"
    pico.say(probes)
    assert pico.hear(0.1) == b""
    pico.say(frame("1", "HELLO", ("v", 1)))
    assert b" HELLO " in pico.line()
    pico.say(b"AT\r\nATZ\rAT+CGMI\r\n")
    assert pico.hear(0.1) == b""


def test_an_echo_of_everything_it_says(pico: Pico) -> None:
    """A tty that nobody set up sends the tower's own lines back to it."""
    raw_hello(pico)
    pico.echo(True)
    raw_arm(pico)
    pico.marble()
    assert b" ROLL " in pico.line()
    pico.say(frame("E1", "ACK"))
    assert pico.hear(0.4) == b""


def test_lines_of_64_and_128_bytes_and_the_longest(pico: Pico) -> None:
    """USB moves 64 bytes at a time; a line that fills its packets must not wait for another."""
    raw_hello(pico)
    for number, size in enumerate((63, 64, 65, 127, 128, 129, 160), 2):
        line = frame(str(number), "PING", ("x", "y" * (size - 16)))
        assert len(line) == size
        pico.say(line)
        assert f"<{number} PONG ".encode() in pico.line()
    pico.say(frame("9", "PING", ("x", "y" * 145)))
    assert pico.line() == LONG


def test_ctrl_c_in_a_line_is_noise(pico: Pico) -> None:
    raw_hello(pico)
    pico.say(b">2 PI\x03NG*D654\n")
    assert pico.line() == LONG
    pico.say(b"\x03\x03\x04" + frame("2", "PING"))
    assert b"ERR code=LONG" in pico.line() and b"<2 PONG " in pico.line()


def test_a_host_that_never_reads_and_never_stops_does_not_stop_it(pico: Pico) -> None:
    raw_hello(pico)
    pico.wire(f"low {BUTTON}")
    said = 0
    while pico.process and pico.process.poll() is None and said < 100_000:
        said += 1
        pico.say(frame(str(said % 60_000 + 2), "PING"))
    assert pico.exit_status() == RESTARTED, "its loop still turns: the button is heard"
    assert 500 < said < 100_000


def test_what_the_host_did_not_read_in_time_is_whole_lines(pico: Pico) -> None:
    raw_hello(pico)
    for number in range(2, 8000):
        pico.say(frame(str(number), "PING"))
    lines = pico.hear(0.3).splitlines()
    assert 1000 < len(lines) < 8000 and all(b" PONG " in line for line in lines)
    pico.say(frame("9000", "PING"))
    assert b"<9000 PONG " in pico.line()


# The board.


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
    raw_hello(pico)
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
