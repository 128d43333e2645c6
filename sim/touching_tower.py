"""Where a die touches its tower: ramp, walls, lip, lintel and hat. See `sim.touching`."""

from __future__ import annotations

import math

from sim.compiled import Array, Ints, compiled
from sim.contact import FACE, LAST, Pair, add
from sim.touching import DEEPEST, END_FACE, HELD, NO_FACE, STILL, TOP_FACE, edge, passing

PLATE = 20.0
"""Thickness of a bare ramp, mm."""
WALL = 8.0
"""Thickness of the channel's walls, mm."""
WALL_TOP = 50.0
"""Height of the channel's walls over the ramp, mm."""
HAT_HALF = 1.0
"""Half the hat's thickness, mm."""

# Columns of a tower's description.
SIN, COS, LIP, TOP_X, HALF_WIDTH, MOUTH_TOP, HAT_X, HAT_LOW, BARE, AHEAD = range(10)


@compiled
def in_tower_slots(corners: int) -> int:
    """How many contacts a die can have with the ground and its tower: of corners, and of edges."""
    return 4 * corners + 16


@compiled
def _at_end(
    rows: Array, slots: Ints, count: int, first: int, corners: Array, radius: float, state: Array,
    motion: Array, material: Pair, tower: Array, kept: Array, number: float, upper: bool,
) -> int:  # fmt: skip
    """Add the corners beyond the ramp's lip or its upper end, of a die that is pressed into it.

    They slipped off it, or the end's edge off the die. As long as it misses the die, the ramp holds
    it where its edges pass the end.
    """
    sin, cos, lip, top = tower[SIN], tower[COS], tower[LIP], tower[TOP_X]
    ex, ez, end = (cos, -sin, top / cos) if tower[BARE] != 0.0 else (1.0, 0.0, top)
    edge_slot = 4 * corners.shape[0]
    if upper:
        edge_slot += 2
    else:  # the way on leads forward there
        ex, ez, end = -ex, -ez, 0.0
    dx, dz = state[0], state[2] - lip
    middle = dx * ex + dz * ez
    for k in range(corners.shape[0]):
        if kept[first + k, LAST] == number:
            if kept[first + k, FACE] != TOP_FACE:
                continue
        elif middle < end and kept[edge_slot, LAST] != number:
            continue
        beyond = end - (dx + corners[k, 0]) * ex - (dz + corners[k, 2]) * ez
        level = radius - (dx + corners[k, 0]) * sin - (dz + corners[k, 2]) * cos
        if beyond < 0.0 or level <= 0.0 or abs(state[1] + corners[k, 1]) > tower[HALF_WIDTH] + WALL:
            continue
        depth, share = 0.0, 0.0
        to = -1
        for j in range(corners.shape[0]):
            there = (dx + corners[j, 0]) * ex + (dz + corners[j, 2]) * ez - end
            other = radius - (dx + corners[j, 0]) * sin - (dz + corners[j, 2]) * cos
            deep = passing(beyond, there, level, other)
            if deep > depth:
                depth, share, to = deep, beyond / (beyond + there), j
        if to < 0 or depth > HELD:
            continue
        arm = (
            corners[k, 0] + share * (corners[to, 0] - corners[k, 0]) - radius * sin,
            corners[k, 1] + share * (corners[to, 1] - corners[k, 1]),
            corners[k, 2] + share * (corners[to, 2] - corners[k, 2]) - radius * cos,
        )
        count = add(
            rows, slots, count, first + k, (sin, 0.0, cos), arm, depth, STILL, motion, material,
        )  # fmt: skip
    return count


@compiled
def in_tower(
    rows: Array, slots: Ints, count: int, corners: Array, normals: Array, r_in: float,
    r_out: float, radius: float, state: Array, motion: Array, ramp: Pair,
    wood: Pair, tower: Array,
    hat_low: float, hat: bool, hat_side: float, hat_up: float, kept: Array, number: float,
) -> int:  # fmt: skip
    """Add contacts with ramp, walls, lip, lintel and hat. The hat moves by the speeds given.

    ``kept`` and ``number`` (of the last step) tell which face of the ramp a corner came in through.
    """
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
            face = kept[many + k, FACE] if kept[many + k, LAST] == number else NO_FACE
            into = ahead + radius - start
            behind = 0.0 < into < DEEPEST + radius and middle < start and -under < over < 0.0
            if face == NO_FACE:
                # The nearest way out: over the ramp, or back through its upper end.
                face = END_FACE if behind and (into < -over or over < -0.5 * r_in) else TOP_FACE
            if face == END_FACE:
                if behind:
                    kept[many + k, FACE] = END_FACE
                    arm = (rx + radius * ex, ry, rz + radius * ez)
                    count = add(
                        rows, slots, count, many + k, (-ex, 0.0, -ez), arm, into, STILL, motion,
                        ramp,
                    )  # fmt: skip
            elif ahead > start and -under < over < 0.0 and side < WALL + radius:
                # The nearest way out: over the ramp, or forward through its front.
                if -over <= radius - ahead or over > -0.5 * r_in:
                    if over > -DEEPEST:
                        kept[many + k, FACE] = TOP_FACE
                        arm = (rx - radius * sin, ry, rz - radius * cos)
                        count = add(
                            rows, slots, count, many + k, (sin, 0.0, cos), arm, -over, STILL,
                            motion, ramp,
                        )  # fmt: skip
                elif radius - ahead < DEEPEST:
                    kept[many + k, FACE] = NO_FACE
                    arm = (rx - radius * ex, ry, rz - radius * ez)
                    count = add(
                        rows, slots, count, many + k, (ex, 0.0, ez), arm, radius - ahead, STILL,
                        motion, ramp,
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
    if dx * dx + dz * dz < (r_out + HELD) ** 2:
        before = count
        count = edge(
            rows, slots, count, 4 * many, (0.0, -wide - WALL, lip), across, 2.0 * (wide + WALL),
            (-cos, 0.0, sin), down, STILL, state, motion, corners, normals, r_in, radius, ramp,
        )  # fmt: skip
        if count == before:
            count = _at_end(
                rows, slots, count, many, corners, radius, state, motion, ramp, tower, kept,
                number, False,
            )  # fmt: skip
    dx, dz = state[0] - top, state[2] - lip + top * sin / cos
    if dx * dx + dz * dz < (r_out + HELD) ** 2:
        before = count
        count = edge(
            rows, slots, count, 4 * many + 2, (top, -wide, lip - top * sin / cos), across,
            2.0 * wide, (cos, 0.0, -sin), down, STILL, state, motion, corners, normals, r_in,
            radius, ramp,
        )  # fmt: skip
        if count == before:
            count = _at_end(
                rows, slots, count, many, corners, radius, state, motion, ramp, tower, kept,
                number, True,
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
