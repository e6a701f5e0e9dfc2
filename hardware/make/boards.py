"""Writes the board plans: one SVG and one page of steps and wires for each board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from hardware.make.board import FREE, Board, Hole, Part, bridges, hole_name
from hardware.make.draw import board_svg
from hardware.make.hub_board import PODS, hub_board
from hardware.make.pod_board import pod_board
from hardware.make.route import Wire, wires

INTRO = """\
Made by `make hardware` from the pin table; change `hardware/make/`, not this page. Holes are named as in the drawing
(column letter, row number, counted on the component side). No board of this plan has been soldered yet: check each
step with a continuity tester, and tell us what was wrong."""
ORDER = (
    ("Lying parts first", ("axial", "diode")),
    ("Standing parts", ("bead", "disc", "can", "can2", "led")),
    ("Keys, sockets, plugs", ("key", "dip", "module", "row", "double")),
)


def board_files() -> dict[str, str]:
    """Path under `hardware/` → text, for both boards."""
    pod, hub = pod_board(), hub_board()
    sides: dict[str, Hole] = {f"J{i}": (-1 if i <= 4 else 1, 0) for i in range(1, PODS + 1)}
    files = {}
    for board, plugs in ((pod, {"J1": (0, -1), "J2": (0, -1)}), (hub, sides)):
        laid, seams = wires(board), bridges(board)
        files[f"boards/{board.name}.svg"] = board_svg(board, laid, seams, plugs)
        files[f"boards/{board.name}.md"] = page(board, laid, seams)
    return files


def page(board: Board, laid: Sequence[Wire], seams: Sequence[tuple[Hole, Hole]]) -> str:
    """The board's page in Markdown: parts in the order they go in, bridges, bare wires, insulated wires."""
    out = [f"# {board.title}", "", f"![Plan of the {board.name} board, both sides]({board.name}.svg)", ""]
    out += [INTRO, ""]
    for title, shapes in ORDER:
        out += [f"## {title}", "", "| part | value | legs: pin in hole (net) | mind |", "|---|---|---|---|"]
        out += [_part_row(part) for shape in shapes for part in board.parts if part.shape == shape]
        out.append("")
    out += ["## Bare wires, then solder bridges", ""]
    out += [f"- bare {wire.net}: {hole_name(wire.start)} to {hole_name(wire.end)}" for wire in board.bare]
    taken = board.occupied()
    for net, group in groupby(
        sorted(seams, key=lambda seam: taken[seam[0]].net), key=lambda seam: taken[seam[0]].net
    ):
        out.append(f"- bridge {net}: " + ", ".join(f"{hole_name(a)}-{hole_name(b)}" for a, b in group))
    out += [
        "",
        "## Insulated wires",
        "",
        "Lengths in millimetres along the drawn path, 10 mm for the ends included.",
        "",
    ]
    out += ["| wire | net | from | to | mm |", "|---:|---|---|---|---:|"]
    owner = {pad.at: f"{part.ref}.{pad.pin}" for part, pad in board.pads()}
    for number, wire in enumerate(laid, 1):
        ends = (f"{hole_name(hole)} ({owner.get(hole, 'bare wire')})" for hole in (wire.start, wire.end))
        out.append(f"| {number} | {wire.net} | {' | '.join(ends)} | {round(wire.length() * 2.54) + 10} |")
    return "\n".join([*out, ""])


def _part_row(part: Part) -> str:
    legs = ", ".join(f"{pad.pin} in {hole_name(pad.at)} ({pad.net})" for pad in part.pads if pad.net != FREE)
    if len(part.pads) > 8:
        legs = (
            f"1 in {hole_name(part.pads[0].at)}, last in {hole_name(part.pads[-1].at)}; nets in the wire list"
        )
    return f"| {part.ref} | {part.value} | {legs} | {part.note} |"
