"""The firmware under MicroPython, spoken to byte by byte: what a line, a tty and other programs may do to it."""

from __future__ import annotations

from drivers.tower.ctp import crc, frame
from tests.micropython.pico import (
    BUTTON,
    RESTARTED,
    Pico,
)

LONG = b"<? ERR code=LONG*%04X\n" % crc(b"<? ERR code=LONG")


def arm(pico: Pico) -> None:
    pico.say(frame("2", "ARM", ("pool", "4d6:g+4d6:r")))
    assert b" COMMIT " in pico.line()
    pico.say(frame("3", "MIX", ("no", 1), ("h", "a0" * 16)))
    assert b" ARMED " in pico.line()


def test_a_resent_request_draws_no_second_time(pico: Pico) -> None:
    pico.greet()
    request = frame("2", "ARM", ("pool", "4d6:g+4d6:r"))
    pico.say(request)
    first = pico.line()
    pico.say(request * 3)
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


def test_garbage_of_a_thousand_bytes(pico: Pico) -> None:
    pico.greet()
    pico.say(bytes(range(256)) * 4)
    said = pico.hear(0.1)
    assert 1 <= said.count(LONG) <= 16 and not pico.process.poll()  # type: ignore[union-attr]
    pico.say(b"\n" + b"\xff\x00" * 500 + b"\n")
    assert pico.hear(0.1) == LONG
    arm(pico)


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
    pico.greet()
    pico.echo(True)
    arm(pico)
    pico.marble()
    assert b" ROLL " in pico.line()
    pico.say(frame("E1", "ACK"))
    assert pico.hear(0.4) == b""


def test_lines_of_64_and_128_bytes_and_the_longest(pico: Pico) -> None:
    """USB moves 64 bytes at a time; a line that fills its packets must not wait for another."""
    pico.greet()
    for number, size in enumerate((63, 64, 65, 127, 128, 129, 160), 2):
        line = frame(str(number), "PING", ("x", "y" * (size - 16)))
        assert len(line) == size
        pico.say(line)
        assert f"<{number} PONG ".encode() in pico.line()
    pico.say(frame("9", "PING", ("x", "y" * 145)))
    assert pico.line() == LONG


def test_ctrl_c_in_a_line_is_noise(pico: Pico) -> None:
    pico.greet()
    pico.say(b">2 PI\x03NG*D654\n")
    assert pico.line() == LONG
    pico.say(b"\x03\x03\x04" + frame("2", "PING"))
    assert b"ERR code=LONG" in pico.line() and b"<2 PONG " in pico.line()


def test_a_host_that_never_reads_and_never_stops_does_not_stop_it(pico: Pico) -> None:
    pico.greet()
    pico.wire(f"low {BUTTON}")
    said = 0
    while pico.process and pico.process.poll() is None and said < 100_000:
        said += 1
        pico.say(frame(str(said % 60_000 + 2), "PING"))
    assert pico.exit_status() == RESTARTED, "its loop still turns: the button is heard"
    assert 500 < said < 100_000


def test_what_the_host_did_not_read_in_time_is_whole_lines(pico: Pico) -> None:
    pico.greet()
    for number in range(2, 8000):
        pico.say(frame(str(number), "PING"))
    lines = pico.hear(0.3).splitlines()
    assert 1000 < len(lines) < 8000 and all(b" PONG " in line for line in lines)
    pico.say(frame("9000", "PING"))
    assert b"<9000 PONG " in pico.line()
