"""The scenes that come with the program (GAMES.md 1.2) and what must be true of every one."""

import math
import time

import pytest

from scenes.describe import describe
from scenes.files import (
    KINDS,
    library,
    load_scene,
    load_set,
    load_track,
    scene_hash,
    schema,
    source_text,
)
from scenes.parse import UPGRADES
from scenes.parts import PieceSet
from scenes.track import Track

NAMES = [entry.name for entry in library()]
TRACKS = [entry.name for entry in library() if entry.kind == "track"]


def test_what_there_is():
    assert [(entry.kind, entry.name) for entry in library()] == [
        ("track", "kinderrunde"),
        ("track", "rundkurs"),
        ("set", "yellow"),
        ("set", "red"),
        ("set", "green"),
        ("set", "blue"),
        ("hill", "galton"),
        ("hill", "galton-wild"),
    ]
    assert all(entry.assumed and entry.title for entry in library())


@pytest.mark.parametrize("name", NAMES)
def test_every_scene_says_where_it_comes_from(name):
    scene = load_scene(name)
    assert scene.note.strip()
    assert source_text(name).startswith("# ")


@pytest.mark.parametrize("name", TRACKS)
def test_every_half_sphere_has_one_ray(name):
    track = load_track(name)
    assert sorted(ray.around for ray in track.course) == sorted(
        sphere.name for sphere in track.half_spheres
    )


@pytest.mark.parametrize("name", TRACKS)
def test_four_towers_fit_the_start_box_two_by_two(name):
    track = load_track(name)
    box = track.start_box
    assert len(track.sets) == 4
    assert box.x_max - box.x_min >= 2 * max(s.tower.depth for s in track.sets)
    assert box.y_max - box.y_min >= 2 * max(s.tower.width for s in track.sets)
    assert box.x_max <= track.gate.left_post[0] - track.gate.post_radius


@pytest.mark.parametrize("name", TRACKS)
def test_two_towers_fit_the_gate(name):
    track = load_track(name)
    width = math.dist(track.gate.left_post, track.gate.right_post) - 2 * track.gate.post_radius
    assert width >= 2 * max(s.tower.width for s in track.sets)


def test_rundkurs_is_the_layout_of_the_design():
    track = load_track("rundkurs")
    assert [(s.name, s.x, s.y, s.radius) for s in track.half_spheres] == [
        ("A", 900, 280, 35),
        ("B", 900, 520, 27.5),
        ("C", 300, 520, 27.5),
        ("D", 300, 280, 20),
    ]
    assert [ray.to for ray in track.course] == [(1200, 280), (900, 800), (0, 520), (300, 0)]
    assert {ray.side for ray in track.course} == {"left"}
    assert [s.name for s in track.sets] == ["yellow", "red", "green", "blue"]


def test_the_documented_facts_about_the_sets():
    sets = [load_set(name) for name in ("yellow", "red", "green", "blue")]
    assert [s.die.kind for s in sets] == ["d4", "d6", "d10", "d12"]
    assert [s.face.start_number for s in sets] == [1, 2, 3, 4]
    # Yellow has the tallest tower and the smallest blocker, blue the largest; slopes differ.
    heights = [s.tower.ramp_length * math.sin(math.radians(s.tower.ramp_angle_deg)) for s in sets]
    assert heights == sorted(heights, reverse=True)
    assert len({s.tower.ramp_angle_deg for s in sets}) == 4
    volumes = [s.blocker.length * s.blocker.depth * s.blocker.height for s in sets]
    assert volumes == sorted(volumes)
    # Wood: about 0.65 g/cm3.
    assert [s.blocker.mass / v * 1000 for s, v in zip(sets, volumes, strict=True)] == pytest.approx(
        [0.65] * 4, abs=0.02
    )
    # Rulebook, figure 10: no 7 on the green hat.
    assert 7 not in sets[2].hat.numbers
    # Every hat must work with every die: at least one number that even a d4 shows.
    assert all(min(s.hat.numbers) <= 4 for s in sets)


def test_the_ramp_fits_the_tower():
    for name in ("yellow", "red", "green", "blue"):
        tower = load_set(name).tower
        across = tower.ramp_length * math.cos(math.radians(tower.ramp_angle_deg))
        assert across <= tower.depth


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_describes_every_value(kind):
    described = schema(kind)
    tables = [described, *described["$defs"].values()]
    for table in tables:
        assert table["description"]
        for name, value in table["properties"].items():
            assert value.get("description") or "$ref" in value or name in ("x", "y"), name
    assert described["additionalProperties"] is False
    radius = schema("track")["$defs"]["HalfSphere"]["properties"]["radius"]
    assert (radius["minimum"], radius["maximum"], radius["unit"]) == (5, 500, "mm")


def test_the_schema_lets_a_track_name_its_sets():
    items = schema("track")["properties"]["sets"]["items"]
    assert {"string"} == {one["type"] for one in items["anyOf"] if "type" in one}


@pytest.mark.parametrize("name", NAMES)
def test_hash_is_stable_and_survives_a_round_trip(name):
    scene = load_scene(name)
    again = type(scene).model_validate(scene.model_dump(mode="json"))
    assert again == scene
    assert scene_hash(again) == scene_hash(scene)
    assert len(scene_hash(scene)) == 16
    assert int(scene_hash(scene), 16) >= 0


def test_hash_changes_with_any_value_and_not_with_the_way_it_is_written():
    track = Track.example()
    moved = track.half_spheres[0].model_copy(update={"x": 600.001})
    assert scene_hash(track.model_copy(update={"half_spheres": (moved,)})) != scene_hash(track)
    zero = track.start_box.model_copy(update={"x_min": 0.0})
    minus = track.start_box.model_copy(update={"x_min": -0.0})
    assert scene_hash(track.model_copy(update={"start_box": zero})) == scene_hash(
        track.model_copy(update={"start_box": minus})
    )


def test_hashes_are_all_different():
    assert len({scene_hash(load_scene(name)) for name in NAMES}) == len(NAMES)


def test_there_is_no_upgrade_before_the_first_format():
    assert not UPGRADES


def test_loading_is_quick():
    load_track("rundkurs")
    best = min(timed(lambda: load_track("rundkurs")) for _ in range(5))
    assert best < 0.05


def timed(work):
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def test_a_description_names_everything():
    lines = "\n".join(describe(load_track("rundkurs")))
    for part in ("Rundkurs", "assumed", "1200 x 800 mm", "(900, 280)", "27.5", "5. the gate"):
        assert part in lines
    lines = "\n".join(describe(load_set("yellow")))
    for part in ("150 mm at 55 degrees", "d4, 20 mm edge", "1, 2, 3, 4", "30 x 20 x 20 mm"):
        assert part in lines


def test_a_description_of_a_track_without_much():
    bare = Track.example().model_copy(update={"sets": (), "course": (), "half_spheres": ()})
    assert "Sets         none" in describe(bare)
    assert "set example" in describe(PieceSet.example())[0]
