"""The walls of a hill and of its hut as plain numbers: convex blocks, and edges to roll along.

Lengths in mm. On the hill x runs across and y downhill, in the hut x across and y up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scenes.gutters import BELOW, NEAR, Measures, exits_of, measures
from scenes.hill import MarbleHill, Row

Point = tuple[float, float]

ABOVE = 10.0
"""The hill's walls begin this far uphill from the front of the hut, mm."""
BEYOND = 10.0
"""They end this far below the beginning of the hollow, mm."""
CHUTE = 12.0
"""Depth of an exit below a shutter, mm: it takes their sideways speed from marbles."""
SILL = CHUTE + 4.0
"""Height of a shutter's upper face, and of an exit's upper edges, above the front, mm."""
TIP = 1.0
"""Slope of a splitter's tip in the hut: height over half its width."""


@dataclass(frozen=True, slots=True)
class Walls:
    """Fixed walls: convex ``blocks``, and ``edges`` with the free side on their left.

    Left = turned by a quarter from +x to +y. All corners are rounded to ``rounding``: ``cores`` and
    ``spines`` are the blocks and edges moved back by that.
    """

    blocks: tuple[tuple[Point, ...], ...]
    edges: tuple[tuple[Point, ...], ...]
    rounding: float
    cores: tuple[tuple[Point, ...], ...]
    spines: tuple[tuple[Point, ...], ...]


def _walls(
    blocks: Sequence[tuple[Point, ...]], edges: Sequence[tuple[Point, ...]], rounding: float
) -> Walls:
    return Walls(
        tuple(blocks),
        tuple(edges),
        rounding,
        tuple(tuple(shrunk(block, rounding)) for block in blocks),
        tuple(tuple(pushed(edge, rounding)) for edge in edges),
    )


def shrunk(outline: Sequence[Point], by: float) -> list[Point]:
    """Return a convex outline with every side moved inwards."""
    n = len(outline)
    area = sum(
        outline[k][0] * outline[(k + 1) % n][1] - outline[(k + 1) % n][0] * outline[k][1]
        for k in range(n)
    )
    by = by if area > 0 else -by
    return [_corner(outline[k - 1], outline[k], outline[(k + 1) % n], by) for k in range(n)]


def pushed(line: Sequence[Point], by: float) -> list[Point]:
    """Return a line moved to its right."""
    first, last = _beside(line[0], line[1], -by)[0], _beside(line[-2], line[-1], -by)[1]
    inner = [_corner(a, b, c, -by) for a, b, c in zip(line, line[1:], line[2:], strict=False)]
    return [first, *inner, last]


def _beside(a: Point, b: Point, by: float) -> tuple[Point, Point]:
    """Return the segment a-b moved to its left."""
    length = math.dist(a, b)
    x, y = -(b[1] - a[1]) / length * by, (b[0] - a[0]) / length * by
    return (a[0] + x, a[1] + y), (b[0] + x, b[1] + y)


def _corner(a: Point, b: Point, c: Point, by: float) -> Point:
    """Return where the sides a-b and b-c meet once both are moved to their left."""
    p, q = _beside(a, b, by)
    r, s = _beside(b, c, by)
    dx, dy, ex, ey = q[0] - p[0], q[1] - p[1], s[0] - r[0], s[1] - r[1]
    cross = dx * ey - dy * ex
    if abs(cross) < 1e-9:
        return q
    along = ((r[0] - p[0]) * ey - (r[1] - p[1]) * ex) / cross
    return p[0] + along * dx, p[1] + along * dy


# --- the hill ----------------------------------------------------------------


def _half_widths(hill: MarbleHill) -> list[float]:
    """Return half the clear width of the straight pieces of every row."""
    return [hill.hut.exit_width / 2, *[hill.slope.gutter_width / 2] * (len(hill.rows) - 1)]


def _aligned(above: Row, below: Row) -> bool:
    """Return whether a row lies straight below another."""
    return abs(above.x[0] - below.x[0]) < NEAR


def hill_walls(hill: MarbleHill) -> Walls:
    """Return the walls of the hill: islands between the gutters, and both borders."""
    m = measures(hill)
    mirrored = [
        row.model_copy(update={"x": tuple(-x for x in reversed(row.x))}) for row in hill.rows
    ]
    left = _border(hill, m, hill.rows)
    right = [(-x, y) for x, y in _border(hill, m, mirrored)]
    low, high = min(x for x, _ in left) - 10, max(x for x, _ in right) + 10
    roof = ((low, -ABOVE - 10), (high, -ABOVE - 10), (high, -ABOVE), (low, -ABOVE))
    blocks = (roof, *_islands(hill, m))
    return _walls(blocks, (tuple(reversed(left)), tuple(right)), hill.slope.tip_radius)


