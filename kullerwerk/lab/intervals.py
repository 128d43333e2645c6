"""Estimates with 95 % intervals from clusters: runs or races that know nothing of one another.

Throws of one run do hang together, so whatever is counted by throws is counted per run, and its
interval comes from how runs differ.

The methods are those that hold: hundreds of small studies of runs drawn from a pool whose truth is
known (``tests/kullerwerk/test_lab_coverage.py``) must have the truth within 90 to 99 % of their
intervals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from kullerwerk.shares import Z95, wilson

Floats = NDArray[np.float64]
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure: its ``value``, its 95 % interval, and how many clusters and ``size`` stand for it.

    Nothing known: value nan, interval from -inf to inf. ``pulls`` says by how much each cluster,
    in their order, pulls the value (linearised; Cochran 1977, 6.4), where that can be said: two
    estimates of the same clusters are compared by it.
    """

    value: float
    low: float
    high: float
    clusters: int
    size: int
    pulls: Floats | None = field(default=None, compare=False, repr=False)

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


NOTHING = Estimate(math.nan, -math.inf, math.inf, 0, 0)


def mean(values: Floats, strata: Floats | None = None) -> Estimate:
    """Mean of a figure per cluster, with Student's interval.

    ``strata`` names the group of each cluster: the mean of the groups' means then, each with the
    same weight, and the interval with Welch and Satterthwaite's degrees of freedom (Biometrics
    Bulletin 2, 1946, p. 110).
    """
    members = _members(len(values), strata)
    groups = [values[rows] for rows in members]
    if not groups or any(len(group) < 2 for group in groups):
        return NOTHING
    pulls = np.zeros(len(values))
    for rows, group in zip(members, groups, strict=True):
        pulls[rows] = (group - group.mean()) / len(group) / len(groups)
    value = float(np.mean([group.mean() for group in groups]))
    parts = np.array([group.var(ddof=1) / len(group) for group in groups]) / len(groups) ** 2
    variance = float(parts.sum())
    free = np.array([len(group) - 1 for group in groups])
    if variance == 0.0:
        return Estimate(value, value, value, len(values), len(values), pulls)
    freedom = variance**2 / float((parts**2 / free).sum())
    half = _t(freedom) * math.sqrt(variance)
    return Estimate(value, value - half, value + half, len(values), len(values), pulls)


def ratio(over: Floats, under: Floats, strata: Floats | None = None) -> Estimate:
    """Sum of ``over`` by sum of ``under``, both per cluster (linearised; Cochran 1977, 6.4).

    ``strata`` names the group of each cluster, where there are equally many of each by design: how
    groups differ makes the figure no less certain then (the combined ratio, Cochran 1977, 6.11).
    """
    total, many = float(under.sum()), len(under)
    if many < 2 or total == 0.0:
        return NOTHING
    value = float(over.sum()) / total
    error, freedom, pulls = _error(over, under, value, strata)
    half = _t(freedom) * error
    return Estimate(value, value - half, value + half, many, round(total), pulls)


def portion(
    over: Floats, under: Floats, strata: Floats | None = None, *, single: bool = False
) -> Estimate:
    """Like `ratio`, for counts ``over`` among ``under``: Wilson's interval, never beyond 0 and 1.

    With the number of independent draws that would tell the same: how many there were, by how much
    the error of clusters is larger than theirs (Korn and Graubard, Survey Methodology 24, 1998).
    ``single``: no cluster has more than one draw, so none hang together.
    """
    total, many = float(under.sum()), len(under)
    if many < 2 or total == 0.0:
        return NOTHING
    p = float(over.sum()) / total
    error, freedom, pulls = _error(over, under, p, strata)
    if error == 0.0:
        # Where nothing (or all) was counted nobody knows how much a cluster hangs together: wholly.
        size = float((under > 0.0).sum())
    else:
        # The error is known by the clusters that have some of what is counted, and some of the
        # rest: with few of them Student's quantile is wider by as much as it is uncertain.
        telling = min(int((over > 0.0).sum()), int((over < under).sum()))
        size = min(total, p * (1 - p) / error**2)
        if not single:
            size *= (Z95 / _t(max(2, min(freedom, telling + 1)))) ** 2
    return Estimate(p, *wilson(p, size), many, round(total), pulls)


def quantile(values: Floats, q: float) -> Estimate:
    """The q-quantile of a figure per cluster, with an interval of order statistics (binomial)."""
    many = len(values)
    if many < 2:
        return NOTHING
    ordered = np.sort(values)
    low = int(stats.binom.ppf((1 - LEVEL) / 2, many, q)) - 1
    high = int(stats.binom.ppf(0.5 + LEVEL / 2, many, q))
    return Estimate(
        float(np.quantile(ordered, q)),
        float(ordered[low]) if low >= 0 else -math.inf,
        float(ordered[high]) if high < many else math.inf,
        many,
        many,
    )


