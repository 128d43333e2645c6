"""Where a die touches: contact points of its polyhedron with tower, table and obstacles.

All in the frame of the mouth: x along its heading, y to the left, origin on the table below the
lip. A die's surface is known by its corners (drawn in by the radius of its edges) and its faces;
corners touch planes, straight edges of ramp, hat and boxes touch faces. All functions are compiled.
"""

from __future__ import annotations

import math

from sim.compiled import Array, Ints, compiled
from sim.contact import ARM, FACE, GIVE, LAST, Pair, add

DEEPEST = 3.0
"""A point that is further inside than this, mm, came in from elsewhere and does not count."""
ASKEW = 0.5
"""An edge may push a die that much (sine) into one of its own faces."""
BLUNT, LEAST = 1.2, 0.02
"""A box's corner in a die is pushed out as such where the ways out of its edges are longer than so
many times its own, and so many mm."""
HELD, ASIDE = 1.0, 3.0
"""A corner of a die is held by the face of a box through which it came in while it is less deep
than so many mm, and not further past the face's end than so many depths."""
NO_FACE, TOP_FACE, LONG_FACE, DEEP_FACE = 0.0, 1.0, 2.0, 3.0
"""Faces of a box: the upper one, at the ends of its length, at the ends of its depth."""
LEDGE = 0.05
"""Way beyond the ramp's upper end, mm, for which it still holds a corner: then its edge is in the
die and takes over. A corner right above the edge would come and go."""
PLATE = 20.0
"""Thickness of a bare ramp, mm."""
WALL = 8.0
"""Thickness of the channel's walls, mm."""
WALL_TOP = 50.0
"""Height of the channel's walls over the ramp, mm."""
HAT_HALF = 1.0
"""Half the hat's thickness, mm."""
STILL = (0.0, 0.0, 0.0)
FU, FW = 3, 4
"""Columns of the corners in which `way_out` keeps them as it sees them."""

# Columns of a tower's description.
SIN, COS, LIP, TOP_X, HALF_WIDTH, MOUTH_TOP, HAT_X, HAT_LOW, BARE, AHEAD = range(10)
# Columns of a box: centre, direction of its length, half sizes, height, motion in the plane,
# whether it stands there, and the die's mass over its mass and moment of inertia (0: it is fixed).
BX, BY, BCOS, BSIN, BLONG, BDEEP, BTOP, BVX, BVY, BSPIN, BON, BMASS, BINERTIA = range(13)


@compiled
def in_tower_slots(corners: int) -> int:
    """How many contacts a die can have with the ground and its tower: of corners, and of edges."""
    return 4 * corners + 16


