"""Compliant contact of one body: forces at many points at once, in three dimensions.

The convex contact model of Todorov (ICRA 2014) for a single free body. Every contact point asks for
an acceleration along its normal, that of a damped spring of the contact's own frequency, and for
the end of its slip; the forces that come nearest to all wishes, each inside its friction cone, are
found by block Gauss-Seidel, begun from those of the step before. Since the spring is that of the
*contact*, a restitution means the same whatever mass the point has to turn round.

Forces are per mass of the body (mm/s^2), inertia per mass (mm^2). All functions are compiled.
"""

from __future__ import annotations

import math

from sim.compiled import Array, Ints, compiled
from sim.world import GRAVITY

_G = GRAVITY
Pair = tuple[float, float, float, float, float, float]
"""A pair of materials: stiffness (1/s^2), damping (1/s), friction, the give along normal and along
tangents as shares of the response to one's own force, and the arm (mm) at which friction acts
against a turn about the normal."""
WIDTH = 53
"""Length of a row: Jacobians of normal and two tangents (6 each), their angular responses (3 each),
wishes (3), response to its own forces (6), friction, give along the normal and along the tangents,
depth, stiffness and the speed along the normal; for the turn about the normal Jacobian and angular
response (3 each), wish, own response and that to the three other forces."""
MEMORY = 6
"""What is kept of a contact from step to step: its forces, the depth at which its spring is slack,
and whether it touched."""
RISE = 10.0
"""Speed, mm/s, at which a contact that began deep inside is let out."""


@compiled
def add(
    rows: Array,
    slots: Ints,
    count: int,
    slot: int,
    normal: tuple[float, float, float],
    arm: tuple[float, float, float],
    depth: float,
    surface: tuple[float, float, float],
    motion: Array,
    inertia: Array,
    material: Pair,
) -> int:
    """Add a contact to ``rows``; returns the new count (unchanged where there is no room).

    ``normal`` points at the body, ``arm`` from its centre to the point, ``surface`` is the velocity
    of what it touches, ``motion`` the body's velocity and spin. ``inertia`` holds 1/I across and
    along the body's axis, and that axis; ``material`` stiffness (1/s^2), damping (1/s), friction,
    and the give along normal and tangents, as shares of the response to one's own force.
    """
    if count >= rows.shape[0]:
        return count
    nx, ny, nz = normal
    rx, ry, rz = arm
    # Two tangents, square to the normal and to each other.
    if abs(nz) < 0.9:
        size = math.sqrt(nx * nx + ny * ny)
        ux, uy, uz = ny / size, -nx / size, 0.0
    else:
        size = math.sqrt(ny * ny + nz * nz)
        ux, uy, uz = 0.0, nz / size, -ny / size
    wx, wy, wz = ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux
    vx = motion[0] + motion[4] * rz - motion[5] * ry - surface[0]
    vy = motion[1] + motion[5] * rx - motion[3] * rz - surface[1]
    vz = motion[2] + motion[3] * ry - motion[4] * rx - surface[2]
    stiff, damp = material[0], material[1]
    for k, (a, b, c) in enumerate(((nx, ny, nz), (ux, uy, uz), (wx, wy, wz))):
        tx, ty, tz = ry * c - rz * b, rz * a - rx * c, rx * b - ry * a
        rows[count, 6 * k], rows[count, 6 * k + 1], rows[count, 6 * k + 2] = a, b, c
        rows[count, 6 * k + 3], rows[count, 6 * k + 4], rows[count, 6 * k + 5] = tx, ty, tz
        # Angular response: I^-1 (arm x direction), for a body with one axis of symmetry.
        along = (inertia[1] - inertia[0]) * (inertia[2] * tx + inertia[3] * ty + inertia[4] * tz)
        rows[count, 18 + 3 * k] = inertia[0] * tx + along * inertia[2]
        rows[count, 19 + 3 * k] = inertia[0] * ty + along * inertia[3]
        rows[count, 20 + 3 * k] = inertia[0] * tz + along * inertia[4]
        rows[count, 27 + k] = -damp * (vx * a + vy * b + vz * c)
    rows[count, 27] += stiff * depth
    rows[count, 30] = (
        1.0
        + rows[count, 3] * rows[count, 18]
        + rows[count, 4] * rows[count, 19]
        + rows[count, 5] * rows[count, 20]
    )
    rows[count, 31] = (
        1.0
        + rows[count, 9] * rows[count, 21]
        + rows[count, 10] * rows[count, 22]
        + rows[count, 11] * rows[count, 23]
    )
    rows[count, 32] = (
        1.0
        + rows[count, 15] * rows[count, 24]
        + rows[count, 16] * rows[count, 25]
        + rows[count, 17] * rows[count, 26]
    )
    rows[count, 33] = (
        rows[count, 3] * rows[count, 21]
        + rows[count, 4] * rows[count, 22]
        + rows[count, 5] * rows[count, 23]
    )
    rows[count, 34] = (
        rows[count, 3] * rows[count, 24]
        + rows[count, 4] * rows[count, 25]
        + rows[count, 5] * rows[count, 26]
    )
    rows[count, 35] = (
        rows[count, 9] * rows[count, 24]
        + rows[count, 10] * rows[count, 25]
        + rows[count, 11] * rows[count, 26]
    )
    rows[count, 36] = material[2]
    rows[count, 39], rows[count, 40] = depth, stiff
    rows[count, 41] = abs(vx * nx + vy * ny + vz * nz)
    rows[count, 37] = material[3] * rows[count, 30]
    rows[count, 38] = material[4] * rows[count, 30]
    tx, ty, tz = material[5] * nx, material[5] * ny, material[5] * nz
    along = (inertia[1] - inertia[0]) * (inertia[2] * tx + inertia[3] * ty + inertia[4] * tz)
    ax = inertia[0] * tx + along * inertia[2]
    ay = inertia[0] * ty + along * inertia[3]
    az = inertia[0] * tz + along * inertia[4]
    rows[count, 42], rows[count, 43], rows[count, 44] = tx, ty, tz
    rows[count, 45], rows[count, 46], rows[count, 47] = ax, ay, az
    rows[count, 48] = -damp * (motion[3] * tx + motion[4] * ty + motion[5] * tz)
    rows[count, 49] = tx * ax + ty * ay + tz * az
    for k in range(3):
        rows[count, 50 + k] = (
            rows[count, 6 * k + 3] * ax + rows[count, 6 * k + 4] * ay + rows[count, 6 * k + 5] * az
        )
    slots[count] = slot
    return count + 1


