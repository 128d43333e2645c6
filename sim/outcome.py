"""From a throw in floats to the settled state that rules read: integers, and names for faces."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from sim import outline, way
from sim.compiled import Array
from sim.rotation import Matrix, between, heights, times, turned
from sim.settled import DEGREE, FULL_TURN, MM, ON_TABLE, DieSettled, Point, Standing
from sim.solids import Solid, solid
from sim.thrown import Thrown
from sim.world import World

PATH_TOLERANCE = 0.1
"""The stored path stays this close to the simulated one, mm."""


def simplified(points: Array, tolerance: float) -> Array:
    """Drop points (n, 2) of a polyline so that it moves by at most ``tolerance``."""
    short = points.copy()
    return short[: way.simplify(short, len(short), tolerance, np.empty(len(short), np.int64))]


def from_mouth(thrown: Thrown, world: World) -> Array:
    """Return the way of the centre in plan, (n, 2), from the snout line on."""
    found = np.empty((len(thrown.places), 2))
    cos, sin = math.cos(world.heading), math.sin(world.heading)
    return found[: way.from_line(thrown.places, world.x, world.y, cos, sin, found)]


def face_down(body: Solid, matrix: Matrix) -> int:
    """Row of the lowest face."""
    found = heights(matrix, body.normals)
    return found.index(min(found))


def number(body: Solid, matrix: Matrix) -> int:
    """Return the number that counts: of the highest face, for a d4 of the lowest."""
    found = heights(matrix, body.normals)
    return body.numbers[found.index(min(found) if body.reads_bottom else max(found))]


def levelled(body: Solid, matrix: Matrix) -> Matrix:
    """Turn the die by the shortest way so that its lowest face lies level."""
    down = turned(matrix, body.normals[face_down(body, matrix)])
    return times(between(down, (0.0, 0.0, -1.0)), matrix)


def _point(x: float, y: float) -> Point:
    return round(x * MM), round(y * MM)


def _blocker(x: float, y: float, table: tuple[float, float, float, float]) -> Point:
    """Place of a blocker: what has fallen is beyond the table's edge, by however little."""
    px, py = _point(x, y)
    x_min, y_min, x_max, y_max = table
    if x < x_min:
        px = min(px, math.ceil(x_min * MM) - 1)
    elif x > x_max:
        px = max(px, math.floor(x_max * MM) + 1)
    if y < y_min:
        py = min(py, math.ceil(y_min * MM) - 1)
    elif y > y_max:
        py = max(py, math.floor(y_max * MM) + 1)
    return px, py


def _angle(radians: float) -> int:
    return round(math.degrees(radians) * DEGREE) % FULL_TURN


@lru_cache(maxsize=64)
def _corners(kind: str, size: float) -> Array:
    return np.array(solid(kind, size).corners)


def _outline(corners: Array, matrix: Matrix, x: int, y: int) -> tuple[Point, ...]:
    """Outline of a die in plan about its place, both in 0.01 mm."""
    points = np.empty((len(corners), 2), np.int64)
    outline.to_plan(corners, np.array(matrix), float(MM), x, y, points)
    found = np.empty_like(points)
    return tuple([(px, py) for px, py in found[: outline.hull(points, found)].tolist()])


def _path(thrown: Thrown, world: World, end: Point) -> tuple[Point, ...]:
    """Return the stored path, to its ``end``: no two points in a row are the same."""
    path: list[Point] = []
    x_min, y_min, x_max, y_max = world.table
    cos, sin = math.cos(world.heading), math.sin(world.heading)
    for x, y in simplified(from_mouth(thrown, world), PATH_TOLERANCE - 0.01)[:-1].tolist():
        point = _point(x, y)
        if (x - world.x) * cos + (y - world.y) * sin < 0.0:
            # Back in a mouth that may stand out over the edge.
            point = _point(min(max(x, x_min), x_max), min(max(y, y_min), y_max))
        if not path or point != path[-1]:
            path.append(point)
    if not path or end != path[-1]:
        path.append(end)
    return tuple(path)


def settled(thrown: Thrown, world: World) -> DieSettled:
    """Quantise a throw: 0.01 mm, 0.01 degrees, ms."""
    die = world.die
    body = solid(die.kind, die.size)
    matrix = thrown.matrix
    if thrown.outcome != "cocked":
        matrix = levelled(body, matrix)
    x, y = _point(thrown.place[0], thrown.place[1])
    gone = thrown.outcome == "off_table"
    on_way = gone or thrown.outcome in ON_TABLE
    return DieSettled(
        outcome=thrown.outcome,
        pose=(x, y, _angle(math.atan2(matrix[3], matrix[0]))),
        face=0 if gone else number(body, matrix),
        path=_path(thrown, world, (x, y)) if on_way else ((x, y),),
        outline=() if gone else _outline(_corners(die.kind, die.size), matrix, x, y),
        displaced=tuple(
            Standing(name, (*_blocker(bx, by, world.table), _angle(yaw)))
            for name, bx, by, yaw in thrown.displaced
        ),
        time=round(thrown.time * 1000),
    )
