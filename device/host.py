"""The host's commands, from the menu rows and the host's page alike. Each returns "" or what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from device.cues import CUES
from device.exits import CroupierError
from device.overlay import BLINK_SECONDS, CHECK_SECONDS
from device.table import house
from rules.entry import Entry, Rejection
from rules.page import word

if TYPE_CHECKING:
    from device.crank import Crank

MAX_NAME = 24
LEVELS = ("plain", "search")


def do(crank: Crank, command: dict[str, Any]) -> str:
    """Carry a command out. Commands come from a menu or from JSON: a wrong one is answered, never raised."""
    action = COMMANDS.get(str(command.get("do")))
    if action is None:
        return f"there is no command {command.get('do')!r}"
    try:
        return action(crank, command) or ""
    except KeyError as e:
        return f"{command['do']}: {e.args[0]} is missing"
    except (TypeError, ValueError, IndexError, OverflowError) as e:
        return f"{command['do']}: {e}"
    except CroupierError as e:
        return str(e)


def _pod(command: dict[str, Any]) -> int:
    pod = command["pod"]
    if not isinstance(pod, int) or isinstance(pod, bool) or not 1 <= pod <= house.PODS:
        raise ValueError(f"pods are 1 to {house.PODS}")
    return pod


def _one_of(value: Any, allowed: tuple[Any, ...], what: str) -> Any:
    if value not in allowed:
        raise ValueError(f"{what} is one of {', '.join(map(str, allowed))}")
    return value


def clean(name: str) -> str:
    """A name without control and direction characters, at most 24 long."""
    if not isinstance(name, str):
        raise ValueError("a name is text")
    return "".join(c for c in name if c.isprintable()).strip()[:MAX_NAME]


def _name(crank: Crank, command: dict[str, Any]) -> None:
    crank.tell(house.Name(_pod(command), clean(command["name"])))


def _lang(crank: Crank, command: dict[str, Any]) -> None:
    pod = command["pod"] if command["pod"] == 0 else _pod(command)
    crank.tell(house.Lang(pod, _one_of(command["lang"], ("ja", "en"), "language")))


def _holder(crank: Crank, command: dict[str, Any]) -> None:
    pod = _pod(command)
    holder = _one_of(command["holder"], ("empty", "pod", "phone", "bot"), "holder")
    level = _one_of(command.get("level", "plain"), LEVELS, "level")
    stands = crank.table.work
    if holder == "empty" and stands.seat_of(pod) is not None and stands.fold and not stands.fold.over:
        raise ValueError("this seat is playing: give it to a bot, or end the game")
    crank.tell(house.Hold(pod, holder, level))
    crank.announce(word("table.say.holder", pod=pod, holder=word(f"table.holder.{holder}")))
    for seat in crank.seats.values():
        seat.go("/")
    crank.tasks.touched(pod)


def _pause(crank: Crank, command: dict[str, Any]) -> None:
    crank.tell(house.Pause("host" if command["on"] else ""))


def _game(crank: Crank, command: dict[str, Any]) -> None:
    crank.tell(house.Choose(_one_of(command["game"], tuple(crank.table.games), "game")))


def _option(crank: Crank, command: dict[str, Any]) -> None:
    game = crank.table.games[command.get("game", crank.table.work.house.game)]
    option = next((o for o in game.options if o.id == command["id"]), None)
    if option is None:
        raise ValueError(f"{game.id} has no option {command['id']!r}")
    value = command["value"]
    if value is not None and option.id != "suits" and (fault := option.fault(value, game.seats[1])):
        raise ValueError(fault)
    crank.tell(house.Opt(game.id, option.id, value))


def _sheet(crank: Crank, command: dict[str, Any]) -> None:
    game = crank.table.games[command["game"]]
    if command["name"]:
        crank.sheets.load(game, command["name"])
    crank.tell(house.UseSheet(game.id, command["name"]))


def _source(crank: Crank, command: dict[str, Any]) -> None:
    crank.tell(house.Dice(_one_of(command["source"], ("device", "tower", "typed"), "source")))


def _volume(crank: Crank, command: dict[str, Any]) -> None:
    crank.tell(house.Volume(_one_of(command["level"], (0, 1, 2, 3), "level")))


def _start(crank: Crank, command: dict[str, Any]) -> None:
    """Seat who has joined, fill up with bots on the pods that are free, deal."""
    kept = crank.table.work.house
    game = crank.table.games[kept.game]
    if crank.table.work.fold is not None:
        raise ValueError("a game is on the table")
    sheet: Any = UNSET
    if game.sheet is not None and kept.sheets.get(game.id):
        sheet = crank.sheets.load(game, kept.sheets[game.id])
    joined = [i for i, p in enumerate(kept.places, start=1) if p.holder != "empty"]
    lo, hi = game.seats
    if len(joined) > hi:
        raise ValueError(f"{game.id} is for at most {hi} seats, {len(joined)} have joined")
    total = min(hi, max(lo, len(joined), kept.bots or crank.settings.table.bots))
    free = [i for i in range(1, house.PODS + 1) if i not in joined]
    for pod in free[: total - len(joined)]:
        crank.table.tell(house.Hold(pod, "bot", kept.level))
    pods = tuple(sorted((*joined, *free[: total - len(joined)])))
    names = tuple(kept.place(p).name for p in pods)
    crank.table.open_game(pods, names, sheet)
    for seat in crank.seats.values():
        seat.go("/")


def _leave(crank: Crank, command: dict[str, Any]) -> None:
    """Back to the lobby; bots stand up."""
    for pod, place in enumerate(crank.table.work.house.places, start=1):
        if place.holder == "bot":
            crank.table.tell(house.Hold(pod, "empty"))
    crank.table.tell(house.Leave())
    crank.table.work = msgspec.structs.replace(crank.table.work, fold=None, readonly="")
    for seat in crank.seats.values():
        seat.go("/")


def _rematch(crank: Crank, command: dict[str, Any]) -> None:
    """The same game with the same seats."""
    fold = crank.table.work.fold
    if fold is None or not fold.over:
        raise ValueError("the game is not over")
    _leave(crank, command)
    _start(crank, command)


def _refused(rejection: Rejection | None) -> str:
    return "" if rejection is None else f"{rejection.code}: {rejection.why}"


def _undo(crank: Crank, command: dict[str, Any]) -> str:
    """Take the newest entry back. Never where two steps must look alike: it would tell which of them this is."""
    fold = crank.table.work.fold
    if fold is not None and fold.game.view(fold.state, None).phase != fold.state.phase:
        return "not-allowed: something hidden may have been seen since"
    return _refused(crank.table.line('{"do":"undo","by":"host"}'))


def _end(crank: Crank, command: dict[str, Any]) -> str:
    for seat in crank.seats.values():
        seat.go("/")
    return _refused(crank.table.line('{"do":"end","by":"host"}'))


def _host_entry(crank: Crank, command: dict[str, Any]) -> str:
    """The game's own host entries that need no answer (open, again)."""
    fold = crank.table.work.fold
    what = command["what"]
    if fold is None or what not in fold.game.asks(fold.state).host:
        raise ValueError(f"the host may not {what} now")
    if what == "again":
        crank.tasks.trading.void("")
        return ""
    entry = fold.game.host(fold.game.view(fold.state, None), what, ())
    if not isinstance(entry, Entry):
        raise ValueError(f"{what} is done at the host's pad")
    return _refused(crank.table.enter(entry))


