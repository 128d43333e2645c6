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
Pair = tuple[float, float, float, float, float]
"""A pair of materials: stiffness (1/s^2), damping (1/s), friction, and the give along normal and
tangents, as shares of the response to one's own force."""
WIDTH = 42
"""Length of a row: Jacobians of normal and two tangents (6 each), their angular responses (3 each),
wishes (3), response to its own forces (6), friction, give along the normal and along the tangents,
depth, stiffness and the speed along the normal."""
MEMORY = 5
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
    slots[count] = slot
    return count + 1


@compiled
def slacken(rows: Array, slots: Ints, count: int, kept: Array, motion: Array, dt: float) -> None:
    """Let springs that begin to touch deep inside be slack there: depth that no motion made.

    Whatever comes into reach from elsewhere (over an edge, round a corner) would begin as a
    compressed spring and make energy. The slack is taken back slowly.
    """
    for k in range(kept.shape[0]):
        kept[k, 4] *= -1.0
    for c in range(count):
        slot = slots[c]
        depth = rows[c, 39]
        if kept[slot, 4] == 0.0:
            speed = abs(motion[0]) + abs(motion[1]) + abs(motion[2])
            for k in range(3):
                speed += abs(motion[3 + k]) * (abs(rows[c, 3]) + abs(rows[c, 4]) + abs(rows[c, 5]))
            kept[slot, 3] = max(0.0, depth - speed * dt)
        kept[slot, 4] = 1.0
        kept[slot, 3] = max(0.0, min(depth, kept[slot, 3]) - RISE * dt)
        rows[c, 27] -= rows[c, 40] * kept[slot, 3]
    for k in range(kept.shape[0]):
        if kept[k, 4] < 0.0:
            for i in range(MEMORY):
                kept[k, i] = 0.0


@compiled
def _push(rows: Array, c: int, response: Array, p: float, q: float, r: float) -> None:
    """Add the accelerations that the forces ``p, q, r`` of one contact give the body."""
    for k in range(3):
        response[k] += rows[c, k] * p + rows[c, 6 + k] * q + rows[c, 12 + k] * r
        response[3 + k] += rows[c, 18 + k] * p + rows[c, 21 + k] * q + rows[c, 24 + k] * r


@compiled
def _wanted(rows: Array, c: int, response: Array, k: int) -> float:
    """Acceleration of a contact along direction ``k``, less the one that it asks for."""
    total = -rows[c, 27 + k]
    for i in range(6):
        total += rows[c, 6 * k + i] * response[i]
    return total


@compiled
def _in_cone(
    rows: Array, c: int, c0: float, c1: float, c2: float, q: float, r: float
) -> tuple[float, float, float]:
    """Best forces of one contact, the others held: min f A f / 2 + c f inside the friction cone.

    ``q, r`` are its tangential forces so far: they give the direction to begin with.
    """
    friction = rows[c, 36]
    a00, a11, a22 = rows[c, 30] + rows[c, 37], rows[c, 31] + rows[c, 38], rows[c, 32] + rows[c, 38]
    a01, a02, a12 = rows[c, 33], rows[c, 34], rows[c, 35]
    m0 = a11 * a22 - a12 * a12
    m1 = a01 * a22 - a12 * a02
    m2 = a01 * a12 - a11 * a02
    det = a00 * m0 - a01 * m1 + a02 * m2
    n = -(c0 * m0 - a01 * (c1 * a22 - a12 * c2) + a02 * (c1 * a12 - a11 * c2)) / det
    u = -(a00 * (c1 * a22 - a12 * c2) - c0 * m1 + a02 * (a01 * c2 - c1 * a02)) / det
    w = -(a00 * (a11 * c2 - c1 * a12) - a01 * (a01 * c2 - c1 * a02) + c0 * m2) / det
    if n > 0.0 and u * u + w * w <= friction * friction * n * n:
        return n, u, w
    # It slips: on the cone's surface the direction is found by projected steps.
    d1, d2 = q, r
    size = math.sqrt(d1 * d1 + d2 * d2)
    if size < 1e-9:
        d1, d2 = -c1, -c2
        size = math.sqrt(d1 * d1 + d2 * d2)
    if size < 1e-9:
        d1, d2, size = 1.0, 0.0, 1.0
    d1, d2 = d1 / size, d2 / size
    n = 0.0
    for _ in range(3):
        give = (
            a00
            + 2.0 * friction * (a01 * d1 + a02 * d2)
            + friction * friction * (a11 * d1 * d1 + 2.0 * a12 * d1 * d2 + a22 * d2 * d2)
        )
        n = -(c0 + friction * (c1 * d1 + c2 * d2)) / give
        if n <= 0.0:
            return 0.0, 0.0, 0.0
        s = friction * n
        e1 = 0.5 * (a11 + a22) * s * d1 - (c1 + a01 * n + s * (a11 * d1 + a12 * d2))
        e2 = 0.5 * (a11 + a22) * s * d2 - (c2 + a02 * n + s * (a12 * d1 + a22 * d2))
        size = math.sqrt(e1 * e1 + e2 * e2)
        if size < 1e-9:
            break
        d1, d2 = e1 / size, e2 / size
    return n, friction * n * d1, friction * n * d2


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
        _push(rows, c, response, forces[slot, 0], forces[slot, 1], forces[slot, 2])
    for _ in range(sweeps):
        most, largest = 0.0, 0.0
        for c in range(count):
            slot = slots[c]
            p, q, r = forces[slot, 0], forces[slot, 1], forces[slot, 2]
            # What the contact would find without its own forces.
            c0 = _wanted(rows, c, response, 0) - rows[c, 30] * p - rows[c, 33] * q - rows[c, 34] * r
            c1 = _wanted(rows, c, response, 1) - rows[c, 33] * p - rows[c, 31] * q - rows[c, 35] * r
            c2 = _wanted(rows, c, response, 2) - rows[c, 34] * p - rows[c, 35] * q - rows[c, 32] * r
            n, u, w = _in_cone(rows, c, c0, c1, c2, q, r)
            dp, dq, dr = n - p, u - q, w - r
            largest = max(largest, n)
            if dp != 0.0 or dq != 0.0 or dr != 0.0:
                forces[slot, 0], forces[slot, 1], forces[slot, 2] = n, u, w
                _push(rows, c, response, dp, dq, dr)
                most = max(most, abs(dp) + abs(dq) + abs(dr))
        if most < exact * (_G + largest):
            break
