"""One throw: a die out of a tower, across a table, to rest.

The die is one record in three dimensions; its corners touch tower, table and obstacles by compliant
contacts (`sim.contact`), stepped in compiled code (`sim.kernel`). Blockers slide in the table plane
(`sim.top`): while one is near, the two are carried on by turns.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np

from sim import kernel, touching
from sim.compiled import Array
from sim.compliance import Compliance, material, shipped
from sim.contact import MEMORY
from sim.draws import Draws
from sim.rotation import Matrix, about, between, from_quaternion, quaternion, times, turned
from sim.settled import DieOutcome
from sim.solids import Solid, Vec3, inertia_of, solid
from sim.thrown import Moment, Thrown
from sim.top import Top
from sim.world import Box, World


@dataclass(frozen=True, slots=True)
class Settings:
    """How a throw is stepped; part of the settings hash."""

    step: float = 1e-4
    """s."""
    sweeps: int = 20
    """Most rounds of the contact solver in a step."""
    exact: float = 20.0
    """The solver ends when no force changes by more than this, mm/s^2."""


SETTINGS = Settings()

TIME_LIMIT = 6.0
"""Hard stop after the pull, s: the die then counts as it lies (`timed_out`)."""
COCKED = math.radians(8.0)
"""A die whose lowest face is further off level leans."""

_D6_YAW = math.radians(4.0)
"""Spread of the angle at which a d6 stands in its channel."""
_SIDE = 0.03
"""Spread of the die's place across the channel, in channel widths."""
_GAP = 0.2
"""A die is laid this near to the hat and to the ramp, mm, and leans on both before the pull."""
_LOG = 4096
"""Most moments that a throw stores."""
_SLIDE_OUT = 2.0
"""Time that a pushed blocker gets to come to rest after the die, s."""
_SLICE, _CALM = 5e-4, 5e-3
"""Time for which die and blockers are carried on apart, s: near each other, and far."""
_NEARBY = 20.0
"""A blocker within this way of the die, mm, is near."""
_YAW_ARM = 2.0
"""Arm of the friction that brakes the yaw of a lying die, mm."""

