"""The one script grammar for everything that can go wrong at a table, and for scripted hands.

One trouble a line, `#` begins a comment:

    at 3.2s seat 4 i2c errno=121 for 5s
    at 8s tower unplug for 2s
    at 9s key 2:+3 bounce 30 in 8ms

Tests, the simulator's page and the command line all speak it; each fake obeys the targets it knows. `TARGETS` is the
whole vocabulary. Times are seconds from the script's start: `1.5s`, `200ms`, `2m`, `1h`, `365d`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec

from drivers.ports import KEYS, Alarm, Handle

UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}

TARGETS: dict[str, dict[str, str]] = {
    "seat": {
        "i2c": "errno",  # every transfer to the pod fails
        "oled": "errno",  # only the screen's
        "keys": "errno",  # only the expander's
        "unplug": "",  # pulled; comes back as after power-on
        "short": "",  # holds the trunk once it was selected, until the multiplexer is reset
        "brownout": "",  # the supply sags: registers are lost, all inputs read low
        "shift": "",  # the panel's address counter slips: a shifted picture, no error
    },
    "key": {
        "down": "",
        "up": "",
        "press": "",  # down, and up at the end of `for` (80 ms if it is not said)
        "stuck": "",  # down for good, or until the end of `for`
        "slip": "",  # the contact opens, and the interrupt of it gets lost
        "bounce": "edges",  # `bounce 30 in 8ms`
    },
    "bus": {
        "block": "",  # every transfer hangs until its deadline
        "flip": "percent",  # `flip 1%`: one bit wrong in that share of reads
        "missing": "",  # /dev/i2c-N is not there
        "denied": "",  # no permission to open it
    },
    "int": {"stuck": "", "lost": ""},
    "host": {"down": "", "up": "", "press": ""},
    "tower": {
        "unplug": "",
        "rename": "",  # comes back under another name
        "reset": "",
        "silence": "",
        "banner": "",
        "garbage": "",
        "flood": "",  # 3,000 bytes without a newline
        "split": "",  # CRLF split over reads
        "double": "",
        "wrong": "",  # a 7 on a d6
        "deaf": "",  # nobody reads the port
        "modem": "",  # ModemManager's AT lines
        "echo": "",
        "marble": "",  # a marble falls
    },
    "loop": {"stall": "time"},
    "clock": {"jump": "time"},
    "power": {"low": ""},
    "disk": {"full": "", "readonly": ""},
}
"""Target → action → the argument that it takes: "errno", "edges", "percent", "time" or none."""

_TOKEN = re.compile(r"[^\s#]+")
_TIME = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s|m|h|d)")


class ScriptError(ValueError):
    """A line that cannot be read. `line` and `column` count from 1."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"fault script, line {line}, column {column}: {message}")
        self.line, self.column = line, column


class Trouble(msgspec.Struct, frozen=True):
    """One line of a script. `seat` and `key` are set where the target needs them; `value` is the errno, the number of
    edges, the percentage or the seconds of a stall; `within` is a bounce's length; `lasts` None means for good."""

    at: float
    target: str
    action: str
    seat: int = 0
    key: str = ""
    value: float = 0.0
    within: float = 0.0
    lasts: float | None = None

    def __str__(self) -> str:
        words = ["at", _seconds(self.at), self.target]
        if self.target == "seat":
            words.append(str(self.seat))
        elif self.target == "key":
            words.append(f"{self.seat}:{self.key}")
        words.append(self.action)
        match TARGETS[self.target][self.action]:
            case "errno":
                words.append(f"errno={self.value:g}")
            case "edges":
                words += [f"{self.value:g}", "in", _seconds(self.within)]
            case "percent":
                words.append(f"{self.value:g}%")
            case "time":
                words.append(_seconds(self.value))
        return " ".join(words + (["for", _seconds(self.lasts)] if self.lasts is not None else []))


def parse(script: str) -> tuple[Trouble, ...]:
    """Read a whole script. Raises `ScriptError` at the first word that does not fit."""
    troubles = []
    for number, line in enumerate(script.splitlines(), 1):
        words = _Words(number, line)
        if words.more:
            troubles.append(_trouble(words))
    return tuple(troubles)


