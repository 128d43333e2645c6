"""One impact in three dimensions, for random arms, slips and materials."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from sim.impulse import SLOW, Mobile, cross, dot, impact
from sim.top import Top
from sim.world import Box

MASS, GYRATION = 4.8, 40.0
CASES = 2000


def random_unit(rng):
    while True:
        v = tuple(rng.gauss(0, 1) for _ in range(3))
        size = math.hypot(*v)
        if size > 0.1:
            return tuple(x / size for x in v)


def random_case(rng, mobile=False):
    """Normal, arm, velocity, spin, restitution, friction, and perhaps a partner that yields."""
    normal = random_unit(rng)
    if mobile:
        flat = math.hypot(normal[0], normal[1])
        normal = (normal[0] / flat, normal[1] / flat, 0.0)
    # The arm points at the obstacle, within what a die's faces and corners allow.
    while True:
        arm = tuple(rng.uniform(5, 14) * x for x in random_unit(rng))
        if dot(arm, normal) < -3.0:
            break
    velocity = tuple(rng.gauss(0, 800) for _ in range(3))
    spin = tuple(rng.gauss(0, 60) for _ in range(3))
    other = None
    if mobile:
        other = Mobile(
            1 / rng.uniform(5, 60),
            1 / rng.uniform(1e3, 4e4),
            (rng.uniform(-40, 40), rng.uniform(-15, 15)),
            (rng.gauss(0, 200), rng.gauss(0, 200)),
        )
    return normal, arm, velocity, spin, rng.uniform(0, 1), rng.uniform(0, 1), other


def slip_of(arm, velocity, spin, other=None):
    turning = cross(spin, arm)
    own = tuple(v + t for v, t in zip(velocity, turning, strict=True))
    if other is None:
        return own
    return own[0] - other.velocity[0], own[1] - other.velocity[1], own[2]


def after(arm, velocity, spin, p):
    turn = cross(arm, p)
    return (
        tuple(v + q / MASS for v, q in zip(velocity, p, strict=True)),
        tuple(w + q / (MASS * GYRATION) for w, q in zip(spin, turn, strict=True)),
    )


def kinetic(velocity, spin):
    return 0.5 * MASS * (dot(velocity, velocity) + GYRATION * dot(spin, spin))


def resolved(case):
    normal, arm, velocity, spin, e, mu, other = case
    slip = slip_of(arm, velocity, spin, other)
    return impact(1 / MASS, 1 / (MASS * GYRATION), normal, arm, slip, e, mu, other)


def test_energy_never_rises():
    rng = random.Random(18)
    for _ in range(CASES):
        case = random_case(rng)
        _, arm, velocity, spin, *_ = case
        before = kinetic(velocity, spin)
        assert kinetic(*after(arm, velocity, spin, resolved(case))) <= before * (1 + 1e-12)


def test_energy_of_both_never_rises_when_the_partner_yields():
    rng = random.Random(19)
    for _ in range(CASES):
        case = random_case(rng, mobile=True)
        _, arm, velocity, spin, _, _, other = case
        p = resolved(case)
        # The partner's contact moves with its centre and its turning; only changes count here.
        push = (-p[0], -p[1])
        turn = other.arm[0] * push[1] - other.arm[1] * push[0]
        gained = (
            push[0] * other.velocity[0]
            + push[1] * other.velocity[1]
            + 0.5 * other.inverse_mass * (push[0] ** 2 + push[1] ** 2)
            + 0.5 * other.inverse_inertia * turn**2
        )
        before = kinetic(velocity, spin)
        lost = before - kinetic(*after(arm, velocity, spin, p))
        assert gained <= lost + 1e-9 * before


@pytest.mark.parametrize("mobile", [False, True])
def test_the_bodies_part_or_rest_afterwards(mobile):
    rng = random.Random(20)
    for _ in range(CASES):
        case = random_case(rng, mobile)
        normal, arm, velocity, spin, _, _, other = case
        approach = dot(slip_of(arm, velocity, spin, other), normal)
        p = resolved(case)
        if approach >= 0:
            assert p == (0.0, 0.0, 0.0)
            continue
        v, w = after(arm, velocity, spin, p)
        leaving = slip_of(arm, v, w)
        if other is not None:
            turn = other.arm[0] * -p[1] + other.arm[1] * p[0]
            turned = turn * other.inverse_inertia
            moved = (
                other.velocity[0] - p[0] * other.inverse_mass - turned * other.arm[1],
                other.velocity[1] - p[1] * other.inverse_mass + turned * other.arm[0],
            )
            leaving = (leaving[0] - moved[0], leaving[1] - moved[1], leaving[2])
        assert dot(leaving, normal) >= -1e-6 * -approach


@pytest.mark.parametrize("mobile", [False, True])
def test_friction_stays_inside_its_cone(mobile):
    rng = random.Random(21)
    slid = 0
    for _ in range(CASES):
        case = random_case(rng, mobile)
        normal, mu = case[0], case[5]
        p = resolved(case)
        along = dot(p, normal)
        aside = math.dist(p, tuple(along * n for n in normal))
        assert along >= 0.0
        assert aside <= mu * along * (1 + 1e-9) + 1e-9
        slid += along > 0 and aside > 0.999 * mu * along
    assert slid > CASES / 10


def test_friction_opposes_the_slip():
    """Sliding friction never pushes the contact point along the way it slips already."""
    rng = random.Random(22)
    for _ in range(CASES):
        case = random_case(rng)
        normal, arm, velocity, spin, e, _, _ = case
        rough = resolved(case)
        smooth = impact(
            1 / MASS, 1 / (MASS * GYRATION), normal, arm, slip_of(arm, velocity, spin), e, 0.0
        )
        if smooth == (0.0, 0.0, 0.0):
            continue
        along = dot(rough, normal)
        tangential = tuple(p - along * n for p, n in zip(rough, normal, strict=True))
        slip = slip_of(arm, velocity, spin)
        away = dot(slip, normal)
        tangent = tuple(s - away * n for s, n in zip(slip, normal, strict=True))
        by_normal = cross(cross(arm, normal), arm)
        coupled = dot(by_normal, tangent) * along / (MASS * GYRATION)
        # Where the normal impulse itself turns the slip round, friction may follow.
        if coupled >= -0.5 * dot(tangent, tangent):
            assert dot(tangential, tangent) <= 1e-9 * math.hypot(*tangential) * math.hypot(*tangent)


@pytest.mark.parametrize("mobile", [False, True])
def test_mirrored_impacts_are_mirrored(mobile):
    rng = random.Random(23)

    def flip(v, sign):
        return (v[0], -v[1], *(x * sign for x in v[2:]))

    for _ in range(300):
        normal, arm, velocity, spin, e, mu, other = random_case(rng, mobile)
        there = resolved((normal, arm, velocity, spin, e, mu, other))
        partner = other and Mobile(
            other.inverse_mass, other.inverse_inertia, flip(other.arm, 1), flip(other.velocity, 1)
        )
        # A spin is an axial vector: its parts in the mirror plane change sign.
        mirrored_spin = (-spin[0], spin[1], -spin[2])
        back = resolved(
            (flip(normal, 1), flip(arm, 1), flip(velocity, 1), mirrored_spin, e, mu, partner)
        )
        assert flip(back, 1) == pytest.approx(there, rel=1e-9, abs=1e-9)


def test_a_yielding_partner_takes_what_the_die_loses():
    """Sum of momenta in plan, and of the angular momenta about the upright, before and after."""
    box = Box("b", 100.0, 50.0, 0.7, 50.0, 20.0, 26.0, mass=17.0, friction=0.45)
    rng = random.Random(24)
    for _ in range(100):
        top = Top((0.0, 0.0, 1200.0, 800.0), (box,), (), None)
        mover = top.movers[0]
        normal, arm, velocity, spin, e, mu, _ = random_case(rng, mobile=True)
        contact = (rng.uniform(-25, 25), rng.uniform(-10, 10))
        other = Mobile(1 / mover.body.mass, 1 / mover.body.moment, contact, (0.0, 0.0))
        p = resolved((normal, arm, velocity, spin, e, mu, other))
        top.push(mover, (-p[0], -p[1]), contact)
        v, w = after(arm, velocity, spin, p)
        momentum = mover.body.mass * np.array(mover.body.velocity)
        assert MASS * np.array(v[:2]) + momentum == pytest.approx(
            MASS * np.array(velocity[:2]), rel=1e-9, abs=1e-6
        )
        # The die's centre lies at contact - arm from the blocker's.
        at = (contact[0] - arm[0], contact[1] - arm[1])
        own = MASS * GYRATION * (w[2] - spin[2]) + MASS * (
            at[0] * (v[1] - velocity[1]) - at[1] * (v[0] - velocity[0])
        )
        assert own + mover.body.moment * mover.body.angular_velocity == pytest.approx(
            0.0, abs=1e-6 * MASS * 1000 * 20
        )


def test_slow_contacts_do_not_ring():
    for speed, share in ((SLOW, 1.0), (SLOW / 2, 0.5), (SLOW / 50, 0.02)):
        slip = (0.0, 0.0, -speed)
        p = impact(1 / MASS, 1 / 500.0, (0.0, 0.0, 1.0), (0.0, 0.0, -8.0), slip, 0.6, 0.2)
        assert p[2] / MASS - speed == pytest.approx(0.6 * share * speed)
