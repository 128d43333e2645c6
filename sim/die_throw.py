"""One throw: a die out of a tower, across a table, to rest.

The die is one record in three dimensions; its corners touch tower, table and obstacles by compliant
contacts (`sim.contact`), stepped in compiled code (`sim.kernel`). Blockers slide in the table plane
(`sim.top`): while one is near, the two are carried on by turns.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from sim import columns, kernel, touching_tower, way
from sim.arrays import SETTINGS, Frame, Scene, Settings, scene_of
from sim.compiled import Array, keep_compiled
from sim.compliance import Compliance, shipped
from sim.draws import Draws
from sim.rotation import Matrix, about, between, heights, quaternion, times, turned
from sim.settled import DieOutcome
from sim.solids import Solid, solid
from sim.thrown import Moment, Thrown
from sim.top import Top
from sim.world import World

COCKED = math.radians(8.0)
"""A die whose lowest face is further off level leans."""

_D6_YAW = math.radians(4.0)
"""Spread of the angle at which a d6 stands in its channel."""
_SIDE = 0.03
"""Spread of the die's place across the channel, in channel widths."""
_GAP = 0.2
"""A die is laid so far from the hat on the ramp, lifted by as much, mm, and leans on both before
the pull."""
_LOG = 4096
"""Most moments that a throw stores."""
_PLACE = 2
"""Column of a moment's place in the log."""
_NORMAL = NormalDist()
_SLIDE_OUT = 2.0
"""Time that a pushed blocker gets to come to rest after the die, s."""
_SLICE, _CALM = 5e-4, 5e-3
"""Time for which die and blockers are carried on apart, s: near each other, and far."""
_NEARBY = 20.0
"""A blocker within this way of the die, mm, is near."""

_EVENTS = {
    columns.STARTS: "start",
    columns.HAT_CLEAR: "hat clear",
    columns.OUT: "out",
    columns.IMPACT: "impact",
    columns.TOUCH: "obstacle",
    columns.LEAVES: "leaves",
    columns.SLIDES: "slide",
    columns.WAY: "way",
    columns.ENDS: "end",
}


def throw(
    world: World,
    draws: Draws,
    pull: float,
    sideways: float = 0.0,
    start_face: int | None = None,
    start_yaw: float = 0.0,
    compliance: Compliance | None = None,
    settings: Settings = SETTINGS,
    tracing: bool = False,
) -> Thrown:
    """Throw a die: pull the hat at ``pull`` mm/s, slipping ``sideways`` mm/s to the left.

    ``start_face`` is the row of the face that lies on the ramp (None: drawn); ``start_yaw`` turns
    the die there by so much more than is drawn. ``compliance`` says how contacts give (None: as
    shipped). ``tracing`` stores the whole state at every event.
    Deterministic in its arguments on one machine and version.
    """
    keep_compiled()
    scene = scene_of(world, compliance or shipped(), settings).begun(pull, sideways)
    body, frame = scene.solid, scene.frame
    state, row = _laid(world, body, draws, start_face, start_yaw)
    x, y, z = state[0:3].tolist()
    memory = np.zeros(columns.MEMORY)
    memory[columns.TIME] = -kernel.SETTLE
    memory[columns.QUIET] = -1.0
    memory[columns.HAT_ON] = 1.0
    memory[columns.NUMBER] = 2.0
    memory[columns.ON_X], memory[columns.ON_Y], memory[columns.ON_Z] = x, y, z
    log = np.empty((_LOG, 15))  # its rows count from when they are written
    kernel.note(log, memory, columns.STARTS, state)
    top = None
    if scene.rows:
        top = Top(world.table, world.boxes, world.discs, world.own_tower)
    ended = _carry_on(scene, state, memory, log, top, frame)
    outcome = _outcome(ended, state, memory, world)
    matrix = frame.matrix(state)
    lean = _lean(body, matrix)
    if outcome == "rests" and lean > COCKED:
        outcome = "cocked"
    if ended == columns.OFF_TABLE:
        # What a tower that overhangs carried on beyond the edge is no way on the table.
        while memory[columns.LOGGED] > 0 and kernel.beyond(scene.table, *_last(log, memory)) > 0.0:
            memory[columns.LOGGED] -= 1
    # However full the log is, the end belongs to it.
    memory[columns.LOGGED] = min(memory[columns.LOGGED], len(log) - 1)
    kernel.note(log, memory, columns.ENDS, state)
    moments = int(memory[columns.LOGGED])
    places = np.empty((moments, 3))
    way.to_table(log, _PLACE, frame.x, frame.y, frame.cos, frame.sin, places)
    places.flags.writeable = False
    x, y, z = places[-1].tolist()
    return Thrown(
        outcome=outcome,
        place=(x, y, z),
        matrix=matrix,
        places=places,
        displaced=_displaced(top) if top else (),
        time=max(0.0, float(memory[columns.SINCE if ended == columns.RESTS else columns.TIME])),
        lean=lean,
        start_face=row,
        trace=tuple(_moments(log[:moments], frame)) if tracing else (),
    )


