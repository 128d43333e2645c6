"""Plain geometry of what stands on a table and of dice: nothing of ``sim``.

Lengths in mm, angles in radians.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
XY = tuple[float, float]
XYZ = tuple[float, float, float]


@dataclass(frozen=True)
class Ball:
    """A half-sphere: a ball of ``radius`` about a point on the table."""

    name: str
    x: float
    y: float
    radius: float

    def gaps(self, points: Array) -> Array:
        """Signed distances of points (n, 3) from the ball, mm."""
        far = points - (self.x, self.y, 0.0)
        return np.sqrt((far * far).sum(axis=1)) - self.radius


@dataclass(frozen=True)
class Post:
    """An upright post without an upper end."""

    name: str
    x: float
    y: float
    radius: float

    def gaps(self, points: Array) -> Array:
        """Signed distances of points (n, 3) from the post, mm."""
        return np.hypot(points[:, 0] - self.x, points[:, 1] - self.y) - self.radius


@dataclass(frozen=True)
class Block:
    """An upright box on the table: a tower or a blocker. ``length`` runs along ``yaw``."""

    name: str
    x: float
    y: float
    yaw: float
    length: float
    depth: float
    height: float
    fixed: bool = True

    def local(self, p: Sequence[float]) -> XY:
        """Place of a point along the box's length and depth, from its centre."""
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        ox, oy = p[0] - self.x, p[1] - self.y
        return ox * c + oy * s, oy * c - ox * s

    def gaps(self, points: Array) -> Array:
        """Signed distances of points (n, 3) from the box; < 0 inside, mm."""
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        ox, oy = points[:, 0] - self.x, points[:, 1] - self.y
        beyond = np.stack(
            (
                abs(ox * c + oy * s) - self.length / 2,
                abs(oy * c - ox * s) - self.depth / 2,
                points[:, 2] - self.height,
            )
        )
        outside: Array = np.sqrt((np.maximum(beyond, 0.0) ** 2).sum(axis=0))
        inside: Array = np.minimum(beyond.max(axis=0), 0.0)
        return outside + inside

    def corners(self) -> list[XY]:
        """Corners of the footprint, counter-clockwise."""
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        a, b = self.length / 2, self.depth / 2
        return [
            (self.x + u * c - v * s, self.y + u * s + v * c)
            for u, v in ((-a, -b), (a, -b), (a, b), (-a, b))
        ]


@dataclass(frozen=True)
class Scene:
    """The table from (0, 0) to (length, width), the mouth, and what stands around."""

    length: float
    width: float
    mouth: XY
    heading: float
    tower: Block
    ramp_top: XY
    """Upper end of the ramp: way along the heading from the snout line (negative), height."""
    lip: float
    channel: float
    """Width of the channel."""
    obstacles: tuple[Ball | Post | Block, ...] = ()

    def ahead(self, p: Sequence[float]) -> float:
        """Way of a point along the heading from the snout line."""
        c, s = math.cos(self.heading), math.sin(self.heading)
        return (p[0] - self.mouth[0]) * c + (p[1] - self.mouth[1]) * s

    def aside(self, p: Sequence[float]) -> float:
        """Way of a point to the left of the middle of the mouth."""
        c, s = math.cos(self.heading), math.sin(self.heading)
        return (p[1] - self.mouth[1]) * c - (p[0] - self.mouth[0]) * s

    def inside(self, p: Sequence[float], margin: float = 1e-6) -> bool:
        """Whether a point lies over the table."""
        return -margin <= p[0] <= self.length + margin and -margin <= p[1] <= self.width + margin

    def on_table(self, p: XYZ) -> XYZ:
        """Nearest point over the table."""
        return min(max(p[0], 0.0), self.length), min(max(p[1], 0.0), self.width), p[2]


