"""Tokens, join codes, who may hold a seat."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
import segno

from device.web.access import (
    ALPHABET,
    CODE_SECONDS,
    WRONG_PER_MINUTE,
    Access,
    Refused,
    addresses,
    digest,
    join_url,
)
from drivers.memory import VirtualAlarm


@pytest.fixture
def clock() -> VirtualAlarm:
    return VirtualAlarm(1000.0)


@pytest.fixture
def access(clock: VirtualAlarm) -> Access:
    return Access(clock.now)


def test_a_token_opens_its_role_and_no_other_word_opens_anything(access: Access) -> None:
    token = access.token("seat", 3)
    grant = access.grant(token)
    assert grant is not None and (grant.role, grant.pod, grant.id) == ("seat", 3, digest(token))
    assert access.grant(token[:-1]) is None and access.grant("") is None


def test_tokens_have_128_bits_and_differ(access: Access) -> None:
    tokens = {access.token("board") for _ in range(50)}
    assert len(tokens) == 50 and all(len(t) == 22 for t in tokens)


def test_a_code_is_six_plain_signs_and_works_once(access: Access) -> None:
    code = access.invite(4).code
    assert len(code) == 6 and set(code) <= set(ALPHABET)
    pod, token = access.exchange(f"{code[:3]} {code[3:].lower()}", "phone")
    assert pod == 4
    grant = access.grant(token)
    assert grant is not None and grant.pod == 4
    with pytest.raises(Refused, match="unknown"):
        access.exchange(code, "phone")


def test_a_code_is_good_for_two_minutes(access: Access, clock: VirtualAlarm) -> None:
    first, second = access.invite(1).code, access.invite(2).code
    clock.advance(CODE_SECONDS - 0.001)
    access.exchange(first, "phone")
    clock.advance(0.001)
    with pytest.raises(Refused, match="unknown"):
        access.exchange(second, "phone")


def test_a_new_code_of_a_seat_voids_the_older_one(access: Access) -> None:
    old, new = access.invite(1).code, access.invite(1).code
    with pytest.raises(Refused):
        access.exchange(old, "phone")
    assert access.exchange(new, "phone")[0] == 1


def test_guessing_is_slowed_for_the_guesser_alone(access: Access, clock: VirtualAlarm) -> None:
    code = access.invite(1).code
    for _ in range(WRONG_PER_MINUTE):
        with pytest.raises(Refused, match="unknown"):
            access.exchange("222222", "guesser")
    with pytest.raises(Refused, match="slow"):
        access.exchange(code, "guesser")
    assert access.exchange(code, "guest")[0] == 1
    clock.advance(61)
    with pytest.raises(Refused, match="unknown"):
        access.exchange("222222", "guesser")


def test_revoking_a_seat_spares_others_and_the_one_named(access: Access) -> None:
    old, kept, other = access.token("seat", 1), access.token("seat", 1), access.token("seat", 2)
    access.revoke(1, but=digest(kept))
    assert access.grant(old) is None and access.grant(kept) and access.grant(other)


def test_seats_and_boards_outlive_a_restart_as_digests_only(tmp_path: Path, clock: VirtualAlarm) -> None:
    file = tmp_path / "access.json"
    before = Access(clock.now, file)
    seat, board, host = before.token("seat", 5), before.token("board"), before.token("host")
    after = Access(clock.now, file)
    grant = after.grant(seat)
    assert grant is not None and grant.pod == 5
    assert after.grant(board) and after.grant(host) is None
    assert seat.encode() not in file.read_bytes()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_damaged_file_costs_seats_but_never_the_start(tmp_path: Path, clock: VirtualAlarm) -> None:
    file = tmp_path / "access.json"
    file.write_text("{half")
    access = Access(clock.now, file)
    assert access.grant(access.token("seat", 1))


def test_each_role_has_an_address_with_its_token_in_the_fragment(access: Access) -> None:
    found = addresses(access, "http://h:1", ("sim", "host", "board"))
    for role, url in found.items():
        path, _, token = url.partition("#")
        assert path in ("http://h:1/", "http://h:1/host", "http://h:1/board")
        grant = access.grant(token)
        assert grant is not None and grant.role == role


def test_a_seats_address_fits_a_version_2_code() -> None:
    url = join_url("http://192.168.1.123:8048/", "K7M4QX")
    assert len(url) == 32
    assert segno.make(url, error="l", boost_error=False).version == 2
