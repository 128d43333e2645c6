"""A section of our own in a vertical plane, thrown by the contacts that throw the dice.

The section is a body of `sim.contact` and `sim.flight` that can turn about one axis only, square to
the plane: its inertia is given along that axis, and infinite across. It is stepped as `sim.kernel`
steps a die, with the shipped step, rounds, share and grip. Everything here goes through those, so
what changes there is followed in this module alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
import pymunk

from benchmarks.exact.loop import ALL, APART, TIME, TURNED, Going, advance, going
from sim.arrays import SETTINGS
from sim.compiled import Array
from sim.compliance import material, shipped
from sim.contact import Pair
from sim.marble import BALL
from sim.world import GRAVITY

Section = tuple[tuple[float, float], ...]
"""Corners of a planar section about its centre of mass, counter-clockwise, mm."""

SPECK: Section = ((0.0, 0.0),)
"""A round body: a corner at its centre, rounded by its radius. It touches at its lowest point."""

STEP = SETTINGS.step
ACROSS = 1e-5
"""Inertia along the axis of a section over that across: nothing turns it out of its plane."""


@dataclass(frozen=True, slots=True)
class Motion:
    """Place (mm), angle (radians) and their rates in the plane; s along it, z upward."""

    s: float
    z: float
    theta: float
    vs: float = 0.0
    vz: float = 0.0
    omega: float = 0.0

    def kinetic(self, gyration: float) -> float:
        """Return the kinetic energy per mass, mm^2/s^2."""
        return 0.5 * (self.vs**2 + self.vz**2 + gyration * self.omega**2)

    def energy(self, gyration: float) -> float:
        """Return kinetic energy and that of the height, per mass, mm^2/s^2."""
        return self.kinetic(gyration) + GRAVITY * self.z


@dataclass(frozen=True, slots=True)
class Law:
    """How the ground answers."""

    stiff: float = 1.0
    """Contact frequency over the shipped one; the step is shorter by the same factor."""
    fine: float = 1.0
    """Step so often shorter than that."""
    coulomb: bool = False
    """Coulomb's friction (`benchmarks.exact.loop.rub`): that of the dice is another, convex law."""
    exact: float = SETTINGS.exact
    sweeps: int = SETTINGS.sweeps

    bound: bool = True
    """Bound the energy in every contact, as throws do."""

    @property
    def step(self) -> float:
        """Time of a step, s."""
        return STEP / self.stiff / self.fine


SHIPPED = Law()
"""Exactly as dice are thrown."""
FINE = Law(stiff=50.0, fine=20.0, coulomb=True, exact=1e-3)
"""Near to the rigid bodies of the textbooks: contacts of 10 kHz, in steps so short that the moment
of a touch does not count, with Coulomb's friction and forces that are exact to 0.1 %."""


@dataclass(slots=True)
class Plane:
    """A section over a plane through the origin, which falls toward +s."""

    section: Section
    gyration: float
    """Inertia over mass, mm^2."""
    radius: float
    """Rounding of the corners, mm."""
    slope: float
    """Of the plane, radians."""
    law: Law
    stuff: Pair
    """The pair of materials, for `sim.contact.add`."""
    state: Array = field(default_factory=lambda: np.zeros(13))
    watch: Array = field(default_factory=lambda: np.zeros(5))
    """What `advance` watches, since the last `load`."""
    going: Going = field(default_factory=lambda: going(1))
    theta: float = 0.0
    """Angle at the last `load`, radians."""

    @property
    def normal(self) -> tuple[float, float, float]:
        """Upward normal of the plane."""
        return math.sin(self.slope), 0.0, math.cos(self.slope)

    def load(self, motion: Motion) -> None:
        """Put the body into the plane, with no contact of before."""
        # Body x to s, body y to z, so body z to -y: a right angle about x, then theta about -y.
        cos, sin = (math.sqrt(0.5) * f(motion.theta / 2) for f in (math.cos, math.sin))
        place, turn = (motion.s, 0.0, motion.z), (cos, cos, -sin, sin)
        self.state[:] = (*place, *turn, motion.vs, 0.0, motion.vz, 0.0, -motion.omega, 0.0)
        self.watch[:] = 0.0
        self.going = going(len(self.section))
        self.theta = motion.theta

    def read(self) -> Motion:
        """Return the body's motion."""
        x, theta = self.state, self.theta + float(self.watch[TURNED])
        return Motion(*(float(v) for v in (x[0], x[2], theta, x[7], x[9], -x[11])))

    def run(self, time: float, until: int = ALL) -> Motion:
        """Step on for ``time`` s, or less (see `advance`); returns the motion then."""
        law = self.law
        advance(
            self.state,
            np.array([ACROSS / self.gyration, 1.0 / self.gyration, 0.0, -1.0, 0.0]),
            np.array([(x, y, 0.0) for x, y in self.section]),
            self.radius,
            self.normal,
            self.stuff,
            law.coulomb,
            self.going,
            time,
            law.step,
            law.sweeps,
            law.exact,
            until,
            law.bound,
            self.watch,
        )
        return self.read()

    def step(self) -> Motion:
        """Make one step; returns the motion then."""
        return self.run(self.law.step)

    @property
    def clock(self) -> float:
        """Time since the last `load`, s."""
        return float(self.watch[TIME])


