"""CTP/1 at the tower's end: bytes to lines, lines to requests, answers to bytes. Pure; runs on MicroPython and CPython.

    line = sof id SP verb *( SP key "=" value ) "*" crc LF

Frames are built from tuples, never from keywords or dicts: MicroPython keeps no order there.
"""

SOF = 0x3E
"""The first byte of everything the host says: ">"."""
LONGEST = 159
"""Bytes of a line without its end."""
RESEND_MS = (250, 500, 1000, 2000)
MOST_OUT = 1024
"""Bytes that may wait for a host that does not read; further lines are dropped whole, never cut."""

_NIBBLES = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip
_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LOWER = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"
_VALUE = _UPPER + _LOWER + _DIGITS + ".,:+-/_"


class Flaw(Exception):
    """A line that asks for nothing. `ident` is its id, "?" if even that is unreadable; `code` the error code."""

    def __init__(self, ident: str, code: str) -> None:
        super().__init__(code)
        self.ident = ident
        self.code = code


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740 by nibbles: 16 table entries are quick enough and fit any chip."""
    crc = 0xFFFF
    for byte in data:
        crc = ((crc << 4) & 0xFFFF) ^ _NIBBLES[(crc >> 12) ^ (byte >> 4)]
        crc = ((crc << 4) & 0xFFFF) ^ _NIBBLES[(crc >> 12) ^ (byte & 15)]
    return crc


def frame(ident: str, verb: str, pairs: "tuple[tuple[str, object], ...]" = ()) -> bytes:
    """One line to the host, with its CRC and LF."""
    body = " ".join(["<" + ident, verb] + written(pairs)).encode()
    return body + f"*{crc16(body):04X}\n".encode()


def written(pairs: "tuple[tuple[str, object], ...]") -> "list[str]":
    """Pairs as the words "key=value", in their order."""
    return [key + "=" + str(value) for key, value in pairs]


class Reader:
    """Collects bytes into lines. However the bytes are cut into reads, the same lines come out."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._skipping = False

    def feed(self, byte: int) -> "bytes | str | None":
        """Take one byte. A whole line comes back as bytes, an error code ("LONG", "SOF") as str, else None."""
        if byte == SOF:
            cut = len(self._line) > 1 and self._line[0] == SOF
            self._line = bytearray(b">")
            self._skipping = False
            return "SOF" if cut else None
        if byte in (10, 13):
            line = bytes(self._line)
            self._line = bytearray()
            self._skipping = False
            return line or None
        if self._skipping:
            return None
        if not 0x20 <= byte <= 0x7E or len(self._line) == LONGEST:
            self._line = bytearray()
            self._skipping = True
            return "LONG"
        self._line.append(byte)
        return None


def parse(line: bytes) -> "tuple[str, str, dict[str, str]]":
    """A whole line that starts with ">", as (id, verb, values). Raises `Flaw` with CRC or SYN."""
    body, star, crc = line.rpartition(b"*")
    if not star or not _is_crc(crc) or int(crc, 16) != crc16(body):
        raise Flaw("?", "CRC")
    words = str(body, "ascii")[1:].split(" ")
    ident = words[0]
    number = ident[1:] if ident[:1] == "E" else ident
    if not is_number(number) or int(number) > 65535:
        raise Flaw("?", "SYN")
    if len(words) < 2 or not (2 <= len(words[1]) <= 8 and _only(words[1], _UPPER)):
        raise Flaw(ident, "SYN")
    values: dict[str, str] = {}
    for word in words[2:]:
        key, equals, value = word.partition("=")
        good = equals and _is_key(key) and key not in values and value and _only(value, _VALUE)
        if not good:
            raise Flaw(ident, "SYN")
        values[key] = value
    return ident, words[1], values


class Outbox:
    """What goes to the host: lines as they come, events one at a time, each sent again until it is acknowledged."""

    def __init__(self) -> None:
        self.bytes = bytearray()
        """What waits to be written."""
        self.listening = False
        """Is a host there? Events wait while it is not."""
        self._events: list[tuple[str, tuple[tuple[str, object], ...]]] = []
        self._number = 1  # of the event in front
        self._sends = self._due = 0

    def send(self, line: bytes) -> None:
        """Queue a whole line, if there is room."""
        if len(self.bytes) + len(line) <= MOST_OUT:
            self.bytes.extend(line)

    def post(self, verb: str, pairs: "tuple[tuple[str, object], ...]", now: int) -> None:
        """Queue an event."""
        self._events.append((verb, pairs))
        if len(self._events) == 1:
            self.hurry(now)

    def hurry(self, now: int) -> None:
        """The event in front is due at once: it is new, or a host has just come."""
        self._sends, self._due = 0, now
        self.tick(now)

    def tick(self, now: int) -> None:
        """Send the event in front (again) when it is due."""
        if self._events and self.listening and now >= self._due:
            self._due = now + RESEND_MS[min(self._sends, len(RESEND_MS) - 1)]
            self._sends += 1
            verb, pairs = self._events[0]
            self.send(frame("E" + str(self._number), verb, pairs))

    def acknowledged(self, ident: str, now: int) -> None:
        """The host has this event; the next one may go."""
        if self._events and ident == "E" + str(self._number):
            self._events.pop(0)
            self._number = self._number % 65535 + 1
            self.hurry(now)


def is_number(text: str) -> bool:
    """Decimal, at least 1, and written in the one canonical way."""
    return bool(text) and text[0] != "0" and _only(text, _DIGITS)


def _only(text: str, allowed: str) -> bool:
    return all(letter in allowed for letter in text)


def _is_crc(text: bytes) -> bool:
    return len(text) == 4 and all(digit in b"0123456789ABCDEFabcdef" for digit in text)


def _is_key(text: str) -> bool:
    return 1 <= len(text) <= 8 and text[0] in _LOWER and _only(text, _LOWER + _DIGITS)
