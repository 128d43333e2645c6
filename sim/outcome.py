"""From a throw in floats to the settled state that rules read: integers, and names for faces."""

from __future__ import annotations

import math

from sim.outline import hull
from sim.rotation import Matrix, between, rotated, times, turned
from sim.settled import DEGREE, FULL_TURN, MM, ON_TABLE, DieSettled, Point, Standing
from sim.solids import Solid, solid
from sim.thrown import Thrown
from sim.world import World

PATH_TOLERANCE = 0.1
"""The stored path stays this close to the simulated one, mm."""


def simplified(points: list[tuple[float, float]], tolerance: float) -> list[tuple[float, float]]:
    """Drop points of a polyline so that it moves by at most ``tolerance`` (Douglas-Peucker)."""
    if len(points) < 3:
        return points
    keep = [False] * len(points)
    keep[0] = keep[-1] = True
    pending = [(0, len(points) - 1)]
    while pending:
        start, end = pending.pop()
        (x0, y0), (x1, y1) = points[start], points[end]
        ex, ey = x1 - x0, y1 - y0
        square = ex * ex + ey * ey
        worst, at = tolerance, 0
        for i in range(start + 1, end):
            px, py = points[i][0] - x0, points[i][1] - y0
            share = min(1.0, max(0.0, (px * ex + py * ey) / square)) if square else 0.0
            off = math.hypot(px - share * ex, py - share * ey)
            if off > worst:
                worst, at = off, i
        if at:
            keep[at] = True
            pending += [(start, at), (at, end)]
    return [p for p, kept in zip(points, keep, strict=True) if kept]


def from_mouth(thrown: Thrown, world: World) -> list[tuple[float, float]]:
    """Return the way of the centre in plan from the snout line on."""
    cos, sin = math.cos(world.heading), math.sin(world.heading)
    way = [(x, y) for x, y, _ in thrown.path]
    ahead = [(x - world.x) * cos + (y - world.y) * sin for x, y in way]
    for i, s in enumerate(ahead):
        if s >= 0.0:
            if i == 0:
                return way
            share = ahead[i - 1] / (ahead[i - 1] - s)
            (x0, y0), (x1, y1) = way[i - 1], way[i]
            return [(x0 + share * (x1 - x0), y0 + share * (y1 - y0)), *way[i:]]
    return way[-1:]


def face_down(body: Solid, matrix: Matrix) -> int:
    """Row of the lowest face."""
    depths = [turned(matrix, n)[2] for n in body.normals]
    return min(range(len(depths)), key=depths.__getitem__)


def number(body: Solid, matrix: Matrix) -> int:
    """Return the number that counts: of the highest face, for a d4 of the lowest."""
    heights = [turned(matrix, n)[2] for n in body.normals]
    rows = range(len(heights))
    row = (min if body.reads_bottom else max)(rows, key=heights.__getitem__)
    return body.numbers[row]


def levelled(body: Solid, matrix: Matrix) -> Matrix:
    """Turn the die by the shortest way so that its lowest face lies level."""
    down = turned(matrix, body.normals[face_down(body, matrix)])
    return times(between(down, (0.0, 0.0, -1.0)), matrix)


def _point(x: float, y: float) -> Point:
    return round(x * MM), round(y * MM)


def _angle(radians: float) -> int:
    return round(math.degrees(radians) * DEGREE) % FULL_TURN


def settled(thrown: Thrown, world: World) -> DieSettled:
    """Quantise a throw: 0.01 mm, 0.01 degrees, ms."""
    body = solid(world.die.kind, world.die.size)
    matrix = thrown.matrix
    if thrown.outcome != "cocked":
        matrix = levelled(body, matrix)
    x, y = _point(thrown.place[0], thrown.place[1])
    gone = thrown.outcome == "off_table"
    outline: tuple[Point, ...] = ()
    if not gone:
        corners = [
            (float(x + round(cx * MM)), float(y + round(cy * MM)))
            for cx, cy, _ in rotated(matrix, body.corners)
        ]
        outline = tuple((int(px), int(py)) for px, py in hull(corners))
    path: tuple[Point, ...] = ((x, y),)
    if thrown.outcome in ON_TABLE or gone:
        way = simplified(from_mouth(thrown, world), PATH_TOLERANCE - 0.01)
        points = [*(_point(*p) for p in way[:-1]), (x, y)]
        path = tuple(p for p, before in zip(points, [None, *points], strict=False) if p != before)
    return DieSettled(
        outcome=thrown.outcome,
        pose=(x, y, _angle(math.atan2(matrix[3], matrix[0]))),
        face=0 if gone else number(body, matrix),
        path=path,
        outline=outline,
        displaced=tuple(
            Standing(name, (*_point(bx, by), _angle(yaw))) for name, bx, by, yaw in thrown.displaced
        ),
        time=round(thrown.time * 1000),
    )
