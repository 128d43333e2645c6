"""Where a die touches upright boxes, blockers and towers. See `sim.touching`. All compiled."""

from __future__ import annotations

import math

from sim.compiled import Array, Ints, compiled
from sim.contact import ARM, FACE, GIVE, LAST, Pair, add
from sim.touching import (
    DEEP_FACE,
    DEEPEST,
    HELD,
    LONG_FACE,
    NO_FACE,
    TOP_FACE,
    edge,
    passing,
    tip,
)

# Columns of a box: centre, direction of its length, half sizes, height, motion in the plane,
# whether it stands there, and the die's mass over its mass and moment of inertia (0: it is fixed).
BX, BY, BCOS, BSIN, BLONG, BDEEP, BTOP, BVX, BVY, BSPIN, BON, BMASS, BINERTIA = range(13)


@compiled
def on_box_slots(corners: int) -> int:
    """How many contacts a die can have with a box: of its corners, of the box's edges and tips."""
    return corners + 20


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
def _corner(boxes: Array, b: int, k: int) -> tuple[float, float, float, float]:
    """Upright edge ``k`` of a box; they go round it: its sides along length and depth, its place.

    The sides are signs, the place is seen from the box's centre.
    """
    su, sv = (1.0 if k < 2 else -1.0), (1.0 if k in (0, 3) else -1.0)
    u, v = su * boxes[b, BLONG], sv * boxes[b, BDEEP]
    cos, sin = boxes[b, BCOS], boxes[b, BSIN]
    return su, sv, u * cos - v * sin, u * sin + v * cos


@compiled
def _moves(boxes: Array, b: int, x: float, y: float) -> tuple[float, float, float]:
    """Velocity of a point of a box, seen from its centre."""
    spin = boxes[b, BSPIN]
    return boxes[b, BVX] - spin * y, boxes[b, BVY] + spin * x, 0.0


@compiled
def _tip(
    boxes: Array, b: int, k: int, state: Array, r_out: float, normals: Array, r_in: float
) -> tuple[float, int]:
    """`tip` of an upper corner of a box."""
    su, sv, ax, ay = _corner(boxes, b, k)
    cos, sin = boxes[b, BCOS], boxes[b, BSIN]
    px, py = ax + boxes[b, BX] - state[0], ay + boxes[b, BY] - state[1]
    high = boxes[b, BTOP] - state[2]
    if px * px + py * py + high * high > r_out * r_out:
        return 1e9, -1
    return tip(
        (px, py, high), (-su * cos, -su * sin, 0.0), (sv * sin, -sv * cos, 0.0), (0.0, 0.0, -1.0),
        normals, r_in,
    )  # fmt: skip


@compiled
def _behind(
    boxes: Array, b: int, x: float, y: float, z: float, su: float, sv: float, radius: float
) -> tuple[float, float, float]:
    """How deep a point is behind the faces of a box on the sides ``su``, ``sv``, and its upper."""
    ox, oy = x - boxes[b, BX], y - boxes[b, BY]
    cos, sin = boxes[b, BCOS], boxes[b, BSIN]
    return (
        boxes[b, BLONG] - su * (ox * cos + oy * sin) + radius,
        boxes[b, BDEEP] - sv * (oy * cos - ox * sin) + radius,
        boxes[b, BTOP] - z + radius,
    )


@compiled
def _of(face: float, du: float, dv: float, dz: float) -> float:
    """That of three depths which belongs to a face (the last for `NO_FACE`)."""
    return du if face == LONG_FACE else dv if face == DEEP_FACE else dz


@compiled
def _over(du: float, dv: float, dz: float) -> float:
    """Return the face that a point so deep behind the three is outside of, and of no other."""
    if dz < 0.0 <= min(du, dv):
        return TOP_FACE
    if du < 0.0 <= min(dv, dz):
        return LONG_FACE
    return DEEP_FACE if dv < 0.0 <= min(du, dz) else NO_FACE


@compiled
def _edge_of(face: float, du: float, dv: float, dz: float, su: float, sv: float) -> int:
    """First slot (from those of edges) of the edge of a box between a face and one that is passed.

    ``du``, ``dv``, ``dz`` tell how deep a point is behind the faces on the sides ``su``, ``sv`` and
    the upper one. -1: it has passed no other than ``face``.
    """
    if face == TOP_FACE or dz < 0.0:
        if face == LONG_FACE or (face == TOP_FACE and du < 0.0):
            return 8 if su > 0.0 else 12
        if face == DEEP_FACE or (face == TOP_FACE and dv < 0.0):
            return 14 if sv > 0.0 else 10
        return -1
    if (face == LONG_FACE and dv < 0.0) or (face == DEEP_FACE and du < 0.0):
        if su > 0.0:
            return 0 if sv > 0.0 else 2
        return 6 if sv > 0.0 else 4
    return -1


