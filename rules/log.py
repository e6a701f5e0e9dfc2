"""Log lines and entries: the header, strict reading, errors with line numbers (games.md, section 0)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from rules.entry import Entry, shape_fault
from rules.game import Game

VERSION = "croupier/1"
T = TypeVar("T")


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The first line. After `read_header` the options and the sheet are complete."""

    log: str
    game: str
    seats: int
    options: dict[str, Any] = {}
    sheet: Any = UNSET
    names: tuple[str, ...] | UnsetType = UNSET
    pods: tuple[int, ...] | UnsetType = UNSET
    rules: int | UnsetType = UNSET
    commit: str | UnsetType = UNSET
    seed: str | UnsetType = UNSET
    id: str | UnsetType = UNSET
    started: str | UnsetType = UNSET
    about: str | UnsetType = UNSET


class Malformed(ValueError):
    """A line that is no log line. The message says what is wrong with it."""


_header = msgspec.json.Decoder(Header)


def _no_constant(name: str) -> Any:
    raise Malformed(f"{name} is not JSON")


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen = dict(pairs)
    if len(seen) != len(pairs):
        keys = [k for k, _ in pairs]
        raise Malformed(f"key `{next(k for k in keys if keys.count(k) > 1)}` is given twice")
    return seen


_plain = json.JSONDecoder(object_pairs_hook=_no_doubles, parse_constant=_no_constant)


def strict(line: bytes) -> Any:
    """Plain data from one JSON line; Malformed for doubled keys, NaN, bad UTF-8, excessive depth or length."""
    try:
        return _plain.decode(line.decode("utf-8"))
    except Malformed:
        raise
    except RecursionError:
        raise Malformed("nested too deeply") from None
    except UnicodeDecodeError as e:
        raise Malformed(f"not UTF-8 at byte {e.start + 1}") from None
    except ValueError as e:
        raise Malformed(f"not JSON: {e}") from None


def read_header(line: bytes, games: dict[str, Game]) -> tuple[Game, Header]:
    """The game and the complete header of a first line."""
    return complete(_read(line, _header), games)


def complete(header: Header, games: dict[str, Game]) -> tuple[Game, Header]:
    """Check a header and fill in what it leaves to the defaults."""
    if header.log != VERSION:
        raise Malformed(f'`log` is "{header.log}", this program reads "{VERSION}"')
    game = games.get(header.game)
    if game is None:
        raise Malformed(f'unknown game "{header.game}", known are {", ".join(games)}')
    lo, hi = game.seats
    if not lo <= header.seats <= hi:
        raise Malformed(f"{game.id} is for {lo} to {hi} seats, not {header.seats}")
    known = {o.id: o for o in game.options}
    for key, value in header.options.items():
        if key not in known:
            raise Malformed(f"{game.id} has no option `{key}`")
        if key != "suits" and (fault := known[key].fault(value, header.seats)):
            raise Malformed(fault)
    if fault := game.header_fault(header.seats, header.options):
        raise Malformed(fault)
    if header.names is not UNSET and len(header.names) != header.seats:
        raise Malformed("`names` has one string a seat")
    if header.pods is not UNSET and (
        len(header.pods) != header.seats or len(set(header.pods)) != header.seats or min(header.pods) < 1
    ):
        raise Malformed("`pods` has one distinct positive number a seat")
    options = game.resolve(header.seats, header.options)
    return game, msgspec.structs.replace(header, options=options, sheet=_sheet(game, header.sheet))


def _sheet(game: Game, given: Any) -> Any:
    if game.sheet is None:
        return UNSET
    if given is UNSET:
        return game.placeholder
    try:
        sheet = msgspec.convert(given, game.sheet)
    except msgspec.ValidationError as e:
        raise Malformed(f"sheet: {e}") from None
    if fault := game.sheet_fault(sheet):
        raise Malformed(f"sheet: {fault}")
    return given


def read_entry(line: bytes, game: Game) -> Entry:
    """One entry, or Malformed."""
    entry = _read(line, game.decoder)
    if fault := shape_fault(entry):
        raise Malformed(fault)
    return entry


def _read(line: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """What a line says. One that re-encodes to itself needs no further check, any other is read once more."""
    try:
        said = decoder.decode(line)
    except (msgspec.MsgspecError, RecursionError) as e:
        raise Malformed(str(e)) from None
    if _encode(said) != line:
        strict(line)
    return said


_encode = msgspec.json.Encoder().encode


def write(entry: Entry | Header) -> bytes:
    """One log line, without its end."""
    return _encode(entry)


def lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """(line number from 1, bytes) of a log's lines that are not blank. CRLF and one BOM are accepted."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    for no, line in enumerate(data.split(b"\n"), start=1):
        if stripped := line.removesuffix(b"\r").strip(b" \t"):
            yield no, stripped