@compiled
def slacken(rows: Array, slots: Ints, count: int, kept: Array, motion: Array, dt: float) -> None:
    """Let springs that begin to touch deep inside be slack there: depth that no motion made.

    Whatever comes into reach from elsewhere (over an edge, round a corner) would begin as a
    compressed spring and make energy. The slack is taken back slowly.
    """
    for k in range(kept.shape[0]):
        kept[k, 5] *= -1.0
    for c in range(count):
        slot = slots[c]
        depth = rows[c, 39]
        if kept[slot, 5] == 0.0:
            speed = abs(motion[0]) + abs(motion[1]) + abs(motion[2])
            for k in range(3):
                speed += abs(motion[3 + k]) * (abs(rows[c, 3]) + abs(rows[c, 4]) + abs(rows[c, 5]))
            kept[slot, 4] = max(0.0, depth - speed * dt)
        kept[slot, 5] = 1.0
        kept[slot, 4] = max(0.0, min(depth, kept[slot, 4]) - RISE * dt)
        rows[c, 27] -= rows[c, 40] * kept[slot, 4]
    for k in range(kept.shape[0]):
        if kept[k, 5] < 0.0:
            for i in range(MEMORY):
                kept[k, i] = 0.0


@compiled
def _push(rows: Array, c: int, response: Array, p: float, q: float, r: float, s: float) -> None:
    """Add the accelerations by the forces ``p, q, r`` and the turn ``s`` of one contact."""
    for k in range(3):
        response[k] += rows[c, k] * p + rows[c, 6 + k] * q + rows[c, 12 + k] * r
        response[3 + k] += (
            rows[c, 18 + k] * p + rows[c, 21 + k] * q + rows[c, 24 + k] * r + rows[c, 45 + k] * s
        )


@compiled
def _wanted(rows: Array, c: int, response: Array, k: int) -> float:
    """Acceleration of a contact along direction ``k``, less the one that it asks for."""
    total = -rows[c, 27 + k]
    for i in range(6):
        total += rows[c, 6 * k + i] * response[i]
    return total


