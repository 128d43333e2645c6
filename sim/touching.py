"""Where a die touches: contact points of its polyhedron with the table and round obstacles.

All in the frame of the mouth: x along its heading, y to the left, origin on the table below the
lip. A die's surface is known by its corners (drawn in by the radius of its edges) and its faces;
corners touch planes, straight edges of ramp, hat and boxes touch faces, and what is common to both
is here too (`sim.touching_tower`, `sim.touching_box`). All functions are compiled.
"""

from __future__ import annotations

import math

from sim.compiled import Array, Ints, compiled
from sim.contact import Pair, add

DEEPEST = 3.0
"""A point that is further inside than this, mm, came in from elsewhere and does not count."""
ASKEW = 0.5
"""An edge may push a die that much (sine) into one of its own faces."""
BLUNT, LEAST = 1.2, 0.02
"""A box's corner in a die is pushed out as such where the ways out of its edges are longer than so
many times its own, and so many mm."""
HELD = 1.0
"""A corner of a die is held by the face through which it came in while it is less deep than so many
mm; past the face's end, its edges are (`passing`)."""
NO_FACE, TOP_FACE, LONG_FACE, DEEP_FACE, END_FACE = 0.0, 1.0, 2.0, 3.0, 4.0
"""Faces that hold corners: of a box the upper one, at the ends of its length, at the ends of its
depth; of the ramp the upper one, and that of its upper end."""
STILL = (0.0, 0.0, 0.0)
FU, FW = 3, 4
"""Columns of the corners in which `way_out` keeps them as it sees them."""


@compiled
def pair(pairs: Array, length: int, row: int) -> Pair:
    """Return a pair of materials for one length of step from the array of all."""
    return (
        pairs[length, row, 0], pairs[length, row, 1], pairs[length, row, 2], pairs[length, row, 3],
        pairs[length, row, 4], pairs[length, row, 5],
    )  # fmt: skip


@compiled
def chord(
    start: tuple[float, float, float],
    along: tuple[float, float, float],
    length: float,
    place: Array,
    normals: Array,
    r_in: float,
) -> tuple[float, float]:
    """Return where a straight edge enters and leaves a die, along it; second < first: never.

    The edge begins at ``start`` and runs ``length`` mm ``along``; ``normals`` are the die's faces
    as it lies.
    """
    ox, oy, oz = start[0] - place[0], start[1] - place[1], start[2] - place[2]
    enters, leaves = 0.0, length
    for k in range(normals.shape[0]):
        depth = r_in - normals[k, 0] * ox - normals[k, 1] * oy - normals[k, 2] * oz
        rate = normals[k, 0] * along[0] + normals[k, 1] * along[1] + normals[k, 2] * along[2]
        if abs(rate) < 1e-12:
            if depth < 0.0:
                return 0.0, -1.0
        elif rate > 0.0:
            leaves = min(leaves, depth / rate)
        else:
            enters = max(enters, depth / rate)
    return enters, leaves


@compiled
def way_out(
    corners: Array,
    point: tuple[float, float, float],
    u: tuple[float, float, float],
    w: tuple[float, float, float],
    one: tuple[float, float] = (0.0, 0.0),
    other: tuple[float, float] = (0.0, 0.0),
) -> tuple[float, float, float]:
    """Shortest way of a point out of a die's outline, seen along an edge; < 0: so far outside.

    ``point`` is seen from the die's centre; ``u`` and ``w`` span the plane square to the edge.
    ``one`` and ``other`` run from the edge along its two faces, in that plane: the edge cannot push
    a die into them. Returns the way and the outward direction in that plane; no way: -1e9. Walks
    once round the outline (gift wrapping).
    """
    many = corners.shape[0]
    pu = point[0] * u[0] + point[1] * u[1] + point[2] * u[2]
    pw = point[0] * w[0] + point[1] * w[1] + point[2] * w[2]
    first = 0
    for k in range(many):
        corners[k, FU] = corners[k, 0] * u[0] + corners[k, 1] * u[1] + corners[k, 2] * u[2]
        corners[k, FW] = corners[k, 0] * w[0] + corners[k, 1] * w[1] + corners[k, 2] * w[2]
        if corners[k, FW] < corners[first, FW] or (
            corners[k, FW] == corners[first, FW] and corners[k, FU] < corners[first, FU]
        ):
            first = k
    best, bu, bw = 1e9, 0.0, 0.0
    pushes = True
    here = first
    for _ in range(many):
        there = -1
        for k in range(many):
            eu, ew = corners[k, FU] - corners[here, FU], corners[k, FW] - corners[here, FW]
            if eu * eu + ew * ew < 1e-12:
                continue
            if there < 0:
                there = k
                continue
            tu, tw = corners[there, FU] - corners[here, FU], corners[there, FW] - corners[here, FW]
            side = tu * ew - tw * eu
            if side < -1e-9 or (side < 1e-9 and eu * eu + ew * ew > tu * tu + tw * tw):
                there = k
        eu, ew = corners[there, FU] - corners[here, FU], corners[there, FW] - corners[here, FW]
        size = math.sqrt(eu * eu + ew * ew)
        nu, nw = ew / size, -eu / size
        pa, pb = pu - corners[here, FU], pw - corners[here, FW]
        depth = -nu * pa - nw * pb
        if depth < 0.0:
            # Outside of this side: beyond its ends a corner is nearest.
            along = (eu * pa + ew * pb) / size
            if along < 0.0 or along > size:
                qa, qb = (pa, pb) if along < 0.0 else (pa - eu, pb - ew)
                away = math.sqrt(qa * qa + qb * qb)
                depth, nu, nw = -away, qa / away, qb / away
        # Inside, the nearest side is the way out; outside, the nearest of those that look at it.
        # The die is pushed against the way of the point.
        may = nu * one[0] + nw * one[1] > -ASKEW and nu * other[0] + nw * other[1] > -ASKEW
        if depth < 0.0:
            if best >= 0.0 or depth > best:
                best, bu, bw, pushes = depth, nu, nw, may
        elif may and 0.0 <= depth < best:
            best, bu, bw = depth, nu, nw
        here = there
        du, dw = corners[here, FU] - corners[first, FU], corners[here, FW] - corners[first, FW]
        if du * du + dw * dw < 1e-12:
            break
    if best == 1e9 or not pushes:
        return -1e9, 0.0, 0.0
    return best, bu, bw


