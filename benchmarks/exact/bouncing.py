"""Problems 4, 9, 10, 17, 18 and 20: hits out of flight."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial

import numpy as np

from benchmarks.exact.check import Check
from benchmarks.exact.falls import random_fall, random_hits
from benchmarks.exact.loop import APART
from benchmarks.exact.plane import (
    FINE,
    HILL_STEP,
    MARBLE,
    SHIPPED,
    SPECK,
    STEP,
    Law,
    Motion,
    Section,
    gyration_of,
    hill,
    hit,
    marble,
    materials,
    on_the_flat,
    polygon,
    rectangle,
)
from sim import touching_box
from sim.contact import MEMORY, WIDTH, keep, resume, solve
from sim.marble import BALL
from sim.solids import Vec3
from sim.world import GRAVITY

RADIUS = 8.0
DISC = 1 / 2


@lru_cache
def bounces(e: float, law: Law) -> tuple[float, float, float]:
    """4: third apex over the first height, time (s) and path (m) of a disc dropped by 100 mm.

    Counted until the bounces are too small to be told apart from lying.
    """
    plane = on_the_flat(SPECK, DISC * RADIUS**2, e, 0.2, RADIUS, law)
    plane.load(Motion(0.0, RADIUS + 100.0, 0.0))
    path, apexes = 100.0, [100.0]
    while True:
        now = plane.run(10.0, APART)
        apexes.append(now.vz**2 / (2 * GRAVITY))
        if now.vz < 10.0:
            return apexes[3] / 100.0, plane.clock, path / 1000.0
        path += 2 * apexes[-1]


def wall_hit(
    share: float, e: float, slip: float, law: Law, mu: float = 0.2
) -> tuple[float, float, float]:
    """9: speed along, R times spin, and speed away from the wall after an oblique hit.

    A round body without spin comes with ``slip`` times its normal speed along the ground. The first
    two are over its speed along, and its spin counts as positive in the sense of rolling; the third
    is over its normal speed.
    """
    plane = on_the_flat(SPECK, share * RADIUS**2, e, mu, RADIUS, law)
    after = hit(plane, Motion(0.0, RADIUS, 0.0, 1000.0 * slip, -1000.0))
    along = 1000.0 * slip
    return after.vs / along, -RADIUS * after.omega / along, after.vz / 1000.0


def partners(e: float) -> tuple[float, float]:
    """10: speeds of two equal marbles after a central hit, over the speed of the first before."""
    first, second = _row(2, e)
    return first, second


def cradle(balls: int) -> tuple[float, float]:
    """10: the last ball's speed over the first's before, and the others' greatest; e = 1."""
    *others, last = _row(balls, 1.0)
    return last, max(map(abs, others))


def _row(balls: int, e: float) -> list[float]:
    """Let marbles on a level hill, 0.05 mm apart, be hit by the first; speeds over its own."""
    space = hill(0.0)
    row = [marble(space, (2 * MARBLE + 0.05) * k, e) for k in range(balls)]
    row[0].velocity = (400.0, 0.0)
    for _ in range(50 * balls):
        space.step(HILL_STEP)
    return [ball.velocity.x / 400.0 for ball in row]


FACE = tuple((8.0, y, z) for y in (-8.0, 8.0) for z in (-8.0, 8.0))
"""Corners of the front of a d6."""


def die_hits_blocker(corners: tuple[Vec3, ...], radius: float, e: float) -> tuple[float, float]:
    """10: a die against a blocker of its own mass that nothing brakes, by `touching_box.on_boxes`.

    Without gravity; speeds after, over the die's before. Every step the blocker gets what the die
    got, as `sim.kernel` hands it on.
    """
    body = np.array(corners)
    placed = np.zeros((len(body), 5))
    placed[:, :3] = body
    state = np.zeros(13)
    state[2], state[3], state[7] = 50.0, 1.0, 1000.0
    box = np.zeros((1, 13))
    box[0, [touching_box.BCOS, touching_box.BON, touching_box.BMASS]] = 1.0
    box[0, [touching_box.BLONG, touching_box.BDEEP, touching_box.BTOP]] = 50.0, 50.0, 100.0
    box[0, touching_box.BX] = 50.0 + radius + body[:, 0].max()
    rows, slots = np.zeros((8, WIDTH)), np.zeros(8, np.int64)
    kept = np.zeros((touching_box.on_box_slots(len(body)), MEMORY))
    inertia = np.array([0.02, 0.02, 0.0, 0.0, 1.0])
    pair = materials(e, 0.2, SHIPPED)
    motion, last = state[7:13], np.zeros(6)
    for number in range(2, 202):
        count = touching_box.on_boxes(
            rows, slots, 0, 0, box, placed, np.eye(3), 8.0, 14.0, radius, state, motion, pair, kept,
            number - 1.0,
        )  # fmt: skip
        resume(rows, slots, count, kept, motion, STEP, float(number))
        response = np.zeros(6)
        solve(rows, count, inertia, response, last, SHIPPED.sweeps, SHIPPED.exact)
        keep(rows, slots, count, kept)
        motion += response * STEP
        box[0, touching_box.BVX] -= response[0] * STEP
        state[:3] += motion[:3] * STEP
        box[0, touching_box.BX] += box[0, touching_box.BVX] * STEP
    return float(state[7]) / 1000.0, float(box[0, touching_box.BVX]) / 1000.0