def _absent(crank: Crank, command: dict[str, Any]) -> str:
    """Enter for a seat where nobody is: its mildest answer, or its chance. Announced to all; a sealed bid that was sent
    stands, and is announced alike: who has sent is nobody's to know."""
    fold, seat = crank.table.work.fold, command["seat"]
    if fold is None or not isinstance(seat, int) or not 1 <= seat <= fold.header.seats:
        raise ValueError("there is no such seat")
    asks, held = fold.game.asks(fold.state), crank.tasks.held
    if asks.keeper == seat:
        trouble = crank.table.work.readonly
        if not trouble:
            crank.tasks.toss(crank.table.work.pod_of(seat))
    elif asks.sealed and (seat in asks.open or (held is not None and held.by == seat)):
        trouble, pod = "", crank.table.work.pod_of(seat)
        crank.seats[pod].go("/")  # nobody edits it any more: the others need not wait for that
        crank.tasks.touched(pod)
    else:
        entry = fold.game.absent(fold.game.view(fold.state, seat))
        if entry is None:
            return f"seat {seat} is not asked anything"
        entry = msgspec.structs.replace(entry, as_="host")
        trouble = "" if crank.tasks.seal(entry) else _refused(crank.table.enter(entry))
    if not trouble:
        crank.announce(word("table.say.absent", whose=crank.name(seat)))
    return trouble


def _check(crank: Crank, command: dict[str, Any]) -> None:
    """Sound and lights, for everybody to see and hear; every pod shows its number."""
    if not _trading(crank):
        crank.overlay.check(frozenset(crank.devices.pods), CHECK_SECONDS)
    crank.cue("check")


def _blink(crank: Crank, command: dict[str, Any]) -> None:
    pod = _pod(command)
    if not _trading(crank):
        crank.overlay.check(frozenset((pod,)), BLINK_SECONDS)
    crank.panels.stir(pod)
    crank.panels.light(pod, CUES["blink"])


def _invite(crank: Crank, command: dict[str, Any]) -> None:
    """An invitation to hold a pod's seat from a phone, laid on that pod or on another (`on`)."""
    pod, on = _pod(command), _pod({"pod": command.get("on", command["pod"])})
    if crank.devices.invite is None:
        raise ValueError("no phones are served")
    page = crank.devices.invite(pod)
    crank.seats[on].lay(page, page.until)


def _howto(crank: Crank, command: dict[str, Any]) -> None:
    """A minute of how to play: the named game, else the one on the table or the one chosen."""
    fold = crank.table.work.fold
    default = fold.game.id if fold is not None else crank.table.work.house.game
    game = _one_of(command.get("game", default), tuple(crank.table.games), "game")
    if _trading(crank):
        raise ValueError("trading runs")
    for seat in crank.seats.values():
        seat.go("/")
    crank.overlay.guide(game)


def _trading(crank: Crank) -> bool:
    fold = crank.table.work.fold
    return fold is not None and bool(fold.game.trading(fold.state))


def _clear(crank: Crank, command: dict[str, Any]) -> None:
    if crank.table.work.fold is not None:
        raise ValueError("a game is on the table")
    crank.table.tell(house.Clear())


COMMANDS: dict[str, Callable[[Crank, dict[str, Any]], str | None]] = {
    "name": _name,
    "lang": _lang,
    "holder": _holder,
    "pause": _pause,
    "game": _game,
    "option": _option,
    "sheet": _sheet,
    "source": _source,
    "volume": _volume,
    "start": _start,
    "leave": _leave,
    "rematch": _rematch,
    "undo": _undo,
    "end": _end,
    "host": _host_entry,
    "absent": _absent,
    "check": _check,
    "blink": _blink,
    "howto": _howto,
    "invite": _invite,
    "clear": _clear,
}
