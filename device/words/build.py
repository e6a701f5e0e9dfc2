"""Compile the `.po` catalogues to `.mo`: a hatchling build hook, and `python -m device.words.build` by hand."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # by hand, without the build tool
    BuildHookInterface = object


def compile_words(folder: Path) -> list[Path]:
    """Write `ja.mo` for each `ja.po`, whole or not at all; returns the files."""
    written = []
    for source in sorted(folder.glob("*.po")):
        with source.open("rb") as stream:
            catalogue = read_po(stream, locale=source.stem)
        target = source.with_suffix(".mo")
        partial = target.with_suffix(f".{os.getpid()}.tmp")
        with partial.open("wb") as out:
            write_mo(out, catalogue)
        partial.replace(target)
        written.append(target)
    return written


class WordsHook(BuildHookInterface):  # type: ignore[misc]
    """Puts the compiled catalogues into wheels; for an editable install they are made in place."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        build_data["artifacts"] += [
            f"/{path.relative_to(root)}" for path in compile_words(root / "device" / "words")
        ]


if __name__ == "__main__":
    compile_words(Path(__file__).parent)
