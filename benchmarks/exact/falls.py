"""Random bodies that meet the ground: planar polygons, and dice in three dimensions."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import numpy as np

from benchmarks.exact.plane import Motion, Section
from sim.compiled import Array
from sim.rotation import from_quaternion, turned
from sim.solids import Solid, inertia_of, solid

DICE = (("d4", 20.0), ("d6", 16.0), ("d10", 16.0), ("d12", 16.0))


def random_section(rng: random.Random) -> Section:
    """Return a convex polygon of 3 to 8 sides about its centroid, 16 mm across at most."""
    while True:
        angles = sorted(rng.uniform(0, 2 * math.pi) for _ in range(rng.randint(3, 8)))
        corners = [(8 * math.cos(a), 8 * math.sin(a)) for a in angles]
        area = x_mean = y_mean = 0.0
        for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
            cross = x0 * y1 - x1 * y0
            area += cross / 2
            x_mean += (x0 + x1) * cross / 6
            y_mean += (y0 + y1) * cross / 6
        if area > 20.0:  # thinner ones are no dice
            return tuple((x - x_mean / area, y - y_mean / area) for x, y in corners)


def random_fall(rng: random.Random, section: Section, flat: bool) -> Motion:
    """Return a motion whose lowest corner, or with ``flat`` a whole side, meets the ground."""
    while True:
        theta = rng.uniform(-math.pi, math.pi)
        if flat:
            k = rng.randrange(len(section))
            (x0, y0), (x1, y1) = section[k], section[(k + 1) % len(section)]
            theta = -math.atan2(y1 - y0, x1 - x0)
        c, s = math.cos(theta), math.sin(theta)
        corners = [(c * x - s * y, s * x + c * y) for x, y in section]
        low = min(y for _, y in corners)
        motion = Motion(
            0.0,
            -low,
            theta,
            rng.uniform(-1500, 1500),
            rng.uniform(-1500, 300),
            rng.uniform(-100, 100),
        )
        if any(y < low + 1e-6 and motion.vz + motion.omega * x < -20.0 for x, y in corners):
            return motion


def random_hits(
    seed: int, hits: int, flat: bool = False
) -> Iterator[tuple[Section, float, float, Motion]]:
    """Yield random sections, e and mu from 0 to 1, and falls."""
    rng = random.Random(seed)
    for _ in range(hits):
        section = random_section(rng)
        yield section, rng.random(), rng.random(), random_fall(rng, section, flat)


def random_dice(seed: int, hits: int) -> Iterator[tuple[Solid, Array, float, float, Array]]:
    """Yield dice with their inertia, e and mu from 0 to 1, and states that meet the ground.

    The inertia is as `sim.contact.add` takes it.
    """
    rng = random.Random(seed)
    for _ in range(hits):
        kind, size = rng.choice(DICE)
        die = solid(kind, size)
        inertia = np.array([1.0 / i for i in inertia_of(kind, die.r_in)] + [0.0, 0.0, 1.0])
        yield die, inertia, rng.random(), rng.random(), random_state(rng, die)


def random_state(rng: random.Random, die: Solid) -> Array:
    """Return a state of the die, any way round, whose lowest corner meets the ground."""
    while True:
        q = [rng.gauss(0.0, 1.0) for _ in range(4)]
        q = [c / math.hypot(*q) for c in q]
        matrix = from_quaternion((q[0], q[1], q[2], q[3]))
        x, y, z = min((turned(matrix, c) for c in die.corners), key=lambda c: c[2])
        velocity = [rng.uniform(-1500, 1500), rng.uniform(-1500, 1500), rng.uniform(-1500, 300)]
        spin = [rng.uniform(-100, 100) for _ in range(3)]
        if velocity[2] + spin[0] * y - spin[1] * x < -20.0:
            return np.array([0.0, 0.0, -z, *q, *velocity, *spin])
