"""Compliant contact of one body: forces at many points at once, in three dimensions.

The convex contact model of Todorov (ICRA 2014) for a single free body. Every contact point asks for
an acceleration along its normal, that of a damped spring of the contact's own frequency, and for
the end of its slip; the forces that come nearest to all wishes, each inside its friction cone, are
those of the body's acceleration that makes one convex function least. It has six unknowns however
many contacts there are, and Newton's method finds it in a few rounds from that of the step before.
Since the spring is that of the *contact*, a restitution means nearly the same whatever mass the
point has to turn round: its give is that of the body's mass, so on a lever it is a little stiffer.

Forces are per mass of the body (mm/s^2), inertia per mass (mm^2). All functions are compiled.
"""

from __future__ import annotations

import math

from sim.compiled import Array, Ints, compiled
from sim.world import GRAVITY

_G = GRAVITY
Pair = tuple[float, float, float, float, float, float]
"""A pair of materials: stiffness (1/s^2), damping (1/s), friction, the give along normal and along
tangents (acceleration per force, so shares of that of the body's centre), and the arm (mm) at which
friction acts against a turn about the normal."""

# Columns of a row: the normal, the arm from the centre, its moment (arm x normal), the acceleration
# asked for (in space, and of the turn about the normal), the give along the normal and along the
# tangents, friction, the arm of the turn, depth, stiffness, the speed with which it closes, and
# whether it touches anew.
NORMAL, ARM, MOMENT, WISH, TURN, GIVE, GIVE_ALONG = 0, 3, 6, 9, 12, 13, 14
FRICTION, TWIST, DEPTH, STIFF, CLOSING, NEW = 15, 16, 17, 18, 19, 20
STIFFNESS, GRIP, RATIO, HOLD, SLIP, AT, WAY = 21, 22, 23, 24, 25, 29, 33
WIDTH = 37
"""Length of a row; its end is room for `solve`."""
# What is kept of a contact from step to step: the depth at which its spring is slack, the number of
# the step in which it last touched, what it missed then (`_missed`), and the face of a box that
# holds a corner of the die.
SLACK, LAST, OLD, FACE = 0, 1, 2, 6
MEMORY = 7
RISE, EASY = 10.0, 5.0
"""Speed, mm/s, at which a contact that began deep inside is let out while its spring bears less
than so many weights of the body: it would press a wedged die into what holds it."""
BEYOND, CLOSE = 0.3, 0.1
"""A step is too long if the slope at its end is this share of that before, and right if less."""
LAPSE = 25.0
"""For so many steps the slack of a contact that is gone is remembered: of a die that is wedged they
come and go, and each time it would begin deeper."""
Six = tuple[float, float, float, float, float, float]


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
    material: Pair,
) -> int:
    """Add a contact to ``rows``; returns the new count (unchanged where there is no room).

    ``normal`` points at the body, ``arm`` from its centre to the point, ``surface`` is the velocity
    of what it touches, ``motion`` the body's velocity and spin; ``material`` see `Pair`.
    """
    if count >= rows.shape[0]:
        return count
    nx, ny, nz = normal
    rx, ry, rz = arm
    vx = motion[0] + motion[4] * rz - motion[5] * ry - surface[0]
    vy = motion[1] + motion[5] * rx - motion[3] * rz - surface[1]
    vz = motion[2] + motion[3] * ry - motion[4] * rx - surface[2]
    tx, ty, tz = ry * nz - rz * ny, rz * nx - rx * nz, rx * ny - ry * nx
    stiff, damp, twist = material[0], material[1], material[5]
    row = rows[count]
    row[0], row[1], row[2] = nx, ny, nz
    row[3], row[4], row[5] = rx, ry, rz
    row[6], row[7], row[8] = tx, ty, tz
    row[9] = stiff * depth * nx - damp * vx
    row[10] = stiff * depth * ny - damp * vy
    row[11] = stiff * depth * nz - damp * vz
    row[TURN] = -damp * twist * (motion[3] * nx + motion[4] * ny + motion[5] * nz)
    row[GIVE], row[GIVE_ALONG] = material[3], material[4]
    row[FRICTION], row[TWIST], row[DEPTH], row[STIFF] = material[2], twist, depth, stiff
    row[CLOSING] = -(vx * nx + vy * ny + vz * nz)
    row[NEW] = 1.0
    slots[count] = slot
    return count + 1


