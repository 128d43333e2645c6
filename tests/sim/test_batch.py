"""A study is the same however it is run: workers, blocks, order, other studies in between."""

from __future__ import annotations

import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor

import pytest

from benchmarks.checks import layouts
from scenes.track import HalfSphere
from sim.batch import generator, study
from sim.provider import settle
from sim.settled import DieThrow, Standing

SEED = 7
COUNT = 24
SPHERE = HalfSphere(name="A", x=640.0, y=420.0, radius=20.0)
OPEN = DieThrow(tower="red", die="red", pose=(60_000, 40_000, 9_000))
CROWDED = DieThrow(
    tower="green",
    die="blue",
    pose=(60_000, 40_000, 4_500),
    towers=(Standing("yellow", (75_000, 40_000, 9_000)),),
    blockers=(Standing("red", (65_500, 45_000, 12_000)),),
    pull=(80_000, -3_000),
)
REQUESTS = {"open": OPEN, "crowded": CROWDED}


def track():
    return layouts.plain_track(half_spheres=(SPHERE,))


def block(task):
    """A block of a study, in whatever process this is called."""
    name, first, count = task
    return list(study(track(), REQUESTS[name], SEED, count, first=first))


@pytest.fixture(scope="module", params=sorted(REQUESTS))
def whole(request):
    """Name of a request, and its study in one go in this process."""
    return request.param, block((request.param, 0, COUNT))


def test_the_study_is_in_order_and_various(whole):
    _, states = whole
    assert [k for k, _ in states] == list(range(COUNT))
    assert len({state.pose for _, state in states}) == COUNT


def test_throw_k_alone_is_throw_k_of_the_study(whole):
    name, states = whole
    for k, state in reversed(states):
        assert settle(track(), REQUESTS[name], generator(SEED, k)) == state


@pytest.mark.parametrize("size", [1, 5, 16])
def test_other_block_sizes_give_the_same(whole, size):
    name, states = whole
    blocks = [(name, k, min(size, COUNT - k)) for k in range(0, COUNT, size)]
    assert [item for task in blocks for item in block(task)] == states


def test_another_order_gives_the_same(whole):
    name, states = whole
    blocks = [(name, k, 3) for k in range(0, COUNT, 3)]
    random.Random(1).shuffle(blocks)
    assert sorted((item for task in blocks for item in block(task)), key=lambda kv: kv[0]) == states


def test_a_longer_study_begins_with_the_shorter(whole):
    name, states = whole
    assert block((name, 0, 9)) == states[:9]


def test_studies_that_run_in_turn_do_not_meddle(whole):
    """Others come and go while one study runs: two in turn, one is dropped half-way."""
    name, states = whole
    other = study(track(), REQUESTS["open" if name == "crowded" else "crowded"], 1, COUNT)
    mixed = []
    for k, item in enumerate(study(track(), REQUESTS[name], SEED, COUNT)):
        mixed.append(item)
        if k < COUNT // 2:
            next(other)
    assert mixed == states


@pytest.mark.parametrize("workers", [1, 2])
def test_worker_counts_give_the_same(whole, workers):
    """Fresh processes, which share nothing with this one."""
    name, states = whole
    blocks = [(name, k, 4) for k in range(0, COUNT, 4)]
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=fresh) as pool:
        assert [item for done in pool.map(block, blocks) for item in done] == states