@compiled
def _push(
    rows: Array, slots: Ints, count: int, slot: int, boxes: Array, b: int, face: float, su: float,
    sv: float, depth: float, point: tuple[float, float, float], radius: float, state: Array,
    motion: Array, material: Pair,
) -> int:  # fmt: skip
    """Add the contact of a point of the die, seen from its centre, with a face of a box."""
    nu, nv, nz = 0.0, 0.0, 0.0
    if face == TOP_FACE:
        nz = 1.0
    elif face == LONG_FACE:
        nu = su
    else:
        nv = sv
    cos, sin = boxes[b, BCOS], boxes[b, BSIN]
    nx, ny = nu * cos - nv * sin, nu * sin + nv * cos
    arm = (point[0] - radius * nx, point[1] - radius * ny, point[2] - radius * nz)
    surface = _moves(boxes, b, state[0] - boxes[b, BX] + arm[0], state[1] - boxes[b, BY] + arm[1])
    return add(rows, slots, count, slot, (nx, ny, nz), arm, depth, surface, motion, material)


@compiled
def _past_face(
    rows: Array, slots: Ints, count: int, slot: int, before: int, boxes: Array, b: int,
    over: float, corners: Array, radius: float, state: Array, motion: Array, material: Pair,
    kept: Array, number: float,
) -> int:  # fmt: skip
    """Add the corners past the end of the face of a box, of a die that is pressed into it.

    They slipped past it, or the edge there off the die. As long as it misses the die, the face
    holds it where its edges pass the end. ``over`` is the face over which the die's centre is.
    """
    many = corners.shape[0]
    cos, sin = boxes[b, BCOS], boxes[b, BSIN]
    own = count
    for k in range(many):
        x, y, z = state[0] + corners[k, 0], state[1] + corners[k, 1], state[2] + corners[k, 2]
        ox, oy = x - boxes[b, BX], y - boxes[b, BY]
        su = math.copysign(1.0, ox * cos + oy * sin)
        sv = math.copysign(1.0, oy * cos - ox * sin)
        du, dv, dz = _behind(boxes, b, x, y, z, su, sv, radius)
        if min(du, dv, dz) >= 0.0:
            continue
        face = kept[slot + k, FACE] if kept[slot + k, LAST] == number else NO_FACE
        end = _edge_of(face, du, dv, dz, su, sv)
        if face == NO_FACE:
            # One that held the die has slipped off it, to the face on its other side. Where another
            # face holds the die, that one decides.
            for other in (TOP_FACE, LONG_FACE, DEEP_FACE):
                end = _edge_of(other, du, dv, dz, su, sv)
                may = end >= 0 and (other == over or kept[slot + many + end, LAST] == number)
                for c in range(before, own):
                    may = may and slots[c] < slot + many and kept[slots[c], FACE] == other
                if may:
                    face = other
                    break
        level = _of(face, du, dv, dz)
        if face == NO_FACE or end < 0 or level <= 0.0:
            continue
        bites = False
        for c in range(before, count):
            bites = bites or slots[c] == slot + many + end or slots[c] == slot + many + end + 1
        if bites:
            continue
        depth, share = 0.0, 0.0
        to = -1
        for j in range(many):
            x, y, z = state[0] + corners[j, 0], state[1] + corners[j, 1], state[2] + corners[j, 2]
            ju, jv, jz = _behind(boxes, b, x, y, z, su, sv, radius)
            far, deep = 0.0, level
            for this, that in ((du, ju), (dv, jv), (dz, jz)):
                if this < 0.0:
                    if that <= 0.0:
                        deep = -1e9
                    elif this / (this - that) > far:
                        far = this / (this - that)
                        deep = passing(-this, that, level, _of(face, ju, jv, jz))
            # It must come in there, not past the other faces.
            if (
                deep > depth
                and du + far * (ju - du) > -1e-9
                and dv + far * (jv - dv) > -1e-9
                and dz + far * (jz - dz) > -1e-9
            ):
                depth, share, to = deep, far, j
        if to < 0 or depth > HELD:
            continue
        point = (
            corners[k, 0] + share * (corners[to, 0] - corners[k, 0]),
            corners[k, 1] + share * (corners[to, 1] - corners[k, 1]),
            corners[k, 2] + share * (corners[to, 2] - corners[k, 2]),
        )
        count = _push(
            rows, slots, count, slot + k, boxes, b, face, su, sv, depth, point, radius, state,
            motion, material,
        )  # fmt: skip
    return count


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
        cos, sin = boxes[b, BCOS], boxes[b, BSIN]
        long, deep, top = boxes[b, BLONG], boxes[b, BDEEP], boxes[b, BTOP]
        ox, oy = state[0] - boxes[b, BX], state[1] - boxes[b, BY]
        u0, v0 = ox * cos + oy * sin, oy * cos - ox * sin
        if abs(u0) > long + r_out or abs(v0) > deep + r_out or state[2] > top + r_out:
            continue
        slot = first + b * each
        before = count
        over = _over(long - abs(u0), deep - abs(v0), top - state[2])
        past = False
        for k in range(16):
            past = past or kept[slot + many + k, LAST] == number
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
            least = min(du, dv, dz)
            if least < 0.0:
                past = past or (face != NO_FACE and _of(face, du, dv, dz) > 0.0)
                past = past or (over != NO_FACE and _of(over, du, dv, dz) > 0.0)
                continue
            depth = _of(face, du, dv, dz)
            if face == NO_FACE or depth > HELD:
                depth = least
                face = TOP_FACE if depth == dz else LONG_FACE if depth == du else DEEP_FACE
            if depth <= 0.0 or depth > DEEPEST:
                continue
            kept[slot + k, FACE] = face
            count = _push(
                rows, slots, count, slot + k, boxes, b, face, math.copysign(1.0, u),
                math.copysign(1.0, v), depth, (rx, ry, rz), radius, state, motion, material,
            )  # fmt: skip
        high = top - state[2]
        tips = (
            _tip(boxes, b, 0, state, r_out, normals, r_in),
            _tip(boxes, b, 1, state, r_out, normals, r_in),
            _tip(boxes, b, 2, state, r_out, normals, r_in),
            _tip(boxes, b, 3, state, r_out, normals, r_in),
        )
        bx, by = boxes[b, BX], boxes[b, BY]
        for k in range(4):
            # Four upright edges, and four along the top.
            su, sv, ax, ay = _corner(boxes, b, k)
            _, _, ex, ey = _corner(boxes, b, (k + 1) % 4)
            ex, ey = ex - ax, ey - ay
            px, py = ax - ox, ay - oy
            if px * px + py * py < r_out * r_out:
                count = edge(
                    rows, slots, count, slot + many + 2 * k, (bx + ax, by + ay, 0.0),
                    (0.0, 0.0, 1.0), top, (-su * cos, -su * sin, 0.0), (sv * sin, -sv * cos, 0.0),
                    _moves(boxes, b, ax, ay), state, motion, corners, normals, r_in, radius,
                    material, 1e9, tips[k][0],
                )  # fmt: skip
            length = math.sqrt(ex * ex + ey * ey)
            ex, ey = ex / length, ey / length
            off = -px * ey + py * ex
            if off * off + high * high < r_out * r_out:
                count = edge(
                    rows, slots, count, slot + many + 8 + 2 * k, (bx + ax, by + ay, top),
                    (ex, ey, 0.0), length, (ey, -ex, 0.0), (0.0, 0.0, -1.0),
                    _moves(boxes, b, 0.0, 0.0), state, motion, corners, normals, r_in, radius,
                    material, tips[k][0], tips[(k + 1) % 4][0],
                )  # fmt: skip
        if past:
            count = _past_face(
                rows, slots, count, slot, before, boxes, b, over, corners, radius, state, motion,
                material, kept, number,
            )  # fmt: skip
        for k in range(4):
            depth, row = tips[k]
            if row < 0 or depth > DEEPEST:
                continue
            _, _, ax, ay = _corner(boxes, b, k)
            px, py = ax - ox, ay - oy
            held = False
            for c in range(before, count):
                apart = abs(rows[c, ARM] - px) + abs(rows[c, ARM + 1] - py)
                held = held or apart + abs(rows[c, ARM + 2] - high) < 1e-6
            if not held:
                count = add(
                    rows, slots, count, slot + many + 16 + k,
                    (-normals[row, 0], -normals[row, 1], -normals[row, 2]), (px, py, high),
                    depth, _moves(boxes, b, ax, ay), motion, material,
                )  # fmt: skip
        _yields(rows, before, count, state, boxes, b)
    return count
