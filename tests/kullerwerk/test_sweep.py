"""Sweeps: the file, the layouts it makes, and what is kept of them."""

from __future__ import annotations

import errno
import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from processes import worker_of

from kullerwerk import cli
from kullerwerk.lab import layouts
from kullerwerk.lab.intervals import NOTHING, Estimate
from kullerwerk.lab.layouts import Size, measure_all
from kullerwerk.lab.measure import Figure, Measurement, measure
from kullerwerk.lab.runs import Runs
from kullerwerk.lab.sample import Work
from kullerwerk.lab.study import Interrupted, Shelf, StudyError
from kullerwerk.lab.sweep import Swept, read_sweep, sweep
from kullerwerk.players.specs import parse_player
from scenes.files import copy_scene, load_track, scene_hash

HEAD = """
format = 1
kind = "sweep"
track = "kinderrunde"
seed = 3
throws = 60
sets = ["red"]
"""
GRID = """
[[vary]]
field = "half_spheres.A.x"
grid = {from = 800, to = 880, steps = 2}

[[vary]]
field = "materials.die_table.friction"
values = [0.1, 0.3]
"""


@pytest.fixture
def plan(tmp_path):
    def read(text: str, seed: int | None = None):
        file = tmp_path / "study.toml"
        file.write_text(text, encoding="utf-8")
        return read_sweep(file, seed, 99)

    return read


def test_grids_multiply_the_last_one_fastest(plan):
    made = plan(HEAD + GRID)
    values = [tuple(point.values.values()) for point in made.points]
    assert values == [(800.0, 0.1), (800.0, 0.3), (880.0, 0.1), (880.0, 0.3)]
    first = made.points[0].runs
    assert first.track.half_sphere("A").x == 800.0
    assert first.track.die_table.friction == 0.1
    assert {point.runs.seed for point in made.points} == {3}


