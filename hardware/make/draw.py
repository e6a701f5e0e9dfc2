"""Draws a board as one SVG: both sides, every leg named, every wire numbered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise
from math import dist

from hardware.make.board import FREE, Board, Hole, Part, hole_name
from hardware.make.route import FINE, Node, Wire
from hardware.make.sheet import FILLS, MARGIN, STEP, TOP, Sheet, colour


def grid(sheet: Sheet, title: str) -> None:
    """The empty board with its hole names."""
    board = sheet.board
    sheet.text((board.cols - 1) / 2, -2.4, title, 15, font_weight="bold")
    sheet.box((-0.9, -0.9), (board.cols - 0.1, board.rows - 0.1), "#f4ecd8", "#a58d5d", 8)
    holes = (sheet.xy(col, row) for row in range(board.rows) for col in range(board.cols))
    dots = "".join(f"M{x:.0f} {y:.0f}h0" for x, y in holes)
    sheet.add("path", {"d": dots, "stroke": "#d9c79c", "stroke_width": 4, "stroke_linecap": "round"})
    for col in range(board.cols):
        for beside in (-1.45, board.rows + 0.45):
            sheet.text(col, beside, hole_name((col, 0))[:-1], 9, fill="#6b5a30")
    for row in range(board.rows):
        for beside in (-1.5, board.cols + 0.5):
            sheet.text(beside, row, str(row + 1), 9, fill="#6b5a30")


def part_body(sheet: Sheet, part: Part) -> None:
    """The outline of a part and its name."""
    cols = [pad.at[0] for pad in part.pads]
    rows = [pad.at[1] for pad in part.pads]
    c0, c1, r0, r1 = min(cols), max(cols), min(rows), max(rows)
    middle = ((c0 + c1) / 2, (r0 + r1) / 2)
    level = c1 - c0 >= r1 - r0
    if part.shape == "key":
        sheet.box((c0 + 0.35, r0 - 0.15), (c1 - 0.35, r1 + 0.15), "#4a4f57")
        sheet.dot(middle, 14, "#e8e8e8")
        sheet.text(*middle, part.value, 9 if len(part.value) < 4 else 8, font_weight="bold")
        sheet.text(middle[0], r1 + 0.62, part.ref, 8, fill="#6b5a30")
        return
    fill = FILLS.get(part.shape, "#f3c9a5")
    thin = part.shape in ("axial", "diode", "bead")
    if thin:
        sheet.line([part.pads[0].at, part.pads[1].at], "#888", 2.5)
    inset = 0.75 if thin and max(c1 - c0, r1 - r0) > 2 else -0.42
    wide = 0.34 if thin else 0.42
    a = (c0 + inset, r0 - wide) if level else (c0 - wide, r0 + inset)
    b = (c1 - inset, r1 + wide) if level else (c1 + wide, r1 - inset)
    sheet.box(a, b, fill)
    if part.shape == "diode":
        (x, y), toward = part.pads[0].at, part.pads[1].at
        dx, dy = (toward[0] > x) - (toward[0] < x), (toward[1] > y) - (toward[1] < y)
        bar = (x + dx * 1.15, y + dy * 1.15)
        sheet.line(
            [(bar[0] - dy * 0.3, bar[1] - dx * 0.3), (bar[0] + dy * 0.3, bar[1] + dx * 0.3)], "#222", 3.5
        )
    if part.shape in ("led", "can"):
        sheet.text(part.pads[0].at[0] - 0.55, part.pads[0].at[1] - 0.5, "+", 12, font_weight="bold")
    _label(sheet, part, (c0, c1, r0, r1), level)


def _label(sheet: Sheet, part: Part, around: tuple[int, int, int, int], level: bool) -> None:
    c0, c1, r0, r1 = around
    middle, name = ((c0 + c1) / 2, (r0 + r1) / 2), f"{part.ref}  {part.value}"
    if part.shape in ("dip", "module"):
        ink = "#fff" if part.shape == "dip" else "#222"
        write = sheet.text if level else sheet.turned
        write(*middle, name, 12, fill=ink, font_weight="bold")
        if part.shape == "dip":
            sheet.dot((c1 + 0.42, middle[1]), 6, "#f4ecd8")
        return
    if level and c1 - c0 >= 4 and part.shape == "axial":
        sheet.text(*middle, name, 7.5)
    elif part.shape in ("bead", "can2"):
        left = c0 < sheet.board.cols / 2
        at = (c1 + 0.6, r1 + 0.1) if left else (c0 - 0.6, r1 + 0.1)
        sheet.text(*at, name, 7.5, text_anchor="start" if left else "end")
    elif part.shape == "row" and not level:
        sheet.text(middle[0], r0 - 0.8, name, 8.5)
    elif level:
        sheet.text(middle[0], r1 + 0.78 if part.shape != "double" else r0 - 0.8, name, 8.5)
    else:
        sheet.turned(c1 + 0.8, middle[1], name, 8.5)


def legs(sheet: Sheet, named: bool) -> None:
    """Every leg in the colour of its net; named: with pin numbers where a part has more than two."""
    for part, pad in sheet.board.pads():
        sheet.dot(pad.at, 5, "#fff" if pad.net == FREE else colour(pad.net), "#222")
        many = part.shape in ("dip", "row", "double", "module")
        if named and many:
            sheet.text(
                *pad.at,
                pad.pin if part.shape != "module" else "",
                6,
                fill="#222" if pad.net == FREE else "#fff",
            )
            if part.shape == "module":
                inward = 0.85 if pad.at[0] == part.pads[0].at[0] else -0.85
                sheet.text(pad.at[0] + inward, pad.at[1], pad.pin, 8)
        elif named and pad.pin == "1" and part.shape not in ("key", "axial"):
            sheet.dot(pad.at, 1.8, "#fff")


def nets_beside(sheet: Sheet, part: Part, out: Hole) -> None:
    """The net of each leg of a plug, written beside it."""
    for pad in part.pads:
        if pad.net == FREE:
            continue
        write = sheet.turned if out[1] else sheet.text
        anchor = "start" if out[0] > 0 or out[1] < 0 else "end"
        at = (pad.at[0] + out[0] * 0.5, pad.at[1] + out[1] * 0.5)
        write(*at, pad.net, 7, text_anchor=anchor, fill=colour(pad.net), font_weight="bold")


def wire_paths(sheet: Sheet, wires: Sequence[Wire], seams: Iterable[tuple[Hole, Hole]]) -> None:
    """Bare wires, solder bridges, then the insulated wires with their numbers."""
    for bare in sheet.board.bare:
        sheet.line([bare.start, bare.end], "#555", 7)
        sheet.line([bare.start, bare.end], "#c9ced6", 5)
    for a, b in seams:
        sheet.line([a, b], "#b08d2f", 8)
    for wire in wires:
        sheet.line([_fine(node) for node in wire.path], "#fff", 4.4)
        sheet.line([_fine(node) for node in wire.path], colour(wire.net), 2.6)


def wire_numbers(sheet: Sheet, wires: Sequence[Wire]) -> None:
    """Each wire's number, on a long stretch of it where no other number stands."""
    taken: list[tuple[float, float]] = []
    for number, wire in enumerate(wires, 1):
        spots = list(_spots(wire))
        at = next((spot for spot in spots if all(dist(spot, other) > 0.75 for other in taken)), spots[0])
        taken.append(at)
        sheet.dot(at, 5.6, "#fff", colour(wire.net))
        sheet.text(*at, str(number), 6.6, fill=colour(wire.net), font_weight="bold")


