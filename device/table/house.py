"""The house: who holds a seat, what is chosen, paused or seen. The journal's second stream, folded like a game's.

Nothing else of an evening is remembered between starts. What is changed at the table stands here and wins over the
settings file until the table is cleared.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Holder = Literal["empty", "pod", "phone", "bot"]
Source = Literal["device", "tower", "typed"]
PODS = 7


class Place(msgspec.Struct, frozen=True):
    """What the house knows of one pod (printed number = index + 1)."""

    holder: Holder = "empty"
    level: str = "plain"
    """A bot's strength: "plain" or "search"."""
    name: str = ""
    lang: str = ""
    contrast: int = 207
    tap: bool = False
    """PEEK by a tap for five seconds, for those who cannot hold two keys."""
    seen: int = 0
    """Serial of the newest result this seat has confirmed."""


class Playing(msgspec.Struct, frozen=True):
    """The game on the table: its stream, the pods of game seats 1..n, and what has happened around it."""

    game: int
    pods: tuple[int, ...]
    seed: str
    """Hex; never leaves the house before the game is over."""
    voids: tuple[int, int] = (0, 0)
    """(day, windows that the table voided by itself on it)."""
    voided: int = 0
    """Tower rolls that were armed and never came."""
    finished: bool = False


class House(msgspec.Struct, frozen=True):
    places: tuple[Place, ...] = (Place(),) * PODS
    game: str = "bull-rally"
    options: dict[str, dict[str, Any]] = {}
    """Game id → options chosen in the lobby."""
    sheets: dict[str, str] = {}
    """Game id → name of the sheet to use; absent means the stand-in."""
    source: Source = "device"
    lang: str = ""
    volume: int = 2
    """0 silent … 3 loud."""
    level: str = "plain"
    """How the bots play that fill free seats: "plain" or "search"."""
    bots: int = 0
    """Fill up to this many seats with bots; 0 = the default of the settings."""
    paused: str = ""
    """"" or why: "host", "restart", "again"."""
    playing: Playing | None = None

    def place(self, pod: int) -> Place:
        return self.places[pod - 1]


class Note(msgspec.Struct, frozen=True, tag_field="do", omit_defaults=True):
    """A house entry."""


class Hold(Note, frozen=True, tag="hold"):
    """A pod's seat gets a holder; "empty" frees it."""

    pod: int
    holder: Holder
    level: str = "plain"


class Name(Note, frozen=True, tag="name"):
    pod: int
    name: str


class Lang(Note, frozen=True, tag="lang"):
    """`pod` 0: the board and newcomers."""

    pod: int
    lang: str


class Care(Note, frozen=True, tag="care"):
    """How a seat's panel behaves: contrast 0..255, PEEK by tapping."""

    pod: int
    contrast: int
    tap: bool


class Seen(Note, frozen=True, tag="seen"):
    pod: int
    serial: int


class Choose(Note, frozen=True, tag="choose"):
    game: str


class Opt(Note, frozen=True, tag="option"):
    """`value` None takes the choice back to the default."""

    game: str
    id: str
    value: Any


class UseSheet(Note, frozen=True, tag="sheet"):
    game: str
    name: str


class Dice(Note, frozen=True, tag="source"):
    source: Source


class Bots(Note, frozen=True, tag="bots"):
    seats: int


class Level(Note, frozen=True, tag="level"):
    level: str


class Volume(Note, frozen=True, tag="volume"):
    level: int


class Pause(Note, frozen=True, tag="pause"):
    why: str


class Begin(Note, frozen=True, tag="begin"):
    game: int
    pods: tuple[int, ...]
    seed: str


class Voided(Note, frozen=True, tag="voided"):
    """An armed roll that never came, with what the tower said of it."""

    why: str
    proof: dict[str, str]


class Again(Note, frozen=True, tag="again"):
    """The table voided a trading window by itself."""

    day: int
    why: str


class Keys(Note, frozen=True, tag="keys"):
    """Order keys around a window's end, (seat, key, ms after the deadline): "seat 4 pressed 38 ms after the buzzer"."""

    game: int
    day: int
    keys: tuple[tuple[int, str, int], ...]


class Finish(Note, frozen=True, tag="finish"):
    """The game is over and its seed open."""

    game: int


class Leave(Note, frozen=True, tag="leave"):
    """The game leaves the table; the lobby is back."""


class Clear(Note, frozen=True, tag="clear"):
    """A new evening: everything the house remembers is forgotten."""


AnyNote = (
    Hold | Name | Lang | Care | Seen | Choose | Opt | UseSheet | Dice | Bots | Level | Volume | Pause | Begin
    | Voided | Again | Keys | Finish | Leave | Clear
)  # fmt: skip
_decoder = msgspec.json.Decoder(AnyNote)
_encoder = msgspec.json.Encoder()


def read_note(line: bytes) -> AnyNote:
    """A house line of the journal; raises msgspec.ValidationError."""
    return _decoder.decode(line)


def write_note(note: Note) -> bytes:
    return _encoder.encode(note)


def fold(house: House, note: Note) -> House:
    """The house after one more note. Notes are the table's own and never rejected."""
    replace = msgspec.structs.replace
    match note:
        case Hold(pod, holder, level):
            return _place(house, pod, holder=holder, level=level)
        case Name(pod, name):
            return _place(house, pod, name=name)
        case Lang(0, lang):
            return replace(house, lang=lang)
        case Lang(pod, lang):
            return _place(house, pod, lang=lang)
        case Care(pod, contrast, tap):
            return _place(house, pod, contrast=contrast, tap=tap)
        case Seen(pod, serial):
            return _place(house, pod, seen=serial)
        case Choose(game):
            return replace(house, game=game)
        case Opt(game, id, value):
            chosen = {k: v for k, v in house.options.get(game, {}).items() if k != id}
            if value is not None:
                chosen[id] = value
            return replace(house, options={**house.options, game: chosen})
        case UseSheet(game, name):
            return replace(house, sheets={**house.sheets, game: name})
        case Dice(source):
            return replace(house, source=source)
        case Bots(seats):
            return replace(house, bots=seats)
        case Level(level):
            return replace(house, level=level)
        case Volume(level):
            return replace(house, volume=level)
        case Pause(why):
            return replace(house, paused=why)
        case Begin(game, pods, seed):
            places = tuple(replace(p, seen=0) for p in house.places)
            return replace(house, places=places, paused="", playing=Playing(game, pods, seed))
        case Leave():
            return replace(house, playing=None, paused="")
        case Clear():
            return House()
        case _:
            return _around(house, note)


def _around(house: House, note: Note) -> House:
    """What happens around the game on the table."""
    playing = house.playing
    if playing is None:
        return house
    replace = msgspec.structs.replace
    match note:
        case Voided():
            playing = replace(playing, voided=playing.voided + 1)
        case Again(day, _):
            before = playing.voids[1] if playing.voids[0] == day else 0
            playing = replace(playing, voids=(day, before + 1))
        case Finish():
            playing = replace(playing, finished=True)
    return replace(house, playing=playing)


def _place(house: House, pod: int, **changes: Any) -> House:
    places = list(house.places)
    places[pod - 1] = msgspec.structs.replace(places[pod - 1], **changes)
    return msgspec.structs.replace(house, places=tuple(places))
