"""Seeds are numpy's own, number for number."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sim.batch import STREAM, generator
from sim.seeds import Seeds

numbers = st.integers(0, 2**200) | st.integers(0, 2**33)
fast = settings(deadline=None, max_examples=200, derandomize=True)


@fast
@given(numbers, st.lists(numbers, max_size=3).map(tuple))
@example(0, ())
@example(0, (0,))
@example(2**32, (2**32 - 1,))
@example(2**128, (100, 0))
def test_states_are_those_of_numpy(seed, key):
    ours, numpys = Seeds(seed, key), np.random.SeedSequence(seed, spawn_key=key)
    for count, kind in ((4, np.uint64), (1, np.uint32), (11, np.uint32)):
        assert (ours.generate_state(count, kind) == numpys.generate_state(count, kind)).all()


@pytest.mark.parametrize(("seed", "k"), [(0, 0), (7, 3), (2**40 + 1, 2**33)])
def test_the_generators_of_studies_are_those_of_numpy(seed, k):
    numpys = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(STREAM, k)))
    assert generator(seed, k).random(5).tolist() == numpys.random(5).tolist()


def test_generators_are_independent_and_can_be_sent_to_other_processes():
    one, other = generator(1, 2), generator(1, 2)
    first = one.random()
    sent = pickle.loads(pickle.dumps(one))
    assert other.random() == first
    assert sent.random() == one.random() == other.random()


@pytest.mark.parametrize(("seed", "key"), [(-1, (1,)), (1, (2, -3))])
def test_seeds_below_zero_are_refused(seed, key):
    with pytest.raises(ValueError, match="seeds count from 0, got"):
        Seeds(seed, key)
