"""A section carried to rest on the flat, as throws do it: flights, impacts, lasting contact.

With it the problems of many random starts: which side a rectangle (problem 19, and the curve of
Pender & Uhrin) or a fair polygon (problem 20) ends on.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial

from scipy.stats import chisquare

from benchmarks.exact.check import Check
from benchmarks.exact.loop import ENERGY
from benchmarks.exact.plane import (
    Motion,
    Plane,
    Section,
    gyration_of,
    on_the_flat,
    polygon,
    rectangle,
)
from scenes.track import SURFACES
from sim.world import GRAVITY

BLOCK = 5e-3
"""Time between two looks, s: longer than a hit, whose spring holds energy."""
TIME_LIMIT = 30.0
"""s; a section that has not decided by then counts by the side that is lowest."""


def side_below(section: Section, theta: float) -> int:
    """Return the side of ``section`` onto which it would tip over its lowest corner."""
    c, s = math.cos(theta), math.sin(theta)
    low = min(range(len(section)), key=lambda k: section[k][0] * s + section[k][1] * c)
    x, y = section[low]
    # Corners run counter-clockwise: side k leaves corner k to the right.
    return low if c * x - s * y < 0.0 else (low - 1) % len(section)


def side_of_rest(plane: Plane, start: Motion) -> int:
    """Let the section go and return the side on which it comes to lie.

    Nothing can leave a side any more once its energy is less than that of standing on either of
    the side's corners: there it is decided, without waiting for the last rattle.
    """
    section = plane.section
    n = len(section)
    reach = [math.hypot(x, y) + plane.radius for x, y in section]
    now = start
    plane.load(start)
    while plane.clock < TIME_LIMIT:
        low = now.z
        plane.watch[ENERGY] = 0.0
        now = plane.run(BLOCK)
        below = side_below(section, now.theta)
        over = min(reach[below], reach[(below + 1) % n])
        if plane.watch[ENERGY] + GRAVITY * max(low, now.z) < GRAVITY * over:
            return below
    return side_below(section, now.theta)


def no_bounce_law(ratio: float) -> float:
    """19: the share of the longer sides, ``ratio`` times the shorter: their share of the angle."""
    return 2 / math.pi * math.atan(ratio)


def lively_law(ratio: float) -> float:
    """Return the share of the longer sides by Pender & Uhrin, arXiv:1407.6307.

    Their limit for bouncy or grippy surfaces and many revolutions.
    """
    diagonal = math.hypot(1.0, ratio)
    odds = (diagonal - 1) / (diagonal - ratio) * math.atan(ratio) / math.atan(1 / ratio)
    return odds / (1 + odds)


def section_of(ratio: float) -> Section:
    """Return a rectangle of 16 mm squared that lies on its longer side."""
    return rectangle(16.0 * math.sqrt(ratio), 16.0 / math.sqrt(ratio))


def laid_down(ratio: float, starts: int = 360) -> float:
    """19: the share of the longer sides among ``starts`` evenly spaced angles; e 0, mu 0.2.

    The rectangle touches the ground with a corner, at rest, and is let go.
    """
    section = section_of(ratio)
    plane = on_the_flat(section, gyration_of(section), 0.0, 0.2)
    starts_at = (math.pi * (k + 0.5) / starts for k in range(starts))
    longer = sum(side_of_rest(plane, standing(section, theta)) % 2 == 0 for theta in starts_at)
    return longer / starts


def standing(section: Section, theta: float, above: float = 0.0) -> Motion:
    """Return the section at rest at ``theta``, its lowest corner ``above`` the ground, mm."""
    low = min(x * math.sin(theta) + y * math.cos(theta) for x, y in section)
    return Motion(0.0, above - low, theta)


@lru_cache
def sides_thrown(
    section: Section, e: float, mu: float, throws: int, seed: int = 1
) -> tuple[int, ...]:
    """Throw a section from 300 mm with any angle and up to 200 rad/s: how often on each side.

    All materials share the starts of a ``seed``.
    """
    plane = on_the_flat(section, gyration_of(section), e, mu)
    rng = random.Random(seed)
    counts = [0] * len(section)
    for _ in range(throws):
        start = standing(section, rng.uniform(-math.pi, math.pi), 300.0)
        counts[side_of_rest(plane, replace(start, omega=rng.uniform(-200.0, 200.0)))] += 1
    return tuple(counts)


def share_thrown(ratio: float, e: float, mu: float, throws: int, seed: int = 1) -> float:
    """Return the share of the longer sides of a thrown rectangle."""
    counts = sides_thrown(section_of(ratio), e, mu, throws, seed)
    return (counts[0] + counts[2]) / throws


def fairness(n: int) -> float:
    """20: p of chi-square that a regular polygon, thrown on the smooth table, has equal sides."""
    smooth = SURFACES["smooth"]
    section = polygon(n, 11.3)
    counts = sides_thrown(section, smooth.restitution, smooth.friction, FAIR_THROWS)
    return float(chisquare(counts).pvalue)


TABLES: dict[str, tuple[float, float]] = {
    "dull": (0.0, 0.1),
    "middle": (0.3, 0.15),
    "lively": (0.5, 0.25),
}
"""Restitution and friction of three tables that a die could meet."""
FAIR_THROWS = 1500
THROWS = 2000
"""Throws of one figure of the curve: its standard error is at most 0.011."""


def _slack(share: float) -> float:
    """Three standard errors of a share."""
    return 3 * math.sqrt(share * (1 - share) / THROWS)


def _rise(ratio: float) -> float:
    """3.1: by how much a lively table shows the longer sides more often than a dull one."""
    dull, lively = (share_thrown(ratio, *TABLES[name], THROWS) for name in ("dull", "lively"))
    return lively - dull


def _curve() -> Iterator[Check]:
    for ratio in (1.25, 1.75):
        low, high = no_bounce_law(ratio), lively_law(ratio)
        for name, table in TABLES.items():
            run = partial(share_thrown, ratio, *table, THROWS)
            case = f"rectangle {ratio:g}, {name} table: P(long)"
            least, most = low - _slack(low), high + _slack(high)
            yield Check("3.1", f"{case} over the no-bounce law", least, run, kind="at least")
            yield Check("3.1", f"{case} under the curve", most, run, kind="at most")
        yield Check(
            "3.1",
            f"rectangle {ratio:g}: rise of P(long) from dull to lively",
            0.01,
            partial(_rise, ratio),
            kind="at least",
        )


CHECKS: tuple[Check, ...] = (
    *(
        Check(
            "19",
            f"rectangle {ratio:.3g} let go, e 0: P(long)",
            no_bounce_law(ratio),
            partial(laid_down, ratio),
            0.005,
            "absolute",
        )
        for ratio in (1.25, math.sqrt(3), 2.5)
    ),
    *_curve(),
    *(
        Check("20", f"fair {n}-gon thrown: p", 0.01, partial(fairness, n), kind="at least")
        for n in (4, 6)
    ),
)
