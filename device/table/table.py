"""The table: the journal's only writer. Entries and notes gather in a turn of the crank and count when committed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET

from device.exits import WrongUse
from device.table import chance, house
from device.table.house import House, Note
from device.table.journal import HOUSE, Journal, Line, Mark
from rules.entry import Entry, Rejection
from rules.fold import Fold, apply, begin, record
from rules.game import Game, Result
from rules.log import VERSION, Header, Malformed, complete, read_entry, read_header, write

Entropy = Callable[[int], bytes]


class Standing(msgspec.Struct, frozen=True):
    """What stands: the house and the game on the table. Immutable; swapped whole after a commit."""

    house: House = House()
    fold: Fold | None = None
    readonly: str = ""
    """Why the game on the table may only be looked at (it folds differently under these rules), else ""."""

    def seat_of(self, pod: int) -> int | None:
        """The game seat of a printed pod number, None when it does not play."""
        playing = self.house.playing
        if playing is None or pod not in playing.pods:
            return None
        return playing.pods.index(pod) + 1

    def pod_of(self, seat: int) -> int:
        """The printed pod number of a game seat."""
        assert self.house.playing is not None
        return self.house.playing.pods[seat - 1]


def seal(fold: Fold) -> bytes:
    """Digest of a record, stored at each turn's end: another version of the rules must fold to the same."""
    return hashlib.sha256(msgspec.json.encode(record(fold), order="sorted")).digest()[:16]


