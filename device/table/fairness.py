"""Disputes settled: recompute the device's committed chance, count faces by source, tell who pressed when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import msgspec
from msgspec import UNSET

from device.table import chance
from device.table.house import Keys
from rules.entry import Entry, Rejection
from rules.fold import Fold, apply, begin
from rules.game import DiceWanted, Game
from rules.log import Header, lines, read_entry, read_header

LEAST_EXPECTED = 5
"""Expected rolls a face below which nothing is judged."""
CRITICAL = {3: 30.66, 5: 35.89, 7: 40.52, 9: 44.81, 19: 63.68}
"""Chi-square at 1e-6 by degrees of freedom (a fair die fails once in a million)."""


class Verdict(msgspec.Struct, frozen=True):
    """Whether a log's device chance is what was committed before play."""

    holds: bool
    checked: int
    why: str

    def __str__(self) -> str:
        return self.why


def verify(data: bytes, whole: Fold) -> Verdict:
    """Recompute every device entry of a finished game from the seed in its header."""
    header = whole.header
    if header.seed is UNSET or header.commit is UNSET:
        return Verdict(False, 0, "no seed in the header: only an exported, finished game can be verified")
    try:
        seed = bytes.fromhex(header.seed)
    except ValueError:
        return Verdict(False, 0, "the seed is not hexadecimal")
    if chance.commitment(seed) != header.commit:
        return Verdict(False, 0, "the seed is not the one that was committed before play")
    first, *rest = lines(data)
    game, complete = read_header(first[1], {whole.game.id: whole.game})
    fold, checked, entries = begin(game, complete), 0, list[Entry]()
    for no, line in rest:
        entry = read_entry(line, game)
        entries.append(entry)
        if entry.src == "device":
            if not _same(fold, entry, seed):
                return Verdict(False, checked, f"line {no} is not what the committed seed gives")
            checked += 1
        after = apply(fold, entry)
        assert not isinstance(after, Rejection)
        fold = after
    drawn = _drawn(game, complete, seed)
    note = f", and of the set-up: {', '.join(drawn)}" if drawn else ""
    others = Counter(str(e.src or "unnamed") for e in entries if e.by == "chance" and e.src != "device")
    trust = "".join(f"; {n} {source} ones cannot be recomputed" for source, n in sorted(others.items()))
    why = f"verified: {checked} device entries follow from the committed seed{note}{trust}"
    return Verdict(True, checked, why)


def _drawn(game: Game, header: Header, seed: bytes) -> tuple[str, ...]:
    """The set-up options that are what the seed gives (the others were chosen by hand)."""
    able = [o.id for o in game.options if o.drawn]
    for count in range(len(able), 0, -1):
        for drawn in combinations(able, count):
            chosen = {k: v for k, v in header.options.items() if k not in drawn}
            options = game.setup_draws(header.seats, chosen, chance.picker(seed, 0))
            if msgspec.to_builtins(options) == msgspec.to_builtins(header.options):
                return drawn
    return ()


def _same(fold: Fold, entry: Entry, seed: bytes) -> bool:
    wanted = fold.game.wanted(fold.state)
    if wanted is None:
        return False
    expect = fold.game.drawn(fold.state, chance.result(wanted, chance.picker(seed, fold.tally.device + 1)))
    return msgspec.structs.replace(expect, src="device") == msgspec.structs.replace(entry, proof=UNSET)


class Faces(msgspec.Struct, frozen=True):
    """How often each face of a kind of die fell, from one source."""

    source: str
    sides: int
    counts: tuple[int, ...]

    @property
    def verdict(self) -> str:
        expected = sum(self.counts) / self.sides
        if expected < LEAST_EXPECTED:
            return "not enough rolls to judge"
        square = sum((n - expected) ** 2 / expected for n in self.counts)
        bound = CRITICAL.get(self.sides - 1)
        if bound is None:
            return f"chi-square {square:.1f}"
        word = "nothing against it" if square < bound else "NOT FAIR"
        return f"chi-square {square:.1f} of {bound}: {word}"

    def __str__(self) -> str:
        faces = " ".join(map(str, self.counts))
        return f"{self.source:7} d{self.sides:<3} {sum(self.counts):5} rolls  {faces}  {self.verdict}"


def judge(logs: Iterable[bytes], games: dict[str, Game]) -> list[Faces]:
    """Faces by source and kind of die over whole logs, undone rolls included: they fell too."""
    counts: dict[tuple[str, int], Counter[int]] = {}
    for data in logs:
        first, *rest = lines(data)
        fold = begin(*read_header(first[1], games))
        for _, line in rest:
            entry = read_entry(line, fold.game)
            wanted = fold.game.wanted(fold.state)
            if entry.by == "chance" and isinstance(wanted, DiceWanted):
                source = "unnamed" if entry.src is UNSET else str(entry.src)
                for sides, face in _faces(entry, wanted):
                    counts.setdefault((source, sides), Counter())[face] += 1
            after = apply(fold, entry)
            assert not isinstance(after, Rejection)
            fold = after
    return [
        Faces(source, sides, tuple(c[f] for f in range(1, sides + 1)))
        for (source, sides), c in sorted(counts.items())
    ]


def _faces(entry: Entry, wanted: DiceWanted) -> list[tuple[int, int]]:
    """(sides, face) of each die of an entry, whatever its shape: a mapping of dice or lists of faces."""
    plain = msgspec.to_builtins(entry)
    if isinstance(faces := plain.get("faces"), dict):
        return [(int(die[1:]), face) for die, face in faces.items()]
    return [
        (sides, face) for _, sides, tag in wanted.groups for face in plain[{"g": "green", "r": "red"}[tag]]
    ]


def pressed(notes: Iterable[Keys], header: Header) -> list[str]:
    """The order keys of finished windows, a line each: "day 3: seat 4 pressed +2 38 ms after the buzzer". Seats are
    called by the numbers printed on their pods, and by name where they have one."""
    pods = range(1, header.seats + 1) if header.pods is UNSET else header.pods
    names = ("",) * header.seats if header.names is UNSET else header.names
    told = []
    for note in notes:
        for seat, key, late in sorted(note.keys, key=lambda it: it[2]):
            who = f"seat {pods[seat - 1]}" + (f" ({names[seat - 1]})" if names[seat - 1] else "")
            when = f"{late} ms after" if late >= 0 else f"{-late} ms before"
            told.append(f"day {note.day}: {who} pressed {key} {when} the buzzer")
    return told
