"""The pages around the games for the catalogue: how to play, waiting, faults, the lobby, what was typed."""

from __future__ import annotations

from collections.abc import Iterator

from device.scene import Join, Scene
from device.screens.guide import GAMES, attract, guide
from device.seat.acts import Go
from device.seat.rows import sure
from rules import page as pages
from rules.forty_eight.ask import cases_note
from rules.page import Row, SeatName, Waiting, Word, word
from rules.prompt import Column, Draft, Gauge, Prompt


def around() -> Iterator[tuple[str, Scene]]:
    for index, page in enumerate(attract()):
        yield f"attract {index + 1}", Scene("", page=page)
    for game in GAMES:
        slides = guide(game)
        for index, slide in enumerate(slides, 1):
            yield f"guide {game} {index}", Scene("", page=slide, steps=(index, len(slides)))
    bidding = word("dd.title-bidding")
    yield "sent, with progress", Scene("", page=Waiting(bidding, "lock", done=5, of=6, sent=True))
    yield "safe page", Scene("", page=Waiting(bidding, "lock", done=4, of=6, peek=True))
    yield "joined", Scene("", page=Waiting(word("table.title.joined"), note=word("table.note.joined", n=3)))
    yield "waiting for all", Scene("", page=Waiting(word("table.title.late"), note=word("table.note.next")))
    paused = pages.Notice(
        word("table.title.paused"), (word("table.paused.again"), word("table.note.paused")), icon="pause"
    )
    yield "paused", Scene("", page=paused, host=True)
    yield (
        "read only",
        Scene(
            "", page=pages.Notice(word("table.title.readonly"), (word("table.note.readonly"),), icon="lock")
        ),
    )
    lap = word("dd.title-lap", lap=1)
    yield (
        "announcement",
        Scene("", page=Waiting(lap, "turn", peek=True), say=word("table.say.undone", whose=SeatName(4))),
    )
    for name, undo in _undone():
        yield (
            f"put back, {name}",
            Scene("", page=pages.Notice(word("table.title.put_back"), (undo,), icon="undo"), steps=(1, 1)),
        )
    yield "buzzer", Scene("", page=Waiting(lap, "turn", peek=True), invert=True)
    yield "invitation", Scene("", page=Join(3, "http://192.168.1.20:8000/KX7M2P", "KX7M2P"))
    names = pages.Rows(
        word("dd.title-amounts"),
        tuple(Row(word("table.seat", seat=SeatName(s)), word("dd.amount", amount=s)) for s in (1, 2, 3, 4)),
    )
    yield (
        "names of all kinds",
        Scene("", ("鷗①髙〜—", "Ægir Ðóra", "😀𠮷", "A very long name indeed"), page=names),
    )


def lobby() -> Iterator[tuple[str, Scene]]:
    def menu(title: str, *rows: Word) -> Prompt:
        return Prompt("x", word(title), "table.verb.next", shape="rows", rows=rows, empty="table.verb.next")

    welcome = Prompt("x", word("table.title.welcome"), "table.verb.join", note=word("table.note.join"))
    yield "lobby, welcome", Scene("", prompt=welcome)
    yield (
        "lobby, games",
        Scene(
            "",
            prompt=menu(
                "table.title.game", *(word(f"table.game.{g}") for g in GAMES), word("table.row.howto")
            ),
            host=True,
        ),
    )
    setup = menu(
        "table.title.setup",
        word("table.row.bots", n=3),
        word("table.row.options"),
        word("table.row.dice", source=word("table.source.device")),
        word("table.row.sheet", name=word("table.sheet.placeholder")),
        word("table.row.volume", level=2),
    )
    yield "lobby, set-up", Scene("", prompt=setup, host=True)
    yield "lobby, set-up, picked", Scene("", prompt=setup, draft=Draft("x", (6, 1)), host=True)
    begin = word("table.note.start", seats=4, bots=3)
    start = sure("start", word("table.game.bull-rally"), "table.verb.start", Go(""), begin, ())
    assert isinstance(start, Prompt)
    yield "lobby, start", Scene("", prompt=start, host=True)
    numbers = (Column(str(w), 0, 600 // w, at=n, worth=w) for w, n in ((100, 1), (10, 2), (1, 0)))
    asked = Prompt(
        "x",
        word("table.option.trade_seconds", value=120),
        "table.verb.set",
        look="steps",
        columns=tuple(numbers),
        ceil=120,
        gauges=(Gauge("table.total", sign=1),),
    )
    yield (
        "lobby, a number",
        Scene("", prompt=asked),
    )
    rows = ("pause", "undo", "absent", "hand", "howto")
    yield (
        "host",
        Scene("", prompt=menu("table.title.host", *(word(f"table.row.{row}") for row in rows)), host=True),
    )
    kinds = (word("table.fault.pod", n=7), word("table.fault.stuck", n=3), word("table.fault.tower_port"))
    yield (
        "faults",
        Scene("", prompt=menu("table.title.faults", *kinds, word("table.fault.journal")), host=True),
    )
    own = (
        word("table.row.phone"),
        word("table.row.lang", lang=word("table.lang.en")),
        word("table.row.contrast", level=3, of=4),
        word("table.row.tap", how=word("table.value.hold")),
        word("table.row.leave"),
    )
    yield "own settings", Scene("", prompt=menu("table.title.own", *own))
    pods = (
        word("table.row.pod", n=n, holder=word(f"table.holder.{h}"))
        for n, h in enumerate(("pod", "phone"), 1)
    )
    yield "phones", Scene("", prompt=menu("table.title.phones", *pods), host=True)
    yield "review of cases", Scene("", prompt=_review("desk", *_typed_cases()))
    yield "review of dice", Scene("", prompt=_review("dice", *_typed_dice()))
    number = pages.Notice(word("table.title.check"), icon="eye", big=word("table.pod", n=7))
    yield "check", Scene("", page=number, host=True)
    crowd = sure("start", word("table.game.forty-eight"), "", None, word("table.note.crowd", n=5), ())
    assert isinstance(crowd, Prompt)
    yield "lobby, too many", Scene("", prompt=crowd, host=True)


def _review(icon: str, *lines: tuple[Word, Word | str]) -> Prompt:
    rows = tuple(word("table.row.typed", title=title, value=value) for title, value in lines)
    enter = "table.verb.enter"
    return Prompt("x", word("table.title.review"), enter, icon=icon, shape="rows", rows=rows, empty=enter)


def _typed_cases() -> Iterator[tuple[Word, Word | str]]:
    for rank, suit, number in ((1, "yellow", "3"), (2, "black", "1")):
        yield word("ff.title.typed", rank=rank), word(f"ff.{suit}")
        yield word("ff.title.number", suit=word(f"ff.{suit}")), number


def _typed_dice() -> Iterator[tuple[Word, Word | str]]:
    yield word("br.green_dice"), "1 1 3 5"
    yield word("br.red_dice"), "2 4 4 6"
    yield word("dd.title-face", die="d20"), "17"
    yield word("br.news_value"), word("br.minus", n=5)


def _undone() -> Iterator[tuple[str, Word]]:
    yield "a coin", word("dd.undo-take", seat=SeatName(2), coin=30)
    yield "cases", word("ff.note.undo_draw", cases=cases_note(("white3", "green1")))
    yield "fills", word("br.undo_sequence", seat=SeatName(1))
