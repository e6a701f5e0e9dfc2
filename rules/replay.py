"""Read a whole log: from bytes to a fold, or to the line at which it must stop."""

from __future__ import annotations

from rules.entry import Rejection
from rules.fold import Fold, apply, begin
from rules.game import Game
from rules.log import Malformed, lines, read_entry, read_header


class LogError(ValueError):
    """Why a log stops: `line`, `code` ("malformed" or a rejection's code) and the sentence. `str` is LINE: CODE: …"""

    def __init__(self, line: int, code: str, why: str) -> None:
        super().__init__(f"{line}: {code}: {why}")
        self.line, self.code, self.why = line, code, why


def replay(data: bytes, games: dict[str, Game]) -> Fold:
    """Fold a log (JSON Lines). Raises LogError at the first line that is malformed or rejected."""
    fold: Fold | None = None
    for no, line in lines(data):
        try:
            if fold is None:
                fold = begin(*read_header(line, games))
                continue
            entry = read_entry(line, fold.game)
            if fault := fold.game.shape_fault(fold.state, entry):
                raise Malformed(fault)
        except Malformed as e:
            raise LogError(no, "malformed", str(e)) from None
        after = apply(fold, entry)
        if isinstance(after, Rejection):
            raise LogError(no, after.code, after.why or after.code)
        fold = after
    if fold is None:
        raise LogError(1, "malformed", "the file is empty, a log begins with a header line")
    return fold
