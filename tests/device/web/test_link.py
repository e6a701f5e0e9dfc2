"""Pages' sockets: what each role is told, what it may say, and what happens when links come and go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from device.web import link
from drivers.ports import OK, PEEK, Edge
from tests.device.web.web import Page, WebTable


@pytest.fixture
def table(tmp_path: Path) -> WebTable:
    return WebTable(tmp_path)


def run(table: WebTable, test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test in a loop of its own, then let every page go."""

    async def whole() -> None:
        try:
            await test()
        finally:
            await table.close()

    asyncio.run(asyncio.wait_for(whole(), 20))


def heard(table: WebTable) -> list[Any]:
    """Every event that reaches the crank from now on."""
    events: list[Any] = []
    inner = table.crank.handle

    def handle(event: Any) -> None:
        events.append(event)
        inner(event)

    table.crank.handle = handle  # type: ignore[method-assign]
    return events


@pytest.mark.parametrize("role", ["sim", "seat", "board", "host"])
def test_a_role_needs_its_own_token(table: WebTable, role: Any) -> None:
    async def test() -> None:
        other = "board" if role != "board" else "host"
        for first in (None, "not json", "[]", '{"token": 5}', "{}"):
            page = await table.open(role, table.access.token(other), first)
            assert page.closed == (link.UNKNOWN, "unknown") and page.messages == []
        page = await table.open(role, table.access.token(role, 2 if role == "seat" else None))
        assert page.closed is None and page.told("hello")["role"] == role and page.told("board")["seats"]

    run(table, test)


def test_the_sim_page_sees_all_pods_and_its_keys_are_edges_at_arrival(table: WebTable) -> None:
    async def test() -> None:
        page = await table.open("sim", table.access.token("sim"))
        assert sorted(page.pods) == [1, 2, 3, 4, 5, 6, 7]
        events = heard(table)
        table.evening.alarm.advance(1.25)
        await page.say(pod=3, key=OK, down=True)
        assert events == [Edge(3, OK, True, table.evening.alarm.now())]
        assert table.evening.house.place(3).holder == "pod"

    run(table, test)


def test_nothing_is_sent_at_rest(table: WebTable) -> None:
    async def test() -> None:
        pages = [
            await table.open("sim", table.access.token("sim")),
            await table.open("board", table.access.token("board")),
            await table.open("seat", table.access.token("seat", 2)),
        ]
        await table.turn()
        before = [len(p.messages) for p in pages]
        for _ in range(9):  # a panel's picture moves by a pixel each minute, which is not rest
            await table.turn(2.0)
        assert [len(p.messages) for p in pages] == before

    run(table, test)


def test_one_message_a_turn_however_much_changed(table: WebTable) -> None:
    async def test() -> None:
        page = await table.open("sim", table.access.token("sim"))
        await table.turn(1)
        before = len(page.messages)
        for pod in (1, 2, 3):
            table.evening.pods[pod].press(OK, table.evening.alarm.now())
        await table.turn()
        assert len(page.messages) == before + 1
        assert [s["holder"] for s in page.told("board")["seats"]][:3] == ["pod"] * 3

    run(table, test)


def test_a_seats_page_sees_its_own_pod_only(table: WebTable) -> None:
    async def test() -> None:
        page = await table.open("seat", table.access.token("seat", 2))
        table.evening.press(1, "OK")
        table.evening.press(3, "OK")
        await table.turn()
        assert set(page.pods) == {2} and page.told("seated") == 2
        assert table.evening.house.place(2).holder == "phone"

    run(table, test)


def test_the_sim_page_no_longer_sees_the_pod_that_a_phone_holds(table: WebTable) -> None:
    async def test() -> None:
        sim = await table.open("sim", table.access.token("sim"))
        phone = await table.open("seat", table.access.token("seat", 2))
        await table.turn()
        assert sim.told("pods") == [1, 3, 4, 5, 6, 7]
        sim.pods.clear()
        table.evening.start("drug-dealer", 4)
        await phone.say(key=PEEK, down=True)
        await table.turn(1)
        assert 2 in phone.pods and 2 not in sim.pods
        await sim.say(pod=2, key=OK, down=True)
        assert sim.told("error") == "pod 2 is not on this page"

    run(table, test)


