"""Studies of runs: the same whoever makes them, and what was done is not done again."""

from __future__ import annotations

import json

import polars as pl
import pytest

from kullerwerk.lab.measure import Measurement, headlines, measure, runs_of
from kullerwerk.lab.runs import SCHEMA, TRAPPED, Runs, sets_of
from kullerwerk.lab.study import Interrupted, Shelf, StudyError, gather, open_shelf
from kullerwerk.players.specs import parse_player
from scenes.files import load_track

TRACK = load_track("kinderrunde")
JOB = Runs(TRACK, sets_of(TRACK), parse_player("greedy"), 7)


@pytest.fixture(scope="module")
def study() -> Measurement:
    return measure(TRACK, 600, seed=7)


def test_rows_say_what_the_columns_promise(study):
    table = study.table
    assert dict(table.schema) == SCHEMA
    assert not any(table[name].has_nulls() for name in table.columns)
    for (_,), run in table.group_by("run", maintain_order=True):
        assert run["turn"].to_list() == list(range(1, run.height + 1))
        assert run["finished"].to_list()[:-1] == [False] * (run.height - 1)
        if run["finished"][-1]:
            assert run["left"][-1] == 0.0
        else:
            assert run["x"][-TRAPPED:].n_unique() == 1
        # The way to the finish is what was gained, from wherever a throw began.
        before = run["left"] + run["gain"]
        assert (before[1:] - run["left"][:-1]).abs().max() == pytest.approx(0.0, abs=0.011)


def test_whole_rounds_up_to_the_number_of_throws(study):
    sets = len(study.sets)
    assert study.runs % sets == 0
    rounds = study.table.group_by(pl.col("run") // sets).len().sort("run")["len"].to_list()
    assert sum(rounds[:-1]) < 600 <= sum(rounds)


def test_figures_are_what_the_rows_say(study):
    runs = runs_of(study.table)
    ended = runs.filter(pl.col("finished"))
    by_set = ended.group_by("set").agg(pl.col("turns").mean())
    assert study["turns"].value == pytest.approx(by_set["turns"].mean())
    off = (study.table["outcome"] == "off_table").sum()
    assert runs["finished"].all()
    assert study["off_table"].value == pytest.approx(off / study.throws)
    passages = [f.estimate.value for f in study.figures if f.key.startswith("passage")]
    # Passages weigh the sets alike, as turns do.
    assert sum(passages) == pytest.approx(study["turns"].value)
    with pytest.raises(KeyError):
        study["turns:nobody"]


def test_throws_of_a_trapped_tower_are_turns_only():
    """How often it throws before it is given up is a choice of ours, and tells nothing."""
    rows = [
        {"run": run, "set": "red", "outcome": outcome, "stays": "", "gain": gain, "finished": ended}
        for run, outcome, gain, ended in [
            (0, "rests", 90.0, False),
            (0, "off_table", 0.0, False),
            (0, "rests", 80.0, True),
            (1, "off_table", 0.0, False),
            (1, "rests", 70.0, False),
            *[(1, "off_table", 0.0, False)] * TRAPPED,
        ]
    ]
    runs = runs_of(pl.DataFrame(rows))
    assert runs["turns"].to_list() == [3.0, 2.0 + TRAPPED]
    assert runs["throws"].to_list() == [3.0, 2.0]
    assert runs["off_table"].to_list() == [1.0, 1.0]
    assert runs["gain"].to_list() == [170.0, 70.0]


def test_a_run_hangs_on_the_seed_and_its_number_alone(study):
    alone = measure(TRACK, 200, seed=7)
    assert alone.table.equals(study.table.head(alone.throws))
    assert not measure(TRACK, 200, seed=8).table.equals(alone.table)


def test_processes_change_no_byte(study, tmp_path):
    many = measure(TRACK, 600, seed=7, jobs=2)
    assert many.table.equals(study.table)
    assert many.figures == study.figures


def test_what_was_stopped_goes_on(study, tmp_path):
    folder = tmp_path / "study"
    seen = 0

    def stopped() -> bool:
        nonlocal seen
        seen += 1
        return seen > 1

    with pytest.raises(Interrupted):
        measure(TRACK, 600, seed=7, folder=folder, stopped=stopped)
    kept = {file.name: file.stat().st_mtime_ns for file in folder.glob("piece-*")}
    assert len(kept) == 1
    again = measure(TRACK, 600, seed=7, folder=folder)
    assert again.table.equals(study.table)
    assert {n: (folder / n).stat().st_mtime_ns for n in kept} == kept


def test_a_piece_that_cannot_be_read_is_made_again(tmp_path):
    shelf = open_shelf(tmp_path / "study", JOB)
    (piece,) = gather(JOB, shelf, [0])
    file = next((tmp_path / "study").glob("piece-*"))
    file.write_bytes(file.read_bytes()[:-40])
    (again,) = gather(JOB, Shelf(tmp_path / "study"), [0])
    assert again.equals(piece)


def test_a_folder_belongs_to_one_study(tmp_path):
    folder = tmp_path / "study"
    open_shelf(folder, JOB)
    other = Runs(TRACK, JOB.sets, JOB.player, 8)
    with pytest.raises(StudyError, match="holds another study"):
        open_shelf(folder, other)
    assert json.loads((folder / "study.json").read_text())["seed"] == 7
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(StudyError, match="no study's folder"):
        open_shelf(tmp_path, JOB)


def test_until_ends_narrow_enough():
    found = measure(TRACK, until=0.05, seed=3, sets=("yellow", "red"))
    for figure in headlines(found.figures):
        unit = 1.0 if figure.unit == "%" else figure.estimate.value
        assert figure.estimate.half <= 1.2 * 0.05 * unit, figure.label
