"""A whole game of each kind, with a keyboard, two phones, a board and the host's page, each in a context of its own."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from device.cues import CUES
from tests.device.browser.conftest import Product, until
from tests.device.browser.hands import play

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHASE = "croupier.table.facts?.phase ?? ''"
OVER = "croupier.table.facts?.over === true"
PATIENCE = 150.0
"""Seconds for a whole game on a busy machine; an idle one needs a quarter."""
Visit = Callable[..., Page]
Join = Callable[[Page, int], Page]


def exported(product: Product) -> dict[str, object]:
    """The record of the newest finished game, by the command line."""
    log = product.cli("export", "--data", str(product.folder))
    found: dict[str, object] = json.loads(product.cli("replay", "--json", "-", stdin=log))
    return found


def again(page: Page, ready: str = "croupier.table.board") -> None:
    """Reload as a thumb does by mistake: the page stands where it stood."""
    page.reload()
    until(page, ready)


def test_bull_rally_by_keys_on_the_sim_page(product: Product, visit: Visit, phone: Join) -> None:
    """Seat 1 is joined at start; OK, OK, OK begins Bull Rally. The champion on the page is the log's."""
    host, board = visit(product.urls["host"]), visit(product.urls["board"])
    until(host, "croupier.table.board")
    host.evaluate("croupier.say({ do: 'option', game: 'bull-rally', id: 'trade_seconds', value: 3 })")
    two = phone(host, 2)
    sim = visit(product.urls["sim"])
    sim.wait_for_selector(".pod.p1 canvas")
    until(sim, "croupier.table.board.seats[1].holder === 'phone'")
    for _ in range(3):
        sim.keyboard.press("Enter")
        sim.wait_for_timeout(30)
    until(sim, "croupier.table.board.game === 'bull-rally'")
    assert until(sim, "croupier.table.board.seats.filter((s) => s.holder === 'bot').length") == 2
    reloaded: set[str] = set()
    traded = 0
    end, turn = time.monotonic() + PATIENCE, 0
    while (phase := sim.evaluate(PHASE)) != "over":
        assert time.monotonic() < end, f"nobody got to the end: {sim.evaluate('croupier.table.facts')}"
        turn += 1
        if phase not in reloaded:
            reloaded.add(phase)
            for page in (sim, board, host, two):
                again(page)
            play(two, turn)
            continue
        if phase == "trade":
            sim.keyboard.press("KeyE")
            sim.keyboard.press("KeyG" if turn % 2 else "KeyQ")
            traded += 1
        sim.keyboard.press("Enter")
        sim.wait_for_timeout(30 if phase != "trade" else 300)
    until(sim, OVER)
    record = exported(product)
    names = ", ".join(f"Seat {seat}" for seat in record["champions"])  # type: ignore[attr-defined]
    cash = record["seats"][record["champions"][0] - 1]["cash"]  # type: ignore[index]
    assert sim.inner_text("#champion") == f"{names}: champion with ${cash}"
    until(board, OVER)
    assert board.inner_text("#champion") == sim.inner_text("#champion")
    assert traded and {"plan", "trade", "roll"} <= reloaded
    shares = [seat["shares"] for seat in record["seats"]]  # type: ignore[attr-defined]
    assert len(shares) == 4
    heard = sim.evaluate("croupier.buzzer.last")
    assert heard in [[list(note) for note in cue.notes] for cue in CUES.values()]


@pytest.mark.parametrize(
    ("game", "phases"), [("drug-dealer", {"bid", "lap"}), ("forty-eight", {"bid", "desk"})]
)
def test_the_sealed_games_on_two_phones(
    product: Product, visit: Visit, phone: Join, game: str, phases: set[str]
) -> None:
    host, board = visit(product.urls["host"]), visit(product.urls["board"])
    until(host, "croupier.table.board")
    host.select_option("#game", game)
    host.evaluate("croupier.say({ do: 'holder', pod: 1, holder: 'bot' })")
    phones = [phone(host, 2), phone(host, 3)]
    until(
        host,
        f"croupier.table.board.lobby.game === '{game}' && croupier.table.board.seats[2].holder === 'phone'",
    )
    host.get_by_role("button", name="Start", exact=True).click()
    until(board, f"croupier.table.board.game === '{game}'")
    reloaded: set[str] = set()
    end, turn = time.monotonic() + PATIENCE, 0
    while (phase := board.evaluate(PHASE)) != "over":
        assert time.monotonic() < end, f"nobody got to the end: {board.evaluate('croupier.table.facts')}"
        turn += 1
        if phase not in reloaded:
            reloaded.add(phase)
            again(board)
            for n, page in enumerate(phones):
                again(page, "document.querySelector('.pad canvas')")
                play(page, turn * 2 + n)
        board.wait_for_timeout(20)
    until(board, OVER)
    again(board, "document.querySelector('#champion')")
    record = exported(product)
    assert record["over"] and phases <= reloaded
    winners = record["winners"]
    shown = board.inner_text("#champion")
    assert all(f"Seat {seat}" in shown for seat in winners)  # type: ignore[attr-defined]
    until(host, "document.querySelector('.games a')")
    replay = visit(
        host.get_attribute(".games a", "href") and f"{product.base}{host.get_attribute('.games a', 'href')}"
    )
    replay.wait_for_selector(".lines li")
    replay.keyboard.press("ArrowRight")
    replay.get_by_role("button", name="Seat 2").click()
    replay.wait_for_selector("#frame")
    replay.get_by_role("button", name="Last", exact=True).click()
    until(replay, "document.querySelector('#champion')")
    assert replay.inner_text("#champion") == shown
