"""What a stored proof binds."""

from __future__ import annotations

import pytest

from drivers.tower.proof import verified
from tests.drivers.tower.bench_session import DICE, PROOF


def test_the_golden_proof() -> None:
    assert verified(PROOF, DICE) and verified(PROOF | {"c": PROOF["c"].upper()}, DICE)


@pytest.mark.parametrize("key", list(PROOF))
def test_every_part_of_it_counts(key: str) -> None:
    changed = {"boot": "7f3a91c3", "no": "13", "pool": "4d6:g+4d6:x"}.get(key, "11" * (len(PROOF[key]) // 2))
    assert not verified(PROOF | {key: changed}, DICE)
    assert not verified({name: value for name, value in PROOF.items() if name != key}, DICE)


@pytest.mark.parametrize(
    "change", [{"no": "x"}, {"no": "-1"}, {"no": str(2**32)}, {"t": "zz"}, {"boot": "\u20ac"}]
)
def test_an_unreadable_proof_proves_nothing(change: dict[str, str]) -> None:
    assert not verified(PROOF | change, DICE)


def test_other_dice_are_not_bound() -> None:
    assert not verified(PROOF, ((6, 1, 1, 6), (3, 2, 6, 5))) and not verified(PROOF, (DICE[0],))