def _spots(wire: Wire) -> Iterator[tuple[float, float]]:
    """Places for a wire's number, the best first: the middle of its longest stretch."""
    stretches = sorted(pairwise(map(_fine, wire.path)), key=lambda ends: -dist(*ends))
    for (x0, y0), (x1, y1) in stretches:
        for part in (0.5, 0.35, 0.65, 0.2, 0.8):
            yield x0 + (x1 - x0) * part, y0 + (y1 - y0) * part


def legend(sheet: Sheet) -> None:
    """What the lines mean, under the solder side."""
    row = sheet.board.rows + 1.5
    for col, text, stroke, width in (
        (0.0, "bare wire", "#c9ced6", 5),
        (6.5, "solder bridge", "#b08d2f", 8),
        (14.0, "insulated wire n (see the list)", "#1565c0", 2.6),
    ):
        x, y = sheet.left + col * STEP, TOP + row * STEP
        style: dict[str, object] = {"stroke": stroke, "stroke_width": width, "stroke_linecap": "round"}
        sheet.add("line", style | {"x1": x, "y1": y, "x2": x + 26, "y2": y})
        sheet.add("text", {"x": x + 34, "y": y + 4, "font_size": 11}, text)


def _fine(node: Node) -> tuple[float, float]:
    return node[0] / FINE, node[1] / FINE


def board_svg(
    board: Board, wires: Sequence[Wire], seams: Sequence[tuple[Hole, Hole]], plugs: dict[str, Hole]
) -> str:
    """The whole drawing. `plugs`: reference of a plug → the direction in which its nets are written."""
    width = (board.cols + 1) * STEP + MARGIN
    front = Sheet(board, MARGIN, flip=False)
    back = Sheet(board, MARGIN + width, flip=True)
    grid(front, "Component side: put the parts in")
    for part in board.parts:
        part_body(front, part)
    legs(front, named=True)
    for ref, out in plugs.items():
        nets_beside(front, board.part(ref), out)
    grid(back, "Solder side (mirrored): lay the wires")
    wire_paths(back, wires, seams)
    legs(back, named=False)
    wire_numbers(back, wires)
    for part in board.parts:
        first = part.pads[0].at
        back.text(first[0], first[1] - 0.45, part.ref, 6, fill="#555")
    legend(back)
    total_w, total_h = MARGIN + 2 * width, TOP + (board.rows + 3) * STEP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{total_w}" height="{total_h}" '
        f'viewBox="0 0 {total_w} {total_h}" font-family="Noto Sans, DejaVu Sans, Arial, sans-serif">'
        f'<rect width="100%" height="100%" fill="#fff"/>'
        f'<text x="{MARGIN - 10}" y="26" font-size="20" font-weight="bold">{escape(board.title)}</text>'
    )
    return "\n".join([head, *front.out, *back.out, "</svg>", ""])
