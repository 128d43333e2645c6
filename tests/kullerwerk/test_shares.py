from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from kullerwerk.shares import quantile, share


@pytest.mark.parametrize(("count", "total"), [(0, 10), (1, 10), (5, 10), (10, 10), (437, 1000)])
def test_share_agrees_with_scipy(count, total):
    theirs = binomtest(count, total).proportion_ci(0.95, method="wilson")
    ours = share(count, total)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_nothing_counted_says_nothing():
    assert (share(0, 0).low, share(0, 0).value, share(0, 0).high) == (0, 0, 1)


@pytest.mark.parametrize(("count", "total"), [(3, 2), (-1, 2)])
def test_no_share(count, total):
    with pytest.raises(ValueError, match="no share"):
        share(count, total)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1), st.floats(0, 1))
def test_quantile_agrees_with_numpy(sample, q):
    assert quantile(sorted(sample), q) == pytest.approx(np.quantile(sample, q), abs=1e-6)