@compiled
def resume(
    rows: Array, slots: Ints, count: int, kept: Array, motion: Array, dt: float, number: float
) -> None:
    """Go on with the contacts that touched in the step before, and begin the new ones.

    A spring that begins deep inside is slack there: depth that no motion made. Whatever comes into
    reach from elsewhere (over an edge, round a corner) would begin as a compressed spring and make
    energy. The slack is taken back slowly. ``number`` counts the steps.
    """
    for c in range(count):
        slot, row = slots[c], rows[c]
        depth = row[DEPTH]
        slack = kept[slot, SLACK]
        new = kept[slot, LAST] != number - 1.0
        if new:
            speed = abs(motion[0]) + abs(motion[1]) + abs(motion[2])
            reach = abs(row[3]) + abs(row[4]) + abs(row[5])
            speed += reach * (abs(motion[3]) + abs(motion[4]) + abs(motion[5]))
            made = max(0.0, depth - max(speed, row[CLOSING]) * dt)
            slack = min(slack, made) if kept[slot, LAST] > max(0.0, number - LAPSE) else made
        slack = min(depth, slack)
        if row[STIFF] * (depth - slack) < EASY * _G:
            slack = max(0.0, slack - RISE * dt)
        kept[slot, SLACK], kept[slot, LAST] = slack, number
        for k in range(3):
            row[WISH + k] -= row[STIFF] * slack * row[k]
        if not new:
            row[NEW] = 0.0
            for k in range(4):
                row[AT + k] = kept[slot, OLD + k]
        elif row[CLOSING] * dt * 1.1 > depth - slack:
            _begin(row, depth - slack, dt)
        _let_go(row, 0.0 if new else depth - slack, dt)


@compiled
def _begin(row: Array, depth: float, dt: float) -> None:
    """Let a contact that was closed within the step before act from that moment.

    Velocities belong to the middle of a step: it acts until half a step from now.
    """
    closing = row[CLOSING]
    part = depth / (closing * dt) + 0.5
    # What is left of the speed falls exponentially: a dull contact takes it all, but no more.
    wish = row[WISH] * row[0] + row[WISH + 1] * row[1] + row[WISH + 2] * row[2]
    drag = (wish - row[STIFF] * depth) / closing * dt / (1.0 + row[GIVE])
    if 1e-9 < drag < 1.0:
        part = (1.0 - (1.0 - drag) ** part) / drag
    elif drag >= 1.0:
        part = 1.0 / drag
    pressed = row[STIFF] * (0.5 * closing * dt * part * part - part * depth)
    for k in range(3):
        row[WISH + k] = part * row[WISH + k] + pressed * row[k]
    row[TURN] *= part


@compiled
def _let_go(row: Array, depth: float, dt: float) -> None:
    """Let a contact that would open within the step push no longer than until then.

    In the convex model a contact that slips also pushes away, by friction times the slip that it
    wishes to end: at a metre a second by 14 times the weight. A sliding die hops on it, the
    smaller the step the less.
    """
    wish = row[WISH] * row[0] + row[WISH + 1] * row[1] + row[WISH + 2] * row[2]
    tx = row[WISH] - wish * row[0]
    ty = row[WISH + 1] - wish * row[1]
    tz = row[WISH + 2] - wish * row[2]
    wish += row[FRICTION] * math.sqrt(tx * tx + ty * ty + tz * tz)
    rise = wish / (1.0 + row[GIVE])
    opens = -row[CLOSING]
    if rise <= 0.0 or (opens + 0.5 * rise * dt) * dt <= depth:
        return
    time = (math.sqrt(opens * opens + 2.0 * rise * depth) - opens) / rise
    less = max(0.0, 1.0 - time / dt) * wish
    for k in range(3):
        row[WISH + k] -= less * row[k]


@compiled
def keep(rows: Array, slots: Ints, count: int, kept: Array) -> None:
    """Keep of every contact what `solve` found, for it to begin with in the next step."""
    for c in range(count):
        for k in range(4):
            kept[slots[c], OLD + k] = rows[c, AT + k]


@compiled
def _missed(row: Array, a: Six) -> tuple[float, float, float, float]:
    """What a contact has beyond what it asks for under the accelerations ``a``: in space, turning.

    The turn about the normal is times the arm of friction: mm/s^2, as the rest.
    """
    nx, ny, nz, rx, ry, rz = row[0], row[1], row[2], row[3], row[4], row[5]
    return (
        a[0] + a[4] * rz - a[5] * ry - row[9],
        a[1] + a[5] * rx - a[3] * rz - row[10],
        a[2] + a[3] * ry - a[4] * rx - row[11],
        row[TWIST] * (nx * a[3] + ny * a[4] + nz * a[5]) - row[TURN],
    )


