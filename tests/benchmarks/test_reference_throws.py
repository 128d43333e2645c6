"""Our throws against small reference files, and the command that scores whole folders of them."""

from __future__ import annotations

import math
import re
import shutil
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.reference.bounce import of_contact, under_gravity
from benchmarks.reference.catalogue import DICE, TRAINING, scene
from benchmarks.reference.files import load
from benchmarks.reference_throws import (
    main,
    pulls_of,
    references_in,
    sample_of,
    scored,
    thrown,
    world_of_reference,
)
from benchmarks.scores import score
from sim.compliance import damping_of
from sim.provider import settings_hash
from sim.solids import solid

DATA = Path(__file__).resolve().parent.parent / "data" / "reference"
LINE = re.compile(
    r"\w+ d\d+ energy=(-|\d\.\d{3}|-0\.\d{3}) off=[+-]\d\.\d\d stuck=[+-]\d\.\d\d "
    r"time=(-|inf|\d+\.\d\d) face=(-|\d\.\d{3}) n=\d+ settings=[0-9a-f]{12}"
)
LIMITS = {"open_d6": 0.05, "wall_d4": 0.03, "glancing_d12": 0.03}
"""Largest energy distances let pass: 250 throws on both sides scatter by 0.01."""


@pytest.mark.parametrize("name", ["edge_d10", *LIMITS])
def test_the_physics_still_agrees_with_3d_throws(name):
    reference = load(DATA / f"{name}.npz")
    throws = 250
    found = score(scored(reference, 0, throws).ours, reference.throws, least=200)
    assert abs(found.off) < 0.08
    assert abs(found.stuck) < 0.02
    assert found.time == pytest.approx(1.0, abs=0.08)
    if name in LIMITS:
        assert found.energy is not None
        assert found.face is not None
        assert found.energy < LIMITS[name]
        assert found.face < 0.20


