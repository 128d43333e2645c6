"""Problems 11 to 16: polygons that roll over their corners, rock, or stop.

A regular polygon with n corners at distance R turns by 2 alpha = 2 pi / n from side to side. With
e = 0 and no slip its spin is multiplied by s at each landing, and r = s^2 of its energy is kept.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from benchmarks.exact.check import Check
from benchmarks.exact.loop import ENERGY, PUSH, RUB
from benchmarks.exact.plane import (
    FINE,
    SHIPPED,
    Law,
    Plane,
    Section,
    gyration_of,
    lying,
    on_ramp,
    on_the_flat,
    pivoting,
    polygon,
    rectangle,
)
from benchmarks.exact.sliding import threshold
from sim.world import GRAVITY

R = 10.0
"""Distance of the corners from the centre, mm: a die of 14 to 20 mm."""
GRIP = 1.0
"""Friction where the answer is that of no slip."""
SPIN = -20.0
"""rad/s before a landing."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """The exact figures of a rolling regular polygon; energies in m g R."""

    n: int

    @property
    def alpha(self) -> float:
        """Half the angle of a side, radians."""
        return math.pi / self.n

    @property
    def k2(self) -> float:
        """I / (m R^2)."""
        return 0.5 - math.sin(self.alpha) ** 2 / 3

    @property
    def s(self) -> float:
        """Spin after a landing over the spin before."""
        return (self.k2 + math.cos(2 * self.alpha)) / (self.k2 + 1)

    @property
    def r(self) -> float:
        """Energy kept in a landing."""
        return self.s**2

    @property
    def mu_req(self) -> float:
        """Friction that a landing without slip needs: its impulse along over that across."""
        return (1 - self.s) / (1 + self.s) / math.tan(self.alpha)

    @property
    def barrier(self) -> float:
        """Energy to get over a corner on the flat."""
        return 1 - math.cos(self.alpha)

    def before_landing(self, slope: float) -> float:
        """Energy before each landing in steady rolling down ``slope``: the fixed point."""
        return 2 * math.sin(self.alpha) * math.sin(slope) / (1 - self.r)

    def smallest_slope(self) -> float:
        """Slope, radians, at which what a landing leaves just carries over the next corner."""

        def rolls(slope: float) -> bool:
            left = self.r * self.before_landing(slope)
            return left >= 1 - math.cos(self.alpha - slope)

        return threshold(rolls, 0.0, self.alpha, 40)


def pivot_law(k2: float, d: float, d_new: float, delta: float) -> float:
    """Return spin after over before where the pivot changes, no slip and no bounce.

    ``k2`` is inertia over mass, the old pivot lies at ``d`` from the centre, the new one at
    ``d_new``, ``delta`` between them.
    """
    return (k2 + d * d_new * math.cos(delta)) / (k2 + d_new**2)


def landed(section: Section, gyration: float, mu: float, law: Law = FINE) -> Plane:
    """Let side 0 land while the body turns about corner 0 with `SPIN`; e = 0."""
    plane = on_the_flat(section, gyration, 0.0, mu, law=law)
    plane.load(pivoting(section, 0, SPIN))
    plane.run(40 * law.step)
    return plane


def kept(section: Section, gyration: float, mu: float, law: Law = FINE) -> float:
    """11, 14, 16: spin after over before of a landing; what gravity braked since is put back."""
    plane = landed(section, gyration, mu, law)
    x, y = section[1]
    braked = GRAVITY * x / (gyration + x * x + y * y) * plane.clock
    return (plane.read().omega - braked) / SPIN


def polygon_keeps(n: int, mu: float = GRIP, law: Law = FINE) -> float:
    """11, 14: the same for a regular polygon."""
    section = polygon(n, R)
    return kept(section, gyration_of(section), mu, law)


def energy_kept(n: int, law: Law = FINE) -> float:
    """11: kinetic energy after a landing over that before."""
    section = polygon(n, R)
    gyration = gyration_of(section)
    after = landed(section, gyration, GRIP, law).read()
    return after.kinetic(gyration) / pivoting(section, 0, SPIN).kinetic(gyration)


def friction_needed(n: int, law: Law = FINE) -> float:
    """11: impulse along the ground over impulse across, in a landing without slip."""
    section = polygon(n, R)
    watch = landed(section, gyration_of(section), GRIP, law).watch
    return float(abs(watch[RUB]) / watch[PUSH])


def friction_to_roll(n: int) -> float:
    """11: the friction from which a landing leaves any spin at all, by halving."""
    return threshold(lambda mu: polygon_keeps(n, mu) > 1e-3, 0.0, 1.0, 14)


def rolled_landing(n: int) -> float:
    """11: spin after over before out of lasting contact, exactly as dice are thrown.

    The polygon falls by 4 degrees about its corner and lands; what gravity braked in the
    millisecond after is put back.
    """
    section = polygon(n, R)
    gyration = gyration_of(section)
    plane = on_the_flat(section, gyration, 0.0, GRIP)
    plane.load(pivoting(section, 0, -18.0, math.radians(4.0)))
    before = now = plane.read()
    while now.theta > 0.0:
        before, now = now, plane.step()
    start = plane.clock
    now = plane.run(1e-3)
    braked = GRAVITY * section[1][0] / (gyration + R * R) * (plane.clock - start)
    return (now.omega - braked) / before.omega


def facets_on_the_flat(n: int, energy: float, law: Law = SHIPPED) -> float:
    """12: how many sides a polygon rolls on that gets ``energy`` (m g R) on the flat, e = 0."""
    section = polygon(n, R)
    gyration = gyration_of(section)
    omega = -math.sqrt(2 * energy * GRAVITY * R / (gyration + R * R))
    plane = on_the_flat(section, gyration, 0.0, GRIP, law=law)
    plane.load(pivoting(section, 1, omega))
    now = plane.read()
    for _ in range(100):
        now = plane.run(0.01)
        # Half of what it would take to stand on a corner: it cannot leave its side any more.
        if now.kinetic(gyration) < 0.5 * GRAVITY * R * Wheel(n).barrier and _lies(n, now.theta):
            break
    return float(round(-now.theta / (2 * math.pi / n)))


def _lies(n: int, theta: float) -> bool:
    side = 2 * math.pi / n
    return abs(math.remainder(theta, side)) < 0.1 * side


def energy_for(n: int, facets: int) -> float | None:
    """12: an energy (m g R) amid those that roll ``facets`` sides; None where there is none.

    The polygon pivots only while omega^2 R <= g cos(alpha) at the start: a faster one flies.
    """
    wheel = Wheel(n)
    fastest = 0.5 * (wheel.k2 + 1) * math.cos(wheel.alpha)
    least = wheel.barrier * wheel.r ** -(facets - 1)
    most = min(least / wheel.r, fastest)
    return math.sqrt(least * most) if most > 1.2 * least else None


def rolls_down(n: int, slope: float, facets: int, law: Law = SHIPPED) -> tuple[bool, float]:
    """13: roll down a ramp, from the fixed point on.

    Returns whether ``facets`` sides were rolled on, and the mean energy before a landing over the
    exact one, of the later half of them.
    """
    section = polygon(n, R)
    gyration = gyration_of(section)
    wheel = Wheel(n)
    plane = on_ramp(section, gyration, 0.0, GRIP, slope, law=law)
    start = lying(plane, 0.0)
    exact = wheel.before_landing(slope) * GRAVITY * R
    spin = pivoting(section, 1, -wheel.s * math.sqrt(2 * exact / (gyration + R * R)), start.theta)
    plane.load(replace(start, vs=spin.vs, vz=spin.vz, omega=spin.omega))
    turn = 2 * math.pi / n
    before: list[float] = []
    fastest = 0.0
    rolled = still = 0
    while still < 1000:  # 0.2 s: lying, no longer passing slowly over a corner
        plane.watch[ENERGY] = 0.0
        now = plane.run(2e-4)
        energy = float(plane.watch[ENERGY])
        turned = (start.theta - now.theta) / turn
        if turned > rolled + 0.5:  # over the next corner: the landing before is complete
            if rolled:
                before.append(fastest / exact)
            rolled, fastest = rolled + 1, 0.0
            if rolled > facets:
                return True, sum(before[facets // 2 :]) / len(before[facets // 2 :])
        if turned < rolled + 0.25 or rolled == 0:
            fastest = max(fastest, energy)
        still = still + 1 if energy < 100.0 else 0
    return False, math.nan


def fixed_point(n: int, slope: float, law: Law) -> float:
    """13: mean energy before a landing in steady rolling, over the exact one."""
    return rolls_down(n, slope, 24, law)[1]


def rolling_slope(n: int, law: Law) -> float:
    """13: the smallest slope, degrees, that keeps the polygon rolling, by halving."""
    middle = math.degrees(Wheel(n).smallest_slope())
    half = min(0.4, middle / 2)
    return threshold(
        lambda slope: rolls_down(n, math.radians(slope), 12, law)[0],
        middle - half,
        middle + half,
        7,
    )


def slipping_law(n: int, mu: float) -> float:
    """14: spin after over before with too little friction, e = 0; 0 where the body stays flat."""
    wheel = Wheel(n)
    sin, cos = math.sin(wheel.alpha), math.cos(wheel.alpha)
    push = 2 * sin / (1 + (sin**2 - mu * sin * cos) / wheel.k2)
    return max(0.0, 1 - (sin - mu * cos) * push / wheel.k2)


def tipping_spin() -> float:
    """15: the spin, rad/s, that just carries a 16 mm cube over its edge, by halving."""
    section = rectangle(16.0, 16.0)
    gyration = gyration_of(section)

    def over(omega: float) -> bool:
        plane = on_the_flat(section, gyration, 0.0, GRIP)
        plane.load(pivoting(section, 1, -omega))
        return any(plane.run(2e-3).theta < -math.radians(46.0) for _ in range(250))

    return threshold(over, 19.0, 20.0, 7)


def rocks(half_angle_deg: float) -> float:
    """16: spin kept by a block that rocks onto its other foot."""
    alpha = math.radians(half_angle_deg)
    section = rectangle(2 * R * math.sin(alpha), 2 * R * math.cos(alpha))
    return kept(section, gyration_of(section), GRIP)


D12_PIVOTS: tuple[Section, float] = (
    # A d12 of 16 mm from an edge (4.95 mm from the foot of its centre) onto the far vertex of a
    # face; the third corner only closes the section. Inertia 0.49 m r_in^2.
    ((-8.0 * 0.6188, -8.0), (8.0 * 0.7649, -8.0), (0.0, 12.0)),
    0.490 * 64.0,
)
D4_PIVOTS: tuple[Section, float] = (
    ((-4.08 * math.sqrt(2), -4.08), (4.08 * math.sqrt(8), -4.08), (0.0, 10.0)),
    1.2 * 4.08**2,
)


def _pivot_of(section: Section, gyration: float) -> float:
    """Return the exact answer of a change of the pivot."""
    (x0, y0), (x1, y1) = section[:2]
    delta = math.atan2(y1, x1) - math.atan2(y0, x0)
    return pivot_law(gyration, math.hypot(x0, y0), math.hypot(x1, y1), delta)


def _tables() -> Iterator[Check]:
    """11: the whole table of the rolling n-gon."""
    for n in (4, 5, 6, 8, 10, 12, 20):
        wheel = Wheel(n)
        yield Check("11", f"{n}-gon: s", wheel.s, partial(polygon_keeps, n), 0.01)
        yield Check("11", f"{n}-gon: r", wheel.r, partial(energy_kept, n), 0.01)
        yield Check("11", f"{n}-gon: mu_req", wheel.mu_req, partial(friction_needed, n), 0.01)
        # The square keeps least, so that what a step of 0.2 ms leaves is the largest share of it.
        limit, listed = (0.02, 0.01) if n == 4 else (0.01, None)
        run = partial(rolled_landing, n)
        yield Check("11", f"{n}-gon, rolled: s", wheel.s, run, limit, listed=listed)
    yield Check("11", "triangle stops: s", 0.0, partial(polygon_keeps, 3), 0.01, "absolute")
    yield Check("11", "square: mu_min", 1 / 3, partial(friction_to_roll, 4), 0.01)


def _pivots() -> Iterator[Check]:
    """11: pivots at different distances from the centre."""
    shapes = {
        "d12, edge to far vertex": D12_PIVOTS,
        "trapezium": (((-7.0, -8.0), (4.0, -8.0), (0.0, 9.0)), 40.0),
        "leaning triangle": (((-4.0, -7.0), (8.0, -7.0), (1.0, 9.0)), 80.0),
    }
    for name, (section, gyration) in shapes.items():
        exact = _pivot_of(section, gyration)
        yield Check("11", f"{name}: s", exact, partial(kept, section, gyration, GRIP), 0.01)
    yield Check(
        "11",
        "d4, edge to far vertex, stops: s",
        0.0,
        partial(kept, *D4_PIVOTS, GRIP),
        0.01,
        "absolute",
    )


def _facets() -> Iterator[Check]:
    for n in (4, 5, 6, 8, 10, 12):
        for facets in itertools.count(1):
            energy = energy_for(n, facets)
            if energy is None:
                break
            yield Check(
                "12",
                f"{n}-gon with {energy / Wheel(n).barrier:.3g} barriers: sides",
                float(facets),
                partial(facets_on_the_flat, n, energy),
                kind="same",
            )


def _slopes() -> Iterator[Check]:
    for n in (5, 6, 8, 10, 12):
        slope = Wheel(n).smallest_slope()
        degrees = math.degrees(slope)
        yield Check(
            "13",
            f"{n}-gon: smallest slope that keeps it rolling, deg",
            degrees,
            partial(rolling_slope, n, SHIPPED),
            0.1,
            "absolute",
        )
        steeper = math.ceil(degrees + 2.0)
        yield Check(
            "13",
            f"{n}-gon on {steeper} deg: energy before landing / fixed point",
            1.0,
            partial(fixed_point, n, math.radians(steeper), SHIPPED),
            0.01,
        )


CHECKS: tuple[Check, ...] = (
    *_tables(),
    *_pivots(),
    *_facets(),
    *_slopes(),
    *(
        Check(
            "14",
            f"square lands with mu {mu:g}: s",
            slipping_law(4, mu),
            partial(polygon_keeps, 4, mu),
            0.02 if slipping_law(4, mu) else 0.002,
            "relative" if slipping_law(4, mu) else "absolute",
        )
        for mu in (0.5, 0.4, 0.33, 0.2)
    ),
    Check("15", "16 mm cube tips over its edge: rad/s", 19.52, tipping_spin, 0.01),
    *(
        Check(
            "16",
            f"block rocks, half-angle {angle:g} deg: s",
            1 - 1.5 * math.sin(math.radians(angle)) ** 2,
            partial(rocks, angle),
            0.01,
        )
        for angle in (20.0, 30.0, 45.0)
    ),
)
