"""The web under attack: whatever a page sends, it is answered or cut off, the table plays on and nobody waits.

What a role may say, tokens, Origin and Host are in test_link.py and test_app.py, hostile requests in
test_attack_http.py; here is what only an enemy would say.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from device.host import COMMANDS
from device.web import link
from drivers.ports import OK, PEEK
from tests.device.web.web import Page, WebTable
from tests.torture.promises import promise

ROLES: tuple[Any, ...] = ("sim", "seat", "board", "host")
DEEP = "[" * 3000 + "]" * 3000
HUGE = "9" * 5000
BIDI = "\u202eevil\u2066\u200f\x00\x1b[31m\u2028"

VALUES: dict[str, str] = {
    "not a number": "NaN",
    "endless": "Infinity",
    "too large a float": "1e999",
    "5,000 digits": HUGE,
    "thirty digits": "9" * 30,
    "an exponent of nine digits": "1e999999999",
    "negative": "-1",
    "a half": "1.5",
    "true": "true",
    "null": "null",
    "deep": DEEP,
    "a list": "[1]",
    "an object": '{"a":{"a":1}}',
    "bidi and control": json.dumps(BIDI),
    "half a surrogate pair": '"\\ud800"',
    "nothing": '""',
    "long": json.dumps("x" * 4000),
    "markup": json.dumps("<img src=x onerror=alert(1)>"),
    "a path": json.dumps("../../etc/passwd"),
}
"""What stands where something sensible should: raw JSON."""

FIELDS: dict[Any, tuple[str, ...]] = {
    "sim": (
        '{"key":%s,"down":true,"pod":1}', '{"key":"OK","down":%s,"pod":2}', '{"key":"OK","down":true,"pod":%s}',
        '{"marble":%s}', '{"fault":%s}', '{"invite":%s}', '{"do":%s}',
    ),
    "seat": ('{"key":%s,"down":true}', '{"key":"OK","down":%s}', '{"give":%s}', '{"key":%s}'),
    "board": ('{"key":%s}', '{"do":%s}'),
    "host": (
        '{"do":%s}', '{"invite":%s}', '{"do":"name","pod":%s,"name":"a"}', '{"do":"name","pod":1,"name":%s}',
        '{"do":"lang","pod":%s,"lang":"ja"}', '{"do":"lang","pod":0,"lang":%s}',
        '{"do":"holder","pod":%s,"holder":"bot"}',
        '{"do":"holder","pod":7,"holder":%s}', '{"do":"holder","pod":7,"holder":"bot","level":%s}',
        '{"do":"game","game":%s}',
        '{"do":"option","id":%s,"value":1}', '{"do":"option","game":"bull-rally","id":"trade_seconds","value":%s}',
        '{"do":"option","game":"bull-rally","id":"orders","value":%s}', '{"do":"option","game":%s,"id":"x","value":1}',
        '{"do":"option","game":"forty-eight","id":"suits","value":%s}',
        '{"do":"option","game":"forty-eight","id":"first","value":%s}',
        '{"do":"sheet","game":"bull-rally","name":%s}', '{"do":"sheet","game":%s,"name":"a"}',
        '{"do":"source","source":%s}',
        '{"do":"volume","level":%s}', '{"do":"absent","seat":%s}', '{"do":"host","what":%s}', '{"do":"blink","pod":%s}',
        '{"do":"pause","on":%s}', '{"save":%s,"game":"bull-rally","sheet":{}}', '{"save":"a","game":%s,"sheet":{}}',
        '{"save":"a","game":"bull-rally","sheet":%s}', '{"save":"a","game":"bull-rally","sheet":{"source":%s}}',
    ),
}  # fmt: skip
SHAPES = (
    "",
    "{",
    "[]",
    "null",
    "5",
    '"x"',
    "{}",
    DEEP,
    '{"\\ud800":1}',
    '{"%s":1}' % ("k" * 3000),
    "\x00",
    "NaN",
)
"""Whole messages that are none."""


@pytest.fixture
def table(tmp_path: Path) -> WebTable:
    return WebTable(tmp_path, draw=False)


def run(table: WebTable, test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test in a loop of its own, then let every page go."""

    async def whole() -> None:
        try:
            await test()
        finally:
            await table.close()

    asyncio.run(asyncio.wait_for(whole(), 50))


async def answers(table: WebTable) -> None:
    """The table still answers a key of somebody else, and a new page still opens."""
    seen = table.evening.house.place(3).holder
    board = await table.open("board", table.access.token("board"))
    assert board.told("board")["seats"][2]["holder"] == seen
    await board.leave()


@pytest.mark.parametrize("role", ROLES)
def test_no_value_in_any_place_breaks_a_link_or_the_table(table: WebTable, role: Any) -> None:
    """Each message is obeyed or answered; the link that sent it stands, and so does the table."""

    async def test() -> None:
        token = table.access.token(role, 5 if role == "seat" else None)
        page = await table.open(role, token)
        other = await table.open("board", table.access.token("board"))
        for field in FIELDS[role]:
            for name, value in VALUES.items():
                if page.closed == (4000, "taken"):  # a seat that was given to somebody else
                    page = await table.open(role, table.access.token(role, 5))
                table.evening.alarm.advance(1)
                await page.say_raw(field % value)
                assert page.closed is None, f"{field} with {name}: {page.closed}"
                assert not page._task.done(), f"{field} with {name} ended the page's task"
        assert other.closed is None
        await answers(table)
        assert table.evening.table.journal.commit is not None and not table.crank.faults.get("journal")
        table.evening.again()

    run(table, test)