def materials(e: float, mu: float, law: Law) -> Pair:
    """Return a pair of materials for the solver."""
    compliance = shipped()
    compliance = replace(compliance, frequency=law.stiff * compliance.frequency)
    return material(compliance, e, mu, law.step)


def on_ramp(
    section: Section,
    gyration: float,
    e: float,
    mu: float,
    slope: float,
    *,
    radius: float = 0.0,
    law: Law = SHIPPED,
) -> Plane:
    """Return a section over a plane tilted by ``slope`` radians.

    ``gyration`` is inertia / mass in mm^2, ``radius`` the rounding of the corners.
    """
    return Plane(section, gyration, radius, slope, law, materials(e, mu, law))


def on_the_flat(
    section: Section,
    gyration: float,
    e: float,
    mu: float,
    radius: float = 0.0,
    law: Law = SHIPPED,
) -> Plane:
    """Return a section over level ground."""
    return on_ramp(section, gyration, e, mu, 0.0, radius=radius, law=law)


def lying(plane: Plane, s: float) -> Motion:
    """Return the section at rest on the plane, on its side 0, its centre at ``s``."""
    section = plane.section
    (x0, y0), (x1, y1) = section[0], section[1 % len(section)]
    theta = -plane.slope - math.atan2(y1 - y0, x1 - x0)
    nx, _, nz = plane.normal
    c, sin = math.cos(theta), math.sin(theta)
    low = min((c * x - sin * y) * nx + (sin * x + c * y) * nz for x, y in section)
    return Motion(s, (plane.radius - low - s * nx) / nz, theta)


def hit(plane: Plane, motion: Motion) -> Motion:
    """Load and step until nothing touches any more, or 20 times the length of a hit has gone by."""
    plane.load(motion)
    return plane.run(0.1 / plane.law.stiff, APART)


def polygon(n: int, radius: float = 10.0) -> Section:
    """Return a regular polygon that lies on a side: corner 0 is the lower left one."""
    angles = [-math.pi / 2 + math.pi * (2 * k - 1) / n for k in range(n)]
    return tuple((radius * math.cos(a), radius * math.sin(a)) for a in angles)


def rectangle(width: float, height: float) -> Section:
    """Return a rectangle that lies on its width: corner 0 is the lower left one."""
    a, b = width / 2, height / 2
    return ((-a, -b), (a, -b), (a, b), (-a, b))


def gyration_of(section: Section) -> float:
    """Return inertia over mass of a uniform polygon about its centre at the origin, mm^2."""
    area = second = 0.0
    for (x0, y0), (x1, y1) in zip(section, section[1:] + section[:1], strict=True):
        cross = x0 * y1 - x1 * y0
        area += cross / 2
        second += cross * (x0 * x0 + x0 * x1 + x1 * x1 + y0 * y0 + y0 * y1 + y1 * y1) / 12
    return second / area


def pivoting(section: Section, corner: int, omega: float, theta: float = 0.0) -> Motion:
    """Return the section at ``theta``, turning with ``omega`` about ``corner`` on the ground."""
    x, y = section[corner]
    c, s = math.cos(theta), math.sin(theta)
    x, y = c * x - s * y, s * x + c * y
    return Motion(0.0, -y, theta, omega * y, -omega * x, omega)


MARBLE = 3.0
"""Radius of a ball of the hill, mm; it weighs 0.88 g in steel."""
HILL_STEP = 2e-4
"""s."""


def hill(pull: float) -> pymunk.Space:
    """Return a plane seen from above whose gravity, toward -y, is ``pull`` mm/s^2.

    It stands for the hill until there is one in `sim`.
    """
    space = pymunk.Space()
    space.iterations = 12
    space.collision_slop = 0.02
    space.collision_persistence = 1
    space.gravity = (0.0, -pull)
    return space


def marble(space: pymunk.Space, x: float = 0.0, e: float = 1.0) -> pymunk.Body:
    """Put a marble at rest into the plane, at ``x`` mm; it rubs nothing."""
    mass = 0.88
    ball = pymunk.Body(mass, BALL * mass * MARBLE**2)
    ball.position = (x, 0.0)
    shape = pymunk.Circle(ball, MARBLE)
    shape.elasticity, shape.friction = math.sqrt(e), 0.0
    space.add(ball, shape)
    return ball
