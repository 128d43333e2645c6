"""Where a die touches what stands on the table.

A half-sphere is a ball cut at the table: the nearest point of the die's polyhedron to its centre
decides (distance and normal, PHYSICS.md section 1). Boxes and posts are upright prisms: the
polyhedron's outline in plan decides, or its lowest corner where it comes from above.

All distances are lower bounds, so that a die may be moved ahead by distance / closing speed without
passing through anything. They are exact at touch, but for a die that reaches over a box's top with
a part of it: its whole outline counts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from sim.solids import Solid, Vec3
from sim.world import Disc

UP: Vec3 = (0.0, 0.0, 1.0)
SAME = 0.02
"""Corners within this of the foremost one touch together, mm."""


@dataclass(frozen=True, slots=True)
class Touch:
    """Distance (mm), normal towards the die, and the die's nearest point from its centre."""

    gap: float
    normal: Vec3
    arm: Vec3


@dataclass(slots=True)
class BoxPlace:
    """A box where it stands just now: centre, direction of its length, half sizes, top."""

    x: float
    y: float
    cos: float
    sin: float
    half_length: float
    half_depth: float
    top: float


def rotated(matrix: tuple[float, ...], points: tuple[Vec3, ...]) -> list[Vec3]:
    """Turn body points into the world by the row-major 3 x 3 ``matrix``."""
    a, b, c, d, e, f, g, h, i = matrix
    return [
        (a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z) for x, y, z in points
    ]


def touch_half_sphere(
    solid: Solid, matrix: tuple[float, ...], x: float, y: float, z: float, disc: Disc
) -> Touch:
    """Distance of the die centred at ``x, y, z`` from a half-sphere."""
    a, b, c, d, e, f, g, h, i = matrix
    wx, wy, wz = disc.x - x, disc.y - y, -z
    # The ball's centre in the die's frame: the nearest point lies on a face that looks at it.
    q = (a * wx + d * wy + g * wz, b * wx + e * wy + h * wz, c * wx + f * wy + i * wz)
    best = -1.0
    nearest: Vec3 = (0.0, 0.0, 0.0)
    for normal, loop in zip(solid.normals, solid.loops, strict=True):
        above = normal[0] * q[0] + normal[1] * q[1] + normal[2] * q[2] - solid.r_in
        if above <= 0.0:
            continue
        point = _nearest_on_face(q, above, normal, [solid.corners[k] for k in loop])
        square = (q[0] - point[0]) ** 2 + (q[1] - point[1]) ** 2 + (q[2] - point[2]) ** 2
        if best < 0.0 or square < best:
            best, nearest = square, point
    px, py, pz = nearest
    arm = (a * px + b * py + c * pz, d * px + e * py + f * pz, g * px + h * py + i * pz)
    distance = math.sqrt(max(best, 0.0))
    if distance < 1e-9:  # the ball's centre inside the die: only ever a start that makes no sense
        return Touch(-disc.radius, UP, arm)
    normal = ((arm[0] - wx) / distance, (arm[1] - wy) / distance, (arm[2] - wz) / distance)
    return Touch(distance - disc.radius, normal, arm)


def _nearest_on_face(q: Vec3, above: float, normal: Vec3, loop: list[Vec3]) -> Vec3:
    foot = (q[0] - above * normal[0], q[1] - above * normal[1], q[2] - above * normal[2])
    best = -1.0
    nearest = foot
    previous = loop[-1]
    for corner in loop:
        ex, ey, ez = corner[0] - previous[0], corner[1] - previous[1], corner[2] - previous[2]
        fx, fy, fz = foot[0] - previous[0], foot[1] - previous[1], foot[2] - previous[2]
        # (edge x to foot) . normal < 0: the foot lies outside this edge
        side = (
            (ey * fz - ez * fy) * normal[0]
            + (ez * fx - ex * fz) * normal[1]
            + (ex * fy - ey * fx) * normal[2]
        )
        if side < 0.0:
            share = (ex * fx + ey * fy + ez * fz) / (ex * ex + ey * ey + ez * ez)
            share = min(1.0, max(0.0, share))
            point = (
                previous[0] + share * ex,
                previous[1] + share * ey,
                previous[2] + share * ez,
            )
            square = (
                (foot[0] - point[0]) ** 2 + (foot[1] - point[1]) ** 2 + (foot[2] - point[2]) ** 2
            )
            if best < 0.0 or square < best:
                best, nearest = square, point
        previous = corner
    return nearest


def hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Convex hull, counter-clockwise, without collinear points (monotone chain)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    halves: list[list[tuple[float, float]]] = []
    for sequence in (ordered, ordered[::-1]):
        chain: list[tuple[float, float]] = []
        for p in sequence:
            while len(chain) >= 2 and (
                (chain[-1][0] - chain[-2][0]) * (p[1] - chain[-2][1])
                - (chain[-1][1] - chain[-2][1]) * (p[0] - chain[-2][0])
                <= 1e-9
            ):
                chain.pop()
            chain.append(p)
        halves.append(chain[:-1])
    return halves[0] + halves[1]


