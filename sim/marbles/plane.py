"""One plane with marbles in it, as a pymunk space: built anew for every run.

Marbles are put in while they move and taken out when they are gone; marbles at rest that nothing
comes near are not in it at all. Lengths mm, masses g, times s, speeds mm/s.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pymunk

from scenes.hill import MarbleHill
from sim.marble import BALL
from sim.marbles.floor import Floor
from sim.marbles.walls import Walls

SLOP = 0.01
"""Overlap that is let be, mm."""
LEAST = 1e-6
"""Restitution and friction below this count as this: pymunk multiplies, so 0 would spread."""
_MARBLE, _MARMOT, _WALL = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Motion:
    """Where a marble is and how it moves; ``spin`` is its angular speed in the plane, rad/s.

    ``ux`` and ``uy`` are its rolling speed on the hill, mm/s (`sim.marbles.floor`).
    """

    x: float
    y: float
    vx: float = 0.0
    vy: float = 0.0
    spin: float = 0.0
    ux: float = 0.0
    uy: float = 0.0

    @property
    def rests(self) -> bool:
        """Whether it does not move at all."""
        return not (self.vx or self.vy or self.spin or self.ux or self.uy)


def rolling(x: float, y: float, vx: float, vy: float) -> Motion:
    """Return a marble that rolls as it moves."""
    return Motion(x, y, vx, vy, 0.0, vx, vy)


class Plane:
    """A pymunk space with walls and marmots, and marbles by their numbers.

    Upright, as the hut, without a ``floor``; seen from above with what rubs there in a step.
    ``pull`` is gravity in the plane, mm/s^2. ``touches`` collects (marble, marmot) in the order of
    their beginning.
    """

    def __init__(
        self, hill: MarbleHill, walls: Walls, pull: float, floor: Floor | None, iterations: int
    ) -> None:
        marbles, materials = hill.marbles, hill.materials
        self.radius = marbles.radius
        self._mass = marbles.mass
        self._moment = BALL * marbles.mass * marbles.radius**2
        # A pair's value is the product of both shapes' values.
        pair = materials.marble_marble
        wall = materials.marble_hill if floor else materials.marble_hut
        self._restitution = math.sqrt(max(pair.restitution, LEAST))
        self._friction = math.sqrt(max(pair.friction, LEAST))
        self._wall = (
            max(wall.restitution, LEAST) / self._restitution,
            # On the hill walls rub on all of a marble's spin, which the space does not know.
            0.0 if floor else wall.friction / self._friction,
        )
        self._floor = floor
        self._rolling: dict[int, tuple[float, float]] = {}
        self.touches: list[tuple[int, int]] = []
        self._numbers: dict[pymunk.Shape, int] = {}
        self._circles: dict[int, pymunk.Circle] = {}
        self.bodies: dict[int, pymunk.Body] = {}
        self.space = space = pymunk.Space()
        space.gravity = (0.0, pull)
        space.iterations = iterations
        space.collision_slop = SLOP
        space.on_collision(_MARBLE, _MARMOT, begin=self._touch)
        if floor is not None:
            space.on_collision(_MARBLE, _WALL, post_solve=self._rub)
            space.on_collision(_MARBLE, _MARMOT, post_solve=self._rub)
        self._build(walls)

    def _build(self, walls: Walls) -> None:
        fixed, rounding = self.space.static_body, walls.rounding
        shapes: list[pymunk.Shape] = [
            pymunk.Poly(fixed, core, radius=rounding) for core in walls.cores
        ]
        for line in walls.spines:
            for k in range(len(line) - 1):
                segment = pymunk.Segment(fixed, line[k], line[k + 1], rounding)
                before, after = line[max(k - 1, 0)], line[min(k + 2, len(line) - 1)]
                segment.set_neighbors(before, after)
                shapes.append(segment)
        for shape in shapes:
            shape.elasticity, shape.friction = self._wall
            shape.collision_type = _WALL
        self.space.add(*shapes)

    def step(self, seconds: float) -> None:
        """Go on by a step; ``floor`` was made for its length."""
        self.space.step(seconds)
        if self._floor is None:
            return
        rubbed, rolling = self._floor.rubbed, self._rolling
        for marble, body in self.bodies.items():
            vx, vy, ux, uy = rubbed(*body.velocity, *rolling[marble])
            body.velocity = (vx, vy)
            rolling[marble] = (ux, uy)

    def stand(self, marmot: int, x: float, y: float, radius: float) -> None:
        """Put a marmot's foot into its gutter."""
        foot = pymunk.Circle(self.space.static_body, radius, (x, y))
        foot.elasticity, foot.friction = self._wall
        foot.collision_type = _MARMOT
        self.space.add(foot)
        self._numbers[foot] = marmot

    def put(self, marble: int, motion: Motion) -> None:
        """Put a marble in."""
        body = pymunk.Body(self._mass, self._moment)
        body.position = (motion.x, motion.y)
        body.velocity = (motion.vx, motion.vy)
        body.angular_velocity = motion.spin
        self._rolling[marble] = (motion.ux, motion.uy)
        circle = pymunk.Circle(body, self.radius)
        circle.elasticity, circle.friction = self._restitution, self._friction
        circle.collision_type = _MARBLE
        self.space.add(body, circle)
        self.bodies[marble] = body
        self._circles[marble] = circle
        self._numbers[circle] = marble

    def motion(self, marble: int) -> Motion:
        """Return how a marble moves now."""
        body = self.bodies[marble]
        (x, y), (vx, vy) = body.position, body.velocity
        return Motion(x, y, vx, vy, body.angular_velocity, *self._rolling[marble])

    def take(self, marble: int) -> Motion:
        """Take a marble out; returns how it moved."""
        motion = self.motion(marble)
        self.space.remove(self.bodies.pop(marble), self._circles.pop(marble))
        del self._rolling[marble]
        return motion

    def near(self, x: float, y: float, distance: float) -> bool:
        """Return whether the middle of a marble in the plane is nearer to a point than that."""
        return any(math.dist(body.position, (x, y)) < distance for body in self.bodies.values())

    def _touch(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: Any) -> None:
        del space, data
        marble, marmot = arbiter.shapes
        self.touches.append((self._numbers[marble], self._numbers[marmot]))

    def _rub(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: Any) -> None:
        """Let a wall or a marmot rub on the side of a marble that it pushed in this step."""
        del space, data
        hit = arbiter.total_impulse.length / self._mass
        if hit == 0.0 or self._floor is None:
            return
        marble = self._numbers[arbiter.shapes[0]]
        body, floor, radius = self.bodies[marble], self._floor, self.radius
        (nx, ny), (vx, vy) = arbiter.normal, body.velocity
        ux, uy = self._rolling[marble]
        along = radius * body.angular_velocity + vy * nx - vx * ny
        into = (ux * nx + uy * ny) / floor.arm
        side, up = floor.along_wall(hit, along, into)
        body.velocity = (vx + side * ny, vy - side * nx)
        body.angular_velocity -= side / BALL / radius
        turned = up / BALL * floor.arm
        self._rolling[marble] = (ux - turned * nx, uy - turned * ny)
        if arbiter.is_first_contact:
            (point,) = arbiter.contact_point_set.points
            deep = -point.distance - SLOP
            if deep > 0.0:
                # It hit the wall within the step, and by now is on its way out.
                out = deep * (1.0 + arbiter.restitution)
                x, y = body.position
                body.position = (x - out * nx, y - out * ny)


def chains(places: dict[int, tuple[float, float]], reach: float) -> list[list[int]]:
    """Return the marbles in groups that touch one another, directly or through others.

    Middles nearer than ``reach`` touch. Groups and their marbles come in rising order.
    """
    left = sorted(places)
    groups: list[list[int]] = []
    while left:
        group, frontier = [left[0]], [left.pop(0)]
        while frontier:
            x = places[frontier.pop()]
            found = [k for k in left if math.dist(places[k], x) < reach]
            left = [k for k in left if k not in found]
            group += found
            frontier += found
        groups.append(sorted(group))
    return groups
