"""The line protocol at the host's end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.tower.ctp import LONGEST, Lines, Message, crc, frame, parse, parse_dice, parse_pool
from tests.firmware.bench_board import GOLDEN


def sealed(body: bytes) -> bytes:
    return body + b"*%04X" % crc(body)


def test_crc_has_the_published_check_value() -> None:
    assert crc(b"123456789") == 0x29B1


@pytest.mark.parametrize("line", [line for line in GOLDEN if line[0] == "<"])
def test_golden_replies_are_read(line: str) -> None:
    message = parse(line.encode())
    assert message
    pairs = " ".join(f"{key}={value}" for key, value in message.values.items())
    assert f"<{message.ident} {message.verb} {pairs}" == line[:-5]


@pytest.mark.parametrize("line", [line for line in GOLDEN if line[0] == ">"])
def test_golden_requests_are_written(line: str) -> None:
    words = line[1:-5].split()
    pairs = [tuple(word.split("=")) for word in words[2:]]
    assert frame(words[0], words[1], *pairs).decode() == line + "\n"  # type: ignore[arg-type]


BAD = "<2 P|<02 PONG|<2  PONG|<2 PONG |<2 PONG a=|<2 PONG A=1|<2 PONG a=*|<2 PONG a=b\x7f"


@pytest.mark.parametrize("body", BAD.split("|"))
def test_lines_outside_the_grammar_are_none(body: str) -> None:
    assert parse(sealed(body.encode())) is None


def test_the_sum_decides_and_is_read_in_both_cases() -> None:
    assert (
        parse(b"<4 ARMED no=12*7a78") == parse(b"<4 ARMED no=12*7A78") == Message("4", "ARMED", {"no": "12"})
    )
    assert parse(b"<4 ARMED no=12*7A79") is None and parse(b"<4 ARMED no=12") is None


def test_no_line_is_longer_than_the_limit() -> None:
    body = b"<2 PONG a=" + b"x" * (LONGEST - 15)
    assert len(sealed(body)) == LONGEST and parse(sealed(body))
    assert parse(sealed(body + b"x")) is None
    lines = Lines()
    assert list(lines.feed(sealed(body + b"x") + b"\n" + sealed(body) + b"\n")) == [parse(sealed(body))]
    assert lines.bad == 1


def test_garbage_without_an_end_costs_no_memory_and_no_line_after_it() -> None:
    lines = Lines()
    assert list(lines.feed(b"\x00\xff" * 50_000)) == [] and len(lines._line) <= LONGEST + 1
    assert list(lines.feed(GOLDEN[3].encode() + b"\n")) == [parse(GOLDEN[3].encode())]


PIECES = [line.encode() + b"\r\n" for line in GOLDEN] + [b"<", b"\xff\x00", b"# hi\n", b">>> "]


@given(st.lists(st.sampled_from(PIECES)), st.integers(1, 40))
def test_how_the_bytes_are_cut_never_matters(pieces: list[bytes], size: int) -> None:
    data = b"".join(pieces)
    cut = Lines()
    parts = [item for at in range(0, len(data), size) for item in cut.feed(data[at : at + size])]
    assert parts == list(Lines().feed(data))


@given(st.binary(max_size=1000))
def test_garbage_is_never_a_message(noise: bytes) -> None:
    assert not [item for item in Lines().feed(noise + b"\n") if isinstance(item, Message)]


def test_dice_must_fit_the_pool() -> None:
    pool = parse_pool("2d6+1d20")
    assert parse_dice("1,6+20", pool) == ((1, 6), (20,))
    for text in ("1,6", "1+6+20", "1,7+20", "0,6+20", "1,6+21", "1,,6+20", "1,6+", "1,6+x", "1,6,6+20", ""):
        with pytest.raises(ValueError, match="pool"):
            parse_dice(text, pool)
