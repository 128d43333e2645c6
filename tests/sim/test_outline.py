"""Outlines: hulls against scipy's, corners in plan against plain sums."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial import ConvexHull
from scipy.spatial.transform import Rotation

from sim import outline
from sim.rotation import turned
from sim.solids import solid


def hull(points):
    points = np.array(points)
    room = np.empty_like(points)
    return [(x, y) for x, y in room[: outline.hull(points, room)].tolist()]


@pytest.mark.parametrize("size", [2, 6, 40, 10_000_000])
def test_the_hull_goes_counter_clockwise_round_all_points(size):
    """On a coarse grid many points are equal, or on one line."""
    rng = random.Random(f"hull {size}")
    for _ in range(100):
        points = [(rng.randint(-size, size), rng.randint(-size, size)) for _ in range(12)]
        found = hull(points)
        assert found[0] == min(points)
        assert sorted(found) == sorted(points[k] for k in ConvexHull(np.array(points)).vertices)
        for (ax, ay), (bx, by) in pairwise((*found, found[0])):
            assert all((bx - ax) * (y - ay) >= (by - ay) * (x - ax) for x, y in points)


@pytest.mark.parametrize(
    ("points", "corners"),
    [
        ([(1, 2)], [(1, 2)]),
        ([(1, 2), (1, 2)], [(1, 2)]),
        ([(3, 4), (1, 2), (3, 4)], [(1, 2), (3, 4)]),
        ([(0, 0), (2, 2), (1, 1), (3, 3)], [(0, 0), (3, 3)]),
        ([(0, 5), (0, 0), (0, 3)], [(0, 0), (0, 5)]),
    ],
    ids=["one", "equal", "two", "a line", "an upright line"],
)
def test_hulls_without_area(points, corners):
    assert hull(points) == corners


@pytest.mark.parametrize(("kind", "size"), [("d4", 20.0), ("d6", 16.0), ("d10", 16.0)])
def test_corners_in_plan_are_rounded_as_python_rounds(kind, size):
    corners = solid(kind, size).corners
    points = np.empty((len(corners), 2), np.int64)
    for turn in Rotation.random(50, rng=np.random.default_rng(3)).as_matrix():
        matrix = tuple(turn.ravel().tolist())
        outline.to_plan(np.array(corners), turn.ravel(), 100.0, 7, -9, points)
        plan = [turned(matrix, c) for c in corners]
        assert points.tolist() == [[7 + round(x * 100), -9 + round(y * 100)] for x, y, _ in plan]


def test_halves_are_rounded_to_even():
    halves = np.array([(0.5, -0.5, 0.0), (1.5, -1.5, 0.0), (2.5, -2.5, 0.0)])
    points = np.empty((3, 2), np.int64)
    outline.to_plan(halves, np.eye(3).ravel(), 1.0, 0, 0, points)
    assert points.tolist() == [[0, 0], [2, -2], [2, -2]]
