"""`croupier play`: bots play many games among themselves, without a table, screens or waits."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from device.exits import FINE, Refused, WrongUse
from device.plot import histogram, shares, svg
from rules.fold import record
from rules.game import Game
from rules.games import GAMES
from rules.match import BOTS, PLAYOUTS, bot_named, new_header, play, winners

TOTALS = ("total", "cash", "points")
"""What a record's seat may call what it is ranked by."""

FEW = 4
"""Seats when fewer bots are named than the game needs."""


class Played(msgspec.Struct, frozen=True):
    """One game: who sat where (seat 1 first), who won, what each seat came to, entries in the log."""

    bots: tuple[str, ...]
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    entries: int


def add(commands: Any) -> None:
    """Declare the command."""
    one = commands.add_parser("play", help="let bots play many games and tell who won")
    one.add_argument("game", choices=tuple(GAMES), metavar="GAME", help=f"one of {', '.join(GAMES)}")
    one.add_argument(
        "--bots",
        default="plain",
        metavar="LIST",
        help=f"comma-separated, of {', '.join(BOTS)}; repeated until all seats are taken (default: plain)",
    )
    one.add_argument(
        "--seats",
        type=int,
        metavar="N",
        help=f"default: as many as bots are named, {FEW} when these are too few",
    )
    one.add_argument("--games", type=int, default=100, metavar="K", help="default: 100")
    one.add_argument(
        "--seed", type=int, default=1, metavar="S", help="the same seed, the same games (default: 1)"
    )
    one.add_argument(
        "--playouts", type=int, default=PLAYOUTS, metavar="N", help=f"of searching bots (default: {PLAYOUTS})"
    )
    one.add_argument("--json", action="store_true", help="one JSON document instead of a summary")
    one.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw totals, win shares and length")
    one.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, and tell."""
    game = GAMES[args.game]
    bots = seated(game, args.bots.split(","), args.seats)
    if args.games < 1 or args.playouts < 1:
        raise WrongUse("--games and --playouts are 1 or more")
    if args.plot is not None and args.plot.suffix != ".svg":
        raise WrongUse(f"--plot {args.plot}: only SVG is drawn, name a file that ends in .svg")
    played = list(_watched(games(game, bots, args.games, args.seed, args.playouts), args.games))
    summary = summed(played)
    if args.plot is not None:
        _write(args.plot, picture(game, played, summary))
    if args.json:
        document = {
            "game": game.id,
            "seed": args.seed,
            "summary": summary,
            "games": msgspec.to_builtins(played),
        }
        print(json.dumps(document))
    else:
        _tell(game, played, summary)
    return FINE


def seated(game: Game, names: Sequence[str], seats: int | None) -> tuple[str, ...]:
    """The bots seat by seat. Raises WrongUse for unknown ones, or a number of seats that the game is not for."""
    for name in names:
        if name not in BOTS:
            raise WrongUse(f"--bots: no bot is called {name!r}, there are {', '.join(BOTS)}")
    low, high = game.seats
    number = seats if seats is not None else len(names) if len(names) >= low else min(FEW, high)
    if not low <= number <= high:
        raise WrongUse(f"{game.id} is for {low} to {high} seats, not {number}")
    if len(names) > number:
        raise WrongUse(f"--bots names {len(names)} bots for {number} seats")
    return tuple(names[i % len(names)] for i in range(number))


def games(game: Game, bots: Sequence[str], number: int, seed: int, playouts: int) -> Iterator[Played]:
    """Games one by one; in each all bots move on by a seat."""
    for i in range(number):
        rng = random.Random(f"{seed} {i}")
        turn = i % len(bots)
        kinds = (*bots[-turn:], *bots[:-turn]) if turn else tuple(bots)
        fold = play(
            game, new_header(game, len(kinds), {}, rng), [bot_named(game, k, playouts) for k in kinds], rng
        )
        seats = record(fold)["seats"]
        key = next(k for k in TOTALS if k in seats[0])
        yield Played(kinds, winners(fold), tuple(seat[key] for seat in seats), fold.count)


def summed(played: Sequence[Played]) -> dict[str, Any]:
    """Win shares by bot (a seat it held) and by seat, mean totals, mean length. A shared win counts in part."""
    kinds = sorted({kind for p in played for kind in p.bots})
    held = {kind: [(p, s) for p in played for s, k in enumerate(p.bots, 1) if k == kind] for kind in kinds}
    return {
        "games": len(played),
        "entries": mean(p.entries for p in played),
        "unwon": sum(not p.winners for p in played),
        "bots": {
            kind: {
                "wins": mean(_won(p, s) for p, s in at),
                "total": mean(p.totals[s - 1] for p, s in at),
            }
            for kind, at in held.items()
        },
        "seats": [mean(_won(p, s) for p in played) for s in range(1, len(played[0].bots) + 1)],
    }


def picture(game: Game, played: Sequence[Played], summary: dict[str, Any]) -> str:
    """The plot as SVG text."""
    kinds = summary["bots"]
    totals = {k: [t for p in played for b, t in zip(p.bots, p.totals, strict=True) if b == k] for k in kinds}
    return svg(
        f"{game.id}: {len(played)} games",
        (
            histogram("totals", totals),
            shares("wins a seat, by bot", {kind: told["wins"] for kind, told in kinds.items()}),
            shares("wins by seat", {str(s): share for s, share in enumerate(summary["seats"], 1)}),
            histogram("entries a game", {"": [p.entries for p in played]}),
        ),
    )


def _won(played: Played, seat: int) -> float:
    return 1 / len(played.winners) if seat in played.winners else 0.0


def _watched(played: Iterator[Played], number: int) -> Iterator[Played]:
    """With a progress bar on standard error, where that is a terminal."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(played, total=number, description="games")


def _tell(game: Game, played: Sequence[Played], summary: dict[str, Any]) -> None:
    table = Table(title=f"{game.id}: {summary['games']} games, {summary['entries']:.0f} entries each")
    for heading in ("bot", "wins a seat", "mean total"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for kind, told in summary["bots"].items():
        table.add_row(kind, f"{told['wins']:.1%}", f"{told['total']:.1f}")
    console = Console(file=sys.stdout)
    console.print(table)
    by_seat = "  ".join(f"{s}: {share:.1%}" for s, share in enumerate(summary["seats"], 1))
    console.print(f"wins by seat  {by_seat}", highlight=False)
    if summary["unwon"]:
        console.print(f"games without a winner: {summary['unwon']}", highlight=False)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as e:
        raise Refused(f"{path}: {e.strerror}; name another file") from None
