"""The product and the second reading side by side: they must say the same after each line."""

from __future__ import annotations

from collections import Counter

from rules.entry import Rejection
from rules.fold import Fold, apply, begin, record
from rules.games import GAMES
from rules.log import Malformed, read_entry, read_header
from rules.replay import LogError, replay
from tests.rules.oracle import Judge


class Both:
    """One log read twice. `stopped` is its (line, code) once both have turned a line away."""

    def __init__(self) -> None:
        self.judge = Judge()
        self.fold: Fold | None = None
        self.stopped: tuple[int, str] | None = None

    def copy(self) -> Both:
        other = Both()
        other.judge, other.fold, other.stopped = self.judge.copy(), self.fold, self.stopped
        return other

    def read(self, raw: bytes) -> str:
        """ "fine" or the code. Raises AssertionError where they differ."""
        self.judge.read(raw)
        wanted = self.judge.stop[1] if self.judge.stop else "fine"
        found = self.product(raw.strip(b" \t\r"))
        assert found == wanted, (
            f"line {self.judge.line}, {raw!r}: the product says {found}, the text {wanted}"
        )
        if found != "fine":
            self.stopped = (self.judge.line, found)
        elif self.fold is not None:
            assert record(self.fold) == self.judge.record(), raw
        return found

    def product(self, raw: bytes) -> str:
        """What `replay` does with one line."""
        try:
            if not raw:
                return "fine"
            if self.fold is None:
                self.fold = begin(*read_header(raw, GAMES))
                return "fine"
            entry = read_entry(raw, self.fold.game)
            if self.fold.game.shape_fault(self.fold.state, entry):
                return "malformed"
        except Malformed:
            return "malformed"
        after = apply(self.fold, entry)
        if isinstance(after, Rejection):
            return str(after.code)
        self.fold = after
        return "fine"


def compare(lines: list[bytes], seen: Counter[str] | None = None) -> Both:
    """Both read on until a line stops them; a whole file comes to the same."""
    both = Both()
    for raw in lines:
        code = both.read(raw)
        if seen is not None:
            seen[code] += 1
        if both.stopped:
            break
    compare_file(b"\n".join(lines), both.stopped)
    return both


def compare_file(data: bytes, stopped: tuple[int, str] | None) -> None:
    """The product's reading of a file stops where it should."""
    try:
        replay(data, GAMES)
    except LogError as e:
        assert (e.line, e.code) == stopped, f"{e} instead of {stopped}"
    else:
        assert stopped is None, f"should have stopped at {stopped}"