@compiled
def _in_cone(
    rows: Array,
    c: int,
    c0: float,
    c1: float,
    c2: float,
    c3: float,
    q: float,
    r: float,
    s: float,
) -> tuple[float, float, float, float]:
    """Best forces of one contact, the others held: min f A f / 2 + c f inside the friction cone.

    ``q, r, s`` are its forces of friction so far: they give the direction to begin with.
    """
    friction = rows[c, 36]
    give = rows[c, 38]
    a00, a11, a22 = rows[c, 30] + rows[c, 37], rows[c, 31] + give, rows[c, 32] + give
    a33 = rows[c, 49] + give
    a01, a02, a12 = rows[c, 33], rows[c, 34], rows[c, 35]
    a03, a13, a23 = rows[c, 50], rows[c, 51], rows[c, 52]
    # Without the cone: the turn is eliminated first, then the second and the first tangent.
    l03, l13, l23 = a03 / a33, a13 / a33, a23 / a33
    b00, b11, b22 = a00 - l03 * a03, a11 - l13 * a13, a22 - l23 * a23
    b01, b02, b12 = a01 - l03 * a13, a02 - l03 * a23, a12 - l13 * a23
    e0, e1, e2 = c0 - l03 * c3, c1 - l13 * c3, c2 - l23 * c3
    m02, m12 = b02 / b22, b12 / b22
    g00, g01, g11 = b00 - m02 * b02, b01 - m02 * b12, b11 - m12 * b12
    h0, h1 = e0 - m02 * e2, e1 - m12 * e2
    n = -(h0 - g01 / g11 * h1) / (g00 - g01 * g01 / g11)
    if n > 0.0:
        u = -(h1 + g01 * n) / g11
        w = -(e2 + b02 * n + b12 * u) / b22
        t = -(c3 + a03 * n + a13 * u + a23 * w) / a33
        if u * u + w * w + t * t <= friction * friction * n * n:
            return n, u, w, t
    # It slips: on the cone's surface the direction is found by projected steps.
    d1, d2, d3 = q, r, s
    size = math.sqrt(d1 * d1 + d2 * d2 + d3 * d3)
    if size < 1e-9:
        d1, d2, d3 = -c1, -c2, -c3
        size = math.sqrt(d1 * d1 + d2 * d2 + d3 * d3)
    if size < 1e-9:
        d1, d2, d3, size = 1.0, 0.0, 0.0, 1.0
    d1, d2, d3 = d1 / size, d2 / size, d3 / size
    reach = max(0.5 * (a11 + a22), a33)
    n = z = 0.0
    for _ in range(3):
        f1 = a11 * d1 + a12 * d2 + a13 * d3
        f2 = a12 * d1 + a22 * d2 + a23 * d3
        f3 = a13 * d1 + a23 * d2 + a33 * d3
        stiff = (
            a00
            + 2.0 * friction * (a01 * d1 + a02 * d2 + a03 * d3)
            + friction * friction * (d1 * f1 + d2 * f2 + d3 * f3)
        )
        n = -(c0 + friction * (c1 * d1 + c2 * d2 + c3 * d3)) / stiff
        if n <= 0.0:
            return 0.0, 0.0, 0.0, 0.0
        z = friction * n
        e1 = reach * z * d1 - (c1 + a01 * n + z * f1)
        e2 = reach * z * d2 - (c2 + a02 * n + z * f2)
        e3 = reach * z * d3 - (c3 + a03 * n + z * f3)
        size = math.sqrt(e1 * e1 + e2 * e2 + e3 * e3)
        if size < 1e-9:
            break
        d1, d2, d3 = e1 / size, e2 / size, e3 / size
    return n, z * d1, z * d2, z * d3


@compiled
def solve(
    rows: Array, slots: Ints, count: int, forces: Array, response: Array, sweeps: int, exact: float
) -> None:
    """Find the forces of ``count`` contacts, and the body's accelerations ``response`` with them.

    ``response`` holds the accelerations without contact (gravity, gyroscopic part) at first;
    ``forces`` those of the last step by slot. Ends after ``sweeps`` rounds, or when no force
    changes by more than the share ``exact`` of the largest and the weight together.
    """
    for c in range(count):
        slot = slots[c]
        p, q, r, s = forces[slot, 0], forces[slot, 1], forces[slot, 2], forces[slot, 3]
        _push(rows, c, response, p, q, r, s)
    for _ in range(sweeps):
        most, largest = 0.0, 0.0
        for c in range(count):
            slot = slots[c]
            p, q, r, s = forces[slot, 0], forces[slot, 1], forces[slot, 2], forces[slot, 3]
            # What the contact would find without its own forces.
            c0 = _wanted(rows, c, response, 0)
            c1 = _wanted(rows, c, response, 1)
            c2 = _wanted(rows, c, response, 2)
            c3 = -rows[c, 48]
            for k in range(3):
                c3 += rows[c, 42 + k] * response[3 + k]
            c0 -= rows[c, 30] * p + rows[c, 33] * q + rows[c, 34] * r + rows[c, 50] * s
            c1 -= rows[c, 33] * p + rows[c, 31] * q + rows[c, 35] * r + rows[c, 51] * s
            c2 -= rows[c, 34] * p + rows[c, 35] * q + rows[c, 32] * r + rows[c, 52] * s
            c3 -= rows[c, 50] * p + rows[c, 51] * q + rows[c, 52] * r + rows[c, 49] * s
            n, u, w, t = _in_cone(rows, c, c0, c1, c2, c3, q, r, s)
            dp, dq, dr, ds = n - p, u - q, w - r, t - s
            largest = max(largest, n)
            if dp != 0.0 or dq != 0.0 or dr != 0.0 or ds != 0.0:
                forces[slot, 0], forces[slot, 1] = n, u
                forces[slot, 2], forces[slot, 3] = w, t
                _push(rows, c, response, dp, dq, dr, ds)
                most = max(most, abs(dp) + abs(dq) + abs(dr) + abs(ds))
        if most < exact * (_G + largest):
            break
