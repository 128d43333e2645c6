"""The builder of reference throws: scenes, files, and (where it is installed) the 3-D engine."""

from __future__ import annotations

import json
import math
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from benchmarks.reference import throws as reference_throws
from benchmarks.reference.__main__ import WrongUseError, main, own_scenes, seed_of
from benchmarks.reference.catalogue import DICE, TRAINING, VALIDATION
from benchmarks.reference.dice import corners, face_normals
from benchmarks.reference.files import load, save
from benchmarks.reference.model import model_xml
from benchmarks.reference.scenes import ramp, restitution
from benchmarks.reference.throws import NOTHING, ReferenceThrow
from sim.solids import solid

# --- scenes and dice -----------------------------------------------------------------------------


def test_training_and_validation_share_no_scene():
    assert len(TRAINING) == 5
    assert len(VALIDATION) >= 12
    assert not set(TRAINING) & set(VALIDATION)
    assert not set(TRAINING.values()) & set(VALIDATION.values())
    assert {s.tower for s in TRAINING.values()} == {ramp(0.14, 55)}


def test_validation_covers_towers_materials_and_obstacles():
    scenes = VALIDATION.values()
    assert {35, 40, 50, 60, 65} <= {s.tower.angle for s in scenes}
    assert min(s.tower.length for s in scenes) <= 0.10
    assert max(s.tower.length for s in scenes) >= 0.18
    assert (min(s.mu for s in scenes), max(s.mu for s in scenes)) == (0.1, 0.585)
    assert (min(s.e for s in scenes), max(s.e for s in scenes)) == (0.2, 0.65)
    assert any(len(s.hemispheres) == 2 for s in scenes)
    assert any(box[5] for s in scenes for box in s.boxes)


def test_restitution_is_what_was_measured():
    assert restitution(0.43) == 0.485
    assert restitution(0.49) == pytest.approx((0.485 + 0.585) / 2)
    for e in (0.05, 0.9):
        with pytest.raises(ValueError, match=r"expected 0\.1 to 0\.8"):
            restitution(e)


@pytest.mark.parametrize("kind", DICE)
def test_its_dice_are_the_simulations(kind):
    """Written apart, so that an error in one shows itself; they must be the same solids."""
    size = DICE[kind].size * 1000
    ours = solid(kind, size)
    points = corners(kind, size)
    normals = face_normals(points)
    nearest = np.array(ours.normals) @ normals.T
    assert sorted(nearest.argmax(axis=1)) == list(range(len(normals)))
    assert nearest.max(axis=1) == pytest.approx(1)
    assert (points @ normals.T).max(axis=0) == pytest.approx(ours.r_in)
    assert np.linalg.norm(points, axis=1).max() == pytest.approx(ours.r_out)


@pytest.mark.parametrize("name", TRAINING | VALIDATION)
def test_the_model_has_every_obstacle_and_no_die_in_them(name):
    scene = (TRAINING | VALIDATION)[name]
    world = ET.fromstring(model_xml(scene, DICE["d12"], 5e-5)).find("worldbody")
    # Table, obstacles, ramp, two walls, lintel; then the die and the hat.
    assert len(world.findall("geom")) == 5 + len(scene.hemispheres) + len(scene.boxes)
    assert [body.get("name") for body in world.findall("body")] == ["die", "hat"]
    assert {g.get("friction").split()[0] for g in world.iter("geom")} == {str(scene.mu)}
    stiffness, damping = (-float(v) for v in world.find("geom").get("solref").split())
    decay = damping / 2 / math.sqrt(stiffness)
    assert math.exp(-math.pi * decay / math.sqrt(1 - decay**2)) == pytest.approx(scene.e, rel=1e-4)


def test_a_scene_without_damping_has_no_model():
    with pytest.raises(ValueError, match="no nominal damping"):
        model_xml(TRAINING["open"].model_copy(update={"e": None}), DICE["d6"], 5e-5)


# --- scenes of one's own -------------------------------------------------------------------------


def written(tmp_path, data):
    path = tmp_path / "own.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return path


