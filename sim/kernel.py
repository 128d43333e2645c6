"""The loop that carries a die from the hat to rest, compiled.

Near anything the motion is stepped with compliant contacts (`sim.contact`); away from everything
it is an exact parabola, and a die that lies flat and slides is braked in closed form. The frame is
that of the mouth (`sim.touching`).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sim import touching, touching_box, touching_tower
from sim.columns import (
    BEHIND,
    CAP,
    CLEARED,
    EXACT,
    FACE_IN,
    HALF,
    HALT,
    HAT_CLEAR,
    HAT_ON,
    IMPACT,
    LAST,
    LEAVES,
    LIMIT,
    LOGGED,
    LOOK,
    LOOK_QW,
    LOOK_QX,
    LOOK_QY,
    LOOK_QZ,
    LOOK_X,
    LOOK_Y,
    LOOK_Z,
    NUMBER,
    OFF,
    OFF_TABLE,
    OFF_X,
    OFF_Y,
    OFF_Z,
    ON_X,
    ON_Y,
    ON_Z,
    OUT,
    PULL,
    QUIET,
    R_IN,
    R_OUT,
    RADIUS,
    REST_SPEED,
    REST_WINDOW,
    RESTS,
    SIDEWAYS,
    SINCE,
    SLIDES,
    STEP,
    SWEEPS,
    TIME,
    TIMED_OUT,
    TOUCH,
    TOUCHED,
    WAY,
    WENT_OUT,
)
from sim.compiled import Array, Ints, compiled
from sim.contact import WIDTH, force_of, keep, resume, solve
from sim.flight import (
    axis_of,
    falling,
    fly,
    place_corners,
    turn_by,
    until_ground,
    until_near,
    until_ramp,
)
from sim.sliding import STILL, flat_on, slide_level, slide_ramp
from sim.world import GRAVITY

_G = GRAVITY

SETTLE = 0.15
"""Time for which the die leans on the hat before the pull, s: on a slippery ramp it turns."""
STILL_SPEED, STILL_TIME = 4.0, 0.006
"""A die that is slower, mm/s, for so long, s, leans still: the pull begins at once."""
WEDGED_TIME, WEDGED_WAY, WEDGED_COSINE = 0.3, 0.3, math.cos(math.radians(1.0))
"""A die that in so long a time, s, moved (mm) and turned less than this is wedged."""
HAT_STEP, SETTLE_STEP, CALM_STEP = 1.5, 1.5, 4.0
"""Lengths of steps, in those of a throw: under the hat, and while the die comes to lean on it."""
CALM = 40.0
"""While it leans it is calm below this speed, mm/s, as `REST_SPEED` counts it."""
NOTE_WAY = 1.0
"""Way between two stored places of a die in contact, mm."""
BARELY = 0.5
"""A corner that a tower's front holds is no deeper in it than that, mm."""


class Work(NamedTuple):
    """Room that a run works in: compiled code makes no arrays."""

    corners: Array
    normals: Array
    scale: Array
    rows: Array
    slots: Ints
    response: Array


def work_for(corners: int, faces: int) -> Work:
    """Return room for a die with so many corners and faces."""
    return Work(
        np.zeros((corners, 5)),
        np.zeros((faces, 3)),
        np.zeros(faces),
        np.zeros((48, WIDTH)),
        np.zeros(48, np.int64),
        np.zeros(6),
    )


@compiled
def note(log: Array, memory: Array, event: int, state: Array) -> None:
    """Store a moment, while there is room."""
    row = int(memory[LOGGED])
    if row < log.shape[0]:
        log[row, 0] = memory[TIME]
        log[row, 1] = event
        for k in range(13):
            log[row, 2 + k] = state[k]
        memory[LOGGED] += 1.0


@compiled
def _fastest(state: Array) -> float:
    return max(abs(state[7]), abs(state[8]), abs(state[9])) + 10.0 * max(
        abs(state[10]), abs(state[11]), abs(state[12])
    )


