"""Problems 1 to 8: sliding, tipping and rolling in lasting contact, all with the shipped law."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import pymunk
from pymunk.constraints import PivotJoint

from benchmarks.exact.check import Check
from benchmarks.exact.plane import (
    HILL_STEP,
    MARBLE,
    SPECK,
    Motion,
    Plane,
    gyration_of,
    hill,
    lying,
    marble,
    on_ramp,
    on_the_flat,
    rectangle,
)
from sim.marble import (
    BALL,
    arm_in_vee,
    arm_on_rails,
    rolling_drag,
    slope_factor,
    slope_pull,
)
from sim.world import GRAVITY

CUBE = rectangle(16.0, 16.0)
DISC = 1 / 2
"""I / (m R^2) of a disc; a ball's is `sim.marble.BALL`."""
M = 1e3
"""mm in a metre."""
E = 0.35
"""Restitution of the shipped ramps, for what slides down a plane; all else has none."""


def acceleration(plane: Plane, start: Motion, settle: float = 0.1, time: float = 0.2) -> float:
    """Let go at ``start`` and return the mean acceleration after ``settle`` s, m/s^2.

    From the ways in two times of ``time``: what slides fast trembles, so speeds are no measure.
    """
    plane.load(start)
    places: list[float] = []
    for wait in (settle, time, time):
        now = plane.run(wait)
        places.append(now.s * math.cos(plane.slope) - now.z * math.sin(plane.slope))
    return (places[2] - 2 * places[1] + places[0]) / time**2 / M


def block_slides() -> float:
    """1: a block of 16 mm on an incline of 30 degrees, mu 0.2."""
    plane = on_ramp(CUBE, gyration_of(CUBE), E, 0.2, math.radians(30.0))
    return acceleration(plane, lying(plane, 0.0))


def block_sticks(mu: float) -> float:
    """1: how far, mm, the same block creeps in 0.4 s with friction above tan 30 = 0.577."""
    plane = on_ramp(CUBE, gyration_of(CUBE), E, mu, math.radians(30.0))
    start = lying(plane, 0.0)
    plane.load(start)
    end = plane.run(0.4)
    return math.hypot(end.s - start.s, end.z - start.z)


def block_stops() -> tuple[float, float]:
    """2: the way (m) and the time (s) of a block that starts at 1 m/s on the flat, mu 0.2."""
    plane = on_the_flat(CUBE, gyration_of(CUBE), 0.0, 0.2)
    plane.load(Motion(0.0, 8.0, 0.0, vs=1000.0))
    now = plane.read()
    while now.vs > 0.5 and plane.clock < 1.0:
        now = plane.step()
    return now.s / M, plane.clock


def tipping_slope(width: float, height: float) -> float:
    """3: the slope, degrees, from which a block tips over its lower edge.

    Found by halving between 1 degree under and over the answer, from 1 s at rest on each slope.
    mu 1.2, more than any material of ours: a square that tips at 45 degrees needs more than 1.
    """
    section = rectangle(width, height)
    middle = math.degrees(math.atan2(width, height))

    def tips(degrees: float) -> bool:
        plane = on_ramp(section, gyration_of(section), 0.0, 1.2, math.radians(degrees))
        start = lying(plane, 0.0)
        plane.load(start)
        return abs(plane.run(1.0).theta - start.theta) > math.radians(5.0)

    return threshold(tips, middle - 1.0, middle + 1.0, 8)


def threshold(beyond: Callable[[float], bool], low: float, high: float, halvings: int) -> float:
    """Return where ``beyond`` turns from false to true, by halving."""
    for _ in range(halvings):
        middle = (low + high) / 2
        if beyond(middle):
            high = middle
        else:
            low = middle
    return (low + high) / 2


def slides_until_it_rolls(share: float) -> tuple[float, float, float]:
    """5, 5b: speed (m/s), time (s) and way (m) when a round body begins to roll.

    It starts at 1 m/s without spin, mu 0.2; ``share`` is I / (m R^2).
    """
    radius = 8.0
    plane = on_the_flat(SPECK, share * radius**2, 0.0, 0.2, radius)
    plane.load(Motion(0.0, radius, 0.0, vs=1000.0))
    now = plane.read()
    while now.vs > -radius * now.omega + 1.0 and plane.clock < 1.0:
        now = plane.step()
    return now.vs / M, plane.clock, now.s / M


