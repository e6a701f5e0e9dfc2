"""Games of the catalogue as logs: each is replayed, and what every seat sees on the way is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import msgspec

from device.scene import Scene
from device.seat.marks import shows_sheet
from rules.entry import Rejection
from rules.fold import Fold, apply, begin
from rules.games import GAMES
from rules.log import lines, read_entry, read_header
from rules.page import Page, split
from rules.prompt import Draft, Prompt, press, sendable


@cache
def told() -> dict[str, Scene]:
    """One scene of each kind that the stories show, by name, in no language yet; of several alike the one that says
    most."""
    found: dict[str, tuple[int, Scene]] = {}
    for fold in _folds():
        for scene in _marked(fold):
            name, weight = f"{fold.game.id} {_kind(scene)}", len(msgspec.json.encode(scene))
            if name not in found or found[name][0] < weight:
                found[name] = weight, scene
    return {name: scene for name, (_, scene) in found.items()}


def _folds() -> Iterator[Fold]:
    """Every state of every story."""
    folder = files(__package__)
    for source in sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".jsonl")):
        fold: Fold | None = None
        for _, line in lines((folder / source).read_bytes()):
            if fold is None:
                fold = begin(*read_header(line, GAMES))
            else:
                after = apply(fold, read_entry(line, fold.game))
                if isinstance(after, Rejection):
                    raise ValueError(f"{source} is no game: {after.code}")
                fold = after
            yield fold


def _marked(fold: Fold) -> Iterator[Scene]:
    """All scenes of a state, those with a stand-in sheet's numbers marked."""
    stand_in = bool(getattr(fold.game.view(fold.state, None), "placeholder", False))
    for scene in _scenes(fold):
        mark = stand_in and shows_sheet(scene.page, scene.prompt)
        yield msgspec.structs.replace(scene, placeholder=mark)


def _scenes(fold: Fold) -> Iterator[Scene]:
    for seat in range(1, fold.header.seats + 1):
        facts = fold.game.view(fold.state, seat)
        base = Scene("", seat=seat)
        for prompt in _prompts(fold, seat):
            clock = {"left": 6.4, "total": 10.0} if prompt.live else {}
            for draft in (Draft(prompt.no), _some(prompt)):
                yield msgspec.structs.replace(base, prompt=prompt, draft=draft, **clock)
        show = fold.game.show(facts)
        for page in (show.rest, show.peek, *show.keys):
            for part in split(page) if page else ():
                yield msgspec.structs.replace(base, page=part)
        last: list[Page] = [part for page in show.last for part in split(page)]
        for step, page in enumerate(last, 1):
            yield msgspec.structs.replace(base, page=page, steps=(step, len(last)))


def _prompts(fold: Fold, seat: int) -> Iterator[Prompt]:
    """What a seat is asked, chance drawn and typed, each question of an entry in turn."""
    facts = fold.game.view(fold.state, seat)
    for typed in (False, True):
        drafts: tuple[Draft, ...] = ()
        while isinstance(prompt := fold.game.answer(facts, drafts, typed), Prompt):
            yield prompt
            draft = _some(prompt)
            if not sendable(prompt, draft):
                break
            drafts = (*drafts, draft)
    if seat == 1:
        everybody = fold.game.view(fold.state, None)
        asked = (fold.game.host(everybody, what, ()) for what in fold.game.asks(fold.state).host)
        yield from (prompt for prompt in asked if isinstance(prompt, Prompt))


def _some(prompt: Prompt) -> Draft:
    """A draft that could be sent: + keys from the left, as few as will do but two where two may."""
    draft = Draft(prompt.no)
    for key in (f"+{column}" for _ in range(8) for column in range(1, 7)):
        if sendable(prompt, draft) and len(draft.presses) >= 2:
            break
        if not (prompt.shape == "rows" and draft.presses):
            draft = press(prompt, draft, key) or draft
    return draft


def _kind(scene: Scene) -> str:
    """What makes a scene another picture than the next: its struct, its title, and how far it has come."""
    subject = scene.prompt or scene.page
    title = getattr(subject, "title", None)
    parts = [type(subject).__name__.lower(), title.id.split(".", 1)[1] if title else ""]
    if scene.prompt:
        parts += [scene.prompt.look, "pressed" if scene.draft.presses else ""]
    elif scene.steps:
        parts.append("told")
    return " ".join(filter(None, parts))
