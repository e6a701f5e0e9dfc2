"""The lobby and every pad's own settings, by keys alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from device.scene import Join, Scene
from device.screens.pages import render
from device.settings import PaceSettings
from drivers.memory import MemoryPod
from drivers.ports import MINUS, OK, PEEK, PLUS, Frame, HostEdge
from rules.page import Word, word
from tests.device.evening import Evening

Evenings = Callable[..., Evening]


def rows(evening: Evening, pod: int) -> list[Word]:
    prompt = evening.prompt(pod)
    assert prompt is not None and prompt.shape == "rows"
    return list(prompt.rows)


def pick(evening: Evening, pod: int, id: str, **args: int) -> None:
    """Press the row with this word id (and arguments), wherever the list is leafed to."""
    labels = rows(evening, pod)
    index = next(
        i for i, label in enumerate(labels) if label.id == id and args.items() <= dict(label.args).items()
    )
    seat, prompt = evening.crank.seats[pod], evening.prompt(pod)
    assert prompt is not None
    for _ in range(4):
        leafed = sum(abs(p) == 6 for p in seat.draft.presses) if seat.draft.no == prompt.no else 0
        if leafed % -(-len(labels) // 4) == index // 4:
            break
        evening.press(pod, "+6")
    evening.press(pod, f"+{index % 4 + 1}")


def host_key(evening: Evening) -> None:
    evening.crank.sink(HostEdge(True, evening.alarm.now()))
    evening.wait(0.4)


def with_phones(evening: Evening) -> Evening:
    """Phones are served; a code is the pod's number six times."""
    devices, now = evening.crank.devices, evening.alarm.now
    devices.phone = lambda n: MemoryPod(n, evening.crank.sink)
    devices.invite = lambda pod: Join(pod, f"http://croupier/{pod}", f"{pod}" * 6, now() + 120)
    return evening


# -- a pad's own settings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["+5", "-1"])
def test_a_free_pod_opens_its_settings_with_any_column_key(evening: Evening, key: str) -> None:
    evening.press(4, key)
    pick(evening, 4, "table.row.lang")
    assert evening.scene(4).lang == "ja" and evening.scene(3).lang == "en"
    evening.press(4, "+5")
    evening.press(4, OK)
    assert evening.house.place(4).holder == "pod"


def test_who_has_joined_opens_them_with_a_plus_key_and_leaves_with_a_minus_key(evening: Evening) -> None:
    evening.press(1, OK)
    evening.press(2, OK)
    evening.press(2, "+1")
    pick(evening, 2, "table.row.contrast")
    assert evening.house.place(2).contrast == 255
    pick(evening, 2, "table.row.contrast")
    assert evening.house.place(2).contrast == 16
    pick(evening, 2, "table.row.tap")
    assert evening.house.place(2).tap
    pick(evening, 2, "table.row.leave")
    assert evening.house.place(2).holder == "empty"
    assert evening.crank.seats[2].menus == [], "the settings are closed behind"
    evening.press(2, OK)
    evening.press(2, "-3")
    assert evening.house.place(2).holder == "empty"


def test_while_others_are_asked_a_minus_key_opens_them_and_the_next_question_closes_them(
    evening: Evening,
) -> None:
    evening.start("drug-dealer", 3, first=1)
    evening.press(2, "-1")
    assert evening.crank.seats[2].menus == ["own"]
    assert all(label.id != "table.row.leave" for label in rows(evening, 2)), "who plays stays"
    evening.press(1, f"+1 +2 {OK}")
    evening.press(1, OK)
    assert evening.crank.seats[2].menus == ["own"]
    evening.hold(1, f"+1 {OK}")
    assert evening.fold.state.phase == "bid"
    assert evening.crank.seats[2].menus == [] and evening.prompt(2) is not None


def test_settings_never_open_where_a_key_is_an_answer(evening: Evening) -> None:
    evening.start("forty-eight", 3, first=1)
    evening.press(1, OK)
    evening.press(2, "-1 -2 +1")
    assert evening.crank.seats[2].menus == []


# -- phones ------------------------------------------------------------------------------------------------------------


def test_without_phones_nothing_offers_them(evening: Evening) -> None:
    evening.press(3, "-1")
    assert all(label.id != "table.row.phone" for label in rows(evening, 3))
    assert evening.crank.do({"do": "invite", "pod": 3}) == "invite: no phones are served"


def test_a_free_pod_shows_an_invitation_until_a_key(evening: Evening) -> None:
    with_phones(evening).press(3, "-1")
    pick(evening, 3, "table.row.phone")
    assert evening.scene(3).page == Join(3, "http://croupier/3", "333333", evening.alarm.now() + 120)
    evening.press(3, OK)
    assert not isinstance(evening.scene(3).page, Join)
    assert evening.house.place(3).holder == "empty", "the key only took it away"


def test_an_invitation_goes_when_its_time_is_up(evening: Evening) -> None:
    with_phones(evening).press(3, "-1")
    pick(evening, 3, "table.row.phone")
    evening.wait(119)
    assert isinstance(evening.scene(3).page, Join)
    evening.wait(2)
    assert not isinstance(evening.scene(3).page, Join)