def test_lines_of_a_folder(tmp_path, capsys):
    """In the order of names, each as fixed, whatever the number of processes or other files."""
    for name in ("open_d6", "edge_d10"):
        shutil.copy(DATA / f"{name}.npz", tmp_path)
    assert main([str(tmp_path), "--throws", "12", "--jobs", "2"]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [["edge", "d10"], ["open", "d6"]]
    for line in lines:
        assert LINE.fullmatch(line), line
        assert line.endswith(f" n=12 settings={settings_hash()}")
    assert " energy=- " in lines[0]  # 56 of 250 stay on the table
    assert re.fullmatch(r"worst=-?\d\.\d{3} file=open_d6\.npz", last)
    assert main([str(tmp_path), "--throws", "12", "--only", "open*"]) == 0
    assert capsys.readouterr().out.splitlines() == [lines[1], last]


def test_ten_times_as_often_as_the_file_but_5000_at_most(monkeypatch):
    asked = []

    def spy(world, seed, pulls):
        asked.append(len(pulls))
        return thrown(world, seed, pulls[:3])

    monkeypatch.setattr("benchmarks.reference_throws.thrown", spy)
    reference = load(DATA / "open_d6.npz")
    scored(reference, 0, None)
    one = reference.throws
    rows = [f.name for f in fields(one) if f.name != "face_normals"]
    many = replace(one, **{name: np.repeat(getattr(one, name), 3, axis=0) for name in rows})
    scored(replace(reference, throws=many), 0, None)
    assert asked == [2500, 5000]


def test_a_missed_goal_is_named_where_goals_are_asked_for(tmp_path, capsys):
    path = tmp_path / "open_d6.npz"
    with np.load(DATA / "open_d6.npz") as stored:
        np.savez(path, **{**stored, "x": stored["x"] + 0.5})
    assert main([str(tmp_path), "--throws", "5"]) == 0
    assert main([str(tmp_path), "--throws", "5", "--goals"]) == 1
    assert "MISSED: open_d6: energy is off by 0." in capsys.readouterr().err


def test_nothing_scored_has_no_worst(tmp_path, capsys):
    shutil.copy(DATA / "edge_d10.npz", tmp_path)
    assert main([str(tmp_path), "--throws", "4"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "worst=- file=-"


def test_a_picture_per_file(tmp_path, capsys):
    pictures = tmp_path / "pictures"
    assert main([str(DATA), "--only", "*d10", "--throws", "20", "--picture", str(pictures)]) == 0
    assert (pictures / "edge_d10.png").read_bytes()[:4] == b"\x89PNG"


# --- scenes --------------------------------------------------------------------------------------


def test_scene_and_die_come_from_the_file_in_mm_and_g():
    one = scene(
        e=0.55,
        mu=0.3,
        hemispheres=((0.12, -0.01, 0.03),),
        boxes=((0.2, 0.05, 0.012, 0.1, 0.03, 30.0),),
        table=(0.6, 0.4),
        table_center=(0.1, 0.05),
    )
    world = world_of_reference(one, DICE["d4"])
    assert world.table == pytest.approx((-200, -150, 400, 250))
    assert (world.x, world.y, world.heading, world.own_tower) == (0, 0, 0, None)
    tower = world.tower
    assert (tower.ramp_length, tower.ramp_angle_deg, tower.lip) == pytest.approx((140, 55, 4))
    assert tower.hat_at == pytest.approx(100)
    assert tower.mouth_height == pytest.approx(59.3)
    assert (world.die.size, world.die.mass) == pytest.approx((20, 1.1))
    (ball,), (box,) = world.discs, world.boxes
    assert (ball.x, ball.y, ball.radius, ball.half_sphere) == pytest.approx((120, -10, 30, True))
    assert (box.x, box.y, box.yaw) == pytest.approx((200, 50, math.radians(30)))
    assert (box.length, box.depth, box.height, box.mass) == pytest.approx((12, 100, 30, 0))
    for contact in (world.die_table, world.die_ramp, world.die_wood):
        assert contact.friction == 0.3
        assert under_gravity(contact.restitution, 200.0) == pytest.approx(0.585, abs=1e-6)
        assert contact.restitution == pytest.approx(0.5917, abs=5e-4)


@pytest.mark.parametrize(
    ("nominal", "measured"), [(0.2, 0.31), (0.3, 0.385), (0.43, 0.485), (0.55, 0.585), (0.8, 0.805)]
)
def test_the_files_damping_comes_out_of_their_restitution(nominal, measured):
    """``nominal`` is what the 3-D engine was told: log decrement of a spring that also pulls."""
    told = -math.log(nominal) / math.hypot(math.pi, math.log(nominal))
    assert damping_of(of_contact(measured, 200.0)) == pytest.approx(told, rel=0.01)


@pytest.mark.parametrize("restitution", [0.1, 0.5, 0.9])
def test_gravity_takes_of_a_bounce_what_stepping_finds(restitution):
    omega, damping, step = 2 * math.pi * 200.0, damping_of(restitution), 1e-7
    height, speed = 0.0, -700.0
    for k in range(10**6):
        force = -(omega**2) * height - 2 * damping * omega * speed
        speed += ((max(0.0, force) if height < 0 or not k else 0.0) - 9810.0) * step
        height += speed * step
        if height > 0:
            break
    assert under_gravity(restitution, 200.0) == pytest.approx(max(0.0, speed) / 700.0, abs=2e-3)


@pytest.mark.parametrize("restitution", [0.3, 0.6])
def test_without_time_gravity_takes_nothing(restitution):
    assert under_gravity(restitution, 1e5) == pytest.approx(restitution, abs=1e-4)
    assert of_contact(0.0, 200.0) == 0.0
    assert of_contact(1.0, 200.0) == 1.0


def test_a_third_of_the_d6_begin_askew(monkeypatch):
    """As in the files: the faces across y come out turned by the ramp's angle, by both hands."""
    turned = []

    def spy(world, draws, pull, start_face, start_yaw, compliance):
        turned.append((start_face, start_yaw))

    monkeypatch.setattr("benchmarks.reference_throws.throw", spy)
    slope = math.radians(55.0)
    thrown(world_of_reference(TRAINING["open"], DICE["d6"]), 1, [600.0] * 300)
    faces = np.array(solid("d6", 16.0).normals)
    for face, yaw in turned:
        assert yaw == pytest.approx(slope * faces[face, 1], abs=1e-12)
    share = np.mean([abs(yaw) > 0.1 for _, yaw in turned])
    assert share == pytest.approx(1 / 3, abs=0.08)
    assert {round(yaw, 6) for _, yaw in turned} == {round(slope, 6), round(-slope, 6), 0.0}
    turned.clear()
    thrown(world_of_reference(TRAINING["open"], DICE["d10"]), 1, [600.0] * 20)
    assert {yaw for _, yaw in turned} == {0.0}


def test_pulls_are_uniform_over_the_range_and_the_seeds_own():
    pulls = pulls_of(TRAINING["open"], 3, 2000)
    assert min(pulls) >= 300
    assert max(pulls) <= 1000
    assert np.mean(pulls) == pytest.approx(650, abs=15)
    assert pulls_of(TRAINING["open"], 3, 10) == pulls[:10]
    assert pulls_of(TRAINING["open"], 4, 10) != pulls[:10]


# --- outcomes in the files' terms ----------------------------------------------------------------


@pytest.fixture(scope="module")
def one_throw():
    world = world_of_reference(TRAINING["open"], DICE["d6"])
    return world, thrown(world, 1, [600.0])[0]


@pytest.mark.parametrize(
    ("outcome", "place", "furthest", "off", "stuck"),
    [
        ("rests", (250.0, 3.0, 8.0), 250.0, False, False),
        ("cocked", (250.0, 3.0, 8.0), 250.0, False, False),
        ("timed_out", (250.0, 3.0, 8.0), 250.0, False, False),
        ("off_table", (1050.0, 3.0, 8.0), 1050.0, True, False),
        ("never_left_mouth", (1.0, 0.0, 9.0), 7.9, False, True),
        # It came out, and rolled back under its tower.
        ("never_left_mouth", (-9.0, 0.0, 9.0), 8.1, False, False),
        ("out_at_back", (-120.0, 0.0, 8.0), -40.0, False, True),
        ("out_at_back", (-150.0, 0.0, 8.0), -40.0, True, True),
    ],
)
def test_what_an_outcome_is_called_in_the_files(one_throw, outcome, place, furthest, off, stuck):
    world, one = one_throw
    ended = replace(
        one, outcome=outcome, place=place, places=np.array([(furthest, 0.0, 8.0), place])
    )
    found = sample_of(world, [ended])
    assert (found.off_table.tolist(), found.stuck.tolist()) == ([off], [stuck])
    assert found.place.tolist() == [list(place[:2])]
    assert found.time.tolist() == [one.time]
    assert found.start_face.tolist() == [one.start_face]


# --- files that can't be used --------------------------------------------------------------------


def damaged(tmp_path, **changes):
    with np.load(DATA / "open_d6.npz") as stored:
        found = {key: stored[key] for key in stored.files} | changes
    np.savez(tmp_path / "bad.npz", **{k: v for k, v in found.items() if v is not None})
    return tmp_path


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"x": None}, "there is no field 'x' in it"),
        ({"time": np.zeros(3)}, r"field 'time' has the shape \(3,\): expected \(250,\)"),
        ({"y": np.full(250, np.nan)}, "field 'y' holds something else than numbers"),
        ({"face_down": np.full(250, 6)}, "field 'face_down' names a face 6 to 6: expected 0 to 5"),
        ({"face_normals": np.eye(3)}, r"has the shape \(3, 3\): expected \(6, 3\) for a d6"),
        ({"face_normals": np.tile(np.eye(3), (2, 1))}, "face_normals are not those of a d6"),
        ({"scene": np.array("{")}, "scene: Invalid JSON"),
        ({"scene": np.array("{}")}, "scene.table: Field required"),
        ({"die": np.array('{"kind": "d8", "size": 0.016, "mass": 0.004}')}, "die.kind: "),
        ({"die": np.array('{"kind": "d6", "size": 0.5, "mass": 0.004}')}, "Die: size: .*mm"),
        ({"x": np.array([{}, {}], dtype=object)}, r"expected a NumPy \.npz file"),
    ],
)
def test_a_bad_file_is_named_in_one_sentence(tmp_path, capsys, changes, says):
    assert main([str(damaged(tmp_path, **changes))]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert re.search(says, told.err), told.err
    assert told.err.startswith(str(tmp_path / "bad.npz"))
    assert len(told.err.splitlines()) == 1


def test_no_folder_no_file_no_npz(tmp_path, capsys):
    assert main([str(tmp_path / "none")]) == 2
    assert main([str(tmp_path)]) == 2
    (tmp_path / "text.npz").write_text("no zip")
    assert main([str(tmp_path)]) == 2
    assert main([str(tmp_path), "--only", "x*"]) == 2
    assert main([str(DATA), "--throws", "1"]) == 2
    folder, empty, text, only, throws = capsys.readouterr().err.splitlines()
    assert "expected a folder" in folder
    assert "there is no .npz file in it" in empty
    assert "expected a NumPy .npz file" in text
    assert "whose name fits 'x*'" in only
    assert "--throws from 2" in throws


def test_the_data_of_the_tests_are_small():
    paths = list(DATA.glob("*.npz"))
    assert len(references_in(DATA)) == len(paths) == 4
    assert all(path.stat().st_size < 15_000 for path in paths)