def _support(corners: list[Vec3], nx: float, ny: float) -> Vec3:
    """Mean of the corners that are foremost against (nx, ny)."""
    reach = [nx * x + ny * y for x, y, _ in corners]
    low = min(reach)
    front = [c for c, r in zip(corners, reach, strict=True) if r <= low + SAME]
    n = len(front)
    return (
        sum(c[0] for c in front) / n,
        sum(c[1] for c in front) / n,
        sum(c[2] for c in front) / n,
    )


def _upright(corners: list[Vec3], z: float, top: float, gap: float, nx: float, ny: float) -> Touch:
    """Finish an upright contact: from above where the die's bottom is nearer to the top."""
    lowest = min(c[2] for c in corners)
    above = z + lowest - top
    if above > gap:
        feet = [c for c in corners if c[2] <= lowest + SAME]
        n = len(feet)
        arm = (sum(c[0] for c in feet) / n, sum(c[1] for c in feet) / n, lowest)
        return Touch(above, UP, arm)
    arm = _support(corners, nx, ny)
    return Touch(gap, (nx, ny, 0.0), (arm[0], arm[1], min(arm[2], top - z)))


def touch_post(corners: list[Vec3], x: float, y: float, z: float, disc: Disc) -> Touch:
    """Distance of a die with turned ``corners`` at ``x, y, z`` from an upright post."""
    qx, qy = disc.x - x, disc.y - y
    best = -1.0
    near = (0.0, 0.0)
    outline = hull([(c[0], c[1]) for c in corners])
    previous = outline[-1]
    for corner in outline:
        ex, ey = corner[0] - previous[0], corner[1] - previous[1]
        share = ((qx - previous[0]) * ex + (qy - previous[1]) * ey) / (ex * ex + ey * ey)
        share = min(1.0, max(0.0, share))
        px, py = previous[0] + share * ex, previous[1] + share * ey
        square = (qx - px) ** 2 + (qy - py) ** 2
        if best < 0.0 or square < best:
            best, near = square, (px, py)
        previous = corner
    distance = math.sqrt(best)
    if distance < 1e-9:
        return Touch(-disc.radius, UP, (near[0], near[1], 0.0))
    nx, ny = (near[0] - qx) / distance, (near[1] - qy) / distance
    return Touch(
        distance - disc.radius, (nx, ny, 0.0), (near[0], near[1], _support(corners, nx, ny)[2])
    )


def touch_box(corners: list[Vec3], x: float, y: float, z: float, box: BoxPlace) -> Touch:
    """Distance of a die with turned ``corners`` at ``x, y, z`` from a box (separating axes)."""
    cos, sin = box.cos, box.sin
    ox, oy = x - box.x, y - box.y
    u0, v0 = ox * cos + oy * sin, oy * cos - ox * sin
    along = [c[0] * cos + c[1] * sin for c in corners]
    across = [c[1] * cos - c[0] * sin for c in corners]
    gaps = (
        u0 + min(along) - box.half_length,
        -u0 - max(along) - box.half_length,
        v0 + min(across) - box.half_depth,
        -v0 - max(across) - box.half_depth,
    )
    side = max(range(4), key=gaps.__getitem__)
    gap = gaps[side]
    nu, nv = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))[side]
    if gap <= SAME:
        # Near a corner of the box the die's own edges separate the two.
        outline = hull([(u0 + a, v0 + b) for a, b in zip(along, across, strict=True)])
        previous = outline[-1]
        for corner in outline:
            ex, ey = corner[0] - previous[0], corner[1] - previous[1]
            size = math.hypot(ex, ey)
            mx, my = ey / size, -ex / size  # outward from the die
            reach = (
                -abs(mx) * box.half_length
                - abs(my) * box.half_depth
                - (previous[0] * mx + previous[1] * my)
            )
            if reach > gap + 1e-9:
                gap, nu, nv = reach, -mx, -my
            previous = corner
    nx, ny = nu * cos - nv * sin, nu * sin + nv * cos
    touch = _upright(corners, z, box.top, gap, nx, ny)
    # The contact lies on the box: the die's foremost edge or lowest face may reach past it.
    au = u0 + touch.arm[0] * cos + touch.arm[1] * sin
    av = v0 + touch.arm[1] * cos - touch.arm[0] * sin
    au = min(box.half_length, max(-box.half_length, au)) - u0
    av = min(box.half_depth, max(-box.half_depth, av)) - v0
    return Touch(touch.gap, touch.normal, (au * cos - av * sin, au * sin + av * cos, touch.arm[2]))
