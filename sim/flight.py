"""A die's motion: turning, flying, and how long nothing can touch it. All functions are compiled.

A state holds place (3), orientation (4, a unit quaternion w, x, y, z, body to world), velocity (3)
and spin (3, in the world).
"""

from __future__ import annotations

import math

from sim.compiled import Array, compiled
from sim.world import GRAVITY

_G = GRAVITY


@compiled
def turn_by(state: Array, time: float) -> None:
    """Turn the orientation by the spin for ``time`` s."""
    sx, sy, sz = state[10], state[11], state[12]
    size = math.sqrt(sx * sx + sy * sy + sz * sz)
    angle = 0.5 * size * time
    if angle < 1e-12:
        return
    s, c = math.sin(angle) / size, math.cos(angle)
    x, y, z = s * sx, s * sy, s * sz
    w0, x0, y0, z0 = state[3], state[4], state[5], state[6]
    w1 = c * w0 - x * x0 - y * y0 - z * z0
    x1 = c * x0 + x * w0 + y * z0 - z * y0
    y1 = c * y0 - x * z0 + y * w0 + z * x0
    z1 = c * z0 + x * y0 - y * x0 + z * w0
    # Kept at length 1: a product of many rounds off.
    n = 1.0 / math.sqrt(w1 * w1 + x1 * x1 + y1 * y1 + z1 * z1)
    state[3], state[4], state[5], state[6] = w1 * n, x1 * n, y1 * n, z1 * n


@compiled
def place_corners(state: Array, body: Array, out: Array) -> None:
    """Turn the points ``body`` (n, 3) into the world, seen from the centre."""
    w, x, y, z = state[3], state[4], state[5], state[6]
    a, b, c = 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)
    d, e, f = 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)
    g, h, i = 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)
    for k in range(body.shape[0]):
        px, py, pz = body[k, 0], body[k, 1], body[k, 2]
        out[k, 0] = a * px + b * py + c * pz
        out[k, 1] = d * px + e * py + f * pz
        out[k, 2] = g * px + h * py + i * pz


@compiled
def gyroscopic(state: Array, inertia: Array) -> tuple[float, float, float]:
    """Angular acceleration of a free body with one axis of symmetry."""
    if inertia[0] == inertia[1]:
        return 0.0, 0.0, 0.0
    ax, ay, az = inertia[2], inertia[3], inertia[4]
    sx, sy, sz = state[10], state[11], state[12]
    # -(I3 - I1) / I1 (axis . spin) (spin x axis)
    f = (1.0 - inertia[0] / inertia[1]) * (ax * sx + ay * sy + az * sz)
    return f * (sy * az - sz * ay), f * (sz * ax - sx * az), f * (sx * ay - sy * ax)


@compiled
def falling(state: Array, inertia: Array, out: Array) -> None:
    """Fill ``out`` with the six accelerations of a body that nothing touches."""
    out[0], out[1], out[2] = 0.0, 0.0, -_G
    out[3], out[4], out[5] = gyroscopic(state, inertia)


@compiled
def axis_of(state: Array, inertia: Array) -> None:
    """Write the body's z axis in the world into ``inertia[2:5]``."""
    w, x, y, z = state[3], state[4], state[5], state[6]
    inertia[2] = 2 * (x * z + w * y)
    inertia[3] = 2 * (y * z - w * x)
    inertia[4] = 1 - 2 * (x * x + y * y)


@compiled
def fly(state: Array, inertia: Array, time: float) -> None:
    """Advance freely by ``time`` s: a parabola, and the torque-free turning of the body, exactly.

    A symmetric top turns by its angular momentum / I across in the world, after a turn about its
    own axis; ``inertia`` holds that axis as it is at the start.
    """
    for k in range(2):
        state[k] += state[7 + k] * time
    state[2] += (state[9] - 0.5 * _G * time) * time
    state[9] -= _G * time
    if inertia[0] == inertia[1]:
        turn_by(state, time)
        return
    sx, sy, sz = state[10], state[11], state[12]
    ax, ay, az = inertia[2], inertia[3], inertia[4]
    ratio = inertia[0] / inertia[1] - 1.0
    along = ratio * (ax * sx + ay * sy + az * sz)
    # First about the own axis (as it lies now), then the whole body with its angular momentum.
    state[10], state[11], state[12] = -along * ax, -along * ay, -along * az
    turn_by(state, time)
    mx, my, mz = sx + along * ax, sy + along * ay, sz + along * az
    state[10], state[11], state[12] = mx, my, mz
    turn_by(state, time)
    size = math.sqrt(mx * mx + my * my + mz * mz)
    if size == 0.0:
        state[10], state[11], state[12] = sx, sy, sz
        return
    c, s = math.cos(size * time), math.sin(size * time)
    ux, uy, uz = mx / size, my / size, mz / size
    dot = (1.0 - c) * (ux * sx + uy * sy + uz * sz)
    state[10] = c * sx + s * (uy * sz - uz * sy) + dot * ux
    state[11] = c * sy + s * (uz * sx - ux * sz) + dot * uy
    state[12] = c * sz + s * (ux * sy - uy * sx) + dot * uz


