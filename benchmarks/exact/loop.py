"""The loop that steps a section of the exact problems as `sim.kernel` steps a die, compiled."""

from __future__ import annotations

import math

import numpy as np

from sim.compiled import Array, Ints, compiled
from sim.contact import WIDTH, Pair, add, slacken, solve
from sim.flight import axis_of, fly, gyroscopic, place_corners, turn_by, until_ground
from sim.kernel import LENGTHS, bounded, energy
from sim.world import GRAVITY

ALL, APART, TOUCH = 0, 1, 2
"""When `advance` ends: after all steps; when nothing touches any more; when something does."""
TIME, PUSH, RUB, ENERGY, TURNED = range(5)
"""Columns of what `advance` watches."""


@compiled
def touch(
    rows: Array,
    slots: Ints,
    corners: Array,
    radius: float,
    normal: tuple[float, float, float],
    state: Array,
    inertia: Array,
    stuff: Pair,
) -> int:
    """Add the corners that are below the plane through the origin; returns their number."""
    count = 0
    nx, ny, nz = normal
    still = (0.0, 0.0, 0.0)
    for k in range(corners.shape[0]):
        x, y, z = corners[k, 0], corners[k, 1], corners[k, 2]
        depth = radius - (state[0] + x) * nx - (state[1] + y) * ny - (state[2] + z) * nz
        if depth > 0.0:
            arm = (x - radius * nx, y - radius * ny, z - radius * nz)
            count = add(
                rows, slots, count, k, normal, arm, depth, still, state[7:13], inertia, stuff
            )
    return count


@compiled
def rub(
    rows: Array,
    slots: Ints,
    count: int,
    kept: Array,
    response: Array,
    motion: Array,
    dt: float,
    sweeps: int,
    exact: float,
) -> None:
    """Find forces with Coulomb's friction out of `sim.contact.solve`.

    Two things differ from the contact of the dice. Slip is to end within a step, where the cone
    lets it: there it is damped as the normal is, and a lively contact hardly damps. And a slipping
    contact does not push away: the convex law asks for a motion that opens by mu times the slip,
    which De Saxce's term takes from what is asked for along the normal, in a few rounds.
    """
    free = response.copy()
    asked = np.empty(count)
    for k in range(count):
        row = rows[k]
        asked[k] = row[27]
        for t in (1, 2):
            speed = 0.0
            for i in range(6):
                speed += row[6 * t + i] * motion[i]
            row[27 + t] = -speed / dt
    for _ in range(12):
        response[:] = free
        solve(rows, slots, count, kept, response, sweeps, exact)
        most, largest = 0.0, GRAVITY
        for k in range(count):
            row = rows[k]
            largest = max(largest, kept[slots[k], 0])
            missing = 0.0
            for t in (1, 2):
                off = -row[27 + t]
                for i in range(6):
                    off += row[6 * t + i] * response[i]
                missing += off * off
            new = asked[k] - row[36] * math.sqrt(missing)
            most = max(most, abs(new - row[27]))
            row[27] = new
        if most < exact * largest:
            break


@compiled
def advance(
    state: Array,
    inertia: Array,
    body: Array,
    radius: float,
    normal: tuple[float, float, float],
    brisk: Pair,
    lasting: Pair,
    coulomb: bool,
    kept: Array,
    time: float,
    short: float,
    slow: float,
    sweeps: int,
    exact: float,
    until: int,
    bound: bool,
    watch: Array,
) -> bool:
    """Step the body as `sim.kernel` does for ``time`` s; returns whether it ended before.

    Over level ground (``normal`` up) what is away from it flies an exact parabola. Ends before its
    time where nothing touches any more (``until`` = 1) or anything does (2). ``bound``: no contact
    leaves more energy than it found. ``brisk`` and ``lasting`` are the materials for the short step
    and for the long one, ``kept`` what the contacts keep. ``watch`` gathers the time, the push
    along the normal and down the plane (per mass, mm/s), the greatest kinetic energy per mass, and
    the angle turned.
    """
    many = body.shape[0]
    corners = np.zeros((many, 3))
    rows = np.zeros((many, WIDTH))
    slots = np.zeros(many, np.int64)
    response = np.zeros(6)
    level = normal[2] == 1.0
    end = watch[TIME] + time
    touched = lasts = calm = False
    cap = 0.0
    while watch[TIME] < end - 0.5 * short:
        place_corners(state, body, corners)
        axis_of(state, inertia)
        dt = LENGTHS[1] * short if calm else short
        free = min(until_ground(state, corners, radius), end - watch[TIME]) if level else 0.0
        if free > 0.1 * short:
            if touched and until == 1:
                return True
            free = min(free, 5e-3)
            fly(state, inertia, free)
            watch[TIME] += free
            watch[TURNED] -= state[11] * free
            kept[:] = 0.0
            lasts = calm = False
            continue
        stuff = lasting if calm else brisk
        count = touch(rows, slots, corners, radius, normal, state, inertia, stuff)
        if (until == 1 and touched and count == 0) or (until == 2 and count > 0):
            return True
        touched = touched or count > 0
        if not lasts:
            cap = energy(state, inertia)
        lasts = count > 0
        slacken(rows, slots, count, kept, state[7:13], dt)
        hardest = slow if count == 0 else 0.0
        for k in range(count):
            hardest = max(hardest, rows[k, 41])
        calm = hardest < slow
        if count == 0:
            fly(state, inertia, dt)
        else:
            response[0] = response[1] = 0.0
            response[2] = -GRAVITY
            response[3], response[4], response[5] = gyroscopic(state, inertia)
            if coulomb:
                rub(rows, slots, count, kept, response, state[7:13], dt, sweeps, exact)
            else:
                solve(rows, slots, count, kept, response, sweeps, exact)
            for k in range(count):
                row, slot = rows[k], slots[k]
                p, q, r = kept[slot, 0], kept[slot, 1], kept[slot, 2]
                fx = row[0] * p + row[6] * q + row[12] * r
                fz = row[2] * p + row[8] * q + row[14] * r
                watch[PUSH] += (fx * normal[0] + fz * normal[2]) * dt
                watch[RUB] += (fx * normal[2] - fz * normal[0]) * dt
            share = bounded(state, response, inertia, dt, cap) if bound else 1.0
            for k in range(6):
                state[7 + k] += share * response[k] * dt
            state[9] -= (1.0 - share) * GRAVITY * dt
            for k in range(3):
                state[k] += state[7 + k] * dt
            turn_by(state, dt)
        watch[TIME] += dt
        watch[ENERGY] = max(watch[ENERGY], energy(state, inertia) - GRAVITY * state[2])
        watch[TURNED] -= state[11] * dt
    return False
