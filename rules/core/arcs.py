"""Exact arcs: at which angles may a rectangle stand that is swung round a centre?

The rectangle's near edge touches a circle about the centre, its middle on the circle, and it
reaches outwards (a tower whose snout touches a die). For each thing in the way the *critical*
angles at which the rectangle begins or ends to touch it are known in closed form; between two
neighbouring critical angles nothing changes, so one look in between tells which it is. What is
left is made of whole angles (0.01 degrees), rounded inwards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rules.core.geometry import XY, Polygon, disc_overlap, overlap
from sim.settled import FULL_TURN, Point

Arcs = tuple[tuple[int, int], ...]
"""Closed intervals of whole angles in 0.01 degrees, in rising order, within 0..35999."""

_UNIT = 2 * math.pi / FULL_TURN
_INWARD = 1e-6
"""How far inside an exact arc (in 0.01 degrees) a whole angle must lie: beyond the rounding of
floats, so that every machine gives the same set."""

Span = tuple[float, float]
"""An open interval of angles in radians, 0 <= low < 2 pi, high > low, that may pass 2 pi."""

FULL: Arcs = ((0, FULL_TURN - 1),)


@dataclass(frozen=True, slots=True)
class Swing:
    """A rectangle swung round ``centre``: at ``near`` from it, ``depth`` long, ``width`` wide.

    ``near`` = -``depth`` / 2 turns it on the spot.
    """

    centre: Point
    near: float
    depth: float
    width: float

    @property
    def reach(self) -> float:
        """No point of the rectangle is ever farther from the centre."""
        return math.hypot(self.near + self.depth, self.width / 2)

    def rectangle(self, angle: float) -> Polygon:
        """The rectangle at an angle in radians, counter-clockwise."""
        c, s = math.cos(angle), math.sin(angle)
        x, y = self.centre
        far, half = self.near + self.depth, self.width / 2
        corners = ((self.near, -half), (far, -half), (far, half), (self.near, half))
        return tuple((x + u * c - v * s, y + u * s + v * c) for u, v in corners)


def _spans(critical: Iterable[float], hit: Callable[[float], bool]) -> list[Span]:
    """The spans between neighbouring critical angles at whose middle ``hit`` says yes."""
    marks = sorted({angle % (2 * math.pi) for angle in critical})
    if not marks:
        return [(0.0, 2 * math.pi)] if hit(0.0) else []
    found: list[Span] = []
    for k, low in enumerate(marks):
        high = marks[k + 1] if k + 1 < len(marks) else marks[0] + 2 * math.pi
        if hit((low + high) / 2):
            found.append((low, high))
    return found


def blocked_by_disc(swing: Swing, centre: Sequence[float], radius: float) -> list[Span]:
    """Where the swung rectangle overlaps a disc.

    Seen from the rectangle the disc's centre runs on a circle; it overlaps while it is inside the
    rectangle grown by the disc's radius: four sides and four corner arcs to cross.
    """
    dx, dy = centre[0] - swing.centre[0], centre[1] - swing.centre[1]
    away = math.hypot(dx, dy)
    if away - radius >= swing.reach or (swing.near > 0 and away + radius <= swing.near):
        return []
    near, far, half = swing.near, swing.near + swing.depth, swing.width / 2
    points: list[XY] = []
    for u in (near - radius, far + radius):
        if abs(u) <= away:
            v = math.sqrt(away * away - u * u)
            points += [(u, v), (u, -v)]
    side = half + radius
    if side <= away:
        u = math.sqrt(away * away - side * side)
        points += [(u, side), (u, -side), (-u, side), (-u, -side)]
    for cu in (near, far):
        for cv in (half, -half):
            points += _two_circles(away, (cu, cv), radius)
    bearing = math.atan2(dy, dx)
    critical = [bearing - math.atan2(v, u) for u, v in points]
    return _spans(critical, lambda a: disc_overlap(swing.rectangle(a), centre, radius) > 0)


def _two_circles(radius: float, centre: XY, other: float) -> list[XY]:
    """Where a circle about the origin meets another one."""
    d = math.hypot(*centre)
    if d == 0 or d > radius + other or d < abs(radius - other):
        return []
    along = (radius * radius - other * other + d * d) / (2 * d)
    up = math.sqrt(max(0.0, radius * radius - along * along))
    ux, uy = centre[0] / d, centre[1] / d
    return [
        (along * ux - up * uy, along * uy + up * ux),
        (along * ux + up * uy, along * uy - up * ux),
    ]


def _circle_on_edges(radius: float, polygon: Sequence[XY]) -> list[float]:
    """The angles at which a circle about the origin meets the edges of a polygon."""
    angles: list[float] = []
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        ex, ey = x1 - x0, y1 - y0
        a, b = ex * ex + ey * ey, x0 * ex + y0 * ey
        c = x0 * x0 + y0 * y0 - radius * radius
        root = b * b - a * c
        if a > 0 and root >= 0:
            for sign in (1.0, -1.0):
                t = (-b + sign * math.sqrt(root)) / a
                if -1e-9 <= t <= 1 + 1e-9:
                    angles.append(math.atan2(y0 + t * ey, x0 + t * ex))
        x0, y0 = x1, y1
    return angles


def blocked_by_polygon(swing: Swing, polygon: Polygon) -> list[Span]:
    """Where the swung rectangle overlaps a convex polygon.

    It begins or ends to do so when a corner of one comes to lie on an edge of the other.
    """
    cx, cy = swing.centre
    seen = [(x - cx, y - cy) for x, y in polygon]
    if overlap(_square(swing.reach), tuple(seen)) < 0:
        return []
    own = [(x - cx, y - cy) for x, y in swing.rectangle(0.0)]
    critical: list[float] = []
    for x, y in own:
        bearing = math.atan2(y, x)
        critical += [angle - bearing for angle in _circle_on_edges(math.hypot(x, y), seen)]
    for x, y in seen:
        bearing = math.atan2(y, x)
        critical += [bearing - angle for angle in _circle_on_edges(math.hypot(x, y), own)]
    return _spans(critical, lambda a: overlap(swing.rectangle(a), polygon) > 0)


def _square(half: float) -> Polygon:
    return ((-half, -half), (half, -half), (half, half), (-half, half))


def blocked_by_edge(swing: Swing, length: float, width: float) -> list[Span]:
    """Where the rectangle's middle lies beyond the edge of a table from (0, 0)."""
    cx, cy = swing.centre
    arm = swing.near + swing.depth / 2
    if arm == 0:
        return []
    if arm <= cx <= length - arm and arm <= cy <= width - arm:
        return []
    critical: list[float] = []
    for wall in (-cx, length - cx):
        if abs(wall) <= arm:
            turn = math.acos(wall / arm)
            critical += [turn, -turn]
    for wall in (-cy, width - cy):
        if abs(wall) <= arm:
            turn = math.asin(wall / arm)
            critical += [turn, math.pi - turn]

    def beyond(angle: float) -> bool:
        x, y = cx + arm * math.cos(angle), cy + arm * math.sin(angle)
        return not (0 <= x <= length and 0 <= y <= width)

    return _spans(critical, beyond)