def test_draws_are_one_to_a_stratum_and_hang_on_the_seed(plan):
    text = HEAD + (
        'samples = 16\nvary = [{field = "half_spheres.A.x", uniform = {low = 800, high = 960}},'
        '{field = "sets.red.tower.lip", normal = {mean = 4, sd = 0.5}},'
        '{field = "table.surface", values = ["smooth", "felt"]},'
        '{field = "sets.red.selection_card.action_cards", uniform = {low = 0, high = 9}}]\n'
    )
    made = plan(text)
    assert len(made.points) == 32
    xs = [point.values["half_spheres.A.x"] for point in made.points[:16]]
    assert sorted(int((x - 800) // 10) for x in xs) == list(range(16))
    # The same draws for either surface.
    assert xs == [point.values["half_spheres.A.x"] for point in made.points[16:]]
    assert [point.values["table.surface"] for point in made.points[15:17]] == ["smooth", "felt"]
    assert all(type(p.values["sets.red.selection_card.action_cards"]) is int for p in made.points)
    assert plan(text).points == made.points
    assert plan(text, seed=4).points[0].values != made.points[0].values


def test_what_cannot_be_built_is_a_row_that_says_why(plan):
    made = plan(HEAD + '[[vary]]\nfield = "half_spheres.A.x"\nvalues = [880, 1190, 320]\n')
    problems = [point.problem for point in made.points]
    assert problems[0] == ""
    assert "on the table" in problems[1]
    assert "clear of half-sphere" in problems[2]
    table = Swept(made, (None, None, None)).table
    assert table["problem"].to_list() == problems


def test_values_of_several_kinds_are_written_as_json(plan):
    made = plan(HEAD + '[[vary]]\nfield = "gate.left_post"\nvalues = [[600, 240], [600, 250]]\n')
    assert made.points[1].runs.track.gate.left_post == (600, 250)
    table = Swept(made, (None, None)).table
    assert table["gate.left_post"].to_list() == ["[600, 240]", "[600, 250]"]


def vary(field: str, what: str, rest: str = "") -> str:
    return f'{HEAD}{rest}\n[[vary]]\nfield = "{field}"\n{what}\n'


X = "half_spheres.A.x"
TOO_MANY = vary(X, "grid = {from = 1, to = 2, steps = 9999}") + (
    '[[vary]]\nfield = "half_spheres.A.y"\ngrid = {from = 1, to = 2, steps = 99}\n'
)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (HEAD, "vary: expected one or more [[vary]] tables"),
        (vary(X, ""), "found none of them"),
        (vary(X, "values = [1]\nnormal = {mean = 1, sd = 1}"), "found values and normal"),
        (vary("half_spheres.Q.x", "values = [1]"), "A, B, found Q"),
        (vary("table.surface", 'values = ["ice"]'), '"felt", found "ice"'),
        (vary("half_spheres.A.radius", "values = [1]"), "between 5 and 500"),
        (vary("table.surface", "grid = {from = 1, to = 2, steps = 2}"), "for what is not a number"),
        (vary(X, "uniform = {low = 1, high = 2}"), "samples: expected how many draws"),
        (vary(X, "uniform = {low = 2, high = 1}", "samples = 4"), "more than low, which is 2"),
        (vary(X, "values = [1]", "samples = 4"), "none where nothing is drawn, found 4"),
        (HEAD + GRID + GRID, "each field once"),
        (HEAD + "until = 0.1\n" + GRID, "throws or until, not both"),
        (HEAD + "until = 5\n" + GRID, "until: expected a number between"),
        (HEAD + "colour = 5\n" + GRID, "found the unknown key colour"),
        (HEAD.replace("red", "pink") + GRID, "yellow, red, green, blue, found pink"),
        (HEAD.replace("kinderrunde", "nowhere") + GRID, "expected a track of the library"),
        (HEAD.replace('"sweep"', '"track"') + GRID, 'expected kind = "sweep"'),
        (HEAD + 'player = "nobody"\n' + GRID, "there is no player"),
        (HEAD + "options = {round_cap = 5}\n" + GRID, "expected one of hand_mode"),
        (vary("options.hand_mode", "values = [3]"), "hand_mode of koenig"),
        (vary("options.hand_mode", "grid = {from = 0, to = 1, steps = 2}"), "expected values"),
        (TOO_MANY, "at most 100000 layouts in all, found 989901"),
        ("format = ", "line 1"),
        (" \n", "expected a study file, found an empty one"),
        (vary("", "values = [1]"), "line 10, vary[0].field: expected the way to a field, such as"),
        (vary("half_spheres.Q.x", "values = [1]"), "study.toml, line 10: half_spheres.Q.x"),
        (vary(X, 'values = ["wide"]'), "study.toml, line 11: half_spheres.A.x: expected a number"),
        (
            vary("half_spheres", "grid = {from = 1, to = 2, steps = 2}"),
            "half_spheres: expected a number in it, such as half_spheres.A.x, found a list",
        ),
        (
            vary("gate", "grid = {from = 1, to = 2, steps = 2}"),
            "gate: expected a number in it, such as gate.post_radius, found a table",
        ),
    ],
)
def test_refusals(plan, text, sentence):
    with pytest.raises(StudyError) as error:
        plan(text)
    assert sentence in str(error.value)


def test_a_study_that_is_not_there(tmp_path):
    with pytest.raises(StudyError, match="expected a study file, found no such file"):
        read_sweep(tmp_path / "none.toml", None, 1)


def test_options_of_the_rules_reach_the_runs(plan):
    made = plan(HEAD + '[[vary]]\nfield = "options.hand_mode"\nvalues = [false, true]\n')
    assert [dict(p.runs.options) for p in made.points] == [
        {"hand_mode": False},
        {"hand_mode": True},
    ]
    questions = [p.runs.question() for p in made.points]
    assert questions[0] != questions[1]


def test_a_track_of_ones_own_lies_next_to_the_study(plan, tmp_path):
    copy_scene("kinderrunde", tmp_path / "mine.toml")
    made = plan(HEAD.replace('"kinderrunde"', '"mine.toml"') + GRID)
    assert made.track.name == "mine"


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    """A sweep of two by two layouts, and its folder."""
    folder = tmp_path_factory.mktemp("sweep")
    file = folder / "study.toml"
    file.write_text(HEAD + GRID, encoding="utf-8")
    assert cli.main(["sweep", str(file), "--out", str(folder / "out"), "--quiet"]) == 0
    return folder