@compiled
def _rests(state: Array, memory: Array, dt: float) -> bool:
    """Tell whether the die rests after a step of ``dt``, and note since when."""
    if _fastest(state) < REST_SPEED:
        if memory[QUIET] < 0.0:
            memory[QUIET] = memory[TIME] - dt
        if memory[TIME] - memory[QUIET] >= REST_WINDOW:
            memory[SINCE] = memory[QUIET] + REST_WINDOW
            return True
    else:
        memory[QUIET] = -1.0
    if memory[TIME] < memory[LOOK] + WEDGED_TIME:
        return False
    way = math.sqrt(
        (state[0] - memory[LOOK_X]) ** 2
        + (state[1] - memory[LOOK_Y]) ** 2
        + (state[2] - memory[LOOK_Z]) ** 2
    )
    dot = abs(
        state[3] * memory[LOOK_QW]
        + state[4] * memory[LOOK_QX]
        + state[5] * memory[LOOK_QY]
        + state[6] * memory[LOOK_QZ]
    )
    before = memory[LOOK]
    _look(state, memory)
    if way < WEDGED_WAY and 2.0 * dot * dot - 1.0 > WEDGED_COSINE:
        memory[SINCE] = before + REST_WINDOW
        return True
    return False


@compiled
def _look(state: Array, memory: Array) -> None:
    memory[LOOK] = memory[TIME]
    for k in range(7):
        memory[LOOK_X + k] = state[k]


@compiled
def energy(state: Array, inertia: Array) -> float:
    """Kinetic and potential energy per mass, mm^2/s^2; ``inertia`` holds the body's axis."""
    sx, sy, sz = state[10], state[11], state[12]
    along = inertia[2] * sx + inertia[3] * sy + inertia[4] * sz
    spin = (sx * sx + sy * sy + sz * sz - along * along) / inertia[0] + along * along / inertia[1]
    way = state[7] ** 2 + state[8] ** 2 + state[9] ** 2
    return 0.5 * (way + spin) + _G * state[2]


@compiled
def bounded(state: Array, inertia: Array, dt: float, cap: float) -> float:
    """Return the share of its motion that leaves a body no more energy than ``cap`` after ``dt``.

    The spring of a contact asks for accelerations, so its restitution is Newton's: a hit on a
    lever, with friction, could make energy (Kane's paradox).
    """
    kinetic = energy(state, inertia) - _G * state[2]
    rises = _G * state[9] * dt
    allowed = cap - _G * state[2]
    if kinetic + rises <= allowed or kinetic == 0.0:
        return 1.0
    root = rises * rises + 4.0 * kinetic * max(allowed, 0.0)
    return min(1.0, max(0.0, (math.sqrt(root) - rises) / (2.0 * kinetic)))


@compiled
def move(state: Array, inertia: Array, response: Array, dt: float, bound: bool, cap: float) -> None:
    """Advance a body by a step under the accelerations ``response``: velocities first.

    ``bound``: it may have no more energy than ``cap`` then.
    """
    for k in range(6):
        state[7 + k] += response[k] * dt
    if bound:
        share = bounded(state, inertia, dt, cap)
        for k in range(6):
            state[7 + k] *= share
    for k in range(3):
        state[k] += state[7 + k] * dt
    turn_by(state, dt)


@compiled
def _follow_mouth(state: Array, memory: Array, told: Array, tower: Array) -> bool:
    """Note where the die is with respect to its tower; True = it has just left it for good."""
    x = state[0]
    if x >= told[HALF]:
        memory[WENT_OUT] = 1.0
    elif memory[WENT_OUT] == 0.0 and x < tower[touching_tower.TOP_X] - told[HALF]:
        memory[BEHIND] = 1.0
    if memory[CLEARED] == 0.0 and x > told[R_OUT] + tower[touching_tower.AHEAD] + 1.0:
        memory[CLEARED] = 1.0
        return True
    return False


@compiled
def _beside_mouth(state: Array, memory: Array, corners: Array, radius: float, tower: Array) -> bool:
    """Tell whether a die has just come out of the mouth to its side: no corner of it is within."""
    if (
        memory[CLEARED] != 0.0
        or state[0] <= 0.0
        or abs(state[1]) <= tower[touching_tower.HALF_WIDTH]
    ):
        return False
    for k in range(corners.shape[0]):
        if state[0] + corners[k, 0] < radius - BARELY:
            return False
    memory[CLEARED] = 1.0
    return True


@compiled
def beyond(table: Array, x: float, y: float) -> float:
    """How far a place is beyond the table's edge, mm; < 0: on it."""
    far = -1e9
    for k in range(4):
        far = max(far, table[k, 0] * x + table[k, 1] * y - table[k, 2])
    return far


