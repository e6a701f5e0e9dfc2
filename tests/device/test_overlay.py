"""What lies over the pads: how to play, slides while nobody plays, the check; and the way back to the lobby."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from device.screens.guide import attract, guide
from device.settings import PaceSettings
from drivers.ports import OK, PEEK, HostEdge
from rules.page import Notice, word
from tests.device.evening import Evening

Evenings = Callable[..., Evening]
GAMES = ("bull-rally", "drug-dealer", "forty-eight")


def pages(evening: Evening) -> set[object]:
    return {evening.scene(pod).page for pod in evening.pods}


@pytest.mark.parametrize("game", GAMES)
def test_how_to_play_is_told_on_all_pods_in_a_minute(evening: Evening, game: str) -> None:
    assert evening.crank.do({"do": "howto", "game": game}) == ""
    evening.wait(0)
    slides = guide(game)
    for n, slide in enumerate(slides, start=1):
        assert pages(evening) == {slide}
        assert evening.scene(3).steps == (n, len(slides))
        assert evening.crank.board()["guide"] == {"game": game, "slide": n, "of": len(slides)}
        evening.wait(10)
    assert evening.crank.board()["guide"] is None
    assert slides[-1] not in pages(evening)


def test_ok_goes_on_at_once_and_any_other_key_ends_it(evening: Evening) -> None:
    evening.crank.do({"do": "howto"})
    evening.wait(0)
    slides = guide("bull-rally")
    evening.press(4, f"{OK} {OK}")
    assert pages(evening) == {slides[2]}
    evening.press(2, "+3")
    assert evening.crank.board()["guide"] is None
    assert all(place.holder == "empty" for place in evening.house.places), "no key meant anything else"
    evening.crank.do({"do": "howto"})
    evening.wait(0)
    evening.press(1, " ".join([OK] * len(slides)))
    assert evening.crank.board()["guide"] is None


def test_how_to_play_never_covers_a_trading_window(evenings: Evenings) -> None:
    evening = evenings(pace=PaceSettings(lead_in=0, bot=600, nudge=0, idle=0))
    evening.start("bull-rally", 2)
    evening.press(1, OK)
    evening.crank.do({"do": "howto"})
    evening.wait(0)
    assert evening.scene(2).page == guide("bull-rally")[0]
    evening.press(2, "+1")
    evening.press(2, OK)
    assert evening.fold.state.phase == "trade"
    assert evening.crank.do({"do": "howto"}) == "howto: trading runs"
    assert evening.prompt(1) == evening.scene(1).prompt


def test_it_hides_what_a_peek_showed(evenings: Evenings) -> None:
    evening = evenings()
    evening.start("forty-eight", 3, first=1)
    evening.press(1, OK)
    evening.down(2, PEEK)
    assert evening.scene(2).prompt is not None
    evening.crank.do({"do": "howto"})
    evening.wait(0)
    assert evening.scene(2).prompt is None
    evening.up(2, PEEK)
    evening.press(1, "-1")
    assert evening.scene(2).prompt is None, "and when it ends the cover is down again"


def test_a_table_where_nobody_sits_invites_after_half_a_minute(evenings: Evenings) -> None:
    evening = evenings(pace=PaceSettings(nudge=0, idle=300))
    evening.wait(31)
    slides = attract()
    assert pages(evening) == {slides[0]}
    assert evening.crank.board()["guide"] == {"game": "", "slide": 1, "of": len(slides)}
    evening.wait(5.0 * len(slides))
    assert pages(evening) == {slides[0]}, "round and round"
    evening.press(5, OK)
    assert evening.crank.board()["guide"] is None
    assert evening.house.place(5).holder == "empty", "the key only ended the slides"
    evening.press(5, OK)
    assert evening.house.place(5).holder == "pod"


def test_a_lobby_where_somebody_sits_invites_only_after_long(evenings: Evenings) -> None:
    evening = evenings(pace=PaceSettings(nudge=0, idle=300))
    evening.press(1, OK)
    evening.wait(299)
    assert evening.crank.board()["guide"] is None
    evening.wait(2)
    assert evening.crank.board()["guide"] is not None


def test_the_lobby_is_back_by_itself_after_the_end(evenings: Evenings) -> None:
    evening = evenings(pace=PaceSettings(nudge=0, bot=600, idle=300))
    evening.start("drug-dealer", 2, seats=3)
    evening.wait(400)
    assert evening.fold is not None, "a game is never left by time alone"
    evening.crank.do({"do": "end"})
    evening.wait(200)
    evening.press(2, OK)
    evening.wait(299)
    assert evening.fold is not None and evening.fold.over
    evening.wait(2)
    assert evening.fold is None
    assert [p.holder for p in evening.house.places[:3]] == ["pod", "pod", "empty"], (
        "people stay, bots stand up"
    )


def test_the_check_shows_every_number_lights_every_lamp_and_sounds(evening: Evening) -> None:
    evening.press(1, OK)
    evening.crank.do({"do": "check"})
    evening.wait(0)
    assert {p: evening.scene(p).page for p in evening.pods} == {
        p: Notice(word("table.title.check"), icon="eye", big=word("table.pod", n=p)) for p in evening.pods
    }
    assert all(pod.lamp == (True, True) for pod in evening.pods.values())
    assert evening.buzzer.played
    evening.wait(5)
    assert not any(pod.lamp != (False, False) for pod in evening.pods.values())
    assert evening.prompt(1) == evening.scene(1).prompt


def test_one_pod_blinks_to_be_found(evening: Evening) -> None:
    evening.crank.do({"do": "blink", "pod": 6})
    evening.wait(0)
    assert [p for p in evening.pods if evening.pods[p].lamp == (True, True)] == [6]
    big = [getattr(evening.scene(p).page, "big", None) for p in evening.pods]
    assert big == [None, None, None, None, None, word("table.pod", n=6), None]
    evening.press(2, OK)
    assert evening.house.place(2).holder == "pod", "the other pads go on"
    evening.press(6, OK)
    assert evening.house.place(6).holder == "empty", "its own key only ends it"


def test_the_host_key_ends_what_lies_over(evening: Evening) -> None:
    evening.press(1, OK)
    evening.crank.do({"do": "howto"})
    evening.wait(0)
    evening.crank.sink(HostEdge(True, evening.alarm.now()))
    evening.wait(0)
    assert evening.crank.board()["guide"] is None
    assert evening.scene(1).prompt is not None