def rolls_down(degrees: float, share: float, radius: float = 8.0, mu: float = 0.2) -> float:
    """6: the acceleration, m/s^2, of a round body down a ramp: rolling, or slipping if steep."""
    plane = on_ramp(SPECK, share * radius**2, E, mu, math.radians(degrees), radius=radius)
    return acceleration(plane, lying(plane, 0.0))


def rolls_in_groove(degrees: float, arm: float) -> float:
    """7: the acceleration, m/s^2, of a marble that touches its groove at ``arm`` from its axis.

    Seen from the side such a ball is a round body of that radius with the ball's whole inertia:
    this is where the factor of `sim.marble` comes from.
    """
    return rolls_down(degrees, BALL * (MARBLE / arm) ** 2, arm)


def rolls_in_gutter(degrees: float, factor: float, aside_deg: float) -> float:
    """7: the acceleration, m/s^2, of a marble on the hill along a gutter's wall.

    The gutter runs ``aside_deg`` away from the line of steepest descent; divide by the cosine to
    get back to it. Its wall has no friction in the plane: the ball rolls on the floor.
    """
    space = hill(slope_pull(math.radians(degrees), factor))
    ball = marble(space)
    aside = math.radians(aside_deg)
    down = (math.sin(aside), -math.cos(aside))
    off = (down[1] * (MARBLE + 1.0), -down[0] * (MARBLE + 1.0))
    wall = pymunk.Segment(
        space.static_body,
        (off[0] - 100 * down[0], off[1] - 100 * down[1]),
        (off[0] + 2000 * down[0], off[1] + 2000 * down[1]),
        1.0,
    )
    wall.elasticity, wall.friction = 0.0, 0.0
    space.add(wall)
    for _ in range(500):
        space.step(HILL_STEP)
    before = ball.velocity.length
    for _ in range(1000):
        space.step(HILL_STEP)
    return (ball.velocity.length - before) / (1000 * HILL_STEP) / M / math.cos(aside)


def brake(space: pymunk.Space, ball: pymunk.Body, force: float) -> None:
    """Let rolling resistance of ``force`` (g mm/s^2) act on a marble: it opposes any motion."""
    joint = PivotJoint(space.static_body, ball, (0.0, 0.0), (0.0, 0.0))
    joint.max_bias = 0.0
    joint.max_force = force
    space.add(joint)


def rolls_out(coefficient: float) -> float:
    """8: the way, m, of a marble of 0.5 m/s on the level with rolling resistance C."""
    space = hill(0.0)
    ball = marble(space)
    brake(space, ball, ball.mass * rolling_drag(0.0, coefficient))
    ball.velocity = (500.0, 0.0)
    steps = 0
    while ball.velocity.length > 0.01 and steps < 200_000:
        space.step(HILL_STEP)
        steps += 1
    return ball.position.x / M


def starting_slope(coefficient: float, factor: float) -> float:
    """8: tan of the slope from which a marble at rest starts, over C, found by halving.

    In the force definition C is what brakes a *rolling* body, already lessened by its inertia's
    share: a body without inertia (``factor`` 1) starts at tan = C, a ball on a flat floor, whose
    pull is 5/7, at 7/5 C.
    """

    def starts(ratio: float) -> bool:
        slope = math.atan(ratio * coefficient)
        space = hill(slope_pull(slope, factor))
        ball = marble(space)
        brake(space, ball, ball.mass * rolling_drag(slope, coefficient))
        for _ in range(2000):
            space.step(HILL_STEP)
        return ball.position.length > 1e-3

    return threshold(starts, 0.5, 2.0, 11)


def _pull(degrees: float, factor: float) -> float:
    return factor * GRAVITY / M * math.sin(math.radians(degrees))


