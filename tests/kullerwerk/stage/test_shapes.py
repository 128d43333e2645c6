"""Shapes: rectangles, cameras, and what shapes are made by."""

from __future__ import annotations

from math import hypot, pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kullerwerk.stage import theme
from kullerwerk.stage.shapes import (
    Camera,
    Disc,
    Layer,
    Line,
    Polygon,
    Raster,
    Rect,
    alike,
    arrow,
    box,
    faded,
    fitted,
    mixed,
    regular,
    stripes,
    turned,
)

NUMBERS = st.floats(-1000, 1000)
SIZES = st.floats(1, 1000)
RECTS = st.builds(Rect, NUMBERS, NUMBERS, SIZES, SIZES)


def test_a_rectangle_holds_its_lower_left_but_not_its_upper_right():
    rect = Rect(10, 20, 30, 40)
    assert (rect.right, rect.top, rect.middle) == (40, 60, (25, 40))
    assert rect.holds(10, 20)
    assert rect.holds(39.9, 59.9)
    assert not rect.holds(40, 30)
    assert not rect.holds(20, 60)


@given(RECTS, st.floats(0, 1))
def test_what_is_cut_off_and_what_is_left_are_all(rect, share):
    top, rest = rect.cut_top(share * rect.h)
    assert top.h + rest.h == pytest.approx(rect.h)
    assert top.top == pytest.approx(rect.top)
    assert rest.top == pytest.approx(top.y)
    left, rest = rect.cut_left(share * rect.w)
    assert left.w + rest.w == pytest.approx(rect.w)
    assert rest.x == pytest.approx(left.right)


@given(RECTS, st.floats(0, 2000))
def test_insets_never_turn_inside_out(rect, by):
    inner = rect.inset(by)
    assert inner.w >= 0
    assert inner.h >= 0
    assert rect.inset(-by).w == pytest.approx(rect.w + 2 * by)


@given(RECTS, RECTS, st.floats(0, 1), st.floats(0, 1))
def test_a_fitted_camera_shows_all_and_leads_back(world, screen, u, v):
    camera = fitted(world, screen)
    place = (world.x + u * world.w, world.y + v * world.h)
    x, y = camera.out(place)
    assert screen.x - 1e-6 <= x <= screen.right + 1e-6
    assert screen.y - 1e-6 <= y <= screen.top + 1e-6
    assert camera.back((x, y)) == pytest.approx(place, abs=1e-6)
    assert max(world.w * camera.scale / screen.w, world.h * camera.scale / screen.h) == (
        pytest.approx(1)
    )


def test_a_camera_scales_before_it_moves():
    assert Camera(2.0, 10.0, 20.0).out((3, 4)) == (16, 28)


@given(RECTS, st.floats(0, 300))
def test_rounded_corners_stay_in_the_rectangle(rect, r):
    shape = box(rect, theme.INK, r=r)
    assert all(
        rect.x - 1e-6 <= x <= rect.right + 1e-6 and rect.y - 1e-6 <= y <= rect.top + 1e-6
        for x, y in shape.points
    )


def test_turned_points_keep_their_distance():
    (x, y), (u, v) = turned(((1, 0), (0, 2)), (10, 10), pi / 2, 3)
    assert (x, y) == pytest.approx((10, 13))
    assert (u, v) == pytest.approx((4, 10))


def test_a_regular_polygon_lies_on_its_circle():
    points = regular((1, 2), 5, 6, 0.3)
    assert all(hypot(x - 1, y - 2) == pytest.approx(5) for x, y in points)


def test_an_arrow_ends_at_its_end_and_needs_a_length():
    line, tip = arrow((0, 0), (10, 0), theme.INK, 2, 3)
    assert isinstance(line, Line)
    assert isinstance(tip, Polygon)
    assert tip.points[0] == (10, 0)
    assert line.points[1] == (7, 0)
    assert arrow((1, 1), (1, 1), theme.INK, 2, 3) == ()


@given(RECTS, st.floats(5, 100))
def test_stripes_stay_in_the_rectangle(rect, gap):
    for line in stripes(rect, gap, theme.INK):
        for x, y in line.points:
            assert rect.x - 1e-6 <= x <= rect.right + 1e-6
            assert rect.y - 1e-6 <= y <= rect.top + 1e-6


def test_colours_between_and_faded():
    assert mixed((0, 0, 0, 255), (200, 100, 50, 255), 0.5) == (100, 50, 25, 255)
    assert faded((1, 2, 3, 200), 0.5) == (1, 2, 3, 100)


def test_players_differ_by_colour_and_by_mark():
    assert len(set(theme.SEATS)) == 4
    assert len({repr(theme.mark(seat, (0, 0), 1)) for seat in range(4)}) == 4


@pytest.mark.parametrize("colour", [*theme.SEATS, theme.ACCENT, theme.BUTTON, theme.HOVER])
def test_text_can_be_read_on_its_ground(colour):
    """The contrast that WCAG 2 asks of large text and of signs, at least."""

    def light(c):
        parts = [v / 255 for v in c[:3]]
        r, g, b = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    a, b = sorted((light(colour), light(theme.text_on(colour))))
    assert (b + 0.05) / (a + 0.05) >= 3


def test_frames_that_look_the_same_are_alike():
    pixels = np.zeros((2, 2, 4), np.uint8)
    shapes = (Disc(1, 2, 3, (1, 2, 3, 4)),)
    raster = Raster("map", Rect(0, 0, 1, 1), pixels, 1)
    frame = (Layer("a", shapes), raster)
    again = (Layer("a", (Disc(1, 2, 3, (1, 2, 3, 4)),)), Raster("map", Rect(0, 0, 1, 1), pixels, 1))
    assert alike(frame, again)
    for other in (
        (Layer("a", ()), raster),
        (Layer("a", shapes, Camera(2.0)), raster),
        (Layer("a", shapes), Raster("map", Rect(0, 0, 1, 1), pixels, 2)),
        (Layer("a", shapes), Raster("map", Rect(0, 0, 2, 1), pixels, 1)),
        (raster, Layer("a", shapes)),
        (Layer("a", shapes),),
    ):
        assert not alike(frame, other)
