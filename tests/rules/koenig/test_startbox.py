"""Whether there is a free spot in the start box, against a search by chance."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from koenig_fixture import _area, _clipped
from koenig_kit import BOARD, SETS, race, racer

from rules.core.geometry import disc_overlap, footprint
from rules.koenig.poses import check_start, free_start
from rules.koenig.startbox import free_spots

BOX = BOARD.start_box
WIDTH, DEPTH = SETS[0].tower_width, SETS[0].tower_depth


def crowd(seed):
    """Towers in and round the start box, none of them on another."""
    rng, towers = random.Random(seed), []
    for _ in range(rng.randint(0, 3)):
        for _ in range(30):
            pose = (
                rng.randint(BOX[0] - 4000, BOX[2] + 4000),
                rng.randint(BOX[1] - 4000, BOX[3] + 4000),
                rng.choice((0, 9000, 4500, rng.randrange(36000))),
            )
            polygon = footprint(pose, WIDTH, DEPTH)
            off = sum(y for _, y in polygon) < 0  # beyond the lower edge of the table
            on_post = off or any(
                disc_overlap(polygon, d.centre, d.radius) > 0 for d in BOARD.obstacles
            )
            if not on_post and not any(_clipped(list(polygon), list(t)) for _, t in towers):
                towers.append((pose, polygon))
                break
    return towers


def found_by_chance(towers, rng, tries):
    for _ in range(tries):
        heading = rng.choice((0, 9000, rng.randrange(18000)))
        polygon = footprint(
            (rng.randint(BOX[0], BOX[2]), rng.randint(BOX[1], BOX[3]), heading), WIDTH, DEPTH
        )
        if all(BOX[0] <= x <= BOX[2] and BOX[1] <= y <= BOX[3] for x, y in polygon) and not any(
            (shared := _clipped(list(polygon), list(tower))) and abs(_area(shared)) > 0
            for _, tower in towers
        ):
            return True
    return False


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_a_spot_is_found_whenever_chance_finds_one_and_is_legal(seed):
    towers = crowd(seed)
    spots = free_spots(BOX, WIDTH, DEPTH, tuple(polygon for _, polygon in towers))
    if found_by_chance(towers, random.Random(seed), 300):
        assert spots
    # The race skips turns in its first round, so that seat 0 is asked at last or never.
    s = race(
        None, *(racer([v / 100 for v in pose]) for pose, _ in towers), *[None] * (3 - len(towers))
    )
    pose = free_start(s, 0)
    assert (pose is None) == (not spots)
    if pose is not None:
        assert check_start(s, 0, pose).ok


def test_an_empty_box_has_spots_and_one_smaller_than_a_tower_none():
    assert free_spots(BOX, WIDTH, DEPTH, ())
    assert free_spots((0, 0, 6000, 9000), WIDTH, DEPTH, ())
    assert free_spots((0, 0, 9000, 6000), WIDTH, DEPTH, ())
    assert not free_spots((0, 0, 5999, 9000), WIDTH, DEPTH, ())


def test_four_towers_find_a_place_one_after_the_other():
    towers = [(47000, 10000, 0), (47000, 16000, 0), (56500, 10000, 0)]
    polygons = tuple(footprint(pose, WIDTH, DEPTH) for pose in towers)
    assert free_spots(BOX, WIDTH, DEPTH, polygons)