_EVENTS = {
    kernel.STARTS: "start",
    kernel.HAT_CLEAR: "hat clear",
    kernel.OUT: "out",
    kernel.IMPACT: "impact",
    kernel.TOUCH: "obstacle",
    kernel.LEAVES: "leaves",
    kernel.SLIDES: "slide",
    kernel.WAY: "way",
    kernel.ENDS: "end",
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
    the die there by so much more than is drawn. ``compliance``: how contacts give (None: shipped). ``tracing`` stores the whole state at every event.
    Deterministic in its arguments on one machine and version.
    """
    die = world.die
    body = solid(die.kind, die.size)
    frame = _Frame(world)
    scene = _scene(world, body, frame, pull, sideways, compliance or shipped(), settings)
    state, row = _laid(world, body, draws, start_face, start_yaw)
    memory = np.zeros(kernel.MEMORY)
    memory[kernel.TIME] = -kernel.SETTLE
    memory[kernel.QUIET] = -1.0
    memory[kernel.HAT_ON] = 1.0
    log = np.zeros((_LOG, 15))
    kernel.note(log, memory, kernel.STARTS, state)
    top = Top(world.table, world.boxes, world.discs, world.own_tower)
    ended = _carry_on(scene, state, memory, log, top, frame)
    outcome = _outcome(ended, state, memory, world)
    matrix = frame.matrix(state)
    lean = _lean(body, matrix)
    if outcome == "rests" and lean > COCKED:
        outcome = "cocked"
    kernel.note(log, memory, kernel.ENDS, state)
    moments = log[: int(memory[kernel.LOGGED])]
    path = tuple((*frame.out(float(m[2]), float(m[3])), float(m[4])) for m in moments)
    return Thrown(
        outcome=outcome,
        place=path[-1],
        matrix=matrix,
        path=path,
        displaced=_displaced(top),
        time=float(memory[kernel.SINCE] if ended == kernel.RESTS else memory[kernel.TIME]),
        lean=lean,
        start_face=row,
        trace=tuple(_moments(moments, frame)) if tracing else (),
    )


class _Frame:
    """The frame of the mouth: x along its heading, origin on the table below the lip."""

    def __init__(self, world: World) -> None:
        self.x, self.y = world.x, world.y
        self.cos, self.sin = math.cos(world.heading), math.sin(world.heading)
        self.turn = about((0.0, 0.0, 1.0), world.heading)
        self.heading = world.heading

    def into(self, x: float, y: float) -> tuple[float, float]:
        dx, dy = x - self.x, y - self.y
        return dx * self.cos + dy * self.sin, dy * self.cos - dx * self.sin

    def out(self, x: float, y: float) -> tuple[float, float]:
        dx, dy = self.turned(x, y)
        return self.x + dx, self.y + dy

    def turned(self, x: float, y: float) -> tuple[float, float]:
        return x * self.cos - y * self.sin, x * self.sin + y * self.cos

    def matrix(self, state: Array) -> Matrix:
        w, x, y, z = (float(q) for q in state[3:7])
        return times(self.turn, from_quaternion((w, x, y, z)))


@dataclass(frozen=True, slots=True)
class _Scene:
    """Everything that the kernel is told, as arrays."""

    told: Array
    inertia: Array
    body: Array
    faces: Array
    materials: Array
    tower: Array
    table: Array
    spheres: Array
    posts: Array
    boxes: Array
    own: int
    pushed: Array
    forces: Array
    rows: tuple[int, ...]
    """Rows of the blockers among the boxes."""
    mass: float


def _box_row(box: Box, frame: _Frame, on: float, mass: float) -> list[float]:
    x, y = frame.into(box.x, box.y)
    yaw = box.yaw - frame.heading
    half = (box.length / 2, box.depth / 2)
    yields = (0.0, 0.0)
    if box.mass:
        inertia = box.mass * (box.length**2 + box.depth**2) / 12
        yields = (mass / box.mass, mass / inertia)
    return [x, y, math.cos(yaw), math.sin(yaw), *half, box.height, 0.0, 0.0, 0.0, on, *yields]


def _scene(
    world: World,
    body: Solid,
    frame: _Frame,
    pull: float,
    sideways: float,
    compliance: Compliance,
    settings: Settings,
) -> _Scene:
    die, tower = world.die, world.tower
    if world.contact_hz is not None:
        compliance = replace(compliance, frequency=world.contact_hz)
    radius = die.edge_radius
    corners = np.array(body.corners) * ((body.r_in - radius) / body.r_in)
    slope = math.radians(tower.ramp_angle_deg)
    sin, cos = math.sin(slope), math.cos(slope)
    materials = np.array(
        [
            [
                material(compliance, m.restitution, m.friction, step)
                for m in (world.die_table, world.die_ramp, world.die_wood)
            ]
            for step in (settings.step, settings.step * kernel.LONG)
        ]
    )
    hat_low = tower.lip + tower.hat_at * sin - 2.0
    bare = world.own_tower is None
    x_min, y_min, x_max, y_max = world.table
    table: list[list[float]] = []
    for nx, ny, limit in ((-1, 0, -x_min), (0, -1, -y_min), (1, 0, x_max), (0, 1, y_max)):
        mx, my = nx * frame.cos + ny * frame.sin, ny * frame.cos - nx * frame.sin
        table.append([mx, my, limit - nx * frame.x - ny * frame.y])
    spheres = [[*frame.into(d.x, d.y), d.radius] for d in world.discs if d.half_sphere]
    posts = [[*frame.into(d.x, d.y), d.radius] for d in world.discs if not d.half_sphere]
    boxes = [_box_row(box, frame, 1.0, die.mass) for box in world.boxes]
    if world.own_tower is not None:
        boxes.append(_box_row(world.own_tower, frame, 0.0, die.mass))
    many = len(body.corners)
    across, along = inertia_of(die.kind, body.r_in)
    face_in = min(
        math.dist((0.0, 0.0, 0.0), _middle(body.corners[loop[k - 1]], body.corners[loop[k]])) ** 2
        for loop in body.loops
        for k in range(len(loop))
    )
    return _Scene(
        told=np.array(
            [
                body.r_in,
                body.r_out,
                radius,
                body.half,
                pull,
                sideways,
                settings.step,
                settings.sweeps,
                settings.exact,
                TIME_LIMIT,
                math.sqrt(max(0.0, face_in - body.r_in**2)),
                _YAW_ARM,
            ]
        ),
        inertia=np.array([1.0 / across, 1.0 / along, 0.0, 0.0, 1.0]),
        body=corners,
        faces=np.array(body.normals),
        materials=materials,
        tower=np.array(
            [
                sin,
                cos,
                tower.lip,
                -tower.ramp_length * cos,
                tower.channel_width / 2,
                tower.lip + tower.mouth_height,
                -tower.hat_at * cos,
                hat_low,
                float(bare),
                touching.WALL_TOP * sin if bare else 0.0,
            ]
        ),
        table=np.array(table),
        spheres=np.array(spheres).reshape(-1, 3),
        posts=np.array(posts).reshape(-1, 3),
        boxes=np.array(boxes).reshape(-1, 13),
        own=len(boxes) - 1 if world.own_tower is not None else -1,
        pushed=np.zeros((len(boxes), 3)),
        forces=np.zeros(
            (4 * many + 12 + len(spheres) + len(posts) + len(boxes) * (many + 16), MEMORY)
        ),
        rows=tuple(k for k, box in enumerate(world.boxes) if box.mass),
        mass=die.mass,
    )


def _middle(a: Vec3, b: Vec3) -> Vec3:
    """Foot of the centre on the straight line through two corners."""
    d = tuple(q - p for p, q in zip(a, b, strict=True))
    share = -sum(p * e for p, e in zip(a, d, strict=True)) / sum(e * e for e in d)
    return (a[0] + share * d[0], a[1] + share * d[1], a[2] + share * d[2])


def _laid(
    world: World, body: Solid, draws: Draws, start_face: int | None, start_yaw: float
) -> tuple[Array, int]:
    """Lay a die on the ramp against the hat; returns its state and the row of the face below it."""
    slope = math.radians(world.tower.ramp_angle_deg)
    sin, cos = math.sin(slope), math.cos(slope)
    row = int(draws.start_face * len(body.normals)) if start_face is None else start_face
    down = (-sin, 0.0, -cos)
    laid = between(body.normals[row], down)
    yaw = 2 * math.pi * draws.start_yaw
    if world.die.kind == "d6":
        yaw = _square_to_channel(body, row, laid, cos, sin, draws.start_yaw)
    # ``down`` is the ramp's normal turned round: a turn about the normal counts the other way.
    matrix = times(about(down, yaw - start_yaw), laid)
    front = max(turned(matrix, c)[0] for c in body.corners)
    s = -world.tower.hat_at * cos - touching.HAT_HALF - _GAP - front
    height = body.r_in + _GAP
    play = max(0.0, (world.tower.channel_width - 2 * body.r_out) / 2)
    aside = max(-play, min(play, draws.start_side * _SIDE * world.tower.channel_width))
    state = np.zeros(13)
    state[0], state[1] = s, aside
    state[2] = world.tower.lip + (height - s * sin) / cos
    state[3:7] = quaternion(matrix)
    return state, row


def _square_to_channel(
    body: Solid, row: int, laid: Matrix, cos: float, sin: float, draw: float
) -> float:
    """Yaw that lets a d6's edges run along the channel: one of four quarters, some degrees off."""
    (ax, ay, az), (bx, by, bz) = (body.corners[k] for k in body.loops[row][:2])
    edge = turned(laid, (bx - ax, by - ay, bz - az))
    along, aside = edge[0] * cos - edge[2] * sin, edge[1]
    quarter, rest = divmod(4 * draw, 1.0)
    off = _D6_YAW * NormalDist().inv_cdf(min(1 - 1e-9, max(1e-9, rest)))
    return math.atan2(aside, along) + quarter * math.pi / 2 + off


def _carry_on(
    scene: _Scene, state: Array, memory: Array, log: Array, top: Top, frame: _Frame
) -> int:
    """Run die and blockers to the end of the throw; returns how the run ended."""
    if not top.movers:
        return _run(scene, state, memory, log, math.inf, False)
    ended = kernel.HALT
    while ended == kernel.HALT:
        near = top.moving or any(
            math.hypot(state[0] - box[0], state[1] - box[1])
            < scene.told[kernel.R_OUT] + math.hypot(box[4], box[5]) + _NEARBY
            for box in scene.boxes[list(scene.rows)]
        )
        before = float(memory[kernel.TIME])
        scene.pushed[:] = 0.0
        ended = _run(scene, state, memory, log, before + (_SLICE if near else _CALM), top.moving)
        for mover, k in zip(top.movers, scene.rows, strict=True):
            if not mover.fallen and scene.pushed[k].any():
                jx, jy, moment = (float(j) * scene.mass for j in scene.pushed[k])
                top.push(mover, frame.turned(jx, jy), moment)
        top.advance(float(memory[kernel.TIME]) - before)
        _follow_blockers(scene, top, frame)
    for _ in range(round(_SLIDE_OUT / _CALM)):
        top.advance(_CALM)
    return ended


def _run(scene: _Scene, state: Array, memory: Array, log: Array, until: float, moving: bool) -> int:
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
            scene.forces,
            log,
            until,
            moving,
        )
    )


def _follow_blockers(scene: _Scene, top: Top, frame: _Frame) -> None:
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
    if memory[kernel.BEHIND]:
        return "out_at_back"
    if ended == kernel.OFF_TABLE:
        return "off_table"
    tower = world.tower
    inside = -tower.depth <= state[0] <= 0.0 and abs(state[1]) <= tower.width / 2
    if not memory[kernel.WENT_OUT] or inside:
        return "never_left_mouth"
    return "rests" if ended == kernel.RESTS else "timed_out"


def _lean(body: Solid, matrix: Matrix) -> float:
    """Angle, radians, of the lowest face off level."""
    low = min(turned(matrix, n)[2] for n in body.normals)
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


def _moments(log: Array, frame: _Frame) -> list[Moment]:
    """Turn the rows of a log into the world."""
    out: list[Moment] = []
    free = False
    for m in log:
        event = int(m[1])
        free = free or event == kernel.HAT_CLEAR
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
