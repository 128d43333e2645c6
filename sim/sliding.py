"""A die that lies flat and slides, on the table or down the ramp, in closed form; compiled."""

from __future__ import annotations

import math

from sim import touching_tower
from sim.columns import LIMIT, R_IN, R_OUT, RADIUS, REST_SPEED, REST_WINDOW, SINCE, TIME, YAW_ARM
from sim.compiled import Array, compiled
from sim.flight import turn_by
from sim.world import GRAVITY

_G = GRAVITY

SWIFT, ROCKS, ASIDE = 150.0, 30.0, 0.1
"""A die that lies on the ramp slides down in closed form from this speed, mm/s, on, if it rocks
slower than this, mm/s, and drifts and turns slower than this share of its speed ..."""
TURNS, SPELL = 0.02, 1e-3
"""... and for so long that it turns by at most so much, radians; not for less than that, s."""
FAST, LOPSIDED = 500.0, 0.1
"""In the convex model friction at a corner points away from the die's middle as well, the more the
slower it slides, and turns a triangle or a kite until a tip leads. So a die that slides slower than
this, mm/s, is stepped, unless its face is no more lopsided about its way: the sum of the cubes of
its corners' distances from the way through its middle, over that of their sizes."""
LEVEL, STILL = 2e-3, 2.0
"""A face this near to level (radians), with corners slower than this (mm/s), lies flat."""


@compiled
def flat_on(corners: Array, n: tuple[float, float, float], size: float) -> bool:
    """Tell whether three corners lie level on a surface with normal ``n``, to `LEVEL`."""
    low = 1e9
    for k in range(corners.shape[0]):
        low = min(low, n[0] * corners[k, 0] + n[1] * corners[k, 1] + n[2] * corners[k, 2])
    many = 0
    for k in range(corners.shape[0]):
        if n[0] * corners[k, 0] + n[1] * corners[k, 1] + n[2] * corners[k, 2] < low + LEVEL * size:
            many += 1
    return many >= 3


@compiled
def slide_level(
    state: Array, memory: Array, told: Array, inertia: Array, friction: float, room: float
) -> bool:
    """Let a die that lies flat slide on the table, ``room`` mm at most; True = it rests then.

    It slides no longer than a throw may last.

    Friction brakes the way, and by its moment over the face the yaw, evenly to zero.
    """
    brake = friction * _G
    speed = math.sqrt(state[7] ** 2 + state[8] ** 2)
    yaw = abs(state[12])
    yaw_brake = brake * told[YAW_ARM] * inertia[0]
    time = max(speed / brake, yaw / yaw_brake)
    stops = speed * speed <= 2.0 * brake * room
    if not stops:
        # However weak the brake is, this time is right (a difference of roots would not be).
        time = 2.0 * room / (speed + math.sqrt(speed * speed - 2.0 * brake * room))
    left = told[LIMIT] - memory[TIME]
    if time > left:
        stops, time = False, left
    sliding, turning = min(time, speed / brake), min(time, yaw / yaw_brake)
    if stops:
        # Both fall evenly: bisect for the moment at which their sum comes below the limit.
        early, late = 0.0, time
        for _ in range(50):
            middle = 0.5 * (early + late)
            left = max(0.0, speed - brake * middle) + 10.0 * max(0.0, yaw - yaw_brake * middle)
            if left > REST_SPEED:
                early = middle
            else:
                late = middle
        memory[SINCE] = memory[TIME] + late + REST_WINDOW
    if speed > 0.0:
        way = (speed - 0.5 * brake * sliding) * sliding / speed
        left = max(0.0, 1.0 - brake * sliding / speed)
        state[0] += state[7] * way
        state[1] += state[8] * way
        state[7] *= left
        state[8] *= left
    state[9] = state[10] = state[11] = 0.0
    if yaw > 0.0:
        spin = state[12]
        state[12] = math.copysign(yaw - 0.5 * yaw_brake * turning, spin)
        turn_by(state, turning)
        state[12] = math.copysign(max(0.0, yaw - yaw_brake * turning), spin)
    memory[TIME] += time
    return stops


