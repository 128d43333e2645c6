"""The figures of the reference benchmark: known answers, brute force, and samples of one kind."""

from __future__ import annotations

import itertools
import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import scores
from benchmarks.scores import (
    Sample,
    class_shares,
    energy_distance,
    face_classes,
    face_distance,
    score,
    total_variation,
)
from sim.solids import solid


def brute(x, y):
    """The definition, pair by pair."""
    between = np.mean([math.dist(a, b) for a in x for b in y])
    inner = [np.mean([math.dist(a, b) for a, b in itertools.combinations(z, 2)]) for z in (x, y)]
    return (2 * between - sum(inner)) / (2 * between)


def sample(places, kind="d6", **changes):
    n = len(places)
    fields = {
        "place": np.array(places, float).reshape(n, 2),
        "time": np.full(n, 0.7),
        "off_table": np.zeros(n, bool),
        "stuck": np.zeros(n, bool),
        "start_face": np.zeros(n, int),
        "face_down": np.zeros(n, int),
        "face_normals": np.array(solid(kind, 16.0).normals),
    }
    return Sample(**(fields | changes))


def cloud(seed, n, shift=0.0):
    return np.random.default_rng(seed).normal(size=(n, 2)) * 30 + (200 + shift, 0)


def test_the_energy_distance_of_two_pairs_by_hand():
    # E|X-Y| = (10 + 11 + 9 + 10) / 4, E|X-X'| = E|Y-Y'| = 1.
    x, y = np.array([[0, 0], [1, 0.0]]), np.array([[10, 0], [11, 0.0]])
    assert energy_distance(x, y) == pytest.approx((20 - 2) / 20)


def test_a_sample_of_one_place_each():
    here, there = np.zeros((3, 2)), np.full((4, 2), 5.0)
    assert energy_distance(here, there) == pytest.approx(1.0)
    assert energy_distance(here, np.zeros((2, 2))) == 0.0


@pytest.mark.parametrize("shift", [0.0, 5.0, 40.0])
@pytest.mark.parametrize("pairs", [1, 100, 10**6])
def test_blocks_of_any_size_give_what_the_definition_gives(monkeypatch, pairs, shift):
    monkeypatch.setattr(scores, "_PAIRS", pairs)
    x, y = cloud(1, 37), cloud(2, 23, shift)
    assert energy_distance(x, y) == pytest.approx(brute(x, y), abs=1e-12)


def test_halves_of_one_sample_are_nothing_apart_on_average():
    found = []
    for seed in range(60):
        both = cloud(seed, 400)
        found.append(energy_distance(both[:200], both[200:]))
    error = np.std(found) / math.sqrt(len(found))
    assert abs(np.mean(found)) < 4 * error
    assert np.quantile(found, 0.95) < 0.02
    assert min(found) < 0 < max(found)


@given(
    angle=st.floats(0, 6.3), dx=st.floats(-500, 500), dy=st.floats(-500, 500), k=st.floats(0.01, 50)
)
def test_moving_turning_and_scaling_both_changes_nothing(angle, dx, dy, k):
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    x, y = cloud(3, 20), cloud(4, 15, 25)
    before = energy_distance(x, y)
    assert energy_distance(k * x @ turn + (dx, dy), k * y @ turn + (dx, dy)) == pytest.approx(
        before, abs=1e-9
    )
    assert energy_distance(y, x) == pytest.approx(before, abs=1e-12)


def test_a_large_sample_takes_little_memory():
    tracemalloc.start()
    energy_distance(cloud(5, 5000), cloud(6, 400))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 60e6  # all pairs of 5 000 at once would take 200 MB and more


def test_one_place_is_no_sample():
    with pytest.raises(ValueError, match="two points"):
        energy_distance(np.zeros((1, 2)), np.zeros((5, 2)))


@pytest.mark.parametrize(
    ("kind", "angles", "counts"),
    [
        ("d4", [0, 109.47], [1, 3]),
        ("d6", [0, 90, 180], [1, 4, 1]),
        ("d10", [0, 51.69, 89.71, 90.29, 128.31, 180], [1, 2, 2, 2, 2, 1]),
        ("d12", [0, 63.43, 116.57, 180], [1, 5, 5, 1]),
    ],
)
def test_the_angles_between_the_faces_of_each_die(kind, angles, counts):
    found, classes = face_classes(np.array(solid(kind, 16.0).normals))
    assert found == pytest.approx(angles, abs=0.01)
    for row in classes:
        assert np.bincount(row).tolist() == counts
    assert (np.diag(classes) == 0).all()
    assert (classes == classes.T).all()


