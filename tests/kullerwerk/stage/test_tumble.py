"""A throw as it is shown: it ends as the rules read it, and nothing jumps on the way."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

from kullerwerk.stage.shapes import Line, Polygon
from kullerwerk.stage.theme import NAMED
from kullerwerk.stage.tumble import RATE, Tumble, along_path, lying, traced_throw
from kullerwerk.stage.views.die_shapes import die_shapes, shadow, visible
from scenes.files import load_track
from sim.outcome import number
from sim.provider import settle
from sim.rotation import about, times, turned
from sim.settled import MM, ON_TABLE, DieSettled, DieThrow, Standing
from sim.solids import solid

TRACK = load_track("kinderrunde")
SETS = ("yellow", "red", "green", "blue")
SIZES = {"d4": 20.0, "d6": 16.0, "d10": 16.0, "d12": 16.0}


def thrown(name: str, seed: int, **more: object) -> tuple[DieSettled, Tumble]:
    given: dict[str, object] = {"pose": (57000, 15000, 0), **more}
    request = DieThrow(name, name, **given)  # pyright: ignore[reportArgumentType]
    return traced_throw(TRACK, request, np.random.default_rng(seed))


@pytest.mark.parametrize("name", SETS)
def test_the_die_ends_where_and_as_the_rules_read_it(name: str) -> None:
    for seed in range(12):
        settled, tumble = thrown(name, seed)
        if settled.outcome not in ON_TABLE:
            continue
        place, matrix = tumble.at(tumble.end)
        assert (round(place[0] * MM), round(place[1] * MM)) == settled.pose[:2]
        body = solid(tumble.kind, tumble.size)
        assert number(body, matrix) == settled.face
        normal = body.normals[body.numbers.index(settled.face)]
        up = turned(matrix, normal)[2]
        if settled.outcome != "cocked":
            assert up == pytest.approx(-1.0 if body.reads_bottom else 1.0, abs=1e-9)


def test_what_is_shown_is_the_throw_that_play_without_a_window_has() -> None:
    request = DieThrow("green", "green", (57000, 15000, 0))
    settled, _ = traced_throw(TRACK, request, np.random.default_rng(3))
    assert settled == settle(TRACK, request, np.random.default_rng(3))


@pytest.mark.parametrize("name", SETS)
def test_nothing_jumps_and_no_die_dives(name: str) -> None:
    _, tumble = thrown(name, 4)
    body = solid(tumble.kind, tumble.size)
    assert tumble.times == tuple(sorted(tumble.times))
    for k in range(1, len(tumble.times)):
        (x, y, z), matrix = tumble.at(tumble.times[k])
        (a, b, c), before = tumble.at(tumble.times[k - 1])
        assert math.dist((x, y, z), (a, b, c)) < 2500.0 / RATE
        lowest = min(turned(matrix, corner)[2] for corner in body.corners) + z
        assert lowest > -0.8, "no corner is below the table"
        turn = times(matrix, tuple(before[j] for j in (0, 3, 6, 1, 4, 7, 2, 5, 8)))  # pyright: ignore[reportArgumentType]
        assert (turn[0] + turn[4] + turn[8] - 1) / 2 > math.cos(1.6)


def test_a_throw_goes_through_a_pipe_to_another_process() -> None:
    _, tumble = thrown("blue", 1)
    assert pickle.loads(pickle.dumps(tumble)) == tumble


def test_a_blocker_that_is_pushed_ends_where_the_rules_have_it() -> None:
    found = False
    for seed in range(12):
        settled, tumble = thrown("red", seed, blockers=(Standing("yellow", (66000, 15000, 9000)),))
        for lying_now in settled.displaced:
            found = True
            one = next(p for p in tumble.pushed if p.name == lying_now.name)
            x, y, _ = one.at(tumble.end)
            assert (round(x * MM), round(y * MM)) == lying_now.pose[:2]
            assert one.at(0.0)[:2] == (660.0, 150.0)
    assert found, "some throw moves the blocker"


def test_a_die_falls_off_the_table() -> None:
    settled, tumble = thrown("blue", 0, pose=(119000, 40000, 0))
    assert settled.outcome == "off_table"
    assert tumble.places[-1][2] < -100


def test_a_throw_without_a_trace_is_shown_along_its_path() -> None:
    for name in SETS:
        settled, tumble = thrown(name, 2)
        shown = along_path(tumble.kind, tumble.size, settled)
        place, matrix = shown.at(shown.end)
        assert place[:2] == pytest.approx((settled.pose[0] / MM, settled.pose[1] / MM))
        assert number(solid(tumble.kind, tumble.size), matrix) == settled.face


# --- the die itself ----------------------------------------------------------


@pytest.mark.parametrize("kind", list(SIZES))
def test_only_faces_that_look_up_are_drawn(kind: str) -> None:
    body = solid(kind, SIZES[kind])
    for k in range(9):
        axis = (math.sin(k), math.cos(k), 0.0)
        matrix = times(about(axis, 0.7 * k), about((0.0, 0.0, 1.0), 0.3 * k))
        rows = visible(body, matrix)
        assert rows
        assert all(turned(matrix, body.normals[row])[2] > 0 for row in rows)
        shapes = die_shapes(kind, SIZES[kind], matrix, (0, 0, 10), NAMED["blue"], 2.0)
        faces = [s for s in shapes if isinstance(s, Polygon) and s.edge is not None]
        assert len(faces) == len(rows)
        assert all(_area(face.points) > 0 for face in faces), "seen from outside"


def _area(points: tuple[tuple[float, float], ...]) -> float:
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    return sum(a * d - b * c for (a, b), (c, d) in pairs) / 2


@pytest.mark.parametrize("kind", list(SIZES))
def test_a_die_at_rest_shows_the_number_that_it_was_laid_for(kind: str) -> None:
    body = solid(kind, SIZES[kind])
    for face in body.numbers:
        matrix = lying(body, face, 0.4)
        assert number(body, matrix) == face
        assert math.atan2(matrix[3], matrix[0]) == pytest.approx(0.4) or kind != "d6"


def test_numbers_are_strokes_and_a_d6_has_pips() -> None:
    up = lying(solid("d6", 16.0), 5, 0.0)
    pips = [s for s in die_shapes("d6", 16.0, up, (0, 0, 8), NAMED["red"], 4.0)
            if isinstance(s, Polygon) and s.edge is None]  # fmt: skip
    assert len(pips) == 5
    shapes = die_shapes("d12", 16.0, lying(solid("d12", 16.0), 8, 0.0), (0, 0, 8), NAMED["blue"], 4)
    assert any(isinstance(s, Line) for s in shapes)


def test_the_shadow_goes_away_grows_and_fades_with_the_height() -> None:
    low, high = shadow("d6", 16.0, (0, 0, 8.0)), shadow("d6", 16.0, (0, 0, 60.0))
    assert math.hypot(high.x, high.y) > math.hypot(low.x, low.y)
    assert high.r > low.r
    assert high.colour[3] < low.colour[3]
