"""What happened between two stored moments: nothing was passed through. Nothing of ``sim``.

Between two stored moments a die mostly flies, and then it was on the parabola through both places.
Whether it was is seen from the velocity that was stored with the first: by how far that velocity
misses the second place, the real way may be off the parabola (a die that slid or was hit softly in
between), and by so much less is asked of every point of it. So a clean flight is held to the same
tenth of a millimetre as a stored place.

A die that slid and slowed down is no flight, but its way was straight in plan: by how far the first
velocity points past the second place, so much less is asked of the straight line, at the greatest
height to which all energy of the die could have taken it. What is not known accuses nobody.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from benchmarks.checks.evidence import Evidence, Instant
from benchmarks.checks.geometry import XYZ, Ball, Block, Post, Scene, Shape, to_segment

G = 9810.0
"""mm/s^2."""
DEPTH = 0.1
"""Overlap of the inscribed ball with anything upright that is forgiven, mm."""
STRIDE = 0.5
"""Way between two points of a flight that are looked at, mm."""
SHARP = 0.5
"""A way whose ends agree to this, mm, counts as known."""


@dataclass(frozen=True)
class Ways:
    """How many ways between stored places there were, how many of them known, in plan at least."""

    total: int
    sharp: int
    complaints: tuple[str, ...]


def missed(a: Instant, b: Instant) -> float:
    """How far a flight that began like ``a`` passes from the place of ``b`` at its time, mm."""
    time = b.time - a.time
    x, y, z = (p + v * time for p, v in zip(a.place, a.velocity, strict=True))
    return math.dist((x, y, z - 0.5 * G * time * time), b.place)


def parabola(a: Instant, b: Instant) -> Iterator[XYZ]:
    """Points inside the flight from ``a`` to ``b``, at most `STRIDE` apart in plan and height."""
    time = b.time - a.time
    (x, y, z), (u, v, w) = a.place, b.place
    # Up and down again: a flight between equal heights rises by g T^2 / 8.
    way = math.dist(a.place, b.place) + 0.25 * G * time * time
    n = math.ceil(way / STRIDE)
    for i in range(1, n):
        s = i / n
        rise = 0.5 * G * time * time * s * (1.0 - s)
        yield x + s * (u - x), y + s * (v - y), z + s * (w - z) + rise


def strayed(a: Instant, b: Instant) -> float:
    """How far the velocity of ``a`` points past the place of ``b`` in plan, mm; inf = away."""
    x, y = b.place[0] - a.place[0], b.place[1] - a.place[1]
    speed = math.hypot(a.velocity[0], a.velocity[1])
    if x * a.velocity[0] + y * a.velocity[1] <= 0.0:
        return math.inf
    return abs(x * a.velocity[1] - y * a.velocity[0]) / speed


def straight(a: Instant, b: Instant, height: float) -> Iterator[XYZ]:
    """Points of the straight line in plan from ``a`` to ``b``, all at one height."""
    (x, y, _), (u, v, _) = a.place, b.place
    n = math.ceil(math.dist((x, y), (u, v)) / STRIDE)
    for i in range(1, n):
        s = i / n
        yield x + s * (u - x), y + s * (v - y), height


def highest(a: Instant, b: Instant, r_out: float) -> float:
    """The greatest height that the energy of ``a`` allows a die of that radius, mm."""
    speed = sum(v * v for v in a.velocity)
    spin = sum(w * w for w in a.spin)
    return max(b.place[2], a.place[2] + (speed + r_out * r_out * spin) / (2.0 * G))


def judge(scene: Scene, shape: Shape, seen: Evidence) -> Ways:
    """Go along the whole way from the moment when the hat was clear."""
    moved = {name for name, _ in seen.displaced}
    standing = [
        o for o in scene.obstacles if not isinstance(o, Block) or o.fixed or o.name not in moved
    ]
    total = sharp = 0
    out = False
    found: list[str] = []
    give = seen.give()
    for i, (a, b) in enumerate(pairwise(seen.instants)):
        out = out or a.event == "out"
        if not a.free or b.time <= a.time:
            continue
        off = missed(a, b)
        way = parabola(a, b)
        # In the channel a die is turned back by the walls, unnoted; outside it goes straight on.
        if off > SHARP and out and (aside := strayed(a, b)) < off:
            off = aside
            way = straight(a, b, highest(a, b, shape.r_out))
        total += 1
        sharp += off <= SHARP
        # At either end it may be in something that it strikes.
        least = shape.r_in - DEPTH - max(give[i], give[i + 1]) - off
        if least <= 0.0:
            continue
        near = _near([*standing, scene.tower] if out else standing, a, b, least)
        if near:
            found += _passed(near, tuple(way), least, f"between places {i} and {i + 1}")
    return Ways(total, sharp, tuple(found))


def _near(
    obstacles: Sequence[Ball | Post | Block], a: Instant, b: Instant, least: float
) -> list[Ball | Post | Block]:
    """Return the obstacles that the way comes close to in plan."""
    return [
        o
        for o in obstacles
        if to_segment((o.x, o.y), a.place, b.place)
        < least + (math.hypot(o.length, o.depth) / 2 if isinstance(o, Block) else o.radius)
    ]


def _passed(
    obstacles: Sequence[Ball | Post | Block], way: Sequence[XYZ], least: float, where: str
) -> Iterator[str]:
    for o in obstacles if way else ():
        gaps = o.gaps(np.array(way))
        k = int(gaps.argmin())
        gap, p = float(gaps[k]), way[k]
        if gap < least:
            yield (
                f"{where}, near ({p[0]:.3f}, {p[1]:.3f}, {p[2]:.3f}): ball at least "
                f"{least - gap + DEPTH:.3f} mm deep in {o.name}"
            )
