"""The golden frames: every picture of the catalogue as it was last approved, compared with no tolerance.

    python -m device.gallery.golden            approve what is drawn now; a sheet shows before, after, difference
    python -m device.gallery.golden --check    only compare (exit 2 when something differs)

Run in a checkout. They are kept as one picture a language and the list of names.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops

from device.gallery.catalogue import frames, sheet
from device.screens.frame import HEIGHT, WIDTH
from device.words import LANGS

FOLDER = Path("tests/device/screens/golden")
REVIEW = Path("build/golden.png")
ACROSS = 12


class Change(NamedTuple):
    """A picture that is not what was approved; None: there was none, or there is none any more."""

    name: str
    before: Image.Image | None
    after: Image.Image | None


def load(folder: Path, lang: str) -> dict[str, Image.Image]:
    """The approved pictures of a language by name; none where nothing was approved yet."""
    names, whole = folder / f"{lang}.txt", folder / f"{lang}.png"
    if not names.is_file():
        return {}
    image = Image.open(whole).convert("1", dither=Image.Dither.NONE)
    found = {}
    for index, name in enumerate(names.read_text("utf-8").splitlines()):
        x, y = index % ACROSS * WIDTH, index // ACROSS * HEIGHT
        found[name] = image.crop((x, y, x + WIDTH, y + HEIGHT))
    return found


def save(folder: Path, lang: str, pictures: dict[str, Image.Image]) -> None:
    """Approve these pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = Image.new("1", (WIDTH * ACROSS, HEIGHT * -(-len(pictures) // ACROSS)))
    for index, picture in enumerate(pictures.values()):
        whole.paste(picture, (index % ACROSS * WIDTH, index // ACROSS * HEIGHT))
    whole.save(folder / f"{lang}.png", optimize=True)
    (folder / f"{lang}.txt").write_text("\n".join(pictures) + "\n", "utf-8")


def changes(before: dict[str, Image.Image], after: dict[str, Image.Image]) -> list[Change]:
    """All pictures that differ, in the order they are drawn now, the vanished ones last."""
    pairs = ((name, before.get(name), after.get(name)) for name in dict.fromkeys((*after, *before)))
    return [
        Change(*it) for it in pairs if it[1] is None or it[2] is None or it[1].tobytes() != it[2].tobytes()
    ]


def review(found: Sequence[Change]) -> Image.Image:
    """Three pictures a change, side by side: before, after, what differs."""
    blank = Image.new("1", (WIDTH, HEIGHT))
    shown = {}
    for index, change in enumerate(found):
        before, after = change.before or blank, change.after or blank
        for part, picture in enumerate((before, after, ImageChops.logical_xor(before, after))):
            shown[f"{index} {part}"] = picture
    return sheet(shown, scale=3, across=3)


def main(argv: Sequence[str] | None = None) -> int:
    """Compare, and approve unless only checking. The exit code is 2 when a check finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m device.gallery.golden", description=main.__doc__)
    parser.add_argument("--check", action="store_true", help="approve nothing")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument(
        "--review", type=Path, default=REVIEW, help=f"the sheet to look at (default: {REVIEW})"
    )
    args = parser.parse_args(argv)
    found = []
    for lang in LANGS:
        drawn = {name: frame.image for name, frame in frames(lang).items()}
        differing = changes(load(args.folder, lang), drawn)
        found += differing
        for change in differing:
            print(
                f"{lang} {change.name}: {'new' if not change.before else 'gone' if not change.after else 'changed'}"
            )
        if not args.check:
            save(args.folder, lang, drawn)
    if found:
        args.review.parent.mkdir(parents=True, exist_ok=True)
        review(found).save(args.review)
    print(f"{len(found)} differences" + (f", see {args.review}" if found else ""))
    return 2 if found and args.check else 0


if __name__ == "__main__":
    sys.exit(main())
