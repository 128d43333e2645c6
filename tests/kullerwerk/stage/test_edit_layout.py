"""Layouts as data: commands, undo, symmetry, grids, and what the checks say of them."""

import copy
import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kullerwerk.stage.edit import commands, hill_things, track_things
from kullerwerk.stage.edit.commands import Where, read_number
from kullerwerk.stage.edit.layout import History, judged, layout_of, on_grid, put, value_at
from kullerwerk.stage.edit.problem_words import sentence
from kullerwerk.stage.edit.things import moved_both, things_of
from scenes.files import load_hill, load_track
from scenes.track import SURFACES

TRACKS = ("kinderrunde", "rundkurs")
SCENES = {
    "kinderrunde": layout_of(load_track("kinderrunde")),
    "rundkurs": layout_of(load_track("rundkurs")),
    "galton": layout_of(load_hill("galton")),
}
places = st.tuples(st.floats(-50, 1300), st.floats(-400, 850))


@st.composite
def steps(draw, name):
    """A sequence of commands as functions of data."""
    names = [one.name for one in things_of(SCENES[name].data).handles(SCENES[name].data)]
    hill = name == "galton"
    kinds = ["move", "mirror", "number"]
    kinds += [] if hill else ["add", "remove", "surface", "turn"]
    return [
        (draw(st.sampled_from(kinds)), draw(st.sampled_from(names)), draw(places),
         draw(st.sampled_from([None, "x", "y"])))
        for _ in range(draw(st.integers(1, 8)))
    ]  # fmt: skip


def carried_out(data, step):
    kind, name, place, axis = step
    things = things_of(data)
    where = Where(data, name, axis)
    match kind:
        case "move":
            return moved_both(data, name, place, axis) if things.handle(data, name) else data
        case "mirror":
            return commands.carried_out(where, "mirror", axis or "x", None)
        case "add":
            return track_things.added(data) or data
        case "remove":
            return track_things.removed(data, 0, axis) if track_things.spheres(data) else data
        case "number":
            key = "slope.slope_deg" if data["kind"] == "hill" else "table.length"
            return commands.number(where, key, 5 + abs(place[0]))
        case "surface":
            return commands.carried_out(where, "surface", "", int(abs(place[0])) % len(SURFACES))
        case _:
            return track_things.turned(data, 0) if track_things.course(data) else data


@pytest.mark.parametrize("name", SCENES)
@settings(max_examples=12, deadline=None)
@given(st.data())
def test_all_commands_undone_give_the_same_data(name, data):
    start = SCENES[name]
    before = copy.deepcopy(start.data)
    history = History(start)
    done = 0
    for step in data.draw(steps(name)):
        done += history.do(carried_out(history.now.data, step))
    last = history.now.data
    assert history.can_undo == bool(done)
    for _ in range(done):
        history.undo()
    assert not history.can_undo
    assert history.now.data == before == start.data  # nothing was changed in place
    for _ in range(done):
        history.redo()
    assert history.now.data == last
    assert not history.can_redo


@pytest.mark.parametrize("name", SCENES)
@settings(max_examples=12, deadline=None)
@given(st.data())
def test_every_layout_is_right_or_says_what_is_wrong(name, data):
    now = SCENES[name].data
    for step in data.draw(steps(name)):
        now = carried_out(now, step)
    found = judged(now)
    assert (found.scene is None) == bool(found.problems)
    for problem in found.problems:
        for lang in ("en", "de"):
            assert len(sentence(problem, lang, now)) > 10


def test_steps_of_a_drag_are_one_step():
    history = History(SCENES["kinderrunde"])
    for x in range(100, 110):
        history.do(track_things.moved(history.now.data, "sphere:0", (x, 500.0)), "drag")
    history.seal()
    history.do(track_things.moved(history.now.data, "sphere:0", (300.0, 500.0)), "drag")
    history.undo()
    assert history.now.data["half_spheres"][0]["x"] == 109
    history.undo()
    assert history.now.data == SCENES["kinderrunde"].data
    assert not history.can_undo


