"""The tower's conduct: what it answers, when it draws, what it shows. Pure; runs on MicroPython and CPython.

Bytes and events go in with their time (milliseconds, counted up from the start), bytes come out in `out`. Nothing here
waits, prints or names a pin. A board offers: `name`, `chip`, `caps`, `keyed` (mode K), `mp` (the MicroPython version or
""), `urandom(n)`, `ticks_us()`, `show(rows)`, `lamp(on)`.
"""

from ctp import SOF, Flaw, Outbox, Reader, frame, is_number, parse, written
from dice import Keying, Secrets, commitment, draw, parse_pool, rows, spelled

FIRMWARE = "0.1.0"
VERSION = 1
IDLE, COMMIT, ARMED = "IDLE", "COMMIT", "ARMED"
SILENCE_MS = 6000
LOCKOUT_MS = 20
"""A beam edge counts only after so much quiet: a marble that bounces is one marble."""


class Refusal(Exception):
    """A request that is understood and not granted: one of CTP/1's error codes, and the open roll for BUSY."""

    def __init__(self, code: str, no: int = 0) -> None:
        super().__init__(code)
        self.pairs = (("code", code), ("no", no)) if no else (("code", code),)


class Tower:
    """One tower from power-on to reset."""

    def __init__(self, board) -> None:
        self.state = IDLE
        self.leaving = False
        """SAFE was granted: reset into safe mode as soon as `out` is written."""
        self._board = board
        self._secrets = Secrets(board)
        self._boot = board.urandom(4).hex()
        self._reader = Reader()
        self._outbox = Outbox()
        self._now = 0
        self._heard = -1  # when the host was last heard; -1 before its first HELLO
        self._last = ("", b"", b"")  # the last request: id, line, reply
        self._no = self._rolls = self._voids = 0
        self._pool, self._groups, self._secret = "", [], False
        self._t = self._h = b""
        self._rolled: list[list[int]] = []
        self._keying = Keying([])
        self._beam_at = -LOCKOUT_MS
        self._requests = {
            "HELLO": self._hello,
            "PING": self._ping,
            "STAT": self._stat,
            "ARM": self._arm,
            "MIX": self._mix,
            "VOID": self._take_back,
            "SHOW": self._show,
            "SAFE": self._safe,
        }
        self._display("no host")

    @property
    def out(self) -> bytearray:
        """What waits to be written to the host; whoever writes it takes it out from the front."""
        return self._outbox.bytes

    # What happens to the tower.

    def byte(self, value: int, now: int) -> None:
        """One byte from the host."""
        self._now = now
        got = self._reader.feed(value)
        if isinstance(got, str):
            self._complain("?", got)
        elif got and got[0] == SOF:
            self._request(got)
        elif got and got[0] not in b"<#" and self._heard >= 0:
            self._typed(str(got, "ascii").strip())

    def beam(self, now: int) -> None:
        """The beam was just broken. While armed (mode E) the first such edge draws the dice."""
        self._now = now
        quiet, self._beam_at = now - self._beam_at, now
        if self.state == ARMED and not self._board.keyed and quiet >= LOCKOUT_MS:
            self._rolled = draw(self._groups, self._t, self._h, self._no)
            self._finish("ROLL", (("src", "E"), ("t", self._t.hex())))

    def key(self, key: str, now: int) -> None:
        """A key of the tower's keypad, "0" to "9", "*", "#". While armed (mode K) they tell the faces."""
        self._now = now
        if self.state != ARMED or not self._board.keyed:
            return
        if self._keying.press(key):
            self._rolled = self._keying.rolled()
            self._finish("KEYS", (("src", "K"),))
        else:
            self._ask_keys()

    def tick(self, now: int) -> None:
        """Time has passed: notice a silent host, send again what nobody acknowledged."""
        self._now = now
        if self._outbox.listening and now - self._heard >= SILENCE_MS:
            self._outbox.listening = False
            if self.state == IDLE:
                self._display("no host")
            else:
                t = self._void("no host")
                self._outbox.post("VOID", (("no", self._no), ("why", "silence"), ("t", t)), now)
        self._outbox.tick(now)

    # What the host says.

    def _request(self, line: bytes) -> None:
        try:
            ident, verb, values = parse(line)
        except Flaw as flaw:
            self._complain(flaw.ident, flaw.code)
            return
        if self._heard < 0 and verb != "HELLO":
            return
        self._hear()
        if ident[0] == "E":
            self._acknowledged(ident, verb)
        elif ident != self._last[0] or verb == "HELLO":
            reply = self._answer(ident, verb, values)
            self._last = (ident, line, reply)
            self._outbox.send(reply)
        elif line == self._last[1]:
            self._outbox.send(self._last[2])  # the host did not get it: said again, not done again
        else:
            self._complain(ident, "SEQ")

    def _hear(self) -> None:
        self._heard = self._now
        if not self._outbox.listening:
            self._outbox.listening = True
            self._outbox.hurry(self._now)
            self._display("ready")

    def _acknowledged(self, ident: str, verb: str) -> None:
        if verb == "ACK":
            self._outbox.acknowledged(ident, self._now)
        else:
            self._complain(ident, "VERB")

    def _answer(self, ident: str, verb: str, values: "dict[str, str]") -> bytes:
        act = self._requests.get(verb)
        try:
            if act is None:
                raise Refusal("VERB")
            reply, pairs = act(values)
        except Refusal as refusal:
            reply, pairs = "ERR", refusal.pairs
        return frame(ident, reply, pairs)

    def _hello(self, values):
        version = values.get("v", "")
        if version == "0":
            raise Refusal("VERSION")
        if not is_number(version):
            raise Refusal("ARG")
        self._outbox.bytes = bytearray()  # whatever waited was meant for somebody else
        board = self._board
        pairs = (
            ("v", min(int(version), VERSION)),
            ("fw", FIRMWARE),
            ("board", board.name),
            ("id", board.chip),
            ("boot", self._boot),
            ("caps", board.caps),
            ("max", 160),
        )
        return "HELLO", pairs + ((("mp", board.mp),) if board.mp else ())

    def _ping(self, values):
        return "PONG", (("up", self._now // 1000), ("st", self.state))

    def _stat(self, values):
        counts = (("no", self._no), ("rolls", self._rolls), ("voids", self._voids))
        return "STAT", self._ping(values)[1] + counts

    def _arm(self, values):
        pool, secret = values.get("pool", ""), values.get("secret", "0")
        groups = parse_pool(pool)
        if groups is None or secret not in ("0", "1") or (secret == "1" and self._board.keyed):
            raise Refusal("ARG")
        if self.state != IDLE:
            raise Refusal("BUSY", self._no)
        t = self._secrets.secret()
        if t is None:
            raise Refusal("RNG")
        self._no += 1
        self._pool, self._groups, self._secret, self._t = pool, groups, secret == "1", t
        self._rolled = []
        self.state = COMMIT
        return "COMMIT", (("no", self._no), ("c", commitment(self._boot, self._no, pool, t)))

    def _mix(self, values):
        self._check(values, COMMIT)
        try:
            h = bytes.fromhex(values.get("h", ""))
        except ValueError:
            h = b""
        if len(h) != 16:
            raise Refusal("ARG")
        self._h = h
        self.state = ARMED
        self._keying = Keying(self._groups)
        self._board.lamp(True)
        if self._board.keyed:
            self._ask_keys()
        else:
            self._display("drop the marble", self._pool)
        return "ARMED", (("no", self._no),)

    def _take_back(self, values):
        self._check(values, COMMIT, ARMED)
        return "VOID", (("no", self._no), ("t", self._void("taken back")))

    def _show(self, values):
        self._check(values, IDLE)
        if not self._rolled:
            raise Refusal("STATE")
        self._display(*rows(self._groups, self._rolled))
        return "OK", (("no", self._no),)

    def _safe(self, values):
        if self.state != IDLE:
            raise Refusal("BUSY", self._no)
        self.leaving = True
        self._display("safe mode")
        return "OK", ()

    def _check(self, values, *states) -> None:
        """Refuse what does not name the last roll, or comes in the wrong state."""
        if not is_number(values.get("no", "")):
            raise Refusal("ARG")
        if int(values["no"]) != self._no or self.state not in states:
            raise Refusal("STATE")

    # What a person types.

    def _typed(self, text: str) -> None:
        if text == "help":
            self._comment("help | stat | demo 4d6:g+4d6:r")
        elif text == "stat":
            self._comment(" ".join(written(self._stat({})[1])))
        elif text[:5] == "demo ":
            groups, t = parse_pool(text[5:]), self._secrets.secret()
            if groups is None or t is None:
                self._comment("no such pool" if groups is None else "the random source is broken")
            else:
                self._comment("demo " + spelled(draw(groups, t, self._board.urandom(16), 0)))

    # How a roll ends.

    def _finish(self, verb: str, proof) -> None:
        self.state = IDLE
        self._rolls += 1
        self._board.lamp(False)
        self._display(*(["done"] if self._secret else rows(self._groups, self._rolled)))
        pairs = (("no", self._no), ("dice", spelled(self._rolled)))
        self._outbox.post(verb, pairs + proof, self._now)

    def _void(self, why: str) -> str:
        """Close the open roll without dice. Its secret comes back, so that anybody can check the commitment."""
        self.state = IDLE
        self._voids += 1
        t = self._t.hex()
        self._board.lamp(False)
        self._display(why, "void " + str(self._no), t[:16], t[16:])
        return t

    # What goes out.

    def _complain(self, ident: str, code: str) -> None:
        if self._heard >= 0:
            self._outbox.send(frame(ident, "ERR", (("code", code),)))

    def _comment(self, text: str) -> None:
        self._outbox.send(b"# " + text.encode() + b"\n")

    def _ask_keys(self) -> None:
        self._display(*(rows(self._groups, self._keying.rolled()) + [self._keying.asked()]))

    def _display(self, *shown: str) -> None:
        self._board.show(shown)
