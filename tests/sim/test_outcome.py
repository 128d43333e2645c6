"""From floats to the settled state: simplified paths, level dice, integers."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from benchmarks.checks.geometry import to_polyline
from scenes.track import Track
from sim.batch import generator
from sim.outcome import face_down, from_mouth, levelled, number, settled, simplified
from sim.provider import thrown_by
from sim.rotation import about, times, turned
from sim.settled import DieThrow
from sim.solids import solid
from sim.thrown import Thrown
from sim.world import world_of

DICE = (("d4", 20.0), ("d6", 16.0), ("d10", 16.0), ("d12", 16.0))
REQUEST = DieThrow(tower="example", die="example", pose=(40_000, 15_000, 0))


def orientations(count, seed):
    rng = np.random.default_rng(seed)
    return [tuple(m.ravel().tolist()) for m in Rotation.random(count, rng=rng).as_matrix()]


def thrown(places, outcome="rests", matrix=(1.0, 0, 0, 0, 1.0, 0, 0, 0, 1.0), displaced=()):
    return Thrown(
        outcome=outcome,
        place=places[-1],
        matrix=matrix,
        places=np.array(places),
        displaced=displaced,
        time=0.51251,
        lean=0.0,
        start_face=0,
        trace=(),
    )


def shortened(way, tolerance):
    return [(x, y) for x, y in simplified(np.array(way), tolerance).tolist()]


def plainly_simplified(way, tolerance):
    """As in the textbook: the farthest point, if it is too far, and both sides of it."""
    if len(way) < 3:
        return way
    offs = to_polyline(way[1:-1], [way[0], way[-1]])
    at = int(offs.argmax()) + 1
    if offs[at - 1] <= tolerance:
        return [way[0], way[-1]]
    before, after = way[: at + 1], way[at:]
    return plainly_simplified(before, tolerance)[:-1] + plainly_simplified(after, tolerance)


def wandering(rng):
    x = y = 0.0
    way = [(x, y)]
    for _ in range(rng.randint(1, 200)):
        x, y = x + rng.uniform(-0.5, 2), y + rng.gauss(0, 0.3)
        way.append((x, y))
    return way


@pytest.mark.parametrize("tolerance", [0.05, 0.1, 1.0])
def test_simplified_is_the_plain_recursion_and_stays_within_its_tolerance(tolerance):
    rng = random.Random(f"path {tolerance}")
    for _ in range(50):
        way = wandering(rng)
        short = shortened(way, tolerance)
        assert short == plainly_simplified(way, tolerance)
        assert (short[0], short[-1]) == (way[0], way[-1])
        assert max(to_polyline(way, short)) <= tolerance + 1e-9


@pytest.mark.parametrize("heading_deg", [0, 90, 217])
def test_the_ways_of_throws_are_simplified_by_the_plain_recursion_too(heading_deg):
    track = Track.example()
    request = replace(REQUEST, pose=(50_000, 40_000, heading_deg * 100))
    for k in range(5):
        ended, world = thrown_by(track, request, generator(8, k))
        way = [(x, y) for x, y in from_mouth(ended, world).tolist()]
        assert shortened(way, 0.09) == plainly_simplified(way, 0.09)


def test_simplified_leaves_the_points_that_it_is_given():
    way = np.array([(0.0, 0.0), (1.0, 0.001), (2.0, 0.0)])
    before = way.copy()
    way.flags.writeable = False
    assert len(simplified(way, 0.09)) == 2
    assert (way == before).all()


def test_simplified_drops_what_lies_on_a_line():
    line = [(float(i), 2.0 * i) for i in range(50)]
    assert shortened(line, 0.09) == [line[0], line[-1]]


@pytest.mark.parametrize(
    "way",
    [
        [(3.0, 4.0)],
        [(3.0, 4.0), (3.0, 4.0)],
        [(3.0, 4.0), (5.0, 6.0)],
        [(0.0, 0.0), (10.0, 0.0), (0.0, 0.0)],  # there and back
        [(0.0, 0.0), (10.0, 0.0), (-10.0, 0.0), (5.0, 0.0)],  # beyond both ends
    ],
)
def test_simplified_keeps_all_that_counts(way):
    assert shortened(way, 0.09) == way


def test_simplified_knows_equal_points():
    assert shortened([(3.0, 4.0)] * 9, 0.09) == [(3.0, 4.0), (3.0, 4.0)]


def test_the_way_starts_on_the_snout_line():
    world = world_of(Track.example(), REQUEST)
    way = [(390.0, 150.0, 30.0), (398.0, 151.0, 20.0), (402.0, 153.0, 10.0), (450.0, 160.0, 8.0)]
    found = from_mouth(thrown(way), world)
    assert found == pytest.approx(np.array([(400.0, 152.0), (402.0, 153.0), (450.0, 160.0)]))


def test_the_way_starts_where_the_snout_line_is_crossed_first():
    """The line looks where the mouth looks; what comes back over it stays."""
    world = world_of(Track.example(), replace(REQUEST, pose=(40_000, 15_000, 9_000)))
    way = [(401.0, 140.0, 9.0), (403.0, 160.0, 9.0), (404.0, 140.0, 9.0), (405.0, 170.0, 9.0)]
    found = from_mouth(thrown(way), world)
    assert found == pytest.approx(
        np.array([(402.0, 150.0), (403.0, 160.0), (404.0, 140.0), (405.0, 170.0)])
    )


@pytest.mark.parametrize(
    ("way", "wanted"),
    [
        ([(410.0, 150.0, 9.0), (420.0, 155.0, 9.0)], [(410.0, 150.0), (420.0, 155.0)]),
        ([(400.0, 150.0, 9.0), (420.0, 155.0, 9.0)], [(400.0, 150.0), (420.0, 155.0)]),
        ([(390.0, 150.0, 9.0), (400.0, 155.0, 9.0)], [(400.0, 155.0), (400.0, 155.0)]),
        ([(410.0, 150.0, 9.0)], [(410.0, 150.0)]),
        ([(390.0, 150.0, 9.0)], [(390.0, 150.0)]),
        ([(390.0, 150.0, 9.0), (390.0, 150.0, 9.0)], [(390.0, 150.0)]),
    ],
    ids=["beyond it", "on it", "ends on it", "one place beyond", "one place", "equal places"],
)
def test_short_ways_from_the_snout_line(way, wanted):
    world = world_of(Track.example(), REQUEST)
    assert [tuple(p) for p in from_mouth(thrown(way), world).tolist()] == wanted
    x, y = wanted[-1]
    state = settled(thrown(way), world)
    assert state.path[-1] == (round(x * 100), round(y * 100))
    assert all(a != b for a, b in pairwise(state.path))


def test_a_die_that_never_came_to_the_snout_line_has_its_place_alone():
    world = world_of(Track.example(), REQUEST)
    way = [(330.0, 150.0, 80.0), (350.0, 150.0, 60.0)]
    assert from_mouth(thrown(way), world).tolist() == [[350.0, 150.0]]
    state = settled(thrown(way, outcome="never_left_mouth"), world)
    assert state.path == ((35_000, 15_000),)


def test_the_places_of_a_throw_are_its_own_and_for_reading_only():
    track = Track.example()
    one, _ = thrown_by(track, REQUEST, generator(8, 0))
    path = one.path
    other, _ = thrown_by(track, REQUEST, generator(8, 1))
    assert not np.shares_memory(one.places, other.places)
    assert one.path == path != other.path
    assert path[-1] == one.place
    with pytest.raises(ValueError, match="read-only"):
        one.places[0, 0] = 1.0


@pytest.mark.parametrize(("kind", "size"), DICE)
def test_levelled_lays_the_lowest_face_flat_by_the_shortest_way(kind, size):
    body = solid(kind, size)
    for matrix in orientations(100, 1):
        row = face_down(body, matrix)
        heights = [turned(matrix, n)[2] for n in body.normals]
        assert heights[row] == min(heights)
        flat = levelled(body, matrix)
        assert turned(flat, body.normals[row]) == pytest.approx((0.0, 0.0, -1.0), abs=1e-9)
        change = Rotation.from_matrix(np.reshape(flat, (3, 3)) @ np.reshape(matrix, (3, 3)).T)
        assert change.magnitude() == pytest.approx(math.acos(-heights[row]), abs=1e-6)
        assert face_down(body, flat) == row


@pytest.mark.parametrize(("kind", "size"), DICE)
def test_the_number_is_read_from_above_and_of_a_d4_from_below(kind, size):
    body = solid(kind, size)
    for row, normal in enumerate(body.normals):
        want = -1.0 if kind == "d4" else 1.0
        seen = {
            number(body, matrix)
            for matrix in orientations(3000, 2)
            if turned(matrix, normal)[2] * want > 0.995
        }
        assert seen == {body.numbers[row]}


@pytest.mark.parametrize("yaw_deg", [0.0, 12.34, 90.0, 271.5])
def test_the_outline_of_a_d6_is_its_square(yaw_deg):
    world = world_of(Track.example(), REQUEST)
    matrix = about((0.0, 0.0, 1.0), math.radians(yaw_deg))
    state = settled(thrown([(410.0, 150.0, 8.0), (500.004, 150.006, 8.0)], matrix=matrix), world)
    assert state.pose == (50_000, 15_001, round(yaw_deg * 100))
    assert state.time == 513
    assert len(state.outline) == 4
    for k, (x, y) in enumerate(state.outline):
        assert math.hypot(x - 50_000, y - 15_001) == pytest.approx(800 * math.sqrt(2), abs=1)
        nx, ny = state.outline[(k + 1) % 4]
        assert math.hypot(nx - x, ny - y) == pytest.approx(1600, abs=2)


def test_the_outline_of_a_cocked_die_is_that_of_the_leaning_die():
    world = world_of(Track.example(), REQUEST)
    matrix = about((0.0, 1.0, 0.0), math.radians(30))
    way = [(410.0, 150.0, 8.0), (500.0, 150.0, 10.0)]
    xs = [x for x, _ in settled(thrown(way, "cocked", matrix), world).outline]
    wide = 1600 * (math.cos(math.radians(30)) + math.sin(math.radians(30)))
    assert max(xs) - min(xs) == pytest.approx(wide, abs=2)


def test_a_die_off_the_table_shows_nothing():
    world = world_of(Track.example(), REQUEST)
    state = settled(thrown([(410.0, 150.0, 8.0), (1200.0, 200.0, 8.0)], "off_table"), world)
    assert (state.face, state.outline) == (0, ())
    assert state.path == ((41_000, 15_000), (120_000, 20_000))


def test_angles_wrap_round():
    world = world_of(Track.example(), REQUEST)
    matrix = about((0.0, 0.0, 1.0), math.radians(-0.001))
    moved = ("example", 300.0, 200.0, -1e-5)
    state = settled(thrown([(410.0, 150.0, 8.0)], matrix=matrix, displaced=(moved,)), world)
    assert state.pose[2] == 0
    assert state.displaced[0].pose == (30_000, 20_000, 0)


def test_levelled_keeps_the_yaw_of_a_leaning_d6():
    body = solid("d6", 16.0)
    lean = times(about((0.6, 0.8, 0.0), 0.1), about((0.0, 0.0, 1.0), 0.7))
    flat = levelled(body, lean)
    assert math.atan2(flat[3], flat[0]) == pytest.approx(0.7, abs=0.01)
