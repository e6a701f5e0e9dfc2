"""Makes the pictures of README: `python -m tests.shots [FOLDER]`. Real pages of a real game, from a real browser.

Needs Debian's chromium; the folder is `.readme` at the top unless another is named.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from device.gallery.catalogue import frames, sheet
from device.words import LANGS
from tests.device.browser.conftest import CHROMIUM, FLAGS, PHONE, Product, until
from tests.device.browser.hands import play

TOP = Path(__file__).parents[1]
NAMES = ("Ken", "Mina", "Sora", "Yuki", "Rei")
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
<include>/etc/fonts/fonts.conf</include>
<match target="pattern"><test qual="any" name="family"><string>DejaVu Sans</string></test>
<edit name="family" mode="prepend" binding="strong"><string>Noto Sans CJK JP</string></edit></match>
<match target="pattern"><test qual="any" name="family"><string>sans-serif</string></test>
<edit name="family" mode="prepend" binding="strong"><string>Noto Sans CJK JP</string></edit></match>
</fontconfig>"""
"""A desktop whose system font is Noto Sans."""


class Studio:
    """One table with its pages open, and where the pictures go."""

    def __init__(self, browser: Browser, folder: Path, *args: str) -> None:
        self.browser, self.folder = browser, folder
        self.product = Product(Path(tempfile.mkdtemp()), "--seed", "11", *args)
        self.host = self.open("host", 1280, 800)
        for pod, name in enumerate(NAMES, start=1):
            self.do(do="name", pod=pod, name=name)

    def open(self, role: str, width: int, height: int, locale: str = "en") -> Page:
        page = self.browser.new_context(viewport={"width": width, "height": height}, locale=locale).new_page()
        page.goto(self.product.urls[role])
        until(page, "croupier.table.board")
        return page

    def do(self, **command: object) -> None:
        self.host.evaluate("(command) => croupier.say(command)", command)

    def phone(self, pod: int) -> Page:
        self.do(invite=pod)
        until(self.host, "document.querySelector('.qr .code')")
        code = self.host.inner_text(".qr .code").replace(" ", "")
        page = self.browser.new_context(**PHONE).new_page()  # type: ignore[arg-type]
        page.goto(f"{self.product.base}/{code}")
        page.wait_for_selector(".pad canvas")
        return page

    def shoot(self, page: Page, name: str) -> None:
        page.screenshot(path=self.folder / f"{name}.png")
        print(self.folder / f"{name}.png", flush=True)

    def close(self) -> None:
        self.product.close()


def bull_rally(browser: Browser, folder: Path) -> None:
    """The sim page, the board and a trading phone on day 4; the host's page."""
    studio = Studio(browser, folder, "--fast", "--lang", "en")
    studio.do(do="option", game="bull-rally", id="trade_seconds", value=4)
    studio.do(do="holder", pod=4, holder="bot")
    phone = studio.phone(5)
    sim = studio.open("sim", 1280, 800)
    board = studio.open("board", 1920, 1080)
    studio.do(do="start")
    until(board, "croupier.table.facts")
    play(phone, 3)
    for _ in range(4000):
        state = board.evaluate("[croupier.table.facts.day, croupier.table.facts.phase]")
        if state == [4, "trade"]:
            break
        sim.keyboard.press("Enter")
        if state[1] == "trade":
            sim.keyboard.press("KeyQ")
        sim.wait_for_timeout(40)
    for key in ("KeyQ", "KeyT", "KeyD"):
        sim.keyboard.press(key)
        sim.wait_for_timeout(250)
    for name, page in (
        ("sim", sim),
        ("board-bull-rally", board),
        ("phone-trade", phone),
        ("host", studio.host),
    ):
        studio.shoot(page, name)
    studio.close()


def drug_dealer(browser: Browser, folder: Path) -> None:
    """A secret bid on a phone and the board in a lap, in Japanese."""
    studio = Studio(browser, folder, "--fast", "--lang", "ja")
    studio.do(do="game", game="drug-dealer")
    studio.do(do="option", game="drug-dealer", id="first", value=1)
    studio.do(do="holder", pod=1, holder="bot")
    phone = studio.phone(2)
    board = studio.open("board", 1920, 1080)
    studio.do(do="start")
    until(phone, "croupier.table.facts?.phase === 'bid'")
    click = "(key) => document.querySelector(`[data-key='${key}']`).onclick({ detail: 0, pointerType: '' })"
    for key in ("PEEK", "+1", "+2", "+2", "+3"):
        phone.evaluate(click, key)
    until(phone, "croupier.side().words.includes('27')")
    studio.shoot(phone, "phone-bid")
    play(phone, 5, (3, "lap"))
    until(board, "croupier.table.facts?.turn === 3 && croupier.table.facts.moves.length === 2", 60)
    studio.shoot(board, "board-drug-dealer")
    studio.close()


def replay(browser: Browser, folder: Path) -> None:
    """A finished game of Drug Dealer as one of its seats knew it."""
    studio = Studio(browser, folder, "--fast", "--lang", "en")
    studio.do(do="game", game="drug-dealer")
    studio.do(do="holder", pod=1, holder="bot")
    studio.do(do="start")
    until(studio.host, "croupier.table.facts?.over", 60)
    until(studio.host, "document.querySelector('.games a')")
    page = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en").new_page()
    page.goto(f"{studio.product.base}{studio.host.get_attribute('.games a', 'href')}")
    page.get_by_role("button", name="Mina").click()
    until(page, "document.querySelector('.known li')")
    for _ in range(60):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(60)
        if page.evaluate(
            "/^bid \\d/.test(document.querySelector('[aria-current] .name')?.textContent ?? '')"
        ):
            break
    page.wait_for_timeout(200)
    studio.shoot(page, "replay")
    studio.close()


def forty_eight(browser: Browser, folder: Path) -> None:
    """The end of a game."""
    studio = Studio(browser, folder, "--fast", "--lang", "en")
    studio.do(do="game", game="forty-eight")
    studio.do(do="holder", pod=1, holder="bot")
    studio.do(do="start")
    until(studio.host, "croupier.table.facts?.over", 60)
    board = studio.open("board", 1920, 1080)
    studio.shoot(board, "board-forty-eight")
    studio.close()


PADS = (
    "drug-dealer prompt title-bid coins pressed",
    "trading, full",
    "forty-eight prompt title.bid cards pressed",
    "card ok",
    "bull-rally chart",
    "cut with a tie",
    "forty-eight tower title.sum told",
    "final of 4",
)


def pads(folder: Path) -> None:
    """What the pads show, in both languages: one sheet of frames at three times their size."""
    pictures = {f"{name} {lang}": frames(lang)[name].image for lang in LANGS for name in PADS}
    sheet(pictures, scale=3, across=4).save(folder / "pads.png")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    pads(folder)
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as fonts:
        fonts.write(FONTS)
        fonts.flush()
        environment = {**os.environ, "FONTCONFIG_FILE": fonts.name}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, env=environment)
            for shots in (bull_rally, drug_dealer, replay, forty_eight):
                shots(browser, folder)
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TOP / ".readme")