def _laid(
    world: World, body: Solid, draws: Draws, start_face: int | None, start_yaw: float
) -> tuple[Array, int]:
    """Lay a die on the ramp against the hat; returns its state and the row of the face below it."""
    slope = math.radians(world.tower.ramp_angle_deg)
    sin, cos = math.sin(slope), math.cos(slope)
    row = int(draws.start_face * len(body.normals)) if start_face is None else start_face
    laid, edge = _on_ramp(body.kind, world.die.size, row, sin, cos)
    yaw = 2 * math.pi * draws.start_yaw
    if body.kind == "d6":
        yaw = _square_to_channel(edge, draws.start_yaw)
    # Down is the ramp's normal turned round: a turn about the normal counts the other way.
    matrix = times(about((-sin, 0.0, -cos), yaw - start_yaw), laid)
    a, b, c = matrix[:3]
    front = max([a * u + b * v + c * w for u, v, w in body.corners])
    s = -world.tower.hat_at * cos - touching_tower.HAT_HALF - _GAP - front
    play = max(0.0, (world.tower.channel_width - 2 * body.r_out) / 2)
    aside = max(-play, min(play, draws.start_side * _SIDE * world.tower.channel_width))
    above = world.tower.lip + (body.r_in - s * sin) / cos
    still = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    x, z = s + _GAP * sin, above + _GAP * cos
    return np.array((x, aside, z, *quaternion(matrix), *still)), row


@lru_cache(maxsize=512)
def _on_ramp(kind: str, size: float, row: int, sin: float, cos: float) -> tuple[Matrix, float]:
    """Turn face ``row`` onto the ramp by the shortest way.

    Returns the orientation, and the angle of the face's first edge to the channel.
    """
    body = solid(kind, size)
    laid = between(body.normals[row], (-sin, 0.0, -cos))
    (ax, ay, az), (bx, by, bz) = (body.corners[k] for k in body.loops[row][:2])
    edge = turned(laid, (bx - ax, by - ay, bz - az))
    return laid, math.atan2(edge[1], edge[0] * cos - edge[2] * sin)


def _square_to_channel(edge: float, draw: float) -> float:
    """Yaw that lets a d6's edges run along the channel: one of four quarters, some degrees off."""
    quarter, rest = divmod(4 * draw, 1.0)
    off = _D6_YAW * _NORMAL.inv_cdf(min(1 - 1e-9, max(1e-9, rest)))
    return edge + quarter * math.pi / 2 + off


def _last(log: Array, memory: Array) -> tuple[float, float]:
    """Return the last place of a log, in plan."""
    row = log[int(memory[columns.LOGGED]) - 1]
    return float(row[2]), float(row[3])


