"""Free spots in the start box (GAMES.md 1.3, "when and where a tower starts").

For a heading the answer is exact: the middle of the footprint must lie in the box shrunk by the
footprint, and outside everything in the way grown by it (Minkowski sums). If such places exist, one
of them is a corner of what is free, and those corners can be listed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rules.core.geometry import XY, Polygon, angle_of, direction, footprint
from sim.settled import DEGREE, FULL_TURN, Pose

Box = tuple[float, float, float, float]
"""x_min, y_min, x_max, y_max."""

_QUARTER = FULL_TURN // 4
_INSIDE = 0.5
"""A corner of what is free lies on walls, and by rounding up to this far (0.005 mm) in them."""


def polygon_round(centre: Sequence[float], radius: float) -> Polygon:
    """A polygon of sixteen sides round a disc."""
    grown = radius / math.cos(math.pi / 16)
    return tuple(
        (
            centre[0] + grown * math.cos(k * math.pi / 8),
            centre[1] + grown * math.sin(k * math.pi / 8),
        )
        for k in range(16)
    )


@lru_cache(maxsize=512)
def free_spots(
    box: tuple[int, int, int, int], width: int, depth: int, things: tuple[Polygon, ...]
) -> tuple[Pose, ...]:
    """Free poses of a rectangle in a box between convex things; () if there is no free spot.

    The poses of the first heading that has any: headings flush with the box or with a thing's
    edge, then every whole degree. A gap that only opens in between counts as no free spot.
    """
    x_min, y_min, x_max, y_max = box
    near = [thing for thing in things if _meets_box(thing, box)]
    for heading in _headings(near):
        c, d = direction(heading)
        half_x = (abs(c) * depth + abs(d) * width) / 2
        half_y = (abs(d) * depth + abs(c) * width) / 2
        inner = (x_min + half_x, y_min + half_y, x_max - half_x, y_max - half_y)
        if inner[0] > inner[2] or inner[1] > inner[3]:
            continue
        ahead_x, ahead_y = c * depth / 2, d * depth / 2
        shape = [(x + ahead_x, y + ahead_y) for x, y in footprint((0, 0, heading), width, depth)]
        walls = [wall for thing in near if _meets_box(wall := _sum(thing, shape), inner)]
        spots = tuple(
            (round(x + ahead_x), round(y + ahead_y), heading) for x, y in _corners(inner, walls)
        )
        if spots:
            return spots
    return ()


def _headings(things: Sequence[Polygon]) -> list[int]:
    flush = [0, _QUARTER]
    for thing in things:
        if len(thing) == 4:
            (ax, ay), (bx, by) = thing[0], thing[1]
            along = angle_of(bx - ax, by - ay) % (2 * _QUARTER)
            flush += [along, (along + _QUARTER) % (2 * _QUARTER)]
    return list(dict.fromkeys([*flush, *range(0, 2 * _QUARTER, DEGREE)]))


def _meets_box(polygon: Sequence[XY], box: Box | tuple[int, int, int, int]) -> bool:
    return (
        min(x for x, _ in polygon) < box[2]
        and max(x for x, _ in polygon) > box[0]
        and min(y for _, y in polygon) < box[3]
        and max(y for _, y in polygon) > box[1]
    )


def _from_lowest(polygon: Sequence[XY]) -> list[XY]:
    k = min(range(len(polygon)), key=lambda i: (polygon[i][1], polygon[i][0]))
    turned = [*polygon[k:], *polygon[:k]]
    return [*turned, *turned[:2]]


def _sum(a: Sequence[XY], b: Sequence[XY]) -> list[XY]:
    """The Minkowski sum of two convex polygons, by merging their edges in order of direction."""
    p, q = _from_lowest(a), _from_lowest(b)
    n, m = len(a), len(b)
    i = j = 0
    total: list[XY] = []
    while i < n or j < m:
        total.append((p[i][0] + q[j][0], p[i][1] + q[j][1]))
        turn = (p[i + 1][0] - p[i][0]) * (q[j + 1][1] - q[j][1]) - (p[i + 1][1] - p[i][1]) * (
            q[j + 1][0] - q[j][0]
        )
        step_a = i < n and (turn >= 0 or j == m)
        step_b = j < m and (turn <= 0 or i == n)
        i, j = i + step_a, j + step_b
    return total


def _edges(polygon: Sequence[XY]) -> Iterator[tuple[XY, XY]]:
    return zip(polygon, [*polygon[1:], polygon[0]], strict=True)


def _cross(a: XY, b: XY, c: XY, d: XY) -> XY | None:
    """Where two segments cross."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = ux * vy - uy * vx
    if cross == 0:
        return None
    wx, wy = c[0] - a[0], c[1] - a[1]
    t, u = (wx * vy - wy * vx) / cross, (wx * uy - wy * ux) / cross
    if 0 <= t <= 1 and 0 <= u <= 1:
        return a[0] + t * ux, a[1] + t * uy
    return None


def _corners(box: Box, walls: Sequence[Sequence[XY]]) -> Iterator[XY]:
    """The corners of what is left of a box outside convex walls.

    Such a corner is a corner of the box or of a wall, or two outlines cross there.
    """
    x0, y0, x1, y1 = box
    outer = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    outlines = [list(_edges(outer)), *(list(_edges(wall)) for wall in walls)]
    candidates: list[XY] = list(outer)
    for wall in walls:
        candidates += wall
    for i, one in enumerate(outlines):
        for other in outlines[i + 1 :]:
            for a, b in one:
                for c, d in other:
                    point = _cross(a, b, c, d)
                    if point is not None:
                        candidates.append(point)
    for x, y in candidates:
        if x0 <= x <= x1 and y0 <= y <= y1 and not any(_within(wall, x, y) for wall in walls):
            yield x, y


def _within(wall: Sequence[XY], x: float, y: float) -> bool:
    ax, ay = wall[-1]
    for bx, by in wall:
        ex, ey = bx - ax, by - ay
        if ex * (y - ay) - ey * (x - ax) <= _INSIDE * math.hypot(ex, ey):
            return False
        ax, ay = bx, by
    return True
