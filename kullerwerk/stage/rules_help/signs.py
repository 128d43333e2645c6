"""What the drawings of the help are put together from: ticks, crosses, ways, letters."""

from __future__ import annotations

from kullerwerk.stage import theme
from kullerwerk.stage.shapes import Colour, Line, Point, Shape, Text, arrow

Made = tuple[float, list[Shape]]
"""How wide a drawing is, and its shapes: from (0, 0) to (wide, 2)."""
BORDER: Colour = (168, 146, 112, 255)


def right(at: Point) -> Shape:
    """A tick: so it is."""
    x, y = at
    return Line(((x - 0.13, y), (x - 0.03, y - 0.11), (x + 0.15, y + 0.13)), theme.GOOD, 4.0)


def wrong(at: Point) -> list[Shape]:
    """A cross: not so."""
    x, y = at
    return [
        Line(((x - 0.12, y - 0.12), (x + 0.12, y + 0.12)), theme.BAD, 4.0),
        Line(((x - 0.12, y + 0.12), (x + 0.12, y - 0.12)), theme.BAD, 4.0),
    ]


def way(*points: Point) -> list[Shape]:
    """A dashed way with a tip at its end."""
    return [
        Line((*points[:-1], _before(points[-2], points[-1])), theme.ACCENT, 2.5, dash=(6, 4)),
        *arrow(points[-2], points[-1], theme.ACCENT, 0.5, 0.17)[1:],
    ]


def _before(start: Point, end: Point) -> Point:
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5 or 1.0
    return (
        end[0] - 0.17 * (end[0] - start[0]) / length,
        end[1] - 0.17 * (end[1] - start[1]) / length,
    )


def words(at: Point, text: str, size: float = 15, colour: Colour = theme.INK) -> Shape:
    """A few letters or a number, which are the same in both languages."""
    return Text(*at, text, size, colour, "centre", "middle", bold=True)