@compiled
def until_ground(state: Array, corners: Array, radius: float) -> float:
    """A time for which no corner can reach the table: gap + rate t - (g + spin^2 r) t^2 / 2 > 0."""
    square = state[10] ** 2 + state[11] ** 2 + state[12] ** 2
    free = 1.0
    for k in range(corners.shape[0]):
        x, y, z = corners[k, 0], corners[k, 1], corners[k, 2]
        gap = state[2] + z - radius
        rate = state[9] + state[10] * y - state[11] * x
        curve = _G + square * math.sqrt(x * x + y * y + z * z)
        root = rate * rate + 2.0 * curve * max(0.0, gap)
        free = min(free, (rate + math.sqrt(root)) / curve)
        if gap <= 0.0:
            return 0.0
    return free


@compiled
def until_ramp(state: Array, corners: Array, radius: float, tower: Array) -> float:
    """A time for which no corner can reach the plane of the ramp; see `until_ground`."""
    sin, cos, lip = tower[0], tower[1], tower[2]
    over = state[0] * sin + (state[2] - lip) * cos - radius
    rising = state[7] * sin + state[9] * cos
    # The rate of a corner is v n + (spin x r) n = v n + r (n x spin).
    ex, ey, ez = -cos * state[11], cos * state[10] - sin * state[12], sin * state[11]
    square = state[10] ** 2 + state[11] ** 2 + state[12] ** 2
    free = 1.0
    for k in range(corners.shape[0]):
        x, y, z = corners[k, 0], corners[k, 1], corners[k, 2]
        gap = over + x * sin + z * cos
        if gap <= 0.0:
            return 0.0
        rate = rising + x * ex + y * ey + z * ez
        curve = _G * cos + square * math.sqrt(x * x + y * y + z * z)
        free = min(free, (rate + math.sqrt(rate * rate + 2.0 * curve * gap)) / curve)
    return free


@compiled
def until_near(
    state: Array, r_out: float, table: Array, spheres: Array, posts: Array, boxes: Array,
    tower: Array, in_reach_of_tower: bool,
) -> float:  # fmt: skip
    """A time for which a die cannot come within reach of an obstacle, its tower or the edge.

    0 = it is within reach of one.
    """
    speed = math.sqrt(state[7] ** 2 + state[8] ** 2)
    way = 1e9
    x, y = state[0], state[1]
    for k in range(4):
        way = min(way, table[k, 2] - table[k, 0] * x - table[k, 1] * y)
    if way <= 0.0:
        way = 1e9  # over the edge already (a tower may overhang): nothing comes nearer
    for k in range(spheres.shape[0]):
        dx, dy = x - spheres[k, 0], y - spheres[k, 1]
        way = min(way, math.sqrt(dx * dx + dy * dy) - spheres[k, 2] - r_out)
    for k in range(posts.shape[0]):
        dx, dy = x - posts[k, 0], y - posts[k, 1]
        way = min(way, math.sqrt(dx * dx + dy * dy) - posts[k, 2] - r_out)
    for k in range(boxes.shape[0]):
        if boxes[k, 10] == 0.0:
            continue
        dx, dy = x - boxes[k, 0], y - boxes[k, 1]
        u = abs(dx * boxes[k, 2] + dy * boxes[k, 3]) - boxes[k, 4] - r_out
        v = abs(dy * boxes[k, 2] - dx * boxes[k, 3]) - boxes[k, 5] - r_out
        way = min(way, max(u, v))
    if in_reach_of_tower:
        way = min(way, x - r_out - tower[9])
    if way <= 0.0:
        return 0.0
    return way / (speed + 1e-9)