@dataclass(frozen=True)
class Shape:
    """A die's sharp polyhedron about its centre, and the numbers on its faces."""

    corners: tuple[XYZ, ...]
    normals: tuple[XYZ, ...]
    numbers: tuple[int, ...]
    reads_bottom: bool
    r_in: float = field(init=False)
    r_out: float = field(init=False)
    lying: float = field(init=False)
    """Greatest distance of a corner from the centre in plan, lying on a face (the same for all)."""

    def __post_init__(self) -> None:
        tops = [max(dot(n, c) for c in self.corners) for n in self.normals]
        plan = [
            max(math.sqrt(max(0.0, dot(c, c) - dot(c, n) ** 2)) for c in self.corners)
            for n in self.normals
        ]
        assert max(tops) - min(tops) < 1e-9
        assert max(plan) - min(plan) < 1e-6
        object.__setattr__(self, "r_in", min(tops))
        object.__setattr__(self, "r_out", max(math.sqrt(dot(c, c)) for c in self.corners))
        object.__setattr__(self, "lying", max(plan))


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """Scalar product."""
    return sum(p * q for p, q in zip(a, b, strict=True))


def turned(matrix: Sequence[float], v: Sequence[float]) -> XYZ:
    """A vector turned by a matrix that is given row by row."""
    return dot(matrix[0:3], v), dot(matrix[3:6], v), dot(matrix[6:9], v)


def to_segment(p: Sequence[float], a: Sequence[float], b: Sequence[float]) -> float:
    """Distance in plan of a point from a segment."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    square = ex * ex + ey * ey
    share = ((p[0] - a[0]) * ex + (p[1] - a[1]) * ey) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(p[0] - a[0] - share * ex, p[1] - a[1] - share * ey)


def to_polyline(points: ArrayLike, line: ArrayLike) -> Array:
    """Distances in plan of points (n, 2 or more) from a polyline (m, 2 or more)."""
    p, corners = np.asarray(points, float)[:, :2], np.asarray(line, float)[:, :2]
    best = np.hypot(p[:, 0] - corners[0, 0], p[:, 1] - corners[0, 1])
    for k in range(len(corners) - 1):
        a, b = corners[k], corners[k + 1]
        side, away = b - a, p - a
        square = float(side @ side)
        share = np.clip(away @ side / square, 0.0, 1.0) if square else np.zeros(len(p))
        off = away - share[:, None] * side
        best = np.minimum(best, np.hypot(off[:, 0], off[:, 1]))
    return best


def polygon_gap(p: XY, corners: Sequence[XY]) -> float:
    """Signed distance of a point from a convex counter-clockwise polygon, < 0 inside."""
    corners = [a for a, b in zip(corners, (*corners[1:], corners[0]), strict=True) if a != b]
    ring = [*corners[1:], corners[0]]
    sides = [
        ((b[1] - a[1]) * (p[0] - a[0]) - (b[0] - a[0]) * (p[1] - a[1])) / math.dist(a, b)
        for a, b in zip(corners, ring, strict=True)
    ]
    if max(sides) <= 0.0:
        return max(sides)
    return min(to_segment(p, a, b) for a, b in zip(corners, ring, strict=True))


def prism_gap(block: Block, other: Ball | Post | Block) -> float:
    """Distance in plan of a block from a footprint: exact for discs, a lower bound for blocks."""
    if not isinstance(other, Block):
        u, v = block.local((other.x, other.y))
        du, dv = abs(u) - block.length / 2, abs(v) - block.depth / 2
        outside = math.hypot(max(du, 0.0), max(dv, 0.0))
        return (outside if outside > 0.0 else max(du, dv)) - other.radius
    best = -math.inf
    for first, second in ((block, other), (other, block)):
        local = [first.local(c) for c in second.corners()]
        us, vs = [u for u, _ in local], [v for _, v in local]
        best = max(
            best,
            min(us) - first.length / 2,
            -max(us) - first.length / 2,
            min(vs) - first.depth / 2,
            -max(vs) - first.depth / 2,
        )
    return best
