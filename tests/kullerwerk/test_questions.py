"""The likelihood of a table, learned from throws whose law is known."""

from __future__ import annotations

import numpy as np
import pytest

from kullerwerk.lab.questions import Group, Places, answered, asked_of, chance, learned, questions
from kullerwerk.lab.scores import scored

NOBODY = np.zeros(0, dtype=np.int64)


def thrown(materials, rng):
    """Dice that go 400 * the first number ahead, spread by 60 * the second, and fall off by it."""
    n = len(materials)
    ahead = 400 * materials[:, 0] + 60 * materials[:, 1] * rng.standard_normal(n)
    aside = 40 * rng.standard_normal(n)
    where = (rng.random(n) < 0.3 * materials[:, 1]).astype(np.int64)
    return Places(where, ahead, aside)


def asking(groups, near=None):
    return learned(groups, asked_of(groups, near))


def test_questions_part_throws_evenly():
    places = thrown(np.full((1600, 2), 0.5), np.random.default_rng(1))
    asked = questions(places, 50)
    assert [one.key for one in asked[:2]] == ["on_table", "off"]
    for one, (rows, yes) in zip(asked[2:], answered(asked, places)[2:], strict=True):
        assert np.count_nonzero(rows & yes) == pytest.approx(np.count_nonzero(rows) / 2, abs=1)
        assert not np.any(places.where[rows]), f"{one} is asked of a die that lies on the table"


def test_a_chance_is_that_of_its_throws():
    rng = np.random.default_rng(2)
    x = rng.uniform(-1, 1, 20_000)
    basis = np.stack([np.ones(len(x)), x], axis=1)
    true = 1 / (1 + np.exp(-(0.5 + 2 * x)))
    function = chance(basis, rng.random(len(x)) < true)
    assert function.weights == pytest.approx([0.5, 2.0], abs=0.1)
    p, variance = function.at(np.array([[1.0, 0.3]]))
    assert abs(np.log(p / (1 - p))[0] - 1.1) < 4 * np.sqrt(variance[0])


@pytest.mark.parametrize("yes", [True, False])
def test_a_chance_that_never_varies_stays_finite(yes):
    basis = np.stack([np.ones(500), np.linspace(-1, 1, 500)], axis=1)
    p, _ = chance(basis, np.full(500, yes)).at(np.array([[1.0, 5.0], [1.0, -5.0]]))
    assert np.all((p > 0.95) if yes else (p < 0.05))


def test_intervals_of_the_likelihood_hold_what_is_true():
    """Twice the drop of the likelihood at the truth is chi squared with two degrees of freedom."""
    rng = np.random.default_rng(3)
    low, high = np.array([0.4, 0.3]), np.array([0.6, 0.9])
    materials = low + rng.random((4_000, 2)) * (high - low)
    simulated = thrown(materials, rng)
    truth = np.array([0.5, 0.6])
    grid = low + rng.random((800, 2)) * (high - low)
    near = np.hypot(*((materials - truth) / (high - low)).T) < 0.3
    inside = 0
    for _ in range(40):
        measured = thrown(np.tile(truth, (100, 1)), rng)
        model = asking((Group(measured, simulated, materials),), near)
        drop = model.log_likelihood(grid).max() - model.log_likelihood(truth[None])[0]
        inside += drop < 2.996
    assert 33 <= inside <= 40


def test_a_table_of_the_simulation_fits_and_another_does_not():
    rng = np.random.default_rng(4)
    materials = 0.4 + 0.2 * rng.random((6_000, 2))
    simulated = thrown(materials, rng)
    truth = np.array([0.5, 0.5])
    shares = []
    for bend in (0.0, 120.0):
        own = thrown(np.tile(truth, (150, 1)), rng)
        own = Places(own.where, own.ahead, own.aside + bend * np.sign(own.aside))
        model = asking((Group(own, simulated, materials),), np.ones(6_000, dtype=np.bool_))
        drawn = model.drawn(truth, 300, rng)
        shares.append(np.mean(drawn <= model.log_likelihood(truth[None])[0]))
    assert shares[0] > 0.01
    assert shares[1] < 0.01


def test_nobody_measured_makes_no_material_likelier():
    rng = np.random.default_rng(5)
    materials = rng.random((500, 2))
    nobody = Places(NOBODY, NOBODY.astype(float), NOBODY.astype(float))
    model = asking((Group(nobody, thrown(materials, rng), materials),))
    assert not model.log_likelihood(materials).any()


def test_few_simulated_throws_make_scores_wider_not_wrong():
    """All tables share one small sample, so what it has wrong is wrong for all of them."""
    rng = np.random.default_rng(6)
    low, high = np.array([0.4, 0.3]), np.array([0.6, 0.9])
    truth = np.array([0.5, 0.6])
    grid = low + rng.random((1_500, 2)) * (high - low)
    even = grid, np.full(len(grid), 1 / len(grid))
    held, wide = np.zeros(2), {}
    for count in (600, 2_400):
        materials = low + rng.random((count, 2)) * (high - low)
        simulated = thrown(materials, rng)
        near = np.hypot(*((materials - truth) / (high - low)).T) < 0.3
        halves = []
        for _ in range(10):
            group = (Group(thrown(np.tile(truth, (100, 1)), rng), simulated, materials),)
            asked = asked_of(group, near)
            logs = scored(group, asked, even, near, rng).log_likelihood(grid)
            weights = np.exp(logs - logs.max()) / np.exp(logs - logs.max()).sum()
            middle = weights @ grid
            half = 1.96 * np.sqrt(weights @ (grid - middle) ** 2)
            held += np.abs(middle - truth) < half
            halves.append(half)
        wide[count] = np.mean(halves, axis=0)
    assert (held >= 17).all()
    assert (wide[600] > wide[2_400]).all()
    assert (wide[2_400] < [0.03, 0.18]).all(), "scores tell the materials"