def test_a_phone_finds_its_seat_and_its_draft_again(table: WebTable) -> None:
    async def test() -> None:
        token = table.access.token("seat", 2)
        phone = await table.open("seat", token)
        table.evening.start("bull-rally", 3)
        await phone.say(key=PEEK, down=True)
        await phone.leave()
        assert not table.crank.seats[2].peeking, "a lost page lets go of PEEK"
        assert "pod 2" in table.crank.faults
        again = await table.open("seat", token)
        assert again.told("seated") == 2 and again.pods[2] == phone.pods[2]
        assert "pod 2" not in table.crank.faults

    run(table, test)


def test_a_page_that_comes_back_before_its_old_link_is_missed_takes_its_place(table: WebTable) -> None:
    async def test() -> None:
        token = table.access.token("seat", 2)
        old = await table.open("seat", token)
        new = await table.open("seat", token)
        assert old.closed == (4000, "moved") and new.closed is None and new.told("seated") == 2
        await new.say(key=OK, down=True)
        await old.say(key=OK, down=True)
        assert new.closed is None

    run(table, test)


def test_a_second_phone_waits_for_a_key_of_the_first(table: WebTable) -> None:
    async def test() -> None:
        first = await table.open("seat", table.access.token("seat", 2))
        second = await table.open("seat", table.access.token("seat", 2))
        # the second token was made while the first page was live, so both stand until the first decides
        assert second.told("seated") is None and 2 not in second.pods and first.told("asked") is True
        await second.say(key=OK, down=True)
        assert second.pods == {}
        await first.say(give=False)
        assert second.closed == (4000, "kept") and first.told("asked") is False
        third = await table.open("seat", table.access.token("seat", 2))
        await first.say(give=True)
        assert first.closed == (4000, "given") and third.told("seated") == 2 and 2 in third.pods

    run(table, test)


def test_a_waiting_phone_gets_the_seat_when_the_first_is_gone(table: WebTable) -> None:
    async def test() -> None:
        first = await table.open("seat", table.access.token("seat", 2))
        second = await table.open("seat", table.access.token("seat", 2))
        await first.leave()
        assert second.told("seated") == 2

    run(table, test)


def test_a_seat_given_to_a_bot_ends_the_phone_and_its_token(table: WebTable) -> None:
    async def test() -> None:
        token = table.access.token("seat", 2)
        phone = await table.open("seat", token)
        host = await table.open("host", table.access.token("host"))
        await host.say(do="holder", pod=2, holder="bot")
        assert phone.closed == (4000, "taken") and table.access.grant(token) is None
        again = await table.open("seat", token)
        assert again.closed == (link.UNKNOWN, "unknown")

    run(table, test)


def test_a_sim_page_that_goes_lets_its_keys_go(table: WebTable) -> None:
    async def test() -> None:
        page = await table.open("sim", table.access.token("sim"))
        await page.say(pod=1, key=PEEK, down=True)
        assert table.crank.seats[1].peeking
        await page.leave()
        assert not table.crank.seats[1].peeking and table.access is not None

    run(table, test)


def test_what_a_page_may_not_say_is_answered_not_done(table: WebTable) -> None:
    async def test() -> None:
        board = await table.open("board", table.access.token("board"))
        await board.say(do="start")
        assert board.told("error") == "this page cannot say do"
        seat = await table.open("seat", table.access.token("seat", 2))
        await seat.say(do="holder", pod=1, holder="bot")
        assert seat.told("error") == "this page cannot say do, pod, holder"
        sim = await table.open("sim", table.access.token("sim"))
        for message, error in (
            ({"key": "+9", "down": True, "pod": 1}, "pod 1: no key is called '+9'"),
            ({"key": "+1", "pod": 1}, "'down'"),
            ({"fault": "nonsense"}, "line 1: a fault begins with `at`"),
        ):
            await sim.say(**message)
            assert error in sim.told("error")
        await sim.say_raw("{")
        assert sim.told("error") == "not JSON"
        await sim.say_raw("[" * 5000)
        assert sim.closed is None and sim.told("error") == "not JSON"

    run(table, test)


