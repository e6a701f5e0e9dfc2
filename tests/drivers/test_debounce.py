"""Presses out of bouncing contacts. Only snapshots and their times go in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from drivers.debounce import LOCKOUT, STUCK, Change, Debounce


def feed(pad: Debounce, *snapshots: tuple[float, int]) -> list[Change]:
    return [change for at, bits in snapshots for change in pad.feed(at, bits)]


def follow(pad: Debounce, level: list[tuple[float, bool]], until: float, poll: float = 0.02) -> list[Change]:
    """Poll a contact that changes at these times, as the trunk does: regularly, and whenever it is wanted."""
    changes, now = pad.feed(0.0, 0), 0.0
    while now < until:
        due = now + poll
        if pad.wants is not None:
            due = min(due, max(pad.wants, now + 0.0004))  # a read takes 0.4 ms
        now = due
        down = [high for at, high in level if at <= now][-1:] == [True]
        changes += pad.feed(now, int(down))
    return changes


def test_a_press_counts_at_its_first_edge() -> None:
    pad = Debounce(("A", "B"))
    assert feed(pad, (0.0, 0), (1.0, 0b10)) == [Change("B", "down", 1.0)]
    assert feed(pad, (1.2, 0)) == [Change("B", "up", 1.2)]


def test_the_key_is_deaf_for_the_lockout_and_looked_at_again() -> None:
    pad = Debounce(("A",))
    feed(pad, (0.0, 0), (1.0, 1))
    assert pad.wants == 1.0 + LOCKOUT
    assert feed(pad, (1.005, 0), (1.01, 1), (1.02, 0)) == []
    assert feed(pad, (1.0 + LOCKOUT, 0)) == [Change("A", "up", 1.0 + LOCKOUT)]


def test_thirty_edges_in_8_ms_are_one_press_and_it_is_released() -> None:
    """A plain lock-out leaves half of such keys pressed for good; this one never does."""
    for edges in (30, 31):
        for start in range(20):
            begin = 1.0 + start * 0.001
            level = [(begin + i * 0.008 / edges, i % 2 == 0) for i in range(edges)]
            level.append((begin + 0.2, False))
            for confirm in (0, 2):
                pad = Debounce(("A",), confirm=confirm)
                changes = follow(pad, level, 2.0, poll=0.0005)
                assert [change.what for change in changes] == ["down", "up"]


@given(
    st.lists(st.floats(0.0001, 0.1), max_size=60),
    st.integers(0, 2),
)
def test_whatever_a_contact_does_down_and_up_alternate_and_the_end_is_true(
    gaps: list[float], confirm: int
) -> None:
    at, level = 0.5, []
    for i, gap in enumerate(gaps):
        level.append((at, i % 2 == 0))
        at += gap
    changes = follow(Debounce(("A",), confirm=confirm), level, at + 0.2)
    whats = [change.what for change in changes]
    assert whats == ["down", "up"] * (len(whats) // 2) + ["down"] * (len(whats) % 2)
    assert (whats[-1:] == ["down"]) == (level[-1:] != [] and level[-1][1])
    assert [change.at for change in changes] == sorted(change.at for change in changes)


def test_a_key_down_at_the_start_makes_no_press() -> None:
    pad = Debounce(("A", "B"))
    assert feed(pad, (0.0, 1), (1.0, 1), (2.0, 0)) == []
    assert feed(pad, (3.0, 1)) == [Change("A", "down", 3.0)]


def test_a_key_down_for_long_is_masked_until_it_came_up() -> None:
    pad = Debounce(("A", "B"))
    feed(pad, (0.0, 0), (1.0, 1))
    late = 1.0 + STUCK
    assert feed(pad, (late - 0.01, 1), (late, 1)) == [Change("A", "up", late), Change("A", "stuck", late)]
    assert feed(pad, (late + 1, 0b11)) == [Change("B", "down", late + 1)], "the others still work"
    assert feed(pad, (late + 2, 0b10)) == [Change("A", "freed", late + 2)]
    assert feed(pad, (late + 3, 0b11)) == [Change("A", "down", late + 3)]


def test_a_flipped_bit_is_no_press_and_frees_no_stuck_key() -> None:
    pad = Debounce(("A", "B"), confirm=2)
    assert feed(pad, (0.0, 0b10), (0.02, 0b11), (0.0204, 0b10), (0.024, 0b10)) == []
    assert feed(pad, (0.04, 0b00), (0.0404, 0b10)) == [], "B was down at the start and still is"
    assert feed(pad, (0.06, 0b10), (1.0, 0b11), (1.0004, 0b11)) == []
    assert feed(pad, (1.0008, 0b11)) == [Change("A", "down", 1.0)], "confirmed: at the time of its first edge"


def test_a_doubtful_edge_asks_for_snapshots_at_once() -> None:
    pad = Debounce(("A",), confirm=2)
    feed(pad, (0.0, 0), (1.0, 1))
    assert pad.wants == 1.0
    feed(pad, (1.0004, 0), (1.02, 0))
    assert pad.wants is None


def test_keys_that_went_away_are_released() -> None:
    pad = Debounce(("A", "B"))
    feed(pad, (0.0, 0b10), (1.0, 0b11))
    assert pad.release(1.5) == [Change("A", "up", 1.5)], "B was never pressed"
    assert feed(pad, (2.0, 1)) == [], "the first snapshot after that makes no press"
