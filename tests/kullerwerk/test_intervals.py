"""Intervals of the lab: against closed formulas, and how often they hold."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from kullerwerk.lab import intervals
from kullerwerk.shares import share


def test_a_mean_has_students_interval():
    values = np.array([3.0, 5.0, 4.0, 8.0])
    low, high = stats.t.interval(0.95, 3, loc=5.0, scale=stats.sem(values))
    found = intervals.mean(values)
    assert (found.value, found.clusters) == (5.0, 4)
    assert (found.low, found.high) == pytest.approx((low, high))


def test_strata_weigh_the_same_whatever_their_size():
    values = np.array([1.0, 3.0, 10.0, 10.0, 10.0, 14.0])
    strata = np.array(["a", "a", "b", "b", "b", "b"])
    assert intervals.mean(values, strata).value == pytest.approx((2.0 + 11.0) / 2)


def test_two_strata_have_welchs_interval():
    a, b = np.array([1.0, 2.0, 4.0, 7.0, 3.0]), np.array([9.0, 30.0, 14.0])
    welch = stats.ttest_ind(b, a, equal_var=False).confidence_interval(0.95)
    found = intervals.mean(np.concatenate([a, b]), np.array([0.0] * 5 + [1.0] * 3))
    assert found.high - found.low == pytest.approx((welch.high - welch.low) / 2)


def test_a_portion_of_single_draws_is_nearly_wilsons():
    over = np.array([1.0] * 30 + [0.0] * 170)
    found, plain = intervals.portion(over, np.ones(200)), share(30, 200)
    assert found.value == plain.value
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=0.003)


def test_clusters_of_twins_count_half():
    rng = np.random.default_rng(1)
    once = (rng.random(400) < 0.2).astype(float)
    alone = intervals.portion(once, np.ones(400))
    twins = intervals.portion(2.0 * once, 2.0 * np.ones(400))
    assert (twins.low, twins.high) == pytest.approx((alone.low, alone.high), abs=1e-12)


@pytest.mark.parametrize("count", [0.0, 1.0])
def test_nothing_or_all_counted_stays_within_bounds(count):
    found = intervals.portion(np.full(50, count), np.ones(50))
    assert found.value == count
    assert 0.0 <= found.low <= found.value <= found.high <= 1.0
    assert found.high - found.low > 0.02


def test_two_runs_that_say_nothing_leave_everything_open():
    found = intervals.mean(np.array([3.0]))
    assert math.isnan(found.value)
    assert (found.low, found.high) == (-math.inf, math.inf)


def holding(draw, truth, estimate, many=2000):
    """Share of ``many`` samples whose interval holds the truth."""
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(many):
        found = estimate(*draw(rng))
        held += found.low <= truth <= found.high
    return held / many


def test_means_hold():
    assert 0.94 < holding(lambda r: (r.normal(2.0, 1.0, 6),), 2.0, intervals.mean) < 0.96
    assert 0.92 < holding(lambda r: (r.exponential(2.0, 60),), 2.0, intervals.mean) < 0.96


@pytest.mark.parametrize("p", [0.002, 0.01, 0.1, 0.5])
def test_portions_of_clusters_hold(p):
    """Runs of 5 to 30 throws, each with a chance of its own."""

    def draw(rng):
        many = rng.integers(5, 30, 60).astype(float)
        chance = rng.beta(4 * p, 4 * (1 - p), 60)
        return rng.binomial(many.astype(int), chance).astype(float), many

    assert 0.9 < holding(draw, p, intervals.portion) < 0.99


def test_quantiles_hold():
    truth = -math.log(0.1)
    held = holding(
        lambda r: (r.exponential(1.0, 120),), truth, lambda v: intervals.quantile(v, 0.9)
    )
    assert 0.94 < held < 0.99


def test_the_widest_difference_holds():
    def draw(rng):
        return ([rng.normal(m, 3.0, 30) for m in (10.0, 11.0, 12.0, 14.0)],)

    assert holding(draw, 4.0, intervals.widest, 500) > 0.95


def test_the_widest_paired_difference_holds():
    """Shares of one whole: where one has more, another has less."""

    def draw(rng):
        return (rng.multinomial(1, (0.1, 0.2, 0.3, 0.4), 60).astype(float),)

    assert holding(draw, 0.3, intervals.widest_pair, 500) > 0.95
    a = np.array([[1.0, 3.0], [2.0, 5.0], [4.0, 4.0]])
    paired = stats.ttest_rel(a[:, 1], a[:, 0]).confidence_interval(0.95)
    found = intervals.widest_pair(a)
    assert (found.value, found.high) == pytest.approx((5 / 3, paired.high))