@compiled
def edge(
    rows: Array, slots: Ints, count: int, slot: int, start: tuple[float, float, float],
    along: tuple[float, float, float], length: float, one: tuple[float, float, float],
    other: tuple[float, float, float], surface: tuple[float, float, float],
    state: Array, motion: Array, corners: Array, normals: Array, r_in: float, radius: float,
    material: Pair, begins: float = 1e9, ends: float = 1e9,
) -> int:  # fmt: skip
    """Add the contacts of a straight edge with a die: at the ends of its way through it.

    They push square to the edge, along the shortest way out that does not lead into the faces which
    run from it along ``one`` and ``other``. ``begins`` and ``ends`` are the ways out of its own
    ends (`tip`; 1e9: they have none): if one of them is much shorter, that end alone is to be
    pushed out. Takes two slots.
    """
    a, b = chord(start, along, length, state, normals, r_in)
    if b <= a:
        return count
    if along[2] != 0.0:  # it rises, in a plane of constant y
        u, w = (0.0, 1.0, 0.0), (-along[2], 0.0, along[0])
    else:
        u, w = (along[1], -along[0], 0.0), (0.0, 0.0, 1.0)
    ox, oy, oz = start[0] - state[0], start[1] - state[1], start[2] - state[2]
    depth, du, dw = way_out(
        corners,
        (ox, oy, oz),
        u,
        w,
        (
            one[0] * u[0] + one[1] * u[1] + one[2] * u[2],
            one[0] * w[0] + one[1] * w[1] + one[2] * w[2],
        ),
        (
            other[0] * u[0] + other[1] * u[1] + other[2] * u[2],
            other[0] * w[0] + other[1] * w[1] + other[2] * w[2],
        ),
    )
    depth += radius
    if depth <= 0.0 or depth > DEEPEST or depth > BLUNT * min(begins, ends) + LEAST:
        return count
    normal = (
        -du * u[0] - dw * w[0],
        -du * u[1] - dw * w[1],
        -du * u[2] - dw * w[2],
    )
    for k in range(2):
        t = a if k == 0 else b
        arm = (ox + t * along[0], oy + t * along[1], oz + t * along[2])
        count = add(
            rows, slots, count, slot + k, normal, arm, depth, surface, motion, material,
        )  # fmt: skip
    return count


@compiled
def tip(
    point: tuple[float, float, float], one: tuple[float, float, float],
    other: tuple[float, float, float], third: tuple[float, float, float], normals: Array,
    r_in: float,
) -> tuple[float, int]:  # fmt: skip
    """Shortest way of a box's corner out of a die through one of its faces, and the face's row.

    ``point`` is seen from the die's centre; the box's edges run from it along ``one``, ``other``
    and ``third``: it cannot push a die into them. (1e9, -1): it is outside, or there is no such
    way.
    """
    best, row = 1e9, -1
    for k in range(normals.shape[0]):
        nx, ny, nz = normals[k, 0], normals[k, 1], normals[k, 2]
        way = r_in - nx * point[0] - ny * point[1] - nz * point[2]
        if way <= 0.0:
            return 1e9, -1
        if (
            way < best
            and nx * one[0] + ny * one[1] + nz * one[2] > -ASKEW
            and nx * other[0] + ny * other[1] + nz * other[2] > -ASKEW
            and nx * third[0] + ny * third[1] + nz * third[2] > -ASKEW
        ):
            best, row = way, k
    return best, row


