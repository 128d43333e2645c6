"""Rotation matrices against scipy's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from sim.rotation import IDENTITY, about, between, spun, times, turned

rotations = st.lists(st.floats(-3, 3), min_size=3, max_size=3).map(Rotation.from_rotvec)
coordinates = st.floats(-1e3, 1e3)
vectors = st.tuples(coordinates, coordinates, coordinates)
units = vectors.filter(lambda v: math.hypot(*v) > 1e-3).map(
    lambda v: tuple(x / math.hypot(*v) for x in v)
)
fast = settings(deadline=None, max_examples=100, derandomize=True)


def flat(rotation):
    return tuple(rotation.as_matrix().ravel().tolist())


def square(matrix):
    return np.array(matrix).reshape(3, 3)


@fast
@given(units, st.floats(-10, 10))
def test_about(axis, angle):
    expected = Rotation.from_rotvec(angle * np.array(axis)).as_matrix()
    assert square(about(axis, angle)) == pytest.approx(expected, abs=1e-12)


@fast
@given(rotations, rotations, vectors)
def test_times_turns_by_the_right_one_first(p, q, v):
    expected = (p * q).as_matrix()
    assert square(times(flat(p), flat(q))) == pytest.approx(expected, abs=1e-12)
    assert turned(flat(p), v) == pytest.approx(p.apply(v), abs=1e-9)


@fast
@given(rotations, vectors, st.floats(0, 0.01))
def test_spun_turns_by_a_spin_of_the_world(start, spin, time):
    expected = (Rotation.from_rotvec(np.array(spin) * time) * start).as_matrix()
    assert square(spun(flat(start), spin, time)) == pytest.approx(expected, abs=1e-11)


def test_a_long_chain_stays_a_rotation():
    matrix = IDENTITY
    for k in range(20_000):
        matrix = spun(matrix, (30.0 * math.sin(k), 40.0, -20.0 * math.cos(3 * k)), 2e-4)
    assert square(matrix) @ square(matrix).T == pytest.approx(np.eye(3), abs=1e-10)
    assert np.linalg.det(square(matrix)) == pytest.approx(1.0, abs=1e-10)


@fast
@given(units, units)
def test_between_takes_the_shortest_way(start, end):
    matrix = between(start, end)
    assert turned(matrix, start) == pytest.approx(end, abs=1e-9)
    angle = math.acos(max(-1.0, min(1.0, (np.trace(square(matrix)) - 1) / 2)))
    wanted = math.atan2(np.linalg.norm(np.cross(start, end)), np.dot(start, end))
    assert angle == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("v", [(1.0, 0.0, 0.0), (0.0, 0.6, 0.8), (0.0, 0.0, -1.0)])
def test_between_opposite_and_equal_directions(v):
    back = (-v[0], -v[1], -v[2])
    assert turned(between(v, back), v) == pytest.approx(back, abs=1e-12)
    assert between(v, v) == IDENTITY