@compiled
def on_box_slots(corners: int) -> int:
    """How many contacts a die can have with a box: of its corners, of the box's edges and tips."""
    return corners + 20


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
def in_tower(
    rows: Array, slots: Ints, count: int, corners: Array, normals: Array, r_in: float,
    r_out: float, radius: float, state: Array, motion: Array, ramp: Pair,
    wood: Pair, tower: Array,
    hat_low: float, hat: bool, hat_side: float, hat_up: float,
) -> int:  # fmt: skip
    """Add contacts with ramp, walls, lip, lintel and hat. The hat moves by the speeds given."""
    sin, cos, lip, top = tower[SIN], tower[COS], tower[LIP], tower[TOP_X]
    wide = tower[HALF_WIDTH]
    many = corners.shape[0]
    moving = (0.0, hat_side, hat_up)
    # The ends of a bare ramp, a plate, are square to it, those of one in a tower upright.
    bare = tower[BARE] != 0.0
    ex, ez, under = (cos, -sin, PLATE) if bare else (1.0, 0.0, 1e9)
    start = top / cos if bare else top
    middle = state[0] * ex + (state[2] - lip) * ez
    for k in range(many):
        rx, ry, rz = corners[k, 0], corners[k, 1], corners[k, 2]
        x, y, z = state[0] + rx, state[1] + ry, state[2] + rz
        ahead = x * ex + (z - lip) * ez
        if start - WALL < ahead < radius:
            over = x * sin + (z - lip) * cos - radius
            side = abs(y) - wide + radius
            if ahead > start - LEDGE and -under < over < 0.0 and side < WALL + radius:
                # The nearest way out: over the ramp, or forward through its front.
                if -over <= radius - ahead or over > -0.5 * r_in:
                    if over > -DEEPEST:
                        arm = (rx - radius * sin, ry, rz - radius * cos)
                        count = add(
                            rows, slots, count, many + k, (sin, 0.0, cos), arm, -over, STILL,
                            motion, ramp,
                        )  # fmt: skip
                elif radius - ahead < DEEPEST:
                    arm = (rx - radius * ex, ry, rz - radius * ez)
                    count = add(
                        rows, slots, count, many + k, (ex, 0.0, ez), arm, radius - ahead, STILL,
                        motion, ramp,
                    )  # fmt: skip
            into = ahead + radius - start
            behind = 0.0 < into < DEEPEST + radius and middle < start
            if behind and -under < over < -0.5 * r_in:
                arm = (rx + radius * ex, ry, rz + radius * ez)
                count = add(
                    rows, slots, count, many + k, (-ex, 0.0, -ez), arm, into, STILL, motion, ramp,
                )  # fmt: skip
            lintel = z + radius - tower[MOUTH_TOP]
            if x > -2.0 * HAT_HALF - radius and lintel > 0.0 and abs(y) < wide + WALL:
                ahead = -1.0 if x < -HAT_HALF else 1.0
                depth = x + 2.0 * HAT_HALF + radius if ahead < 0.0 else radius - x
                if depth < lintel and depth > 0.0:
                    arm = (rx - ahead * radius, ry, rz)
                    count = add(
                        rows, slots, count, 3 * many + k, (ahead, 0.0, 0.0), arm, depth, STILL,
                        motion, wood,
                    )  # fmt: skip
        # The walls end as the ramp does; behind it those of a tower go on.
        ends = radius - ahead
        side = abs(y) - wide + radius
        if ends > 0.0 and 0.0 < side < WALL and (ahead > start or not bare):
            over = x * sin + (z - lip) * cos
            if (over > -2.0 or ahead <= start) and over < WALL_TOP:
                if side <= ends:
                    if side < DEEPEST:
                        out = math.copysign(1.0, y)
                        arm = (rx, ry + out * radius, rz)
                        count = add(
                            rows, slots, count, 2 * many + k, (0.0, -out, 0.0), arm, side, STILL,
                            motion, ramp,
                        )  # fmt: skip
                elif ends < DEEPEST:
                    arm = (rx - ex * radius, ry, rz - ez * radius)
                    count = add(
                        rows, slots, count, 2 * many + k, (ex, 0.0, ez), arm, ends, STILL, motion,
                        ramp,
                    )  # fmt: skip
        if hat:
            into = x + radius - tower[HAT_X] + HAT_HALF
            if 0.0 < into < 2.0 * HAT_HALF and z > hat_low and abs(y) < wide:
                arm = (rx + radius, ry, rz)
                count = add(
                    rows, slots, count, 3 * many + k, (-1.0, 0.0, 0.0), arm, into, moving,
                    motion, wood,
                )  # fmt: skip
    across, down = (0.0, 1.0, 0.0), (-sin, 0.0, -cos) if bare else (0.0, 0.0, -1.0)
    reach = r_out * r_out
    dx, dz = state[0], state[2] - lip
    if dx * dx + dz * dz < reach:
        count = edge(
            rows, slots, count, 4 * many, (0.0, -wide - WALL, lip), across, 2.0 * (wide + WALL),
            (-cos, 0.0, sin), down, STILL, state, motion, corners, normals, r_in, radius, ramp,
        )  # fmt: skip
    dx, dz = state[0] - top, state[2] - lip + top * sin / cos
    if dx * dx + dz * dz < reach:
        count = edge(
            rows, slots, count, 4 * many + 2, (top, -wide, lip - top * sin / cos), across,
            2.0 * wide, (cos, 0.0, -sin), down, STILL, state, motion, corners, normals, r_in,
            radius, ramp,
        )  # fmt: skip
    # The inner edges of the walls' ends.
    if bare:
        rising, below, high = (sin, 0.0, cos), lip / cos, WALL_TOP + lip / cos
    else:
        rising, below, high = (0.0, 0.0, 1.0), lip, tower[MOUTH_TOP]
    ahead = state[0] * rising[2] - (state[2] - lip) * rising[0]
    for k in range(2):
        y = wide if k == 0 else -wide
        if ahead * ahead + (state[1] - y) * (state[1] - y) < reach:
            count = edge(
                rows, slots, count, 4 * many + 12 + 2 * k,
                (-below * rising[0], y, lip - below * rising[2]), rising, high,
                (-rising[2], 0.0, rising[0]), (0.0, math.copysign(1.0, y), 0.0), STILL, state,
                motion, corners, normals, r_in, radius, ramp,
            )  # fmt: skip
    for k in range(2):
        x = -2.0 * HAT_HALF * k
        dx, dz = state[0] - x, state[2] - tower[MOUTH_TOP]
        if dx * dx + dz * dz < reach:
            count = edge(
                rows, slots, count, 4 * many + 4 + 2 * k, (x, -wide, tower[MOUTH_TOP]), across,
                2.0 * wide, (2.0 * k - 1.0, 0.0, 0.0), (0.0, 0.0, 1.0), STILL, state, motion,
                corners, normals, r_in, radius, wood,
            )  # fmt: skip
        if hat:
            x = tower[HAT_X] - HAT_HALF + 2.0 * HAT_HALF * k
            dx, dz = state[0] - x, state[2] - hat_low
            if dx * dx + dz * dz < reach:
                count = edge(
                    rows, slots, count, 4 * many + 8 + 2 * k, (x, -wide, hat_low), across,
                    2.0 * wide, (1.0 - 2.0 * k, 0.0, 0.0), (0.0, 0.0, 1.0), moving, state,
                    motion, corners, normals, r_in, radius, wood,
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


@compiled
def _yields(rows: Array, before: int, count: int, state: Array, boxes: Array, b: int) -> None:
    """Let a movable box's own response to the contacts ``before`` ... ``count`` count as give."""
    if boxes[b, BMASS] == 0.0:
        return
    for c in range(before, count):
        # Its response to the normal force, and to a force of friction in the plane.
        ox, oy = state[0] - boxes[b, BX], state[1] - boxes[b, BY]
        nx, ny = rows[c, 0], rows[c, 1]
        flat = math.sqrt(nx * nx + ny * ny)
        px, py = ox + rows[c, ARM], oy + rows[c, ARM + 1]
        for k in range(2):
            if k == 1:
                nx, ny = (ny / flat, -nx / flat) if flat > 0.45 else (0.0, 1.0)
            moment = px * ny - py * nx
            own = boxes[b, BMASS] * (nx * nx + ny * ny) + boxes[b, BINERTIA] * moment * moment
            rows[c, GIVE + k] += own


@compiled
def _box_corner(k: int) -> tuple[float, float]:
    """Signs of an upright edge of a box, along its length and depth; they go round it."""
    return (1.0 if k < 2 else -1.0), (1.0 if k in (0, 3) else -1.0)


@compiled
def _box_tip(
    k: int, mx: float, my: float, high: float, cos: float, sin: float, long: float, deep: float,
    r_out: float, normals: Array, r_in: float,
) -> tuple[float, int]:  # fmt: skip
    """`tip` of an upper corner of a box, whose centre lies at ``mx``, ``my`` from the die's."""
    su, sv = _box_corner(k)
    px, py = mx + su * long * cos - sv * deep * sin, my + su * long * sin + sv * deep * cos
    if px * px + py * py + high * high > r_out * r_out:
        return 1e9, -1
    return tip(
        (px, py, high), (-su * cos, -su * sin, 0.0), (sv * sin, -sv * cos, 0.0), (0.0, 0.0, -1.0),
        normals, r_in,
    )  # fmt: skip


@compiled
def on_boxes(
    rows: Array, slots: Ints, count: int, first: int, boxes: Array, corners: Array, normals: Array,
    r_in: float, r_out: float, radius: float, state: Array, motion: Array, material: Pair,
    kept: Array, number: float,
) -> int:  # fmt: skip
    """Add contacts with upright boxes: corners of the die in them, their edges and tips in the die.

    ``kept`` and ``number`` (of the last step) tell which face a corner came in through.
    """
    many = corners.shape[0]
    each = on_box_slots(many)
    for b in range(boxes.shape[0]):
        if boxes[b, BON] == 0.0:
            continue
        cos, sin, long, deep, top = (
            boxes[b, BCOS],
            boxes[b, BSIN],
            boxes[b, BLONG],
            boxes[b, BDEEP],
            boxes[b, BTOP],
        )
        ox, oy = state[0] - boxes[b, BX], state[1] - boxes[b, BY]
        u0, v0 = ox * cos + oy * sin, oy * cos - ox * sin
        if abs(u0) > long + r_out or abs(v0) > deep + r_out or state[2] > top + r_out:
            continue
        slot = first + b * each
        before = count
        for k in range(many):
            rx, ry, rz = corners[k, 0], corners[k, 1], corners[k, 2]
            u, v = u0 + rx * cos + ry * sin, v0 + ry * cos - rx * sin
            du, dv, dz = (
                long - abs(u) + radius,
                deep - abs(v) + radius,
                top - state[2] - rz + radius,
            )
            # A corner leaves by the nearest face, but not by another than it came in: near an edge
            # it would slip round it, and the die be through the box.
            face = kept[slot + k, FACE] if kept[slot + k, LAST] == number else NO_FACE
            depth = du if face == LONG_FACE else dv if face == DEEP_FACE else dz
            least = min(du, dv, dz)
            if face == NO_FACE or depth > HELD or least < -ASIDE * depth:
                depth = least
                face = TOP_FACE if depth == dz else LONG_FACE if depth == du else DEEP_FACE
            if depth <= 0.0 or depth > DEEPEST:
                continue
            kept[slot + k, FACE] = face
            nu, nv, nz = 0.0, 0.0, 0.0
            if face == TOP_FACE:
                nz = 1.0
            elif face == LONG_FACE:
                nu = math.copysign(1.0, u)
            else:
                nv = math.copysign(1.0, v)
            nx, ny = nu * cos - nv * sin, nu * sin + nv * cos
            arm = (rx - radius * nx, ry - radius * ny, rz - radius * nz)
            px, py = ox + arm[0], oy + arm[1]
            surface = (
                boxes[b, BVX] - boxes[b, BSPIN] * py,
                boxes[b, BVY] + boxes[b, BSPIN] * px,
                0.0,
            )
            count = add(
                rows, slots, count, slot + k, (nx, ny, nz), arm, depth, surface, motion,
                material,
            )  # fmt: skip
        bx, by = boxes[b, BX], boxes[b, BY]
        vx, vy, turn = boxes[b, BVX], boxes[b, BVY], boxes[b, BSPIN]
        high = top - state[2]
        tips = (
            _box_tip(0, -ox, -oy, high, cos, sin, long, deep, r_out, normals, r_in),
            _box_tip(1, -ox, -oy, high, cos, sin, long, deep, r_out, normals, r_in),
            _box_tip(2, -ox, -oy, high, cos, sin, long, deep, r_out, normals, r_in),
            _box_tip(3, -ox, -oy, high, cos, sin, long, deep, r_out, normals, r_in),
        )
        for k in range(4):
            # Four upright edges, and four along the top.
            su, sv = _box_corner(k)
            tu, tv = _box_corner((k + 1) % 4)
            ax, ay = su * long * cos - sv * deep * sin, su * long * sin + sv * deep * cos
            ex, ey = tu * long * cos - tv * deep * sin - ax, tu * long * sin + tv * deep * cos - ay
            px, py = ax - ox, ay - oy
            if px * px + py * py < r_out * r_out:
                count = edge(
                    rows, slots, count, slot + many + 2 * k, (bx + ax, by + ay, 0.0),
                    (0.0, 0.0, 1.0), top, (-su * cos, -su * sin, 0.0), (sv * sin, -sv * cos, 0.0),
                    (vx - turn * ay, vy + turn * ax, 0.0), state, motion,
                    corners, normals, r_in, radius, material, 1e9, tips[k][0],
                )  # fmt: skip
            length = math.sqrt(ex * ex + ey * ey)
            ex, ey = ex / length, ey / length
            off = -px * ey + py * ex
            if off * off + high * high < r_out * r_out:
                count = edge(
                    rows, slots, count, slot + many + 8 + 2 * k, (bx + ax, by + ay, top),
                    (ex, ey, 0.0), length, (ey, -ex, 0.0), (0.0, 0.0, -1.0), (vx, vy, 0.0),
                    state, motion, corners, normals, r_in, radius, material, tips[k][0],
                    tips[(k + 1) % 4][0],
                )  # fmt: skip
        for k in range(4):
            depth, face = tips[k]
            if face < 0 or depth > DEEPEST:
                continue
            su, sv = _box_corner(k)
            ax, ay = su * long * cos - sv * deep * sin, su * long * sin + sv * deep * cos
            px, py = ax - ox, ay - oy
            held = False
            for c in range(before, count):
                apart = abs(rows[c, ARM] - px) + abs(rows[c, ARM + 1] - py)
                held = held or apart + abs(rows[c, ARM + 2] - high) < 1e-6
            if not held:
                count = add(
                    rows, slots, count, slot + many + 16 + k,
                    (-normals[face, 0], -normals[face, 1], -normals[face, 2]), (px, py, high),
                    depth, (vx - turn * ay, vy + turn * ax, 0.0), motion, material,
                )  # fmt: skip
        _yields(rows, before, count, state, boxes, b)
    return count