@compiled
def _push_of(row: Array, away: float, slip: float) -> tuple[float, bool]:
    """Return a contact's push (<= 0: it lets go), and whether it slips.

    ``away`` and ``slip`` are what it misses along its normal and along the surface.
    """
    stiff, friction = row[STIFFNESS], row[FRICTION]
    push = -stiff * away
    if push > 0.0 and row[GRIP] * slip <= friction * push:
        return push, False
    # On the cone's surface: its nearest point, in the metric of the give.
    return (push + friction * stiff * slip) * row[RATIO], True


@compiled
def force_of(rows: Array, c: int, response: Array) -> tuple[float, float, float, float]:
    """Force of a contact on the body, and its moment about the normal, under ``response``."""
    row = rows[c]
    nx, ny, nz = row[0], row[1], row[2]
    a = (response[0], response[1], response[2], response[3], response[4], response[5])
    px, py, pz, turn = _missed(row, a)
    away = px * nx + py * ny + pz * nz
    tx, ty, tz = px - away * nx, py - away * ny, pz - away * nz
    stiff, grip = 1.0 / row[GIVE], 1.0 / row[GIVE_ALONG]
    slip = math.sqrt(tx * tx + ty * ty + tz * tz + turn * turn)
    push = -stiff * away
    held = grip * slip
    if push <= 0.0 or held > row[FRICTION] * push:
        ratio = row[FRICTION] * row[FRICTION] * stiff / grip
        push = max(0.0, push + row[FRICTION] * stiff * slip) / (1.0 + ratio)
        held = row[FRICTION] * push
    share = held / slip if slip > 0.0 else 0.0
    return (
        push * nx - share * tx,
        push * ny - share * ty,
        push * nz - share * tz,
        -share * turn * row[TWIST],
    )


@compiled
def _least(
    rows: Array, count: int, at: Six, way: Six, level: float, bend: float, falls: float,
    rises: float,
) -> float:  # fmt: skip
    """Return the share of a step ``way``, which led to ``at``, after which the function is least.

    Its slope along the way is ``falls`` < 0 at the beginning and ``rises`` > 0 at the end; that of
    its part without contacts is ``level`` at the end and changes by ``bend`` over the way.
    """
    for c in range(count):
        row = rows[c]
        nx, ny, nz, rx, ry, rz = row[0], row[1], row[2], row[3], row[4], row[5]
        row[AT], row[AT + 1], row[AT + 2], row[AT + 3] = _missed(row, at)
        row[WAY] = way[0] + way[4] * rz - way[5] * ry
        row[WAY + 1] = way[1] + way[5] * rx - way[3] * rz
        row[WAY + 2] = way[2] + way[3] * ry - way[4] * rx
        row[WAY + 3] = row[TWIST] * (nx * way[3] + ny * way[4] + nz * way[5])
    low, high, share = 0.0, 1.0, 1.0
    enough = -CLOSE * falls
    last = 0
    for _ in range(20):
        share = high - rises * (high - low) / (rises - falls)
        back = 1.0 - share
        slope = level - back * bend
        for c in range(count):
            row = rows[c]
            nx, ny, nz = row[0], row[1], row[2]
            wx, wy, wz, ws = row[WAY], row[WAY + 1], row[WAY + 2], row[WAY + 3]
            px, py, pz = row[AT] - back * wx, row[AT + 1] - back * wy, row[AT + 2] - back * wz
            turn = row[AT + 3] - back * ws
            away = px * nx + py * ny + pz * nz
            along = wx * nx + wy * ny + wz * nz
            tx, ty, tz = px - away * nx, py - away * ny, pz - away * nz
            slip = math.sqrt(tx * tx + ty * ty + tz * tz + turn * turn)
            push, slips = _push_of(row, away, slip)
            if push <= 0.0:
                continue
            hold = row[FRICTION] * push / slip if slips else row[GRIP]
            slope += hold * (tx * wx + ty * wy + tz * wz + turn * ws) - push * along
        if abs(slope) <= enough:
            break
        # Regula falsi with halved values (Illinois), so that both ends move.
        if slope > 0.0:
            high, rises = share, slope
            if last == 1:
                falls *= 0.5
            last = 1
        else:
            low, falls = share, slope
            if last == -1:
                rises *= 0.5
            last = -1
    return share


