"""What each page owes its reader: sizes, names for screen readers, sound, a veil, no growth."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from device.cues import CUES
from tests.device.browser.conftest import PHONE, Product, until

pytestmark = [pytest.mark.browser]

Visit = Callable[..., Page]
Join = Callable[[Page, int], Page]
SIZES = [(1280, 800), (1920, 1080), (390, 844)]
GAMES = int(os.environ.get("CROUPIER_SOAK", "6"))
"""Bot games beside an open board; 200 for a long look."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """One table for all tests that only look."""
    started = Product(tmp_path_factory.mktemp("shared"), "--fast", "--seed", "5", "--lang", "en")
    yield started
    started.close()


@pytest.fixture(scope="module")
def playing(shared: Product, browser: Browser) -> Product:
    """The table with Bull Rally on it."""
    page = browser.new_context().new_page()
    page.goto(shared.urls["host"])
    until(page, "croupier.table.board")
    page.evaluate("croupier.say({ do: 'start' })")
    until(page, "croupier.table.facts")
    page.context.close()
    return shared


@pytest.mark.parametrize("role", ["sim", "board", "host"])
@pytest.mark.parametrize("locale", ["en", "ja"])
def test_every_page_fits_its_width(playing: Product, visit: Visit, role: str, locale: str) -> None:
    page = visit(playing.urls[role], locale=locale)
    until(page, "croupier.table.board")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(60)
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width, f"{role} at {width}"


@pytest.mark.parametrize("role", ["sim", "host"])
def test_every_control_has_a_name(playing: Product, visit: Visit, role: str) -> None:
    page = visit(playing.urls[role])
    until(page, "document.querySelectorAll('button').length > 3")
    nameless = page.evaluate("""
      [...document.querySelectorAll('button, input, select, a, canvas[role=img], svg[role=img]')]
        .filter((e) => !(e.getAttribute('aria-label') ?? '').trim() && !e.textContent.trim() && !e.labels?.length)
        .filter((e) => e.localName !== 'canvas').map((e) => e.outerHTML)
    """)
    assert nameless == []


def test_the_sim_pages_frames_are_whole_device_pixels(playing: Product, visit: Visit) -> None:
    for ratio in (1, 1.25, 1.5, 2):
        page = visit(playing.urls["sim"], device_scale_factor=ratio)
        page.wait_for_selector(".pod canvas")
        page.wait_for_timeout(50)
        wide = page.evaluate("document.querySelector('.pod canvas').getBoundingClientRect().width")
        pixels = wide * ratio / 128
        assert wide / 128 >= 3 - 1e-6 and abs(pixels - round(pixels)) < 1e-3, f"{wide} at {ratio}"


def test_a_page_without_its_token_is_told_what_to_do(playing: Product, visit: Visit) -> None:
    page = visit(playing.base + "/")
    page.wait_for_selector(".veil")
    assert "needs the address" in page.inner_text(".veil") and page.query_selector(".pod") is None


def test_keys_go_by_their_place_and_a_bots_pod_is_dead(playing: Product, visit: Visit) -> None:
    """A French keyboard has the same hand. What is held when the page loses its focus is let go."""
    page = visit(playing.urls["sim"])
    page.wait_for_selector(".pod.p1 canvas")
    until(page, "croupier.table.facts")
    assert (
        page.get_attribute(".pod.p2", "tabindex") == "-1" and page.get_attribute(".pod.p1", "tabindex") == "0"
    )
    assert page.evaluate("[...document.querySelectorAll('.pod.p2 .key')].every((k) => k.disabled)")
    page.keyboard.down("KeyQ")
    until(page, "document.querySelector('.pod.p1 .key.down')?.dataset.key === '+1'")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    until(page, "!document.querySelector('.key.down')")


def test_a_phones_keys_are_large_and_its_frame_fills_the_width(playing: Product, visit: Visit) -> None:
    token = join(playing, visit, 6)
    page = visit(f"{playing.base}/seat#{token}", **PHONE)
    page.wait_for_selector(".pad canvas")
    size = (
        "(n) => { const r = document.querySelector(n).getBoundingClientRect(); return [r.width, r.height]; }"
    )
    assert page.evaluate(size, ".pad canvas") == [384, 192]
    wide, high = page.evaluate(size, "[data-key='+1']")
    assert wide >= 57 and high >= 104
    assert page.evaluate(size, "[data-key=PEEK]")[1] >= 92 and page.evaluate(size, "[data-key=OK]")[1] >= 92
    assert page.evaluate("document.scrollingElement.scrollHeight") <= 844


def join(product: Product, visit: Visit, pod: int) -> str:
    """A seat's token, by the same way a phone takes."""
    host = visit(product.urls["host"])
    until(host, "croupier.table.board")
    host.evaluate("(pod) => croupier.say({ invite: pod })", pod)
    until(host, "document.querySelector('.qr .code')")
    code = host.inner_text(".qr .code").replace(" ", "")
    said = host.request.post(f"{product.base}/join", data={"code": code}).json()
    assert said["pod"] == pod
    return str(said["token"])


def test_a_lost_link_veils_the_seat_within_three_seconds(product: Product, visit: Visit) -> None:
    """The table stops answering without a word; when it does again the page stands as before."""
    token = join(product, visit, 5)
    page = visit(f"{product.base}/seat#{token}", **PHONE)
    page.wait_for_selector(".pad canvas")
    page.wait_for_timeout(300)
    os.kill(product.process.pid, signal.SIGSTOP)
    stopped = time.monotonic()
    try:
        page.wait_for_selector(".veil", timeout=5000)
        assert time.monotonic() - stopped <= 3.6, "a beat, 2.5 s of silence and the look each second"
    finally:
        os.kill(product.process.pid, signal.SIGCONT)
    page.wait_for_selector(".veil", state="detached", timeout=8000)
    assert page.evaluate("croupier.table.pod(5).holder") == "phone"


