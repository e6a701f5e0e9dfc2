"""The one table of cues: what happened → what is heard and which lamps light. At most sixteen."""

from __future__ import annotations

from typing import Literal

import msgspec

from drivers.ports import Buzzer


class Cue(msgspec.Struct, frozen=True):
    """`notes` in (Hz, ms), 0 Hz a rest. `to` says who: the table's buzzer always sounds, lamps light on one seat's pod
    or on all. A cue that could not be played within `stale` seconds is dropped; the buzzer never is."""

    notes: tuple[tuple[int, int], ...]
    to: Literal["all", "seat"] = "all"
    lamps: tuple[bool, bool] = (False, False)
    lamp_ms: int = 0
    stale: float = 0.5


CUES: dict[str, Cue] = {
    "three": Cue(((880, 120),), lamps=(True, False), lamp_ms=120),
    "two": Cue(((880, 120),), lamps=(True, False), lamp_ms=120),
    "one": Cue(((880, 120),), lamps=(True, False), lamp_ms=120),
    "go": Cue(((1760, 350),), lamps=(True, True), lamp_ms=350),
    "last": Cue(((1318, 70),), lamps=(False, True), lamp_ms=70),
    "buzzer": Cue(
        ((2093, 180), (1568, 180), (2093, 180), (1568, 460)), lamps=(True, True), lamp_ms=500, stale=9.0
    ),
    "turn": Cue(((1046, 60), (1318, 80)), to="seat", lamps=(True, False), lamp_ms=400),
    "sent": Cue(((1568, 40),)),
    "refused": Cue(((220, 90),)),
    "reveal": Cue(((784, 90), (988, 90), (1175, 140))),
    "win": Cue(((784, 120), (988, 120), (1175, 120), (1568, 400)), lamps=(True, True), lamp_ms=900),
    "fault": Cue(((330, 150), (0, 60), (330, 150))),
    "nudge": Cue(((988, 70),), to="seat", lamps=(True, False), lamp_ms=200),
    "check": Cue(((523, 150), (659, 150), (784, 150), (1047, 400)), lamps=(True, True), lamp_ms=3000),
    "blink": Cue((), to="seat", lamps=(True, True), lamp_ms=1500),
}
"""`sent` and `refused` sound only where the prompt is public: in secret phases no key makes a sound."""

SILENT, LOUD = 0, 3


def sound(buzzer: Buzzer, name: str, volume: int) -> None:
    """Play a cue. A piezo has no volume: level 1 shortens all but the buzzer and the 3-2-1, 0 leaves only those."""
    notes = CUES[name].notes
    if name not in ("three", "two", "one", "go", "buzzer"):
        if volume == SILENT:
            return
        if volume == 1:
            notes = tuple((hz, max(20, ms // 2)) for hz, ms in notes)
    if notes:
        buzzer.play(notes)
