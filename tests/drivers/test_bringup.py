"""The first minutes of a soldered table, with a person who answers and presses as the script says."""

from __future__ import annotations

from collections.abc import Callable

from drivers.bringup import Bringup, key_picture, whole_picture
from drivers.doctor import Finding
from drivers.models.rig import ModelRig
from drivers.ports import KEYS, Event
from tests.drivers.samples import screens


class Person:
    """Answers every question with yes unless its text holds one of `no`, and presses the keys in turn when asked."""

    def __init__(self, rig: ModelRig, keys: tuple[str, ...] = KEYS, no: tuple[str, ...] = ()) -> None:
        self.rig, self.no = rig, no
        self.keys = list(keys)
        self.told: list[str] = []
        self.seen: dict[str, bytes] = {}
        self.pressing = False

    def wait(self, seconds: float) -> list[Event]:
        if self.pressing and self.keys:
            for key in self.keys.pop(0).split("&"):
                self.rig.press(1, key, 0.05)
        self.rig.events.clear()
        self.rig.advance(seconds)
        self.rig.advance(0.1)
        return list(self.rig.events)

    def ask(self, question: str) -> bool:
        self.seen[question] = self.rig.screen(1)
        return not any(word in question for word in self.no)

    def say(self, text: str) -> None:
        self.told.append(text)
        self.pressing = self.pressing or "Press every key" in text
        if "HOST" in text:
            self.rig.host(True)


def bring_up(person: Person, sample: bytes | None = None) -> dict[str, Finding]:
    steps = Bringup(person.rig.hardware, person.wait, person.ask, person.say)
    return {finding.id: finding for finding in steps.run(1, sample)}


def states(findings: dict[str, Finding], good: Callable[[str], bool]) -> set[str]:
    return {id for id, finding in findings.items() if good(finding.state)}


def test_a_good_pod_and_hub() -> None:
    person = Person(ModelRig(1))
    findings = bring_up(person, sample=screens()["cards_ja"])
    assert states(findings, lambda state: state != "ok") == set()
    assert list(findings) == [
        "pod.1", "pod.1.picture", "pod.1.labels", "pod.1.keys", "pod.1.lamp.first", "pod.1.lamp.second",
        "hub.lamp", "hub.buzzer", "hub.host",
    ]  # fmt: skip
    assert [text for text in person.told if text.startswith("key ")] == [f"key {key}" for key in KEYS]
    pictures = list(person.seen.values())
    assert pictures[0] == whole_picture(), "it was on the glass when the person was asked"
    assert pictures[1] == screens()["cards_ja"]
    assert person.rig.screen(1) == key_picture(list(KEYS))


def test_a_dead_key_a_bridge_and_a_dark_lamp_are_named() -> None:
    keys = tuple(key for key in KEYS if key not in ("-2", "+3", "+4"))
    person = Person(ModelRig(1), keys=("+3&+4", *keys), no=("second lamp", "tones"))
    findings = bring_up(person)
    bad = {id: finding for id, finding in findings.items() if finding.state == "fail"}
    assert set(bad) == {"pod.1.keys", "pod.1.bridge", "pod.1.lamp.second", "hub.buzzer"}
    assert bad["pod.1.keys"].what == "never came: -2"
    assert bad["pod.1.bridge"].what == "+3 and +4 came together"
    assert all(finding.remedy for finding in bad.values())


def test_a_pod_that_does_not_answer_leaves_the_hub_to_be_tried() -> None:
    rig = ModelRig(1)
    rig.pods[1].plug(False)
    findings = bring_up(Person(rig))
    assert findings["pod.1"].state == "fail"
    assert "this pod alone" in findings["pod.1"].remedy
    assert set(findings) == {"pod.1", "hub.lamp", "hub.buzzer", "hub.host"}


def test_the_pictures_are_whole() -> None:
    picture = whole_picture()
    assert picture[0] & 0x80 and picture[15] & 1 and picture[-1] & 1 and picture[-16] & 0x80
    lit = [bin(int.from_bytes(key_picture(pressed))).count("1") for pressed in ([], ["+1"], list(KEYS))]
    assert lit == sorted(lit) and len(set(lit)) == 3
