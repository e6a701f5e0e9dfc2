"""CTP/1 at the host's end: what a line, a pool and a row of faces look like. Pure.

line = sof id SP verb *( SP key "=" value ) "*" crc LF        sof: ">" from the host, "<" from the tower
pool = group *3( "+" group )    group = count "d" sides [ ":" tag ]
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator

import msgspec

LONGEST = 159
"""Bytes of a line without its LF."""
SIDES = (4, 6, 8, 10, 12, 20)
MOST_DICE, MOST_GROUPS = 16, 4

_LINE = re.compile(
    rb"<(?P<id>\?|E?[1-9][0-9]{0,4}) (?P<verb>[A-Z]{2,8})"
    rb"(?P<pairs>(?: [a-z][a-z0-9]{0,7}=[A-Za-z0-9.,:+\-/_]+)*)\*(?P<crc>[0-9A-Fa-f]{4})"
)
_GROUP = re.compile(r"([1-9][0-9]?)d([1-9][0-9]?)(?::([a-z]{1,8}))?")


class Message(msgspec.Struct, frozen=True):
    """A good line from the tower. `ident` is a request's number, "E" and a number, or "?"."""

    ident: str
    verb: str
    values: dict[str, str]


class Group(msgspec.Struct, frozen=True):
    """Dice of one kind in a pool."""

    count: int
    sides: int
    tag: str = ""


def crc(data: bytes) -> int:
    """CRC-16/IBM-3740."""
    return binascii.crc_hqx(data, 0xFFFF)


def frame(ident: str, verb: str, *pairs: tuple[str, object]) -> bytes:
    """One line to the tower, with its CRC and LF."""
    body = " ".join([f">{ident}", verb, *(f"{key}={value}" for key, value in pairs)]).encode("ascii")
    return body + b"*%04X\n" % crc(body)


def parse(line: bytes) -> Message | None:
    """A line without its end, or None if it is not a good line from the tower."""
    found = _LINE.fullmatch(line)
    if not found or len(line) > LONGEST or int(found["crc"], 16) != crc(line[: found.start("crc") - 1]):
        return None
    words = [word.partition("=") for word in found["pairs"].decode("ascii").split()]
    return Message(found["id"].decode(), found["verb"].decode(), {key: value for key, _, value in words})


class Lines:
    """Collects what the port gives. However the bytes are cut into reads, the same lines come out."""

    def __init__(self) -> None:
        self.bad = 0
        """Lines that began with "<" and could not be read."""
        self._line = bytearray()

    def feed(self, data: bytes) -> Iterator[Message | str]:
        """Whole lines: a `Message`, or as `str` text that is none of the protocol's (a banner, an echo, a comment)."""
        for byte in data:
            if byte in b"\r\n":
                line, self._line = bytes(self._line), bytearray()
                if line.startswith(b"<"):
                    message = parse(line)
                    if message:
                        yield message
                    self.bad += message is None
                elif line:
                    yield line.decode("ascii", "backslashreplace")
            elif byte == ord("<"):
                self._line = bytearray(b"<")  # whatever stood before was cut off
            elif len(self._line) <= LONGEST:
                self._line.append(byte)


def parse_pool(text: str) -> tuple[Group, ...]:
    """ "4d6:g+4d6:r" as groups. Raises ValueError that says what is wrong."""
    groups = []
    for part in text.split("+"):
        found = _GROUP.fullmatch(part)
        if not found or int(found[2]) not in SIDES:
            kinds = " ".join(f"d{sides}" for sides in SIDES)
            raise ValueError(f"pool {text!r}: {part!r} is no group like 4d6 or 4d6:g; dice are {kinds}")
        groups.append(Group(int(found[1]), int(found[2]), found[3] or ""))
    if len(groups) > MOST_GROUPS or sum(group.count for group in groups) > MOST_DICE:
        raise ValueError(f"pool {text!r}: at most {MOST_GROUPS} groups and {MOST_DICE} dice")
    return tuple(groups)


def parse_dice(text: str, pool: tuple[Group, ...]) -> tuple[tuple[int, ...], ...]:
    """ "6,1,1,6+3,2,6,4" as faces, one tuple a group. Raises ValueError if this pool cannot fall so."""
    faces = tuple(
        tuple(int(face) if face.isdecimal() else 0 for face in part.split(",")) for part in text.split("+")
    )
    possible = [len(row) for row in faces] == [group.count for group in pool] and all(
        1 <= face <= group.sides for row, group in zip(faces, pool, strict=True) for face in row
    )
    if not possible:
        raise ValueError(f"dice {text!r} cannot come from this pool")
    return faces
