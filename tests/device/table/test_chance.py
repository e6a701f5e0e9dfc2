"""The device's committed chance: the vectors of the rules' section 5, for the seed 00 01 … 1f."""

from __future__ import annotations

from device.table.chance import commitment, picker, result
from rules.game import CardsWanted, DiceWanted

SEED = bytes(range(32))


def test_the_commitment_is_sha256_of_the_seed() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_dice_come_in_the_order_of_the_entry() -> None:
    assert result(DiceWanted(((4, 6, "g"), (4, 6, "r"))), picker(SEED, 1)) == [[4, 2, 4, 3], [3, 2, 2, 6]]
    assert result(DiceWanted(((1, 10, ""), (1, 20, ""))), picker(SEED, 2)) == [[1], [2]]


def test_cards_are_taken_one_by_one_from_what_is_left() -> None:
    left = [f"{suit}{n}" for suit in ("red", "blue", "yellow", "green", "black") for n in (1, 1, 2, 3)]
    taken = result(CardsWanted(len(left), 2), picker(SEED, 3))[0]
    assert [left.pop(i) for i in taken] == ["green2", "black1"]
    assert result(CardsWanted(15, 1), picker(SEED, 4)) == [[11]]  # eleven stock cards, then market +1


def test_set_up_is_one_stream() -> None:
    pick, left = picker(SEED, 0), ["red", "blue", "yellow", "green", "black", "white"]
    assert [left.pop(pick(len(left))) for _ in range(5)] == ["green", "yellow", "red", "black", "white"]
    assert pick(4) + 1 == 4
    assert picker(SEED, 0)(5) + 1 == 1


def test_no_number_is_likelier_than_another() -> None:
    """A byte at or above 256 - 256 mod m is thrown away: over many streams each of ten faces is met about alike."""
    faces = [0] * 10
    for k in range(1, 4001):
        faces[picker(SEED, k)(10)] += 1
    assert sum((n - 400) ** 2 / 400 for n in faces) < 44.81