class Table:
    """`now` is committed and shown; `work` is what this turn of the crank has made of it so far."""

    def __init__(
        self,
        journal: Journal,
        streams: dict[int, list[bytes]],
        games: dict[str, Game],
        entropy: Entropy,
        wall: Callable[[], str],
    ) -> None:
        self.journal, self.games, self.entropy, self.wall = journal, games, entropy, wall
        self._lines: list[Line] = []
        self._marks: list[Mark] = []
        self.now = self.work = self._resume(streams)

    # -- reading what an earlier start left -------------------------------------------------------------------------

    def _resume(self, streams: dict[int, list[bytes]]) -> Standing:
        kept = House()
        for no, line in enumerate(streams.get(HOUSE, []), start=1):
            try:
                kept = house.fold(kept, house.read_note(line))
            except (msgspec.ValidationError, IndexError) as e:
                newer = "written by a newer Croupier? start that one, or choose another folder with --data"
                raise WrongUse(f"{self.journal.path}: house line {no}: {e}; {newer}") from None
        if kept.playing is None:
            return Standing(kept)
        if not streams.get(kept.playing.game):
            return Standing(msgspec.structs.replace(kept, playing=None))
        fold, why = self._interrupted(kept.playing.game)
        return Standing(kept if fold else msgspec.structs.replace(kept, playing=None), fold, why)

    def _interrupted(self, game: int) -> tuple[Fold | None, str]:
        """A stored game as far as these rules follow it, and why they may not go on with it: an entry that they turn
        away, a turn whose record is not the one that was stored; "" when they may."""
        marks, why = self.journal.marks(game), ""
        header, *entries = self.journal.game(game)
        try:
            fold = begin(*read_header(header, self.games))
        except Malformed as e:
            return None, str(e)
        for no, line in enumerate(entries, start=1):
            try:
                after = apply(fold, read_entry(line, fold.game))
            except Malformed as e:
                return fold, f"entry {no}: {e}"
            if isinstance(after, Rejection):
                return fold, f"entry {no} is {after.code} under these rules"
            fold = after
            if no in marks and marks[no] != seal(fold):
                why = why or f"entry {no} gives another record under these rules"
        return fold, why

    def read_game(self, game: int) -> Fold:
        """Fold a game of the journal. Raises WrongUse naming the entry that these rules turn away."""
        header, *entries = self.journal.game(game)
        no = 0
        try:
            fold = begin(*read_header(header, self.games))
            for no, line in enumerate(entries, start=1):  # noqa: B007 - the error names it
                after = apply(fold, read_entry(line, fold.game))
                if isinstance(after, Rejection):
                    raise Malformed(f"{after.code}: {after.why}")
                fold = after
        except Malformed as e:
            raise WrongUse(f"game {game}, entry {no}: {e}") from None
        return fold

    # -- one turn of the crank --------------------------------------------------------------------------------------

    @property
    def dirty(self) -> bool:
        """Whether anything waits for the commit."""
        return bool(self._lines)

    def tell(self, note: Note) -> None:
        """The house does something; it counts with the next commit. ValueError for a note that the next start could
        not read: what stands now is what will stand then."""
        line = house.write_note(note)
        self.work = msgspec.structs.replace(
            self.work, house=house.fold(self.work.house, house.read_note(line))
        )
        self._lines.append(Line(HOUSE, line))

    def enter(self, entry: Entry) -> Rejection | None:
        """An entry of the game on the table; it counts with the next commit, or is turned away."""
        fold, playing = self.work.fold, self.work.house.playing
        if fold is None or playing is None or self.work.readonly:
            return Rejection("wrong-phase", "no game is being played")
        after = apply(fold, entry)
        if isinstance(after, Rejection):
            return after
        self._lines.append(Line(playing.game, write(entry)))
        if after.over or fold.game.moment(fold.state)[-1] != after.game.moment(after.state)[-1]:
            self._marks.append(Mark(playing.game, after.count, seal(after)))
        self.work = msgspec.structs.replace(self.work, fold=after)
        if after.over and not playing.finished:
            self.tell(house.Finish(playing.game))
        return None

    def line(self, text: str) -> Rejection | None:
        """Enter what the table itself says, given as its log line (the clock's open and close, the host's again)."""
        if self.work.fold is None:
            return Rejection("wrong-phase", "no game is being played")
        return self.enter(read_entry(text.encode(), self.work.fold.game))

    def draw(self) -> Rejection | None:
        """The device makes the chance entry that is asked for, from its committed stream."""
        fold, playing = self.work.fold, self.work.house.playing
        assert fold is not None and playing is not None
        wanted = fold.game.wanted(fold.state)
        if wanted is None:
            return Rejection("wrong-phase", "chance is not asked for")
        pick = chance.picker(bytes.fromhex(playing.seed), fold.tally.device + 1)
        return self.chance(chance.result(wanted, pick), "device")

    def chance(self, result: Result, src: str, proof: dict[str, Any] | None = None) -> Rejection | None:
        """Enter a chance result with its source and, from a tower, its evidence."""
        fold = self.work.fold
        assert fold is not None
        entry = fold.game.drawn(fold.state, result)
        return self.enter(msgspec.structs.replace(entry, src=src, proof=UNSET if proof is None else proof))

    def open_game(self, pods: tuple[int, ...], names: tuple[str, ...], sheet: Any) -> None:
        """Deal a new game to these pods with what the house has chosen. Raises WrongUse in words for the lobby."""
        chosen = self.work.house
        game = self.games[chosen.game]
        seed = self.entropy(chance.SEED_BYTES)
        options = dict(chosen.options.get(game.id, {}))
        lo, hi = game.seats
        if not lo <= len(pods) <= hi:
            raise WrongUse(f"{game.id} is for {lo} to {hi} seats, {len(pods)} have joined")
        options.update(game.setup_draws(len(pods), options, chance.picker(seed, 0)))
        header = Header(
            log=VERSION, game=game.id, seats=len(pods), options=options, sheet=sheet, names=names, pods=pods,
            rules=game.revision, commit=chance.commitment(seed), id=self.entropy(6).hex(), started=self.wall(),
        )  # fmt: skip
        try:
            _, header = complete(header, self.games)
        except Malformed as e:
            raise WrongUse(str(e)) from None
        number = self.journal.new_game()
        self.tell(house.Begin(number, pods, seed.hex()))
        self._lines.append(Line(number, write(header)))
        self.work = Standing(self.work.house, begin(game, header))

    def commit(self) -> None:
        """Write this turn whole, then let it stand. On CommitFailed what stood before stands."""
        lines, marks = self._lines, self._marks
        self._lines, self._marks = [], []
        if not lines:
            return
        try:
            self.journal.commit(lines, marks)
        except Exception:
            self.work = self.now
            raise
        if marks:
            self.journal.checkpoint()
        self.now = self.work

    # -- finished games ---------------------------------------------------------------------------------------------

    def export(self, game: int, unfinished: bool = False) -> bytes:
        """A game as JSON Lines. A finished one carries its seed, so that anybody can recompute the device's chance."""
        stored = self.journal.game(game)
        if not stored:
            raise WrongUse(f"there is no game {game} in the journal")
        header, *entries = stored
        seed = self._seed(game)
        if seed:
            try:
                _, whole = read_header(header, self.games)
            except Malformed as e:
                raise WrongUse(f"game {game}, header: {e}") from None
            header = write(msgspec.structs.replace(whole, seed=seed))
        elif not unfinished:
            raise WrongUse(f"game {game} is still being played")
        return b"\n".join([header, *entries]) + b"\n"

    def finished(self) -> list[int]:
        """The stream numbers of games that are over."""
        return [g for g in sorted(self.journal.heads) if g != HOUSE and self._seed(g)]

    def _seed(self, game: int) -> str:
        """The seed of a finished game, "" before it is over (and again "" when its end was taken back)."""
        playing, fold = self.now.house.playing, self.now.fold
        if playing is not None and playing.game == game and fold is not None and not fold.over:
            return ""
        seed, done = "", False
        for line in self.journal.game(HOUSE):
            match house.read_note(line):
                case house.Begin(number, _, hex_seed) if number == game:
                    seed = hex_seed
                case house.Finish(number) if number == game:
                    done = True
        return seed if done and not self._goes_on(game) else ""

    def _goes_on(self, game: int) -> bool:
        """Whether a game's end was taken back."""
        if not any(b'"undo"' in line for line in self.journal.game(game)):
            return False
        try:
            return not self.read_game(game).over
        except (Malformed, WrongUse):
            return False

    def keys(self, game: int) -> list[house.Keys]:
        """The order keys of a game's finished windows, with their times."""
        notes = map(house.read_note, self.journal.game(HOUSE))
        return [note for note in notes if isinstance(note, house.Keys) and note.game == game]