@compiled
def passing(here: float, there: float, level: float, other: float) -> float:
    """How deep a line between two corners of a die is in a body where it passes its end.

    It leads from a corner ``here`` > 0 mm beyond the end to one ``there`` mm in front of it; these
    are ``level`` and ``other`` mm deep in the face that ends there. -1e9: it does not pass.
    """
    if there <= 0.0:
        return -1e9
    return level + here / (here + there) * (other - level)


@compiled
def on_ground(
    rows: Array, slots: Ints, count: int, corners: Array, radius: float, state: Array,
    motion: Array, material: Pair,
) -> int:  # fmt: skip
    """Add the corners that are below the table's surface."""
    for k in range(corners.shape[0]):
        depth = radius - state[2] - corners[k, 2]
        if depth > 0.0:
            arm = (corners[k, 0], corners[k, 1], corners[k, 2] - radius)
            count = add(
                rows, slots, count, k, (0.0, 0.0, 1.0), arm, depth, STILL, motion, material,
            )  # fmt: skip
    return count


@compiled
def nearest(
    point: tuple[float, float, float], state: Array, normals: Array, r_in: float, scale: Array
) -> tuple[float, float, float]:
    """Return the die's point nearest to ``point``, from the die's centre (Hildreth's method)."""
    yx, yy, yz = point[0] - state[0], point[1] - state[1], point[2] - state[2]
    many = normals.shape[0]
    for k in range(many):
        scale[k] = 0.0
    for _ in range(200):
        most = 0.0
        for k in range(many):
            step = normals[k, 0] * yx + normals[k, 1] * yy + normals[k, 2] * yz - r_in
            new = max(0.0, scale[k] + step)
            step = new - scale[k]
            if step != 0.0:
                scale[k] = new
                yx -= step * normals[k, 0]
                yy -= step * normals[k, 1]
                yz -= step * normals[k, 2]
                most = max(most, abs(step))
        if most < 1e-5:
            break
    return yx, yy, yz


@compiled
def on_spheres(
    rows: Array, slots: Ints, count: int, first: int, spheres: Array, normals: Array, r_in: float,
    r_out: float, state: Array, motion: Array, material: Pair, scale: Array,
) -> int:  # fmt: skip
    """Add contacts with half-spheres (x, y, radius): the nearest point of the die touches."""
    for k in range(spheres.shape[0]):
        x, y, size = spheres[k, 0], spheres[k, 1], spheres[k, 2]
        dx, dy, dz = x - state[0], y - state[1], -state[2]
        far = r_out + size
        if dx * dx + dy * dy + dz * dz > far * far:
            continue
        # No point of the die is nearer than its farthest face.
        over = 0.0
        for i in range(normals.shape[0]):
            over = max(over, normals[i, 0] * dx + normals[i, 1] * dy + normals[i, 2] * dz - r_in)
        if over >= size:
            continue
        px, py, pz = nearest((x, y, 0.0), state, normals, r_in, scale)
        nx, ny, nz = px - dx, py - dy, pz - dz
        apart = math.sqrt(nx * nx + ny * ny + nz * nz)
        if 1e-9 < apart < size:
            count = add(
                rows, slots, count, first + k, (nx / apart, ny / apart, nz / apart), (px, py, pz),
                size - apart, STILL, motion, material,
            )  # fmt: skip
    return count


@compiled
def on_posts(
    rows: Array, slots: Ints, count: int, first: int, posts: Array, corners: Array, normals: Array,
    r_in: float, r_out: float, radius: float, state: Array, motion: Array, material: Pair,
) -> int:  # fmt: skip
    """Add contacts with upright posts (x, y, radius): the die's point nearest to the axis."""
    for k in range(posts.shape[0]):
        x, y, size = posts[k, 0], posts[k, 1], posts[k, 2]
        dx, dy = x - state[0], y - state[1]
        far = r_out + size
        if dx * dx + dy * dy > far * far:
            continue
        way, nx, ny = way_out(corners, (dx, dy, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
        depth = size + radius + way
        if not 0.0 < depth < DEEPEST + size:
            continue
        # The height of the point: the middle of the die above its nearest point in plan.
        inside = way - 1e-3
        start = (x + min(inside, 0.0) * nx, y + min(inside, 0.0) * ny, state[2] - r_out)
        low, high = chord(start, (0.0, 0.0, 1.0), 2.0 * r_out, state, normals, r_in)
        pz = 0.5 * (low + high) - r_out if high > low else 0.0
        arm = (dx - nx * (size - depth), dy - ny * (size - depth), pz)
        count = add(
            rows, slots, count, first + k, (-nx, -ny, 0.0), arm, depth, STILL, motion,
            material,
        )  # fmt: skip
    return count
