"""Drops on an empty hill: what becomes of single balls, the shares, the command, its picture."""

from __future__ import annotations

import json
import os
import signal
from itertools import pairwise

import pytest

from kullerwerk import cli, drops
from kullerwerk.draw.drops import drops_picture
from kullerwerk.drops import Dropped, Plan, drop_all, lines, summarise
from scenes.files import load_hill, scene_hash
from scenes.hill import MarbleHill

GALTON = load_hill("galton")
SMALL = MarbleHill.example()


def dropped(plan, jobs=1):
    found = [one for some in drop_all(plan, jobs) for one in some]
    return sorted(found, key=lambda one: one.ball)


def test_a_ball_is_followed_from_its_hatch_to_its_end():
    plan = Plan(GALTON, 3, "left", 1, 12)
    balls = dropped(plan)
    assert [one.ball for one in balls] == list(range(12))
    assert {one.end for one in balls} == {"out", "stuck"}
    for one in balls:
        assert one.hatch == 3
        if one.end == "stuck":
            assert (one.exit, one.lanes, one.way) == (6, (), ())
            assert abs(one.x - GALTON.rows[0].x[5]) < GALTON.hut.pocket_width / 2
            assert 0 < one.y < GALTON.hut.pocket_height
            continue
        assert one.exit == 5
        assert len(one.lanes) == len(GALTON.rows) - 1
        xs = [GALTON.rows[0].x[4]]
        xs += [row.x[k - 1] for row, k in zip(GALTON.rows[1:], one.lanes, strict=True)]
        steps = [round(abs(b - a), 6) for a, b in pairwise(xs)]
        assert steps == [20.0] * 6 + [0.0], "half a pitch at each fork, straight to the starts"
        assert one.y >= GALTON.slope.hollow
        assert abs(one.x - xs[-1]) < GALTON.slope.gutter_width / 2
        assert one.way
    times = {end: [one.time for one in balls if one.end == end] for end in ("out", "stuck")}
    assert max(times["stuck"]) < min(times["out"])


def test_the_other_exits_open_with_the_slider():
    balls = dropped(Plan(GALTON, 3, "right", 1, 8))
    assert {one.exit for one in balls if one.end == "out"} == {6}
    assert {one.exit for one in balls if one.end == "stuck"} == {5}


def test_a_ball_depends_on_the_seed_and_its_number_alone():
    plan = Plan(SMALL, 0, "left", 4, 40)
    balls = dropped(plan)
    assert dropped(plan, jobs=2) == balls
    assert dropped(Plan(SMALL, 0, "left", 4, 7)) == balls[:7]
    assert dropped(Plan(SMALL, 0, "left", 5, 7)) != balls[:7]
    assert [one.hatch for one in balls[:4]] == [1, 2, 1, 2]


def ball(k, end, exit_, lanes, time=1.0):
    return Dropped(k, 1, end, exit_, lanes, 0.0, 0.0, time, helped=False)


def test_shares_are_of_the_balls_that_came_there():
    balls = [
        ball(0, "out", 1, (1, 1, 1), 2.0),
        ball(1, "out", 1, (1, 2, 2), 4.0),
        ball(2, "stuck", 2, (), 0.5),
        ball(3, "lost", 1, ()),
    ]
    found = summarise(SMALL, balls)
    assert [one.count for one in found.ends.values()] == [2, 1, 1]
    assert [one.count for one in found.exits] == [3, 1, 0, 0]
    assert {one.total for one in found.exits} == {4}
    assert [[one.count for one in lanes] for lanes in found.rows] == [
        [2, 0, 0],
        [1, 1, 0, 0],
        [1, 1, 0, 0],
    ]
    assert {one.total for lanes in found.rows for one in lanes} == {2}
    assert found.times[2] == 3.0
    assert found.stuck_times == (0.5,) * 5
    told = lines(Plan(SMALL, 1, "left", 1, 4), found)
    assert told[0].split() == ["out", "into", "the", "hollow", "50.0%", "(15.0%", "to", "85.0%)"]
    assert [line.split()[:3] for line in told if line.startswith("exit")] == [
        ["exit", "1", "open"],
        ["exit", "2", "closed"],
    ]
    assert [line.split()[:6] for line in told if line.startswith("leg")] == [
        ["leg", "at", "40", "mm,", "lane", "1"]
    ]


