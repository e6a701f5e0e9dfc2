"""The house and the host, each as a flow that reads like a manual."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from device.settings import PaceSettings
from drivers.ports import OK
from rules.page import Notice, Standings
from tests.device.evening import Evening


def host_row(evening: Evening, row: str) -> str:
    """The keys that pick a row of the HOST menu by its word id."""
    prompt = evening.prompt(1)
    assert prompt is not None
    index = next(i for i, label in enumerate(prompt.rows) if label.id == row)
    return " ".join(["+6"] * (index // 4) + [f"+{index % 4 + 1}"])


def host_key(evening: Evening) -> None:
    from drivers.ports import HostEdge

    evening.crank.sink(HostEdge(True, evening.alarm.now()))
    evening.wait(0.4)


# -- the lobby ---------------------------------------------------------------------------------------------------------


def test_ok_sits_down_and_a_minus_key_stands_up(evening: Evening) -> None:
    evening.press(1, OK)
    evening.press(2, OK)
    assert [p.holder for p in evening.house.places[:3]] == ["pod", "pod", "empty"]
    evening.press(2, "-1")
    assert evening.house.place(2).holder == "empty"


def test_three_oks_begin_bull_rally_with_three_bots(evening: Evening) -> None:
    """In the simulator seat 1 is joined at the start; here the first OK does that."""
    evening.press(1, OK)
    evening.press(1, f"{OK} {OK} {OK}")
    assert evening.fold.game.id == "bull-rally"
    assert [evening.house.place(p).holder for p in evening.house.playing.pods] == ["pod", "bot", "bot", "bot"]


def test_a_game_is_picked_by_its_number(evening: Evening) -> None:
    evening.press(1, OK)
    evening.press(1, "+2")
    assert evening.house.game == "forty-eight"
    evening.press(1, f"{OK} {OK} {OK}")
    assert evening.fold.game.id == "forty-eight"


def test_options_are_chosen_by_keys_and_stand_in_the_header(evening: Evening) -> None:
    evening.press(1, OK)
    evening.press(1, f"+2 {OK} +2")
    topdown = next(i for i, o in enumerate(evening.table.games["forty-eight"].options) if o.id == "topdown")
    evening.press(1, " ".join(["+6"] * (topdown // 4) + [f"+{topdown % 4 + 1}"]))
    evening.press(1, f"+5 {OK} {OK}")
    assert evening.fold.header.options["topdown"] == "slide"


def test_pods_keep_their_printed_numbers(evening: Evening) -> None:
    """Four people at pods 1, 2, 4, 6 are game seats 1 to 4."""
    for pod in (6, 2, 4, 1):
        evening.press(pod, OK)
    evening.press(1, f"{OK} {OK} {OK}")
    assert evening.fold.header.pods == (1, 2, 4, 6)
    assert [evening.table.now.seat_of(p) for p in (1, 2, 4, 6)] == [1, 2, 3, 4]
    assert evening.scene(1).pods == (1, 2, 4, 6)


def test_who_comes_late_plays_the_next_game(evening: Evening) -> None:
    evening.start("forty-eight", 3)
    evening.press(6, OK)
    assert evening.house.place(6).holder == "pod"
    assert evening.table.now.seat_of(6) is None
    assert evening.crank.do({"do": "end"}) == ""
    evening.wait(0)
    assert evening.crank.do({"do": "rematch"}) == ""
    evening.wait(0)
    assert evening.fold.header.pods == (1, 2, 3, 6)


# -- the host ----------------------------------------------------------------------------------------------------------


def test_the_host_pauses_and_goes_on(evening: Evening) -> None:
    evening.start("forty-eight", 3, first=1)
    host_key(evening)
    evening.press(1, host_row(evening, "table.row.pause"))
    assert evening.house.paused == "host"
    host_key(evening)
    assert isinstance(evening.scene(2).page, Notice)
    evening.press(2, OK)
    assert evening.fold.count == 0, "nothing is entered while the table is paused"
    evening.press(1, OK)
    assert evening.house.paused == ""


def test_the_host_key_acts_through_the_lowest_live_pod_of_a_person(evening: Evening) -> None:
    evening.start("forty-eight", 3)
    assert [evening.scene(p).host for p in (1, 2, 3)] == [True, False, False]
    evening.crank.do({"do": "holder", "pod": 1, "holder": "bot"})
    evening.wait(0)
    assert [evening.scene(p).host for p in (1, 2, 3)] == [False, True, False]


def test_peek_and_ok_held_are_the_host_key_of_a_table_without_one(evening: Evening) -> None:
    evening.crank.devices.host_key = False
    evening.start("forty-eight", 3, first=1)
    now = evening.alarm.now
    evening.pods[1].down("PEEK", now())
    evening.pods[1].down(OK, now())
    evening.wait(2.1)
    assert evening.crank.seats[1].menus == ["host"]
    evening.pods[1].up(OK, now())
    evening.pods[1].up("PEEK", now())
    evening.wait(0)
    assert evening.fold.count == 0


def test_there_ok_acts_on_release(evening: Evening) -> None:
    evening.crank.devices.host_key = False
    evening.start("forty-eight", 3, first=2)
    evening.press(2, OK)
    evening.pods[1].down("PEEK", evening.alarm.now())
    evening.press(1, "+3")
    evening.wait(0.4)
    evening.pods[1].down(OK, evening.alarm.now())
    evening.wait(0.1)
    assert evening.fold.count == 1
    evening.pods[1].up(OK, evening.alarm.now())
    evening.wait(0)
    assert evening.fold.count == 2


def test_an_undo_is_announced_without_saying_what(evening: Evening) -> None:
    evening.start("bull-rally", 2)
    evening.press(2, OK)
    assert evening.fold.state.ready == (False, True)
    host_key(evening)
    evening.press(1, host_row(evening, "table.row.undo"))
    assert evening.fold.state.ready == (False, False)
    said = evening.scene(2).say
    assert said is not None and said.id == "table.say.undone"


def test_the_host_acts_for_an_absent_seat(evening: Evening) -> None:
    evening.start("forty-eight", 3, first=1)
    evening.press(1, OK)
    host_key(evening)
    evening.press(1, host_row(evening, "table.row.absent"))
    evening.press(1, "+1")
    line = evening.table.journal.game(1)[-1]
    assert b'"as":"host"' in line and b'"cards":[1]' in line
    assert evening.scene(3).say is not None


def test_a_seat_is_handed_to_a_bot_and_back_in_mid_game(evening: Evening) -> None:
    evening.start("forty-eight", 3, first=1)
    evening.press(1, OK)
    assert evening.crank.do({"do": "holder", "pod": 3, "holder": "bot"}) == ""
    evening.wait(1)
    assert evening.fold.count == 2, "the bot has bid"
    evening.press(3, "+1")
    assert evening.crank.do({"do": "holder", "pod": 3, "holder": "pod"}) == ""
    evening.wait(0)
    assert evening.prompt(3) is not None and evening.prompt(3).done  # type: ignore[union-attr]


def test_an_ended_game_has_no_winner_and_a_rematch_seats_everybody_again(evening: Evening) -> None:
    evening.start("drug-dealer", 3)
    host_key(evening)
    evening.press(1, host_row(evening, "table.row.end"))
    evening.press(1, OK)
    assert evening.fold.over
    assert evening.crank.finished()[0]["winners"] == []
    while evening.crank.seats[1].results(evening.crank.sight(1)):
        evening.press(1, OK)
    evening.press(1, OK)
    assert not evening.fold.over and evening.fold.header.pods == (1, 2, 3)
    assert len(evening.crank.finished()) == 1


@pytest.mark.parametrize("holder", ["pod", "phone"])
def test_only_a_soldered_pod_that_falls_off_voids_a_window(
    evenings: Callable[..., Evening], holder: str
) -> None:
    """A silent phone never voids a window; a pod does, twice a day at most, then the host decides."""
    evening = evenings(pace=PaceSettings(lead_in=0, bot=600, nudge=0, idle=0))
    evening.start("bull-rally", 2)
    evening.crank.do({"do": "holder", "pod": 2, "holder": holder})
    voids = []
    for _ in range(3):
        evening.press(1, OK)
        evening.press(2, OK)
        assert evening.fold.state.phase == "trade"
        evening.pods[2].plug(evening.alarm.now(), "absent", "pulled")
        evening.wait(0)
        voids.append(evening.fold.state.phase == "plan")
        evening.pods[2].plug(evening.alarm.now())
        evening.wait(0)
    assert voids == ([True, True, False] if holder == "pod" else [False] * 3) or holder == "phone"


def test_windows_that_the_host_voids_do_not_count(evenings: Callable[..., Evening]) -> None:
    """Section 5: twice a day is for what the table does by itself."""
    evening = evenings(pace=PaceSettings(lead_in=0, bot=600, nudge=0, idle=0))
    evening.start("bull-rally", 2)
    for _ in range(3):
        evening.press(1, OK)
        evening.press(2, OK)
        assert evening.crank.do({"do": "host", "what": "again"}) == ""
        evening.wait(0)
        assert evening.fold.state.phase == "plan"
    evening.press(1, OK)
    evening.press(2, OK)
    evening.pods[2].plug(evening.alarm.now(), "absent", "pulled")
    evening.wait(0)
    assert evening.fold.state.phase == "plan"


def test_pausing_in_a_window_voids_it(evenings: Callable[..., Evening]) -> None:
    evening = evenings(pace=PaceSettings(lead_in=0, bot=600, nudge=0, idle=0))
    evening.start("bull-rally", 2)
    evening.press(1, OK)
    evening.press(2, OK)
    evening.press(1, "+1", gap=0.1)
    assert evening.crank.do({"do": "pause", "on": True}) == ""
    evening.wait(30)
    assert evening.fold.state.phase == "plan"
    assert evening.fold.state.day == 1
    assert evening.table.journal.game(1)[-1] == b'{"do":"again","by":"host"}'


def test_a_seat_that_does_not_act_is_nudged_and_nothing_is_decided(evenings: Callable[..., Evening]) -> None:
    evening = evenings(pace=PaceSettings(nudge=60, idle=0))
    evening.start("forty-eight", 3, first=1)
    heard: list[str] = []
    evening.crank.watch(lambda changes: heard.extend(changes.cues))
    evening.wait(61)
    assert heard == ["nudge"]
    assert evening.scene(1).say is not None and evening.scene(2).say is None
    evening.wait(3600)
    assert evening.fold.count == 0


def test_wrong_commands_are_answered_not_raised(evening: Evening) -> None:
    do = evening.crank.do
    assert "no command" in do({"do": "dance"})
    assert "pods are 1 to 7" in do({"do": "name", "pod": 9, "name": "x"})
    assert "name is missing" in do({"do": "name", "pod": 1})
    assert "is for 3 to 7 seats" not in do({"do": "start"})
    assert do({"do": "undo"})
    assert do({"do": "option", "id": "limit", "value": 1}) != ""


def test_at_the_end_every_pad_steps_through_to_the_ranking(evening: Evening) -> None:
    """The host's pad too, before it offers another game."""
    evening.start("drug-dealer", 3, first=1, void_at="roll")
    evening.play_out(random.Random(3))
    for pod in (1, 2):
        pages = evening.crank.seats[pod].results(evening.crank.sight(pod))
        assert isinstance(pages[-1], Standings)
        evening.press(pod, " ".join([OK] * (len(pages) - 1)))
        assert evening.scene(pod).page == pages[-1]
        evening.press(pod, OK)
    assert evening.prompt(1).no == "menu.after"  # type: ignore[union-attr]
    assert evening.scene(2).page == pages[-1], "and there it stands"
