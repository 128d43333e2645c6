"""What has to be drawn again: never less than what looks different, and seldom all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kullerwerk.stage.changes import MOST, bounds, changes
from kullerwerk.stage.games import Plan, new_game
from kullerwerk.stage.levels import level
from kullerwerk.stage.shapes import (
    Camera,
    Disc,
    Glow,
    Layer,
    Line,
    Polygon,
    Raster,
    Rect,
    Text,
    regular,
)
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.window.glyphs import Glyphs
from kullerwerk.window.mesh import Mesh

SCREEN = Rect(0, 0, 1280, 800)
INK = (0, 0, 0, 255)
PLACES = st.floats(-300, 1500)
POINTS = st.tuples(PLACES, PLACES)
SHAPES = st.one_of(
    st.builds(
        Disc, PLACES, PLACES, st.floats(0.1, 200), st.just(INK), st.just(INK), st.floats(0.5, 9)
    ),
    st.builds(Glow, PLACES, PLACES, st.floats(0.1, 200), st.just(INK)),
    st.builds(
        Polygon, st.builds(regular, POINTS, st.floats(1, 200), st.integers(3, 8)).map(tuple),
        st.just(INK), st.just(INK), st.floats(0.5, 9),
    ),
    st.builds(
        Line, st.lists(POINTS, min_size=2, max_size=6).map(tuple), st.just(INK), st.floats(0.5, 9),
        st.booleans(), st.sampled_from([None, (6.0, 4.0)]),
    ),
    st.builds(
        Text, PLACES, PLACES, st.sampled_from(["Würfel", "ÄÖÜß jpgq", "1", "WWWW iiii"]),
        st.floats(8, 40), st.just(INK), st.sampled_from(["left", "centre", "right"]),
        st.sampled_from(["base", "middle"]), st.booleans(),
    ),
)  # fmt: skip
CAMERAS = st.builds(Camera, st.floats(0.2, 4), st.floats(-200, 200), st.floats(-200, 200))


@given(SHAPES, CAMERAS, st.sampled_from([1.0, 1.5, 2.0]))
@settings(max_examples=300, deadline=None)
def test_all_that_is_drawn_of_a_shape_lies_in_its_bounds(shape, camera, ratio):
    mesh = Mesh(Glyphs(), ratio)
    mesh.add(shape, camera)
    vertices, _ = mesh.arrays()
    box = bounds(shape, camera)
    if len(vertices):
        low, high = vertices["place"].min(axis=0) / ratio, vertices["place"].max(axis=0) / ratio
        assert box.x <= low[0] + 0.02
        assert box.y <= low[1] + 0.02
        assert high[0] <= box.right + 0.02
        assert high[1] <= box.top + 0.02


def frame(*shapes, **more) -> tuple[Layer, ...]:
    return (Layer("under", (Disc(640, 400, 300, INK),)), Layer("over", tuple(shapes), **more))


A, B, C = (Disc(x, 100, 10, INK) for x in (100, 300, 500))


def test_nothing_has_changed():
    assert changes(frame(A, B), frame(A, Disc(300, 100, 10, INK)), SCREEN) == ()


@pytest.mark.parametrize(
    ("old", "new", "moved"),
    [
        ((A, B, C), (A, replace(B, x=310), C), [B, replace(B, x=310)]),
        ((A, B, C), (A, C), [B]),
        ((A, C), (A, B, C), [B]),
        ((A, B), (B, A), [A, B]),
    ],
)
def test_what_has_moved_come_or_gone(old, new, moved):
    found = changes(frame(*old), frame(*new), SCREEN)
    assert found
    for shape in moved:
        box = bounds(shape, Camera())
        assert any(
            one.x <= box.x and one.y <= box.y and box.right <= one.right and box.top <= one.top
            for one in found
        )
    still = [shape for shape in (A, B, C) if shape in old and shape in new and shape not in moved]
    for shape in still:
        assert not any(one.holds(shape.x, shape.y) for one in found)


def test_many_places_become_few():
    dots = [Disc(100 + 90 * k, 700 - 50 * k, 5, INK) for k in range(12)]
    found = changes(frame(), frame(*dots), SCREEN)
    assert 1 <= len(found) <= MOST
    assert all(any(one.holds(dot.x, dot.y) for one in found) for dot in dots)


def test_layers_that_change_places_are_drawn_anew():
    one, other = frame(A)
    assert changes((one, other), (other, one), SCREEN) is None
    assert changes((one, one), (one, one), SCREEN) is None


def test_a_layer_that_comes_and_goes():
    one, other = frame(A)
    for old, new in (((one,), (one, other)), ((one, other), (one,))):
        (place,) = changes(old, new, SCREEN)
        assert place.holds(A.x, A.y)
        assert not place.holds(640, 400)


def test_a_camera_that_moves_moves_all():
    found = changes(frame(A), frame(A, camera=Camera(1.0, 50, 0)), SCREEN)
    for x in (100, 150):
        assert any(place.holds(x, 100) for place in found)


def test_a_clip_keeps_changes_within():
    clip = Rect(0, 0, 200, 200)
    assert changes(frame(B, clip=clip), frame(C, clip=clip), SCREEN) == ()
    assert changes(frame(A), frame(A, clip=clip), SCREEN)


def test_a_map_that_was_coloured_anew():
    pixels = np.zeros((4, 4, 4), np.uint8)
    old = Raster("map", Rect(100, 100, 50, 50), pixels, 1)
    (place,) = changes((old,), (replace(old, version=2),), SCREEN)
    assert place.holds(125, 125)
    assert changes((old,), (replace(old),), SCREEN) == ()


def test_where_most_has_changed_all_is_drawn():
    assert changes(frame(), frame(Disc(640, 400, 900, INK)), SCREEN) is None


def test_a_turn_of_a_game_changes_little():
    seats = (level("hoehle", "easy"),) * 2
    page = new_game(Surroundings(), Plan("hoehle", seats, (("move_cap", 9),), "", 1))
    page.resize(1280.0, 800.0)
    old, shares = page.frame(), []
    for _ in range(120):
        page.update(1 / 60)
        new = page.frame()
        found = changes(old, new, SCREEN)
        shares.append(1.0 if found is None else sum(r.w * r.h for r in found) / (1280 * 800))
        old = new
    assert np.median(shares) < 0.1