@compiled
def solve(
    rows: Array, count: int, inertia: Array, response: Array, last: Array, rounds: int,
    exact: float,
) -> int:  # fmt: skip
    """Find the body's accelerations ``response`` under ``count`` contacts; returns the rounds.

    ``response`` holds the accelerations without contact (gravity, gyroscopic part) at first.
    ``last`` is where the search begins, and holds what it found at the end. Ends after ``rounds``
    or when the forces are balanced to the share ``exact`` of the largest and the weight together.
    """
    # The inertia in the world, per mass.
    across = 1.0 / inertia[0]
    more = 1.0 / inertia[1] - across
    ux, uy, uz = inertia[2], inertia[3], inertia[4]
    ixx, iyy, izz = across + more * ux * ux, across + more * uy * uy, across + more * uz * uz
    ixy, ixz, iyz = more * ux * uy, more * ux * uz, more * uy * uz
    a0, a1, a2, a3, a4, a5 = last[0], last[1], last[2], last[3], last[4], last[5]
    d0 = d1 = d2 = d3 = d4 = d5 = 0.0
    for c in range(count):
        row = rows[c]
        row[STIFFNESS], row[GRIP] = 1.0 / row[GIVE], 1.0 / row[GIVE_ALONG]
        row[RATIO] = 1.0 / (1.0 + row[FRICTION] ** 2 * row[STIFFNESS] * row[GIVE_ALONG])
    slope = -1e300
    done = False
    spent = 0
    while not done:
        spent += 1
        # What is out of balance.
        g0, g1, g2 = a0 - response[0], a1 - response[1], a2 - response[2]
        e3, e4, e5 = a3 - response[3], a4 - response[4], a5 - response[5]
        g3 = ixx * e3 + ixy * e4 + ixz * e5
        g4 = ixy * e3 + iyy * e4 + iyz * e5
        g5 = ixz * e3 + iyz * e4 + izz * e5
        largest = _G
        for c in range(count):
            row = rows[c]
            nx, ny, nz, rx, ry, rz = row[0], row[1], row[2], row[3], row[4], row[5]
            twist = row[TWIST]
            px, py, pz, turn = row[AT], row[AT + 1], row[AT + 2], row[AT + 3]
            if spent > 1 or row[NEW] != 0.0:
                px, py, pz, turn = _missed(row, (a0, a1, a2, a3, a4, a5))
                row[AT], row[AT + 1], row[AT + 2], row[AT + 3] = px, py, pz, turn
            away = px * nx + py * ny + pz * nz
            tx, ty, tz = px - away * nx, py - away * ny, pz - away * nz
            slip = math.sqrt(tx * tx + ty * ty + tz * tz + turn * turn)
            push, slips = _push_of(row, away, slip)
            if push <= 0.0:
                row[HOLD] = -1.0
                continue
            hold = row[GRIP]
            if slips:
                per = 1.0 / slip
                hold = row[FRICTION] * push * per
                row[SLIP], row[SLIP + 1], row[SLIP + 2] = tx * per, ty * per, tz * per
                row[SLIP + 3] = turn * per
            row[HOLD] = hold
            fx, fy, fz = push * nx - hold * tx, push * ny - hold * ty, push * nz - hold * tz
            fs = hold * turn * twist
            largest = max(largest, push)
            g0 -= fx
            g1 -= fy
            g2 -= fz
            g3 -= ry * fz - rz * fy - fs * nx
            g4 -= rz * fx - rx * fz - fs * ny
            g5 -= rx * fy - ry * fx - fs * nz
        rises = g0 * d0 + g1 * d1 + g2 * d2 + g3 * d3 + g4 * d4 + g5 * d5
        if rises > -BEYOND * slope and spent < rounds:
            # The step went beyond the least: go back to where it is.
            e0, e1, e2 = a0 - response[0], a1 - response[1], a2 - response[2]
            q3, q4, q5 = (
                ixx * d3 + ixy * d4 + ixz * d5,
                ixy * d3 + iyy * d4 + iyz * d5,
                ixz * d3 + iyz * d4 + izz * d5,
            )
            share = _least(
                rows, count, (a0, a1, a2, a3, a4, a5), (d0, d1, d2, d3, d4, d5),
                e0 * d0 + e1 * d1 + e2 * d2 + e3 * q3 + e4 * q4 + e5 * q5,
                d0 * d0 + d1 * d1 + d2 * d2 + d3 * q3 + d4 * q4 + d5 * q5, slope, rises,
            )  # fmt: skip
            back = 1.0 - share
            a0 -= back * d0
            a1 -= back * d1
            a2 -= back * d2
            a3 -= back * d3
            a4 -= back * d4
            a5 -= back * d5
            slope = -1e300
            continue
        off = g0 * g0 + g1 * g1 + g2 * g2 + inertia[0] * (g3 * g3 + g4 * g4 + g5 * g5)
        if spent > 1 and off <= (exact * largest) ** 2:
            break
        # Newton's step squares the share: from a tenth of the root of what is asked for it is the
        # last. (From the root itself one cold start in two thousand was off by a tenth or more.)
        done = (spent > 1 and off <= 0.01 * exact * largest * largest) or spent >= rounds
        # How it changes with the acceleration: three blocks of a matrix, (a) for the centre,
        # (c) for the turning, (b) of both.
        a00 = a11 = a22 = 1.0
        a01 = a02 = a12 = 0.0
        b00 = b01 = b02 = b10 = b11 = b12 = b20 = b21 = b22 = 0.0
        c00, c11, c22, c01, c02, c12 = ixx, iyy, izz, ixy, ixz, iyz
        for c in range(count):
            row = rows[c]
            hold = row[HOLD]
            if hold < 0.0:
                continue
            nx, ny, nz, rx, ry, rz = row[0], row[1], row[2], row[3], row[4], row[5]
            mx, my, mz = row[6], row[7], row[8]
            twist = row[TWIST]
            slips = hold != row[GRIP]
            alpha, beta, gamma = row[STIFFNESS] - hold, 0.0, 0.0
            q0 = q1 = q2 = qs = 0.0
            if slips:
                beta = -row[STIFFNESS] * row[FRICTION] * row[RATIO]
                alpha, gamma = row[STIFFNESS] * row[RATIO] - hold, -row[FRICTION] * beta - hold
                q0, q1, q2, qs = row[SLIP], row[SLIP + 1], row[SLIP + 2], row[SLIP + 3]
            if spent == 1 and row[NEW] == 0.0:
                # Its force was that of the last step: bring it up to where the search begins.
                px, py, pz, turn = _missed(row, (a0, a1, a2, a3, a4, a5))
                px, py, pz = px - row[AT], py - row[AT + 1], pz - row[AT + 2]
                turn -= row[AT + 3]
                away = px * nx + py * ny + pz * nz
                slip = px * q0 + py * q1 + pz * q2 + turn * qs
                push, pull = alpha * away + beta * slip, beta * away + gamma * slip
                fx = hold * px + push * nx + pull * q0
                fy = hold * py + push * ny + pull * q1
                fz = hold * pz + push * nz + pull * q2
                fs = (hold * turn + pull * qs) * twist
                g0 += fx
                g1 += fy
                g2 += fz
                g3 += ry * fz - rz * fy + fs * nx
                g4 += rz * fx - rx * fz + fs * ny
                g5 += rx * fy - ry * fx + fs * nz
            # Equally stiff in all directions, less what the normal and the slip are otherwise.
            a00 += hold
            a11 += hold
            a22 += hold
            hx, hy, hz = hold * rx, hold * ry, hold * rz
            b01 += hz
            b02 -= hy
            b10 -= hz
            b12 += hx
            b20 += hy
            b21 -= hx
            s = hold * twist * twist
            c00 += hy * ry + hz * rz + s * nx * nx
            c11 += hx * rx + hz * rz + s * ny * ny
            c22 += hx * rx + hy * ry + s * nz * nz
            c01 += s * nx * ny - hx * ry
            c02 += s * nx * nz - hx * rz
            c12 += s * ny * nz - hy * rz
            v0, v1, v2, v3, v4, v5 = (
                alpha * nx, alpha * ny, alpha * nz, alpha * mx, alpha * my, alpha * mz,
            )  # fmt: skip
            if slips:
                qs *= twist
                q3 = ry * q2 - rz * q1 + qs * nx
                q4 = rz * q0 - rx * q2 + qs * ny
                q5 = rx * q1 - ry * q0 + qs * nz
                v0 += beta * q0
                v1 += beta * q1
                v2 += beta * q2
                v3 += beta * q3
                v4 += beta * q4
                v5 += beta * q5
                w0, w1, w2 = beta * nx + gamma * q0, beta * ny + gamma * q1, beta * nz + gamma * q2
                w3, w4, w5 = beta * mx + gamma * q3, beta * my + gamma * q4, beta * mz + gamma * q5
                a00 += q0 * w0
                a11 += q1 * w1
                a22 += q2 * w2
                a01 += q0 * w1
                a02 += q0 * w2
                a12 += q1 * w2
                b00 += q0 * w3
                b01 += q0 * w4
                b02 += q0 * w5
                b10 += q1 * w3
                b11 += q1 * w4
                b12 += q1 * w5
                b20 += q2 * w3
                b21 += q2 * w4
                b22 += q2 * w5
                c00 += q3 * w3
                c11 += q4 * w4
                c22 += q5 * w5
                c01 += q3 * w4
                c02 += q3 * w5
                c12 += q4 * w5
            a00 += nx * v0
            a11 += ny * v1
            a22 += nz * v2
            a01 += nx * v1
            a02 += nx * v2
            a12 += ny * v2
            b00 += nx * v3
            b01 += nx * v4
            b02 += nx * v5
            b10 += ny * v3
            b11 += ny * v4
            b12 += ny * v5
            b20 += nz * v3
            b21 += nz * v4
            b22 += nz * v5
            c00 += mx * v3
            c11 += my * v4
            c22 += mz * v5
            c01 += mx * v4
            c02 += mx * v5
            c12 += my * v5
        # Newton's step, block by block.
        k00, k01, k02 = a11 * a22 - a12 * a12, a02 * a12 - a01 * a22, a01 * a12 - a02 * a11
        k11, k12, k22 = a00 * a22 - a02 * a02, a01 * a02 - a00 * a12, a00 * a11 - a01 * a01
        scale = 1.0 / (a00 * k00 + a01 * k01 + a02 * k02)
        k00, k01, k02 = scale * k00, scale * k01, scale * k02
        k11, k12, k22 = scale * k11, scale * k12, scale * k22
        y00 = k00 * b00 + k01 * b10 + k02 * b20
        y01 = k00 * b01 + k01 * b11 + k02 * b21
        y02 = k00 * b02 + k01 * b12 + k02 * b22
        y10 = k01 * b00 + k11 * b10 + k12 * b20
        y11 = k01 * b01 + k11 * b11 + k12 * b21
        y12 = k01 * b02 + k11 * b12 + k12 * b22
        y20 = k02 * b00 + k12 * b10 + k22 * b20
        y21 = k02 * b01 + k12 * b11 + k22 * b21
        y22 = k02 * b02 + k12 * b12 + k22 * b22
        c00 -= b00 * y00 + b10 * y10 + b20 * y20
        c11 -= b01 * y01 + b11 * y11 + b21 * y21
        c22 -= b02 * y02 + b12 * y12 + b22 * y22
        c01 -= b00 * y01 + b10 * y11 + b20 * y21
        c02 -= b00 * y02 + b10 * y12 + b20 * y22
        c12 -= b01 * y02 + b11 * y12 + b21 * y22
        e3 = g3 - y00 * g0 - y10 * g1 - y20 * g2
        e4 = g4 - y01 * g0 - y11 * g1 - y21 * g2
        e5 = g5 - y02 * g0 - y12 * g1 - y22 * g2
        z00, z01, z02 = c11 * c22 - c12 * c12, c02 * c12 - c01 * c22, c01 * c12 - c02 * c11
        z11, z12, z22 = c00 * c22 - c02 * c02, c01 * c02 - c00 * c12, c00 * c11 - c01 * c01
        scale = -1.0 / (c00 * z00 + c01 * z01 + c02 * z02)
        d3 = scale * (z00 * e3 + z01 * e4 + z02 * e5)
        d4 = scale * (z01 * e3 + z11 * e4 + z12 * e5)
        d5 = scale * (z02 * e3 + z12 * e4 + z22 * e5)
        d0 = -(k00 * g0 + k01 * g1 + k02 * g2) - y00 * d3 - y01 * d4 - y02 * d5
        d1 = -(k01 * g0 + k11 * g1 + k12 * g2) - y10 * d3 - y11 * d4 - y12 * d5
        d2 = -(k02 * g0 + k12 * g1 + k22 * g2) - y20 * d3 - y21 * d4 - y22 * d5
        if spent > 1:
            slope = g0 * d0 + g1 * d1 + g2 * d2 + g3 * d3 + g4 * d4 + g5 * d5
        a0 += d0
        a1 += d1
        a2 += d2
        a3 += d3
        a4 += d4
        a5 += d5
    response[0], response[1], response[2] = a0, a1, a2
    response[3], response[4], response[5] = a3, a4, a5
    for k in range(6):
        last[k] = response[k]
    return spent