def free(blocked: Iterable[Span]) -> Arcs:
    """The whole angles outside all blocked spans; touching is free, rounded inwards."""
    walls: list[tuple[float, float]] = []
    for low, high in blocked:
        walls.append((low / _UNIT, high / _UNIT))
        if high > 2 * math.pi:
            walls.append((low / _UNIT - FULL_TURN, high / _UNIT - FULL_TURN))
    if not walls:
        return FULL
    arcs: list[tuple[int, int]] = []
    at = -1.0
    for low, high in [*sorted(walls), (FULL_TURN + 1.0, math.inf)]:
        first = max(0, math.ceil(at + _INWARD))
        last = min(FULL_TURN - 1, math.floor(low - _INWARD))
        if first <= last:
            arcs.append((first, last))
        at = max(at, high)
    return tuple(arcs)


def within(arcs: Arcs, angle: int) -> bool:
    """Whether a whole angle belongs to the arcs."""
    return any(low <= angle <= high for low, high in arcs)


def count(arcs: Arcs) -> int:
    """How many whole angles the arcs hold."""
    return sum(high - low + 1 for low, high in arcs)


def nth(arcs: Arcs, k: int) -> int:
    """The k-th whole angle of the arcs, from 0."""
    for low, high in arcs:
        size = high - low + 1
        if k < size:
            return low + k
        k -= size
    raise IndexError("beyond the last angle of the arcs")


def nearest(arcs: Arcs, angle: int) -> int:
    """The whole angle of the arcs that is nearest to ``angle`` round the circle."""
    if within(arcs, angle):
        return angle
    ends = [end for arc in arcs for end in arc]
    return min(
        ends, key=lambda end: (min((end - angle) % FULL_TURN, (angle - end) % FULL_TURN), end)
    )
