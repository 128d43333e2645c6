"""Problems 4, 9, 10, 17, 18 and 20: impacts out of flight, by `Side.impact`."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain

from benchmarks.exact.check import Check
from benchmarks.exact.plane import (
    MARBLE,
    NEAR,
    SPECK,
    STEP,
    Motion,
    bounded,
    gyration_of,
    hill,
    hit,
    load,
    marble,
    on_the_flat,
    polygon,
    rectangle,
    step,
)
from sim.impulse import Mobile, cross, dot, impact
from sim.marble import BALL
from sim.side import SETTINGS, Section
from sim.solids import Vec3
from sim.world import GRAVITY

RADIUS = 8.0
DISC = 1 / 2
ENERGY_HITS = 3000
"""Random impacts of problem 18."""


@lru_cache
def bounces(e: float) -> tuple[float, float, float]:
    """4: third apex over the first height, time (s) and path (m) of a disc dropped by 100 mm.

    The path counts until the bounces are too small to be told apart from lying.
    """
    side = on_the_flat(SPECK, DISC * RADIUS**2, e, 0.2, RADIUS)
    now, clock, path = Motion(0.0, RADIUS + 100.0, 0.0), 0.0, 0.0
    apexes: list[float] = []
    while clock < 3.0:
        _, falling, ahead, _ = side.ahead(*now.all(), NEAR)
        if falling < 0.0:
            now = hit(side, now)
            apexes.append(now.vz**2 / (2 * GRAVITY))
            if now.vz < 5.0:
                break
            continue
        ahead = max(min(ahead, 5e-3), 1e-6)
        then = now.flown(ahead)
        if now.vz > 0.0 > then.vz:
            path += now.vz**2 / GRAVITY - (then.z - now.z)
        else:
            path += abs(then.z - now.z)
        now, clock = then, clock + ahead
    return apexes[2] / 100.0, clock, path / 1000.0


def _bounce(e: float, which: int) -> float:
    return bounces(e)[which]


def wall_hit(share: float, e: float, slip: float, mu: float = 0.2) -> tuple[float, float]:
    """9: tangential speed and R times spin after an oblique hit, over the speed before.

    A round body without spin comes with ``slip`` times its normal speed along the ground. Its
    spin counts as positive in the sense of rolling.
    """
    side = on_the_flat(SPECK, share * RADIUS**2, e, mu, RADIUS)
    after = hit(side, Motion(0.0, RADIUS, 0.0, 1000.0 * slip, -1000.0))
    return after.vs / (1000.0 * slip), -RADIUS * after.omega / (1000.0 * slip)


def obstacle_hit(e: float, slip: float, mu: float = 0.2) -> float:
    """9: the same tangential speed of a ball that hits an obstacle (`sim.impulse`)."""
    mass, vn = 4.8, 1000.0
    push = impact(
        1 / mass,
        1 / (BALL * mass * RADIUS**2),
        (0.0, 0.0, 1.0),
        (0.0, 0.0, -RADIUS),
        (slip * vn, 0.0, -vn),
        e,
        mu,
    )
    return 1.0 + push[0] / mass / (slip * vn)


def partners(e: float) -> tuple[float, float]:
    """10: speeds of two equal discs after a central hit, over the speed of the first before."""
    mass, v = 5.0, 800.0
    inverse = 1 / mass
    other = Mobile(inverse, 1 / 500.0, (RADIUS, 0.0), (0.0, 0.0))
    push = impact(
        inverse, 1 / 500.0, (1.0, 0.0, 0.0), (-RADIUS, 0.0, 0.0), (-v, 0.0, 0.0), e, 0.2, other
    )
    return 1.0 - push[0] / mass / v, push[0] / mass / v


def cradle(balls: int) -> tuple[float, float]:
    """10: the last ball's speed over the first's before, and the others' greatest; e = 1.

    Marbles on a level hill at the shipped step, 0.05 mm apart.
    """
    space = hill(0.0)
    row = [marble(space, (2 * MARBLE + 0.05) * k) for k in range(balls)]
    row[0].velocity = (400.0, 0.0)
    for _ in range(50 * balls):
        space.step(STEP)
    return row[-1].velocity.x / 400.0, max(abs(b.velocity.x) for b in row[:-1]) / 400.0


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


def jams(section: Section) -> float:
    """17: of 300 hits with mu = 1, how many do not let the body go, or leave no number.

    A jam would throw the body back, or off, with more energy than it came with, or sink it.
    """
    gyration = gyration_of(section)
    rng = random.Random(17)
    bad = 0
    for _ in range(300):
        side = on_the_flat(section, gyration, rng.choice([0.0, 0.5]), 1.0)
        before = random_fall(rng, section, flat=False)
        after = hit(side, before)
        load(side, before)
        end = step(side, 100)
        finite = all(math.isfinite(x) for x in (*after.all(), *end.all()))
        free = after.kinetic(gyration) < 1.02 * before.kinetic(gyration) and end.z > 0.0
        bad += not (finite and free)
    return float(bad)


@lru_cache
def energy_rises(thrown: bool) -> tuple[float, float]:
    """18: the greatest relative rise of the kinetic energy in random hits, and how many rise.

    ``thrown``: the impact as throws take it, with the energy that it found as a bound
    (`DieRecord.bound`). Without that bound the impact is pymunk's alone: Newton's restitution
    with friction, which makes energy in some eccentric hits.
    """
    greatest, rising = -1.0, 0
    hits = chain(random_hits(18, ENERGY_HITS // 2), random_hits(18, ENERGY_HITS // 2, flat=True))
    for section, e, mu, before in hits:
        gyration = gyration_of(section)
        after = hit(on_the_flat(section, gyration, e, mu), before)
        if thrown:
            after = bounded(after, before.kinetic(gyration), gyration)
        rise = after.kinetic(gyration) / before.kinetic(gyration) - 1.0
        greatest = max(greatest, rise)
        rising += rise > 1e-6
    return greatest, rising / ENERGY_HITS


def _rise(thrown: bool, which: int) -> float:
    return energy_rises(thrown)[which]


def obstacle_rise() -> float:
    """18: the greatest rise in random hits on obstacles, fixed ones and blockers.

    Over the kinetic energy of a die of that slip, which is the least that such a hit could find.
    """
    rng = random.Random(19)
    greatest = -1.0
    mass = 4.8
    for k in range(ENERGY_HITS):
        inertia = mass * rng.uniform(20.0, 60.0)
        normal, arm, slip = _direction(rng), _direction(rng, 8.0), _direction(rng, 1500.0)
        other = None
        if k % 2:
            other = Mobile(1 / 30.0, 1 / 9000.0, (rng.uniform(-20, 20), 5.0), (0.0, 0.0))
            size = math.hypot(normal[0], normal[1])
            normal = (normal[0] / size, normal[1] / size, 0.0)
        e, mu = rng.random(), rng.random()
        push = impact(1 / mass, 1 / inertia, normal, arm, slip, e, mu, other)
        # What the push makes: its work against the slip, and half of what it sets in motion.
        made = dot(push, slip)
        turn = cross(arm, push)
        made += 0.5 * (dot(push, push) / mass + dot(turn, turn) / inertia)
        if other:
            twist = other.arm[0] * push[1] - other.arm[1] * push[0]
            made += 0.5 * ((push[0] ** 2 + push[1] ** 2) / 30.0 + twist**2 / 9000.0)
        greatest = max(greatest, made / (0.5 * mass * 1500.0**2))
    return greatest


def _direction(rng: random.Random, size: float = 1.0) -> Vec3:
    """Return a random vector of length ``size``."""
    z, phi = rng.uniform(-1, 1), rng.uniform(0, 2 * math.pi)
    flat = math.sqrt(1 - z * z)
    return size * flat * math.cos(phi), size * flat * math.sin(phi), size * z


def asymmetry(flat: bool, iterations: int = SETTINGS.iterations) -> float:
    """20: greatest difference of random hits and their mirror images, over the speed before.

    With ``flat`` two corners meet the ground at once. pymunk goes through them in turn, and after
    the shipped iterations the split between them still knows which one came first.
    """

    def after(section: Section, e: float, mu: float, start: Motion) -> Motion:
        side = on_the_flat(section, gyration_of(section), e, mu)
        side.space.iterations = iterations
        return hit(side, start)

    greatest = 0.0
    for section, e, mu, before in random_hits(20, 200, flat):
        gyration = gyration_of(section)
        one = after(section, e, mu, before)
        mirrored = tuple((-x, y) for x, y in section[::-1])
        start = replace(before, theta=-before.theta, vs=-before.vs, omega=-before.omega)
        other = after(mirrored, e, mu, start)
        off = math.hypot(
            one.vs + other.vs, one.vz - other.vz, math.sqrt(gyration) * (one.omega + other.omega)
        )
        greatest = max(greatest, off / math.sqrt(2 * before.kinetic(gyration)))
    return greatest


def _wall(share: float, e: float, slip: float, which: int) -> float:
    return wall_hit(share, e, slip)[which]


def _partner(e: float, which: int) -> float:
    return partners(e)[which]


def _cradle(balls: int, which: int) -> float:
    return cradle(balls)[which]


def _bounce_checks() -> Iterator[Check]:
    for e, time, path in ((0.5, 0.4284, 0.1667), (0.8, 1.2851, 0.4556)):
        for k, (what, exact) in enumerate(
            (("third apex over the drop", e**6), ("total time, s", time), ("path, m", path))
        ):
            yield Check(
                "4",
                f"disc dropped by 0.1 m, e {e:g}: {what}",
                exact,
                partial(_bounce, e, k),
                0.01,
            )


def _wall_checks(mu: float = 0.2) -> Iterator[Check]:
    for name, share, grip, kept in (("ball", BALL, 3.5, 5 / 7), ("disc", DISC, 3.0, 2 / 3)):
        for e, slip in ((0.3, 3.0), (0.9, 3.0), (0.3, 0.5), (0.9, 0.5)):
            slips = grip * mu * (1 + e) < slip
            speed = 1 - mu * (1 + e) / slip if slips else kept
            spin = mu * (1 + e) / slip / share if slips else kept
            how = "slips" if slips else "leaves rolling"
            case = f"{name} hits at v_t/v_n {slip:g}, e {e:g}, {how}"
            yield Check("9", f"{case}: v_t'/v_t", speed, partial(_wall, share, e, slip, 0), 0.005)
            yield Check("9", f"{case}: Rω'/v_t", spin, partial(_wall, share, e, slip, 1), 0.005)
            if share == BALL:
                run = partial(obstacle_hit, e, slip)
                yield Check("9", f"{case}, on an obstacle: v_t'/v_t", speed, run, 0.005)


def _partner_checks() -> Iterator[Check]:
    for e in (0.0, 0.5, 1.0):
        for k, exact in enumerate(((1 - e) / 2, (1 + e) / 2)):
            kind, limit = ("relative", 0.001) if exact else ("absolute", 1e-6)
            yield Check(
                "10",
                f"two equal bodies, e {e:g}: v{k + 1}'/v",
                exact,
                partial(_partner, e, k),
                limit,
                kind,
            )
    yield Check("10", "cradle of 5, e 1: last ball", 1.0, partial(_cradle, 5, 0), 0.001)
    yield Check(
        "10", "cradle of 5, e 1: all others", 0.0, partial(_cradle, 5, 1), 0.001, "absolute"
    )


CHECKS: tuple[Check, ...] = (
    *_bounce_checks(),
    *_wall_checks(),
    *_partner_checks(),
    *(
        Check("17", f"{name}, mu 1: jams in 300 hits", 0.0, partial(jams, section), kind="same")
        for name, section in (("rod", rectangle(1.0, 40.0)), ("square", polygon(4, 11.3)))
    ),
    Check("18", "greatest rise in a hit of a throw", 1e-6, partial(_rise, True, 0), kind="at most"),
    Check(
        "18",
        "greatest rise without the throw's bound",
        1.0,
        partial(_rise, False, 0),
        kind="at most",
    ),
    Check(
        "18",
        "share of hits that rise without the throw's bound",
        0.05,
        partial(_rise, False, 1),
        kind="at most",
    ),
    Check("18", "greatest rise in a hit on an obstacle", 1e-6, obstacle_rise, kind="at most"),
    Check(
        "20",
        "hit of a corner and its mirror image differ by",
        1e-6,
        partial(asymmetry, False),
        kind="at most",
    ),
    Check(
        "20",
        "hit of a whole side and its mirror image differ by",
        0.2,
        partial(asymmetry, True),
        kind="at most",
    ),
    Check(
        "20",
        "the same with 300 iterations",
        0.02,
        partial(asymmetry, True, 300),
        kind="at most",
    ),
)
