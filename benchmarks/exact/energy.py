"""Problem 18: energy never rises in a contact, for any restitution and friction.

Random hits, planar polygons and dice in three dimensions, each followed until nothing touches any
more: while a contact lasts its spring holds some of the energy.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import chain

import numpy as np

from benchmarks.exact.check import Check
from benchmarks.exact.falls import random_dice, random_hits
from benchmarks.exact.loop import APART, advance, going
from benchmarks.exact.plane import (
    SHIPPED,
    Law,
    gyration_of,
    hit,
    materials,
    on_the_flat,
)
from sim.flight import axis_of
from sim.kernel import energy
from sim.world import GRAVITY

HITS = 3000
"""Random hits of planar polygons, half of them of a whole side; and as many of dice."""
LONGEST = 0.1
"""A hit that lasts longer, s, is taken as it is then: the body lies."""
COUNTS = 1e-6
"""Relative rise that counts as one."""


def planar_rises(law: Law) -> Iterator[float]:
    """Yield the rise of every hit of a polygon, over its kinetic energy before."""
    for section, e, mu, before in chain(
        random_hits(18, HITS // 2), random_hits(18, HITS // 2, flat=True)
    ):
        k2 = gyration_of(section)
        after = hit(on_the_flat(section, k2, e, mu, law=law), before)
        yield (after.energy(k2) - before.energy(k2)) / before.kinetic(k2)


def solid_rises(law: Law) -> Iterator[float]:
    """Yield the rise of every hit of a die."""
    for die, inertia, e, mu, state in random_dice(18, HITS):
        body = np.array(die.corners)
        axis_of(state, inertia)
        before = energy(state, inertia)
        moving = before - GRAVITY * float(state[2])
        advance(
            state,
            inertia,
            body,
            0.0,
            (0.0, 0.0, 1.0),
            materials(e, mu, law),
            law.coulomb,
            going(len(body)),
            LONGEST,
            law.step,
            law.sweeps,
            law.exact,
            APART,
            law.bound,
            np.zeros(5),
        )
        axis_of(state, inertia)
        yield (energy(state, inertia) - before) / moving


@lru_cache
def rises(solid: bool, law: Law) -> tuple[float, float]:
    """18: the greatest relative rise in random hits, and the share of hits that rise."""
    found = np.fromiter(solid_rises(law) if solid else planar_rises(law), float)
    return float(found.max()), float((found > COUNTS).mean())


def _rise(solid: bool, law: Law, which: int) -> float:
    return rises(solid, law)[which]


def _checks() -> Iterator[Check]:
    for name, solid in (("polygons", False), ("dice in 3-D", True)):
        run = partial(_rise, solid, SHIPPED, 0)
        yield Check("18", f"{name}: greatest rise in a hit", COUNTS, run, kind="at most")
        free = Law(bound=False)
        for k, (what, most) in enumerate(
            (("greatest rise", 3.0), ("share of hits that rise", 0.1))
        ):
            yield Check(
                "18", f"{name}: {what} without the bound", most, partial(_rise, solid, free, k),
                kind="at most",
            )  # fmt: skip


CHECKS: tuple[Check, ...] = tuple(_checks())