@compiled
def _over_edge(state: Array, memory: Array, table: Array, inertia: Array) -> bool:
    """Tell whether the centre of a die that no tower carries has left the table.

    If so it is put back to where it crossed the edge: between the last place on the table and the
    first beyond it, also where a tower that overhangs had carried it on.
    """
    far = beyond(table, state[0], state[1])
    if far <= 0.0:
        memory[ON_X], memory[ON_Y], memory[ON_Z] = state[0], state[1], state[2]
        memory[OFF] = 0.0
        return False
    if memory[OFF] == 0.0:
        memory[OFF_X], memory[OFF_Y], memory[OFF_Z] = state[0], state[1], state[2]
        memory[OFF] = 1.0
    if memory[BEHIND] == 0.0 and state[0] <= 0.0 and memory[CLEARED] == 0.0:
        return False
    share = 0.0
    near = beyond(table, memory[ON_X], memory[ON_Y])
    if near >= 0.0:
        # It never was over the table: its tower stands out over the edge. The nearest place of it.
        for k in range(4):
            far = max(0.0, table[k, 0] * state[0] + table[k, 1] * state[1] - table[k, 2])
            state[0] -= far * table[k, 0]
            state[1] -= far * table[k, 1]
        return True
    # The edge is crossed where the farthest of the four lines is.
    low, high = 0.0, 1.0
    for _ in range(60):
        share = 0.5 * (low + high)
        x = memory[ON_X] + share * (memory[OFF_X] - memory[ON_X])
        y = memory[ON_Y] + share * (memory[OFF_Y] - memory[ON_Y])
        if beyond(table, x, y) > 0.0:
            high = share
        else:
            low = share
    share = low
    speed = math.sqrt(state[7] ** 2 + state[8] ** 2) + 1e-9
    back = math.sqrt((memory[OFF_X] - memory[ON_X]) ** 2 + (memory[OFF_Y] - memory[ON_Y]) ** 2)
    late = min(5e-3, (1.0 - share) * back / speed)
    carried = abs(state[0] - memory[OFF_X]) + abs(state[1] - memory[OFF_Y]) > 0.0
    state[0] = memory[ON_X] + share * (memory[OFF_X] - memory[ON_X])
    state[1] = memory[ON_Y] + share * (memory[OFF_Y] - memory[ON_Y])
    if carried:
        # What it is put up is taken from its motion, so that it has no more energy than it had.
        z = memory[ON_Z] + share * (memory[OFF_Z] - memory[ON_Z])
        kinetic = energy(state, inertia) - _G * state[2]
        left = kinetic - _G * max(0.0, z - state[2])
        slower = math.sqrt(max(0.0, left) / (kinetic + 1e-9))
        for k in range(7, 13):
            state[k] *= slower
        state[2] = z
    else:
        # In height it flew along its parabola.
        state[9] += _G * late
        state[2] += (0.5 * _G * late - state[9]) * late
        memory[TIME] -= late
    return True


