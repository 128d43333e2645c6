"""The state of a die as one record, and its views along and across the heading.

``vs``, ``vl`` are the plan velocity along h and to its left, ``vz`` the vertical one. The spin has
three parts: ``omega`` in the side plane (counter-clockwise with h to the right, so a die that
tumbles forward has omega < 0), ``roll`` about h, ``yaw`` about the vertical.
"""

from __future__ import annotations

import math

from sim.rotation import IDENTITY, Matrix, about, spun, times
from sim.solids import Vec3
from sim.world import GRAVITY

TURN_SPEED = 20.0
"""Below this plan speed, mm/s, the heading stays (PHYSICS.md section 1)."""


class DieRecord:
    """Place (mm), velocity (mm/s), spin (rad/s), orientation and heading of one die."""

    __slots__ = (
        "_matrix",
        "_synced",
        "gyration",
        "hx",
        "hy",
        "omega",
        "roll",
        "theta",
        "vl",
        "vs",
        "vz",
        "x",
        "y",
        "yaw",
        "z",
    )

    def __init__(self, gyration: float, heading: float) -> None:
        """Start at rest at the origin; ``gyration`` is inertia / mass, mm^2."""
        self.gyration = gyration
        self.hx, self.hy = math.cos(heading), math.sin(heading)
        self.x = self.y = self.z = 0.0
        self.vs = self.vl = self.vz = 0.0
        self.omega = self.roll = self.yaw = 0.0
        self.theta = 0.0
        self._matrix: Matrix = IDENTITY
        self._synced = 0.0

    def orient(self, theta: float, matrix: Matrix) -> None:
        """Set the section's angle and the orientation that goes with it."""
        self.theta = self._synced = theta
        self._matrix = matrix

    @property
    def matrix(self) -> Matrix:
        """Orientation, body to world: brought up to the present angle of the section."""
        change = self.theta - self._synced
        if change:
            self._matrix = times(about((self.hy, -self.hx, 0.0), change), self._matrix)
            self._synced = self.theta
        return self._matrix

    def spin_aside(self, time: float) -> None:
        """Turn the orientation by the spin that the side plane does not know, for ``time`` s."""
        if self.roll or self.yaw:
            aside = (self.roll * self.hx, self.roll * self.hy, self.yaw)
            self._matrix = spun(self.matrix, aside, time)

    def velocity(self) -> Vec3:
        """Velocity of the centre in the world."""
        return (
            self.vs * self.hx - self.vl * self.hy,
            self.vs * self.hy + self.vl * self.hx,
            self.vz,
        )

    def spin(self) -> Vec3:
        """Spin in the world. The axis of omega is h x up, to the right of the heading."""
        return (
            self.omega * self.hy + self.roll * self.hx,
            -self.omega * self.hx + self.roll * self.hy,
            self.yaw,
        )

    def set_motion(self, velocity: Vec3, spin: Vec3) -> None:
        """Load velocity and spin given in the world into the views along h."""
        hx, hy = self.hx, self.hy
        self.vs = velocity[0] * hx + velocity[1] * hy
        self.vl = velocity[1] * hx - velocity[0] * hy
        self.vz = velocity[2]
        self.omega = spin[0] * hy - spin[1] * hx
        self.roll = spin[0] * hx + spin[1] * hy
        self.yaw = spin[2]

    def kinetic(self) -> float:
        """Kinetic energy per mass, mm^2/s^2: three velocities and three spins."""
        return 0.5 * (
            self.vs * self.vs
            + self.vl * self.vl
            + self.vz * self.vz
            + self.gyration
            * (self.omega * self.omega + self.roll * self.roll + self.yaw * self.yaw)
        )

    def energy(self) -> float:
        """Kinetic and potential energy per mass, mm^2/s^2."""
        return self.kinetic() + GRAVITY * self.z

    def bound(self, allowed: float) -> bool:
        """Scale the motion down to the kinetic energy ``allowed``; True = it had more."""
        kinetic = self.kinetic()
        allowed = max(0.0, allowed)
        if kinetic <= allowed:
            return False
        scale = math.sqrt(allowed / kinetic)
        self.vs *= scale
        self.vl *= scale
        self.vz *= scale
        self.omega *= scale
        self.roll *= scale
        self.yaw *= scale
        return True

    def fly(self, time: float) -> None:
        """Advance freely by ``time`` s: a parabola with constant spin."""
        self.x += (self.vs * self.hx - self.vl * self.hy) * time
        self.y += (self.vs * self.hy + self.vl * self.hx) * time
        self.z += (self.vz - 0.5 * GRAVITY * time) * time
        self.vz -= GRAVITY * time
        if self.roll or self.yaw:
            self._matrix = spun(self.matrix, self.spin(), time)
            self._synced += self.omega * time
        self.theta += self.omega * time

    def _settle_orientation(self) -> None:
        """Bring the orientation up to date before the axis of omega changes."""
        _ = self.matrix

    def turn_view(self, angle: float) -> None:
        """Turn h by ``angle`` while the motion stays as it is in space."""
        self._settle_orientation()
        c, s = math.cos(angle), math.sin(angle)
        self.hx, self.hy = self.hx * c - self.hy * s, self.hy * c + self.hx * s
        self.vs, self.vl = self.vs * c + self.vl * s, self.vl * c - self.vs * s
        self.omega, self.roll = self.omega * c + self.roll * s, self.roll * c - self.omega * s

    def turn_motion(self, angle: float) -> None:
        """Turn h and the whole motion with it by ``angle``."""
        self._settle_orientation()
        c, s = math.cos(angle), math.sin(angle)
        self.hx, self.hy = self.hx * c - self.hy * s, self.hy * c + self.hx * s

    def follow(self) -> None:
        """Let h become +-v/|v| with the sign that keeps h . h_old >= 0, if fast enough."""
        if self.vl == 0.0 or self.vs * self.vs + self.vl * self.vl < TURN_SPEED * TURN_SPEED:
            return
        forward = self.vs >= 0.0
        self.turn_view(math.atan2(self.vl, self.vs) if forward else math.atan2(-self.vl, -self.vs))
        self.vl = 0.0

    def fastest(self) -> float:
        """Return the measure of rest in mm/s: max |v_i| + 10 mm max |omega_i|."""
        return max(abs(self.vs), abs(self.vl), abs(self.vz)) + 10.0 * max(
            abs(self.omega), abs(self.roll), abs(self.yaw)
        )
