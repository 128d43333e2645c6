"""The shipped side plane with a section of our own in it, and how throws drive it.

In contact `Side.space` is stepped by the shipped step; impacts out of flight are met at their
moment by `Side.ahead` and resolved by `Side.impact`. Everything here goes through those, so what
changes in `sim.side` is followed in this module alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pymunk

from scenes.parts import Tower
from scenes.track import Contact
from sim.die import DieRecord
from sim.marble import BALL
from sim.side import SETTINGS, Section, Side
from sim.world import GRAVITY

MASS = 4.8
"""g, a d6 of 16 mm in acrylic."""
STEP = SETTINGS.step
NEAR = 0.005
"""Gap, mm, from which a falling corner counts as touching."""
OVERLAP = 1e-4
"""Overlap, mm, with which an impact is handed over: no contact is found without one."""

SPECK: Section = ((1e-3, 0.0), (0.0, 1e-3), (-1e-3, 0.0), (0.0, -1e-3))
"""A round body: with a rounding of its radius."""


@dataclass(frozen=True, slots=True)
class Motion:
    """Place (mm), angle (radians) and their rates in the side plane."""

    s: float
    z: float
    theta: float
    vs: float = 0.0
    vz: float = 0.0
    omega: float = 0.0

    def all(self) -> tuple[float, float, float, float, float, float]:
        """Return the six numbers as `Side` takes them."""
        return self.s, self.z, self.theta, self.vs, self.vz, self.omega

    def kinetic(self, gyration: float) -> float:
        """Return the kinetic energy per mass, mm^2/s^2."""
        return 0.5 * (self.vs**2 + self.vz**2 + gyration * self.omega**2)

    def flown(self, time: float) -> Motion:
        """Return the motion after ``time`` s of free flight."""
        return Motion(
            self.s + self.vs * time,
            self.z + (self.vz - 0.5 * GRAVITY * time) * time,
            self.theta + self.omega * time,
            self.vs,
            self.vz - GRAVITY * time,
            self.omega,
        )


def on_ramp(
    section: Section,
    gyration: float,
    e: float,
    mu: float,
    slope: float,
    *,
    radius: float = 0.0,
    length: float = 1000.0,
) -> Side:
    """Return a side plane with a ramp tilted by ``slope`` radians, the hat taken away.

    ``gyration`` is inertia / mass in mm^2, ``radius`` the rounding of the corners.
    """
    # Copies, which are not checked: what can be built has 15 degrees or more, and mu up to 1.
    contact = Contact(restitution=e, friction=0.0).model_copy(update={"friction": mu})
    tower = Tower(ramp_length=1000.0, ramp_angle_deg=45.0).model_copy(
        update={"ramp_length": length, "ramp_angle_deg": math.degrees(slope)}
    )
    side = Side(section, MASS, MASS * gyration, radius, tower, (contact, contact, contact))
    side.drop_hat()
    return side


def on_the_flat(
    section: Section, gyration: float, e: float, mu: float, radius: float = 0.0
) -> Side:
    """Return a side plane with nothing but the ground."""
    side = on_ramp(section, gyration, e, mu, math.pi / 4, radius=radius)
    side.drop_tower()
    return side


def lying(side: Side, s: float, facet: int = 0) -> Motion:
    """Return the section at rest on the ramp, on its side ``facet``, its centre at ``s``."""
    theta, height, _ = side.lying_on_ramp(facet)
    n0, n1 = side.normal
    return Motion(s, side.lip + (height - n0 * s) / n1, theta)


def load(side: Side, motion: Motion) -> None:
    """Put the body into the plane, with no contact of before."""
    side.forget()
    side.load(*motion.all())


def read(side: Side) -> Motion:
    """Return the body's motion."""
    body = side.body
    return Motion(
        body.position.x,
        body.position.y,
        body.angle,
        body.velocity.x,
        body.velocity.y,
        body.angular_velocity,
    )


def step(side: Side, steps: int = 1) -> Motion:
    """Step the plane by the shipped step; returns the motion then."""
    for _ in range(steps):
        side.space.step(STEP)
    return read(side)


def hit(side: Side, motion: Motion) -> Motion:
    """Return the motion just after the contacts of this moment, as an impact out of flight."""
    gap = side.ahead(*motion.all(), NEAR).gap
    touching = replace(motion, z=motion.z - gap - OVERLAP)
    vs, vz, omega = side.impact(*touching.all())
    return replace(motion, vs=vs, vz=vz, omega=omega)


def bounded(motion: Motion, allowed: float, gyration: float) -> Motion:
    """Return the motion after a throw's own rule: at most the kinetic energy ``allowed``."""
    die = DieRecord(gyration, 0.0)
    die.vs, die.vz, die.omega = motion.vs, motion.vz, motion.omega
    die.bound(allowed)
    return replace(motion, vs=die.vs, vz=die.vz, omega=die.omega)


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


def hill(pull: float) -> pymunk.Space:
    """Return a plane seen from above whose gravity, toward -y, is ``pull`` mm/s^2.

    The shipped iterations and slop. It stands for the hill until there is one in `sim`.
    """
    space = pymunk.Space()
    space.iterations = SETTINGS.iterations
    space.collision_slop = SETTINGS.slop
    space.collision_persistence = 1
    space.gravity = (0.0, -pull)
    return space


def marble(space: pymunk.Space, x: float = 0.0) -> pymunk.Body:
    """Put a marble at rest into the plane, at ``x`` mm; it bounces fully and rubs nothing."""
    mass = 0.88
    ball = pymunk.Body(mass, BALL * mass * MARBLE**2)
    ball.position = (x, 0.0)
    shape = pymunk.Circle(ball, MARBLE)
    shape.elasticity, shape.friction = 1.0, 0.0
    space.add(ball, shape)
    return ball