@compiled
def run(
    state: Array,
    memory: Array,
    told: Array,
    inertia: Array,
    body: Array,
    faces: Array,
    pairs: Array,
    tower: Array,
    table: Array,
    spheres: Array,
    posts: Array,
    boxes: Array,
    own: int,
    pushed: Array,
    kept: Array,
    work: Work,
    log: Array,
    until: float,
    moving: bool,
) -> int:
    """Carry the die on to its rest, off the table, or to the time ``until``; returns which.

    ``pairs`` holds the materials for every length of a step: of the free throw, under the hat,
    while the die settles on it, and while it is calm there. ``state`` and ``memory`` are changed
    in place. ``own`` is the row of the throwing tower among the boxes (-1: it is nothing but its
    ramp). ``pushed`` (boxes, 3) gathers the impulse on every box in the plane, per mass of the
    die, and its moment. ``moving`` says that a blocker slides: the die cannot rest before.
    """
    many = body.shape[0]
    r_in, r_out, radius = told[R_IN], told[R_OUT], told[RADIUS]
    motion = state[7:13]
    corners, normals, scale, rows, slots, response = work
    last = memory[LAST : LAST + 6]
    first_sphere = touching_tower.in_tower_slots(many)
    first_post = first_sphere + spheres.shape[0]
    first_box = first_post + posts.shape[0]
    each = touching_box.on_box_slots(many)
    hat_top = tower[touching_tower.HAT_LOW]
    last_x, last_y, last_z = state[0], state[1], state[2]
    while memory[TIME] < until:
        place_corners(state, body, corners)
        axis_of(state, inertia)
        if own >= 0 and _beside_mouth(state, memory, corners, radius, tower):
            note(log, memory, OUT, state)
            boxes[own, touching_box.BON] = 1.0
        time, x, y, z = memory[TIME], state[0], state[1], state[2]
        m, dt = 0, told[STEP]
        if time < 0.0:
            if _fastest(state) < CALM:
                m, dt = 3, CALM_STEP * dt
            else:
                m, dt = 2, SETTLE_STEP * dt
        elif memory[HAT_ON] != 0.0:
            m, dt = 1, HAT_STEP * dt
        on_table = touching.pair(pairs, m, 0)
        on_ramp = touching.pair(pairs, m, 1)
        on_wood = touching.pair(pairs, m, 2)
        hat = memory[HAT_ON] != 0.0
        hat_up = told[PULL] if time >= 0.0 else 0.0
        hat_side = told[SIDEWAYS] if time >= 0.0 else 0.0
        hat_low = hat_top + told[PULL] * max(0.0, time)
        if hat and hat_low > state[2] + r_out:
            memory[HAT_ON] = 0.0
            memory[CAP] = energy(state, inertia)
            hat = False
            note(log, memory, HAT_CLEAR, state)
        inside = memory[CLEARED] == 0.0 or own < 0
        near_tower = inside and state[0] < r_out + tower[touching_tower.AHEAD]
        # Where nothing is in reach, or nothing but the ramp, fly.
        away = 0.0
        free = 0.0
        if not near_tower:
            away = until_near(state, r_out, table, spheres, posts, boxes, tower, inside)
            if away > 0.0:
                free = min(away, until_ground(state, corners, radius), until - time)
        elif not hat and abs(y) + r_out < tower[touching_tower.HALF_WIDTH]:
            room = tower[touching_tower.HALF_WIDTH] - r_out - abs(y)
            if x > r_out:
                # Between the walls of a bare ramp, which stand out before its lip.
                room = min(room, x - r_out)
                free = until_ground(state, corners, radius)
            elif x + r_out < -3.0 and x - r_out > tower[touching_tower.TOP_X]:
                room = min(room, -3.0 - r_out - x)
                free = min(
                    until_ground(state, corners, radius),
                    until_ramp(state, corners, radius, tower),
                )
            if free > 0.0:
                speed = abs(state[7]) + abs(state[8])
                others = until_near(state, r_out, table, spheres, posts, boxes, tower, False)
                free = min(free, others, room / (speed + 1.0), until - time)
        if free > 0.1 * told[STEP]:
            if memory[TOUCHED] != 0.0:
                if not near_tower or x > 0.0:
                    note(log, memory, LEAVES, state)
                memory[TOUCHED] = 0.0
            free = min(free, 5e-3)
            fly(state, inertia, free)
            memory[TIME] += free
            memory[QUIET] = -1.0
            if _follow_mouth(state, memory, told, tower):
                note(log, memory, OUT, state)
                if own >= 0:
                    boxes[own, touching_box.BON] = 1.0
            if _over_edge(state, memory, table, inertia):
                return OFF_TABLE
            memory[NUMBER] += 2.0
            continue
        count = touching.on_ground(rows, slots, 0, corners, radius, state, motion, on_table)
        grounded = count
        ramped = 0
        if away == 0.0:
            place_corners(state, faces, normals)
            if near_tower:
                count = touching_tower.in_tower(
                    rows, slots, count, corners, normals, r_in, r_out, radius, state, motion,
                    on_ramp, on_wood, tower, hat_low, hat, hat_side, hat_up, kept,
                    memory[NUMBER],
                )  # fmt: skip
                ramped = count - grounded
            count = touching.on_spheres(
                rows, slots, count, first_sphere, spheres, normals, r_in, r_out, state, motion,
                on_wood, scale,
            )  # fmt: skip
            count = touching.on_posts(
                rows, slots, count, first_post, posts, corners, normals, r_in, r_out, radius,
                state, motion, on_wood,
            )  # fmt: skip
            count = touching_box.on_boxes(
                rows, slots, count, first_box, boxes, corners, normals, r_in, r_out, radius, state,
                motion, on_wood, kept, memory[NUMBER],
            )  # fmt: skip
        touched = memory[TOUCHED] != 0.0
        memory[NUMBER] += 1.0
        resume(rows, slots, count, kept, motion, dt, memory[NUMBER])
        if (count > 0) != touched:
            # The chatter of a die on its way down the ramp is not told.
            if not near_tower or grounded or x > 0.0:
                note(log, memory, (IMPACT if grounded else TOUCH) if count else LEAVES, state)
                last_x, last_y, last_z = x, y, z
            memory[TOUCHED] = 1.0 if count else 0.0
        # A die that lies flat slides in closed form.
        spin = abs(state[10]) + abs(state[11])
        speed = math.sqrt(state[7] ** 2 + state[8] ** 2)
        if grounded >= 3 and count == grounded and not moving and away > 0.0:
            friction = on_table[2]
            room = away * speed
            stops = speed * speed <= 2.0 * friction * _G * room
            if (
                spin * r_out + abs(state[9]) < STILL
                and 0.0 < friction * r_in < told[FACE_IN]
                and (stops or room > 1.0)
                and flat_on(corners, (0.0, 0.0, 1.0), r_in)
            ):
                note(log, memory, SLIDES, state)
                if slide_level(state, memory, told, inertia, friction, room):
                    return RESTS
                if memory[TIME] >= told[LIMIT]:
                    return TIMED_OUT
                note(log, memory, SLIDES, state)
                if _follow_mouth(state, memory, told, tower) and own >= 0:
                    boxes[own, touching_box.BON] = 1.0
                continue
        elif ramped >= 3 and grounded == 0 and count == ramped and not hat:
            friction = on_ramp[2]
            upward = (tower[touching_tower.SIN], 0.0, tower[touching_tower.COS])
            near = until_near(state, r_out, table, spheres, posts, boxes, tower, False)
            if (
                friction * r_in < told[FACE_IN]
                and flat_on(corners, upward, r_in)
                and slide_ramp(state, memory, told, inertia, tower, corners, friction, near * speed)
            ):
                note(log, memory, SLIDES, state)
                if _over_edge(state, memory, table, inertia):
                    return OFF_TABLE
                continue
        if not touched or hat or moving:
            memory[CAP] = energy(state, inertia)
        if count == 0:
            fly(state, inertia, dt)
        else:
            falling(state, inertia, response)
            if not touched:
                for k in range(6):
                    last[k] = response[k]
            solve(rows, count, inertia, response, last, int(told[SWEEPS]), told[EXACT])
            keep(rows, slots, count, kept)
            for k in range(count):
                if slots[k] >= first_box:
                    b = (slots[k] - first_box) // each
                    fx, fy, _, turn = force_of(rows, k, response)
                    pushed[b, 0] -= fx * dt
                    pushed[b, 1] -= fy * dt
                    # Moment about the box's centre = moment about the die's + offset x force.
                    tz = rows[k, 3] * fy - rows[k, 4] * fx + turn * rows[k, 2]
                    ox, oy = state[0] - boxes[b, 0], state[1] - boxes[b, 1]
                    pushed[b, 2] -= (tz + ox * fy - oy * fx) * dt
            bound = not hat and not moving and memory[CAP] > 0.0
            move(state, inertia, response, dt, bound, memory[CAP])
        memory[TIME] += dt
        if _follow_mouth(state, memory, told, tower):
            note(log, memory, OUT, state)
            if own >= 0:
                boxes[own, touching_box.BON] = 1.0
        if count:
            way = abs(state[0] - last_x) + abs(state[1] - last_y) + abs(state[2] - last_z)
            if way > NOTE_WAY:
                note(log, memory, WAY, state)
                last_x, last_y, last_z = state[0], state[1], state[2]
        if _over_edge(state, memory, table, inertia):
            return OFF_TABLE
        if time < 0.0:
            if _fastest(state) > STILL_SPEED:
                memory[QUIET] = -1.0
            elif memory[QUIET] < 0.0:
                memory[QUIET] = 1.0 + memory[TIME]  # only times after the pull are not negative
            elif 1.0 + memory[TIME] - memory[QUIET] > STILL_TIME:
                memory[TIME], memory[QUIET] = 0.0, -1.0
        elif moving:
            memory[QUIET] = -1.0
            _look(state, memory)
        elif not hat and _rests(state, memory, dt):
            return RESTS
        if memory[TIME] > told[LIMIT]:
            return TIMED_OUT
    return HALT
