"""A phone's keys and the frame in words."""

from __future__ import annotations

from device.scene import Join, Scene
from device.web.pad import pad
from rules.page import Verdict, Waiting, word
from rules.prompt import Column, Draft, Prompt

COINS = tuple(Column(f"{k}", 0, 3, worth=k) for k in (2, 5, 15, 30))


def scene(prompt: Prompt, *presses: int) -> Scene:
    return Scene("en", prompt=prompt, draft=Draft(prompt.no, presses))


def test_a_guarded_prompts_keys_look_alike_whatever_was_pressed() -> None:
    bid = Prompt(
        "b", word("dd.title.bid"), "dd.verb.bid", columns=COINS, look="coins", guard=True, empty="dd.verb.bid"
    )
    plain, pressed = pad(scene(bid)), pad(scene(bid, 1, 2, 2))
    assert plain["keys"] == pressed["keys"] == [[k, k] for k in ("2G", "5G", "15G", "30G")]
    assert {k for k in plain if plain[k] != pressed[k]} == {"words"}
    assert "2G: 1" in pressed["words"] and "5G: 2" in pressed["words"]
    assert "stands" not in pressed


def test_open_orders_stand_on_the_keys() -> None:
    trade = Prompt(
        "t", word("br.title.trade"), "", columns=(Column("ORC", -1, 1), Column("GGE", -1, 1)), live=True
    )
    assert pad(scene(trade, 1, -2))["stands"] == [1, -1]
    blind = Prompt("t", word("br.title.trade"), "", columns=(Column("ORC", -1, 1),), live=True, private=True)
    assert "stands" not in pad(scene(blind, 1))


def test_rows_are_numbered_keys() -> None:
    menu = Prompt(
        "m", word("table.title.game"), "table.verb.next", rows=(word("a"), word("b"), word("c")), shape="rows"
    )
    shown = pad(scene(menu))
    assert shown["keys"] == [["1", "1"], ["2", "2"], ["3", "3"], ["", ""], ["←", "←"], ["…", "…"]]
    assert "1 " in shown["words"] and "3 " in shown["words"]


def test_the_words_are_the_frames_and_no_more() -> None:
    assert pad(Scene("en", page=Verdict(True)))["words"] == "OK"
    assert pad(Scene("en", page=Verdict(False)))["words"] == "NG"
    waiting = pad(Scene("en", page=Waiting(word("dd.title.bid"), done=2, of=4, peek=True)))
    assert waiting["words"].endswith("2 / 4") and waiting["peek"] and waiting["dead"]


def test_ok_says_which_page_of_a_result_it_steps() -> None:
    assert pad(Scene("en", page=Verdict(True), steps=(2, 5)))["ok"] == "2/5"


def test_an_invitation_can_be_left_by_ok() -> None:
    shown = pad(Scene("en", page=Join(3, "http://192.168.1.23:8048/K7M4QX", "K7M4QX")))
    assert shown["ok"] and not shown["dead"] and "K7M4QX" in shown["words"]


def test_no_scene_is_no_pad() -> None:
    assert pad(None) == {}