def _rolling() -> tuple[Check, ...]:
    figures = {(5.0, BALL): 0.6107, (5.0, DISC): 0.5700, (10.0, BALL): 1.2168, (10.0, DISC): 1.1357}
    rolls = (
        Check(
            "6",
            f"{'ball' if share == BALL else 'disc'} rolls down {degrees:g} deg: m/s²",
            exact,
            partial(rolls_down, degrees, share),
            0.003,
        )
        for (degrees, share), exact in figures.items()
    )
    # tan 30 > 7/2 mu and > 3 mu: neither can roll.
    slips = (
        Check(
            "6",
            f"{name} slips down 30 deg, mu 0.1: m/s²",
            GRAVITY / M * (math.sin(math.pi / 6) - 0.1 * math.cos(math.pi / 6)),
            partial(rolls_down, 30.0, share, mu=0.1),
            0.003,
        )
        for name, share in (("ball", BALL), ("disc", DISC))
    )
    return (*rolls, *slips)


def _grooves() -> tuple[Check, ...]:
    vee = arm_in_vee(MARBLE, math.pi / 4)
    rails = arm_on_rails(MARBLE, 2.0)
    checks: list[Check] = []
    for degrees, exact in ((5.0, 0.4750), (10.0, 0.9464)):
        for view, run in (
            ("from the side", partial(rolls_in_groove, degrees, vee)),
            ("on the hill", partial(rolls_in_gutter, degrees, slope_factor(MARBLE, vee), 0.0)),
        ):
            checks.append(
                Check("7", f"V of 90 deg, slope {degrees:g} deg, {view}: m/s²", exact, run, 0.003)
            )
    for what, arm, factor in (("flat floor", MARBLE, 5 / 7), ("rails 4 mm apart", rails, 25 / 43)):
        for view, run in (
            ("from the side", partial(rolls_in_groove, 12.0, arm)),
            ("on the hill", partial(rolls_in_gutter, 12.0, slope_factor(MARBLE, arm), 30.0)),
        ):
            checks.append(
                Check("7", f"{what}, slope 12 deg, {view}: m/s²", _pull(12.0, factor), run, 0.003)
            )
    return tuple(checks)


def _first(run: Callable[[], tuple[float, ...]], which: int) -> float:
    return run()[which]


def _rolling_starts() -> tuple[Check, ...]:
    checks: list[Check] = []
    for number, name, share, answers in (
        ("5", "ball", BALL, (5 / 7, 0.1456, 0.1248)),
        ("5b", "disc", DISC, (2 / 3, 0.1699, 0.1416)),
    ):
        for k, (what, exact) in enumerate(zip(("m/s", "s", "m"), answers, strict=True)):
            run = partial(_first, partial(slides_until_it_rolls, share), k)
            checks.append(Check(number, f"{name} slides until it rolls: {what}", exact, run, 0.005))
    return tuple(checks)


CHECKS: tuple[Check, ...] = (
    Check("1", "block slides down 30 deg, mu 0.2: m/s²", 3.2059, block_slides, 0.005),
    Check(
        "1",
        "block sticks on 30 deg, mu 0.6: mm in 0.4 s",
        0.0,
        partial(block_sticks, 0.6),
        # In steps of 0.2 ms it hops down for a while before it holds.
        0.2,
        "absolute",
        0.05,
    ),
    Check("2", "block of 1 m/s stops, mu 0.2: m", 0.2548, partial(_first, block_stops, 0), 0.01),
    Check("2", "block of 1 m/s stops, mu 0.2: s", 0.5097, partial(_first, block_stops, 1), 0.01),
    *(
        Check(
            "3",
            f"block {width:g} x {height:g} tips: deg",
            math.degrees(math.atan2(width, height)),
            partial(tipping_slope, width, height),
            0.3,
            "absolute",
        )
        for width, height in ((10.0, 20.0), (16.0, 16.0))
    ),
    *_rolling_starts(),
    *_rolling(),
    *_grooves(),
    Check("8", "marble of 0.5 m/s rolls out, C 0.003: m", 4.25, partial(rolls_out, 0.003), 0.01),
    Check(
        "8",
        "starts without inertia: tan / C",
        1.0,
        partial(starting_slope, 0.003, 1.0),
        0.01,
    ),
    Check(
        "8",
        "starts as a ball on a flat floor: tan / C",
        7 / 5,
        partial(starting_slope, 0.003, slope_factor(MARBLE, MARBLE)),
        0.01,
    ),
)