def test_own_scenes_say_what_differs_from_the_open_table(tmp_path):
    found = own_scenes(written(tmp_path, {"low": {"e": 0.2, "hemispheres": [[0.1, 0, 0.02]]}}))
    assert found["low"] == TRAINING["open"].model_copy(
        update={"e": 0.2, "restitution": 0.31, "hemispheres": ((0.1, 0.0, 0.02),)}
    )


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("[1]", "expected a JSON object of scenes"),
        ({"a": {"speed": 1}}, r"a\.speed: no such key: expected one of table, "),
        ({"a": {"mu": "high"}}, r"a\.mu: "),
        ({"a": {"tower": {"angle": 40.0}}}, r"a\.tower\.length: Field required"),
        ({"a": {"e": 0.95}}, r"a\.e: e = 0.95 was not measured"),
        ({"a": {"pull": [0.3]}}, r"a\.pull"),
    ],
)
def test_a_wrong_scene_is_named_in_one_sentence(tmp_path, capsys, data, says):
    path = written(tmp_path, data)
    with pytest.raises(WrongUseError, match=says):
        own_scenes(path)
    assert main([str(tmp_path / "out"), "--scenes-file", str(path)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(str(path))
    assert len(told.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_unknown_names_and_counts_are_refused(tmp_path, capsys):
    assert main([str(tmp_path), "--scene", "moon"]) == 2
    assert main([str(tmp_path), "--throws", "0"]) == 2
    assert main([str(tmp_path), "--scenes-file", str(tmp_path / "none.json")]) == 2
    moon, throws, none = capsys.readouterr().err.splitlines()
    assert "no scene is called 'moon': expected one of open, " in moon
    assert "--throws" in throws
    assert none.endswith("No such file or directory")


def test_without_the_engine_one_sentence_says_how_to_get_it(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    assert main([str(tmp_path / "out")]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert "make reference" in told
    assert not (tmp_path / "out").exists()


# --- files ---------------------------------------------------------------------------------------


def one(**changes):
    fields = {
        "time": 0.7,
        "place": np.array([0.2, 0.01, 0.008]),
        "quat": np.array([1.0, 0, 0, 0]),
        "face_up": 1,
        "face_down": 2,
        "flatness": 1.0,
        "off_table": False,
        "stuck": False,
        "pull": 0.5,
        "start_face": 3,
        "exit": NOTHING,
    }
    return ReferenceThrow(**(fields | changes))


@pytest.mark.parametrize("small", [False, True])
def test_a_file_gives_back_what_was_put_in(tmp_path, small):
    path = tmp_path / "head_on_d6.npz"
    scene, die = TRAINING["head_on"], DICE["d6"]
    recorded = one(path=[NOTHING, NOTHING])
    save(path, scene, die, [recorded, one(off_table=True, stuck=True, time=0.25)], small)
    found = load(path)
    assert (found.name, found.scene_name) == ("head_on_d6", "head_on")
    assert (found.scene, found.die) == (scene, die)
    assert found.throws.place == pytest.approx(np.array([[200, 10], [200, 10]]), abs=1e-4)
    assert found.throws.time.tolist() == pytest.approx([0.7, 0.25])
    assert found.throws.off_table.tolist() == found.throws.stuck.tolist() == [False, True]
    assert (found.throws.start_face.tolist(), found.throws.face_down.tolist()) == ([3, 3], [2, 2])
    with np.load(path) as stored:
        assert ("path0" in stored.files, "exit" in stored.files) == (not small, not small)
    assert [p.name for p in tmp_path.iterdir()] == ["head_on_d6.npz"]


def test_files_of_one_run_have_seeds_of_their_own():
    assert len({seed_of(s, f) for s in (1, 2) for f in ("open_d6", "open_d4")}) == 4


# --- the engine itself ---------------------------------------------------------------------------


def test_turns_between_directions():
    rng = np.random.default_rng(1)
    for _ in range(50):
        a, b = (v / np.linalg.norm(v) for v in rng.normal(size=(2, 3)))
        for end in (b, a, -a):
            turn = reference_throws._matrix(reference_throws._shortest(a, end))
            assert turn @ a == pytest.approx(end, abs=1e-7)
            assert turn @ turn.T == pytest.approx(np.eye(3), abs=1e-12)
    twice = reference_throws._product(
        reference_throws._about(np.array([0, 0, 1.0]), 0.3),
        reference_throws._about(np.array([1.0, 0, 0]), 0.4),
    )
    c, s = math.cos(0.3), math.sin(0.3)
    about_z = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    c, s = math.cos(0.4), math.sin(0.4)
    about_x = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    assert reference_throws._matrix(twice) == pytest.approx(about_z @ about_x)


@pytest.fixture(scope="module")
def thrower():
    pytest.importorskip("mujoco", reason="the extra 'reference' is not installed")
    return reference_throws.Thrower(TRAINING["open"], DICE["d10"])


def test_a_die_tumbles_out_and_rests_on_a_face(thrower):
    (found,) = thrower.throws(1, 1, recorded=1)
    assert not found.off_table
    assert not found.stuck
    assert 0.3 < found.time < 2.0
    assert 0.05 < found.place[0] < 0.5
    assert found.flatness == pytest.approx(1, abs=0.01)
    assert found.place[2] == pytest.approx(DICE["d10"].size / 2, abs=3e-4)
    assert found.exit[1] == pytest.approx(DICE["d10"].size / 2, abs=2e-3)
    assert len(found.path) == round((found.time + reference_throws.SETTLE) / reference_throws.LOOK)


def test_a_throw_is_the_same_alone(thrower):
    first, second = thrower.throws(7, 2)
    (alone,) = thrower.throws(7, 1, first=1)
    assert alone.place.tolist() == second.place.tolist() != first.place.tolist()


def test_the_command_makes_a_file_and_leaves_it_alone(tmp_path, capsys):
    pytest.importorskip("mujoco", reason="the extra 'reference' is not installed")
    command = [str(tmp_path), "--scene", "edge", "--die", "d4", "--throws", "2", "--small"]
    assert main(command) == 0
    path = tmp_path / "edge_d4.npz"
    before = path.read_bytes()
    assert len(load(path).throws.time) == 2
    assert main([*command, "--seed", "2"]) == 0
    assert "there already" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert main([*command, "--seed", "2", "--again"]) == 0
    assert path.read_bytes() != before