def test_shares_of_the_classes_leave_out_dice_off_the_table():
    _, classes = face_classes(np.array(solid("d6", 16.0).normals))
    other = {int(k): int(np.flatnonzero(classes[0] == k)[0]) for k in range(3)}
    down = np.array([other[0], other[1], other[1], other[2], other[2]])
    off = np.array([False, False, False, False, True])
    angles, shares = class_shares(sample(np.zeros((5, 2)), face_down=down, off_table=off))
    assert angles == pytest.approx([0, 90, 180])
    assert shares == pytest.approx([0.25, 0.5, 0.25])


def test_total_variation():
    assert total_variation(np.array([0.5, 0.5, 0]), np.array([0.5, 0, 0.5])) == 0.5
    assert total_variation(np.array([1.0, 0]), np.array([0.0, 1])) == 1.0


def test_the_order_of_the_faces_does_not_matter():
    """Classes are angles: another file may list the same faces in another order, and turned."""
    rng = np.random.default_rng(7)
    start, down = rng.integers(0, 10, 300), rng.integers(0, 10, 300)
    ours = sample(np.zeros((300, 2)), "d10", start_face=start, face_down=down)
    order = rng.permutation(10)
    place = np.argsort(order)
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    theirs = sample(
        np.zeros((300, 2)),
        "d10",
        start_face=place[start],
        face_down=place[down],
        face_normals=ours.face_normals[order] @ turn,
    )
    assert face_distance(ours, theirs) == 0.0


def test_another_solid_is_refused():
    with pytest.raises(ValueError, match=r"another solid's.*0\.0, 109\.5 deg"):
        face_distance(sample(np.zeros((3, 2))), sample(np.zeros((3, 2)), "d4"))


def test_the_score_of_a_sample_against_itself():
    both = sample(cloud(8, 300))
    found = score(both, both)
    assert found.energy is not None
    assert abs(found.energy) < 0.01
    assert (found.off, found.stuck, found.time, found.face) == (0.0, 0.0, 1.0, 0.0)


def test_shares_and_times_are_compared_the_right_way_round():
    n = np.arange(100)
    ours = sample(cloud(9, 100), off_table=n < 30, stuck=n > 95, time=np.where(n < 30, 9.0, 1.2))
    theirs = sample(cloud(10, 100), off_table=n < 20, stuck=n > 89, time=np.full(100, 0.8))
    found = score(ours, theirs)
    assert found.off == pytest.approx(0.10)
    assert found.stuck == pytest.approx(-0.06)
    assert found.time == pytest.approx(1.5)


def test_dice_off_the_table_do_not_count_for_places():
    n = np.arange(600)
    far = np.where((n < 300)[:, None], cloud(11, 600), 1e6)
    ours = sample(far, off_table=n >= 300)
    theirs = sample(far[:300])
    assert score(ours, theirs).energy == pytest.approx(energy_distance(far[:300], far[:300]))


@pytest.mark.parametrize(("at_rest", "scored"), [(249, False), (250, True)])
def test_few_dice_at_rest_are_not_scored(at_rest, scored):
    off = np.arange(400) >= at_rest
    found = score(sample(cloud(12, 400)), sample(cloud(13, 400), off_table=off))
    assert (found.energy is not None) == scored
    assert (found.face is not None) == scored
    assert found.time == 1.0


def test_all_of_ours_off_the_table_is_as_wrong_as_can_be():
    found = score(sample(cloud(14, 9), off_table=np.ones(9, bool)), sample(cloud(15, 300)))
    assert (found.energy, found.face, found.time) == (1.0, 1.0, math.inf)


def test_a_reference_without_a_die_at_rest_leaves_the_shares():
    found = score(sample(cloud(16, 9)), sample(cloud(17, 9), off_table=np.ones(9, bool)))
    assert (found.energy, found.time, found.face, found.off) == (None, None, None, -1.0)
