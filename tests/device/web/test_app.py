"""Pages and files over HTTP: headers, hosts, sizes, join codes, finished games."""

from __future__ import annotations

import asyncio
import json
import re
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest

from device.web.guard import LARGEST_BODY
from tests.device.web.web import WebTable

STATIC = Path(str(files("device.web"))) / "static"


@pytest.fixture
def table(tmp_path: Path) -> WebTable:
    return WebTable(tmp_path)


class Client:
    """A browser's plain requests, in the table's own thread as the crank's loop serves them."""

    def __init__(self, table: WebTable) -> None:
        self._app: Any = table.app

    def get(self, path: str, **kw: Any) -> httpx.Response:
        return self._ask("GET", path, **kw)

    def post(self, path: str, **kw: Any) -> httpx.Response:
        return self._ask("POST", path, **kw)

    def _ask(self, method: str, path: str, **kw: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self._app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8048") as client:
                return await client.request(method, path, **kw)

        return asyncio.run(ask())


@pytest.fixture
def client(table: WebTable) -> Client:
    return Client(table)


@pytest.mark.parametrize("path", ["/", "/seat", "/board", "/host", "/replay", "/join", "/static/base.css"])
def test_every_answer_forbids_code_from_elsewhere(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self';" in policy and "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"


class _Inline(HTMLParser):
    """Collects what the policy would block."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        self.found += [f"{tag} {n}" for n in names if n.startswith("on") or n == "style"]
        self.found += [tag] if tag == "style" or (tag == "script" and not names.get("src")) else []
        self._script = tag == "script"

    def handle_data(self, data: str) -> None:
        if self._script and data.strip():
            self.found.append("code")


@pytest.mark.parametrize("page", sorted(p.name for p in STATIC.glob("*.html")))
def test_no_page_has_code_or_style_in_it(page: str) -> None:
    parser = _Inline()
    parser.feed((STATIC / page).read_text("utf-8"))
    assert parser.found == []


def test_text_from_people_never_becomes_markup() -> None:
    """Every page is drawn by one function that makes elements and text."""
    for file in STATIC.glob("*.js"):
        text = file.read_text("utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
        ), file


def test_pages_use_nothing_from_elsewhere() -> None:
    for file in STATIC.iterdir():
        text = file.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|//cdn|@import|url\((?!`?#)", text), file


def test_every_file_that_a_page_names_is_there() -> None:
    for file in STATIC.iterdir():
        for name in re.findall(r"(?:from '\./|/static/)([\w.-]+)", file.read_text("utf-8")):
            assert (STATIC / name).is_file(), f"{file.name} names {name}"


def test_another_name_or_site_is_turned_away(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 403
    assert client.get("/", headers={"host": "127.0.0.1.evil.example:8048"}).status_code == 403
    assert client.get("/", headers={"host": "[::1]:8048"}).status_code == 200
    assert client.get("/", headers={"host": "localhost:8048"}).status_code == 200
    cross = client.post("/join", json={"code": "222222"}, headers={"origin": "http://evil.example"})
    assert cross.status_code == 403 and "may not talk" in cross.text


def test_looking_at_a_join_address_uses_nothing_up(client: Client, table: WebTable) -> None:
    code = table.access.invite(3).code
    assert client.get(f"/{code}").status_code == client.get(f"/{code.lower()}").status_code == 200
    first = client.post("/join", json={"code": code})
    assert first.status_code == 200 and first.json()["pod"] == 3
    assert client.post("/join", json={"code": code}).status_code == 404


def test_wrong_joins_are_told_apart(client: Client) -> None:
    assert client.post("/join", content=b"{").status_code == 400
    assert client.post("/join", json=[]).status_code == 400
    assert client.post("/join", json={"code": "222222"}).json() == {"error": "unknown"}
    for _ in range(9):
        client.post("/join", json={"code": "222222"})
    assert client.post("/join", json={"code": "222222"}).status_code == 429
    assert client.get("/not-a-code").status_code == 404 and client.get("/OOOOOO").status_code == 404


def test_a_giant_body_is_cut_off(client: Client) -> None:
    assert client.post("/join", content=b"x" * (LARGEST_BODY + 1)).status_code == 413


def test_finished_games_need_a_token_of_any_role(client: Client, table: WebTable) -> None:
    assert client.get("/finished").status_code == 401
    for role in ("sim", "host", "board", "seat"):
        token = table.access.token(role, 1 if role == "seat" else None)  # type: ignore[arg-type]
        assert client.get("/finished", headers={"authorization": f"Bearer {token}"}).json() == []


def test_a_finished_game_can_be_taken_away_and_a_running_one_not(client: Client, table: WebTable) -> None:
    held = {"authorization": f"Bearer {table.access.token('host')}"}
    table.evening.start("bull-rally", 2)
    assert client.get("/finished/1", headers=held).status_code == 404
    assert client.get("/finished/1/steps", headers=held).status_code == 404
    assert table.crank.do({"do": "end"}) == ""
    table.evening.wait(0)
    found = client.get("/finished", headers=held).json()
    log = client.get(f"/finished/{found[0]['id']}", headers=held)
    header = json.loads(log.text.splitlines()[0])
    assert header["game"] == "bull-rally" and len(bytes.fromhex(header["seed"])) == 32
    assert "attachment" in log.headers["content-disposition"]
    steps = client.get(f"/finished/{found[0]['id']}/steps", headers=held).json()
    assert [line["do"] for line in steps["lines"]] == ["start", "end"]
    assert client.get(f"/finished/{found[0]['id']}/steps?seat=9", headers=held).status_code == 404


def test_no_page_weighs_more_than_150_kilobytes() -> None:
    from tests.bench.bench_web import weights

    assert max(weights().values()) < 150_000
