"""The same contact law with pymunk as the integrator: our loop goes the same way.

A planar section whose contact forces come from `sim.contact`, put as force and torque on a
`pymunk.Body`; `Space.step` does the rest. pymunk moves a body first and then changes its velocity,
so with the forces found in between (``velocity_func``) it makes the very steps of our loop.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pymunk
import pytest

from benchmarks.exact.loop import TOUCH
from benchmarks.exact.plane import (
    Law,
    Motion,
    gyration_of,
    materials,
    on_the_flat,
    polygon,
    rectangle,
)
from sim.contact import MEMORY, WIDTH, add, keep, resume, solve
from sim.world import GRAVITY

LAW = Law(fine=2.0, bound=False, exact=1e-12, sweeps=60)
"""Half the shipped step."""
E, MU = 0.48, 0.2


class Twin:
    """A section in a pymunk space over level ground, under our contact law."""

    def __init__(self, section, motion):
        self.section = section
        self.k2 = gyration_of(section)
        self.stuff = materials(E, MU, LAW)
        self.kept = np.zeros((len(section), MEMORY))
        self.number, self.last = 2.0, np.zeros(6)
        self.space = pymunk.Space()
        self.space.gravity = (0.0, -GRAVITY)
        mass = 4.8
        body = self.body = pymunk.Body(mass, mass * self.k2)
        body.velocity, body.angular_velocity = (motion.vs, motion.vz), motion.omega
        # Its first move brings it to where ours begins.
        body.position = (motion.s - motion.vs * LAW.step, motion.z - motion.vz * LAW.step)
        body.angle = motion.theta - motion.omega * LAW.step
        body.velocity_func = self.push
        self.space.add(body)
        self.here = (0.0, 0.0, 0.0)
        self.touching = 0

    def push(self, body, gravity, damping, dt):
        """Find the forces where the body is now, and let pymunk change the velocity."""
        (x, z), (vx, vz), omega = body.position, body.velocity, body.angular_velocity
        self.here = (x, z, body.angle)
        motion = np.array([vx, 0.0, vz, 0.0, -omega, 0.0])
        inertia = np.array([1e-5 / self.k2, 1 / self.k2, 0.0, -1.0, 0.0])
        rows, slots, count = np.zeros((8, WIDTH)), np.zeros(8, np.int64), 0
        c, s = math.cos(body.angle), math.sin(body.angle)
        for k, (a, b) in enumerate(self.section):
            arm = (c * a - s * b, 0.0, s * a + c * b)
            depth = -z - arm[2]
            if depth > 0.0:
                count = add(
                    rows, slots, count, k, (0.0, 0.0, 1.0), arm, depth, (0.0, 0.0, 0.0), motion,
                    self.stuff,
                )  # fmt: skip
        free = np.array([0.0, 0.0, -GRAVITY, 0.0, 0.0, 0.0])
        if not self.touching:
            self.last = free.copy()
        self.touching = count
        self.number += 1.0
        resume(rows, slots, count, self.kept, motion, dt, self.number)
        response = free.copy()
        solve(rows, count, inertia, response, self.last, LAW.sweeps, LAW.exact)
        keep(rows, slots, count, self.kept)
        force = body.mass * (response - free)
        body.force = (force[0], force[2])
        body.torque = -body.moment * response[4]
        pymunk.Body.update_velocity(body, gravity, damping, dt)

    def step(self):
        """Move, then change the velocity; returns the place that the forces were found for."""
        self.space.step(LAW.step)
        return self.here


SECTIONS = {
    "square": polygon(4, 11.3),
    "pentagon": polygon(5, 10.0),
    "long": rectangle(24.0, 10.0),
}
STARTS = [
    Motion(0.0, 40.0, 0.3, 500.0, -300.0, -30.0),
    Motion(0.0, 30.0, -0.5, -200.0, -1200.0, 10.0),
    Motion(0.0, 60.0, 1.2, 900.0, 200.0, 60.0),
]


def thrown(name, start):
    """Our section after its first touch began, and its twin at the same moment."""
    section = SECTIONS[name]
    ours = on_the_flat(section, gyration_of(section), E, MU, law=LAW)
    ours.load(start)
    first = ours.run(1.0, TOUCH)
    ours.load(first)
    twin = Twin(section, first)
    twin.step()
    return ours, twin


def apart(ours, twin, steps):
    """Greatest distance of the two, mm (a corner's, for the angle), over so many steps."""
    most = 0.0
    for _ in range(steps):
        now = ours.run(LAW.step)
        x, z, theta = twin.step()
        most = max(most, abs(now.s - x), abs(now.z - z), 10.0 * abs(now.theta - theta))
    return most


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("name", SECTIONS)
def test_the_flight_is_pymunks_until_the_first_touch(name, start):
    """With velocities half a step early pymunk's flight is an exact parabola, as ours: 1e-6 mm."""
    section = SECTIONS[name]
    ours = on_the_flat(section, gyration_of(section), E, MU, law=LAW)
    ours.load(start)
    twin = Twin(section, replace(start, vz=start.vz + GRAVITY * LAW.step / 2))
    twin.step()
    steps = 0
    while True:
        x, z, theta = twin.step()
        if twin.touching:
            break
        steps += 1
        now = ours.run(steps * LAW.step - ours.clock)
        assert now.s == pytest.approx(x, abs=1e-6)
        assert now.z == pytest.approx(z, abs=1e-6)
        assert now.theta == pytest.approx(theta, abs=1e-8)
    assert steps > 100


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("name", SECTIONS)
def test_contacts_are_pymunks(name, start):
    """1e-6 mm while the first hit lasts; then ours flies exactly where pymunk makes steps.

    That is 5e-5 mm a step, and every corner that hits multiplies it.
    """
    ours, twin = thrown(name, start)
    assert apart(ours, twin, 10) < 1e-6
    assert apart(ours, twin, 30) < 0.02
    assert apart(ours, twin, 160) < 0.1  # 10 ms
    assert apart(ours, twin, 800) < 1.0  # 50 ms
