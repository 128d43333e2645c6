"""What a die shows in the side plane."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from sim.sections import DRAWS, DieFit, section, shipped_fit

KINDS = ("d4", "d6", "d10", "d12")


def inner(shape):
    """Distances of the sides from the centre, counter-clockwise sides only (else negative)."""
    return [
        (x0 * y1 - x1 * y0) / math.hypot(x1 - x0, y1 - y0)
        for (x0, y0), (x1, y1) in zip(shape, shape[1:] + shape[:1], strict=True)
    ]


def drawn(rng):
    return tuple(rng.random() for _ in range(DRAWS))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("edge_radius", [0.0, 1.0])
def test_a_section_is_convex_round_its_centre_and_never_lower_than_the_die(kind, edge_radius):
    rng = random.Random(f"section {kind}")
    fit = shipped_fit().dice[kind]
    for _ in range(500):
        shape = section(fit, 8.0, edge_radius, drawn(rng))
        assert len(shape) in fit.sides
        assert min(inner(shape)) == pytest.approx(8.0 - edge_radius)
        for a, b, c in zip(shape, shape[1:] + shape[:1], shape[2:] + shape[:2], strict=True):
            assert (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0


@pytest.mark.parametrize("kind", KINDS)
def test_the_numbers_of_sides_follow_their_weights(kind):
    rng = random.Random(f"weights {kind}")
    fit = shipped_fit().dice[kind]
    counts = dict.fromkeys(fit.sides, 0)
    for _ in range(4000):
        counts[len(section(fit, 8.0, 0.0, drawn(rng)))] += 1
    total = sum(fit.weights)
    for sides, weight in zip(fit.sides, fit.weights, strict=True):
        share = weight / total
        sigma = math.sqrt(4000 * share * (1 - share))
        assert abs(counts[sides] - 4000 * share) <= 4 * sigma


@pytest.mark.parametrize("sides", [3, 4, 5, 6, 7])
def test_every_side_has_draws_of_its_own(sides):
    """A draw that moves one corner moves no other one (but for the common scale)."""
    fit = DieFit(sides=(sides,), weights=(1.0,), jitter=0.1, kick=0.0, yaw_kick=0.0)
    middle = (0.5,) * DRAWS
    regular = section(fit, 8.0, 0.0, middle)
    moved = set()
    for k in range(1, DRAWS):
        draws = tuple(0.9 if i == k else 0.5 for i in range(DRAWS))
        other = section(fit, 8.0, 0.0, draws)
        directions = [
            math.atan2(y1, x1) - math.atan2(y0, x0)
            for (x0, y0), (x1, y1) in zip(regular, other, strict=True)
        ]
        shares = [math.hypot(*p) / math.hypot(*q) for p, q in zip(other, regular, strict=True)]
        turned = {i for i, d in enumerate(directions) if abs(math.remainder(d, math.tau)) > 1e-9}
        usual = sorted(shares)[len(shares) // 2]
        longer = {i for i, s in enumerate(shares) if abs(s - usual) > 1e-9}
        assert len(turned | longer) <= 1
        moved |= {(k, i) for i in turned | longer}
    assert {i for _, i in moved} == set(range(sides))
    assert len(moved) == 2 * sides


def test_without_jitter_a_section_is_regular():
    fit = replace(shipped_fit().dice["d6"], sides=(6,), weights=(1.0,), jitter=0.0)
    shape = section(fit, 8.0, 0.0, drawn(random.Random(1)))
    assert [math.hypot(*p) for p in shape] == pytest.approx([8.0 / math.cos(math.pi / 6)] * 6)


def test_the_shipped_fit_covers_every_die():
    fit = shipped_fit()
    assert set(fit.dice) == set(KINDS)
    assert fit.provenance
    for row in fit.dice.values():
        assert len(row.sides) == len(row.weights)
        assert min(row.weights) > 0
        assert row.kick >= 0