def test_rows_are_what_measure_says(swept):
    table = pl.read_parquet(swept / "out" / "points.parquet")
    assert table.height == 4
    plan = read_sweep(swept / "study.toml", None, 0)
    layout = plan.points[3].runs.track
    alone = measure(layout, 60, sets=("red",), seed=3)
    row = table.row(3, named=True)
    assert row["turns"] == alone["turns"].value
    assert row["turns.low"] == alone["turns"].low
    assert row["throws"] == alone.throws
    assert row["scene"] == scene_hash(layout)
    assert row["seed"] == 3
    assert row["half_spheres.A.x"] == 880.0
    assert (swept / "out" / "points.png").stat().st_size > 10_000


def test_what_was_stopped_goes_on_to_the_same_bytes(swept, tmp_path):
    plan = read_sweep(swept / "study.toml", None, 0)
    seen = 0

    def stopped() -> bool:
        nonlocal seen
        seen += 1
        return seen > 2

    with pytest.raises(Interrupted):
        sweep(plan, tmp_path / "out", Work(stopped=stopped))
    kept = {f: f.stat().st_mtime_ns for f in (tmp_path / "out").rglob("piece-*")}
    assert len(kept) == 2
    (tmp_path / "out" / "study.json").write_bytes((swept / "out" / "study.json").read_bytes())
    done = [str(swept / "study.toml"), "--out", str(tmp_path / "out"), "--quiet"]
    assert cli.main(["sweep", *done]) == 0
    assert {f: f.stat().st_mtime_ns for f in kept} == kept
    for name in ("points.parquet", "points.png"):
        assert (tmp_path / "out" / name).read_bytes() == (swept / "out" / name).read_bytes()


def test_processes_change_no_byte(swept, tmp_path):
    done = [str(swept / "study.toml"), "--out", str(tmp_path / "out"), "--quiet", "--jobs", "2"]
    assert cli.main(["sweep", *done]) == 0
    both = [folder / "out" / "points.parquet" for folder in (tmp_path, swept)]
    assert both[0].read_bytes() == both[1].read_bytes()