def test_what_was_saved_is_known_again_after_undo():
    history = History(SCENES["kinderrunde"])
    history.do(put(history.now.data, ("title",), "Neu"))
    assert history.unsaved
    history.keep()
    assert not history.unsaved
    history.undo()
    assert history.unsaved
    history.redo()
    assert not history.unsaved


@given(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4), st.sampled_from([1.0, 5.0, 10.0, 20.0, 50.0]))
def test_snapping_goes_to_the_nearest_point_of_the_grid(x, y, step):
    found = on_grid((x, y), step)
    for value, was in zip(found, (x, y), strict=True):
        assert value / step == round(value / step)
        assert abs(value - was) <= step / 2 + 1e-6


def test_without_a_grid_places_have_hundredths():
    assert on_grid((12.3456, -0.001), 0.0) == (12.35, 0.0)


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("name", TRACKS)
def test_the_mirror_image_of_a_course_can_be_raced_on(name, axis):
    data = SCENES[name].data
    image = track_things.mirrored(data, axis)
    assert image != data
    assert not judged(image).problems
    assert track_things.mirrored(image, axis) == data


def test_the_mirror_image_of_a_hill_is_right():
    data = hill_things.moved(SCENES["galton"].data, "tip:2.1", (82.0, -90.0))
    image = hill_things.mirrored(data, "x")
    assert image != data
    assert not judged(image).problems
    assert hill_things.mirrored(image, "x") == data
    assert hill_things.mirrored(data, "y") == data  # marbles run down


def test_with_symmetry_the_opposite_half_sphere_moves_along():
    data = moved_both(SCENES["kinderrunde"].data, "sphere:0", (900.0, 450.0), "x")
    places = [(s["x"], s["y"]) for s in data["half_spheres"]]
    assert places == [(900, 450), (300, 450)]
    assert [r["to"] for r in data["course"]] == [[1200, 450], [0, 450]]
    alone = moved_both(SCENES["kinderrunde"].data, "sphere:0", (900.0, 450.0), None)
    assert alone["half_spheres"][1] == SCENES["kinderrunde"].data["half_spheres"][1]


def test_what_stands_on_the_axis_stays_on_it():
    data = moved_both(SCENES["kinderrunde"].data, "post:left", (650.0, 260.0), "x")
    assert data["gate"]["left_post"] == [600, 260]


def test_with_symmetry_splitters_of_a_hill_lean_apart():
    data = SCENES["galton"].data
    one = hill_things.handle(data, "tip:2.1")
    moved = moved_both(data, "tip:2.1", (one.x + 1.5, one.y), "x")
    row = moved["rows"][2]["splitters"]
    assert row[1] == pytest.approx(-0.09 + 1.5)
    assert row[-2] == pytest.approx(-row[1])


def test_a_straight_ray_stays_straight_and_a_slanted_one_keeps_its_end():
    data = track_things.moved(SCENES["kinderrunde"].data, "sphere:0", (880.0, 470.0))
    assert data["course"][0]["to"] == [1200, 470]
    slanted = put(data, ("course", 0, "to"), [1200, 500])
    again = track_things.moved(slanted, "sphere:0", (880.0, 430.0))
    assert again["course"][0]["to"] == [1200, 500]


def test_a_larger_table_takes_the_ends_of_rays_along():
    data = commands.number(Where(SCENES["kinderrunde"].data), "table.length", 1300)
    assert data["course"][0]["to"] == [1300, 400]
    assert not judged(data).problems


@pytest.mark.parametrize("name", TRACKS)
def test_half_spheres_are_added_where_there_is_room_and_removed_with_their_rays(name):
    data = SCENES[name].data
    more = track_things.added(data)
    assert more is not None
    assert not judged(more).problems
    assert len(more["half_spheres"]) == len(more["course"]) == len(data["half_spheres"]) + 1
    assert len({s["name"] for s in more["half_spheres"]}) == len(more["half_spheres"])
    assert track_things.removed(more, len(data["half_spheres"])) == data


def test_a_name_is_changed_in_the_course_too():
    where = Where(SCENES["kinderrunde"].data, "sphere:1")
    data = commands.carried_out(where, "text", "name", "Hut")
    assert data["course"][1]["around"] == "Hut"
    assert not judged(data).problems


