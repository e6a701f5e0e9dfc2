"""Bytes from elsewhere: whatever they are, their readers answer as they promise and in no other way."""

from __future__ import annotations

import json
import os
import random
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import tomlkit
from hypothesis import example, given
from hypothesis import strategies as st

from device.exits import WrongUse
from device.settings import Settings, parse
from device.table.house import read_note
from device.table.sheets import Sheets, fault_of
from drivers import fault
from drivers.fault import ScriptError
from drivers.tower.ctp import Lines, Message, crc
from drivers.tower.session import Session
from rules.games import GAMES
from rules.replay import LogError, replay
from tests.torture.noise import counted, fuzz, plain, spoiled

__all__ = ["counted"]

CASES = Path(__file__).parents[1] / "cases"
LOGS = [(CASES / f"{name}.jsonl").read_bytes() for name in ("dd-game-3", "ff-game-3", "br-day-1")]


@fuzz
@given(spoiled(LOGS) | st.binary(max_size=200))
@example(b"")
@example(b"\xef\xbb\xbf{}")
@example(b"[" * 5000)
@example(LOGS[0].splitlines()[0] + b"\n" + b'{"do":"bid","by":' + b"9" * 30 + b',"coins":[2]}')
@example(LOGS[0].splitlines()[0] + b"\n" + b'{"do":"bid","by":1,"coins":[' + b"9" * 5000 + b"]}")
def test_a_log(data: bytes) -> None:
    """A fold, or LogError with the line and a code: `croupier fold` prints nothing else."""
    try:
        replay(data, GAMES)
    except LogError as e:
        assert e.line >= 1 and e.code
        assert "\n" not in str(e)


SETTINGS = [
    b'[table]\nlang = "ja"\nbots = 4\n[pace]\nbot = 1.5\n[web]\nhost = "0.0.0.0"\nport = 8048\n[pods]\ncount = 4\n'
]


@fuzz
@given(spoiled(SETTINGS).map(lambda b: b.decode("utf-8", "replace")) | st.text(max_size=80))
@example("a = " + "[" * 5000)
@example("[pace]\nbot = nan")
@example("[web]\nport = 1_000_000_000_000_000_000_000_000")
@example("[pace]\nbot = " + "9" * 5000)
@example('[table]\ndata = "\\u0000"')
@example("x.y.z = 1979-05-27T07:32:00Z")
def test_settings(text: str) -> None:
    """Settings, or WrongUse in one line that begins with the file and a line number."""
    try:
        assert isinstance(parse(text, "croupier.toml"), Settings)
    except WrongUse as e:
        first, line, *_ = str(e).split(":")
        assert first == "croupier.toml" and line.isdecimal() and "\n" not in str(e)


@fuzz
@given(st.sampled_from([g for g in GAMES.values() if g.sheet is not None]), st.data())
def test_a_sheet(game: Any, data: st.DataObject) -> None:
    """None, or what is wrong with it in words; what may be played is written and read back the same."""
    sheet = json.loads(msgspec.json.encode(game.placeholder))
    for _ in range(data.draw(st.integers(0, 3))):
        where, key = spot(sheet, data.draw)
        where[key] = data.draw(plain)
    trouble = fault_of(game, sheet)
    assert trouble is None or isinstance(trouble, str)
    folder = Path(tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
    try:
        sheets = Sheets(folder)
        try:
            sheets.save(game, "ours", sheet)
        except WrongUse as e:
            assert trouble is not None or str(e)
            return
        assert fault_of(game, sheets.load(game, "ours")) is None
    finally:
        shutil.rmtree(folder)


def spot(sheet: Any, draw: Callable[[Any], Any]) -> tuple[Any, Any]:
    """Somewhere in nested plain data."""
    where, key = sheet, draw(st.sampled_from(sorted(sheet)))
    while isinstance(where[key], dict | list) and where[key] and draw(st.booleans()):
        where = where[key]
        key = (
            draw(st.sampled_from(sorted(where)))
            if isinstance(where, dict)
            else draw(st.integers(0, len(where) - 1))
        )
    return where, key


def said(body: bytes) -> bytes:
    """A line as a tower says it."""
    return body + b"*%04X\r\n" % crc(body)


LINES = [
    said(b"<1 HELLO v=1 board=51A7"),
    said(b"<2 READY boot=7f3a91c2 no=12"),
    said(b"<E1 ROLL no=1 pool=4d6:g+4d6:r dice=1,2,3,7+1,2,3,4 src=E"),
    said(b"<? ERR code=busy"),
    b"# a banner\r\n",
]


@fuzz
@given(
    st.lists(spoiled(LINES) | st.binary(max_size=300) | st.sampled_from(LINES), max_size=6), st.integers(1, 7)
)
@example([b"\x00" * 40, b"\xff" * 40, b"x" * 3000], 1)
@example([b"\r\n\r\n\r"], 1)
def test_a_tower_line(parts: list[bytes], size: int) -> None:
    """Messages and notes, however the bytes are cut; a session hears them all and answers with bytes."""
    data = b"".join(parts)
    reader = Lines()
    for at in range(0, len(data), size):
        for item in reader.feed(data[at : at + size]):
            assert isinstance(item, Message | str)
    events: list[Any] = []
    session = Session(events.append, random.Random(1).randbytes)
    session.opened(0.0)
    for at in range(0, len(data), size):
        session.feed(data[at : at + size], at / 100)
        assert isinstance(session.take(at / 100), bytes)
        session.tick(at / 100)
    assert not any(type(e).__name__ == "TowerRolled" for e in events), "nobody armed anything"


@fuzz
@given(
    st.text(max_size=120)
    | spoiled([b"at 3.2s seat 4 i2c errno=121 for 5s", b"at 9s key 2:+3 bounce 30 in 8ms"]).map(
        lambda b: b.decode("latin-1")
    )
)
@example("at 1s key \u0663:+3 press")
@example("at " + "9" * 5000 + "s host press")
@example("at \u0661s host press")
def test_a_fault_script(text: str) -> None:
    """Troubles that print themselves as they would be written, or the line and column of the word that is wrong."""
    try:
        troubles = fault.parse(text)
    except ScriptError as e:
        assert e.line >= 1 and e.column >= 1
        return
    assert len(fault.parse("\n".join(map(str, troubles)))) == len(troubles)


@fuzz
@given(
    st.binary(max_size=60)
    | plain.map(lambda p: msgspec.json.encode(str(p)))
    | spoiled([b'{"do":"hold","pod":1,"holder":"pod"}', b'{"do":"option","game":"x","id":"y","value":[1]}'])
)
def test_a_house_line(line: bytes) -> None:
    try:
        read_note(line)
    except msgspec.DecodeError:
        return


def owners_sheet() -> bytes:
    game = GAMES["bull-rally"]
    return tomlkit.dumps(json.loads(msgspec.json.encode(game.placeholder))).encode()


@fuzz
@given(spoiled([owners_sheet()]) | st.binary(max_size=100))
@example(b"a = " + b"[" * 5000)
@example(b"a = " + b"9" * 5000)
@example(b"\xff")
def test_a_sheets_file(data: bytes) -> None:
    """A sheet that may be played, or WrongUse naming the file: it is edited by hand."""
    with tempfile.TemporaryDirectory() as folder:
        sheets, game = Sheets(Path(folder)), GAMES["bull-rally"]
        (Path(folder) / game.id).mkdir()
        (Path(folder) / game.id / "ours.toml").write_bytes(data)
        try:
            assert fault_of(game, sheets.load(game, "ours")) is None
        except WrongUse as e:
            assert "ours.toml: " in str(e)
