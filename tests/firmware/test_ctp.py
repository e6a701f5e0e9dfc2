"""The line protocol at the tower's end."""

from __future__ import annotations

import binascii
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.tower.ctp import frame as host_frame
from drivers.tower.firmware import load
from tests.firmware.bench_board import GOLDEN, Bench

ctp: Any = load("ctp")


def lines_of(data: bytes, reader: Any = None) -> list[bytes | str]:
    reader = reader or ctp.Reader()
    return [got for got in (reader.feed(byte) for byte in data) if got is not None]


def test_crc_has_the_published_check_value() -> None:
    assert ctp.crc16(b"123456789") == 0x29B1


@given(st.binary(max_size=200))
def test_crc_is_the_hosts_crc(data: bytes) -> None:
    assert ctp.crc16(data) == binascii.crc_hqx(data, 0xFFFF)


@pytest.mark.parametrize("line", [line for line in GOLDEN if line[0] == ">"])
def test_golden_requests_are_read(line: str) -> None:
    ident, verb, values = ctp.parse(line.encode())
    again = host_frame(ident, verb, *values.items())
    assert again.decode() == line + "\n"


@pytest.mark.parametrize("line", [line for line in GOLDEN if line[0] == "<"])
def test_golden_replies_are_written(line: str) -> None:
    words = line[1:-5].split()
    pairs = tuple(tuple(word.split("=")) for word in words[2:])
    assert ctp.frame(words[0], words[1], pairs).decode() == line + "\n"


@pytest.mark.parametrize(
    ("body", "ident", "code"),
    [
        (">0 PING", "?", "SYN"),
        (">65536 PING", "?", "SYN"),
        (">007 PING", "?", "SYN"),
        (">E PING", "?", "SYN"),
        (">7", "7", "SYN"),
        (">7 P", "7", "SYN"),
        (">7 NINELETTR", "7", "SYN"),
        (">7 ping", "7", "SYN"),
        (">7  PING", "7", "SYN"),
        (">7 PING ", "7", "SYN"),
        (">7 PING a", "7", "SYN"),
        (">7 PING a=", "7", "SYN"),
        (">7 PING A=1", "7", "SYN"),
        (">7 PING 1a=1", "7", "SYN"),
        (">7 PING ninechars=1", "7", "SYN"),
        (">7 PING a=1 a=2", "7", "SYN"),
        (">7 PING a=1=2", "7", "SYN"),
        (">7 PING a=*", "7", "SYN"),
    ],
)
def test_lines_outside_the_grammar(body: str, ident: str, code: str) -> None:
    line = body.encode() + b"*%04X" % ctp.crc16(body.encode())
    with pytest.raises(ctp.Flaw) as flaw:
        ctp.parse(line)
    assert (flaw.value.ident, flaw.value.code) == (ident, code)


@pytest.mark.parametrize(
    "line", [b">2 PING", b">2 PING*", b">2 PING*D65", b">2 PING*D655", b">2 PING*D6540", b">"]
)
def test_a_wrong_sum_is_crc_whatever_the_line_says(line: bytes) -> None:
    with pytest.raises(ctp.Flaw) as flaw:
        ctp.parse(line)
    assert (flaw.value.ident, flaw.value.code) == ("?", "CRC")


def test_the_sum_is_read_in_both_cases() -> None:
    assert ctp.parse(b">2 PING*d654") == ("2", "PING", {})


def test_cr_and_lf_end_a_line_and_empty_lines_are_none() -> None:
    assert lines_of(b"\r\n\n>2 PING*D654\r\n>2 PING*D654\r") == [b">2 PING*D654"] * 2


def test_a_line_of_159_bytes_is_read_and_one_of_160_is_long() -> None:
    assert lines_of(b">" + b"x" * 158 + b"\n") == [b">" + b"x" * 158]
    assert lines_of(b">" + b"x" * 159 + b"\nhelp\n") == ["LONG", b"help"]


def test_sof_restarts_the_line_and_says_so_only_if_a_request_was_cut() -> None:
    assert lines_of(b">2 PI>2 PING*D654\n") == ["SOF", b">2 PING*D654"]
    assert lines_of(b">>2 PING*D654\n") == [b">2 PING*D654"]
    assert lines_of(b"AT+>2 PING*D654\n") == [b">2 PING*D654"]
    assert lines_of(b"\xff\xff>2 PING*D654\n") == ["LONG", b">2 PING*D654"]


def test_bytes_outside_ascii_discard_to_the_end_with_one_error() -> None:
    assert lines_of(b">2 P\x03IN\x00G\xff*D654\nhelp\n") == ["LONG", b"help"]


@given(st.lists(st.sampled_from([line.encode() + b"\n" for line in GOLDEN] + [b"\xff\x00", b">", b"AT\r"])))
def test_how_the_bytes_are_cut_never_matters(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    reader = ctp.Reader()
    assert lines_of(data) == [got for byte in data for got in lines_of(bytes([byte]), reader)]


@given(st.binary(max_size=1000))
def test_garbage_never_acts_and_the_next_request_is_understood(noise: bytes) -> None:
    bench = Bench()
    bench.hello()
    bench.raw(noise + b"\n")
    assert bench.tower.state == "IDLE" and bench.tower._no == 0 and not bench.tower.leaving
    bench.tower.out.clear()
    assert bench.ask("PING").verb == "PONG"


def test_the_outbox_drops_whole_lines_and_never_cuts_one() -> None:
    outbox = ctp.Outbox()
    for _ in range(100):
        outbox.send(b"x" * 99 + b"\n")
    assert len(outbox.bytes) == 1000
