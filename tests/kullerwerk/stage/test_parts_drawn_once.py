"""What is drawn in games, in records and in the editor looks the same in all of them."""

import pytest

from kullerwerk.stage import hill_parts, theme, track_parts
from kullerwerk.stage.edit import EditPage, hill_shapes, track_shapes
from kullerwerk.stage.shapes import Camera
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.views import hill_shapes as played_hill
from kullerwerk.stage.views import koenig_draw
from rules.koenig.board import board_of
from scenes.files import load_hill, load_track, scene_hash

SCALE = 0.8


@pytest.mark.parametrize("name", ["kinderrunde", "rundkurs"])
def test_half_spheres_posts_and_rays_of_a_track(name):
    track = load_track(name)
    board = board_of(track, scene_hash(track))
    played = set(koenig_draw.obstacle_shapes(board, SCALE))
    played |= set(koenig_draw.table_shapes(board, "smooth", ("start", "finish")))
    course = koenig_draw.course_shapes(board, None, SCALE)
    things = track_shapes.things(
        track.model_dump(mode="json", exclude_none=True), frozenset(), Camera(SCALE), "start"
    )
    for k, ball in enumerate(track.half_spheres):
        assert set(things[f"sphere:{k}"]) <= played
        assert any(getattr(shape, "text", "") == ball.name for shape in things[f"sphere:{k}"])
    assert set(things["gate"]) & played
    halo = track_parts.MAPPED.halo
    for k in range(len(track.course)):
        mine = things[f"ray:{k}"][:-1]  # the last one is its handle
        plain = {s for s in mine if halo not in (getattr(s, "colour", 0), getattr(s, "fill", 0))}
        assert plain <= set(course)


def test_walls_and_marks_of_a_hill():
    hill = load_hill("galton")
    played = set(played_hill.ground(played_hill.Sheet(hill), hill.hut.slider))
    parts = hill_shapes.ground(hill)
    assert set(parts["plate"]) <= played
    assert all(set(parts[name]) <= played for name in parts if name.startswith("walls:"))
    unit = hill_parts.unit_of(hill)
    things = hill_shapes.things(
        hill.model_dump(mode="json", exclude_none=True), frozenset(), Camera(), unit
    )
    discs = {shape for shape in things["space"] if hasattr(shape, "r")}
    free = len(hill.path.spaces) - len(hill.path.stones)
    assert len(discs & played) == free  # the others lie below stones there
    assert set(things["start"]) <= played


def test_what_is_wrong_is_red():
    for made in (
        track_parts.half_sphere((0, 0), 30, "A", 1.0, wrong=True),
        track_parts.post((0, 0), 8, wrong=True),
        hill_parts.space((0, 0), 3, 1.0, wrong=True),
        [hill_parts.start((0, 0), 1.0, wrong=True), hill_parts.stone((0, 0), 1.0, wrong=True)],
    ):
        assert any(getattr(shape, "edge", None) == theme.BAD for shape in made)


def test_the_start_box_is_named_in_the_language_of_the_window():
    page = EditPage(Surroundings(), "kinderrunde")
    for lang, word in (("en", "start"), ("de", "Start")):
        from kullerwerk.stage.settings import Settings

        page.around.settings = Settings(language=lang)
        box = next(layer for layer in page.layers() if layer.key == "edit.things.box")
        assert word in [getattr(shape, "text", "") for shape in box.shapes]
