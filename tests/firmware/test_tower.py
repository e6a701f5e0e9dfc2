"""The tower's conduct, with a board in memory and a clock that the test turns."""

from __future__ import annotations

import pytest

from drivers.tower.ctp import frame, parse
from tests.firmware.bench_board import GOLDEN, Bench, bench

__all__ = ["bench"]

T, H = bytes(range(0x10, 0x20)), bytes(range(0xA0, 0xB0))


def said_to(bench: Bench, line: str) -> list[str]:
    return bench.raw(line.encode() + b"\n").decode().splitlines()


def test_the_golden_conversation() -> None:
    """Rolls 1 to 11 went before: four fell (and were acknowledged), seven were taken back."""
    bench = Bench()
    bench.tower._boot = "7f3a91c2"
    bench.hello()
    for before in range(1, 12):
        bench.arm()
        if before <= 4:
            bench.marble()
            bench.raw(frame(f"E{before}", "ACK"))
            bench.wait(30)
        else:
            bench.ask("VOID", ("no", before))
    bench.now = 37_000
    bench.tower._secrets.secret = lambda: T
    for number, line in enumerate(GOLDEN[:10]):
        if line[0] == "<" and line[1] != "E":
            assert said_to(bench, GOLDEN[number - 1]) == [line]
    assert bench.marble().decode().splitlines() == [GOLDEN[8]]
    assert said_to(bench, GOLDEN[9]) == [] and bench.wait(3000) == b""


def test_the_golden_refusals(bench: Bench) -> None:
    for _ in range(11):
        bench.ask("VOID", ("no", bench.ask("ARM", ("pool", "1d6")).values["no"]))
    bench.ask("ARM", ("pool", "1d6"))
    assert said_to(bench, GOLDEN[10].replace("*5C9A", "*5C9B")) == [GOLDEN[11]]
    assert said_to(bench, GOLDEN[10]) == [GOLDEN[12]]


def test_golden_keys_of_mode_k() -> None:
    bench = Bench(keyed=True)
    bench.hello()
    for event in range(1, 14):
        bench.arm("1d6")
        bench.tower.key("3", bench.now)
        if event <= 5:
            bench.tower.key("#", bench.now)
            bench.raw(frame(f"E{event}", "ACK"))
        else:
            bench.ask("VOID", ("no", event))
    bench.arm()
    for key in "36125541":
        bench.tower.key(key, bench.now)
    bench.said()
    bench.tower.key("#", bench.now)
    assert bench.said().decode().splitlines() == [GOLDEN[14]]


# Before and around HELLO.


def test_nothing_is_said_before_hello_whatever_comes() -> None:
    bench = Bench()
    noise = (
        frame("1", "PING")
        + frame("2", "ARM", ("pool", "1d6"))
        + b"\xff\x00>x>y*0000\nATZ\r\nhelp\n"
        + bytes(300)
    )
    assert bench.raw(noise + b"\n") == b"" and bench.wait(9000) == b"" and bench.marble() == b""
    assert bench.hello().verb == "HELLO"


@pytest.mark.parametrize(("v", "answer"), [("1", "1"), ("2", "1"), ("99", "1")])
def test_hello_answers_the_highest_version_it_knows(v: str, answer: str) -> None:
    assert Bench().ask("HELLO", ("v", v)).values["v"] == answer


@pytest.mark.parametrize(("pairs", "code"), [([("v", "0")], "VERSION"), ([("v", "x")], "ARG"), ([], "ARG")])
def test_hello_without_a_usable_version(pairs: list[tuple[str, object]], code: str) -> None:
    assert Bench().ask("HELLO", *pairs).values == {"code": code}


def test_hello_names_the_board_in_the_golden_order_with_mp_last() -> None:
    bench = Bench()
    bench.board.mp = "1.29.0"
    assert list(bench.hello().values) == ["v", "fw", "board", "id", "boot", "caps", "max", "mp"]


def test_hello_begins_afresh_what_waited_is_dropped(bench: Bench) -> None:
    for byte in frame("7", "PING") + frame("8", "STAT"):
        bench.tower.byte(byte, bench.now)
    assert bench.tower.out
    assert bench.raw(frame("1", "HELLO", ("v", 1))).startswith(b"<1 HELLO ")


def test_unknown_keys_are_ignored_and_unknown_verbs_refused(bench: Bench) -> None:
    assert bench.ask("PING", ("novel", 1)).verb == "PONG"
    assert bench.ask("DANCE").values == {"code": "VERB"}


# Resends.


def test_the_same_line_again_is_answered_again_and_not_done_again(bench: Bench) -> None:
    line = frame("9", "ARM", ("pool", "1d20"))
    first = bench.raw(line)
    assert bench.raw(line) == first and bench.ask("STAT", ident=10).values["no"] == "1"


