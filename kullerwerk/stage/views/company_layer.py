"""A dig layer as shapes: the net, holes, special spaces, ways into the lowest hole.

World: crossings are 1 apart, x = q + r / 2 to the east, y up; the middle of the layer is (0, 0).
"""

from __future__ import annotations

from functools import lru_cache
from math import pi, sqrt

from kullerwerk.stage import theme
from kullerwerk.stage.shapes import (
    Colour,
    Disc,
    Line,
    Point,
    Polygon,
    Rect,
    Shape,
    Text,
    faded,
    mixed,
    regular,
    turned,
)
from rules.company.board import Board, Layer
from rules.company.net import LARGEST_RADIUS, TURNS, Cell, Spot, spot_of, spots

RISE = sqrt(3) / 2
"""From one row to the next."""
SIXTH = -2 * pi / TURNS
"""A layer that is turned by one sixth, in radians: clockwise."""
MARGIN = 0.72
"""From the outermost crossings to the corner of a layer."""
FRAME = LARGEST_RADIUS + 1.32
"""The corners of the box that the layers lie in."""
WORLD = Rect(-FRAME - 0.1, -FRAME * RISE - 0.1, 2 * FRAME + 0.2, 2 * FRAME * RISE + 0.2)

COLOURS: dict[str, Colour] = {
    "green": (196, 216, 172, 255),
    "red": (232, 196, 182, 255),
    "brown": (226, 203, 160, 255),
    "blue": (192, 209, 226, 255),
}
PLAIN: Colour = (220, 212, 198, 255)
BOX: Colour = (122, 98, 72, 255)
PIT: Colour = (92, 72, 52, 255)
HOLE: Colour = (52, 38, 28, 255)


def place_of(spot: Spot) -> Point:
    """Where a spot is in the world."""
    q, r = spot
    return q + r / 2, -RISE * r


@lru_cache(maxsize=128)
def place(cell: Cell) -> Point:
    """Where a crossing is in the world."""
    return place_of(spot_of(cell))


def colour_of(layer: Layer) -> Colour:
    """The colour of a layer."""
    return COLOURS.get(layer.name, PLAIN)


@lru_cache(maxsize=1)
def box() -> tuple[Shape, ...]:
    """The box, and the names of rows and columns on its rim: they do not turn with the layers."""
    out: list[Shape] = [
        Polygon(regular((0, 0), FRAME, 6), BOX, theme.INK, 1.5),
        Polygon(regular((0, 0), LARGEST_RADIUS + MARGIN + 0.04, 6), PIT),
    ]
    reach = range(-LARGEST_RADIUS, LARGEST_RADIUS + 1)
    pale = faded(theme.WHITE, 0.75)
    for r in reach:
        x, y = place_of((max(-LARGEST_RADIUS, -LARGEST_RADIUS - r), r))
        letter = "abcdefghi"[r + LARGEST_RADIUS]
        out.append(Text(x - 0.94, y, letter, 11, pale, "centre", "middle"))
    for q in reach:
        x, y = place_of((q, min(LARGEST_RADIUS, LARGEST_RADIUS - q)))
        number = str(q + LARGEST_RADIUS + 1)
        out.append(Text(x + 0.47, y - 0.81, number, 11, pale, "centre", "middle"))
    return tuple(out)


@lru_cache(maxsize=64)
def sheet(board: Board, depth: int, angle: float, limited: bool) -> tuple[Shape, ...]:
    """A layer turned by an angle; ``limited``: nobody may use the dashed ways."""
    layer = board.layers[depth]
    ground = colour_of(layer)
    line = mixed(ground, theme.INK, 0.35)
    corner = layer.radius + MARGIN

    def at(spot: Spot) -> Point:
        return turned((place_of(spot),), (0.0, 0.0), angle)[0]

    out: list[Shape] = [
        Polygon(regular((0.06, -0.09), corner, 6, angle), (30, 20, 10, 110)),
        Polygon(regular((0, 0), corner, 6, angle), ground, mixed(ground, theme.INK, 0.6), 2.0),
    ]
    radius = layer.radius
    for k in range(-radius, radius + 1):
        low, high = max(-radius, -radius - k), min(radius, radius - k)
        for start, end in (
            ((low, k), (high, k)),
            ((k, low), (k, high)),
            ((-low - k, low), (-high - k, high)),
        ):
            out.append(Line((at(start), at(end)), faded(line, 0.55), 1.2))
    marked = {*layer.holes, *layer.specials}
    for spot in spots(radius):
        if spot not in marked:
            out.append(Disc(*at(spot), 0.12, mixed(ground, theme.WHITE, 0.6), line, 1.0))
    for side in layer.solid:
        out.append(Line((at(side), at((0, 0))), HOLE, 5.0))
    for side in layer.dashed:
        ink = faded(HOLE, 0.35) if limited else HOLE
        out.append(Line((at(side), at((0, 0))), ink, 4.0, dash=(5, 6)))
    for spot in layer.specials:
        x, y = at(spot)
        out.append(Disc(x, y, 0.36, mixed(ground, theme.WHITE, 0.75), theme.INK, 2.0))
        out.append(Disc(x, y, 0.28, None, line, 1.2))
        for u, v in ((0.13, 0.0), (0.0, 0.13)):
            out.append(Line(((x - u, y - v), (x + u, y + v)), theme.INK, 3.0))
    for spot in layer.holes:
        x, y = at(spot)
        out.append(Disc(x, y, 0.4, mixed(ground, theme.INK, 0.5), theme.INK, 1.5))
        out.append(Disc(x, y - 0.02, 0.33, HOLE))
    return tuple(out)


def straight(here: Cell, to: Cell) -> bool:
    """Whether two crossings lie on a line of the net."""
    (q, r), (u, v) = spot_of(here), spot_of(to)
    return q == u or r == v or q + r == u + v


def target(here: Cell, to: Cell, strength: float) -> list[Shape]:
    """Where a mole can go, and the line to it."""
    accent = faded(theme.ACCENT, strength)
    return [
        Line((place(here), place(to)), faded(accent, 0.6), 2.5, dash=(6, 5)),
        Disc(*place(to), 0.2, faded(accent, 0.8), faded(theme.WHITE, strength), 2.0),
    ]


def steps(here: Cell, to: Cell, n: int, scale: float) -> list[Shape]:
    """The ``n`` spaces of a move, counted; ``scale``: that of the camera."""
    (a, b), (u, v) = place(here), place(to)
    out: list[Shape] = []
    for k in range(1, n + 1):
        x, y = a + (u - a) * k / n, b + (v - b) * k / n
        out.append(Disc(x, y, 0.2, theme.ACCENT, theme.WHITE, 2.0))
        out.append(Text(x, y, str(k), 0.3 * scale, theme.WHITE, "centre", "middle", bold=True))
    return out