def _border(hill: MarbleHill, m: Measures, rows: Sequence[Row]) -> list[Point]:
    """Return the left border of these rows from the top down."""
    widths = _half_widths(hill)
    line = [(rows[0].x[0] - widths[0], -ABOVE)]
    for index, (above, below) in enumerate(pairwise(rows)):
        x, to, half, half_to = above.x[0], below.x[0], widths[index], widths[index + 1]
        tip = above.y + m.tip
        if _aligned(above, below):
            if half != half_to:
                y = above.y + BELOW
                line += [(x - half, y), (to - half_to, y + abs(half - half_to) / m.steep)]
        elif to < x:
            line.append((x - half, tip - (m.level - half) / m.steep))
            line.append((to - half_to, tip + (x - m.level - to + half_to) / m.steep))
        else:
            line.append((x - half, tip - half / m.steep))
            line.append((to - half_to, tip + (to - half_to - x) / m.steep))
    return [*line, (rows[-1].x[0] - widths[-1], hill.slope.hollow + BEYOND)]


def _islands(hill: MarbleHill, m: Measures) -> list[tuple[Point, ...]]:
    """Return the walls between two gutters, from the tip above them to where they merge."""
    rows, widths = hill.rows, _half_widths(hill)
    islands: list[tuple[Point, ...]] = []
    for first, row in enumerate(rows):
        if first and _aligned(rows[first - 1], row):
            continue
        last = first
        while last + 1 < len(rows) and _aligned(rows[last], rows[last + 1]):
            last += 1
        for k, (a, b) in enumerate(pairwise(row.x)):
            middle = (a + b) / 2
            top = _top(hill, m, first, k, widths[first])
            sides: list[Point] = []
            for index in range(first, last):
                if widths[index] != widths[index + 1]:
                    y = rows[index].y + BELOW
                    sides.append((widths[index], y))
                    narrower = (widths[index] - widths[index + 1]) / m.steep
                    sides.append((widths[index + 1], y + abs(narrower)))
            half = widths[last]
            if last == len(rows) - 1:
                sides.append((half, hill.slope.hollow + BEYOND))
                end: list[Point] = []
            else:
                tip = rows[last].y + m.tip
                sides.append((half, tip - (m.level - half) / m.steep))
                end = [(middle, tip + m.merges)]
            left = [(a + half, y) for half, y in sides]
            right = [(b - half, y) for half, y in sides]
            islands.append((*reversed(left), *top, *right, *end))
    return islands


def _top(hill: MarbleHill, m: Measures, row: int, k: int, half: float) -> list[Point]:
    """Return the upper corners, from left to right, of the island right of a node."""
    a, b = hill.rows[row].x[k], hill.rows[row].x[k + 1]
    if row == 0:
        return [(a + half, -ABOVE), (b - half, -ABOVE)]
    above = hill.rows[row - 1]
    parent = next(n for n, x in enumerate(above.x) if abs(x - (a + b) / 2) < NEAR)
    tip = above.y + m.tip
    below = tip + (m.half_pitch - half) / m.steep
    shift = above.splitters[parent] if above.splitters else 0.0
    return [(a + half, below), (above.x[parent] + shift, tip), (b - half, below)]


# --- the hut -----------------------------------------------------------------


def exit_places(hill: MarbleHill, hatch: int) -> tuple[float, float]:
    """Return the x of the left and right exit of the hatch with that index."""
    exits = exits_of(hill, hatch)
    assert exits is not None
    return hill.rows[0].x[exits[0]], hill.rows[0].x[exits[1]]


def hut_walls(hill: MarbleHill, hatches: Sequence[int], closed: str) -> Walls:
    """Return the walls below some hatches, with the ``closed`` ("left", "right") exits shut."""
    blocks: list[tuple[Point, ...]] = []
    for hatch in hatches:
        blocks += _chamber(hill, hatch, closed)
    return _walls(blocks, (), hill.hut.tip_radius)


def _chamber(hill: MarbleHill, hatch: int, closed: str) -> list[tuple[Point, ...]]:
    hut = hill.hut
    left, right = exit_places(hill, hatch)
    half, hole, roof = hut.pocket_width / 2, hut.exit_width / 2, hut.hatch_height + 20
    wall = right - left - hut.pocket_width
    tip = SILL + hut.pocket_height
    low, high = left + half, right - half
    apex = hut.hatches[hatch].x + hut.hatches[hatch].splitter
    shoulder = tip - max(TIP * wall / 2, 2 * hut.tip_radius)
    blocks: list[tuple[Point, ...]] = [
        _box(left - half - wall / 2, 0.0, left - half, roof),
        _box(right + half, 0.0, right + half + wall / 2, roof),
        ((low, 0.0), (high, 0.0), (high, shoulder), (apex, tip), (low, shoulder)),
    ]
    deep = half + wall / 2
    rise = SILL + (deep - hole) * math.tan(math.radians(hut.floor_deg))
    for side, x in (("left", left), ("right", right)):
        for turn in (-1, 1):
            blocks.append(
                (
                    (x + turn * hole, 0.0),
                    (x + turn * hole, SILL),
                    (x + turn * deep, rise),
                    (x + turn * deep, 0.0),
                )
            )
        if side == closed:
            blocks.append(_box(x - hole - 1, CHUTE, x + hole + 1, SILL))
    return blocks


def _box(x: float, y: float, x2: float, y2: float) -> tuple[Point, ...]:
    return (x, y), (x2, y), (x2, y2), (x, y2)
