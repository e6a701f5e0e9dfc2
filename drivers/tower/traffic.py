"""Recorded traffic with a tower: written down while it happens, played back later through the same session.

A recording is a text file, one record a line: monotonic seconds, an arrow, the bytes with escapes.

    81.25 ! arm 4d6:g+4d6:r
    81.25 > >3 ARM pool=4d6:g+4d6:r*EEB3\\n
    81.2513 < <3 COMMIT no=12 c=36252f75...*FC1D\\n

"<" came from the tower, ">" went to it, "!" is what the table did: opened, closed WHY, arm POOL [secret], void, reveal,
safe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

import msgspec

from drivers.ports import Sink
from drivers.tower.session import Session


class Record(msgspec.Struct, frozen=True):
    """One thing that happened."""

    at: float
    arrow: str
    data: bytes


def write(record: Record) -> str:
    """A record as its line, without the end."""
    text = record.data.decode("latin-1").encode("unicode_escape").decode("ascii")
    if text.endswith(" "):
        text = text[:-1] + r"\x20"  # editors cut blanks at a line's end
    return f"{record.at!r} {record.arrow} {text}"


def read(text: str) -> list[Record]:
    """A recording. Raises ValueError with the number of a line that is none."""
    records = []
    for number, line in enumerate(text.splitlines(), 1):
        at, _, rest = line.partition(" ")
        try:
            data = rest[2:].encode("ascii").decode("unicode_escape").encode("latin-1")
            record = Record(float(at), rest[:1], data)
        except ValueError as error:
            raise ValueError(f"recording, line {number}: {error}") from None
        if record.arrow not in ("<", ">", "!") or rest[1:2] != " ":
            raise ValueError(
                f"recording, line {number}: after the time comes <, > or ! and a space, not {rest[:2]!r}"
            )
        records.append(record)
    return records


def recorder(file: TextIO) -> Callable[[str, bytes, float], None]:
    """A tap for a session that writes everything to this file."""

    def tap(arrow: str, data: bytes, now: float) -> None:
        file.write(write(Record(now, arrow, data)) + "\n")
        file.flush()

    return tap


def replay(records: Iterable[Record], sink: Sink) -> Session:
    """Play a recording through a new session. The events come again, at their times.

    Raises ValueError if this session would not have said what the recorded one said.
    """
    records = list(records)
    shares = _shares(records)
    session = Session(sink, lambda count: next(shares, bytes(count)))
    for record in records:
        if record.arrow == ">":
            session.tick(record.at)
            said = session.take(record.at)
            if said != record.data:
                raise ValueError(f"at {record.at}: recorded {record.data!r}, now {said!r}")
        elif record.arrow == "<":
            session.feed(record.data, record.at)
        else:
            _do(session, record.data.decode(), record.at)
    return session


def _shares(records: list[Record]) -> Iterator[bytes]:
    """The host's bytes of each roll, as MIX told them, in order and once."""
    told = dict.fromkeys(
        line.partition(b" h=")[2][:32]
        for record in records
        if record.arrow == ">"
        for line in record.data.split(b"\n")
    )
    return (bytes.fromhex(share.decode("ascii")) for share in told if share)


def _do(session: Session, what: str, at: float) -> None:
    word, _, rest = what.partition(" ")
    match word:
        case "opened":
            session.opened(at)
        case "closed":
            session.closed(at, rest)
        case "arm":
            pool, _, secret = rest.partition(" ")
            session.arm(pool, secret == "secret", at)
        case "void":
            session.void(at)
        case "reveal":
            session.reveal(at)
        case "safe":
            session.safe(at)
        case _:
            raise ValueError(f"at {at}: nothing called {word!r} can be played back")
