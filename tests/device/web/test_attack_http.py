"""Requests that only an enemy would make: paths, numbers, bodies, methods, and what listens at all."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.device.web.web import WebTable

ROOT = Path(__file__).parents[3]


@pytest.fixture
def table(tmp_path: Path) -> WebTable:
    return WebTable(tmp_path, draw=False)


PATHS = (
    "/static/../access.py", "/static/%2e%2e/access.py", "/static/..%2f..%2fcli.py", "/static/....//app.py",
    "/static//etc/passwd",
    "/static/%00", "/static/base.css%00.html", "/static/" + "a/" * 500, "/" + "a" * 3000,
    "/%ff%fe", "/static/.", "/static", "//evil",
    "/finished/../board", "/ws/board", "/.git/config", "/static/C:/x", "/static/base.css/x",
    "/K7M4QX/../host", "/\u202e",
)  # fmt: skip
NUMBERS = ("9" * 30, "9" * 400, "9" * 5000, "-1", "1e5", "0", "%00", "\u0663")
"""Where a game's or a step's number stands."""


def ask(table: WebTable, method: str, path: str, **kw: Any) -> httpx.Response:
    async def one() -> httpx.Response:
        transport = httpx.ASGITransport(table.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8048") as client:
            return await client.request(method, path, **kw)

    return asyncio.run(one())


@pytest.mark.parametrize("path", PATHS)
def test_no_path_leaves_the_pages_folder(table: WebTable, path: str) -> None:
    answer = ask(table, "GET", path)
    assert answer.status_code in (200, 307, 400, 403, 404, 405), answer.status_code
    assert (
        b"import " not in answer.content
        and b"root:" not in answer.content
        and b"[core]" not in answer.content
    )
    if answer.status_code == 200:
        assert answer.headers["content-type"].startswith("text/html") and b"<html" in answer.content


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    "path", ["/finished/{}", "/finished/{}/steps", "/finished/1/steps/{}", "/finished/1/steps?seat={}"]
)
def test_no_number_in_a_path_is_too_large_to_be_answered(table: WebTable, path: str, number: str) -> None:
    table.evening.start("forty-eight", 3)
    table.crank.do({"do": "end"})
    table.evening.wait(0)
    held = {"authorization": f"Bearer {table.access.token('host')}"}
    answer = ask(table, "GET", path.format(number), headers=held)
    assert answer.status_code in (200, 400, 403, 404), answer.text[:200]


BODIES = (
    b"",
    b"{",
    b"[" * 40_000,
    b'{"code":' + b"9" * 5000 + b"}",
    b'{"code":NaN}',
    b'{"code":"\\ud800"}',
    b"\xff\xfe",
    b"null",
    b'{"code":{}}',
)


@pytest.mark.parametrize("body", BODIES)
def test_no_body_breaks_joining(table: WebTable, body: bytes) -> None:
    code = table.access.invite(2).code
    assert ask(table, "POST", "/join", content=body).status_code in (400, 404, 413)
    assert ask(table, "POST", "/join", json={"code": code}).status_code == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD", "FOO"])
def test_no_other_method_does_anything(table: WebTable, method: str) -> None:
    for path in ("/", "/join", "/finished", "/static/base.css"):
        assert ask(table, method, path).status_code in (200, 401, 405)


@pytest.mark.parametrize(
    "auth", ["", "Bearer", "Bearer ", "Basic x", "Bearer " + "x" * 5000, "Bearer null", "bearer\u00e9"]
)
def test_no_word_but_a_token_opens_what_is_saved(table: WebTable, auth: str) -> None:
    assert (
        ask(table, "GET", "/finished", headers={"authorization": auth.encode("latin-1")}).status_code == 401
    )


def test_a_token_in_an_address_or_cookie_opens_nothing(table: WebTable) -> None:
    """Only what the page itself says counts: addresses are logged and cookies are sent by other sites' pages."""
    token = table.access.token("host")
    assert ask(table, "GET", f"/finished?token={token}").status_code == 401
    assert ask(table, "GET", "/finished", headers={"cookie": f"token={token}"}).status_code == 401


def listening(pid: int) -> set[tuple[str, int]]:
    """(kind, port) of every socket of a process that waits for others."""
    inodes = set()
    for fd in Path(f"/proc/{pid}/fd").iterdir():
        if found := re.fullmatch(r"socket:\[(\d+)\]", os.readlink(fd)):
            inodes.add(found[1])
    heard = set()
    for kind in ("tcp", "tcp6", "udp", "udp6"):
        table = Path(f"/proc/{pid}/net/{kind}")
        for line in table.read_text().splitlines()[1:] if table.exists() else ():
            fields = line.split()
            if fields[9] in inodes and (kind.startswith("udp") or fields[3] == "0A"):
                heard.add((kind, int(fields[1].split(":")[1], 16)))
    return heard


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
@pytest.mark.slow
def test_only_the_configured_listener_is_open(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "device.cli", "sim", "--data", str(tmp_path), "--port", "0"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdout is not None
    port = int(re.search(r"127\.0\.0\.1:(\d+)", child.stdout.readline())[1])  # type: ignore[index]
    assert listening(child.pid) == {("tcp", port)}
    os.kill(child.pid, signal.SIGTERM)
    assert child.wait(10) == 0
