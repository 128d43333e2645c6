"""Shapes as triangles: how many, where, and how they fade. No OpenGL, no display."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from kullerwerk.stage.lettering import width
from kullerwerk.stage.shapes import SCREEN, Camera, Disc, Glow, Line, Polygon, Rect, Text, box
from kullerwerk.window.glyphs import SIDE, Glyphs
from kullerwerk.window.mesh import Mesh

RED = (200, 10, 20, 200)
SQUARE = ((10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0))


def built(*shapes, camera=SCREEN, ratio=1.0, glyphs=None):
    mesh = Mesh(glyphs or Glyphs(), ratio)
    for shape in shapes:
        mesh.add(shape, camera)
    vertices, indices = mesh.arrays()
    assert len(indices) % 3 == 0
    assert not len(indices) or indices.max() < len(vertices)
    return vertices, indices


def bounds(vertices):
    places = vertices["place"]
    return (*places.min(axis=0), *places.max(axis=0))


def area(vertices, indices, opaque=True):
    """The area of all triangles, of those only that have no faded corner."""
    total = 0.0
    for triangle in indices.reshape(-1, 3):
        corners = vertices[triangle]
        if opaque and corners["colour"][:, 3].min() == 0:
            continue
        (ax, ay), (bx, by), (cx, cy) = corners["place"].astype(float)
        total += abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2
    return total


def test_nothing_is_nothing():
    vertices, indices = built()
    assert len(vertices) == len(indices) == 0
    for shape in (
        Text(0, 0, "", 15, RED),
        Text(0, 0, "   ", 15, RED),
        Line(((1.0, 1.0),), RED),
        Line(((1.0, 1.0), (1.0, 1.0)), RED),
        Polygon(((1.0, 1.0), (2.0, 2.0)), RED),
        Disc(0, 0, 5, None),
    ):
        assert len(built(shape)[1]) == 0, shape


def test_a_polygon_is_a_fan_and_a_rim_that_fades_to_nothing():
    vertices, indices = built(Polygon(SQUARE, RED))
    assert len(vertices) == 8
    assert len(indices) == 3 * (2 + 8)
    assert sorted(vertices["colour"][:, 3]) == [0] * 4 + [200] * 4
    assert np.all(vertices["colour"][:, :3] == RED[:3])
    assert bounds(vertices) == pytest.approx((9.5, 9.5, 30.5, 30.5))
    assert area(vertices, indices) == pytest.approx(19 * 19)


def test_the_other_way_round_is_the_same():
    one = built(Polygon(SQUARE, RED))
    other = built(Polygon(SQUARE[::-1], RED))
    assert area(*one) == pytest.approx(area(*other))
    assert bounds(one[0]) == pytest.approx(bounds(other[0]))


def test_what_lies_outside_of_a_shape_is_invisible():
    """A corner that is farther out than the shape itself has no opacity."""
    for shape, inside in (
        (Disc(50, 50, 20, RED), lambda x, y: np.hypot(x - 50, y - 50) < 20.1),
        (Disc(50, 50, 20, None, RED, 4), lambda x, y: abs(np.hypot(x - 50, y - 50) - 20) < 2.1),
        (Line(((10.0, 50.0), (90.0, 50.0)), RED, 6), lambda x, y: abs(y - 50) < 3.01),
        (box(Rect(10, 10, 50, 30), RED), lambda x, y: (x < 60.01) & (y < 40.01) & (x > 9.99)),
    ):
        vertices, _ = built(shape)
        x, y = vertices["place"].T
        out = ~inside(x, y)
        assert np.all(vertices["colour"][out, 3] == 0), shape
        assert np.any(vertices["colour"][:, 3] == 200), shape


def test_an_edge_and_a_fill_lie_one_over_the_other():
    both, _ = built(Disc(0, 0, 10, RED, (1, 2, 3, 255), 2))
    fill, _ = built(Disc(0, 0, 10, RED))
    edge, _ = built(Disc(0, 0, 10, None, (1, 2, 3, 255), 2))
    assert len(both) == len(fill) + len(edge)


@pytest.mark.parametrize("r", [0.5, 3, 10, 40, 300])
def test_a_disc_is_round_enough(r):
    vertices, indices = built(Disc(0, 0, r, RED))
    seen = area(vertices, indices)
    assert seen == pytest.approx(pi * max(r - 0.5, 0) ** 2, rel=0.06, abs=0.7)
    assert len(vertices) <= 256


def test_a_glow_fades_to_its_rim():
    vertices, _ = built(Glow(0, 0, 20, RED))
    far = np.hypot(*vertices["place"].T)
    assert np.all(vertices["colour"][far > 19.9, 3] == 0)
    assert np.all(vertices["colour"][far < 0.1, 3] == 200)
    assert far.max() == pytest.approx(20, abs=1e-4)


def test_a_thin_line_is_faint_not_thinner_than_a_pixel():
    thin, _ = built(Line(((0.0, 0.0), (50.0, 0.0)), RED, 0.25))
    thick, _ = built(Line(((0.0, 0.0), (50.0, 0.0)), RED, 1.0))
    assert thin["colour"][:, 3].max() == 50
    assert bounds(thin) == pytest.approx(bounds(thick))


@pytest.mark.parametrize("closed", [False, True])
def test_a_line_is_as_wide_as_it_says(closed):
    points = ((0.0, 0.0), (100.0, 0.0), (100.0, 80.0))
    vertices, indices = built(Line(points, RED, 6, closed))
    length = 100 + 80 + (128.06 if closed else 0)
    assert area(vertices, indices) == pytest.approx(5 * length, rel=0.06)


def test_points_that_fall_together_and_sharp_corners_stay_finite():
    for points in (
        ((0.0, 0.0), (0.0, 0.0), (50.0, 0.0), (50.0, 0.0)),
        ((0.0, 0.0), (50.0, 0.0), (0.0, 0.001)),
        ((0.0, 0.0), (50.0, 0.0), (0.0, 0.0)),
    ):
        for closed in (False, True):
            vertices, _ = built(Line(points, RED, 4, closed))
            assert np.all(np.isfinite(vertices["place"]))
            assert np.abs(vertices["place"]).max() < 70


def test_dashes_are_as_long_as_they_say():
    vertices, indices = built(Line(((0.0, 0.0), (100.0, 0.0)), RED, 4, dash=(10, 10)))
    assert area(vertices, indices) == pytest.approx(3 * 50, rel=0.05)
    whole, both = built(Line(((0.0, 0.0), (100.0, 0.0)), RED, 4, dash=(1000, 10)))
    assert area(whole, both) == pytest.approx(3 * 100, rel=0.05)


def test_a_closed_dashed_line_also_closes():
    vertices, _ = built(Line(SQUARE, RED, 2, closed=True, dash=(4, 4)))
    assert bounds(vertices) == pytest.approx((8.5, 8.5, 31.5, 31.5), abs=0.6)
    left = vertices["place"][:, 0] < 12
    assert vertices["place"][left, 1].max() > 20, "the side that closes it has dashes too"


def test_cameras_scale_places_and_radii_but_no_widths():
    camera = Camera(10.0, 5.0, 7.0)
    disc, _ = built(Disc(1, 2, 3, RED), camera=camera)
    assert bounds(disc) == pytest.approx((-15.5, -3.5, 45.5, 57.5), abs=0.1)
    line, _ = built(Line(((0.0, 0.0), (3.0, 0.0)), RED, 4), camera=camera)
    assert bounds(line)[1::2] == pytest.approx((4.5, 9.5))


def test_device_pixels_scale_everything():
    one, _ = built(Polygon(SQUARE, RED, RED, 2))
    two, _ = built(Polygon(SQUARE, RED, RED, 2), ratio=2.0)
    assert bounds(two) == pytest.approx([2 * v for v in (9, 9, 31, 31)], abs=0.51)
    assert bounds(one) == pytest.approx((9, 9, 31, 31), abs=0.51)
    assert len(one) == len(two)


# --- letters ---


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("size", [10, 12.5, 15, 18.125, 21.75, 26])
@pytest.mark.parametrize("text", ["Maulwurfshöhle", "AVAVAV To.", "iiiiiiiiiiiiii", "WWWWWWWW"])
def test_a_line_is_drawn_as_wide_as_it_is_measured(text, size, bold):
    for ratio in (1.0, 1.5, 2.0):
        vertices, _ = built(Text(100, 50, text, size, RED, bold=bold), ratio=ratio)
        left, _, right, _ = bounds(vertices)
        wide = width(text, size, bold) * ratio
        # The letters' own margins, and a pixel of rounding at either end.
        assert right - left <= wide + 4
        assert right - left >= wide - 0.25 * size * ratio - 3
        assert left >= 100 * ratio - 3


def test_anchors():
    at = {
        anchor: bounds(built(Text(100, 50, "Mole", 20, RED, anchor))[0])
        for anchor in ("left", "centre", "right")
    }
    wide = width("Mole", 20)
    assert at["left"][0] == pytest.approx(100, abs=3)
    assert at["centre"][0] == pytest.approx(100 - wide / 2, abs=3)
    assert at["right"][2] == pytest.approx(100, abs=3)
    base = bounds(built(Text(0, 50, "H", 20, RED))[0])
    middle = bounds(built(Text(0, 50, "H", 20, RED, line="middle"))[0])
    assert base[1] == pytest.approx(50, abs=1.5)
    assert (middle[1] + middle[3]) / 2 == pytest.approx(50, abs=1.5)


def test_letters_stand_on_whole_pixels_and_use_their_part_of_the_texture():
    vertices, indices = built(Text(10.3, 20.7, "gM", 17, RED), ratio=1.5)
    assert len(vertices) == 8
    assert len(indices) == 12
    assert np.all(vertices["place"] == np.round(vertices["place"]))
    texels = vertices["at"] * SIDE
    assert np.allclose(texels, np.round(texels), atol=1e-3)


def test_a_letter_is_kept_and_drawn_once():
    glyphs = Glyphs()
    first, _ = built(Text(0, 0, "aaaa", 15, RED), glyphs=glyphs)
    assert glyphs.dirty
    glyphs.dirty = False
    again, _ = built(Text(0, 0, "aa", 15, RED), glyphs=glyphs)
    assert not glyphs.dirty
    assert np.all(first["at"][:4] == again["at"][:4])
    built(Text(0, 0, "aab", 15, RED), glyphs=glyphs)
    assert glyphs.dirty


def test_when_no_letter_fits_any_more_the_texture_begins_anew():
    glyphs = Glyphs()
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for size in range(40, 140):
        built(Text(0, 0, letters, size, RED), glyphs=glyphs)
        if glyphs.generation:
            break
    assert glyphs.generation == 1
    assert glyphs.dirty
    assert np.all(glyphs.pixels[:2, :2] == 255), "what shapes are drawn with is there again"
    x, y = (round(v * SIDE - 0.5) for v in glyphs.white)
    assert glyphs.pixels[y, x] == 255


def test_a_letter_larger_than_the_texture_is_left_out():
    vertices, _ = built(Text(0, 0, "W", 5000, RED))
    assert np.all(np.isfinite(vertices["place"]))