def test_the_command_tells_and_gives_json(swept, capsys, tmp_path):
    again = [str(swept / "study.toml"), "--out", str(swept / "out")]
    assert cli.main(["sweep", *again]) == 0
    text = capsys.readouterr().out
    assert "4 layouts of kinderrunde, 60 throws each, red by greedy, seed 3" in text
    assert cli.main(["sweep", *again, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert len(data["points"]) == 4
    assert data["points"][0]["values"]["half_spheres.A.x"] == 800
    assert cli.main(["sweep", *again, "--seed", "4"]) == 2
    assert "holds another study" in capsys.readouterr().err


def test_ctrl_c_says_how_to_go_on(swept, tmp_path, capsys, monkeypatch):
    real = Runs.piece

    def piece(self, number):
        signal.raise_signal(signal.SIGINT)
        return real(self, number)

    monkeypatch.setattr(Runs, "piece", piece)
    assert cli.main(["sweep", str(swept / "study.toml"), "--out", str(tmp_path / "out")]) == 130
    assert "the same command with --seed 3 goes on there" in capsys.readouterr().out
    assert len(list((tmp_path / "out").rglob("piece-*"))) == 1


@pytest.mark.parametrize(
    "text",
    [
        HEAD + '[[vary]]\nfield = "half_spheres.A.x"\nvalues = [850, 860, 1200]\n',
        HEAD + '[[vary]]\nfield = "table.surface"\nvalues = ["smooth", "felt"]\n',
        HEAD + GRID,
        HEAD + GRID + '[[vary]]\nfield = "table.surface"\nvalues = ["smooth", "felt"]\n',
        HEAD + "samples = 30\n" + '[[vary]]\nfield = "half_spheres.A.x"\n'
        'uniform = {low = 800, high = 900}\n[[vary]]\nfield = "half_spheres.A.y"\n'
        "normal = {mean = 400, sd = 9}\n",
    ],
    ids=["line", "words", "map", "many", "drawn"],
)
@pytest.mark.parametrize("finished", [True, False])
def test_every_sweep_has_its_picture(plan, text, finished, tmp_path):
    made = plan(text)

    def found(point):
        if point.runs is None:
            return None
        x = point.runs.track.half_sphere("A").x / 60
        turns = Estimate(x, x - 1, x + 1, 9, 9) if finished else NOTHING
        off = Estimate(0.02, 0.01, 0.03, 9, 9)
        figures = (
            Figure("turns", "", "turns", "turns", turns),
            Figure("off_table", "", "off", "%", off),
        )
        return Measurement(
            point.runs.track, ("red",), "greedy", 3, pl.DataFrame({"run": [0]}), figures
        )

    swept = Swept(made, tuple(found(point) for point in made.points))
    swept.plot(tmp_path / "one.svg")
    swept.plot(tmp_path / "two.svg")
    text = (tmp_path / "one.svg").read_text()
    assert text == (tmp_path / "two.svg").read_text()
    assert "<path" in text


def test_equal_layouts_are_measured_once(monkeypatch):
    made: list[int] = []
    job = Runs(load_track("kinderrunde"), ("red",), parse_player("greedy"), 3)

    def piece(self, number):
        made.append(number)
        return measure_fake(number)

    row = measure(job.track, 1, sets=("red",), seed=3).rows.drop(
        "seed", "version", "settings", "scene"
    )

    def measure_fake(number: int) -> pl.DataFrame:
        return row.with_columns(pl.col("run") + number * 8)

    monkeypatch.setattr(Runs, "piece", piece)
    monkeypatch.setattr(layouts, "TOGETHER", 1)
    other = replace(job, seed=4)
    found = list(measure_all([job, other, job, job, other], Size(1), None, Work()))
    assert [one.seed for one in found] == [3, 4, 3, 3, 4]
    assert len(made) == 2


def test_a_full_disk_loses_nothing_that_was_finished(swept, tmp_path, capsys, monkeypatch):
    real = Shelf.put
    kept: list[int] = []

    def put(self, number, frame):
        if len(kept) == 2:
            raise OSError(errno.ENOSPC, "No space left on device", "piece.parquet")
        kept.append(number)
        real(self, number, frame)

    words = ["sweep", str(swept / "study.toml"), "--out", str(tmp_path / "out")]
    monkeypatch.setattr(Shelf, "put", put)
    assert cli.main(words) == 2
    assert capsys.readouterr().err == "Error: piece.parquet: No space left on device.\n"
    monkeypatch.setattr(Shelf, "put", real)
    before = {f: f.stat().st_mtime_ns for f in (tmp_path / "out").rglob("piece-*")}
    assert len(before) == 2
    assert cli.main(words) == 0
    assert {f: f.stat().st_mtime_ns for f in before} == before
    both = [folder / "out" / "points.parquet" for folder in (tmp_path, swept)]
    assert both[0].read_bytes() == both[1].read_bytes()


def test_a_killed_worker_loses_nothing_that_was_finished(swept, tmp_path):
    (tmp_path / "study.toml").write_text(HEAD.replace("60", "4000") + GRID, encoding="utf-8")
    out = tmp_path / "out"
    words = [sys.executable, "-m", "kullerwerk", "sweep", str(tmp_path / "study.toml")]
    ran = subprocess.Popen(
        [*words, "--out", str(out), "--jobs", "2"], stdout=subprocess.PIPE, text=True
    )
    # Once pieces come there are workers; the child that has worked the longest is one of them.
    while not list(out.rglob("piece-*")):
        assert ran.poll() is None
        time.sleep(0.2)
    worker_of(ran.pid).kill()
    told, _ = ran.communicate()
    assert ran.returncode == 70
    assert "Stopped (a worker died" in told
    kept = list(out.rglob("piece-*"))
    assert kept
    assert all(pl.read_parquet(file).height for file in kept)


def test_the_study_of_the_readme_can_be_made(plan):
    readme = Path(__file__).parents[2] / "README.md"
    block = readme.read_text(encoding="utf-8").partition("```\n# study.toml\n")[2]
    made = plan(block.partition("```")[0])
    assert len(made.points) == 10
    assert not any(point.problem for point in made.points)
