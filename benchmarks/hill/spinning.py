"""Our plane with the spin of its marbles: what it lacks next to the 3-D engine, tried out.

Seen from above the plane knows a marble's speed and takes it to be rolling at any time. A real one
keeps its spin when it hits a wall: it slides back over the floor, whose friction turns its spin,
and rolls again with (5 e - 2)/7 of the speed that it came with, not with e. Here every marble has a
*rolling speed* u, what it would move at if it rolled, and the floor rubs until both agree.
"""

from __future__ import annotations

import math

import pymunk

from benchmarks.hill.model import Floor
from scenes.hill import MarbleHill
from sim.marbles.hill import PACE
from sim.marbles.plane import Plane
from sim.world import GRAVITY

LEAST = 1e-9
"""Speeds below this are none, mm/s."""


class Spinning:
    """Called after every step of a plane with a single marble that begins to roll."""

    def __init__(self, hill: MarbleHill, floor: Floor) -> None:
        tilt = math.radians(hill.slope.slope_deg)
        load = GRAVITY * math.cos(tilt) * PACE.step
        self._pull = GRAVITY * math.sin(tilt) * PACE.step
        self._rub, self._slow = floor.friction * load, floor.rolling * load
        self._wall = hill.materials.marble_hill.friction
        self._gravity = GRAVITY * math.sin(tilt)
        self._speed: tuple[float, float] | None = None
        self._rolls = (0.0, 0.0)

    def step(self, plane: Plane) -> None:
        """Let the floor and the wall rub for the step that was just made."""
        for body in plane.bodies.values():
            if self._speed is None:
                # The first step still had the plane's own gravity.
                plane.space.gravity = (0.0, self._gravity)
                vx, vy = body.velocity
                self._rolls = (vx, vy)
            else:
                self._wall_rubs(body, self._speed)
            self._floor_rubs(body)
            vx, vy = body.velocity
            self._speed = (vx, vy)

    def _wall_rubs(self, body: pymunk.Body, before: tuple[float, float]) -> None:
        """Let the wall rub on the side of the marble that turns up or down along it."""
        vx, vy = body.velocity
        jx, jy = vx - before[0], vy - before[1] - self._pull
        hit = math.hypot(jx, jy)
        if hit < LEAST:
            return
        nx, ny = -jx / hit, -jy / hit
        ux, uy = self._rolls
        into = ux * nx + uy * ny
        along = vx * ny - vy * nx
        share = into / max(math.hypot(into, along), LEAST)
        turned = min(2.5 * self._wall * hit * abs(share), 2 / 7 * abs(into))
        turned = math.copysign(turned, into)
        self._rolls = (ux - turned * nx, uy - turned * ny)

    def _floor_rubs(self, body: pymunk.Body) -> None:
        vx, vy = body.velocity
        ux, uy = self._rolls
        sx, sy = vx - ux, vy - uy
        slip = math.hypot(sx, sy)
        # Friction takes f from the speed and gives 5/2 f to the rolling speed.
        f = min(1.0, 3.5 * self._rub / max(slip, LEAST)) * 2 / 7
        vx, vy = vx - f * sx, vy - f * sy
        ux, uy = ux + 2.5 * f * sx, uy + 2.5 * f * sy
        keep = max(0.0, 1.0 - self._slow / max(math.hypot(ux, uy), LEAST))
        body.velocity = (vx * keep, vy * keep)
        self._rolls = (ux * keep, uy * keep)
