"""Pools, secrets and faces: the part of the tower that fairness hangs on. Pure; runs on MicroPython and CPython."""

import hashlib

from ctp import is_number

SIDES = (4, 6, 8, 10, 12, 20)
MOST_DICE, MOST_GROUPS = 16, 4
LONGEST_RUN = 5
"""So many equal bytes in a row do not come from a working source (once in 30 million self-tests by chance)."""


def parse_pool(text: str) -> "list[tuple[int, int, str]] | None":
    """ "4d6:g+4d6:r" as [(count, sides, tag)], or None if it is no pool of at most 4 groups and 16 dice."""
    groups: list[tuple[int, int, str]] = []
    for part in text.split("+"):
        dice, colon, tag = part.partition(":")
        count, _, sides = dice.partition("d")
        if not is_number(count) or not is_number(sides) or int(sides) not in SIDES:
            return None
        if colon and not (1 <= len(tag) <= 8 and all("a" <= letter <= "z" for letter in tag)):
            return None
        groups.append((int(count), int(sides), tag))
    few = len(groups) <= MOST_GROUPS and sum([count for count, _, _ in groups]) <= MOST_DICE
    return groups if few else None


def face(byte: int, sides: int) -> int:
    """The face that one byte means on a die, or 0: the byte is thrown away, so that every face has equal bytes."""
    return 0 if byte >= 256 - 256 % sides else byte % sides + 1


def commitment(boot: str, no: int, pool: str, t: bytes) -> str:
    """What the tower says before it knows the host's bytes: it binds the secret t to this one roll."""
    return hashlib.sha256(f"CTP1C|{boot}|{no}|{pool}|".encode() + t).digest().hex()


def draw(groups: "list[tuple[int, int, str]]", t: bytes, h: bytes, no: int) -> "list[list[int]]":
    """The faces, one list a group, from both ends' bytes."""
    rolled = []
    stream = _stream(t, h, no)
    for count, sides, _ in groups:
        faces: list[int] = []
        while len(faces) < count:
            found = face(next(stream), sides)
            if found:
                faces.append(found)
        rolled.append(faces)
    return rolled


def spelled(rolled: "list[list[int]]") -> str:
    """Faces as a ROLL line has them: "6,1,1,6+3,2,6,4"."""
    return "+".join([",".join([str(value) for value in faces]) for faces in rolled])


def rows(groups: "list[tuple[int, int, str]]", rolled: "list[list[int]]") -> "list[str]":
    """Faces as the display has them, a row a group: "g 6 1 1 6"; without a tag "d6 6 1 1 6"."""
    return [
        " ".join([tag or "d" + str(sides)] + [str(value) for value in faces])
        for (_, sides, tag), faces in zip(groups, rolled)
    ]


def _stream(t: bytes, h: bytes, no: int):
    block = 0
    while True:
        seed = b"CTP1D|" + t + h + no.to_bytes(4, "big") + block.to_bytes(4, "big")
        yield from hashlib.sha256(seed).digest()
        block += 1


class Secrets:
    """Makes the 16 secret bytes of each roll from all the chance there is, and watches the source.

    `board` gives `urandom(n)`, `chip` (its id as text) and `ticks_us()`.
    """

    def __init__(self, board) -> None:
        self._board = board
        self._last = b""
        self._raw = b""
        self.sound = self._fresh() and self._fresh()
        """False: the source failed its self-test at boot, and nothing may be drawn from it."""

    def secret(self) -> "bytes | None":
        """The next secret, or None if the source does not look random."""
        if not self.sound or not self._fresh():
            return None
        mixed = self._raw + self._board.chip.encode() + str(self._board.ticks_us()).encode() + self._last
        self._last = hashlib.sha256(mixed).digest()[:16]
        return self._last

    def _fresh(self) -> bool:
        """Read 64 new bytes. They must differ from the ones before and have no long run of one value."""
        before, self._raw = self._raw, self._board.urandom(64)
        return self._raw != before and _longest_run(self._raw) < LONGEST_RUN


def _longest_run(data: bytes) -> int:
    longest = run = 0
    last = -1
    for byte in data:
        run = run + 1 if byte == last else 1
        last = byte
        longest = max(longest, run)
    return longest


class Keying:
    """Mode K: the faces of real dice, keyed in one after the other in the order of the pool.

    Dice of up to nine sides take one digit; larger ones take digits and "#". "*" takes the newest back. When all are
    in, "#" confirms.
    """

    def __init__(self, groups: "list[tuple[int, int, str]]") -> None:
        self._groups = groups
        self._sides = [sides for count, sides, _ in groups for _ in range(count)]
        self._faces: list[int] = []
        self._digits = ""

    def press(self, key: str) -> bool:
        """One key of the keypad. True when the roll is complete and confirmed."""
        full = len(self._faces) == len(self._sides)
        if key == "*":
            if self._digits:
                self._digits = ""
            else:
                self._faces = self._faces[:-1]
        elif key == "#":
            if full:
                return True
            self._enter()
        elif not full:
            self._digits = (self._digits + key)[-2:]
            if self._sides[len(self._faces)] < 10:
                self._enter()
        return False

    def rolled(self) -> "list[list[int]]":
        """The faces so far, one list a group."""
        faces = list(self._faces)
        grouped = []
        for count, _, _ in self._groups:
            grouped.append(faces[:count])
            faces = faces[count:]
        return grouped

    def asked(self) -> str:
        """What the display asks for: the next die with the digits keyed so far, or the confirmation."""
        if len(self._faces) == len(self._sides):
            return "# ok  * back"
        return f"d{self._sides[len(self._faces)]}: {self._digits}_"

    def _enter(self) -> None:
        digits, self._digits = self._digits, ""
        if is_number(digits) and int(digits) <= self._sides[len(self._faces)]:
            self._faces.append(int(digits))
