"""Free motion: the torque-free top, the parabola, and how long nothing can touch."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sim.flight import axis_of, fly, place_corners, turn_by, until_ground
from sim.solids import inertia_of, solid
from sim.world import GRAVITY

KEPT = 1e-9
"""Relative error of what a free body keeps."""
D10 = solid("d10", 16.0)
ACROSS, ALONG = inertia_of("d10", D10.r_in)


def state_of(place=(0, 0, 0), turn=(1, 0, 0, 0), velocity=(0, 0, 0), spin=(0, 0, 0)):
    turn = np.array(turn, float)
    return np.array([*place, *(turn / np.linalg.norm(turn)), *velocity, *spin], float)


def top(across=ACROSS, along=ALONG):
    return np.array([1 / across, 1 / along, 0.0, 0.0, 1.0])


def momentum(state, inertia):
    axis_of(state, inertia)
    axis, spin = inertia[2:5].copy(), state[10:13]
    along = axis @ spin
    return (spin - along * axis) / inertia[0] + along * axis / inertia[1]


@pytest.mark.parametrize("inertia", [(ACROSS, ALONG), (50.0, 2.0), (20.0, 38.0)])
@pytest.mark.parametrize("times", [1, 200])
def test_a_free_top_keeps_energy_and_angular_momentum(inertia, times):
    """0.2 s of it, in one flight and in many."""
    state, inertia = state_of(turn=(0.9, 0.3, -0.2, 0.1), spin=(40.0, -70.0, 90.0)), top(*inertia)
    before = momentum(state, inertia)
    energy = before @ state[10:13] / 2
    for _ in range(times):
        axis_of(state, inertia)
        fly(state, inertia, 0.2 / times)
    after = momentum(state, inertia)
    assert after @ state[10:13] / 2 == pytest.approx(energy, rel=KEPT)
    assert after == pytest.approx(before, rel=KEPT, abs=KEPT * np.linalg.norm(before))


@pytest.mark.parametrize(("across", "along"), [(ACROSS, ALONG), (20.0, 38.0), (30.0, 5.0)])
def test_the_axis_precesses_at_the_rate_of_euler(across, along):
    """The axis goes round the angular momentum at |L| / I across."""
    inertia, tilt = top(across, along), 0.4
    # Angular momentum upward, the axis tilted by 0.4 towards x.
    turn = (math.cos(tilt / 2), 0.0, math.sin(tilt / 2), 0.0)
    axis = np.array([math.sin(tilt), 0.0, math.cos(tilt)])
    size = 80.0 * across
    up = np.array([0.0, 0.0, size])
    spin = up / across + (1 / along - 1 / across) * (axis @ up) * axis
    state = state_of(turn=turn, spin=spin)
    time = 0.01
    axis_of(state, inertia)
    fly(state, inertia, time)
    axis_of(state, inertia)
    assert inertia[4] == pytest.approx(math.cos(tilt), abs=1e-9)
    angle = math.atan2(inertia[3], inertia[2])
    assert angle == pytest.approx(size / across * time, rel=1e-9)


def test_a_flight_is_a_parabola_however_it_is_cut():
    whole = state_of((1, 2, 30), velocity=(300, -200, 900), spin=(30, 40, 50))
    parts = whole.copy()
    inertia = top(30.0, 30.0)
    fly(whole, inertia, 0.05)
    for _ in range(50):
        fly(parts, inertia, 0.001)
    assert whole == pytest.approx(parts, rel=1e-12, abs=1e-12)
    assert whole[:3] == pytest.approx([16.0, -8.0, 30 + 45 - GRAVITY * 0.05**2 / 2])
    assert whole[9] == pytest.approx(900 - GRAVITY * 0.05)


def test_a_turn_is_about_the_spin():
    state = state_of(spin=(0, 0, math.pi))
    turn_by(state, 0.5)
    corners = np.zeros((1, 3))
    place_corners(state, np.array([[1.0, 0.0, 2.0]]), corners)
    assert corners[0] == pytest.approx([0.0, 1.0, 2.0], abs=1e-12)


vectors = st.lists(st.floats(-1, 1), min_size=3, max_size=3).map(np.array)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["d4", "d6", "d10", "d12"]),
    st.lists(st.floats(-1, 1), min_size=4, max_size=4),
    vectors,
    vectors,
    st.floats(0.0, 60.0),
    st.floats(0.0, 1.0),
)
def test_no_corner_reaches_the_ground_before_it_is_said_to(kind, turn, way, spin, above, radius):
    assume(math.hypot(*turn) > 0.1)
    die = solid(kind, 16.0)
    body = np.array(die.corners) * (die.r_in - radius) / die.r_in
    corners = np.zeros_like(body)
    state = state_of((0, 0, 0), turn, 1500 * way, 120 * spin)
    place_corners(state, body, corners)
    state[2] = above + radius - corners[:, 2].min()
    free = until_ground(state, corners, radius)
    assert free >= 0.0
    if above > 0.001:
        assert free > 0.0
    inertia = np.array([*(1 / i for i in inertia_of(kind, die.r_in)), 0.0, 0.0, 1.0])
    for _ in range(40):
        axis_of(state, inertia)
        fly(state, inertia, free / 40)
        place_corners(state, body, corners)
        assert state[2] + corners[:, 2].min() - radius > -1e-6


def test_it_is_exact_for_a_fall_without_spin():
    state = state_of((0, 0, 18.0), velocity=(0, 0, -500.0))
    body = np.array(solid("d6", 16.0).corners)
    free = until_ground(state, body, 0.0)
    assert 10.0 - 500.0 * free - GRAVITY * free**2 / 2 == pytest.approx(0.0, abs=1e-9)
