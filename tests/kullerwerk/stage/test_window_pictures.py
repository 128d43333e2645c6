"""What is drawn, looked at: frames as pictures, on OpenGL without a display (EGL).

Where there is no EGL library these tests are skipped; with KULLERWERK_NEEDS_DISPLAY set, as
`.ci/run` sets it, they fail instead. ``python -m tests.data.window.make`` makes the pictures that
are kept anew.
"""

from __future__ import annotations

import os
from ctypes.util import find_library
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from all_shapes import INK, RED, SIZE, all_shapes
from PIL import Image

from kullerwerk.stage.menu import MenuPage, SetupPage
from kullerwerk.stage.shapes import Camera, Disc, Layer, Line, Polygon, Raster, Rect, Text
from kullerwerk.stage.surroundings import Surroundings

NEEDED = bool(os.environ.get("KULLERWERK_NEEDS_DISPLAY"))
KEPT = Path(__file__).parents[2] / "data" / "window"


@pytest.fixture(scope="module")
def window():
    if find_library("EGL") is None and not NEEDED:
        pytest.skip("there is no EGL library (Debian: libegl1) to draw without a display")
    from kullerwerk.window.opening import headless, open_window

    headless()
    opened = open_window((320, 240), "pictures", visible=False)
    yield opened
    opened.close()


@pytest.fixture
def renderer(window):
    from kullerwerk.window.renderer import Renderer

    return Renderer(window)


@pytest.fixture
def fresh(window):
    """Makes a renderer that has drawn nothing yet."""
    from kullerwerk.window.renderer import Renderer

    return lambda: Renderer(window)


def on_screen(size):
    """What is in the window, as rows from the top."""
    import ctypes

    from kullerwerk.window.untyped import gl

    pixels = np.empty((size[1], size[0], 4), np.uint8)
    gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
    gl.glReadPixels(
        0, 0, *size, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, ctypes.c_void_p(pixels.ctypes.data)
    )
    return pixels[::-1, :, :3].astype(int)


def drawn(renderer, frame, size=SIZE, ratio=1.0):
    from kullerwerk.window.pictures import picture

    return picture(renderer, frame, size, ratio).astype(int)


def one(*shapes, key="one", **more):
    return (Layer(key, shapes, **more),)


def test_a_frame_with_every_shape_is_the_same_twice(renderer, fresh):
    first = drawn(renderer, all_shapes())
    assert np.array_equal(first, drawn(renderer, all_shapes()))
    assert np.array_equal(first, drawn(fresh(), all_shapes()))


def test_a_frame_with_every_shape_looks_as_it_did(renderer):
    """Within what other versions of the drivers and of the letters may differ by."""
    found = drawn(renderer, all_shapes())
    kept = np.asarray(Image.open(KEPT / "shapes.png").convert("RGB")).astype(int)
    assert found.shape == kept.shape
    off = np.abs(found - kept).max(axis=2)
    assert off.mean() < 2
    assert (off > 60).mean() < 0.01


def test_the_picture_that_is_kept_would_show_a_shape_that_is_missing(renderer):
    kept = np.asarray(Image.open(KEPT / "shapes.png").convert("RGB")).astype(int)
    for layer in all_shapes():
        if isinstance(layer, Raster):
            continue
        for gone in layer.shapes:
            shapes = tuple(shape for shape in layer.shapes if shape is not gone)
            changed = tuple(
                replace(layer, shapes=shapes) if each.key == layer.key else each
                for each in all_shapes()
            )
            off = np.abs(drawn(renderer, changed) - kept).max(axis=2)
            assert (off > 25).sum() > 10, gone


def test_colours_are_exact_and_places_too(renderer):
    seen = drawn(renderer, one(Polygon(((10, 20), (50, 20), (50, 60), (10, 60)), RED)))
    assert tuple(seen[SIZE[1] - 40, 30]) == RED[:3]
    full = np.all(seen == RED[:3], axis=2)
    rows, columns = np.nonzero(full)
    assert (columns.min(), columns.max()) == (10, 49)
    assert (SIZE[1] - rows.max() - 1, SIZE[1] - rows.min() - 1) == (20, 59)
    assert np.all(seen[~full] == 255), "an edge on whole pixels is sharp"


