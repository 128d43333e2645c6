"""The table plane: blockers that a die has pushed slide in a pymunk space seen from above.

Every blocker rubs the table by a pivot and a gear joint to the static body with a force limit:
isotropic dry friction (the limit acts on the vector). Towers, posts and the footprints of
half-spheres stop it. The die itself is not in this space: its pushes arrive as impulses.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import pymunk
from pymunk.constraints import GearJoint, PivotJoint

from sim.world import GRAVITY, Box, Disc

_STILL = 1.0
"""A blocker slower than this (mm/s; mm/s at its corner for the yaw) has come to rest."""
_PARTING = 0.8
"""Share of an overlap that is left after one step."""
_JAM = 0.05
"""Overlap of a blocker with something fixed, mm, from which it counts as stuck."""
STEP = 5e-4
"""Longest step, s."""


@dataclass(slots=True)
class BoxPlace:
    """A box where it stands just now: centre, direction of its length, half sizes, top."""

    x: float
    y: float
    cos: float
    sin: float
    half_length: float
    half_depth: float
    top: float


class Mover:
    """A blocker: its box, its body, and where it stands now."""

    def __init__(self, box: Box, body: pymunk.Body, place: BoxPlace) -> None:
        """Bind the three."""
        self.box = box
        self.body = body
        self.place = place
        self.corner = math.hypot(box.length, box.depth) / 2
        self.fallen = False


def place_of(box: Box) -> BoxPlace:
    """Return where a box stands."""
    return BoxPlace(
        box.x,
        box.y,
        math.cos(box.yaw),
        math.sin(box.yaw),
        box.length / 2,
        box.depth / 2,
        box.height,
    )


class Top:
    """The table plane with the blockers of one throw."""

    def __init__(
        self,
        table: tuple[float, float, float, float],
        boxes: tuple[Box, ...],
        discs: tuple[Disc, ...],
        own_tower: Box | None,
    ) -> None:
        """Lay out the space; boxes without mass stand fast."""
        self.table = table
        space = pymunk.Space()
        space.iterations = 12
        space.collision_slop = 0.02
        space.collision_bias = _PARTING ** (1 / STEP)
        static = space.static_body
        self.movers: list[Mover] = []
        fixed = [box for box in boxes if not box.mass]
        for box in [*fixed, *([own_tower] if own_tower else [])]:
            turn = pymunk.Transform.translation(box.x, box.y) @ pymunk.Transform.rotation(box.yaw)
            half_l, half_d = box.length / 2, box.depth / 2
            corners = [(-half_l, -half_d), (half_l, -half_d), (half_l, half_d), (-half_l, half_d)]
            shape = pymunk.Poly(static, corners, transform=turn)
            shape.elasticity, shape.friction = 0.3, 0.3
            space.add(shape)
        for disc in discs:
            circle = pymunk.Circle(static, disc.radius, (disc.x, disc.y))
            circle.elasticity, circle.friction = 0.3, 0.3
            space.add(circle)
        for box in boxes:
            if not box.mass:
                continue
            inertia = box.mass * (box.length**2 + box.depth**2) / 12
            body = pymunk.Body(box.mass, inertia)
            body.position = (box.x, box.y)
            body.angle = box.yaw
            shape = pymunk.Poly.create_box(body, (box.length, box.depth))
            shape.elasticity = shape.friction = 1.0
            pivot = PivotJoint(static, body, (0, 0), (0, 0))
            gear = GearJoint(static, body, 0.0, 1.0)
            pivot.max_bias = gear.max_bias = 0.0
            pivot.max_force = box.friction * box.mass * GRAVITY
            # Mean distance of a rectangle's points from its middle, close to 0.38 diagonals.
            gear.max_force = pivot.max_force * 0.38 * math.hypot(box.length, box.depth)
            space.add(body, shape, pivot, gear)
            self.movers.append(Mover(box, body, place_of(box)))
        self.space = space
        self.moving = False

    def push(self, mover: Mover, impulse: tuple[float, float], moment: float) -> None:
        """Give a blocker an impulse (g mm/s) with its moment about the centre (g mm^2/s)."""
        body = mover.body
        velocity = body.velocity
        body.velocity = (
            velocity.x + impulse[0] / body.mass,
            velocity.y + impulse[1] / body.mass,
        )
        body.angular_velocity += moment / body.moment
        self.moving = True

    def jammed(self, mover: Mover) -> bool:
        """Tell whether a blocker overlaps something in the table plane."""
        return any(
            abs(point.distance) > _JAM  # only overlapping shapes are found; the sign varies
            for shape in mover.body.shapes
            for hit in self.space.shape_query(shape)
            for point in hit.contact_point_set.points
        )

    def advance(self, time: float) -> None:
        """Let the blockers slide on for ``time`` s."""
        if not self.moving:
            return
        steps = max(1, math.ceil(time / STEP - 1e-9))
        for _ in range(steps):
            self.space.step(time / steps)
        self.moving = False
        x_min, y_min, x_max, y_max = self.table
        for mover in self.movers:
            body, place = mover.body, mover.place
            if mover.fallen:
                continue
            velocity = body.velocity
            x, y = body.position
            if not (x_min <= x <= x_max and y_min <= y <= y_max):
                mover.fallen = True
                place.x, place.y = x, y
                self.space.remove(*body.shapes, *body.constraints, body)
                continue
            place.x, place.y = x, y
            place.cos, place.sin = math.cos(body.angle), math.sin(body.angle)
            if velocity.length > _STILL or abs(body.angular_velocity) * mover.corner > _STILL:
                self.moving = True
            elif self.jammed(mover):
                self.moving = True  # go on until the space has parted the two
            else:
                body.velocity = (0.0, 0.0)
                body.angular_velocity = 0.0
