"""A sheet of SVG on which a board is drawn, in holes, from either side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from hardware.make.board import Board

STEP = 20
"""Drawing units from hole to hole."""
MARGIN, TOP = 46, 92
COLOURS = {
    "GND": "#30343a",
    "3V3": "#c62828",
    "POD": "#e65100",
    "5V": "#8e0000",
    "SDA": "#1565c0",
    "SCL": "#00838f",
}
FILLS = {"dip": "#3b3f46", "row": "#cfd8dc", "double": "#cfd8dc", "module": "#dfe7f5", "axial": "#e6d2a8"}
FILLS |= {"can": "#b3c7e6", "can2": "#ffcc66"}
"""Shape of a part → colour of its body."""
WHEEL = ("#6a1b9a", "#2e7d32", "#ad1457", "#4e342e", "#00695c", "#9e6a00", "#283593", "#558b2f")


def colour(net: str) -> str:
    """A steady colour for a net: supply and bus lines have their own, the others share a wheel."""
    return COLOURS.get(net) or COLOURS.get(net[:3]) or WHEEL[sum(map(ord, net)) % len(WHEEL)]


class Sheet:
    """SVG text being written. `flip` mirrors columns: the solder side as one sees it, board turned over."""

    def __init__(self, board: Board, left: float, flip: bool) -> None:
        self.board, self.left, self.flip = board, left, flip
        self.out: list[str] = []

    def xy(self, col: float, row: float) -> tuple[float, float]:
        shown = self.board.cols - 1 - col if self.flip else col
        return self.left + shown * STEP, TOP + row * STEP

    def add(self, tag: str, attributes: Mapping[str, object], text: str | None = None) -> None:
        """One element; underscores in names become dashes."""
        names = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in attributes.items())
        self.out.append(f"<{tag} {names}/>" if text is None else f"<{tag} {names}>{escape(text)}</{tag}>")

    def text(self, col: float, row: float, text: str, size: float = 9, **attributes: object) -> None:
        """Words centred on a place of the board (other attributes win)."""
        x, y = self.xy(col, row)
        place = {"x": f"{x:.1f}", "y": f"{y + size * 0.35:.1f}", "text_anchor": "middle", "font_size": size}
        self.add("text", place | attributes, text)

    def turned(self, col: float, row: float, text: str, size: float = 9, **attributes: object) -> None:
        """Words that read upwards."""
        x, y = self.xy(col, row)
        self.text(col, row, text, size, transform=f"rotate(-90 {x:.1f} {y:.1f})", **attributes)

    def line(self, points: Iterable[tuple[float, float]], stroke: str, width: float) -> None:
        places = " ".join("{:.1f},{:.1f}".format(*self.xy(*point)) for point in points)
        ends = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
        self.add("polyline", {"points": places, "stroke": stroke, "stroke_width": width} | ends)

    def box(
        self, a: tuple[float, float], b: tuple[float, float], fill: str, stroke: str = "#333", r: int = 4
    ) -> None:
        (x0, y0), (x1, y1) = self.xy(*a), self.xy(*b)
        place = {"x": min(x0, x1), "y": min(y0, y1), "width": abs(x1 - x0), "height": abs(y1 - y0)}
        self.add("rect", place | {"rx": r, "fill": fill, "stroke": stroke, "stroke_width": 1.2})

    def dot(self, hole: tuple[float, float], r: float, fill: str, stroke: str = "none") -> None:
        x, y = self.xy(*hole)
        self.add("circle", {"cx": x, "cy": y, "r": r, "fill": fill, "stroke": stroke, "stroke_width": 1})
