"""The host's conversation with a tower, to the line and to the millisecond."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ports import Fault, Mended, TowerChanged, TowerRolled, TowerVoided
from tests.drivers.tower.bench_session import BOOT, DICE, HELLO, POOL, PROOF, ROLL, Bench, bench
from tests.firmware.bench_board import GOLDEN

__all__ = ["bench"]


def test_the_golden_conversation() -> None:
    """The host's own STAT after HELLO stands where the golden lines have a PING."""
    bench = Bench()
    say = lambda line: bench.session.feed(line.encode() + b"\r\n", bench.now)  # noqa: E731

    def heard() -> list[str]:
        bench.session.tick(bench.now)
        return bench.session.take(bench.now).decode().splitlines()

    assert heard() == [GOLDEN[0]]
    say(GOLDEN[1])
    assert len(heard()) == 1
    bench.tower("2 STAT st=IDLE")
    assert bench.session.arm(POOL, False, bench.now) and heard() == [GOLDEN[4]]
    say(GOLDEN[5])
    assert heard() == [GOLDEN[6]]
    say(GOLDEN[7])
    say(GOLDEN[8])
    assert heard() == [GOLDEN[9]]
    assert bench.ends == [TowerRolled(DICE, "E", PROOF, bench.now)]
    assert bench.session.arm("1d10+1d20", False, bench.now) and heard() == [GOLDEN[10]]
    say(GOLDEN[11])
    assert heard() == [GOLDEN[10]]
    say(GOLDEN[12])
    assert heard() == [GOLDEN[13]]


def test_golden_keys_of_mode_k() -> None:
    bench = Bench()
    bench.ready(HELLO.replace("beam", "keys"))
    assert not bench.session.arm(POOL, True, bench.now), "mode K has no secret rolls"
    assert bench.session.arm("4d6:a+4d6:b", False, bench.now)
    bench.reply(f"COMMIT no=14 c={PROOF['c']}", to="ARM pool=4d6:a+4d6:b")
    bench.said()
    bench.session.feed(GOLDEN[14].encode() + b"\n", bench.now)
    proof = {"boot": BOOT, "no": "14", "pool": "4d6:a+4d6:b"}
    assert bench.ends == [TowerRolled(((3, 6, 1, 2), (5, 5, 4, 1)), "K", proof, bench.now)]


def test_ready_armed_rolled_ready(bench: Bench) -> None:
    bench.armed()
    bench.tower(f"E5 ROLL {ROLL}")
    assert bench.states == ["ready", "armed", "ready"]
    assert bench.said() == ["ACK"]


# Sending again.


def test_a_request_is_sent_four_times_and_then_the_tower_is_lost(bench: Bench) -> None:
    bench.session.arm(POOL, False, bench.now)
    start, times = bench.now, []
    while bench.session.state != "lost":
        if bench.said():
            times.append(round(bench.now - start, 3))
        bench.now += 0.01
    assert times[:4] == pytest.approx([0, 0.25, 0.75, 1.75], abs=0.02)
    assert bench.now - start == pytest.approx(3.75, abs=0.03)
    assert [event.why for event in bench.ends if isinstance(event, TowerVoided)] == ["the tower is silent"]


@pytest.mark.parametrize("code", ["CRC", "LONG", "SOF"])
def test_an_unreadable_line_is_sent_again_at_once_but_not_for_ever(bench: Bench, code: str) -> None:
    bench.session.arm(POOL, False, bench.now)
    assert bench.said() == [f"ARM pool={POOL}"]
    for _ in range(3):
        bench.tower(f"? ERR code={code}")
        assert bench.said() == [f"ARM pool={POOL}"]
    bench.tower(f"? ERR code={code}")
    assert bench.said() == []


def test_a_resend_keeps_its_id(bench: Bench) -> None:
    bench.session.arm(POOL, False, bench.now)
    bench.said()
    first = bench.ids
    bench.wait(0.3)
    bench.tower(f"{first[0]} COMMIT no=12 c={PROOF['c']}")
    assert bench.said() == [f"MIX no=12 h={PROOF['h']}"] and bench.ids != first


def test_a_late_second_reply_is_nothing(bench: Bench) -> None:
    bench.session.arm(POOL, False, bench.now)
    bench.said()
    reply = f"{bench.ids[0]} COMMIT no=12 c={PROOF['c']}"
    bench.tower(reply)
    assert len(bench.said()) == 1
    bench.tower(reply)
    assert bench.said() == []


def test_ping_after_two_seconds_without_traffic(bench: Bench) -> None:
    assert bench.wait(1.9) == []
    assert bench.wait(0.2) == ["PING"]
    bench.tower(f"{bench.session.exchange._ident} PONG up=1 st=IDLE")
    assert bench.wait(1.9) == [] and bench.wait(0.2) == ["PING"]


def test_a_silent_tower_is_lost_within_six_seconds_and_called_until_it_answers(bench: Bench) -> None:
    bench.wait(6)
    assert bench.states == ["ready", "lost"]
    assert set(bench.wait(60)) == {"HELLO v=1 host=croupier/0.1"}
    bench.wait(bench.session.tick(bench.now) - bench.now)  # type: ignore[operator]
    bench.tower(f"{bench.session.exchange._ident} HELLO {HELLO}")
    bench.reply("STAT st=IDLE", to="STAT")
    assert bench.states == ["ready", "lost", "ready"]


# The port.


def test_a_pulled_cable_ends_the_roll_and_the_next_boot_starts_anew(bench: Bench) -> None:
    bench.armed()
    bench.session.closed(bench.now, "the tower was unplugged")
    assert bench.ends[-1].proof == {key: value for key, value in PROOF.items() if key != "t"}
    assert bench.states[-1] == "lost" and bench.session.tick(bench.now) is None
    bench.tower(f"E5 ROLL {ROLL}")
    assert bench.said() == [] and len(bench.ends) == 1
    bench.session.opened(bench.now)
    bench.ready(HELLO.replace(BOOT, "00000001"))
    assert bench.states[-1] == "ready"


@pytest.mark.parametrize(
    "text", ["Traceback (most recent call last):", ">>> ", "MicroPython v1.29.0 on 2026-01-01"]
)
def test_micropythons_prompt_means_that_the_program_is_not_running(text: str) -> None:
    bench = Bench()
    for _ in range(2):
        bench.session.feed(text.encode() + b"\r\n", bench.now)
    assert [type(event) for event in bench.events] == [Fault]
    bench.ready()
    assert [type(event) for event in bench.events] == [Fault, Mended, TowerChanged]


def test_echo_banners_and_garbage_are_no_events(bench: Bench) -> None:
    before = list(bench.events)
    noise = (
        b">7 PING*0000\r\nATZ\r\r\nhello\x00\xff" * 50 + b"\xff" * 3000 + b"\n<5 PO<\n<E1 ROLL no=12*0000\r"
    )
    bench.session.feed(noise, bench.now)
    assert bench.events == before and bench.said() == []
    assert bench.session.lines.bad == 2


@given(st.binary(max_size=400), st.data())
def test_garbage_and_cuts_never_change_what_is_heard(noise: bytes, data: st.DataObject) -> None:
    bench = Bench()
    bench.ready()
    bench.armed()
    good = (GOLDEN[8] + "\n").encode()
    stream = noise + b"\n" + good + noise
    while stream:
        size = data.draw(st.integers(1, 400))
        bench.session.feed(stream[:size], bench.now)
        stream = stream[size:]
    assert [end.proof for end in bench.ends] == [PROOF]
