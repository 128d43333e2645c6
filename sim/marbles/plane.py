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
from sim.marbles.walls import Walls

SLOP = 0.01
"""Overlap that is let be, mm."""
LEAST = 1e-6
"""Restitution and friction below this count as this: pymunk multiplies, so 0 would spread."""
_MARBLE, _MARMOT = 1, 2


@dataclass(frozen=True, slots=True)
class Motion:
    """Where a marble is and how it moves; ``spin`` is its angular speed in the plane, rad/s."""

    x: float
    y: float
    vx: float = 0.0
    vy: float = 0.0
    spin: float = 0.0

    @property
    def rests(self) -> bool:
        """Whether it does not move at all."""
        return self.vx == 0.0 and self.vy == 0.0 and self.spin == 0.0


class Plane:
    """A pymunk space with walls and marmots, and marbles by their numbers.

    ``rolls`` tells whether marbles roll in this plane (in the hut, with the inertia of a ball) or
    not at all (seen from above). ``touches`` collects (marble, marmot) in the order of their
    beginning.
    """

    def __init__(
        self, hill: MarbleHill, walls: Walls, pull: float, rolls: bool, iterations: int
    ) -> None:
        marbles, materials = hill.marbles, hill.materials
        self.radius = marbles.radius
        self._mass = marbles.mass
        self._moment = 0.4 * marbles.mass * marbles.radius**2 if rolls else math.inf
        # A pair's value is the product of both shapes' values.
        pair = materials.marble_marble
        wall = materials.marble_hut if rolls else materials.marble_hill
        self._restitution = math.sqrt(max(pair.restitution, LEAST))
        self._friction = math.sqrt(max(pair.friction, LEAST))
        self._wall = (
            max(wall.restitution, LEAST) / self._restitution,
            max(wall.friction, LEAST) / self._friction,
        )
        self.touches: list[tuple[int, int]] = []
        self._numbers: dict[pymunk.Shape, int] = {}
        self._circles: dict[int, pymunk.Circle] = {}
        self.bodies: dict[int, pymunk.Body] = {}
        self.space = space = pymunk.Space()
        space.gravity = (0.0, pull)
        space.iterations = iterations
        space.collision_slop = SLOP
        space.on_collision(_MARBLE, _MARMOT, begin=self._touch)
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
        self.space.add(*shapes)

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
        return Motion(x, y, vx, vy, body.angular_velocity)

    def take(self, marble: int) -> Motion:
        """Take a marble out; returns how it moved."""
        motion = self.motion(marble)
        self.space.remove(self.bodies.pop(marble), self._circles.pop(marble))
        return motion

    def near(self, x: float, y: float, distance: float) -> bool:
        """Return whether the middle of a marble in the plane is nearer to a point than that."""
        return any(math.dist(body.position, (x, y)) < distance for body in self.bodies.values())

    def _touch(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: Any) -> None:
        del space, data
        marble, marmot = arbiter.shapes
        self.touches.append((self._numbers[marble], self._numbers[marmot]))


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