def test_the_same_id_with_other_bytes_is_seq_except_for_hello(bench: Bench) -> None:
    bench.ask("PING", ident=9)
    assert bench.ask("STAT", ident=9).values == {"code": "SEQ"}
    assert bench.ask("HELLO", ("v", 1), ident=9).verb == "HELLO"
    assert bench.ask("HELLO", ("v", 1), ("host", "other"), ident=9).verb == "HELLO"


def test_events_come_again_until_they_are_acknowledged(bench: Bench) -> None:
    bench.arm()
    first = bench.marble()
    times = []
    for step in range(800):
        if step % 100 == 0:
            bench.ask("PING")
        if bench.wait(10):
            times.append((step + 1) * 10)
    assert times == [250, 750, 1750, 3750, 5750, 7750]
    assert bench.raw(frame("E2", "ACK")) == b"" and bench.wait(2000) == first
    assert bench.raw(frame("E1", "ACK")) == b"" and bench.wait(5000) == b""


def test_one_event_is_in_flight_at_a_time(bench: Bench) -> None:
    bench.arm("1d6")
    assert len(bench.events(bench.marble())) == 1
    bench.wait(50)
    bench.arm("1d20")
    assert bench.marble() == b""
    (second,) = bench.events(bench.raw(frame("E1", "ACK")))
    assert (second.ident, second.values["no"]) == ("E2", "2")


def test_an_event_with_another_verb_than_ack(bench: Bench) -> None:
    assert parse(bench.raw(frame("E1", "PING")).strip()).values == {"code": "VERB"}  # type: ignore[union-attr]


# Silence, safe mode, people.


def test_six_seconds_of_silence_void_the_roll_and_the_event_waits_for_the_host(bench: Bench) -> None:
    no = bench.arm()
    assert bench.wait(5990) == b"" and bench.tower.state == "ARMED"
    assert bench.wait(5000) == b""
    assert bench.board.rows[:2] == ["no host", f"void {no}"] and not bench.board.lit
    assert bench.marble() == b""
    (event,) = bench.events(bench.raw(frame("700", "PING")))
    assert (event.verb, event.values["no"], event.values["why"]) == ("VOID", str(no), "silence")


def test_the_host_is_heard_by_pings(bench: Bench) -> None:
    bench.arm()
    for _ in range(10):
        bench.wait(2000)
        assert bench.ask("PING").values["st"] == "ARMED"


def test_a_silent_host_without_a_roll(bench: Bench) -> None:
    bench.wait(6000)
    assert bench.board.rows == ["no host"]
    bench.ask("PING")
    assert bench.board.rows == ["ready"]


def test_safe_is_refused_while_a_roll_is_open(bench: Bench) -> None:
    no = bench.arm()
    assert bench.ask("SAFE").values == {"code": "BUSY", "no": str(no)} and not bench.tower.leaving
    bench.ask("VOID", ("no", no))
    assert bench.ask("SAFE").verb == "OK" and bench.tower.leaving


@pytest.mark.parametrize(
    "text", ["<1 PONG up=1 st=IDLE*0000", "# hello", "AT+CGMI", "ATE0", "helpme", "demo", " "]
)
def test_echo_comments_and_at_probes_are_dropped_silently(bench: Bench, text: str) -> None:
    assert said_to(bench, text) == []


def test_a_person_is_answered_by_comments_and_draws_no_game_roll(bench: Bench) -> None:
    assert said_to(bench, "help") == ["# help | stat | demo 4d6:g+4d6:r"]
    assert said_to(bench, "stat") == ["# up=0 st=IDLE no=0 rolls=0 voids=0"]
    (demo,) = said_to(bench, "demo 2d6+1d20")
    assert demo.startswith("# demo ") and demo.count(",") == 1 and demo.count("+") == 1
    assert said_to(bench, "demo 1d7") == ["# no such pool"]
    assert bench.ask("STAT").values["no"] == "0"


def test_no_line_of_the_tower_is_longer_than_160_bytes(bench: Bench) -> None:
    bench.tower._no = 2**32 - 2
    no = bench.arm("4d20:abcdefgh+4d20:abcdefgh+4d20:abcdefgh+4d20:abcdefgh", secret=True)
    bench.tower._outbox._number = 65535
    assert no == 2**32 - 1
    assert len(bench.marble()) <= 160
    bench.board.mp = "1.29.0-preview"
    bench.raw(frame("65535", "HELLO", ("v", 1)))
    assert all(len(line) < 160 for line in bench.raw(frame("65535", "HELLO", ("v", 1))).split(b"\n"))
