"""From floats to the settled state: simplified paths, level dice, integers."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from benchmarks.checks.geometry import to_polyline
from scenes.track import Track
from sim.die_throw import Thrown
from sim.outcome import face_down, from_mouth, levelled, number, settled, simplified
from sim.rotation import about, times, turned
from sim.settled import DieThrow
from sim.solids import solid
from sim.world import world_of

DICE = (("d4", 20.0), ("d6", 16.0), ("d10", 16.0), ("d12", 16.0))
REQUEST = DieThrow(tower="example", die="example", pose=(40_000, 15_000, 0))


def orientations(count, seed):
    rng = np.random.default_rng(seed)
    return [tuple(m.ravel().tolist()) for m in Rotation.random(count, rng=rng).as_matrix()]


def thrown(path, outcome="rests", matrix=(1.0, 0, 0, 0, 1.0, 0, 0, 0, 1.0), displaced=()):
    return Thrown(
        outcome=outcome,
        place=path[-1],
        matrix=matrix,
        path=tuple(path),
        displaced=displaced,
        time=0.51251,
        lean=0.0,
        start_face=0,
        trace=(),
    )


@pytest.mark.parametrize("tolerance", [0.05, 0.1, 1.0])
def test_simplified_stays_within_its_tolerance(tolerance):
    rng = random.Random(f"path {tolerance}")
    for _ in range(50):
        x = y = 0.0
        way = [(x, y)]
        for _ in range(rng.randint(1, 200)):
            x, y = x + rng.uniform(-0.5, 2), y + rng.gauss(0, 0.3)
            way.append((x, y))
        short = simplified(way, tolerance)
        assert short[0] == way[0]
        assert short[-1] == way[-1]
        assert set(short) <= set(way)
        assert max(to_polyline(p, short) for p in way) <= tolerance + 1e-9


def test_simplified_drops_what_lies_on_a_line():
    line = [(float(i), 2.0 * i) for i in range(50)]
    assert simplified(line, 0.09) == [line[0], line[-1]]


def test_simplified_keeps_a_way_that_comes_back():
    there_and_back = [(0.0, 0.0), (10.0, 0.0), (0.0, 0.0)]
    assert simplified(there_and_back, 0.09) == there_and_back


def test_the_way_starts_on_the_snout_line():
    world = world_of(Track.example(), REQUEST)
    way = [(390.0, 150.0, 30.0), (398.0, 151.0, 20.0), (402.0, 153.0, 10.0), (450.0, 160.0, 8.0)]
    assert from_mouth(thrown(way), world)[0] == pytest.approx((400.0, 152.0))
    assert from_mouth(thrown(way), world)[1:] == [(402.0, 153.0), (450.0, 160.0)]


def test_a_die_that_never_came_to_the_snout_line_has_its_place_alone():
    world = world_of(Track.example(), REQUEST)
    way = [(330.0, 150.0, 80.0), (350.0, 150.0, 60.0)]
    assert from_mouth(thrown(way), world) == [(350.0, 150.0)]
    state = settled(thrown(way, outcome="never_left_mouth"), world)
    assert state.path == ((35_000, 15_000),)


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