def jams(section: Section, law: Law) -> float:
    """17: of 300 hits with mu = 1, how many do not let the body go, or leave no number.

    A jam would throw the body back, or off, with more energy than it came with, or sink it.
    """
    gyration = gyration_of(section)
    rng = random.Random(17)
    bad = 0
    for _ in range(300):
        plane = on_the_flat(section, gyration, rng.choice([0.0, 0.5]), 1.0, law=law)
        before = random_fall(rng, section, flat=False)
        plane.load(before)
        end = plane.run(0.02)
        finite = bool(np.isfinite(plane.state).all())
        free = end.energy(gyration) < before.energy(gyration) + 0.02 * before.kinetic(gyration)
        bad += not (finite and free and end.z > 0.0)
    return float(bad)


@lru_cache
def asymmetry(flat: bool, law: Law) -> float:
    """20: greatest difference of random hits and their mirror images, over the speed before.

    With ``flat`` two corners meet the ground at once: none of them may count as the first.
    """

    def after(section: Section, e: float, mu: float, start: Motion) -> Motion:
        plane = on_the_flat(section, gyration_of(section), e, mu, law=law)
        plane.load(start)
        return plane.run(0.01)

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


def _bounce_checks() -> Iterator[Check]:
    for e, time, path in ((0.5, 0.4284, 0.1667), (0.8, 1.2851, 0.4556)):
        for name, law, wide in (("", SHIPPED, True), (", stiff", FINE, False)):
            for k, (what, exact) in enumerate(
                (("third apex over the drop", e**6), ("total time, s", time), ("path, m", path))
            ):
                case = f"disc dropped by 0.1 m, e {e:g}{name}: {what}"
                run = partial(_nth, partial(bounces, e, law), k)
                if wide:
                    yield Check("4", case, exact, run, 0.25, listed=0.01)
                else:
                    yield Check("4", case, exact, run, 0.01)


def _wall_checks(mu: float = 0.2) -> Iterator[Check]:
    for name, share, grip, kept in (("ball", BALL, 3.5, 5 / 7), ("disc", DISC, 3.0, 2 / 3)):
        for e, slip in ((0.3, 3.0), (0.9, 3.0), (0.3, 0.5), (0.9, 0.5)):
            slips = grip * mu * (1 + e) < slip
            speed = 1 - mu * (1 + e) / slip if slips else kept
            spin = mu * (1 + e) / slip / share if slips else kept
            how = "slips" if slips else "leaves rolling"
            figures = (("v_t'/v_t", speed, 0.45), ("Rω'/v_t", spin, 0.85), ("v_n'/v_n", e, 0.6))
            for k, (what, exact, wide) in enumerate(figures):
                case = f"{name} hits at v_t/v_n {slip:g}, e {e:g}, {how}"
                run = partial(_nth, partial(wall_hit, share, e, slip, SHIPPED), k)
                yield Check("9", f"{case}: {what}", exact, run, wide, listed=0.005)
                run = partial(_nth, partial(wall_hit, share, e, slip, FINE), k)
                yield Check("9", f"{case}, stiff, Coulomb: {what}", exact, run, 0.005)


def _partner_checks() -> Iterator[Check]:
    for e in (0.0, 0.5, 1.0):
        for k, exact in enumerate(((1 - e) / 2, (1 + e) / 2)):
            kind, limit = ("relative", 0.001) if exact else ("absolute", 1e-6)
            run = partial(_nth, partial(partners, e), k)
            yield Check("10", f"two equal bodies, e {e:g}: v{k + 1}'/v", exact, run, limit, kind)
    for name, corners, radius in (("corner", ((0.0, 0.0, 0.0),), 8.0), ("face", FACE, 0.0)):
        for e in (0.2, 0.5, 0.8):
            for k, exact in enumerate(((1 - e) / 2, (1 + e) / 2)):
                case = f"die hits a blocker of its mass with a {name}, e {e:g}: v{k + 1}'/v"
                run = partial(_nth, partial(die_hits_blocker, corners, radius, e), k)
                # With a face four corners count the blocker's response, each alone.
                limit = 0.045 if name == "face" and e == 0.5 else 0.03
                yield Check("10", case, exact, run, limit, "absolute", 0.001)
    for k, (what, exact) in enumerate((("last ball", 1.0), ("all others", 0.0))):
        run = partial(_nth, partial(cradle, 5), k)
        yield Check("10", f"cradle of 5, e 1: {what}", exact, run, 0.001, "absolute")


def _nth(run: Callable[[], tuple[float, ...]], which: int) -> float:
    return run()[which]


CHECKS: tuple[Check, ...] = (
    *_bounce_checks(),
    *_wall_checks(),
    *_partner_checks(),
    *(
        Check(
            "17",
            f"{name}, mu 1: jams in 300 hits",
            0.0,
            partial(jams, section, SHIPPED),
            kind="same",
        )
        for name, section in (("rod", rectangle(1.0, 40.0)), ("square", polygon(4, 11.3)))
    ),
    *(
        Check(
            "20",
            f"hit of a {what} and its mirror image differ by",
            1e-4,
            partial(asymmetry, flat, SHIPPED),
            kind="at most",
        )
        for what, flat in (("corner", False), ("whole side", True))
    ),
)
