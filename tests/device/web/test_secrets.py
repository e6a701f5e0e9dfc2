"""Two evenings that differ only in what a seat does in secret look the same on every other page, byte for byte.

The board, the host's page and the other seats' pages are compared; the same device chance, the same moments.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.device.web.web import Page, WebTable

WATCHERS = 4


async def evening(folder: Path, game: str, bids: dict[int, str]) -> dict[str, list[bytes]]:
    """Four seats; seats send these keys under PEEK where the game asks for secret bids. What every page was sent."""
    table = WebTable(folder, draw=True)
    pages: dict[str, Page] = {"board": await table.open("board", table.access.token("board"))}
    pages["host"] = await table.open("host", table.access.token("host"))
    for pod in range(1, WATCHERS + 1):
        pages[f"seat {pod}"] = await table.open("seat", table.access.token("seat", pod))
    table.evening.start(game, 4, first=1)
    await table.turn()
    to_the_bids(table, game)
    await table.turn()
    for page in pages.values():
        page.messages.clear()
    for pod, keys in bids.items():
        await table.hold(pod, keys)
    sent = {name: list(page.messages) for name, page in pages.items()}
    await table.close()
    return sent


def to_the_bids(table: WebTable, game: str) -> None:
    if game == "drug-dealer":
        table.evening.press(1, "+4 +5 OK")  # picks d10 and d20
        table.evening.hold(1, "OK")
        table.evening.hold(1, "+1 OK")
    else:
        table.evening.press(1, "OK")
    assert table.evening.fold.state.phase == "bid"


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("drug-dealer", {3: "+1 +1 OK", 4: "+2 OK"}, {3: "+4 +4 OK", 4: "+2 OK"}),
        ("drug-dealer", {3: "+3 -3 OK"}, {3: "+2 +2 OK"}),
        ("forty-eight", {3: "+1 +1 OK", 4: "+2 OK"}, {3: "+5 +4 OK", 4: "+2 OK"}),
        ("forty-eight", {3: "+2 OK +1", 2: "+1 +1 OK"}, {3: "+3 OK +2", 2: "+1 +1 OK"}),
    ],
)
def test_a_secret_bid_shows_on_its_own_page_only(
    tmp_path: Path, game: str, one: dict[int, str], other: dict[int, str]
) -> None:
    async def test() -> None:
        first = await evening(tmp_path / "one", game, one)
        second = await evening(tmp_path / "other", game, other)
        assert first.keys() == second.keys()
        for name in first:
            same = strip(first[name]) == strip(second[name])
            assert same == (name != "seat 3"), name

    asyncio.run(asyncio.wait_for(test(), 20))


def strip(messages: list[bytes]) -> list[bytes]:
    """Messages without the table's clock reading; equal neighbours are one."""
    found: list[bytes] = []
    for message in messages:
        head, _, tail = message.rpartition(b'"now":')
        cut = head + tail.lstrip(b"0123456789.") if head else message
        if not found or found[-1] != cut:
            found.append(cut)
    return found


def test_releasing_peek_sends_the_safe_frame(tmp_path: Path) -> None:
    async def test() -> None:
        table = WebTable(tmp_path)
        phone = await table.open("seat", table.access.token("seat", 3))
        table.evening.start("drug-dealer", 4, first=1)
        to_the_bids(table, "drug-dealer")
        await table.turn(3)
        safe = phone.pods[3]
        await phone.say(key="PEEK", down=True)
        await phone.say(key="+1", down=True)
        await phone.say(key="+1", down=False)
        assert phone.pods[3] != safe and "2G: 1" in phone.told("pad")["words"]
        await phone.say(key="PEEK", down=False)
        assert phone.pods[3] == safe and "2G" not in phone.told("pad")["words"]
        await table.close()

    asyncio.run(asyncio.wait_for(test(), 20))