def test_a_flood_and_a_giant_end_the_link(table: WebTable) -> None:
    async def test() -> None:
        page = await table.open("board", table.access.token("board"))
        for _ in range(link.BURST + 2):
            page._in.put_nowait({"type": "websocket.receive", "text": "{}"})
        for _ in range(40):
            await table.turn()
        assert page.closed is not None and page.closed[0] == link.SLOW
        page = await table.open("board", table.access.token("board"))
        await page.say_raw("x" * (link.LONGEST + 1))
        assert page.closed is not None and page.closed[0] == link.LARGE

    run(table, test)


def test_a_beat_is_echoed_and_is_no_message(table: WebTable) -> None:
    async def test() -> None:
        page = await table.open("seat", table.access.token("seat", 2))
        before = len(page.messages)
        await page.beat()
        assert len(page.messages) == before and page.closed is None

    run(table, test)


def test_the_host_page_speaks_to_the_crank_and_hears_errors(table: WebTable) -> None:
    async def test() -> None:
        page = await table.open("host", table.access.token("host"))
        await page.say(do="name", pod=1, name="<b>Mina</b>")
        assert page.told("board")["seats"][0]["name"] == "<b>Mina</b>", "names are text"
        await page.say(do="game", game="chess")
        assert "game is one of" in page.told("error")

    run(table, test)


def test_the_host_page_makes_a_code_that_a_phone_can_use(table: WebTable) -> None:
    async def test() -> None:
        page = await table.open("host", table.access.token("host"))
        await page.say(invite=6)
        invite = page.told("invite")
        assert invite["url"] == f"http://192.168.1.23:8048/{invite['code']}" and invite["left"] == 120
        assert len(invite["rows"]) == 25, "a version 2 code"
        pod, token = table.access.exchange(invite["code"], "phone")
        phone = await table.open("seat", token)
        assert pod == 6 and phone.told("seated") == 6

    run(table, test)


def test_the_host_page_keeps_a_sheet_only_when_it_can_be_played(table: WebTable) -> None:
    async def test() -> None:
        page = await table.open("host", table.access.token("host"))
        sheet = page.told("hello")["sheets"]["bull-rally"]
        sheet["source"] = "owner"
        sheet["stocks"][2]["start"] = 99
        await page.say(save="Ours", game="bull-rally", sheet=sheet)
        assert "stock 3: the start lies within the limits" in page.told("error")
        sheet["stocks"][2]["start"] = 30
        await page.say(save="Ours", game="bull-rally", sheet=sheet)
        assert page.told("saved") == "Ours" and page.told("board")["lobby"]["sheet"] == "Ours"
        assert "30" in (table.evening.folder / "sheets" / "bull-rally" / "Ours.toml").read_text()

    run(table, test)


def test_a_browser_tower_and_buzzer_reach_their_page(table: WebTable) -> None:
    async def test() -> None:
        page = await table.open("sim", table.access.token("sim"))
        await page.say(marble=True)
        assert table.marbles == [None]
        table.buzzer.play(((2093, 180), (0, 20)))
        await table.turn()
        assert page.told("tune") == [[2093, 180], [0, 20]]

    run(table, test)


def test_without_a_simulation_there_is_no_sim_page(tmp_path: Path) -> None:
    table = WebTable(tmp_path, simulated=False)

    async def test() -> None:
        page = Page(table, "sim")
        await table.turn()
        assert page.closed is not None

    run(table, test)


@pytest.mark.parametrize(
    ("host", "origin"), [("evil.example", None), ("127.0.0.1:8048", "http://evil.example")]
)
def test_a_page_of_another_site_gets_no_socket(table: WebTable, host: str, origin: str | None) -> None:
    async def test() -> None:
        page = Page(table, "board", host, origin)
        await table.turn()
        assert page.closed is not None and page.messages == []

    run(table, test)