def test_edges_are_soft(renderer):
    seen = drawn(renderer, one(Disc(100, 80, 40, INK)))
    between = (seen[..., 0] > INK[0]) & (seen[..., 0] < 255)
    assert 100 < between.sum() < 800


def test_later_shapes_and_layers_lie_above(renderer):
    a, b = Disc(60, 80, 20, RED), Disc(60, 80, 10, (0, 0, 255, 255))
    assert tuple(drawn(renderer, one(a, b))[80, 60]) == (0, 0, 255)
    frame = (*one(b, key="below"), *one(a, key="above"))
    assert tuple(drawn(renderer, frame)[80, 60]) == RED[:3]


def test_half_opaque_colours_mix(renderer):
    seen = drawn(renderer, one(Disc(60, 80, 20, (0, 0, 0, 128))))
    assert abs(int(seen[80, 60, 0]) - 127) <= 1


def test_a_clip_cuts_off(renderer):
    seen = drawn(renderer, one(Disc(60, 80, 30, RED), clip=Rect(60, 0, 400, 400)))
    assert np.all(seen[:, :60] == 255)
    assert np.any(seen[:, 60:] != 255)
    outside = drawn(renderer, one(Disc(60, 80, 30, RED), clip=Rect(-50, -50, 40, 40)))
    assert np.all(outside == 255), "a clip that lies off the page shows nothing"


def test_the_ratio_of_pixels_scales_all(renderer):
    plain = drawn(renderer, all_shapes())
    large = drawn(renderer, all_shapes(), (2 * SIZE[0], 2 * SIZE[1]), 2.0)
    small = large.reshape(SIZE[1], 2, SIZE[0], 2, 3).mean(axis=(1, 3))
    assert np.abs(small - plain).mean() < 4


def test_a_raster_has_its_first_row_lowest_and_is_uploaded_by_version(renderer):
    cells = np.zeros((2, 1, 4), np.uint8)
    cells[0] = (255, 0, 0, 255)
    cells[1] = (0, 0, 255, 255)
    raster = Raster("r", Rect(0, 0, *SIZE), cells, 1, smooth=False)
    seen = drawn(renderer, (raster,))
    assert tuple(seen[-5, 5]) == (255, 0, 0)
    assert tuple(seen[5, 5]) == (0, 0, 255)
    changed = np.full_like(cells, 9)
    assert tuple(drawn(renderer, (replace(raster, pixels=changed),))[5, 5]) == (0, 0, 255)
    again = replace(raster, pixels=changed, version=2)
    assert tuple(drawn(renderer, (again,))[5, 5]) != (0, 0, 255)


def test_what_has_not_changed_is_not_built_again(renderer, fresh):
    frame = all_shapes()
    drawn(renderer, frame)
    assert renderer.built == 3
    drawn(renderer, frame)
    assert renderer.built == 0
    drawn(renderer, all_shapes())
    assert renderer.built == 0, "equal shapes, although others"
    shifted = (*frame[:-1], replace(frame[-1], camera=Camera(12, 133, 35)))
    seen = drawn(renderer, shifted)
    assert renderer.built == 0, "what goes elsewhere as a whole keeps its triangles"
    assert np.array_equal(seen, drawn(fresh(), shifted))
    moved = (*frame[:-1], replace(frame[-1], camera=Camera(13, 131, 32)))
    drawn(renderer, moved)
    assert renderer.built == 1
    clipped = (*moved[:-1], replace(moved[-1], clip=None))
    drawn(renderer, clipped)
    assert renderer.built == 0, "a clip needs no triangles"
    drawn(renderer, clipped, (480, 320), 2.0)
    assert renderer.built == 3


def test_what_a_frame_has_not_is_forgotten(renderer):
    drawn(renderer, all_shapes())
    assert np.all(drawn(renderer, ()) == 255)
    drawn(renderer, all_shapes())
    assert renderer.built == 3


def test_an_empty_layer_and_a_page_that_stands_still(renderer):
    drawn(renderer, one())
    page = MenuPage(Surroundings())
    page.resize(320, 240)
    drawn(renderer, page.frame(), (320, 240))
    assert renderer.built
    drawn(renderer, page.frame(), (320, 240))
    assert renderer.built == 0, "a page that stands still costs nothing"


