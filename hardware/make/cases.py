"""Renders the cases: one STL for each printed part and one picture for each case, by OpenSCAD under xvfb.

Without a display OpenSCAD writes an empty picture and still exits 0, so every picture's size and ink are looked at.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

PARTS = {"pod": ("base", "top", "hood", "keys"), "hub": ("box", "lid")}
VIEWS = {"pod": "0,0,0,52,0,28,330", "hub": "0,0,0,50,0,35,560"}
"""Camera of each picture: where it looks, its angles, its distance."""
SIZE = (1600, 1200)
LEAST_INK = 0.15
"""Least share of a picture that must differ from its background."""


def stl_names() -> list[str]:
    """Every STL file, without its folder."""
    return [f"{case}_{part}.stl" for case, parts in PARTS.items() for part in parts]


def render(folder: Path) -> list[Path]:
    """Write STL files and pictures into `folder` (which holds the .scad files). SystemExit when a tool fails."""
    made = []
    for case, parts in PARTS.items():
        source = folder / f"{case}.scad"
        for part in parts:
            target = folder / f"{case}_{part}.stl"
            openscad(source, target, "--export-format", "binstl", "-D", f'part="{part}"')
            triangles(target)
            made.append(target)
        made.append(picture(source, folder / f"{case}.png", VIEWS[case]))
    return made


def picture(source: Path, target: Path, camera: str, size: tuple[int, int] = SIZE) -> Path:
    """Draw the assembled case, check it, cut off the empty rim, and shrink it to 256 colours."""
    with tempfile.TemporaryDirectory() as scratch:
        raw = Path(scratch) / "raw.png"
        places = (f"--imgsize={size[0]},{size[1]}", f"--camera={camera}", "--autocenter", "--viewall")
        openscad(source, raw, *places, "--colorscheme=Tomorrow", "-D", 'part="all"')
        shown = Image.open(raw).convert("RGB")
    if shown.size != size:
        raise SystemExit(f"{source.name}: picture is {shown.size}, not {size}; is there a display (xvfb)?")
    if ink(shown) < LEAST_INK:
        raise SystemExit(f"{source.name}: the picture is (nearly) empty; is there a display (xvfb)?")
    box = _difference(shown).getbbox() or (0, 0, *size)
    rim = (max(0, box[0] - 40), max(0, box[1] - 40), min(size[0], box[2] + 40), min(size[1], box[3] + 40))
    shown.crop(rim).quantize(128).save(target, optimize=True)
    return target


def ink(shown: Image.Image) -> float:
    """Share of the pixels that differ from the upper left one."""
    counts = _difference(shown).histogram()
    return 1 - counts[0] / sum(counts)


def triangles(stl: Path) -> list[tuple[tuple[float, ...], ...]]:
    """The triangles of a binary STL. SystemExit when it is not one, or is empty."""
    data = stl.read_bytes()
    count = struct.unpack_from("<I", data, 80)[0] if len(data) >= 84 else 0
    if not count or len(data) != 84 + 50 * count:
        raise SystemExit(f"{stl.name}: not a binary STL with triangles in it")
    found: list[tuple[tuple[float, ...], ...]] = []
    for i in range(count):
        v = struct.unpack_from("<12f", data, 84 + 50 * i)
        found.append((v[3:6], v[6:9], v[9:12]))
    return found


def openscad(source: Path, target: Path, *options: str) -> None:
    """Run OpenSCAD on a virtual display. SystemExit with its words when it fails or warns."""
    for tool in ("xvfb-run", "openscad"):
        if not shutil.which(tool):
            raise SystemExit(f"{tool} is missing: apt-get install openscad xvfb xauth")
    command = ["xvfb-run", "-a", "openscad", "-q", "-o", str(target), *options, str(source)]
    done = subprocess.run(command, capture_output=True, text=True)
    loud = [line for line in done.stderr.splitlines() if "WARNING" in line or "ERROR" in line]
    if done.returncode or loud or not target.exists():
        raise SystemExit(f"openscad {source.name}: {' / '.join(loud) or done.stderr.strip()[-400:]}")


def _difference(shown: Image.Image) -> Image.Image:
    """Grey picture: 0 where a pixel equals the upper left one."""
    ground = Image.new("RGB", shown.size, shown.getpixel((0, 0)))
    return ImageChops.difference(shown, ground).convert("L")
