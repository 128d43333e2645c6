"""The parts of a marble hill, drawn from plain geometry: in games, records and the editor.

In mm: x across, y up, the front of the hill at 0 and the hill below it; the hut stands at a height
that is given. The walls are those that the simulation has. ``u`` is the size of what is drawn, 1
where gutters are 40 mm apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, pi, sin

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
    arrow,
    box,
    stripes,
)
from scenes.gutters import pitch_of
from scenes.hill import MarbleHill
from sim.marbles.walls import ABOVE, BEYOND, CHUTE, SILL, exit_places, hill_walls, hut_walls
from sim.settled import Side

MEADOW: Colour = (176, 207, 150, 255)
MEADOW_EDGE: Colour = (111, 143, 85, 255)
GUTTER: Colour = (246, 238, 219, 255)
INSIDE: Colour = (251, 246, 234, 255)
WOOD: Colour = (201, 160, 107, 255)
WOOD_DARK: Colour = (124, 88, 50, 255)
TRAY: Colour = (217, 199, 163, 255)
SHUTTER: Colour = (75, 79, 85, 255)
STONE: Colour = (180, 184, 189, 255)
STONE_EDGE: Colour = (107, 112, 118, 255)
SPACE: Colour = (232, 217, 184, 255)
WAY: Colour = (150, 118, 70, 255)
HORN: Colour = (209, 51, 31, 255)
ROOF = 20.0
"""The roof is so far above the hatches, mm."""


def unit_of(hill: MarbleHill) -> float:
    """The size of what is drawn on a hill, 1 where gutters are 40 mm apart."""
    return pitch_of(hill) / 40 or 1.0


def sides(hill: MarbleHill) -> tuple[float, float]:
    """How far the gutters reach to the left and to the right."""
    xs = [x for line in hill_walls(hill).edges for x, _ in line]
    return min(xs), max(xs)


def plate(hill: MarbleHill) -> Iterator[Shape]:
    """The meadow, and the track that marbles roll on between its borders."""
    u, (left, right), edges = unit_of(hill), sides(hill), hill_walls(hill).edges
    bottom, brim = hill.slope.hollow + BEYOND, 9 * u
    meadow = Rect(left - brim, -bottom, right - left + 2 * brim, bottom + ABOVE)
    yield box(meadow, MEADOW, MEADOW_EDGE, 1.5, 6 * u)
    # In strips: its outline is not convex.
    west = sorted(((-y, x) for x, y in edges[0]), reverse=True)
    east = sorted(((-y, x) for x, y in edges[1]), reverse=True)
    levels = sorted({y for y, _ in (*west, *east)}, reverse=True)
    for top, low in pairwise(levels):
        corners = (
            (_across(west, low), low), (_across(east, low), low),
            (_across(east, top), top), (_across(west, top), top),
        )  # fmt: skip
        yield Polygon(corners, GUTTER)
    for edge in edges:
        yield Line(tuple((x, -y) for x, y in edge), MEADOW_EDGE, 1.2)


def _across(line: list[tuple[float, float]], y: float) -> float:
    """Where a border is at a height; ``line`` falls."""
    for (a, x), (b, z) in pairwise(line):
        if b <= y <= a:
            return x if a == b else x + (z - x) * (a - y) / (a - b)
    return line[-1][1] if y < line[-1][0] else line[0][1]


def blocks(hill: MarbleHill) -> tuple[Shape, ...]:
    """The meadows between the gutters; the first block of the walls is that above the exits."""
    return tuple(
        Polygon(tuple((x, -y) for x, y in block), MEADOW, MEADOW_EDGE, 1.0)
        for block in hill_walls(hill).blocks[1:]
    )


def tray(hill: MarbleHill, depth: float) -> Shape:
    """The hollow that marbles end in."""
    u, (left, right) = unit_of(hill), sides(hill)
    at = Rect(left - 9 * u, -hill.slope.hollow - depth, right - left + 18 * u, depth)
    return box(at, TRAY, WOOD_DARK, 1.5, 3 * u)


def way(points: tuple[Point, ...]) -> Shape:
    """The way from space to space."""
    return Line(points, (*WAY[:3], 130), 2.0, dash=(3, 5))


def space(
    at: Point, number: int, u: float, *, inside: bool = False, wrong: bool = False
) -> Iterator[Shape]:
    """A space of the path, its number below it, or ``inside``."""
    yield Disc(*at, 6.5 * u, SPACE, theme.BAD if wrong else WAY, 3.0 if wrong else 1.0)
    yield space_number(at, number, 0.0 if inside else u)


def space_number(at: Point, number: int, u: float) -> Shape:
    """The number of a space, below it; ``u`` 0 = on it."""
    return Text(at[0], at[1] - 13 * u, str(number), 9, theme.SOFT, "centre", "middle", bold=not u)


def start(at: Point, u: float, *, wrong: bool = False) -> Shape:
    """A place where a marmot starts."""
    edge = theme.BAD if wrong else MEADOW_EDGE
    return Disc(*at, 7 * u, (255, 255, 255, 130), edge, 3.0 if wrong else 1.2)


def stone(at: Point, u: float, *, wrong: bool = False) -> Shape:
    """A stone, as large as a space where ``u`` is that of the hill."""
    x, y = at
    outline = tuple(
        (x + 11 * u * f * cos(2 * pi * k / 9), y + 9.5 * u * f * sin(2 * pi * k / 9))
        for k, f in enumerate((1.0, 0.92, 1.06, 0.95, 1.03, 0.96, 1.05, 0.93, 0.98))
    )
    return Polygon(outline, STONE, theme.BAD if wrong else STONE_EDGE, 3.0 if wrong else 1.5)


def horn(at: Point, u: float, *, wrong: bool = False) -> Iterator[Shape]:
    """A red horn, its bell to the left."""
    x, y = at
    tube = ((-5.5, -4.6), (6.0, -1.2), (6.0, 1.2), (-5.5, 4.6))
    yield Polygon(
        tuple((x + a * u, y + b * u) for a, b in tube), HORN, theme.BAD if wrong else theme.INK,
        3.0 if wrong else 1.0,
    )  # fmt: skip
    yield Line(((x - 5.5 * u, y - 4.8 * u), (x - 5.5 * u, y + 4.8 * u)), (246, 183, 168, 255), 3.0)
    yield Disc(x + 6.8 * u, y, 1.4 * u, theme.INK)


def hut(hill: MarbleHill, slider: Side, foot: float) -> Iterator[Shape]:
    """The hut from the front, its slider at a side, its exits ``foot`` above the hill."""
    u = unit_of(hill)
    closed = "right" if slider == "left" else "left"
    walls = hut_walls(hill, range(len(hill.hut.hatches)), closed)
    xs = [x for block in walls.blocks for x, _ in block]
    low, high = min(xs), max(xs)
    yield box(Rect(low, foot, high - low, hill.hut.hatch_height + ROOF), INSIDE, WOOD_DARK, 2.0)
    for block in walls.blocks:
        yield Polygon(tuple((x, foot + y) for x, y in block), WOOD, WOOD_DARK, 0.8)
    for number in range(len(hill.hut.hatches)):
        for side, x in zip(("left", "right"), exit_places(hill, number), strict=True):
            half = hill.hut.exit_width / 2
            if side == closed:
                shutter = Rect(x - half - 1, foot + CHUTE, 2 * half + 2, SILL - CHUTE)
                yield box(shutter, SHUTTER, theme.INK, 1.0)
                yield from stripes(shutter, 4 * u, (200, 200, 205, 255), 1.0)
            else:
                ends = (x, foot - 3 * u), (x, foot - 15 * u)
                yield from arrow(*ends, theme.GOOD, 2.0, 6 * u)
    yield from _roof(hill, low, high, foot)
    # The slider stands out at the side whose exits are shut.
    y = foot + (SILL + CHUTE) / 2
    x = high if slider == "left" else low - 12 * u
    yield box(Rect(x, y - 2.5 * u, 12 * u, 5 * u), SHUTTER, theme.INK, 1.0, 1.5 * u)


def hatch_radius(hill: MarbleHill) -> float:
    """Half the width of a hatch."""
    return max(2.2 * hill.marbles.radius, 6 * unit_of(hill))


def _roof(hill: MarbleHill, low: float, high: float, foot: float) -> Iterator[Shape]:
    u, gap, roof = unit_of(hill), hatch_radius(hill), foot + hill.hut.hatch_height + ROOF
    rise = 11 * u
    xs = [hatch.x for hatch in hill.hut.hatches]
    for first, last in zip(
        [low - 6 * u, *(x + gap for x in xs)], [*(x - gap for x in xs), high + 6 * u], strict=True
    ):
        slant = min(4 * u, (last - first) / 3)
        top = roof + rise
        outline = ((first, roof), (last, roof), (last - slant, top), (first + slant, top))
        yield Polygon(outline, WOOD_DARK, theme.INK, 1.0)
    for number, x in enumerate(xs, 1):
        at = x, roof + 5 * u
        yield Disc(*at, 7 * u, theme.WHITE, theme.INK, 1.2)
        yield Text(*at, str(number), 13, theme.INK, "centre", "middle", bold=True)
