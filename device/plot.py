"""A picture of many games as plain SVG: totals, win shares, length. No library, no fonts but the viewer's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape

import msgspec

WIDTH, HEIGHT, PAD, TOP = 320, 220, 36, 44
BINS = 12
COLOURS = ("#f2a33a", "#5cb8f5", "#4bd09d", "#f08fc4", "#efe06a", "#a99bff", "#d9d5c7")
GROUND, INK, LINE = "#141d1a", "#f1f4ef", "#4d6259"


class Panel(msgspec.Struct, frozen=True):
    """One chart: named groups of bars, (label below, height) each, drawn side by side."""

    title: str
    groups: tuple[tuple[str, tuple[tuple[str, float], ...]], ...]


def histogram(title: str, values: Mapping[str, Sequence[int]]) -> Panel:
    """How often values fall into a dozen equal steps, by group."""
    everything = [v for group in values.values() for v in group]
    low, high = min(everything), max(everything)
    step = max(1, -(-(high - low + 1) // BINS))
    places = range(low, high + 1, step)
    counts = {name: Counter((v - low) // step for v in group) for name, group in values.items()}
    bars = tuple(
        (name, tuple((str(place), count[i] / max(1, count.total())) for i, place in enumerate(places)))
        for name, count in counts.items()
    )
    return Panel(title, bars)


def shares(title: str, values: Mapping[str, float]) -> Panel:
    """One bar a name."""
    return Panel(title, (("", tuple(values.items())),))


def svg(heading: str, panels: Sequence[Panel]) -> str:
    """The panels side by side under a heading."""
    width = WIDTH * len(panels)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT + TOP}" font-family="sans-serif">',
        f'<rect width="{width}" height="{HEIGHT + TOP}" fill="{GROUND}"/>',
        _text(PAD, 26, heading, 16, "start"),
    ]
    for i, panel in enumerate(panels):
        parts.append(f'<g transform="translate({i * WIDTH},{TOP})">{_panel(panel)}</g>')
    return "\n".join([*parts, "</svg>", ""])


def _panel(panel: Panel) -> str:
    tallest = max((height for _, bars in panel.groups for _, height in bars), default=0) or 1
    slots = max(len(bars) for _, bars in panel.groups)
    slot = (WIDTH - 2 * PAD) / slots
    bar = slot * 0.8 / len(panel.groups)
    floor, room = HEIGHT - PAD, HEIGHT - 2 * PAD - 12
    parts = [
        _text(PAD, 14, panel.title, 12, "start"),
        f'<path d="M{PAD} {floor}H{WIDTH - PAD}" stroke="{LINE}"/>',
        _text(PAD - 4, floor - room + 4, f"{tallest:.0%}", 10, "end"),
    ]
    every = -(-slots // 6)
    for g, (name, bars) in enumerate(panel.groups):
        colour = COLOURS[g % len(COLOURS)]
        for i, (label, height) in enumerate(bars):
            tall = room * height / tallest
            x = PAD + i * slot + g * bar
            parts.append(
                f'<rect x="{x:.1f}" y="{floor - tall:.1f}" width="{bar:.1f}" height="{tall:.1f}" fill="{colour}">'
                f"<title>{escape(f'{name} {label}'.strip())}: {height:.1%}</title></rect>"
            )
            if g == 0 and i % every == 0:
                parts.append(_text(PAD + (i + 0.4) * slot, floor + 14, label, 10, "middle"))
        if name:
            parts.append(_text(WIDTH - PAD, 14 + 13 * g, name, 10, "end", colour))
    return "".join(parts)


def _text(x: float, y: float, words: str, size: int, anchor: str, colour: str = INK) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">'
        f"{escape(words)}</text>"
    )