def test_rays_change_places_in_the_course():
    data = commands.carried_out(Where(SCENES["rundkurs"].data), "order", "0", 2)
    assert [r["around"] for r in data["course"]] == ["B", "C", "A", "D"]


def test_another_surface_brings_its_own_contact():
    where = Where(SCENES["kinderrunde"].data)
    own = commands.number(where, "materials.die_table.friction", 0.33)
    assert judged(own).scene.die_table.friction == 0.33
    assert judged(own).scene.die_table.restitution == SURFACES["smooth"].restitution
    felt = commands.carried_out(Where(own), "surface", "", 2)
    assert judged(felt).scene.die_table == SURFACES["felt"]


def test_spaces_change_places_and_rows_take_theirs_along():
    data = SCENES["galton"].data
    one = hill_things.handle(data, "space:0")
    swapped = hill_things.moved(data, "space:0", (one.x + 41, one.y))
    assert swapped["path"]["spaces"][:2] == [[80, 240], [40, 240]]
    assert not judged(swapped).problems
    lower = hill_things.moved(data, "row:6", (0.0, -243.0))
    assert {y for _, y in lower["path"]["spaces"][:8]} == {243}
    assert not judged(lower).problems


def test_marks_are_set_and_go_from_space_to_space():
    data = hill_things.marked(SCENES["galton"].data, "stones", 5, on=True)
    assert data["path"]["stones"] == [3, 5, 8, 11, 16, 19, 23]
    stone = hill_things.handle(data, "stone:5")
    moved = hill_things.moved(data, "stone:5", (stone.x + 40, stone.y))
    assert moved["path"]["stones"] == [3, 6, 8, 11, 16, 19, 23]


