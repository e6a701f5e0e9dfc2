"""The host's conversation with a tower, to the line and to the millisecond."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ports import Fault, Mended, TowerChanged, TowerRolled, TowerVoided
from tests.drivers.tower.bench_session import BOOT, DICE, HELLO, POOL, PROOF, ROLL, Bench, T
from tests.firmware.bench_board import GOLDEN


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.ready()
    return bench


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


# Events.


def test_a_repeated_event_is_acknowledged_again_and_dropped(bench: Bench) -> None:
    bench.armed()
    for _ in range(3):
        bench.tower(f"E5 ROLL {ROLL}")
        assert bench.said() == ["ACK"] and bench.ids == ["E5"]
    assert len(bench.ends) == 1


def test_what_the_tower_logs_is_logged_once(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "croupier.tower")
    for ident in ("E1", "E1", "E2"):
        bench.tower(f"{ident} LOG text=beam-dirty")
    assert caplog.messages == ["the tower says: beam-dirty"] * 2


def test_a_roll_for_another_number_or_none_is_acknowledged_and_ignored(bench: Bench) -> None:
    bench.tower(f"E4 ROLL {ROLL}")
    assert bench.said() == ["ACK"]
    bench.armed()
    bench.tower(f"E5 ROLL {ROLL}".replace("no=12", "no=11"))
    bench.tower("E6 LOG text=hello")
    bench.tower("E7 NOVEL no=12")
    assert bench.said() == ["ACK"] * 3 and bench.ends == []


def test_a_roll_that_comes_before_the_reply_to_mix_counts(bench: Bench) -> None:
    bench.session.arm(POOL, False, bench.now)
    bench.reply(f"COMMIT no=12 c={PROOF['c']}", to=f"ARM pool={POOL}")
    assert bench.said() == [f"MIX no=12 h={PROOF['h']}"]
    bench.tower(f"E5 ROLL {ROLL}")
    assert bench.ends[0].proof == PROOF
    assert bench.wait(1.9) == ["ACK"], "and MIX is not sent again"


@pytest.mark.parametrize(
    "values",
    [
        ROLL.replace("6,1,1,6", "7,1,1,6"),
        ROLL.replace("6,1,1,6", "0,1,1,6"),
        ROLL.replace("6,1,1,6", "1,1,6"),
        ROLL.replace("+", ","),
        ROLL.replace("6,1,1,6", "5,1,1,6"),
        ROLL.replace(T.hex(), "20" * 16),
        ROLL.replace(T.hex(), "20"),
        ROLL.replace(f" t={T.hex()}", ""),
        ROLL.replace("dice=6,1,1,6+3,2,6,4 ", ""),
    ],
)
def test_dice_that_are_impossible_or_break_the_commitment_are_void_and_told(
    bench: Bench, values: str
) -> None:
    bench.armed()
    bench.tower(f"E5 ROLL {values}")
    assert bench.said() == ["ACK"]
    assert [type(event) for event in bench.ends] == [TowerVoided]
    assert isinstance(bench.events[-3], Fault) and bench.states[-1] == "ready"


def test_the_tower_gives_up_and_reveals(bench: Bench) -> None:
    bench.armed()
    bench.tower(f"E5 VOID no=12 why=silence t={T.hex()}")
    assert bench.ends == [TowerVoided("the tower gave up: silence", PROOF, bench.now)]


# Taking back.


def test_an_armed_roll_is_taken_back(bench: Bench) -> None:
    bench.armed()
    bench.session.void(bench.now)
    bench.session.void(bench.now)
    bench.reply(f"VOID no=12 t={T.hex()}", to="VOID no=12")
    assert bench.ends == [TowerVoided("taken back", PROOF, bench.now)] and bench.states[-1] == "ready"


def test_a_broken_commitment_is_seen_even_in_a_void(bench: Bench) -> None:
    bench.armed()
    bench.session.void(bench.now)
    bench.reply(f"VOID no=12 t={'20' * 16}", to="VOID no=12")
    (end,) = bench.ends
    assert isinstance(end, TowerVoided) and "broke its commitment" in end.why


def test_the_marble_was_faster_than_the_void(bench: Bench) -> None:
    bench.armed()
    bench.session.void(bench.now)
    bench.reply("ERR code=STATE", to="VOID no=12")
    assert bench.ends == []
    bench.tower(f"E5 ROLL {ROLL}")
    assert [type(end) for end in bench.ends] == [TowerRolled]


@pytest.mark.parametrize("after", ["ARM", "MIX"])
def test_taken_back_before_it_was_armed(bench: Bench, after: str) -> None:
    bench.session.arm(POOL, False, bench.now)
    if after == "ARM":
        bench.session.void(bench.now)
    bench.reply(f"COMMIT no=12 c={PROOF['c']}", to=f"ARM pool={POOL}")
    if after == "MIX":
        bench.session.void(bench.now)
        bench.reply("ARMED no=12", to=f"MIX no=12 h={PROOF['h']}")
    bench.reply(f"VOID no=12 t={T.hex()}", to="VOID no=12")
    assert [type(end) for end in bench.ends] == [TowerVoided]


def test_nothing_to_take_back_nothing_to_show(bench: Bench) -> None:
    bench.session.void(bench.now)
    bench.session.reveal(bench.now)
    assert bench.said() == []


def test_show_names_the_last_roll(bench: Bench) -> None:
    bench.armed(secret=True)
    bench.tower(f"E5 ROLL {ROLL}")
    bench.said()
    bench.session.reveal(bench.now)
    bench.reply("OK no=12", to="SHOW no=12")


# Refusals.


def test_arm_is_refused_without_a_tower_while_busy_and_for_no_pool(bench: Bench) -> None:
    assert not Bench().session.arm(POOL, False, 0)
    assert not bench.session.arm("4d7", False, bench.now)
    assert bench.session.arm(POOL, False, bench.now)
    assert not bench.session.arm(POOL, False, bench.now)


def test_a_roll_of_somebody_else_is_taken_back_first(bench: Bench) -> None:
    bench.session.arm(POOL, False, bench.now)
    bench.reply("ERR code=BUSY no=9", to=f"ARM pool={POOL}")
    bench.reply(f"VOID no=9 t={T.hex()}", to="VOID no=9")
    bench.reply("ERR code=BUSY no=9", to=f"ARM pool={POOL}")
    assert [type(end) for end in bench.ends] == [TowerVoided], "once, not for ever"


def test_a_roll_that_was_open_before_the_handshake_is_taken_back() -> None:
    bench = Bench()
    bench.ready(state="st=ARMED no=9")
    bench.reply(f"VOID no=9 t={T.hex()}", to="VOID no=9")
    assert bench.ends == [] and bench.states == ["ready"]


def test_a_broken_random_source_is_told(bench: Bench) -> None:
    bench.session.arm(POOL, False, bench.now)
    bench.reply("ERR code=RNG", to=f"ARM pool={POOL}")
    assert any(isinstance(event, Fault) and "random" in event.what for event in bench.events)
    assert [type(end) for end in bench.ends] == [TowerVoided]


@pytest.mark.parametrize(
    "commit", ["no=12", "no=12 c=00", "no=0 c=" + "0" * 64, "c=" + "0" * 64, "no=12 c=" + "x" * 64]
)
def test_a_commitment_that_cannot_be_read_ends_the_roll(bench: Bench, commit: str) -> None:
    bench.session.arm(POOL, False, bench.now)
    bench.reply(f"COMMIT {commit}", to=f"ARM pool={POOL}")
    assert [type(end) for end in bench.ends] == [TowerVoided] and bench.said() == []


def test_another_version_or_another_board_is_no_tower() -> None:
    bench = Bench()
    bench.reply("HELLO " + HELLO.replace("v=1", "v=2"), to="HELLO v=1 host=croupier/0.1")
    assert [type(event) for event in bench.events] == [Fault] and bench.session.state == "absent"
    bench = Bench(wanted="0000000000000000")
    bench.reply("HELLO " + HELLO, to="HELLO v=1 host=croupier/0.1")
    assert bench.said() == [] and bench.session.waiting_since == 100.0
    bench = Bench(wanted="e66058388354a12f")
    bench.ready()


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
