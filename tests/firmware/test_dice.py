"""Pools, faces, secrets and keyed dice, at both ends."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import Any

import pytest

from drivers.tower import ctp as host_ctp
from drivers.tower import proof
from drivers.tower.firmware import load
from tests.firmware.bench_board import BenchBoard

dice: Any = load("dice")
T, H = bytes(range(0x10, 0x20)), bytes(range(0xA0, 0xB0))
POOL = "4d6:g+4d6:r"
C = "36252f75ba9c27d5bbe61cf8a14dd0799905d6ead9806bc7307fbc89288f0a29"


@pytest.mark.parametrize(("sides", "thrown"), [(4, 0), (6, 4), (8, 0), (10, 6), (12, 4), (20, 16)])
def test_every_byte_of_every_die(sides: int, thrown: int) -> None:
    tower = [dice.face(byte, sides) for byte in range(256)]
    host = [proof.face(byte, sides) or 0 for byte in range(256)]
    assert tower == host
    assert tower[: 256 - thrown] == [byte % sides + 1 for byte in range(256 - thrown)]
    assert tower[256 - thrown :] == [0] * thrown
    assert set(Counter(face for face in tower if face).values()) == {(256 - thrown) // sides}


def test_the_golden_roll_at_both_ends() -> None:
    assert dice.commitment("7f3a91c2", 12, POOL, T) == proof.commitment("7f3a91c2", 12, POOL, T) == C
    rolled = dice.draw(dice.parse_pool(POOL), T, H, 12)
    assert dice.spelled(rolled) == "6,1,1,6+3,2,6,4"
    assert proof.draw(host_ctp.parse_pool(POOL), T, H, 12) == tuple(map(tuple, rolled))


def test_both_ends_agree_over_many_blocks() -> None:
    for no in range(1, 300):
        pool = ("16d20", "8d12:a+8d10:b", "1d4+1d6+1d8+1d20")[no % 3]
        t, h = no.to_bytes(16, "big"), (7 * no).to_bytes(16, "little")
        tower = dice.draw(dice.parse_pool(pool), t, h, no)
        assert proof.draw(host_ctp.parse_pool(pool), t, h, no) == tuple(map(tuple, tower))


@pytest.mark.parametrize(
    "text", ["1d4", "16d20", "4d6:g+4d6:r", "1d10+1d20", "1d6:abcdefgh", "4d4+4d8+4d10+4d12"]
)
def test_pools_that_both_ends_take(text: str) -> None:
    groups = [(group.count, group.sides, group.tag) for group in host_ctp.parse_pool(text)]
    assert dice.parse_pool(text) == groups


NO_POOLS = "d6 0d6 01d6 17d6 9d6+8d6 1d7 1d 1d06 1d100 1x6 -1d6 1d6: 1d6:A 1d6:abcdefghi 1d6:g:r 1d6+ +1d6"
FIVE_GROUPS = "1d6+1d6+1d6+1d6+1d6"


@pytest.mark.parametrize("text", ["", "1d6 ", FIVE_GROUPS, *NO_POOLS.split()])
def test_pools_that_both_ends_refuse(text: str) -> None:
    assert dice.parse_pool(text) is None
    with pytest.raises(ValueError, match="pool"):
        host_ctp.parse_pool(text)


def test_secrets_differ_even_when_clock_and_chip_stand_still() -> None:
    secrets = dice.Secrets(BenchBoard())
    drawn = {secrets.secret() for _ in range(100)}
    assert len(drawn) == 100 and all(len(secret) == 16 for secret in drawn)


def test_a_secret_is_made_of_all_the_chance_there_is() -> None:
    board, last = BenchBoard(), b""
    raws = [bytes(range(start, start + 64)) for start in (10, 20, 30, 40)]
    board.chance = list(raws)
    secrets = dice.Secrets(board)
    for raw in raws[2:]:
        last = sha256(raw + board.chip.encode() + b"123456" + last).digest()[:16]
        assert secrets.secret() == last


@pytest.mark.parametrize("raw", [bytes(64), b"\x55" * 64, bytes(range(59)) + b"\x07" * 5])
def test_a_source_that_is_constant_or_repeats_is_found_at_boot(raw: bytes) -> None:
    board = BenchBoard()
    board.chance = [raw, raw]
    assert not dice.Secrets(board).sound


def test_a_source_that_sticks_later_is_found_at_the_draw() -> None:
    board = BenchBoard()
    board.chance = [bytes(range(64)), bytes(range(1, 65)), bytes(range(1, 65))]
    secrets = dice.Secrets(board)
    assert secrets.sound and secrets.secret() is None


def keyed(pool: str, keys: str) -> tuple[Any, bool]:
    keying = dice.Keying(dice.parse_pool(pool))
    return keying, [keying.press(key) for key in keys][-1]


def test_small_dice_take_one_key_and_large_ones_a_number() -> None:
    keying, done = keyed("2d6:a+2d20:b", "3620#7##")
    assert done and keying.rolled() == [[3, 6], [20, 7]]


def test_impossible_faces_are_not_taken() -> None:
    keying, _ = keyed("2d6+1d20", "7089")
    assert keying.rolled() == [[], []] and keying.asked() == "d6: _"
    keying, _ = keyed("1d20", "21#0#")
    assert keying.rolled() == [[]]


def test_star_takes_back_digits_then_dice() -> None:
    keying, _ = keyed("1d6+1d20", "41*")
    assert keying.rolled() == [[4], []] and keying.asked() == "d20: _"
    keying.press("*")
    assert keying.rolled() == [[], []]


def test_only_the_confirmed_whole_roll_is_a_roll() -> None:
    keying, done = keyed("2d6", "3#6")
    assert not done and keying.asked() == "# ok  * back"
    keying.press("5")
    assert keying.rolled() == [[3, 6]] and keying.press("#")
