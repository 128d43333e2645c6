"""A die that hangs somewhere, and what it may touch: for tests of where a die touches."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import nnls
from scipy.spatial.transform import Rotation

from sim import contact, touching, touching_box, touching_tower
from sim.contact import ARM, MOMENT, NORMAL, WISH
from sim.solids import solid

DICE = (("d4", 20.0), ("d6", 16.0), ("d10", 16.0), ("d12", 16.0))
STIFF = 1e6
UP = (0.0, 0.0, 1.0)
FLAT = (1.0, 0.0, 0.0, 0.0)


@dataclass
class Die:
    """A die that hangs somewhere, still, as the compiled functions see it."""

    kind: str = "d6"
    size: float = 16.0
    place: tuple = (0.0, 0.0, 8.0)
    turn: tuple = FLAT
    """Quaternion w, x, y, z."""
    radius: float = 0.0

    def __post_init__(self):
        body = solid(self.kind, self.size)
        w, x, y, z = self.turn
        self.matrix = Rotation.from_quat((x, y, z, w)).as_matrix()
        self.r_in, self.r_out = body.r_in, body.r_out
        sharp = np.array(body.corners) @ self.matrix.T
        # With two columns more, in which `way_out` works.
        self.room = np.zeros((len(sharp), 5))
        self.corners = self.room[:, :3]
        self.corners[:] = sharp * (body.r_in - self.radius) / body.r_in
        self.normals = np.array(body.normals) @ self.matrix.T
        self.sharp = sharp
        self.state = np.array([*self.place, *self.turn, *[0.0] * 6])
        self.rows = np.zeros((48, contact.WIDTH))
        self.slots = np.zeros(48, np.int64)
        self.scale = np.zeros(len(self.normals))
        self.kept, self.number = np.zeros((400, contact.MEMORY)), 1.0
        self.motion = self.state[7:13]
        self.material = (STIFF, 0.0, 0.3, 0.05, 0.005, 1.0)

    @classmethod
    def anyhow(cls, rng, kind, size, place, radius=0.0):
        x, y, z, w = Rotation.random(rng=rng).as_quat().tolist()
        return cls(kind, size, tuple(place), (w, x, y, z), radius)

    def touches(self, count):
        """Slot, normal and depth of the contacts that were added."""
        rows = self.rows[:count]
        normals, depths = rows[:, NORMAL : NORMAL + 3], rows[:, contact.DEPTH]
        if count:
            # It asks to be pushed out along its normal, and has the moment of its place.
            pushed = STIFF * depths[:, None] * normals
            assert abs(rows[:, WISH : WISH + 3] - pushed).max() < 1e-6
            moments = np.cross(rows[:, ARM : ARM + 3], normals)
            assert abs(rows[:, MOMENT : MOMENT + 3] - moments).max() < 1e-12
        return [
            (int(slot), tuple(normal), depth)
            for slot, normal, depth in zip(self.slots[:count], normals, depths, strict=True)
        ]

    def on_ground(self):
        args = (
            self.room,
            self.radius,
            self.state,
            self.motion,
            self.material,
        )
        return self.touches(touching.on_ground(self.rows, self.slots, 0, *args))

    def on_spheres(self, *spheres):
        args = (np.array(spheres), self.normals, self.r_in, self.r_out, self.state, self.motion)
        count = touching.on_spheres(self.rows, self.slots, 0, 100, *args, self.material, self.scale)
        return self.touches(count)

    def on_posts(self, *posts):
        count = touching.on_posts(
            self.rows, self.slots, 0, 100, np.array(posts), self.room, self.normals, self.r_in,
            self.r_out, self.radius, self.state, self.motion, self.material,
        )  # fmt: skip
        return self.touches(count)

    def on_boxes(self, *boxes):
        count = touching_box.on_boxes(
            self.rows, self.slots, 0, 100, np.array(boxes), self.room, self.normals, self.r_in,
            self.r_out, self.radius, self.state, self.motion, self.material, self.kept, self.number,
        )  # fmt: skip
        self.number += 1.0
        self.kept[self.slots[:count], contact.LAST] = self.number
        return self.touches(count)

    def in_tower(self, tower, hat_low=None):
        low = tower[touching_tower.HAT_LOW] if hat_low is None else hat_low
        count = touching_tower.in_tower(
            self.rows, self.slots, 0, self.room, self.normals, self.r_in, self.r_out,
            self.radius, self.state, self.motion, self.material, self.material, tower,
            low, hat_low is not None, 0.0, 0.0, self.kept, self.number,
        )  # fmt: skip
        self.number += 1.0
        self.kept[self.slots[:count], contact.LAST] = self.number
        return self.touches(count)


def box(x, y, yaw, length, depth, height):
    row = np.zeros(touching_box.BINERTIA + 1)
    row[:7] = x, y, math.cos(yaw), math.sin(yaw), length / 2, depth / 2, height
    row[touching_box.BON] = 1.0
    return row


def tower(angle=45.0, lip=4.0, length=120.0, width=34.0, opening=40.0, hat_at=70.0):
    slope = math.radians(angle)
    sin, cos = math.sin(slope), math.cos(slope)
    return np.array(
        [
            sin, cos, lip, -length * cos, width / 2, lip + opening, -hat_at * cos,
            lip + hat_at * sin - 2.0, 0.0, 0.0,
        ]
    )  # fmt: skip


def mixture(points):
    """The point of a convex hull that is nearest to the origin."""
    scale = 1e3
    a = np.vstack([points.T, scale * np.ones(len(points))])
    shares, _ = nnls(a, np.array([0.0, 0.0, 0.0, scale]))
    return shares @ points / shares.sum()


def rounded(touches, side):
    """Normals, mirrored where ``side`` is -1, and depths of contacts, in an order of their own."""
    return sorted(
        (round(x, 6), round(side * y, 6) + 0.0, round(z, 6), round(depth, 6))
        for _, (x, y, z), depth in touches
    )


def rng_of(*words):
    return np.random.default_rng([ord(c) for c in " ".join(words)])
