"""How the floor and the walls of the hill rub on a marble that rolls there.

Seen from above a marble has a speed v, a *rolling speed* u and a spin about the floor's normal. u
is the speed at which it would move if it rolled; v - u is the slip of its underside over the floor.
Friction f takes f from v and gives k f to u, k = 5/2 (b/R)^2 with b the arm of `sim.marble`, until
both agree, or as much as Coulomb's law allows in the step. Walls throw v back and leave u as it is:
so a ball that rolled into a wall with v rolls away with (5 e - 2)/7 v, e its restitution. Where it
touches a wall, its side slips along the wall with v and the spin, and up or down with u.

Speeds in mm/s, changes of speed for one step. What a wall's friction lifts a marble, and what its
weight adds to that friction, is left out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from scenes.hill import MarbleHill
from sim.marble import BALL, arm_in_vee, rolling_drag
from sim.world import GRAVITY

FREE = 1 / (1 + 1 / BALL)
"""Share of its slip along a wall that friction takes from a ball's speed until it rolls there."""


@dataclass(frozen=True, slots=True)
class Floor:
    """What rubs on a marble in one step.

    ``grip`` is by how much the floor can slow a marble down in it, and ``drag`` by how much rolling
    resistance does, mm/s; ``gain`` is k, ``arm`` b/R, ``wall`` the walls' coefficient of friction.
    """

    grip: float
    drag: float
    gain: float
    arm: float
    wall: float

    def rubbed(
        self, vx: float, vy: float, ux: float, uy: float
    ) -> tuple[float, float, float, float]:
        """Return speed and rolling speed after a step on the floor."""
        sx, sy = vx - ux, vy - uy
        slip = math.sqrt(sx * sx + sy * sy)
        until = slip / (1.0 + self.gain)
        if until <= self.grip:
            # It rolls at the end of the step. Rolling resistance may hold it where it is.
            f = 1.0 / (1.0 + self.gain)
            vx, vy = vx - f * sx, vy - f * sy
            speed = math.sqrt(vx * vx + vy * vy)
            keep = 1.0 - self.drag / speed if speed > self.drag else 0.0
            vx, vy = vx * keep, vy * keep
            return vx, vy, vx, vy
        f = self.grip / slip
        ux, uy = ux + self.gain * f * sx, uy + self.gain * f * sy
        rolls, slower = math.sqrt(ux * ux + uy * uy), self.drag * (1.0 + self.gain)
        keep = 1.0 - slower / rolls if rolls > slower else 0.0
        return vx - f * sx, vy - f * sy, ux * keep, uy * keep

    def along_wall(self, hit: float, along: float, into: float) -> tuple[float, float]:
        """Return what a wall's friction takes from a marble's speed along it, and up along it.

        ``hit`` is the speed that the wall gave it, square to itself; ``along`` and ``into`` are how
        fast its side slips along the wall, and up or down. Its surface's speeds lose 5/2 of both.
        """
        slip = math.sqrt(along * along + into * into)
        if slip == 0.0:
            return 0.0, 0.0
        share = min(self.wall * hit / slip, FREE)
        return share * along, share * into


def floor_of(hill: MarbleHill, step: float) -> Floor:
    """Return what rubs on a marble of a hill in a step of that length, s."""
    slope, radius = hill.slope, hill.marbles.radius
    tilt = math.radians(slope.slope_deg)
    vee = slope.profile == "vee"
    arm = arm_in_vee(radius, math.radians(slope.half_angle_deg)) / radius if vee else 1.0
    # Both walls of a vee carry: together with 1/sin of their angle, which is R/b, of the weight.
    load = GRAVITY * math.cos(tilt) / arm
    return Floor(
        grip=hill.materials.floor_friction * load * step,
        drag=rolling_drag(tilt, hill.materials.rolling) * step,
        gain=arm * arm / BALL,
        arm=arm,
        wall=hill.materials.marble_hill.friction,
    )
