"""A second reading of the rules: a plain judge of logs, written from the page of rules and the rulebooks alone.

It shares nothing with `rules/`: a game is one mutable dictionary, an entry is a plain dictionary, every step has
its sentence beside it. `Judge` reads a log line by line; `stop` is (line, code) once it has stopped.
"""

from __future__ import annotations

import copy
import json
from typing import Any

from tests.rules.oracle import bull_rally, drug_dealer, forty_eight
from tests.rules.oracle.plain import Stop, a_list, a_text, a_whole, known, need

GAMES: dict[str, Any] = {"drug-dealer": drug_dealer, "forty-eight": forty_eight, "bull-rally": bull_rally}


class Judge:
    """Reads one log. `line` is the number of the line last read."""

    def __init__(self) -> None:
        self.line = 0
        self.stop: tuple[int, str] | None = None
        self.rules: Any = None
        self.head: dict[str, Any] = {}
        self.game: dict[str, Any] = {}
        self.standing: list[dict[str, Any]] = []

    def copy(self) -> Judge:
        """A judge that may read on by itself."""
        other = Judge()
        other.line, other.stop, other.rules, other.head = self.line, self.stop, self.rules, self.head
        other.game, other.standing = copy.deepcopy(self.game), list(self.standing)
        return other

    def read(self, raw: bytes) -> None:
        """One line without its newline."""
        assert self.stop is None
        self.line += 1
        # "CRLF and one BOM are accepted"
        if self.line == 1 and raw.startswith(b"\xef\xbb\xbf"):
            raw = raw[3:]
        # "blank lines are skipped but counted"
        if not raw.strip(b" \t\r"):
            return
        try:
            if self.rules is None:
                self.header(parse(raw))
            else:
                self.entry(parse(raw))
        except Stop as stop:
            self.stop = (self.line, stop.code)

    def end_of_file(self) -> None:
        # "an empty file is malformed at line 1"
        if self.stop is None and self.rules is None:
            self.stop = (1, "malformed")

    def record(self) -> dict[str, Any]:
        found: dict[str, Any] = self.rules.record(self.game)
        return found

    # ---- the first line

    def header(self, head: dict[str, Any]) -> None:
        need(head.get("log") == "croupier/1")
        need(isinstance(head.get("game"), str) and head["game"] in GAMES)
        rules = GAMES[head["game"]]
        need(a_whole(head.get("seats")))
        n = head["seats"]
        need(rules.SEATS[0] <= n <= rules.SEATS[1])
        # "`names` not one string a seat, `pods` not one distinct positive integer a seat"
        if "names" in head:
            need(a_list(head["names"], a_text) and len(head["names"]) == n)
        if "pods" in head:
            pods = head["pods"]
            need(a_list(pods, a_whole) and len(pods) == n == len(set(pods)) and min(pods) > 0)
        # "`rules` (revision), `commit`, `seed`, `id`, `started`, `about` may be given" (types: as the device has them)
        need(a_whole(head.get("rules", 1)))
        need(all(a_text(head.get(key, "")) for key in ("commit", "seed", "id", "started", "about")))
        given = head.get("options", {})
        need(isinstance(given, dict))
        options = {}
        known_options = rules.options(n)
        # "unknown option or value, another game's option"
        need(all(key in known_options for key in given))
        for key, (default, good) in known_options.items():
            options[key] = given.get(key, default)
            need(good(options[key]))
        sheet = rules.sheet(head["sheet"]) if "sheet" in head else rules.stand_in()
        self.rules, self.head = rules, {"seats": n, "options": options, "sheet": sheet}
        self.again()

    def again(self) -> None:
        """Begin from nothing and go through what still stands."""
        self.game = self.rules.start(self.head["seats"], self.head["options"], self.head["sheet"])
        for e in self.standing:
            self.step(e)

    # ---- all the others

    def entry(self, e: dict[str, Any]) -> None:
        # "unknown or missing `do`, `by` or key, wrong type, another game's `do`"
        need(isinstance(e.get("do"), str))
        shapes = {**self.rules.shapes(self.head["options"]), "undo": {}, "end": {}}
        need(e["do"] in shapes)
        by: Any = e.get("by")
        need(a_whole(by) or (isinstance(by, str) and by in ("host", "chance", "clock")))
        for key, (good, wanted) in shapes[e["do"]].items():
            need(key in e or not wanted)
            need(key not in e or good(e[key]))
        # "`src` or `proof` on anything but a chance entry, `as` on anything but a seat's entry"
        if "src" in e:
            need(by == "chance" and isinstance(e["src"], str) and e["src"] in ("tower", "typed", "device"))
        if "proof" in e:
            need(by == "chance" and isinstance(e["proof"], dict))
        if "as" in e:
            need(a_whole(by) and e["as"] == "host")

        # `unknown` (a seat outside 1..n in `by`)
        if a_whole(by):
            known(1 <= by <= self.head["seats"])
        if e["do"] == "undo":
            self.undo(e)
            return
        before = self.mark()
        self.step(e)
        self.standing.append({**e, "_mark": before})

    def step(self, e: dict[str, Any]) -> None:
        g = self.game
        # `wrong-phase` (after the end: everything but undo)
        if g["phase"] == "over":
            raise Stop("wrong-phase")
        if e["do"] == "end":
            if e["by"] != "host":
                raise Stop("not-your-turn")
            # "ends the game unfinished: phase `over`, no winners or champions, nobody dealer or desk, nobody out"
            g["phase"] = "over"
            g["unfinished"] = True
            return
        self.rules.step(g, e)

    def mark(self) -> tuple[Any, ...]:
        """ "phase, lap and turn number (or day)" """
        g = self.game
        return (g["phase"], g.get("lap"), g.get("turn"), g.get("day"))

    def undo(self, e: dict[str, Any]) -> None:
        if e["by"] != "host":
            raise Stop("not-your-turn")
        # "never while trading runs"
        if self.game["phase"] == "trade" or not self.standing:
            raise Stop("not-allowed")
        # "takes back the newest entry that still stands, if it is a seat's or the host's and phase, lap and turn
        # number (or day) are as before it, or if it is a chance entry with `src: "typed"`"
        newest = self.standing[-1]
        if newest["by"] == "chance":
            may = newest.get("src") == "typed"
        elif newest["by"] == "clock":
            may = False
        else:
            may = newest["_mark"] == self.mark()
        # "never undoable"
        if newest["do"] == "end" or not may:
            raise Stop("not-allowed")
        self.standing.pop()
        self.again()


def parse(raw: bytes) -> dict[str, Any]:
    """One JSON object. "a key given twice is malformed, so are NaN and Infinity"."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len({key for key, _ in pairs}) == len(pairs))
        return dict(pairs)

    def never(_: str) -> Any:
        raise Stop("malformed")

    try:
        found = json.loads(raw.decode("utf-8"), object_pairs_hook=once, parse_constant=never)
    except ValueError:
        raise Stop("malformed") from None
    need(isinstance(found, dict))
    return dict(found)


def judge(data: bytes) -> tuple[Judge, list[dict[str, Any]]]:
    """A whole log: the judge after it and the record after every line that counted."""
    it = Judge()
    records: list[dict[str, Any]] = []
    for raw in data.split(b"\n"):
        it.read(raw)
        if it.stop is not None:
            return it, records
        if it.rules is not None:
            records.append(it.record())
    it.end_of_file()
    return it, records
