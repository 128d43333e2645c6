"""The contact solver against closed forms: one contact, two that share, friction, warm start."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from sim.arrays import SETTINGS
from sim.compliance import damping_of, material, shipped
from sim.contact import MEMORY, WIDTH, add, solve

SHIPPED = shipped()
DT = SETTINGS.step
UP = (0.0, 0.0, 1.0)
STILL = (0.0, 0.0, 0.0)
BALL = np.array([1 / 25.6, 1 / 25.6, 0.0, 0.0, 1.0])
GRAVITY = np.array([0.0, 0.0, -9810.0, 0.0, 0.0, 0.0])


def pose(contacts, motion, inertia=BALL, stuff=None, room=8):
    """Rows of contacts given as (normal, arm, depth)."""
    stuff = stuff or material(SHIPPED, 0.5, 0.2, DT)
    rows, slots, count = np.zeros((room, WIDTH)), np.zeros(room, np.int64), 0
    for slot, (normal, arm, depth) in enumerate(contacts):
        count = add(
            rows, slots, count, slot, normal, arm, depth, STILL, np.array(motion), inertia, stuff
        )
    return rows, slots, count


def solved(posed, free=GRAVITY, kept=None, sweeps=200, exact=1e-9):
    rows, slots, count = posed
    kept = np.zeros((len(rows), MEMORY)) if kept is None else kept
    response = free.copy()
    solve(rows, slots, count, kept, response, sweeps, exact)
    return kept, response


def bounce(e, arm, inertia, step=DT):
    """Let a point without weight hit the ground at 1 m/s; returns its speed and time of push."""
    stuff = material(SHIPPED, e, 0.0, step)
    motion, depth, time = np.array([0, 0, -1000.0, 0, 0, 0]), 0.0, 0.0
    kept = np.zeros((1, MEMORY))
    rx, ry, _ = arm
    while True:
        point = motion[2] + motion[3] * ry - motion[4] * rx
        if depth > 0.0:
            posed = pose([(UP, arm, depth)], motion, inertia, stuff, room=1)
            _, response = solved(posed, np.zeros(6), kept)
            motion = motion + response * step
            point = motion[2] + motion[3] * ry - motion[4] * rx
            time += step if kept[0, 0] > 0.0 else 0.0
        depth -= point * step
        if depth <= 0.0:
            return point / 1000.0, time


LEVERS = {
    "centre": ((0.0, 0.0, -8.0), BALL),
    "edge": ((6.0, 2.0, -5.0), BALL),
    "corner of a thin rod": ((12.0, 0.0, -1.0), np.array([1 / 50.0, 1 / 2.0, 0.0, 0.0, 1.0])),
}


@pytest.mark.parametrize("lever", LEVERS)
@pytest.mark.parametrize("e", [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95])
def test_restitution_and_half_period_are_those_of_a_damped_spring_on_any_lever(e, lever):
    """In short steps to 1 %; in those of a throw within 0.05."""
    arm, inertia = LEVERS[lever]
    speed, time = bounce(e, arm, inertia, DT / 100)
    assert speed == pytest.approx(e, rel=0.01, abs=0.002)
    # What is left of the speed falls by exp(-ratio omega t) until the push would become a pull.
    omega, ratio = 2 * math.pi * SHIPPED.frequency, damping_of(e)
    assert time == pytest.approx(-math.log(e) / (ratio * omega), rel=0.02)
    assert bounce(e, arm, inertia)[0] == pytest.approx(e, abs=0.05)


@settings(max_examples=30, deadline=None)
@given(st.floats(0.05, 0.95))
def test_the_damping_gives_back_its_share_by_direct_integration(e):
    ratio = damping_of(e)

    def push(_, x):
        return [x[1], -2 * ratio * x[1] - x[0]]

    def lets_go(_, x):
        return -2 * ratio * x[1] - x[0]

    # Depth counts downward: begins at 0 with speed 1; ends when the push would become a pull.
    lets_go.terminal, lets_go.direction = True, 1
    found = solve_ivp(push, (0, 60), [0.0, 1.0], events=lets_go, rtol=1e-10, atol=1e-12)
    assert -found.y_events[0][0][1] == pytest.approx(e, abs=1e-6)


@pytest.mark.parametrize("angle", [0.0, 0.7, 2.0, 4.0])
@pytest.mark.parametrize("share", [0.5, 0.9, 1.1, 3.0])
def test_friction_holds_inside_the_cone_and_is_mu_n_against_the_slip_beyond(angle, share):
    """A body of no size is pulled along the ground by ``share`` of its greatest friction."""
    mu = 0.3
    stuff = material(SHIPPED, 0.3, mu, DT)
    c, s = math.cos(angle), math.sin(angle)
    # So deep that the spring alone carries the weight.
    depth = 9810.0 * (1 - SHIPPED.share) / (stuff[0] * SHIPPED.share)
    point = [(UP, (0.0, 0.0, 0.0), depth)]
    pull = GRAVITY + share * mu * 9810.0 * np.array([c, s, 0, 0, 0, 0])
    kept, response = solved(pose(point, np.zeros(6), stuff=stuff), pull)
    force = response - pull
    along = math.hypot(force[0], force[1])
    if share < 1.0:
        assert along <= mu * force[2] * (1 + 1e-9)
        assert math.hypot(response[0], response[1]) < 0.01 * share * mu * 9810.0
    else:
        assert along == pytest.approx(mu * force[2], rel=1e-6)
    assert (force[0] * c + force[1] * s) / along == pytest.approx(-1.0, abs=1e-4)
    assert kept[0, 0] == pytest.approx(force[2])


@pytest.mark.parametrize("angle", [0.0, 1.0, 2.5, 5.0])
def test_slip_is_braked_by_mu_n_against_its_direction(angle):
    c, s = math.cos(angle), math.sin(angle)
    posed = pose([(UP, (0.0, 0.0, -8.0), 0.01)], [500 * c, 500 * s, -100.0, 0, 0, 0])
    _, response = solved(posed)
    force = response - GRAVITY
    assert math.hypot(force[0], force[1]) == pytest.approx(0.2 * force[2], rel=1e-6)
    assert (force[0] * c + force[1] * s) / math.hypot(force[0], force[1]) == pytest.approx(-1.0)
    # Turned by its friction about the axis across the slip.
    assert response[3:] == pytest.approx(np.cross([0, 0, -8.0], force[:3]) / 25.6)


def test_two_symmetric_contacts_share_the_load():
    posed = pose([(UP, (x, 0.0, -8.0), 0.002) for x in (-6.0, 6.0)], [0, 0, -5.0, 0, 0, 0])
    kept, response = solved(posed, sweeps=3000)
    assert kept[0, 0] == pytest.approx(kept[1, 0], rel=1e-4)
    assert kept[0, 0] > 0.0
    assert response[3:] == pytest.approx([0, 0, 0], abs=1.0)  # rad/s^2; one corner alone: 3500
    single, _ = solved(pose([(UP, (0.0, 0.0, -8.0), 0.002)], [0, 0, -5.0, 0, 0, 0]))
    assert kept[0, 0] + kept[1, 0] == pytest.approx(single[0, 0], rel=0.06)


def test_a_contact_never_pulls():
    kept, response = solved(pose([(UP, (0.0, 0.0, -8.0), 1e-6)], [0, 0, 300.0, 0, 0, 0]))
    assert not kept[0, :3].any()
    assert response == pytest.approx(GRAVITY)


points = st.tuples(*[st.floats(-8, 8)] * 2, st.floats(-8, -2))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(points, st.floats(0.0001, 0.2)), min_size=1, max_size=5),
    st.lists(st.floats(-300, 300), min_size=3, max_size=3),
    st.lists(st.floats(-30, 30), min_size=3, max_size=3),
    st.floats(0.0, 1.0),
)
def test_a_warm_start_ends_where_a_cold_one_does(contacts, velocity, spin, friction):
    stuff = material(SHIPPED, 0.4, friction, DT)
    posed = pose([(UP, *c) for c in contacts], [*velocity, *spin], stuff=stuff)
    cold, response = solved(posed, sweeps=3000)
    warm = cold.copy()
    again, unchanged = solved(posed, kept=warm.copy(), sweeps=3000)
    size = 1.0 + abs(response).max()
    assert abs(unchanged - response).max() < 1e-5 * size
    warm[:, 0] = 2e4
    warm[len(contacts) :] = 0.0
    _, other = solved(posed, kept=warm, sweeps=3000)
    assert abs(other - response).max() < 1e-3 * size
    for p, q, r in again[: len(contacts), :3]:
        assert p >= 0.0
        assert math.hypot(q, r) <= friction * p + 1e-6


def test_there_are_never_more_contacts_than_room():
    rows, slots, count = np.full((3, WIDTH), np.nan), np.zeros(3, np.int64), 0
    stuff = material(SHIPPED, 0.4, 0.2, DT)
    counts = []
    for slot in range(6):
        arm = (slot - 2.5, 0.0, -8.0)
        count = add(rows, slots, count, slot, UP, arm, 0.1, STILL, np.zeros(6), BALL, stuff)
        counts.append(count)
    assert counts == [1, 2, 3, 3, 3, 3]
    assert slots.tolist() == [0, 1, 2]


@pytest.mark.parametrize("normal", list(itertools.product((-0.6, 0.0, 0.6), repeat=3)))
def test_normal_and_tangents_are_square(normal):
    size = math.hypot(*normal)
    if size == 0.0:
        return
    n = tuple(c / size for c in normal)
    rows, _, _ = pose([(n, (1.0, 2.0, 3.0), 0.1)], np.zeros(6))
    frame = np.array([rows[0, 6 * k : 6 * k + 3] for k in range(3)])
    assert frame[0] == pytest.approx(n)
    assert frame @ frame.T == pytest.approx(np.eye(3), abs=1e-12)
    turns = np.array([rows[0, 6 * k + 3 : 6 * k + 6] for k in range(3)])
    assert turns == pytest.approx(np.cross([1.0, 2.0, 3.0], frame))
