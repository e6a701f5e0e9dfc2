"""One seat's side of the table: keys to drafts, drafts to acts, and what its panel shows."""

from __future__ import annotations

import msgspec

from device.scene import Join, Scene
from device.seat import menus
from device.seat.acts import Act, Go, Sound, Submit, Tell, Toss
from device.seat.marks import shows_sheet
from device.seat.review import Reply
from device.seat.sight import Sight
from device.table.house import Hold, Seen
from drivers.ports import MINUS, OK, PEEK, PLUS
from rules.entry import Entry
from rules.game import SetOff
from rules.page import Page, Waiting, Word, split
from rules.prompt import MORE_KEY, Draft, Prompt, picked, press, sendable

TAP = 5.0
"""Seconds that a tap on PEEK shows private content, for those who chose it."""
SAY = 2.0
"""Seconds that a line overlays the page."""


class Seat:
    """Drafts live here while their prompt stays equal; nothing of this is in the journal."""

    def __init__(self, pod: int, ok_dead: float = 0.3) -> None:
        self.pod, self.ok_dead = pod, ok_dead
        self.menus: list[str] = []
        self.peeking = False
        self.peek_until = 0.0
        self.drafts: tuple[Draft, ...] = ()
        self.draft = Draft()
        self.chart = 0
        self.leaf = 0
        """Which part of a long page behind a + key."""
        self.step = 0
        self.said: Word | None = None
        self.said_until = 0.0
        self.laid: Join | Page | None = None
        """What lies on this pad until a key: an invitation, what to put back."""
        self.laid_until = 0.0
        self._base: Reply = None
        self._shown = ""
        self.appeared = 0.0

    # -- what is asked ----------------------------------------------------------------------------------------------

    def prompt(self, sight: Sight, now: float) -> Prompt | None:
        """The question this pad answers now. Drafts are dropped as soon as it is another question."""
        if self.menus[:1] == ["own"] and sight.seat is not None and menus.question(sight, (), ()) is not None:
            self.menus.clear()  # the game asks now
        base = menus.question(sight, self.menus, ())
        if base != self._base:
            if not _same_list(base, self._base):
                self.drafts, self.draft = (), Draft()
            self._base = base
        prompt = base
        if self.drafts:
            after = menus.question(sight, self.menus, self.drafts)
            prompt = after if isinstance(after, Prompt) else base
        if not isinstance(prompt, Prompt):
            return None
        if prompt.no != self._shown:
            self._shown, self.appeared, self.step, self.chart = prompt.no, now, 0, 0
        return prompt

    @property
    def editing(self) -> bool:
        """Whether keys have been pressed, to a question of the game, that are not sent yet."""
        return bool(self.draft.presses) and not self.menus

    def peek(self, now: float) -> bool:
        """Whether private content may show."""
        return self.peeking or now < self.peek_until

    def blind(self) -> None:
        """Whoever held PEEK here is not who sits here now."""
        self.peeking, self.peek_until = False, 0.0

    def results(self, sight: Sight) -> tuple[Page, ...]:
        """Pages of the newest result that this seat has not confirmed; none while something urgent is asked."""
        show = sight.show
        if show is None or self.menus or sight.trading or sight.house.paused:
            return ()
        if show.serial <= sight.house.place(self.pod).seen:
            return ()
        pages = show.last
        if (
            sight.over and show.rest not in pages
        ):  # what stands at the end comes last, or the host would never see it
            pages = (*pages, show.rest)
        return tuple(part for page in pages for part in split(page))

    # -- keys -------------------------------------------------------------------------------------------------------

    def key(self, sight: Sight, key: str, down: bool, at: float) -> list[Act]:
        """One edge of a key, with its time. The acts are to be carried out in order."""
        if key == PEEK:
            return self._peek_key(sight, down, at)
        if not down:
            return []
        prompt = self.prompt(sight, at)
        if self._lies(prompt, at):
            self.laid = None
            return []
        pages = self.results(sight)
        if pages and not (prompt and prompt.live):
            return self._step(sight, len(pages)) if key == OK else []
        if prompt is None:
            return self._free_key(sight, key)
        if prompt.guard and not self.peek(at):
            return []
        if key == OK:
            if at - self.appeared < self.ok_dead or (prompt.done and not self.editing):
                return []
            return self._send(sight, prompt) if sendable(prompt, self._own(prompt)) else _refuse(prompt)
        return self._column(sight, prompt, key)

    def _peek_key(self, sight: Sight, down: bool, at: float) -> list[Act]:
        if sight.house.place(self.pod).tap:
            if down:
                self.peek_until = 0.0 if self.peek(at) else at + TAP
        else:
            self.peeking = down
        return []

    def _step(self, sight: Sight, pages: int) -> list[Act]:
        self.step += 1
        if self.step < pages:
            return []
        self.step = 0
        assert sight.show is not None
        return [Tell(Seen(self.pod, sight.show.serial))]

    def _free_key(self, sight: Sight, key: str) -> list[Act]:
        """Nothing is asked: + keys open pages, − keys this pad's own settings."""
        if key in MINUS:
            self.go("own")
            return []
        return self._chart_key(sight, key)

    def _chart_key(self, sight: Sight, key: str) -> list[Act]:
        """A + key outside any need of it opens a page behind it, leafs through a long one, and closes it; any other key
        closes it at once."""
        pages = sight.show.keys if sight.show else ()
        wanted = PLUS.index(key) + 1 if key in PLUS else 0
        if 0 < wanted == self.chart <= len(pages) and self.leaf + 1 < len(split(pages[wanted - 1])):
            self.leaf += 1
        else:
            self.chart, self.leaf = wanted if wanted <= len(pages) and wanted != self.chart else 0, 0
        return []

    def _column(self, sight: Sight, prompt: Prompt, key: str) -> list[Act]:
        if not prompt.columns and prompt.shape == "columns":
            if sight.seat is None and not self.menus and not (prompt.takeback and key in MINUS):
                self.go("own")
                return []
            if key in PLUS:
                return self._chart_key(sight, key)
        after = press(prompt, self.draft, key)
        if after is None:
            return _refuse(prompt)
        self.draft = after
        at_once = (
            prompt.live or prompt.takeback or (prompt.shape == "rows" and picked(prompt, after) is not None)
        )
        return self._send(sight, prompt) if at_once else []

    def _own(self, prompt: Prompt) -> Draft:
        return self.draft if self.draft.no == prompt.no else Draft(prompt.no)

    def _send(self, sight: Sight, prompt: Prompt) -> list[Act]:
        drafts = (*self.drafts, self._own(prompt))
        answer = menus.question(sight, self.menus, drafts)
        self.draft = _leafed(prompt, self.draft)
        match answer:
            case Prompt():
                self.drafts = drafts
                return []
            case SetOff():
                return [Toss()]
            case Go(screen):
                self.go(screen)
                return []
            case Entry():
                host = bool(self.menus)
                self.menus.clear()
                return [Submit(answer, host)]
            case None:
                return []
            case Tell(Hold()):
                self.go("/")
                return [answer]
            case _:
                return [answer]

    def go(self, screen: str) -> None:
        """Open a menu; "" goes one back, "/" closes all."""
        if screen == "/":
            self.menus.clear()
        elif screen == "":
            del self.menus[-1:]
        else:
            self.menus.append(screen)
        self.drafts, self.draft = (), Draft()

    def lay(self, page: Join | Page, until: float) -> None:
        """Lay a page on this pad until a key or that time. A trading window takes it off."""
        self.laid, self.laid_until = page, until

    def _lies(self, prompt: Prompt | None, now: float) -> bool:
        if self.laid is not None and (now >= self.laid_until or (prompt is not None and prompt.live)):
            self.laid = None
        return self.laid is not None

    def say(self, line: Word, now: float) -> None:
        """Overlay one line for a moment."""
        self.said, self.said_until = line, now + SAY

    # -- what the panel shows ---------------------------------------------------------------------------------------

    def scene(self, sight: Sight, now: float) -> Scene:
        """The page or prompt to draw now; never a private one without PEEK."""
        prompt = self.prompt(sight, now)
        page: Join | Page | None = None
        steps = None
        pages = self.results(sight)
        if self._lies(prompt, now):
            page, steps = self.laid, None if isinstance(self.laid, Join) else (1, 1)
        elif pages and not (prompt and prompt.live):
            page, steps = (
                pages[min(self.step, len(pages) - 1)],
                (min(self.step, len(pages) - 1) + 1, len(pages)),
            )
        elif (parts := self._behind(sight)) and not (prompt and prompt.live):
            page = parts[min(self.leaf, len(parts) - 1)]
        elif prompt is None:
            page = self._rest(sight, now)
        elif prompt.guard and not self.peek(now):
            page = safe(prompt, sight)
        elif prompt.done and not self.editing and not prompt.guard:
            page = self._rest(sight, now)
        return Scene(
            lang=sight.lang,
            names=sight.names,
            pods=sight.house.playing.pods if sight.house.playing else (),
            page=page,
            prompt=None if page is not None else prompt,
            draft=self._own(prompt) if prompt and page is None else Draft(),
            seat=sight.seat,
            host=sight.host,
            say=self.said if now < self.said_until and not isinstance(page, Join) else None,
            steps=steps,
            placeholder=bool(getattr(sight.facts, "placeholder", False))
            and shows_sheet(page, None if page is not None else prompt),
        )

    def _behind(self, sight: Sight) -> tuple[Page, ...]:
        """The page behind the + key that was pressed, in parts; none where the game has gone on and it is no more."""
        keys = sight.show.keys if sight.show else ()
        return split(keys[self.chart - 1]) if 0 < self.chart <= len(keys) else ()

    def _rest(self, sight: Sight, now: float) -> Page:
        if sight.house.paused or sight.readonly or sight.show is None:
            return menus.idle(sight)
        if self.peek(now) and sight.show.peek is not None:
            return sight.show.peek
        return sight.show.rest


def safe(prompt: Prompt, sight: Sight) -> Waiting:
    """What a guarded prompt looks like without PEEK: the game's own waiting page, so that two questions which must
    look alike (favour, topdown) do, whatever the secret is."""
    rest = sight.show.rest if sight.show and not sight.house.paused else None
    page = rest if isinstance(rest, Waiting) else Waiting(prompt.title, prompt.icon)
    return msgspec.structs.replace(page, peek=True, sent=prompt.done)


def _same_list(now: Reply, before: Reply) -> bool:
    """A list that only reads differently (a row was changed by its pick): the page that was leafed to stays."""
    return (
        isinstance(now, Prompt)
        and isinstance(before, Prompt)
        and now.shape == "rows"
        and (now.no, len(now.rows)) == (before.no, len(before.rows))
    )


def _leafed(prompt: Prompt, draft: Draft) -> Draft:
    """What is left of a draft that was sent: how far its list was leafed."""
    if prompt.shape != "rows":
        return Draft()
    return Draft(prompt.no, tuple(p for p in draft.presses if abs(p) == MORE_KEY))


def _refuse(prompt: Prompt) -> list[Act]:
    return [] if prompt.guard or prompt.private else [Sound("refused")]
