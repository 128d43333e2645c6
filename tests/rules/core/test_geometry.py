"""Crossings are exact, overlaps agree with another way of looking, directions round alike."""

import math
import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from koenig_fixture import _area, _clipped

from rules.core.geometry import (
    block,
    contains,
    crossing,
    direction,
    disc_overlap,
    distance_to_segment,
    footprint,
    is_convex,
    overlap,
    reach,
)

small = st.integers(-30, 30)
points = st.tuples(small, small)


def test_directions_of_nice_angles_are_exact():
    assert direction(3000)[1] == 0.5
    assert direction(6000)[0] == 0.5
    assert direction(9000) == (0, 1)
    assert direction(18000) == (-1, 0)
    assert direction(24000)[0] == -0.5


def test_a_footprint_lies_behind_its_snout_line():
    assert footprint((0, 0, 0), 60, 90) == ((0, -30), (0, 30), (-90, 30), (-90, -30))
    xs = [x for x, _ in footprint((0, 0, 18000), 60, 90)]
    assert min(xs) == 0
    assert max(xs) == 90


def test_a_block_lies_round_its_centre():
    assert set(block((10, 0, 9000), 20, 4)) == {(12, -10), (12, 10), (8, 10), (8, -10)}


@given(points, points, points, points)
def test_a_crossing_agrees_with_rational_arithmetic(a, b, p, q):
    """The line of a-b is met from one side to the other, within a-b, ends included."""
    if a == b:
        return
    found = crossing(a, b, p, q)
    ab = (b[0] - a[0], b[1] - a[1])
    left = [ab[0] * (z[1] - a[1]) - ab[1] * (z[0] - a[0]) >= 0 for z in (p, q)]
    if left[0] == left[1]:
        assert found is None
        return
    d = (q[0] - p[0], q[1] - p[1])
    denominator = ab[0] * d[1] - ab[1] * d[0]
    ap = (a[0] - p[0], a[1] - p[1])
    t = Fraction(ab[0] * ap[1] - ab[1] * ap[0], denominator)
    u = Fraction(d[0] * ap[1] - d[1] * ap[0], denominator)
    if 0 <= u <= 1:
        assert found == (t, 1 if left[1] else -1)
    else:
        assert found is None


@given(points, points, st.lists(points, min_size=2, max_size=8))
def test_there_and_back_again_counts_nothing(a, b, way):
    if a == b:
        return
    total = 0
    for path in (way, way[::-1]):
        for p, q in pairwise(path):
            hit = crossing(a, b, p, q)
            total += hit[1] if hit else 0
    assert total == 0


@settings(max_examples=200)
@given(st.integers(0, 10**6))
def test_overlap_agrees_with_clipping(seed):
    rng = random.Random(seed)
    one = footprint((0, 0, rng.randrange(36000)), 60, 90)
    other = footprint(
        (rng.randint(-150, 150), rng.randint(-150, 150), rng.randrange(36000)), 60, 90
    )
    depth = overlap(one, other)
    shared = _clipped(list(one), list(other))
    area = abs(_area(shared)) if shared else 0.0
    if depth > 0.01:
        assert area > 0
    if depth < -0.01:
        assert area < 1e-6


@given(small, small, st.integers(1, 40))
def test_disc_overlap_agrees_with_the_distance_to_sampled_points(x, y, radius):
    polygon = ((-20, -10), (20, -10), (20, 10), (-20, 10))
    nearest = math.hypot(max(0, abs(x) - 20), max(0, abs(y) - 10))
    found = disc_overlap(polygon, (x, y), radius)
    if nearest > 0:
        assert found == pytest.approx(radius - nearest)
    else:
        assert found == pytest.approx(radius + min(20 - abs(x), 10 - abs(y)))


@given(points, points, points)
def test_distance_to_a_segment_is_the_floor_of_the_exact_one(a, b, p):
    best = min(
        math.dist(p, (a[0] + k / 2000 * (b[0] - a[0]), a[1] + k / 2000 * (b[1] - a[1])))
        for k in range(2001)
    )
    found = distance_to_segment(a, b, p) if a != b else math.isqrt(int(math.dist(a, p) ** 2 + 0.5))
    assert found <= best + 1e-9
    assert found >= best - 1.01


def test_convexity():
    square = ((0, 0), (4, 0), (4, 4), (0, 4))
    star = tuple(
        (round(1000 * math.cos(4 * math.pi * k / 5)), round(1000 * math.sin(4 * math.pi * k / 5)))
        for k in range(5)
    )
    assert is_convex(square)
    assert is_convex((*square[:1], (2, 0), *square[1:]))
    assert not is_convex(square[::-1])
    assert not is_convex(star)
    assert not is_convex(((0, 0), (4, 0), (1, 1), (0, 4)))
    assert not is_convex(((0, 0), (2, 0), (4, 0)))
    assert not is_convex(((0, 0), (2, 0)))
    assert not is_convex((*square, (0, 4)))


def test_contains_its_rim():
    square = ((0, 0), (4, 0), (4, 4), (0, 4))
    assert contains(square, (4, 2))
    assert contains(square, (1, 1))
    assert not contains(square, (5, 2))


def test_reach_is_rounded_up():
    assert reach(((3, 4), (0, 1)), (0, 0)) == 5
    assert reach(((3, 5),), (0, 0)) == 6