@compiled
def _fading(
    start: float, speed: float, end: float, rate: float, pull: float
) -> tuple[float, float]:
    """A slow motion across a slide that friction brakes with ``rate`` over the slide's speed.

    While the speed rises from ``speed`` to ``end``, by ``pull`` a second. Returns what is left of
    it at the end, and how far it went: dv/dt = -rate v / speed.
    """
    power = rate / pull
    more = end / speed
    left = start * more**-power
    if abs(power - 1.0) < 1e-6:
        return left, start * speed / pull * math.log(more)
    return left, start * speed / pull * (more ** (1.0 - power) - 1.0) / (1.0 - power)


@compiled
def slide_ramp(
    state: Array, memory: Array, told: Array, inertia: Array, tower: Array, corners: Array,
    friction: float, room: float,
) -> bool:  # fmt: skip
    """Let a die that lies flat on the ramp slide to just before the lip; True = it did.

    It may still rock a little, which ends here, and drift and turn on the ramp, slowly against its
    way down: friction lies along the way of each corner, so it brakes both by their share of it.
    """
    sin, cos, lip = tower[touching_tower.SIN], tower[touching_tower.COS], tower[touching_tower.LIP]
    pull = _G * (sin - friction * cos)
    speed = state[7] * cos - state[9] * sin
    into = state[7] * sin + state[9] * cos
    over = state[0] * sin + (state[2] - lip) * cos
    yaw = state[10] * sin + state[12] * cos
    rocks = abs(state[10] - yaw * sin) + abs(state[11]) + abs(state[12] - yaw * cos)
    aside = abs(state[8]) + told[R_OUT] * abs(yaw)
    if (
        pull <= 0.0
        or speed < SWIFT
        or abs(into) + told[R_OUT] * rocks > ROCKS
        or aside > ASIDE * speed
        or over < 0.5 * told[R_IN]
    ):
        return False
    way = room / cos
    clear = 0.5
    beside = 1e9
    square, cube, size, many = 0.0, 0.0, 0.0, 0
    for k in range(corners.shape[0]):
        x, y, z = state[0] + corners[k, 0], state[1] + corners[k, 1], state[2] + corners[k, 2]
        height = x * sin + (z - lip) * cos
        if height - told[RADIUS] < 0.5 * told[R_IN]:
            way = min(way, -(x * cos - (z - lip) * sin) - clear)
            square += (corners[k, 0] * cos - corners[k, 2] * sin) ** 2
            cube += corners[k, 1] ** 3
            size += abs(corners[k, 1]) ** 3
            many += 1
        way = min(way, (z - told[RADIUS] - clear) / sin)
        beside = min(beside, tower[touching_tower.HALF_WIDTH] - told[RADIUS] - abs(y))
        if height + told[RADIUS] + clear > (tower[touching_tower.MOUTH_TOP] - lip) * cos:
            return False
    if way <= clear or beside <= 0.0 or (speed < FAST and abs(cube) > LOPSIDED * size):
        return False
    time = 2.0 * way / (math.sqrt(speed * speed + 2.0 * pull * way) + speed)
    time = min(time, beside / (aside + 1e-9), TURNS / (abs(yaw) + 1e-9))
    if time < SPELL:
        return False
    way = (speed + 0.5 * pull * time) * time
    end = speed + pull * time
    brake = friction * _G * cos
    drift, far = _fading(state[8], speed, end, brake, pull)
    along = inertia[2] * sin + inertia[4] * cos
    about = 1.0 / inertia[0] + (1.0 / inertia[1] - 1.0 / inertia[0]) * along * along
    turn, angle = _fading(yaw, speed, end, brake * square / (many * about), pull)
    state[0] += way * cos
    state[1] += far
    state[2] -= way * sin
    state[10], state[11], state[12] = angle * sin, 0.0, angle * cos
    turn_by(state, 1.0)
    state[7], state[8], state[9] = end * cos, drift, -end * sin
    state[10], state[12] = turn * sin, turn * cos
    memory[TIME] += time
    return True
