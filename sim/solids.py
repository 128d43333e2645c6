"""The four dice as solids: corners, faces with their numbers, radii and inertia.

Sharp solids about their centre of mass (the centroid), in mm. The d10 is the pentagonal
trapezohedron with apexes at +-1, ring radius 1 and ring heights +-0.1056 before scaling; ``size``
is the edge of a d4 and the distance of opposite faces of all others. In plain floats: a product of
matrices is left to a library that adds in another order on another processor, and a last bit that
differs is another throw.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, pairwise

Vec3 = tuple[float, float, float]
Loop = tuple[int, ...]

INERTIA: dict[str, float] = {"d4": 1.2, "d6": 2.0 / 3.0, "d10": 0.566, "d12": 0.490}
"""I / (m r_in^2), mean of the three axes (the d10's differ by 16 %)."""

_AXIAL: dict[str, tuple[float, float]] = {"d10": (0.537, 0.624)}
"""I / (m r_in^2) across and along the axis of a die that is not the same all round."""

_PHI = (1 + math.sqrt(5)) / 2


@dataclass(frozen=True, slots=True)
class Solid:
    """A die's shape. ``numbers[i]`` stands on the face with outward normal ``normals[i]``."""

    kind: str
    corners: tuple[Vec3, ...]
    normals: tuple[Vec3, ...]
    numbers: tuple[int, ...]
    loops: tuple[Loop, ...]
    """Corner indices of each face, counter-clockwise seen from outside."""
    r_in: float
    """Radius of the inscribed ball, mm: height of the centre when lying on a face."""
    r_out: float
    """Radius of the circumscribed ball, mm."""
    face_in: float
    """Radius of the greatest circle on a face about the foot of the centre, mm."""
    half: float
    """Half of the die's nominal size, mm."""
    reads_bottom: bool
    """The number that counts is that of the lowest face (d4), not the highest."""


def _dot(a: Vec3, b: Vec3) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Vec3, b: Vec3) -> Vec3:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _minus(a: Vec3, b: Vec3) -> Vec3:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _scaled(a: Vec3, by: float) -> Vec3:
    return a[0] * by, a[1] * by, a[2] * by


def _length(a: Vec3) -> float:
    return math.sqrt(_dot(a, a))


def _corners(kind: str) -> list[Vec3]:
    if kind == "d4":
        return [(1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0)]
    signs = (-1.0, 1.0)
    cube = [(x, y, z) for x in signs for y in signs for z in signs]
    if kind == "d6":
        return cube
    if kind == "d12":
        more = [
            corner
            for a in signs
            for b in signs
            for corner in (
                (0.0, a / _PHI, b * _PHI),
                (a / _PHI, b * _PHI, 0.0),
                (a * _PHI, 0.0, b / _PHI),
            )
        ]
        return [*cube, *more]
    if kind == "d10":
        height = 0.105572809
        ring = [
            (math.cos(i * math.pi / 5), math.sin(i * math.pi / 5), height * (-1) ** i)
            for i in range(10)
        ]
        return [*ring, (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)]
    raise ValueError(f"no die is called {kind!r}: expected d4, d6, d10 or d12")


def _numbers(normals: list[Vec3]) -> tuple[int, ...]:
    """Numbers 1..n; opposite faces, where there are any, add up to n + 1.

    Low and high numbers alternate from pair to pair, as on real dice, so that neighbouring faces
    do not carry neighbouring numbers.
    """
    n = len(normals)
    numbers = [0] * n
    pair = 0
    for i in range(n):
        if numbers[i]:
            continue
        pair += 1
        opposite = min(range(n), key=lambda k: _dot(normals[k], normals[i]))
        if _dot(normals[opposite], normals[i]) < -1 + 1e-9:
            numbers[i] = pair if pair % 2 else n + 1 - pair
            numbers[opposite] = n + 1 - numbers[i]
        else:
            numbers[i] = pair
    return tuple(numbers)


@cache
def _normals(kind: str) -> list[Vec3]:
    """Outward unit normals of all faces, in a fixed order: planes with no corner beyond them.

    (scipy's hull gives triangles, in an order of its own, and takes longer to import than this.)
    """
    corners = _corners(kind)
    found: list[Vec3] = []
    for a, b, c in combinations(corners, 3):
        normal = _cross(_minus(b, a), _minus(c, a))
        size = _length(normal)
        if size < 1e-9:
            continue
        normal = _scaled(normal, math.copysign(1.0 / size, _dot(a, normal)))
        outside = max(_dot(p, normal) for p in corners) > _dot(a, normal) + 1e-6
        if not outside and all(_dot(normal, known) < 0.999 for known in found):
            found.append(normal)
    found.sort(key=lambda n: tuple(round(x, 6) for x in n))
    return found


def _loop(corners: list[Vec3], normal: Vec3, offset: float) -> Loop:
    """Corner indices of one face, counter-clockwise seen from outside."""
    on = [i for i, p in enumerate(corners) if _dot(p, normal) > offset - 1e-6]
    middle = _scaled(normal, offset)
    first = _minus(corners[on[0]], middle)
    second = _cross(normal, first)
    around: dict[int, float] = {}
    for i in on:
        arm = _minus(corners[i], middle)
        around[i] = math.atan2(_dot(arm, second), _dot(arm, first))
    return tuple(sorted(on, key=lambda i: around[i]))


def inertia_of(kind: str, r_in: float) -> tuple[float, float]:
    """Moments of inertia per mass, mm^2: across the die's z axis, and about it."""
    across, along = _AXIAL.get(kind, (INERTIA[kind], INERTIA[kind]))
    return across * r_in**2, along * r_in**2


@lru_cache(maxsize=64)
def solid(kind: str, size: float) -> Solid:
    """Return the solid of a die of ``size`` mm (d4: edge; others: face to face).

    Raises ``ValueError`` for an unknown kind.
    """
    raw = _corners(kind)
    normals = _normals(kind)
    if kind == "d4":
        scale = size / (2 * math.sqrt(2))
    else:
        scale = (size / 2) / max(_dot(p, normals[0]) for p in raw)
    corners = [_scaled(p, scale) for p in raw]
    r_in = max(_dot(p, normals[0]) for p in corners)
    loops = tuple(_loop(corners, n, r_in) for n in normals)
    sides = [(corners[a], corners[b]) for loop in loops for a, b in pairwise((*loop, loop[0]))]
    # Distance of the centre from the nearest edge, seen along the face.
    near = min(_length(_cross(a, b)) / _length(_minus(b, a)) for a, b in sides)
    return Solid(
        kind=kind,
        corners=tuple(corners),
        normals=tuple(normals),
        numbers=_numbers(normals),
        loops=loops,
        r_in=r_in,
        r_out=max(_length(p) for p in corners),
        face_in=math.sqrt(near**2 - r_in**2),
        half=size / 2,
        reads_bottom=kind == "d4",
    )