def test_the_command_tells_writes_and_draws(tmp_path, capsys):
    picture, data = tmp_path / "d.png", tmp_path / "d.json"
    args = ["drop", "--hatch", "2", "--balls", "12", "--seed", "1"]
    assert cli.main([*args, "--picture", str(picture), "--json", str(data)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Galton hill: 12 balls into hatch 2, left exits open, seed 1"
    assert any(line.startswith("  leg at 80 mm, lane ") for line in said)
    assert picture.stat().st_size > 50_000
    told = json.loads(data.read_text())
    assert told["scene"] == scene_hash(GALTON)
    assert (told["asked"], len(told["rows"])) == (12, 12)
    assert sum(end["count"] for end in told["summary"]["ends"].values()) == 12
    assert [row["kind"] for row in told["summary"]["rows"]] == [row.kind for row in GALTON.rows[1:]]
    assert {row["hatch"] for row in told["rows"]} == {2}

    assert cli.main([*args[:-4], "--balls", "5", "--seed", "1", "--json"]) == 0
    fewer = json.loads(capsys.readouterr().out)
    assert fewer["rows"] == told["rows"][:5]


def test_ctrl_c_keeps_what_there_is(tmp_path, capsys, monkeypatch):
    honest = drops.Dropper.drop

    def impatient(self, number):
        if number == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return honest(self, number)

    monkeypatch.setattr(drops.Dropper, "drop", impatient)
    data = tmp_path / "d.json"
    assert cli.main(["drop", "--balls", "50", "--seed", "1", "--json", str(data)]) == 130
    captured = capsys.readouterr()
    assert captured.err == "Error: Stopped after 4 of 50 balls.\n"
    assert captured.out.startswith("Galton hill: 4 of 50 balls into 5 hatches in turn, ")
    told = json.loads(data.read_text())
    assert (told["asked"], len(told["rows"])) == (50, 4)


def test_a_process_that_is_to_stop_tells_of_what_it_dropped():
    asked = iter([False, False, False])
    plan = Plan(SMALL, 0, "left", 1, 40)
    some = drops._some(plan, 1, lambda: next(asked, True))
    assert [one.ball for one in some] == [16, 17, 18]
    with pytest.raises(drops.Stopped):
        drops._some(plan, 1, lambda: True)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--hatch", "6"], "--hatch 6: expected a hatch of galton, from 1 to 5."),
        (["--slider", "up"], "--slider up: expected left or right."),
        (
            ["rundkurs"],
            "rundkurs: expected a hill of the library (galton, galton-wild) or a .toml file, found "
            "no such hill.",
        ),
        (["--picture", "x.gif"], "x.gif: the name must end in .png or .svg."),
        (
            ["--balls", "0"],
            "--balls 0: expected a whole number from 1 to 10000000, found 0; see 'kullerwerk drop "
            "--help'.",
        ),
    ],
)
def test_bad_input_gets_one_sentence(capsys, args, sentence):
    assert cli.main(["drop", *args]) == 2
    assert capsys.readouterr().err == f"Error: {sentence}\n"


def test_a_picture_is_drawn_where_no_ball_came_out(tmp_path):
    balls = [ball(0, "stuck", 2, (), 0.5), ball(1, "stuck", 2, (), 0.6)]
    path = tmp_path / "d.svg"
    drops_picture(Plan(SMALL, 1, "left", 1, 2), balls, summarise(SMALL, balls), path)
    assert path.read_text().startswith("<?xml")
