"""The loop that steps a section of the exact problems as `sim.kernel` steps a die, compiled."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sim.compiled import Array, Ints, compiled
from sim.contact import (
    FRICTION,
    MEMORY,
    WISH,
    Pair,
    add,
    force_of,
    keep,
    resume,
    solve,
)
from sim.flight import axis_of, falling, fly, place_corners, until_ground
from sim.kernel import Work, energy, move, work_for
from sim.world import GRAVITY

ALL, APART, TOUCH = 0, 1, 2
"""When `advance` ends: after all steps; when nothing touches any more; when something does."""
TIME, PUSH, RUB, ENERGY, TURNED = range(5)
"""Columns of what `advance` watches."""
ROUNDS = 12
"""Most rounds of `rub`."""


class Going(NamedTuple):
    """What goes on from one call of `advance` to the next, and the room that it works in."""

    kept: Array
    """What the contacts keep."""
    last: Array
    """Accelerations of the last step."""
    number: Array
    """Numbers of the last step, and of the last with a contact."""
    asked: Array
    """Of every contact, accelerations along its normal: asked for by its spring, and by `rub`."""
    free: Array
    """Accelerations without contact."""
    work: Work


def going(corners: int) -> Going:
    """Return what a body with so many corners begins with, before any contact."""
    return Going(
        np.zeros((corners, MEMORY)),
        np.zeros(6),
        np.array([2.0, 0.0]),  # no contact was in the step before the first
        np.zeros((corners, 2)),
        np.zeros(6),
        work_for(corners, 1),
    )


@compiled
def touch(
    rows: Array,
    slots: Ints,
    corners: Array,
    radius: float,
    normal: tuple[float, float, float],
    state: Array,
    stuff: Pair,
) -> int:
    """Add the corners that are below the plane through the origin; returns their number."""
    count = 0
    motion = state[7:13]
    nx, ny, nz = normal
    still = (0.0, 0.0, 0.0)
    for k in range(corners.shape[0]):
        x, y, z = corners[k, 0], corners[k, 1], corners[k, 2]
        depth = radius - (state[0] + x) * nx - (state[1] + y) * ny - (state[2] + z) * nz
        if depth > 0.0:
            arm = (x - radius * nx, y - radius * ny, z - radius * nz)
            count = add(rows, slots, count, k, normal, arm, depth, still, motion, stuff)
    return count


@compiled
def rub(
    rows: Array,
    count: int,
    inertia: Array,
    response: Array,
    going: Going,
    motion: Array,
    dt: float,
    sweeps: int,
    exact: float,
) -> None:
    """Find accelerations with Coulomb's friction out of `sim.contact.solve`.

    Two things differ from the contact of the dice. Slip is to end within a step, where the cone
    lets it: there it is damped as the normal is, and a lively contact hardly damps. And a slipping
    contact does not push away: the convex law asks for a motion that opens by mu times the slip,
    which De Saxce's term takes from what is asked for along the normal, in a few rounds. The rows
    are left as the forces that were found answer them.
    """
    asked, free = going.asked, going.free
    for k in range(6):
        free[k] = response[k]
    for k in range(count):
        row = rows[k]
        nx, ny, nz, rx, ry, rz = row[0], row[1], row[2], row[3], row[4], row[5]
        wish = row[WISH] * nx + row[WISH + 1] * ny + row[WISH + 2] * nz
        asked[k, 0] = asked[k, 1] = wish
        # What it touches stands still.
        vx = motion[0] + motion[4] * rz - motion[5] * ry
        vy = motion[1] + motion[5] * rx - motion[3] * rz
        vz = motion[2] + motion[3] * ry - motion[4] * rx
        wish += (vx * nx + vy * ny + vz * nz) / dt
        row[WISH] = wish * nx - vx / dt
        row[WISH + 1] = wish * ny - vy / dt
        row[WISH + 2] = wish * nz - vz / dt
    for _ in range(ROUNDS):
        for k in range(6):
            response[k] = free[k]
        solve(rows, count, inertia, response, going.last, sweeps, exact)
        most, largest = 0.0, GRAVITY
        for k in range(count):
            row = rows[k]
            nx, ny, nz, rx, ry, rz = row[0], row[1], row[2], row[3], row[4], row[5]
            fx, fy, fz, _ = force_of(rows, k, response)
            largest = max(largest, fx * nx + fy * ny + fz * nz)
            px = response[0] + response[4] * rz - response[5] * ry - row[WISH]
            py = response[1] + response[5] * rx - response[3] * rz - row[WISH + 1]
            pz = response[2] + response[3] * ry - response[4] * rx - row[WISH + 2]
            away = px * nx + py * ny + pz * nz
            px, py, pz = px - away * nx, py - away * ny, pz - away * nz
            new = asked[k, 0] - row[FRICTION] * math.sqrt(px * px + py * py + pz * pz)
            most = max(most, abs(new - asked[k, 1]))
            asked[k, 1] = new
        if most < exact * largest:
            break
        for k in range(count):
            row = rows[k]
            nx, ny, nz = row[0], row[1], row[2]
            more = asked[k, 1] - (row[WISH] * nx + row[WISH + 1] * ny + row[WISH + 2] * nz)
            row[WISH] += more * nx
            row[WISH + 1] += more * ny
            row[WISH + 2] += more * nz


@compiled
def advance(
    state: Array,
    inertia: Array,
    body: Array,
    radius: float,
    normal: tuple[float, float, float],
    stuff: Pair,
    coulomb: bool,
    going: Going,
    time: float,
    dt: float,
    sweeps: int,
    exact: float,
    until: int,
    bound: bool,
    watch: Array,
) -> bool:
    """Step the body as `sim.kernel` does for ``time`` s; returns whether it ended before.

    Over level ground (``normal`` up) what is away from it flies an exact parabola. Ends before its
    time where nothing touches any more (``until`` = 1) or anything does (2). ``bound``: no contact
    leaves more energy than it found. ``stuff`` is the pair of materials, ``going`` what goes on
    from call to call. ``watch`` gathers the time, the push along the normal and down the plane (per
    mass, mm/s), the greatest kinetic energy per mass, and the angle turned.
    """
    corners, _, _, rows, slots, response = going.work
    motion, last, number = state[7:13], going.last, going.number
    level = normal[2] == 1.0
    end = watch[TIME] + time
    touched = lasts = False
    cap = 0.0
    while watch[TIME] < end - 0.5 * dt:
        place_corners(state, body, corners)
        axis_of(state, inertia)
        free = min(until_ground(state, corners, radius), end - watch[TIME]) if level else 0.0
        if free > 0.1 * dt:
            if touched and until == 1:
                return True
            free = min(free, 5e-3)
            fly(state, inertia, free)
            watch[TIME] += free
            watch[TURNED] -= state[11] * free
            number[0] += 2.0
            lasts = False
            continue
        count = touch(rows, slots, corners, radius, normal, state, stuff)
        if (until == 1 and touched and count == 0) or (until == 2 and count > 0):
            return True
        touched = touched or count > 0
        if not lasts:
            cap = energy(state, inertia)
        lasts = count > 0
        number[0] += 1.0
        for k in range(count):
            if coulomb:  # then slip does not push away, and nothing is let go for it
                rows[k, FRICTION] = 0.0
        resume(rows, slots, count, going.kept, motion, dt, number[0])
        for k in range(count):
            rows[k, FRICTION] = stuff[2]
        if count == 0:
            fly(state, inertia, dt)
        else:
            falling(state, inertia, response)
            if number[1] != number[0] - 1.0:
                for k in range(6):
                    last[k] = response[k]
            number[1] = number[0]
            if coulomb:
                rub(rows, count, inertia, response, going, motion, dt, sweeps, exact)
            else:
                solve(rows, count, inertia, response, last, sweeps, exact)
            keep(rows, slots, count, going.kept)
            for k in range(count):
                fx, _, fz, _ = force_of(rows, k, response)
                watch[PUSH] += (fx * normal[0] + fz * normal[2]) * dt
                watch[RUB] += (fx * normal[2] - fz * normal[0]) * dt
            move(state, inertia, response, dt, bound, cap)
        watch[TIME] += dt
        watch[ENERGY] = max(watch[ENERGY], energy(state, inertia) - GRAVITY * state[2])
        watch[TURNED] -= state[11] * dt
    return False