@pytest.mark.parametrize("parts", [1, 40])
def test_when_the_texture_of_letters_is_full_all_letters_are_still_right(renderer, fresh, parts):
    """In the midst of one layer, or between many."""
    filled = [
        Text(0, 0, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 58 + k, INK)
        for k in range(17)
    ]
    for k, text in enumerate(filled):
        drawn(renderer, one(text, key=f"full {k}"))
    assert renderer._glyphs.generation == 0
    texts = [
        Text(4, 4 + 26 * k, f"{k} Maulwürfe graben", 20 + k, INK, bold=k % 2 == 0) for k in range(6)
    ]
    whole = [Text(500, 0, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", s, INK)
             for s in range(75, 82)]  # fmt: skip
    shapes = [*texts[:3], *whole, *texts[3:]]
    if parts == 1:
        frame = one(*shapes)
    else:
        frame = tuple(Layer(f"part {k}", (shape,)) for k, shape in enumerate(shapes))
    before = renderer._glyphs.generation
    seen = drawn(renderer, frame)
    assert renderer._glyphs.generation > before, "the texture was full"
    assert np.array_equal(seen, drawn(fresh(), frame))
    assert np.array_equal(seen, drawn(renderer, frame))


def test_a_page_that_scrolls_shows_nothing_beside_its_room(renderer):
    from kullerwerk.stage.games import Plan

    page = SetupPage(Surroundings(), Plan("koenig"))
    page.do("rules")
    size = (600, 400)
    page.resize(*map(float, size))
    at_top = drawn(renderer, page.frame(), size)
    page.key("end")
    scrolled = drawn(renderer, page.frame(), size)
    head = round(size[1] - page.room.top - 8)
    assert np.array_equal(at_top[:head], scrolled[:head])
    assert not np.array_equal(at_top, scrolled)


def test_a_line_of_text_is_seen_as_wide_as_it_is_measured(renderer):
    from kullerwerk.stage.lettering import width

    for size in (12.5, 15, 21.75):
        text = "Maulwurfshöhle mit Murmeltier"
        seen = drawn(renderer, one(Text(20, 20, text, size, INK)), (640, 60))
        columns = np.nonzero((seen < 250).any(axis=(0, 2)))[0]
        assert columns.max() - columns.min() == pytest.approx(width(text, size), abs=4)


def test_a_line_below_everything_is_not_left_over(renderer):
    drawn(renderer, one(Line(((0, 0), (200, 100)), RED, 5)))
    assert np.all(drawn(renderer, one(key="another")) == 255)


@pytest.mark.parametrize("name", ["koenig", "kullern", "company", "buddel", "hoehle"])
def test_what_is_drawn_only_where_it_changed_is_the_whole_picture(window, name):
    """A game in which things slide and roll, frame by frame, beside pictures drawn from nothing."""
    from kullerwerk.players.specs import Spec
    from kullerwerk.stage.games import Plan, new_game
    from kullerwerk.window.canvas import Canvas
    from kullerwerk.window.opening import open_window
    from kullerwerk.window.pictures import picture
    from kullerwerk.window.renderer import Renderer

    large = open_window((960, 600), "canvas", visible=False)
    size, ground = large.get_framebuffer_size(), (250, 247, 241, 255)
    canvas, other = Canvas(Renderer(large)), Renderer(large)
    page = new_game(Surroundings(), Plan(name, (Spec("random"),) * 2, (), "", 3))
    page.resize(float(size[0]), float(size[1]))
    seen = 0
    for number in range(160):
        page.update(0.05)
        if number % 3 == 0:
            page.move(number * 2.0, 200.0)
        frame = page.frame()
        canvas.show(frame, size, 1.0, ground)
        if number % 8 == 0 or page.board.busy:
            shown = on_screen(size)
            whole = picture(other, frame, size, 1.0, ground).astype(int)
            assert np.abs(shown - whole).max() <= 2, number
            seen += 1
        if seen > 40:
            break
    large.close()
    window.switch_to()
    assert seen > 15