def test_the_host_invites_a_phone_for_a_seat_without_a_pod(evenings: Evenings) -> None:
    evening = with_phones(evenings(pods=2))
    evening.press(1, OK)
    evening.press(1, OK)
    pick(evening, 1, "table.row.phones")
    pick(evening, 1, "table.row.pod", n=6)
    page = evening.scene(1).page
    assert isinstance(page, Join) and page.pod == 6
    assert evening.crank.claim(6, "phone")
    evening.wait(0)
    assert evening.house.place(6).holder == "phone"
    assert not isinstance(evening.scene(1).page, Join), "the phone is there: the code is off the panel"
    evening.press(1, f"+5 {OK} {OK}")
    assert 6 in evening.house.playing.pods


def test_a_seat_in_play_is_handed_to_a_phone_by_invitation(evening: Evening) -> None:
    with_phones(evening).start("forty-eight", 3, first=2)
    host_key(evening)
    pick(evening, 1, "table.row.hand")
    pick(evening, 1, "table.row.holder")
    pick(evening, 1, "table.holder.phone")
    page = evening.scene(1).page
    assert isinstance(page, Join) and page.pod == 1
    assert evening.house.place(1).holder == "pod", "it is the pod's until a phone comes"


def test_a_trading_window_takes_an_invitation_off(evenings: Evenings) -> None:
    evening = with_phones(evenings(pace=PaceSettings(lead_in=0, bot=600, nudge=0, idle=0)))
    evening.start("bull-rally", 2)
    evening.crank.do({"do": "invite", "pod": 5, "on": 1})
    evening.wait(0)
    assert isinstance(evening.scene(1).page, Join)
    evening.press(2, OK)
    evening.press(1, "+1")
    evening.press(1, OK)
    evening.crank.do({"do": "invite", "pod": 5, "on": 1})
    evening.wait(0)
    prompt = evening.scene(1).prompt
    assert prompt is not None and prompt.live


# -- the host's way through --------------------------------------------------------------------------------------------


def test_back_leads_back_from_every_page_of_the_lobby(evening: Evening) -> None:
    evening.press(1, OK)
    top = evening.prompt(1)
    evening.press(1, f"{OK} {OK}")
    assert evening.prompt(1).no == "menu.start"  # type: ignore[union-attr]
    evening.press(1, "+5 +5")
    assert evening.prompt(1) == top
    for id in ("options", "bots", "sheet", "own", "blink", "faults"):
        evening.press(1, OK)
        pick(evening, 1, f"table.row.{id}")
        assert evening.crank.seats[1].menus[-1] in (id, "sheets")
        evening.press(1, "-5 -5")
        assert evening.prompt(1) == top


def test_a_list_stays_where_it_was_leafed_to(evening: Evening) -> None:
    evening.press(1, OK)
    evening.press(1, OK)
    pick(evening, 1, "table.row.volume")
    at = evening.crank.seats[1].draft.presses
    assert at and evening.house.volume == 3
    evening.press(
        1, next(f"+{i % 4 + 1}" for i, w in enumerate(rows(evening, 1)) if w.id == "table.row.volume")
    )
    assert evening.house.volume == 0


def test_too_many_people_are_told_before_the_start(evening: Evening) -> None:
    for pod in range(1, 8):
        evening.press(pod, OK)
    evening.press(1, f"+2 {OK} {OK}")
    prompt = evening.prompt(1)
    assert prompt is not None and prompt.note == word("table.note.crowd", n=5)
    evening.press(1, OK)
    assert evening.fold is None
    evening.press(7, "-1")
    evening.press(6, "-1")
    evening.press(1, OK)
    assert evening.fold is not None


def test_a_refused_command_is_told_in_the_seats_words(evening: Evening) -> None:
    evening.start("forty-eight", 3, first=1)
    host_key(evening)
    pick(evening, 1, "table.row.undo")
    assert evening.scene(1).say == word("table.code.not-allowed")


class Checked(Evening):
    """Every picture that is drawn has all its words and loses none of them."""

    def _draw(self, scene: Scene) -> Frame:
        frame = render(scene)
        assert (frame.unknown, frame.lost) == ([], []), scene
        return frame.pack()


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_pressed_every_page_has_its_words(tmp_path: Path, lang: str, seed: int) -> None:
    """Keys at random on all pads, the HOST key among them, in lobby and games."""
    rng = random.Random(seed)
    evening = with_phones(Checked(tmp_path, lang=lang, pace=PaceSettings(bot=0.2, nudge=60, idle=300)))
    evening.crank.faults.update({"pod 3": "no answer", "pod 4": "key +1 is stuck", "tower port": "gone"})
    evening.crank.do({"do": "source", "source": "typed"})
    for _ in range(500):
        pod = rng.choice((1, 1, 1, 2, 3))
        what = rng.random()
        if what < 0.06:
            host_key(evening)
        elif what < 0.12:
            evening.hold(pod, rng.choice((OK, *PLUS)), 0.31)
        elif what < 0.5:
            evening.random_press(pod, rng)
        else:
            evening.press(pod, rng.choice((OK, OK, PEEK, *PLUS, *MINUS)), 0.31)
        if what > 0.995:
            evening.wait(305)
    assert evening.table.journal.heads
