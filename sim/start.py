"""How a die lies on the ramp against the hat before the pull."""

from __future__ import annotations

import math
from statistics import NormalDist

from sim.die import DieRecord
from sim.draws import Draws
from sim.rotation import Matrix, about, between, times, turned
from sim.side import Side
from sim.solids import INERTIA, Solid, Vec3
from sim.world import World

_D6_YAW = math.radians(4.0)
"""Spread of the angle at which a d6 stands in its channel."""
_SIDE = 0.03
"""Spread of the die's place across the channel, in channel widths."""


def side_play(world: World) -> float:
    """Return how far a die may stand from the middle of the channel, mm."""
    return max(0.0, (world.tower.channel_width - world.die.size) / 2)


def laid_on_ramp(
    world: World, draws: Draws, solid: Solid, side: Side, start_face: int | None
) -> tuple[DieRecord, int]:
    """Lay a die on the ramp; returns it, and the row of the face that lies there."""
    die = DieRecord(INERTIA[world.die.kind] * solid.r_in**2, world.heading)
    shape = side.section
    theta, height, front = side.lying_on_ramp(int(draws.facet * len(shape)))
    n0, n1 = side.normal
    s = side.hat_s - 1.2 - front
    die.z = side.lip + (height - n0 * s) / n1 + 0.01
    play = side_play(world)
    across = max(-play, min(play, draws.start_side * _SIDE * world.tower.channel_width))
    die.x = world.x + s * die.hx - across * die.hy
    die.y = world.y + s * die.hy + across * die.hx

    row = int(draws.start_face * len(solid.normals)) if start_face is None else start_face
    down = (-n0 * die.hx, -n0 * die.hy, -n1)
    laid = between(solid.normals[row], down)
    yaw = 2 * math.pi * draws.start_yaw
    if world.die.kind == "d6":
        yaw = _square_to_channel(solid, row, laid, die, (n0, n1), draws.start_yaw)
    die.orient(theta, times(about(down, yaw), laid))
    return die, row


def _square_to_channel(
    solid: Solid,
    row: int,
    laid: Matrix,
    die: DieRecord,
    normal: tuple[float, float],
    draw: float,
) -> float:
    """Yaw that lets a d6's edges run along the channel: one of four quarters, some degrees off."""
    n0, n1 = normal
    (ax, ay, az), (bx, by, bz) = (solid.corners[k] for k in solid.loops[row][:2])
    body: Vec3 = (bx - ax, by - ay, bz - az)
    edge = turned(laid, body)
    along = (edge[0] * die.hx + edge[1] * die.hy) * n1 - edge[2] * n0
    aside = edge[1] * die.hx - edge[0] * die.hy
    quarter, rest = divmod(4 * draw, 1.0)
    off = _D6_YAW * NormalDist().inv_cdf(min(1 - 1e-9, max(1e-9, rest)))
    return math.atan2(aside, along) + quarter * math.pi / 2 + off
