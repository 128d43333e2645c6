"""Runs reference throws. Throw k of a seed is the same alone, in any number and on any process."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from benchmarks.reference.dice import Floats, corners, face_normals
from benchmarks.reference.engine import Data, engine
from benchmarks.reference.model import model_xml
from benchmarks.reference.scenes import ReferenceDie, ReferenceScene

STEP = 5e-5
"""Step of the reference files, s; half of it gives the same within an energy distance of 0.005."""
LOOK = 1.6e-3
"""Time between two looks at the die, s."""
SETTLE = 0.15
"""Time for which the die leans on the hat before the pull, s."""
LIMIT = 4.0
"""Hard stop after the start, s."""
QUIET = 4e-3
"""The die is quiet while max|v| + 10 mm * max|omega| stays below this, m/s."""
QUIET_LOOKS = 21
"""Quiet looks in a row (34 ms) that make it rest ..."""
QUIET_FROM = 0.3
"""... from this time after the pull on, s."""
GONE = -0.05
"""A die whose centre is below this height has left the table, m."""
ACROSS = 0.03
"""Spread of the die's place across the channel, in channel widths."""
STREAM = 101
"""Spawn key of reference throws."""

NOTHING: Floats = np.full(14, np.nan)


@dataclass(frozen=True, slots=True)
class ReferenceThrow:
    """One throw: s from the pull, m, quaternions wxyz; ``face_*`` are rows of the face normals."""

    time: float
    place: Floats
    quat: Floats
    face_up: int
    face_down: int
    flatness: float
    """Cosine of the lowest face to the vertical."""
    off_table: bool
    stuck: bool
    """Never came half a die in front of the ramp's lower end."""
    pull: float
    start_face: int
    exit: Floats
    """Time, place, quaternion, velocity and spin when half a die beyond the ramp, else NaN."""
    path: list[Floats] = field(default_factory=list[Floats])
    """The same 14 figures at every look, where asked for."""


class Thrower:
    """One scene and one die, ready to be thrown."""

    def __init__(self, scene: ReferenceScene, die: ReferenceDie, step: float = STEP) -> None:
        """Build the model; raises `NoEngineError` without MuJoCo."""
        self.scene, self.die = scene, die
        self.mujoco = engine()
        self.model = self.mujoco.MjModel.from_xml_string(model_xml(scene, die, step))
        self.steps = round(LOOK / step)
        self.corners = corners(die.kind, die.size)
        self.normals = face_normals(self.corners)
        slope = math.radians(scene.tower.angle)
        self.cos, self.sin = math.cos(slope), math.sin(slope)

    def lay(self, rng: np.random.Generator) -> tuple[int, Floats, Floats]:
        """Draw how the die lies on the ramp against the hat; returns face, place, quaternion."""
        tower = self.scene.tower
        normal = np.array([self.sin, 0.0, self.cos])
        face = int(rng.integers(len(self.normals)))
        if self.die.kind == "d6":
            turn = float(rng.integers(4)) * 90 + rng.normal(0, self.scene.yaw_sd)
        else:
            turn = rng.uniform(0, 360)
        laid = _shortest(self.normals[face], -normal)
        quat = _product(_about(normal, math.radians(turn)), laid)
        points = self.corners @ _matrix(quat).T
        height = -float((points @ normal).min())
        x = -tower.hat_at * self.cos - 0.0012 - float(points[:, 0].max())
        up = -(x - self.sin * height) / self.cos
        place = np.array(
            [
                -self.cos * up + self.sin * (height + 0.0002),
                rng.normal(0, tower.width * ACROSS),
                tower.lip + self.sin * up + self.cos * (height + 0.0002),
            ]
        )
        return face, place, quat

    def throw(self, rng: np.random.Generator, record: bool = False) -> ReferenceThrow:
        """Throw once; all random numbers come from ``rng``. ``record`` keeps the path."""
        data, stuck, off = self.mujoco.MjData(self.model), True, False
        face, data.qpos[:3], data.qpos[3:7] = self.lay(rng)
        pull = float(rng.uniform(*self.scene.pull))
        came_out, path, quiet = NOTHING, list[Floats](), 0
        while data.time < LIMIT:
            pulled = data.time - SETTLE
            data.qpos[7] = pull * max(0.0, pulled)
            data.qvel[6] = pull if pulled >= 0 else 0.0
            self.mujoco.mj_step(self.model, data, self.steps)
            if record:
                path.append(_state(data))
            if stuck and data.qpos[0] > self.die.size / 2:
                came_out, stuck = _state(data), False
            if data.qpos[2] < GONE:
                off = True
                break
            calm = data.time > SETTLE + QUIET_FROM and _speed(data) < QUIET
            quiet = quiet + 1 if calm else 0
            if quiet >= QUIET_LOOKS:
                break
        heights = self.normals @ _matrix(data.qpos[3:7])[2]
        return ReferenceThrow(
            time=data.time - SETTLE,
            place=data.qpos[:3].copy(),
            quat=data.qpos[3:7].copy(),
            face_up=int(heights.argmax()),
            face_down=int(heights.argmin()),
            flatness=-float(heights.min()),
            off_table=off,
            stuck=stuck,
            pull=pull,
            start_face=face,
            exit=came_out,
            path=path,
        )

    def throws(
        self, seed: int, count: int, first: int = 0, recorded: int = 0
    ) -> Iterator[ReferenceThrow]:
        """Throw ``first`` ... ``first + count - 1`` of ``seed``; below ``recorded`` with path."""
        for k in range(first, first + count):
            sequence = np.random.SeedSequence(seed, spawn_key=(STREAM, k))
            yield self.throw(np.random.default_rng(sequence), k < recorded)


def _state(data: Data) -> Floats:
    return np.concatenate([[data.time - SETTLE], data.qpos[:7], data.qvel[:6]])


def _speed(data: Data) -> float:
    return float(np.abs(data.qvel[:3]).max() + 0.01 * np.abs(data.qvel[3:6]).max())


def _about(axis: Floats, angle: float) -> Floats:
    """Quaternion wxyz of a turn about a unit ``axis``."""
    return np.concatenate([[math.cos(angle / 2)], math.sin(angle / 2) * axis])


def _shortest(start: Floats, end: Floats) -> Floats:
    """Quaternion of the shortest turn of one unit vector into another."""
    cosine = float(start @ end)
    if cosine < -1 + 1e-9:
        aside = np.cross(start, [1.0, 0.0, 0.0])
        if float(aside @ aside) < 0.1:
            aside = np.cross(start, [0.0, 1.0, 0.0])
        return _about(aside / np.linalg.norm(aside), math.pi)
    quat = np.concatenate([[1 + cosine], np.cross(start, end)])
    return quat / np.linalg.norm(quat)


def _product(a: Floats, b: Floats) -> Floats:
    """Quaternion of the turn ``b`` followed by ``a``."""
    w, v = a[0] * b[0] - a[1:] @ b[1:], a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])
    return np.concatenate([[w], v])


def _matrix(quat: Floats) -> Floats:
    """Rotation matrix (3, 3) of a quaternion wxyz."""
    w, x, y, z = quat / np.linalg.norm(quat)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