def widest(groups: Sequence[Floats]) -> Estimate:
    """The largest difference between the means of groups, with an interval for any pair's.

    Which two groups are farthest apart is a matter of chance as well, so every pair's interval is
    widened so that all hold at once (Bonferroni), and the largest of their bounds are taken.
    """
    pairs = list(combinations(groups, 2))
    value, low, high = 0.0, 0.0, 0.0
    for a, b in pairs:
        apart = abs(float(a.mean() - b.mean()))
        parts = np.array([a.var(ddof=1) / len(a), b.var(ddof=1) / len(b)])
        variance = float(parts.sum())
        half = 0.0
        if variance > 0.0:
            free = np.array([len(a) - 1, len(b) - 1])
            level = 0.5 + 0.5 * (1.0 - (1.0 - LEVEL) / len(pairs))
            half = float(stats.t.ppf(level, variance**2 / float((parts**2 / free).sum())))
            half *= math.sqrt(variance)
        value, low, high = max(value, apart), max(low, apart - half), max(high, apart + half)
    many = sum(len(group) for group in groups)
    return Estimate(value, low, high, many, many)


def widest_pair(values: Floats) -> Estimate:
    """Like `widest`, of the columns of a table whose rows are clusters: differences are paired."""
    many, groups = values.shape
    if many < 2:
        return NOTHING
    level = 0.5 + 0.5 * (1.0 - (1.0 - LEVEL) / math.comb(groups, 2))
    quantile_of = float(stats.t.ppf(level, many - 1))
    value, low, high = 0.0, 0.0, 0.0
    for a, b in combinations(range(groups), 2):
        differences = values[:, a] - values[:, b]
        apart = abs(float(differences.mean()))
        half = quantile_of * float(differences.std(ddof=1)) / math.sqrt(many)
        value, low, high = max(value, apart), max(low, apart - half), max(high, apart + half)
    return Estimate(value, low, high, many, many)


def farthest_from_half(shares: Sequence[tuple[float, int]]) -> Estimate:
    """How far the one of some shares that is farthest from a half is from it.

    ``shares`` holds each with the number of draws that it is of. Which is farthest is a matter of
    chance as well, so every interval (Wilson's) is widened so that all hold at once (Bonferroni).
    """
    if not shares:
        return NOTHING
    z2 = float(stats.norm.ppf(1.0 - (1.0 - LEVEL) / 2 / len(shares))) ** 2
    value, low, high = 0.0, 0.0, 0.0
    for p, many in shares:
        spread = z2 / many
        centre = (p + spread / 2) / (1 + spread) - 0.5
        half = math.sqrt(p * (1 - p) * spread + spread * spread / 4) / (1 + spread)
        value = max(value, abs(p - 0.5))
        low, high = max(low, abs(centre) - half), max(high, min(0.5, abs(centre) + half))
    total = sum(many for _, many in shares)
    return Estimate(value, low, high, total, total)


def between(a: Estimate, b: Estimate) -> Estimate:
    """Return ``b`` less ``a``, both of the same clusters under common random numbers.

    The distances from values to bounds are put together as Zou and Donner do (Statistics in
    Medicine 27, 2008, p. 1693), with the correlation of the clusters' pulls: for means that is the
    interval of paired Student's t, for shares the paired linearised ratio with bounds that stay
    honest where next to nothing was counted. Estimates without pulls count as independent.
    """
    if math.isnan(a.value) or math.isnan(b.value):
        return NOTHING
    shared = 0.0
    if a.pulls is not None and b.pulls is not None and len(a.pulls) == len(b.pulls):
        spread = math.sqrt(float((a.pulls**2).sum() * (b.pulls**2).sum()))
        shared = float((a.pulls * b.pulls).sum()) / spread if spread > 0.0 else 0.0
    value = b.value - a.value
    low = value - _together(b.value - b.low, a.high - a.value, shared)
    high = value + _together(b.high - b.value, a.value - a.low, shared)
    return Estimate(value, low, high, min(a.clusters, b.clusters), min(a.size, b.size))


def spread_out(estimate: Estimate, among: NDArray[np.bool_]) -> Estimate:
    """Return an estimate of some clusters as one of all: the others pull it nowhere."""
    if estimate.pulls is None:
        return estimate
    pulls = np.zeros(len(among))
    pulls[among] = estimate.pulls
    return replace(estimate, pulls=pulls)


def _together(one: float, other: float, shared: float) -> float:
    if math.isinf(one) or math.isinf(other):
        return math.inf
    return math.sqrt(max(0.0, one**2 + other**2 - 2.0 * shared * one * other))


def _members(many: int, strata: Floats | None) -> list[NDArray[np.intp]]:
    """Return which clusters are in each group: all in one where there are no ``strata``."""
    if strata is None:
        return [np.arange(many)]
    return [np.flatnonzero(strata == s) for s in np.unique(strata)]


def _error(
    over: Floats, under: Floats, value: float, strata: Floats | None
) -> tuple[float, float, Floats]:
    """Standard error of a ratio of sums over clusters, its degrees of freedom, and the pulls."""
    residual = (over - value * under) / float(under.sum())
    members = _members(len(residual), strata)
    # A group of one cluster does not tell how clusters of a group differ: all are one then.
    if any(len(rows) < 2 for rows in members):
        members = _members(len(residual), None)
    pulls = residual.copy()
    for rows in members:
        pulls[rows] -= residual[rows].mean()
    parts = np.array([len(rows) * residual[rows].var(ddof=1) for rows in members])
    variance = float(parts.sum())
    free = np.array([len(rows) - 1 for rows in members])
    freedom = variance**2 / float((parts**2 / free).sum()) if variance else float(free.sum())
    return math.sqrt(variance), freedom, pulls


def _t(freedom: float) -> float:
    return float(stats.t.ppf(0.5 + LEVEL / 2, freedom))