WRONG = {
    "overlap": (lambda d: track_things.moved(d, "sphere:0", (330.0, 410.0)), "half_spheres[1]"),
    "off the table": (lambda d: track_things.moved(d, "sphere:0", (10.0, 400.0)),
                      "half_spheres[0].x"),
    "on a post": (lambda d: track_things.moved(d, "sphere:0", (600.0, 250.0)), "half_spheres[0]"),
    "narrow gate": (lambda d: track_things.moved(d, "post:left", (600.0, 120.0)), "gate"),
    "posts together": (lambda d: track_things.moved(d, "post:left", (600.0, 66.0)),
                       "gate.left_post"),
    "box across the line": (lambda d: track_things.moved(d, "box:", (600.0, 150.0)), "start_box"),
    "no box": (lambda d: track_things.moved(d, "corner:ur", (300.0, 230.0)), "start_box.x_max"),
    "small box": (lambda d: track_things.moved(d, "corner:ur", (420.0, 120.0)), "start_box"),
    "short ray": (lambda d: track_things.moved(d, "ray:0", (890.0, 400.0)), "course[0].to"),
    "ray through": (lambda d: track_things.moved(d, "ray:0", (0.0, 400.0)), "course[0].to"),
    "radius": (lambda d: put(d, ("half_spheres", 0, "radius"), 2.0), "half_spheres[0].radius"),
    "name": (lambda d: put(d, ("half_spheres", 0, "name"), ""), "half_spheres[0].name"),
    "name twice": (lambda d: put(d, ("half_spheres", 0, "name"), "B"), "half_spheres[1].name"),
    "no ray": (lambda d: put(d, ("course",), []), "half_spheres[0]"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_in_both_languages(case):
    change, key = WRONG[case]
    data = change(SCENES["kinderrunde"].data)
    problems = judged(data).problems
    assert key in [p.key for p in problems]
    for problem in problems:
        english, german = sentence(problem, "en", data), sentence(problem, "de", data)
        assert "expected" in english
        assert not re.search(r"\b(expected|the|least|one|between|with|that)\b", german), german


def test_a_hill_says_what_is_wrong_in_both_languages():
    data = hill_things.moved(SCENES["galton"].data, "row:4", (0.0, -180.0))
    problems = judged(data).problems
    assert problems
    assert sentence(problems[0], "de", data).startswith("Reihe 6 - erwartet: Platz für die Äste")
    assert sentence(problems[0], "en", data).startswith("row 6: expected room for the branches")


@pytest.mark.parametrize(
    ("text", "value"),
    [("12.5", 12.5), (" 12,5 ", 12.5), ("-3", -3.0), ("", None), ("abc", None), ("1e9", None),
     ("nan", None), ("inf", None)],
)  # fmt: skip
def test_numbers_are_read_as_people_type_them(text, value):
    assert read_number(text) == value


def test_values_are_found_and_put_by_their_keys():
    data = SCENES["kinderrunde"].data
    assert value_at(data, ("half_spheres", 0, "x")) == 880
    assert value_at(data, ("no", "such"), 7) == 7
    other = put(data, ("half_spheres", 0, "x"), 1.0)
    assert value_at(data, ("half_spheres", 0, "x")) == 880
    assert other["half_spheres"][1] is data["half_spheres"][1]
    assert math.isclose(other["half_spheres"][0]["x"], 1.0)


@pytest.mark.parametrize(("name", "other"), [("tip:2.0", "tip:2.{}"), ("hatch:0", "hatch:{}")])
def test_a_typed_splitter_of_a_hill_takes_its_mirror_image_along(name, other):
    data = SCENES["galton"].data
    count = len(data["rows"][2]["x"] if name[0] == "t" else data["hut"]["hatches"])
    twin = other.format(count - 1)
    for one in (name, twin):
        data = hill_things.shifted(data, one, 0.0)
    after = commands.number(Where(data, name, "x"), "shift", 0.7)
    x, y = hill_things.handle(data, name).place
    assert hill_things.handle(after, name).place == pytest.approx((x + 0.7, y))
    x, y = hill_things.handle(data, twin).place
    assert hill_things.handle(after, twin).place == pytest.approx((x - 0.7, y))
    alone = commands.number(Where(data, name), "shift", 0.7)
    assert hill_things.handle(alone, twin).place == (x, y)


def test_marks_of_a_hill_are_mirrored_by_their_spaces():
    data = SCENES["galton"].data
    low, high = min(data["rows"][0]["x"]), max(data["rows"][0]["x"])
    spaces = data["path"]["spaces"]
    pairs = {
        (a + 1, b + 1) for a, (x, y) in enumerate(spaces) for b, (u, v) in enumerate(spaces)
        if a < b and abs(x + u - low - high) < 0.1 and y == v
    }  # fmt: skip
    (a, b), (c, d) = sorted(pairs)[:2]
    data = put(data, ("path", "stones"), [])
    both = commands.carried_out(Where(data, f"space:{a - 1}", "x"), "stones", str(a), True)
    assert both["path"]["stones"] == sorted((a, b))
    stone, to = f"stone:{a}", hill_things.MARKS["stones"]
    place = spaces[c - 1][0] + to[0], -spaces[c - 1][1] + to[1]
    assert moved_both(both, stone, place, "x")["path"]["stones"] == sorted((c, d))
    none = commands.carried_out(Where(both, f"space:{b - 1}", "x"), "stones", str(b), False)
    assert none["path"]["stones"] == []


@pytest.mark.parametrize(
    ("name", "place", "step", "found"),
    [("row:6", (0.0, -203.4), 5.0, (0.0, -205.0)), ("space:0", (3.3, -9.1), 5.0, (3.3, -9.1))],
)
def test_rows_of_a_hill_snap_downhill_and_spaces_to_no_grid(name, place, step, found):
    assert hill_things.snapped(SCENES["galton"].data, name, place, step) == found


@pytest.mark.parametrize("name", ["tip:2.1", "hatch:2"])
def test_splitters_of_a_hill_snap_by_how_far_aside_they_are(name):
    data = hill_things.shifted(SCENES["galton"].data, name, 0.0)
    x, y = hill_things.handle(data, name).place
    at = hill_things.snapped(data, name, (x + 1.3, y), 0.5)
    assert at == pytest.approx((x + 1.5, y), abs=0.01)


def test_what_was_dragged_back_to_where_it_was_cannot_be_undone():
    history = History(SCENES["kinderrunde"])
    for x in (870.0, 860.0, 880.0):
        history.do(track_things.moved(history.now.data, "sphere:0", (x, 400.0)), "drag")
    assert history.now.data == SCENES["kinderrunde"].data
    assert not history.can_undo
    assert not history.unsaved
