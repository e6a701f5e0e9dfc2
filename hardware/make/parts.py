"""Footprints: where the legs of each kind of part fall on a 2.54 mm grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hardware.make.board import FREE, Hole, Pad, Part


def two(ref: str, value: str, shape: str, a: tuple[str, Hole], b: tuple[str, Hole], note: str = "") -> Part:
    """A part with two legs. Pin 1 is the one that matters (cathode of a diode, plus of a capacitor or LED)."""
    return Part(ref, value, shape, (Pad("1", *a), Pad("2", *b)), note=note)


def row(ref: str, value: str, at: Hole, nets: Sequence[str], step: Hole, note: str = "") -> Part:
    """A single-row header or a SIP part: pin 1 at `at`, the next one `step` further."""
    pads = (Pad(str(i + 1), net, (at[0] + i * step[0], at[1] + i * step[1])) for i, net in enumerate(nets))
    return Part(ref, value, "row", tuple(pads), note=note)


def key(ref: str, label: str, at: Hole, net: str) -> Part:
    """A 6×6 mm push button, legs 6.5 mm apart across (three holes) and 4.5 mm down (two holes).

    Both legs of the upper pair are one inside, both of the lower pair too (B3F data sheet): turned by a quarter it
    would be closed for ever.
    """
    col, line = at
    pads = (
        Pad("1", net, (col, line)),
        Pad("2", net, (col + 3, line)),
        Pad("3", "GND", (col, line + 2)),
        Pad("4", "GND", (col + 3, line + 2)),
    )
    return Part(ref, label, "key", pads, (("1", "2"), ("3", "4")))


def dip(ref: str, value: str, at: Hole, nets: Mapping[int, str], pins: int, note: str = "") -> Part:
    """A narrow DIP (three holes across) lying with its notch to the RIGHT; `at` is the upper left leg.

    Seen from above the upper row then counts from the right (pin 1 upper right), the lower row on from the left.
    """
    half = pins // 2
    pads = []
    for pin in range(1, pins + 1):
        hole = (at[0] + half - pin, at[1]) if pin <= half else (at[0] + pin - half - 1, at[1] + 3)
        pads.append(Pad(str(pin), nets.get(pin, FREE), hole))
    return Part(ref, value, "dip", tuple(pads), note=note)


def double(ref: str, value: str, at: Hole, nets: Mapping[int, str], pins: int, note: str = "") -> Part:
    """A box header of two rows: odd pins in the lower row, even ones above, pin 1 lower left."""
    pads = (
        Pad(str(pin), nets.get(pin, FREE), (at[0] + (pin - 1) // 2, at[1] + pin % 2))
        for pin in range(1, pins + 1)
    )
    return Part(ref, value, "double", tuple(pads), note=note)


def module(
    ref: str,
    value: str,
    at: Hole,
    left: Sequence[tuple[str, str]],
    right: Sequence[tuple[str, str]],
    apart: int,
) -> Part:
    """A breakout board on two pin strips: (pin, net) downwards on the left and on the right, `apart` holes between."""
    pads = [Pad(pin, net, (at[0], at[1] + i)) for i, (pin, net) in enumerate(left)]
    pads += [Pad(pin, net, (at[0] + apart, at[1] + i)) for i, (pin, net) in enumerate(right)]
    return Part(ref, value, "module", tuple(pads))
