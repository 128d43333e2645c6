"""Plane geometry for rules: exact where it decides, with one named tolerance where it cannot be.

Points and poses are the integers of ``sim.settled`` (0.01 mm, 0.01 degrees). Crossings of paths
are decided in integers. Overlaps are decided in floats: a piece placed by an angle stands on
rounded coordinates, so two pieces that touch may seem to overlap by up to a unit; they count as
overlapping only beyond ``TOUCH``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from sim.settled import FULL_TURN, Point, Pose

TOUCH = 2.0
"""Pieces that reach into one another by no more than this (0.02 mm) touch."""

XY = tuple[float, float]
Polygon = tuple[XY, ...]
"""A convex polygon, counter-clockwise."""

_GRID = 2.0**40


@lru_cache(maxsize=8192)
def direction(angle: int) -> XY:
    """The unit vector of an angle in 0.01 degrees.

    Rounded to 2**-40, so that mathematics libraries that differ in the last bit agree, and that
    the sine of 30 degrees is exactly a half: coordinates round alike on every machine.
    """
    turn = angle * (math.pi / (FULL_TURN // 2))
    return round(math.cos(turn) * _GRID) / _GRID, round(math.sin(turn) * _GRID) / _GRID


def angle_of(x: float, y: float) -> int:
    """The angle of a vector, in 0.01 degrees, 0 <= angle < 36000."""
    return round(math.atan2(y, x) * (FULL_TURN // 2) / math.pi) % FULL_TURN


def towards(pose_or_point: Sequence[int], target: Sequence[float]) -> int:
    """The angle from a point (or the point of a pose) to another."""
    return angle_of(target[0] - pose_or_point[0], target[1] - pose_or_point[1])


def footprint(pose: Pose, width: float, depth: float) -> Polygon:
    """The rectangle of a tower: ``pose`` is the middle of its front edge and its heading."""
    cx, cy = direction(pose[2])
    x, y = pose[0], pose[1]
    sx, sy = -cy * width / 2, cx * width / 2
    bx, by = x - cx * depth, y - cy * depth
    return ((x - sx, y - sy), (x + sx, y + sy), (bx + sx, by + sy), (bx - sx, by - sy))


def block(pose: Pose, length: float, depth: float) -> Polygon:
    """The rectangle of a blocker: ``pose`` is its centre and the direction of its length."""
    cx, cy = direction(pose[2])
    lx, ly = cx * length / 2, cy * length / 2
    dx, dy = -cy * depth / 2, cx * depth / 2
    x, y = pose[0], pose[1]
    return (
        (x - lx - dx, y - ly - dy),
        (x + lx - dx, y + ly - dy),
        (x + lx + dx, y + ly + dy),
        (x - lx + dx, y - ly + dy),
    )


def _gap(a: Polygon, b: Polygon) -> float:
    """The widest gap between ``b`` and an edge line of ``a`` (negative: none)."""
    widest = -math.inf
    x0, y0 = a[-1]
    for x1, y1 in a:
        ex, ey = x1 - x0, y1 - y0
        size = math.hypot(ex, ey)
        if size > 0:
            nearest = math.inf
            for x, y in b:
                out = (x - x0) * ey - (y - y0) * ex
                nearest = min(nearest, out)
            if nearest > widest * size:
                widest = nearest / size
        x0, y0 = x1, y1
    return widest


def overlap(a: Polygon, b: Polygon) -> float:
    """How far two convex polygons reach into one another; negative when they are apart.

    By separating axes: the depth is the least shift that parts them; apart, it is only a bound.
    """
    return -max(_gap(a, b), _gap(b, a))


def disc_overlap(polygon: Polygon, centre: Sequence[float], radius: float) -> float:
    """How far a disc reaches into a convex polygon; negative: the distance between them."""
    px, py = centre[0], centre[1]
    inside = True
    nearest = math.inf
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        ex, ey = x1 - x0, y1 - y0
        wx, wy = px - x0, py - y0
        if ex * wy - ey * wx < 0:
            inside = False
        along = min(1.0, max(0.0, (wx * ex + wy * ey) / (ex * ex + ey * ey)))
        nearest = min(nearest, math.hypot(wx - along * ex, wy - along * ey))
        x0, y0 = x1, y1
    return radius + nearest if inside else radius - nearest


def contains(polygon: Sequence[Point], point: Point) -> bool:
    """Whether a counter-clockwise convex polygon of integers holds a point, its rim included."""
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        if (x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0) < 0:
            return False
        x0, y0 = x1, y1
    return True


def is_convex(polygon: Sequence[Point]) -> bool:
    """Whether integer points form a convex polygon, counter-clockwise, that has an area.

    A point on a side is allowed, a point twice is not.
    """
    n = len(polygon)
    if n < 3 or len(set(polygon)) < n:
        return False
    area = 0
    turning = 0.0
    for k in range(n):
        (ax, ay), (bx, by), (cx, cy) = polygon[k - 2], polygon[k - 1], polygon[k]
        ux, uy, vx, vy = bx - ax, by - ay, cx - bx, cy - by
        turn = ux * vy - uy * vx
        if turn < 0:
            return False
        turning += math.atan2(turn, ux * vx + uy * vy)
        area += ax * by - ay * bx
    # A star turns left at every corner too, but goes round more than once.
    return area > 0 and round(turning / (2 * math.pi)) == 1


def side(a: Point, b: Point, p: Point) -> int:
    """Above 0 when ``p`` lies to the left of the line from ``a`` to ``b``, below 0 to the right."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def crossing(a: Point, b: Point, p: Point, q: Point) -> tuple[Fraction, int] | None:
    """Where the way from ``p`` to ``q`` crosses the segment ``a``-``b``, exactly.

    Gives the share of the way at the crossing, and +1 when it leads to the left of ``a`` -> ``b``,
    -1 to its right; None without a crossing. A point on the line counts as left of it, so that
    a path with a corner on the line crosses it once. The ends of the segment belong to it.
    """
    sp, sq = side(a, b, p), side(a, b, q)
    if (sp >= 0) == (sq >= 0):
        return None
    abx, aby = b[0] - a[0], b[1] - a[1]
    drop = sp - sq
    along = ((p[0] - a[0]) * abx + (p[1] - a[1]) * aby) * drop + (
        (q[0] - p[0]) * abx + (q[1] - p[1]) * aby
    ) * sp
    if drop < 0:
        along, drop, sp = -along, -drop, -sp
    if not 0 <= along <= (abx * abx + aby * aby) * drop:
        return None
    return Fraction(sp, drop), 1 if sq >= 0 else -1


def distance_to_segment(a: Point, b: Point, p: Point) -> int:
    """The straight distance of a point from a segment in whole units, rounded down, exact."""
    abx, aby, apx, apy = b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]
    size = abx * abx + aby * aby
    along = apx * abx + apy * aby
    if along <= 0:
        return math.isqrt(apx * apx + apy * apy)
    if along >= size:
        return math.isqrt((p[0] - b[0]) ** 2 + (p[1] - b[1]) ** 2)
    return math.isqrt((abx * apy - aby * apx) ** 2 // size)


def reach(points: Sequence[Point], centre: Point) -> int:
    """Radius of the smallest circle about ``centre`` that holds all points, rounded up."""
    far = max((x - centre[0]) ** 2 + (y - centre[1]) ** 2 for x, y in points)
    root = math.isqrt(far)
    return root if root * root == far else root + 1