@pytest.mark.parametrize("role", ROLES)
def test_no_shape_of_a_message_breaks_a_link(table: WebTable, role: Any) -> None:
    async def test() -> None:
        page = await table.open(role, table.access.token(role, 5 if role == "seat" else None))
        for shape in SHAPES:
            table.evening.alarm.advance(1)
            await page.say_raw(shape)
            assert page.closed is None and not page._task.done(), repr(shape[:20])
            assert page.told("error"), f"{shape[:20]!r} was not answered"
        for shape in SHAPES:  # said instead of a token
            first = await table.open(role, "", shape)
            assert first.closed == (link.UNKNOWN, "unknown"), repr(shape[:20])
        await answers(table)

    run(table, test)


def test_every_command_is_answered_when_no_game_is_on_the_table(table: WebTable) -> None:
    """Found by throwing words at the host's socket: a command that needs a game broke the link."""

    async def test() -> None:
        host = await table.open("host", table.access.token("host"))
        for command in COMMANDS:
            host.rest.clear()
            await host.say(do=command, what="again", seat=1)
            assert host.closed is None and not host._task.done(), command
        await host.say(do="undo")
        assert "no game" in host.told("error")

    run(table, test)


HOSTILE = {
    BIDI: "evil[31m",
    "\u202e": "",
    "<script>alert(1)</script>": "<script>alert(1)</script"[:24],
    "x" * 10_000: "x" * 24,
    "\ud83d\ude00 \u0000ミナ": "ミナ",
    "a\nb\tc\r": "abc",
    "\u200b\u200d\ufeff": "",
}
"""A name as it is sent → as it stands, where a panel or page shows it."""


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_a_harmless_one(table: WebTable, name: str) -> None:
    """No direction marks, control characters or line breaks reach a picture, a page or the log."""

    async def test() -> None:
        host = await table.open("host", table.access.token("host"))
        if len(name) < link.LONGEST:
            await host.say(do="name", pod=1, name=name)
        else:
            table.crank.do({"do": "name", "pod": 1, "name": name})
        stands = table.evening.house.place(1).name
        assert (
            len(stands) <= 24
            and stands.isprintable()
            and not re.search("[\u202a-\u202e\u2066-\u2069\u200b-\u200f\ufeff]", stands)
        )
        table.evening.start("forty-eight", 3)
        await table.turn()
        assert json.dumps(table.crank.board())
        assert "\u202e" not in (await table.open("board", table.access.token("board"))).messages[0].decode(
            "utf-8", "replace"
        )

    run(table, test)


FLOOD = ('{"key":"+1","down":true}', '{"key":"+1","down":false}')


def test_a_flood_from_one_seat_lets_the_others_play(table: WebTable) -> None:
    """A hundred keys a second for ten seconds: the link is cut after some four, and every other seat's key is answered
    in the turn it comes, in little time."""

    async def test() -> None:
        table.evening.start("bull-rally", 3)
        flood = await table.open("seat", table.access.token("seat", 5))
        other = await table.open("seat", table.access.token("seat", 6))
        waits = []
        for n in range(1000):
            table.evening.alarm.advance(0.01)
            flood._in.put_nowait({"type": "websocket.receive", "text": FLOOD[n % 2]})
            await table.turn()
            if n % 20 == 0:
                began, before = time.perf_counter(), len(other.messages)
                await other.say(key=PEEK, down=n % 40 == 0)
                waits.append(time.perf_counter() - began)
                assert table.crank.seats[6].peeking == (n % 40 == 0), "answered in its own turn"
                assert len(other.messages) >= before
        assert flood.closed is not None and flood.closed[0] == link.SLOW
        waits.sort()
        late = waits[len(waits) * 95 // 100]
        assert late < 0.25, f"{waits[-3:]}"
        promise(
            "keys of others while a page floods the table",
            len(waits),
            "ms to the answer (95 %)",
            round(late * 1000),
        )
        assert other.closed is None

    run(table, test)


def test_a_hand_that_plays_fast_is_not_a_flood(table: WebTable) -> None:
    """Twenty presses a second with both hands, for half a minute."""

    async def test() -> None:
        page = await table.open("seat", table.access.token("seat", 2))
        for n in range(600):
            await page.say(key="+1", down=n % 2 == 0)
            await table.turn(0.025)
        assert page.closed is None

    run(table, test)


class Slow(Page):
    """A page whose line takes nothing until `flows` is set."""

    def __init__(self, table: WebTable, role: str) -> None:
        self.flows = asyncio.Event()
        super().__init__(table, role)

    async def _hear(self, message: Any) -> None:
        if message.get("bytes"):
            await self.flows.wait()
        await super()._hear(message)


def test_a_slow_reader_gets_the_newest_state_and_no_queue(table: WebTable) -> None:
    """A page that takes nothing for a while costs nobody anything; then it hears the newest, in one message."""

    async def test() -> None:
        slow = Slow(table, "board")
        await slow.say(token=table.access.token("board"))
        quick = await table.open("board", table.access.token("board"))
        table.evening.start("forty-eight", 3)
        for pod in (1, 2, 3) * 6:
            table.evening.press(pod, OK)
            table.crank.cue("nudge")
            await table.turn()
        assert slow.messages == [] and len(quick.messages) > 12
        table.evening.wait(60)
        slow.flows.set()
        await table.turn()
        assert len(slow.messages) <= 2, "what it was stuck with, and the newest"
        assert slow.told("board") == quick.told("board")
        assert "cues" not in slow.rest[-1], "stale sounds are not made up for"

    run(table, test)
