"""The pages are there before the table; whoever wants more waits for it."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from starlette.responses import PlainTextResponse

from device.web.front import PAGES, Front, Mode


def client(front: Front) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(front.app), base_url="http://localhost")


async def turns() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.parametrize("mode", ["sim", "run"])
def test_pages_and_their_files_need_no_table(mode: Mode) -> None:
    async def look() -> None:
        async with client(Front(mode, ())) as visitor:
            for path in ("/", *(f"/{name}" for name in PAGES), "/static/link.js"):
                assert (await visitor.get(path)).status_code == 200, path

    asyncio.run(look())


def test_all_else_waits_until_the_table_opens() -> None:
    async def wait() -> None:
        front = Front("sim", ())
        async with client(front) as visitor:
            asked = asyncio.create_task(visitor.get("/finished"))
            await turns()
            assert not asked.done()
            front.open(PlainTextResponse("none yet"))
            assert (await asked).text == "none yet"
            assert (await visitor.get("/finished")).text == "none yet"

    asyncio.run(wait())


def test_a_table_that_does_not_open_lets_nobody_wait() -> None:
    async def wait() -> None:
        front = Front("run", ())
        async with client(front) as visitor:
            asked = asyncio.create_task(visitor.get("/finished"))
            await turns()
            front.close()
            assert (await asked).status_code == 503

    asyncio.run(wait())


def test_other_names_are_turned_away_at_the_door() -> None:
    async def look() -> None:
        async with client(Front("sim", ("table.local",))) as visitor:
            assert (await visitor.get("/", headers={"host": "evil.example"})).status_code == 403
            assert (await visitor.get("/", headers={"host": "table.local"})).status_code == 200

    asyncio.run(look())
