"""Setting splitters: mirror images, what a round moves, and how steeply shares hang on shifts."""

import pytest

from benchmarks.marble_shares import Shares, measured
from benchmarks.marble_splitters import (
    MOST,
    SHIFT,
    is_mirrored,
    mirror,
    moved,
    offsets_of,
    share_to_right,
    steepness,
    together,
    with_offsets,
)
from scenes.files import load_hill
from scenes.hill import MarbleHill

HILL = MarbleHill.example()
GALTON = load_hill("galton")


def shares(**went):
    """Shares of forks like ``r0_1=(left, right)``."""
    found = Shares()
    for name, (left, right) in went.items():
        row, k = name[1:].split("_")
        found.left[int(row), int(k)] = left
        found.right[int(row), int(k)] = right
    return found


def test_the_forks_of_a_small_hill():
    # Exits at 0, 40, 80, 120, a leg at 20, 60, 100: the outer exits have one way.
    assert list(offsets_of(HILL)) == [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert is_mirrored(HILL)
    assert [mirror(HILL, fork) for fork in ((0, 1), (1, 1))] == [(0, 2), (1, 1)]


def test_a_hill_with_a_hatch_aside_is_no_mirror_image():
    hut = HILL.hut.model_copy(update={"hatches": HILL.hut.hatches[:1]})
    assert not is_mirrored(HILL.model_copy(update={"hut": hut}))


def test_offsets_go_into_the_hill_and_come_out_again():
    offsets = dict.fromkeys(offsets_of(HILL), 0.0) | {(0, 1): -0.25, (1, 2): 0.5}
    there = with_offsets(HILL, offsets)
    assert there.rows[0].splitters == (0.0, -0.25, 0.0, 0.0)
    assert there.rows[1].splitters == (0.0, 0.0, 0.5)
    assert there.rows[2].splitters == ()
    assert offsets_of(there) == offsets


def test_a_fork_and_its_mirror_image_count_together():
    some = shares(r0_1=(30, 10), r0_2=(20, 40))
    assert share_to_right(HILL, some, (0, 1)) == pytest.approx(30 / 100)
    assert share_to_right(HILL, some, (0, 2)) == pytest.approx(70 / 100)
    assert share_to_right(HILL, some, (1, 0)) is None


def test_a_round_moves_a_splitter_to_where_too_many_go():
    some = shares(r0_1=(60, 40), r0_2=(40, 60), r1_0=(0, 100), r1_2=(100, 0))
    before = dict.fromkeys(offsets_of(HILL), 0.1)
    after = moved(HILL, before, some, {"exits": 0.2, "leg": 0.2}, 0.5)
    assert after[0, 1] == pytest.approx(0.1 - 0.25)
    assert after[0, 2] == pytest.approx(0.1 + 0.25)
    assert (after[1, 0], after[1, 2]) == pytest.approx((0.1 + MOST, 0.1 - MOST))
    assert after[1, 1] == 0.1  # None came by.


def test_parts_of_a_round_are_added_up():
    both = together([shares(r0_1=(1, 2)), shares(r0_1=(3, 4), r1_0=(5, 6))])
    assert (both.left[0, 1], both.right[0, 1], both.right[1, 0]) == (4, 6, 6)


def test_a_splitter_shifted_by_1_mm_shifts_its_share_by_more_than_5_points():
    """Over all forks of each kind of row, the same drops with all splitters to either side."""
    low, high = (
        measured(
            with_offsets(GALTON, {fork: x + by for fork, x in offsets_of(GALTON).items()}), 400, 1
        )
        for by in (-SHIFT, SHIFT)
    )
    steep = steepness(GALTON, low, high)
    assert set(steep) == {"exits", "junctions", "leg"}
    assert all(fall > 0.05 for fall in steep.values())
