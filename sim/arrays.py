"""A throw's surroundings as the arrays that compiled code works on, in the frame of the mouth."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

import numpy as np

from sim import columns, kernel, touching_box, touching_tower
from sim.compiled import Array
from sim.compliance import Compliance, material
from sim.contact import MEMORY
from sim.rotation import Matrix, about, from_quaternion, times
from sim.solids import Solid, inertia_of, solid
from sim.world import Box, World


@dataclass(frozen=True, slots=True)
class Settings:
    """How a throw is stepped; part of the settings hash."""

    step: float = 2e-4
    """s, for contacts of 200 Hz (stiffer ones take shorter steps); before the hat is clear
    `kernel.HAT_STEP` and `kernel.SETTLE_STEP` times that."""
    sweeps: int = 20
    """Most rounds of the contact solver in a step."""
    exact: float = 0.002
    """The solver ends when forces are balanced to this share of the largest and the weight."""


SETTINGS = Settings()

_HERTZ = 200.0
"""Contact frequency for which the step is given."""
TIME_LIMIT = 6.0
"""Hard stop after the pull, s: the die then counts as it lies (`timed_out`)."""
_YAW_ARM = 2.0
"""Arm of the friction that brakes the yaw of a lying die, mm."""

_STEPS = (
    (1.0, 1.0),
    (kernel.HAT_STEP, 1.0),
    (kernel.SETTLE_STEP, 1.0),
    (kernel.CALM_STEP, math.exp(-2.0)),
)
"""Lengths of steps and the most restitution in them: of the free throw, under the hat, while the
die comes to lean on it, and while it is calm there, just damped enough not to swing."""


Place = TypeVar("Place", float, Array)
"""A coordinate, or an array of them."""


class Frame:
    """The frame of the mouth: x along its heading, origin on the table below the lip."""

    def __init__(self, world: World) -> None:
        self.x, self.y = world.x, world.y
        self.cos, self.sin = math.cos(world.heading), math.sin(world.heading)
        self.turn = about((0.0, 0.0, 1.0), world.heading)
        self.heading = world.heading

    def into(self, x: float, y: float) -> tuple[float, float]:
        """Turn a place of the table into the frame."""
        dx, dy = x - self.x, y - self.y
        return dx * self.cos + dy * self.sin, dy * self.cos - dx * self.sin

    def out(self, x: Place, y: Place) -> tuple[Place, Place]:
        """Turn a place of the frame back to the table."""
        dx, dy = self.turned(x, y)
        return self.x + dx, self.y + dy

    def turned(self, x: Place, y: Place) -> tuple[Place, Place]:
        """Turn a direction of the frame back to the table."""
        return x * self.cos - y * self.sin, x * self.sin + y * self.cos

    def matrix(self, state: Array) -> Matrix:
        """Orientation on the table of a die in the frame."""
        w, x, y, z = state[3:7].tolist()
        return times(self.turn, from_quaternion((w, x, y, z)))


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the kernel is told, as arrays."""

    frame: Frame
    solid: Solid
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
    kept: Array
    work: kernel.Work
    rows: tuple[int, ...]
    """Rows of the blockers among the boxes."""
    mass: float

    def begun(self, pull: float, sideways: float) -> Scene:
        """Return the scene of one throw: with its pull, and arrays that the throw may change."""
        told = self.told.copy()
        told[columns.PULL], told[columns.SIDEWAYS] = pull, sideways
        return Scene(  # `replace` takes five times as long
            self.frame,
            self.solid,
            told,
            self.inertia.copy(),
            self.body,
            self.faces,
            self.materials,
            self.tower,
            self.table,
            self.spheres,
            self.posts,
            self.boxes.copy(),
            self.own,
            np.zeros(self.pushed.shape),
            np.zeros(self.kept.shape),
            kernel.work_for(len(self.body), len(self.faces)),
            self.rows,
            self.mass,
        )


def _box_row(box: Box, frame: Frame, on: float, mass: float) -> list[float]:
    x, y = frame.into(box.x, box.y)
    yaw = box.yaw - frame.heading
    half = (box.length / 2, box.depth / 2)
    yields = (0.0, 0.0)
    if box.mass:
        inertia = box.mass * (box.length**2 + box.depth**2) / 12
        yields = (mass / box.mass, mass / inertia)
    return [x, y, math.cos(yaw), math.sin(yaw), *half, box.height, 0.0, 0.0, 0.0, on, *yields]


@lru_cache(maxsize=64)
def scene_of(world: World, compliance: Compliance, settings: Settings) -> Scene:
    """Return the arrays of a world, for reading only: `Scene.begun` gives a throw its own."""
    die, tower = world.die, world.tower
    body, frame = solid(die.kind, die.size), Frame(world)
    if world.contact_hz is not None:
        compliance = replace(compliance, frequency=world.contact_hz)
    step = settings.step * min(1.0, _HERTZ / compliance.frequency)
    radius = die.edge_radius
    corners = np.array(body.corners) * ((body.r_in - radius) / body.r_in)
    slope = math.radians(tower.ramp_angle_deg)
    sin, cos = math.sin(slope), math.cos(slope)
    materials = np.array(
        [
            [
                material(compliance, min(m.restitution, most), m.friction, step * length)
                for m in (world.die_table, world.die_ramp, world.die_wood)
            ]
            for length, most in _STEPS
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
    slots = touching_tower.in_tower_slots(many) + len(spheres) + len(posts)
    slots += len(boxes) * touching_box.on_box_slots(many)
    across, along = inertia_of(die.kind, body.r_in)
    return Scene(
        frame=frame,
        solid=body,
        told=np.array(
            [
                body.r_in,
                body.r_out,
                radius,
                body.half,
                0.0,
                0.0,
                step,
                settings.sweeps,
                settings.exact,
                TIME_LIMIT,
                body.face_in,
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
                touching_tower.WALL_TOP * sin if bare else 0.0,
            ]
        ),
        table=np.array(table),
        spheres=np.array(spheres).reshape(-1, 3),
        posts=np.array(posts).reshape(-1, 3),
        boxes=np.array(boxes).reshape(-1, 13),
        own=len(boxes) - 1 if world.own_tower is not None else -1,
        pushed=np.zeros((len(boxes), 3)),
        kept=np.zeros((slots, MEMORY)),
        work=kernel.work_for(many, len(body.normals)),
        rows=tuple(k for k, box in enumerate(world.boxes) if box.mass),
        mass=die.mass,
    )
