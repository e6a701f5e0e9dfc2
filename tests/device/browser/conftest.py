"""The product itself (`croupier sim` in a process of its own) and Debian's Chromium to open its pages in."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--autoplay-policy=no-user-gesture-required",
]  # fmt: skip
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "has_touch": True,
    "is_mobile": True,
}
DESK = {"viewport": {"width": 1280, "height": 800}}


def until(page: Page, js: str, seconds: float = 10.0) -> Any:
    """Wait for an expression to be true. (Chromium's own waiting evaluates strings, which the pages forbid.)"""
    end = time.monotonic() + seconds
    while not (found := page.evaluate(js)):
        assert time.monotonic() < end, f"never true: {js}"
        page.wait_for_timeout(20)
    return found


class Product:
    """A running `croupier sim`: its pages' addresses and its data folder."""

    def __init__(self, folder: Path, *args: str) -> None:
        command = [sys.executable, "-m", "device.cli", "sim", "--port", "0", "--data", str(folder), *args]
        self.folder = folder
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.urls: dict[str, str] = {}
        while len(self.urls) < 3:
            line = self.process.stdout.readline()
            assert line, "croupier sim did not start"
            if found := re.search(r"(\w+) page is at (\S+)", line):
                self.urls[found[1]] = found[2]
        self.base = self.urls["sim"].partition("/#")[0]

    def cli(self, *args: str, stdin: str = "") -> str:
        """What another command of the product says."""
        command = [sys.executable, "-m", "device.cli", *args]
        return subprocess.run(command, input=stdin, capture_output=True, text=True, check=True).stdout

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(10)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed with its module: while playwright runs, no other test of this process can run a loop of its own."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def product(tmp_path: Path) -> Iterator[Product]:
    started = Product(tmp_path / "data", "--fast", "--seed", "5", "--lang", "en")
    yield started
    started.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open an address in a browser context of its own. A page that throws or is refused anything fails the test."""
    contexts, troubles = [], []  # type: ignore[var-annotated]

    def open_page(url: str, **kw: Any) -> Page:
        context = browser.new_context(**{"locale": "en", **DESK, **kw})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(f"{url}: {error}"))
        page.on("console", lambda m: troubles.append(f"{url}: {m.text}") if m.type == "error" else None)
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [t for t in troubles if "WebSocket connection" not in t] == []


@pytest.fixture
def phone(product: Product, visit: Callable[..., Page]) -> Callable[[Page, int], Page]:
    """A phone that takes a seat by a code from the host's page."""

    def join(host: Page, pod: int) -> Page:
        host.evaluate("(pod) => croupier.say({ invite: pod })", pod)
        until(host, f"document.querySelector('.qr')?.textContent.includes('Seat {pod}')")
        code = host.inner_text(".qr .code").replace(" ", "")
        page = visit(f"{product.base}/{code}", **PHONE)
        page.wait_for_selector(".pad canvas")
        return page

    return join
