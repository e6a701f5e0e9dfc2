"""The first minutes of a table that somebody soldered: one pod alone, its picture, keys and lamps, then the hub.

Generic over the ports, so it runs on a real Pi, on a page and on models alike. What a person confirms becomes findings
of the kind "witnessed".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PIL import Image, ImageDraw

from drivers.doctor.finding import Finding, State
from drivers.hardware import Hardware
from drivers.ports import HEIGHT, KEYS, OK, PEEK, WIDTH, Edge, Event, Frame, HostEdge, PodChanged

ARRIVAL = 10.0
"""Seconds that a pod gets to answer."""
PATIENCE = 60.0
"""Seconds without any key after which the missing ones are listed."""
TOGETHER = 0.005
"""Seconds within which no finger presses two keys: a bridge between them does."""
TUNE = ((880, 200), (0, 80), (1320, 200), (0, 80), (1760, 300))
_SIDE = 18


class Bringup:
    """`wait(seconds)` lets time pass and gives the events that came; `ask(question)` is a person's yes or no; `say`
    tells them something. `run` yields findings as they come."""

    def __init__(
        self,
        hardware: Hardware,
        wait: Callable[[float], list[Event]],
        ask: Callable[[str], bool],
        say: Callable[[str], None],
    ) -> None:
        self._hardware = hardware
        self._wait, self._ask, self._say = wait, ask, say

    def run(self, pod: int, sample: Frame | None = None, hub: bool = True) -> Iterator[Finding]:
        """Bring up one pod, and the hub unless another pod comes first. `sample` is a page with the table's smallest
        labels, for small panels."""
        arrived = self._arrival(pod)
        yield arrived
        if arrived.state == "ok":
            yield self._picture(pod)
            if sample is not None:
                yield self._labels(pod, sample)
            yield from self._keys(pod)
            yield from self._lamps(pod)
        if hub:
            yield from self._hub()

    def _arrival(self, pod: int) -> Finding:
        why = "it does not answer"
        for event in self._events(ARRIVAL):
            if isinstance(event, PodChanged) and event.pod == pod:
                if event.state == "present":
                    return Finding(f"pod.{pod}", "board", "probed", "ok", f"pod {pod} is there")
                why = event.why or why
        others = "plug in this pod alone, into its own socket; then run croupier doctor"
        return Finding(f"pod.{pod}", "board", "probed", "fail", f"pod {pod}: {why}", others)

    def _picture(self, pod: int) -> Finding:
        self._hardware.pods[pod].show(whole_picture())
        self._wait(0.5)
        seen = self._ask(
            "Do you see a frame on all four edges, a cross, and a filled square at the top left?"
        )
        remedy = "wrong panel in the settings (ssd1306, ssd1309, sh1106): shifted by two columns means sh1106"
        return _witnessed(f"pod.{pod}.picture", seen, "the picture stands upright and whole", remedy)

    def _labels(self, pod: int, sample: Frame) -> Finding:
        self._hardware.pods[pod].show(sample)
        self._wait(0.5)
        read = self._ask("Can you read every label on it from where you will sit?")
        return _witnessed(f"pod.{pod}.labels", read, "the small labels can be read", "use a larger panel")

    def _keys(self, pod: int) -> Iterator[Finding]:
        self._say("Press every key once, in any order: each one fills its square.")
        seen: list[str] = []
        bridged: set[tuple[str, str]] = set()
        last: Edge | None = None
        self._hardware.pods[pod].show(key_picture(seen))
        for event in self._events(PATIENCE):
            if not isinstance(event, Edge) or event.pod != pod or not event.down:
                continue
            self._say(f"key {event.key}")
            if last is not None and event.key != last.key and event.at - last.at < TOGETHER:
                bridged.add((last.key, event.key))
            last = event
            if event.key not in seen:
                seen.append(event.key)
                self._hardware.pods[pod].show(key_picture(seen))
            if len(seen) == len(KEYS):
                break
        missing = [key for key in KEYS if key not in seen]
        yield _witnessed(
            f"pod.{pod}.keys",
            not missing,
            "all fourteen keys work" if not missing else f"never came: {' '.join(missing)}",
            "look at the joints of these keys, and at their wires to the expander",
        )
        for first, second in sorted(bridged):
            what = f"{first} and {second} came together"
            yield _witnessed(f"pod.{pod}.bridge", False, what, "unless you pressed both: look for a bridge")

    def _lamps(self, pod: int) -> Iterator[Finding]:
        for name, lamps in (("first", (True, False)), ("second", (False, True))):
            self._hardware.pods[pod].lamps(*lamps)
            self._wait(0.2)
            seen = self._ask(f"Is only the {name} lamp of the pod lit?")
            yield _witnessed(f"pod.{pod}.lamp.{name}", seen, f"the {name} lamp", "check its direction")
        self._hardware.pods[pod].lamps(False, False)

    def _hub(self) -> Iterator[Finding]:
        self._hardware.lamp.set(True)
        self._wait(0.2)
        yield _witnessed(
            "hub.lamp", self._ask("Is the lamp on the hub lit?"), "the status lamp", "its direction"
        )
        self._hardware.lamp.set(False)
        self._hardware.buzzer.play(TUNE)
        self._wait(1.0)
        heard = self._ask("Did you hear three rising tones?")
        yield _witnessed("hub.buzzer", heard, "the buzzer", "a passive piezo is needed, behind its capacitor")
        self._say("Press the HOST key on the hub.")
        pressed = any(isinstance(event, HostEdge) and event.down for event in self._events(15.0))
        yield _witnessed("hub.host", pressed, "the HOST key", "check its wire to the header and to ground")

    def _events(self, patience: float) -> Iterator[Event]:
        """Events as they come, until none came for `patience` seconds."""
        quiet = 0.0
        while quiet < patience:
            events = self._wait(0.1)
            quiet = 0.0 if events else quiet + 0.1
            yield from events


def whole_picture() -> Frame:
    """A frame on the outermost pixels, a cross from corner to corner, a filled square at the top left."""
    image = Image.new("1", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=255)
    draw.line((0, 0, WIDTH - 1, HEIGHT - 1), fill=255)
    draw.line((0, HEIGHT - 1, WIDTH - 1, 0), fill=255)
    draw.rectangle((4, 4, 15, 15), fill=255)
    return image.tobytes()


def key_picture(pressed: list[str]) -> Frame:
    """The pad as squares in its own shape; those that were pressed are filled."""
    image = Image.new("1", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(image)
    for key, place in _places().items():
        draw.rectangle(place, outline=255, fill=255 if key in pressed else 0)
    return image.tobytes()


def _places() -> dict[str, tuple[int, int, int, int]]:
    """Key → its rectangle on the picture: two rows of six, two bars."""
    columns = {f"{sign}{i}": (i - 1, row) for row, sign in enumerate("+-") for i in range(1, 7)}
    places = {
        key: (2 + 21 * column, 2 + 21 * row, 2 + 21 * column + _SIDE, 2 + 21 * row + _SIDE)
        for key, (column, row) in columns.items()
    }
    return places | {PEEK: (2, 46, 80, 60), OK: (86, 46, 125, 60)}


def _witnessed(id: str, good: bool, what: str, remedy: str) -> Finding:
    state: State = "ok" if good else "fail"
    return Finding(id, "board", "witnessed", state, what, "" if good else remedy)