def _carry_on(
    scene: Scene, state: Array, memory: Array, log: Array, top: Top | None, frame: Frame
) -> int:
    """Run die and blockers to the end of the throw; returns how the run ended."""
    if top is None:
        return _run(scene, state, memory, log, math.inf, False)
    ended = columns.HALT
    _follow_blockers(scene, top, frame)
    while ended == columns.HALT:
        near = top.moving or any(
            math.hypot(state[0] - box[0], state[1] - box[1])
            < scene.told[columns.R_OUT] + math.hypot(box[4], box[5]) + _NEARBY
            for box in scene.boxes[list(scene.rows)]
        )
        before = float(memory[columns.TIME])
        scene.pushed[:] = 0.0
        ended = _run(scene, state, memory, log, before + (_SLICE if near else _CALM), top.moving)
        for mover, k in zip(top.movers, scene.rows, strict=True):
            jx, jy, moment = scene.pushed[k].tolist()
            if not mover.fallen and (jx or jy or moment):
                push = frame.turned(jx * scene.mass, jy * scene.mass)
                top.push(mover, push, moment * scene.mass)
        if top.moving:
            top.advance(float(memory[columns.TIME]) - before)
            _follow_blockers(scene, top, frame)
    # When the time is up it is up for blockers too: one that creeps would go on into the die.
    if ended != columns.TIMED_OUT:
        for _ in range(round(_SLIDE_OUT / _CALM)):
            top.advance(_CALM)
    return ended


def _run(scene: Scene, state: Array, memory: Array, log: Array, until: float, moving: bool) -> int:
    return int(
        kernel.run(
            state,
            memory,
            scene.told,
            scene.inertia,
            scene.body,
            scene.faces,
            scene.materials,
            scene.tower,
            scene.table,
            scene.spheres,
            scene.posts,
            scene.boxes,
            scene.own,
            scene.pushed,
            scene.kept,
            scene.work,
            log,
            until,
            moving,
        )
    )


def _follow_blockers(scene: Scene, top: Top, frame: Frame) -> None:
    """Bring the boxes' rows up to where the blockers are now."""
    for mover, k in zip(top.movers, scene.rows, strict=True):
        box, place, velocity = scene.boxes[k], mover.place, mover.body.velocity
        box[0:2] = frame.into(place.x, place.y)
        box[2] = place.cos * frame.cos + place.sin * frame.sin
        box[3] = place.sin * frame.cos - place.cos * frame.sin
        box[7] = velocity.x * frame.cos + velocity.y * frame.sin
        box[8] = velocity.y * frame.cos - velocity.x * frame.sin
        box[9] = mover.body.angular_velocity
        box[10] = 0.0 if mover.fallen else 1.0


def _outcome(ended: int, state: Array, memory: Array, world: World) -> DieOutcome:
    """Name how a throw ended."""
    if memory[columns.BEHIND]:
        return "out_at_back"
    if ended == columns.OFF_TABLE:
        return "off_table"
    tower = world.tower
    inside = -tower.depth <= state[0] <= 0.0 and abs(state[1]) <= tower.width / 2
    if not memory[columns.WENT_OUT] or inside:
        return "never_left_mouth"
    return "rests" if ended == columns.RESTS else "timed_out"


def _lean(body: Solid, matrix: Matrix) -> float:
    """Angle, radians, of the lowest face off level."""
    low = min(heights(matrix, body.normals))
    return math.acos(max(-1.0, min(1.0, -low)))


def _displaced(top: Top) -> tuple[tuple[str, float, float, float], ...]:
    """Return name, x, y, yaw of every blocker that no longer stands where it was laid."""
    out: list[tuple[str, float, float, float]] = []
    for mover in top.movers:
        box, place = mover.box, mover.place
        yaw = math.atan2(place.sin, place.cos)
        if (
            mover.fallen
            or math.hypot(place.x - box.x, place.y - box.y) > 0.005
            or abs(math.remainder(yaw - box.yaw, 2 * math.pi)) > 1e-4
        ):
            out.append((box.name, place.x, place.y, yaw))
    return tuple(out)


def _moments(log: Array, frame: Frame) -> list[Moment]:
    """Turn the rows of a log into the world."""
    out: list[Moment] = []
    free = False
    for m in log:
        event = int(m[1])
        free = free or event == columns.HAT_CLEAR
        vx, vy = frame.turned(float(m[9]), float(m[10]))
        sx, sy = frame.turned(float(m[12]), float(m[13]))
        x, y = frame.out(float(m[2]), float(m[3]))
        out.append(
            Moment(
                float(m[0]),
                _EVENTS[event],
                (x, y, float(m[4])),
                (vx, vy, float(m[11])),
                (sx, sy, float(m[14])),
                frame.matrix(m[2:]),
                free,
            )
        )
    return out