HEARD = """
async (notes) => {
  const { render } = await import('/static/sound.js');
  const context = new OfflineAudioContext(1, 48000 * 2, 48000);
  const end = render(context, notes, 0.1);
  const wave = (await context.startRendering()).getChannelData(0);
  const part = (from, to) => wave.slice(from * 48000, to * 48000);
  const loud = (x) => Math.sqrt(x.reduce((sum, v) => sum + v * v, 0) / x.length);
  const crossings = (x) => x.reduce((n, v, i) => n + (i && x[i - 1] < 0 && v >= 0 ? 1 : 0), 0);
  let at = 0.1;
  const tones = notes.map(([, ms]) => {
    const x = part(at + 0.006, at + ms / 1000 - 0.006);
    at += ms / 1000;
    return [crossings(x) / (x.length / 48000), loud(x)];
  });
  return { end, before: loud(part(0, 0.09)), after: loud(part(end + 0.01, 1.9)), tones };
}
"""


def test_the_buzzer_and_the_countdown_are_heard(playing: Product, visit: Visit) -> None:
    page = visit(playing.urls["board"])
    for name in ("buzzer", "three", "go", "fault"):
        notes = CUES[name].notes
        heard = page.evaluate(HEARD, [list(note) for note in notes])
        assert heard["before"] == 0 and heard["after"] == 0
        assert abs(heard["end"] - 0.1 - sum(ms for _, ms in notes) / 1000) < 1e-6
        for (hertz, _), (pitch, loud) in zip(notes, heard["tones"], strict=True):
            assert (loud > 0.1) == (hertz > 0), name
            assert abs(pitch - hertz) <= max(20, hertz * 0.02), name


def test_a_tune_of_the_table_reaches_the_page_that_plays_it(product: Product, visit: Visit) -> None:
    page = visit(product.urls["sim"])
    until(page, "croupier.table.board")
    page.mouse.click(640, 20)
    host = visit(product.urls["host"])
    until(host, "croupier.table.board")
    host.evaluate("croupier.say({ do: 'check' })")
    heard = [list(note) for note in CUES["check"].notes]
    until(page, f"JSON.stringify(croupier.buzzer.last) === '{str(heard).replace(' ', '')}'")
    assert until(page, "croupier.buzzer.ready")


def test_a_sheet_is_typed_in_and_played(product: Product, visit: Visit) -> None:
    page = visit(product.urls["host"])
    page.wait_for_selector(".sheet .form")
    page.get_by_role("button", name="3 MHW").click()
    page.get_by_label("Start, notch").first.fill("99")
    page.get_by_text("Not saved: 3 Micro Hardware").wait_for()
    assert page.get_by_role("button", name="Save sheet").is_disabled()
    page.get_by_label("Start, notch").first.fill("30")
    page.get_by_label("N 4", exact=True).click()
    page.get_by_label("$ 7", exact=True).fill("3")
    page.get_by_label("Sheet name").fill("Printed")
    page.get_by_role("button", name="Save sheet").click()
    until(page, "croupier.table.board.lobby.sheet === 'Printed'")
    page.get_by_role("button", name="Start", exact=True).click()
    stock = until(page, "croupier.table.facts?.rules.sheet.stocks[2]")
    assert stock["start"] == 30 and stock["news"] == [3, 4, 5, 8] and stock["dividends"]["7"] == 3
    assert page.evaluate("croupier.table.board.sheet_placeholder") is False


def test_many_bot_games_leave_the_board_as_small_as_it_was(
    tmp_path: Path, browser: Browser, visit: Visit
) -> None:
    product = Product(tmp_path / "soak", "--fast", "--seed", "7")
    try:
        host, board = visit(product.urls["host"]), visit(product.urls["board"])
        until(host, "croupier.table.board")
        host.evaluate("croupier.say({ do: 'game', game: 'forty-eight' })")
        host.evaluate("croupier.say({ do: 'holder', pod: 1, holder: 'bot' })")
        host.evaluate("croupier.say({ do: 'start' })")
        devtools = board.context.new_cdp_session(board)
        warm, first = GAMES // 3, {}
        for game in range(1, GAMES + 1):
            until(host, "croupier.table.facts?.over", 60)
            if game == warm:
                first = size(board, devtools)
            if game < GAMES:
                host.evaluate("croupier.say({ do: 'rematch' })")
                until(host, "croupier.table.facts && !croupier.table.facts.over")
        last = size(board, devtools)
        assert last["nodes"] <= first["nodes"] * 1.1 + 20
        assert last["heap"] <= first["heap"] * 1.1 + 200_000, (first, last)
    finally:
        product.close()


def size(page: Page, devtools: Any) -> dict[str, float]:
    """Live DOM nodes and bytes of heap, after the rubbish is out."""
    until(page, "croupier.table.facts?.over")
    page.wait_for_timeout(100)
    devtools.send("HeapProfiler.collectGarbage")
    counters = devtools.send("Memory.getDOMCounters")
    return {"nodes": counters["nodes"], "heap": devtools.send("Runtime.getHeapUsage")["usedSize"]}
