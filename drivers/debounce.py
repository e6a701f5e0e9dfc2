"""From snapshots of contacts to presses: pure, on timestamped snapshots, the same for every kind of key.

A key's first edge counts at once (after `confirm` more snapshots that agree, where a wire may lie). Then the key is
deaf for the lock-out, and its level at the end is looked at again, so a tap that ended meanwhile is released: thirty
edges in 8 ms are one press, and nothing is ever left pressed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

LOCKOUT = 0.03
"""Seconds a key is deaf after an edge (20 to 50 ms suit every switch met so far)."""
STUCK = 30.0
"""Seconds after which a key that is still down is taken for stuck."""
WINDOW = 0.01
"""Seconds within which the confirming snapshots must come."""
AGAIN = 0.002
"""Seconds between snapshots while a doubtful edge is watched."""


class Change(NamedTuple):
    """`down` and `up` are edges; `stuck` (masked from now on) and `freed` are notices. `at` is the edge's time."""

    key: str
    what: Literal["down", "up", "stuck", "freed"]
    at: float


class _Key:
    def __init__(self, name: str, down: bool) -> None:
        self.name = name
        self.level = down
        self.masked = down  # a key that is down at the start makes no press until it was up once
        self.stuck = False
        self.since = 0.0  # of the last accepted edge
        self.deaf_until = 0.0
        self.first = 0.0  # when a doubtful edge was first seen
        self.seen = 0  # in how many snapshots


class Debounce:
    """One pad's keys. Feed it snapshots in the order of their times.

    `confirm` is how many further snapshots within `WINDOW` must show a new level before it is believed: 0 on a wire
    that cannot lie, 2 on a bus that may flip a bit (a flip must then strike the same bit three times in 10 ms).
    """

    def __init__(
        self, keys: Sequence[str], lockout: float = LOCKOUT, confirm: int = 0, stuck: float = STUCK
    ) -> None:
        self._names = tuple(keys)
        self._lockout, self._confirm, self._limit = lockout, confirm, stuck
        self._keys: list[_Key] | None = None
        self._levels = 0
        self._busy: list[_Key] = []  # deaf or doubtful
        self._next_stuck = float("inf")
        self._wants: float | None = None

    @property
    def wants(self) -> float | None:
        """When the next snapshot would help (a time already past: at once), or None if nothing is in the air."""
        return self._wants

    def feed(self, at: float, bits: int) -> list[Change]:
        """Take a snapshot: bit i of `bits` is 1 while key i is down. Gives what it means, in the order of keys."""
        if self._keys is None:
            self._keys = [_Key(name, bool(bits >> i & 1)) for i, name in enumerate(self._names)]
            self._levels = bits
            return []
        if bits == self._levels and not self._busy and at < self._next_stuck:
            return []
        changes: list[Change] = []
        for i, key in enumerate(self._keys):
            self._look(key, bool(bits >> i & 1), at, changes)
        self._tidy(at)
        return changes

    def release(self, at: float) -> list[Change]:
        """The keys are gone: what was down is up, what was stuck is freed, and the next snapshot is the first."""
        gone, self._keys = self._keys or [], None
        self._levels, self._busy, self._wants, self._next_stuck = 0, [], None, float("inf")
        return [
            Change(key.name, "freed" if key.stuck else "up", at)
            for key in gone
            if key.stuck or (key.level and not key.masked)
        ]

    def _look(self, key: _Key, raw: bool, at: float, changes: list[Change]) -> None:
        if at < key.deaf_until:
            return
        if key.seen and at - key.first > WINDOW:
            key.seen = 0
        if raw != key.level:
            if not key.seen:
                key.first = at
            key.seen += 1
            if key.seen > self._confirm:
                self._accept(key, raw, changes)
        if key.level and not key.masked and at - key.since >= self._limit:
            key.masked = key.stuck = True
            changes += [Change(key.name, "up", at), Change(key.name, "stuck", at)]

    def _accept(self, key: _Key, raw: bool, changes: list[Change]) -> None:
        key.level, key.since, key.seen = raw, key.first, 0
        key.deaf_until = key.first + self._lockout
        if not key.masked:
            changes.append(Change(key.name, "down" if raw else "up", key.first))
        elif not raw:
            if key.stuck:
                changes.append(Change(key.name, "freed", key.first))
            key.masked = key.stuck = False

    def _tidy(self, at: float) -> None:
        assert self._keys is not None
        self._levels = sum(key.level << i for i, key in enumerate(self._keys))
        self._busy = [key for key in self._keys if key.seen or at < key.deaf_until]
        self._wants = min((self._due(key, at) for key in self._busy), default=None)
        self._next_stuck = min(
            (key.since + self._limit for key in self._keys if key.level and not key.masked),
            default=float("inf"),
        )

    def _due(self, key: _Key, at: float) -> float:
        if not key.seen:
            return key.deaf_until
        return at if at - key.first < AGAIN else at + AGAIN