def schedule(
    troubles: tuple[Trouble, ...], alarm: Alarm, apply: Callable[[Trouble, bool], None]
) -> tuple[Handle, ...]:
    """Have `apply(trouble, True)` called when each begins, counted from now, and `apply(trouble, False)` at its end.
    A press without a length ends after 80 ms. Cancel the handles to call the rest off."""
    start = alarm.now()

    def calls() -> Iterator[Handle]:
        for trouble in troubles:
            begins = start + trouble.at
            yield alarm.at(begins, lambda t=trouble: apply(t, True))  # type: ignore[misc]
            lasts = 0.08 if trouble.action == "press" and trouble.lasts is None else trouble.lasts
            if lasts is not None:
                yield alarm.at(begins + lasts, lambda t=trouble: apply(t, False))  # type: ignore[misc]

    return tuple(calls())


class _Words:
    """The words of one line with their columns."""

    def __init__(self, line: int, text: str) -> None:
        self._line = line
        self._words = [(m.group(), m.start() + 1) for m in _TOKEN.finditer(text.split("#", 1)[0])]
        self._at = 0
        self._end = len(text) + 1

    @property
    def more(self) -> bool:
        return self._at < len(self._words)

    def next(self, expected: str) -> str:
        if not self.more:
            raise ScriptError(self._line, self._end, f"the line ends where {expected} should stand")
        self._at += 1
        return self._words[self._at - 1][0]

    def wrong(self, message: str) -> ScriptError:
        """About the word that was read last."""
        return ScriptError(self._line, self._words[self._at - 1][1], message)

    def literal(self, word: str) -> None:
        if (got := self.next(f"'{word}'")) != word:
            raise self.wrong(f"'{word}' should stand here, not {got!r}")

    def choice(self, expected: str, among: tuple[str, ...]) -> str:
        if (got := self.next(expected)) not in among:
            raise self.wrong(f"{got!r} is not {expected}; known: {' '.join(among)}")
        return got

    def time(self) -> float:
        got = self.next("a time such as 3.2s or 80ms")
        if (match := _TIME.fullmatch(got)) is None:
            raise self.wrong(f"{got!r} is not a time; write 3.2s, 80ms, 2m, 1h or 365d")
        return float(match[1]) * UNITS[match[2]]

    def number(self, expected: str, pattern: str, lo: float, hi: float) -> float:
        got = self.next(expected)
        match = re.fullmatch(pattern, got)
        if match is None or not lo <= float(match[1]) <= hi:
            raise self.wrong(f"{got!r} is not {expected}")
        return float(match[1])


def _trouble(words: _Words) -> Trouble:
    words.literal("at")
    at = words.time()
    target = words.choice("a target", tuple(TARGETS))
    seat, key = 0, ""
    if target == "seat":
        seat = int(words.number("a seat from 1 to 7", r"(\d+)", 1, 7))
    elif target == "key":
        seat, key = _key(words)
    action = words.choice(f"something that happens to '{target}'", tuple(TARGETS[target]))
    value, within = _argument(words, TARGETS[target][action])
    lasts = None
    if words.more:
        words.literal("for")
        lasts = words.time()
    if words.more:
        words.next("")
        raise words.wrong("nothing may follow here")
    return Trouble(at, target, action, seat, key, value, within, lasts)


def _key(words: _Words) -> tuple[int, str]:
    got = words.next("a key such as 2:+3")
    seat, _, key = got.partition(":")
    if seat not in "1234567" or not seat or key not in KEYS:
        raise words.wrong(f"{got!r} is not a key; write seat:key, such as 2:+3 or 1:PEEK")
    return int(seat), key


def _argument(words: _Words, kind: str) -> tuple[float, float]:
    match kind:
        case "errno":
            return words.number("an error such as errno=121", r"errno=(\d+)", 1, 255), 0.0
        case "edges":
            edges = words.number("a number of edges from 1 to 1000", r"(\d+)", 1, 1000)
            words.literal("in")
            return edges, words.time()
        case "percent":
            return words.number("a share such as 1%", r"(\d+(?:\.\d+)?)%", 0, 100), 0.0
        case "time":
            return words.time(), 0.0
    return 0.0, 0.0


def _seconds(time: float) -> str:
    return f"{time:.6f}".rstrip("0").rstrip(".") + "s"
