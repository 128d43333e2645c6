"""Rotation matrices against scipy's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from sim.rotation import (
    IDENTITY,
    about,
    between,
    from_quaternion,
    heights,
    quaternion,
    times,
    turned,
)

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
@given(rotations, st.lists(vectors, max_size=5))
def test_heights_are_those_of_the_turned_points(turn, points):
    expected = [turned(flat(turn), v)[2] for v in points]
    assert heights(flat(turn), tuple(points)) == expected


@fast
@given(rotations)
def test_quaternions_of_all_rotations(turn):
    q = quaternion(flat(turn))
    x, y, z, w = turn.as_quat()
    assert abs(np.dot(q, (w, x, y, z))) == pytest.approx(1.0, abs=1e-12)
    assert square(from_quaternion(q)) == pytest.approx(turn.as_matrix(), abs=1e-12)


@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)])
def test_quaternions_of_half_turns(axis):
    assert quaternion(about(axis, math.pi)) == pytest.approx((0.0, *axis), abs=1e-12)


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
