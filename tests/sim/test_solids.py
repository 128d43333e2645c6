"""The four dice as solids: geometry against closed formulas and exact integration."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from sim.solids import INERTIA, solid

SIZES = {"d4": 20.0, "d6": 16.0, "d10": 16.0, "d12": 16.0}
KINDS = sorted(SIZES)
VOLUMES = {
    "d4": 20.0**3 / (6 * math.sqrt(2)),
    "d6": 16.0**3,
    # Masses in acrylic (1.18 g/cm3) of physics-figures.md, section 1.3.
    "d10": 3.92 / 1.18e-3,
    "d12": 3.35 / 1.18e-3,
}


def moments(body):
    """Volume, its first and its second moments: exact, by tetrahedra from the centre."""
    volume, first, second = 0.0, np.zeros(3), np.zeros((3, 3))
    corners = np.array(body.corners)
    for loop in body.loops:
        for b, c in pairwise(loop[1:]):
            t = corners[[loop[0], b, c]]
            six = float(np.linalg.det(t))
            volume += six / 6
            first += six / 24 * t.sum(axis=0)
            second += six / 120 * (np.einsum("ki,kj->ij", t, t) + np.outer(t.sum(0), t.sum(0)))
    return volume, first, second


@pytest.mark.parametrize("kind", KINDS)
def test_faces_and_numbers(kind):
    body = solid(kind, SIZES[kind])
    n = int(kind[1:])
    assert len(body.normals) == len(body.loops) == n
    assert sorted(body.numbers) == list(range(1, n + 1))
    assert body.reads_bottom == (kind == "d4")
    # Euler: corners - edges + faces = 2.
    assert len(body.corners) - sum(map(len, body.loops)) / 2 + n == 2


@pytest.mark.parametrize("kind", ["d6", "d10", "d12"])
def test_opposite_faces_add_up(kind):
    body = solid(kind, SIZES[kind])
    normals = np.array(body.normals)
    for i, normal in enumerate(normals):
        opposite = int((normals @ normal).argmin())
        assert normals[opposite] == pytest.approx(-normal, abs=1e-9)
        assert body.numbers[i] + body.numbers[opposite] == len(normals) + 1


@pytest.mark.parametrize("kind", KINDS)
def test_every_face_is_flat_level_with_the_inscribed_ball_and_seen_from_outside(kind):
    body = solid(kind, SIZES[kind])
    corners = np.array(body.corners)
    for normal, loop in zip(np.array(body.normals), body.loops, strict=True):
        assert np.linalg.norm(normal) == pytest.approx(1.0)
        assert (corners @ normal).max() == pytest.approx(body.r_in)
        assert corners[list(loop)] @ normal == pytest.approx(body.r_in)
        ring = corners[[*loop, *loop[:2]]]
        for a, b, c in zip(ring, ring[1:], ring[2:], strict=False):
            assert np.cross(b - a, c - b) @ normal > 0


@pytest.mark.parametrize("kind", KINDS)
def test_size_says_edge_of_a_d4_and_face_to_face_of_the_others(kind):
    body = solid(kind, SIZES[kind])
    if kind == "d4":
        for i, a in enumerate(body.corners):
            for b in body.corners[:i]:
                assert math.dist(a, b) == pytest.approx(20.0)
        assert body.r_in == pytest.approx(20 / (2 * math.sqrt(6)))
    else:
        assert body.r_in == pytest.approx(8.0)
    assert body.r_out == pytest.approx(max(math.hypot(*c) for c in body.corners))
    assert body.half == SIZES[kind] / 2


@pytest.mark.parametrize("kind", KINDS)
def test_volume_centre_and_inertia(kind):
    body = solid(kind, SIZES[kind])
    volume, first, second = moments(body)
    assert volume == pytest.approx(VOLUMES[kind], rel=3e-3)
    assert first / volume == pytest.approx(np.zeros(3), abs=1e-9)
    mean = 2 / 3 * np.trace(second) / volume / body.r_in**2
    assert INERTIA[kind] == pytest.approx(mean, rel=2e-3)


@pytest.mark.parametrize(
    ("kind", "turns"),
    [("d4", {109.47: 3}), ("d6", {90.0: 4}), ("d12", {63.43: 5}), ("d10", {51.69: 2, 90.29: 2})],
)
def test_angles_between_neighbouring_faces(kind, turns):
    """How far a die turns over an edge (physics-figures.md, section 1.3)."""
    body = solid(kind, SIZES[kind])
    for i, loop in enumerate(body.loops):
        edges = {frozenset(pair) for pair in zip(loop, loop[1:] + loop[:1], strict=True)}
        found = Counter()
        for j, other in enumerate(body.loops):
            if i != j and any(
                frozenset(pair) in edges for pair in zip(other, other[1:] + other[:1], strict=True)
            ):
                cosine = float(np.dot(body.normals[i], body.normals[j]))
                angle = math.degrees(math.acos(cosine))
                found[min(turns, key=lambda t: abs(t - angle))] += 1
                assert min(abs(t - angle) for t in turns) < 0.02
        assert found == turns


def test_a_die_is_the_same_at_every_size():
    for kind in KINDS:
        one, two = solid(kind, 10.0), solid(kind, 30.0)
        assert one.numbers == two.numbers
        assert np.array(two.corners) == pytest.approx(3 * np.array(one.corners))


def test_an_unknown_die_is_refused():
    with pytest.raises(ValueError, match=r"d20.*expected d4, d6, d10 or d12"):
        solid("d20", 16.0)
