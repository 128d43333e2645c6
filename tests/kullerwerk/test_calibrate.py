"""Calibration: the round trip from known materials, the file that is written, and the command."""

from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks.calibration import POSE, table
from kullerwerk import cli
from kullerwerk.lab.calibrate import calibrate, seen_from
from kullerwerk.lab.calibrated import remarks, write_track
from kullerwerk.lab.region import LIMITS, Region
from kullerwerk.lab.repeats import Plan, Round
from kullerwerk.lab.resting import Resting
from kullerwerk.lab.study import StudyError
from scenes.files import load_track
from scenes.track import Contact
from sim.settled import DieThrow

TRACK = load_track("rundkurs")
TRUE = Contact(restitution=0.55, friction=0.28)


@pytest.fixture(scope="module")
def rows():
    return table(TRACK, ("yellow", "red"), 80, TRUE, 5, 2.0)


@pytest.fixture(scope="module")
def found(rows):
    return calibrate(Plan(TRACK, rows, seed=1, throws=1_500))


@pytest.fixture(scope="module")
def mine(rows, tmp_path_factory):
    lines = ["tower,rest_x,rest_y,outcome"]
    for row in rows:
        place = f"{row.x:.0f},{row.y:.0f}," if row.where == 0 else ",,stuck"
        lines.append(f"{row.throw.tower},{place}")
    path = tmp_path_factory.mktemp("calibrate") / "mine.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_the_materials_of_a_table_are_found_again(found):
    for one in found.fitted:
        true = getattr(TRUE, one.name)
        # Wider than the interval: this one table may be one of the twenty.
        assert abs(one.estimate.value - true) < 2 * one.estimate.half
        assert one.estimate.half < 0.06
        assert one.told
        assert one.limit == ""
    assert found.misfit > 0.001


def test_the_track_is_usable_at_once(found, tmp_path, capsys):
    path = tmp_path / "mine.toml"
    write_track(found, path, "rundkurs", "mine.csv")
    made = load_track(path)
    assert made == found.track
    assert made.die_table.restitution == round(found["restitution"].value, 4)
    assert (made.name, made.title) == ("rundkurs-calibrated", "Rundkurs, calibrated")
    text = path.read_text(encoding="utf-8")
    one = found["friction"]
    assert f"friction     {one.value:.3f} ({one.low:.3f} to {one.high:.3f}), was 0.2" in text
    assert cli.main(["throw", str(path), "--throws", "2", "--seed", "1"]) == 0
    assert "Rundkurs, calibrated" in capsys.readouterr().out
    # Once more: the head is replaced and the name does not grow.
    write_track(found, path, str(path), "mine.csv")
    assert path.read_text(encoding="utf-8").count("# Calibrated by") == 1
    assert load_track(path).name == "rundkurs-calibrated"


def test_the_other_contacts_can_be_fitted():
    for pair, now in (
        ("die_ramp", TRACK.materials.die_ramp),
        ("die_wood", TRACK.materials.die_wood),
    ):
        plan = Plan(TRACK, (), pair)
        assert plan.now == now
        other = plan.with_materials(0.5, 0.5)
        assert getattr(other.materials, pair) == Contact(restitution=0.5, friction=0.5)
        assert other.die_table == TRACK.die_table


def test_what_a_table_cannot_tell_stays_and_is_said():
    """Dice that meet no wood say nothing of it."""
    rows = table(TRACK, ("red",), 40, TRACK.die_table, 6, 2.0)
    found = calibrate(Plan(TRACK, rows, "die_wood", seed=1, throws=500))
    assert [one.told for one in found.fitted] == [False, False]
    assert found.contact == TRACK.materials.die_wood
    said = " ".join(remarks(found))
    assert "The table cannot tell the restitution" in said
    assert "throws at a half-sphere" in said


def test_a_table_of_another_world_is_noticed():
    rows = table(TRACK, ("red",), 60, TRACK.die_table, 7, 2.0)
    # A table that is not level: every second die rolls on to the left.
    moved = tuple(
        Resting(row.throw, row.where, row.x, row.y + (k % 2) * 250) for k, row in enumerate(rows)
    )
    found = calibrate(Plan(TRACK, moved, seed=1, throws=1_500))
    assert found.misfit < 0.01
    assert found.wider > 1.0
    assert "something else differs" in " ".join(remarks(found))


def test_jobs_and_folders_change_nothing(mine, tmp_path, capsys):
    words = ["calibrate", str(mine), "--at", "600,150", "--heading", "12", "--throws", "250"]
    words += ["--seed", "3", "--json"]
    study = ["--study", str(tmp_path / "study")]
    said = []
    for more in ([], ["--jobs", "2"], study, study):
        assert cli.main([*words, *more]) == 0
        said.append(capsys.readouterr().out)
    assert len(set(said)) == 1
    assert json.loads(said[0])["fitted"][0]["name"] == "restitution"
    # Another table, or another seed, is another study.
    assert cli.main([*words[:-2], "4", *study, "-q"]) == 2
    assert "holds another study" in capsys.readouterr().err


def test_work_that_was_stopped_goes_on(rows, tmp_path, monkeypatch):
    plan = Plan(TRACK, rows, seed=2, throws=250)
    whole = calibrate(plan)
    pieces = []

    def counted(self, number, piece=Round.piece):
        pieces.append((self.number, number))
        if len(pieces) == 2:
            raise KeyboardInterrupt
        return piece(self, number)

    monkeypatch.setattr(Round, "piece", counted)
    with pytest.raises(KeyboardInterrupt):
        calibrate(plan, tmp_path / "s")
    again = calibrate(plan, tmp_path / "s")
    assert again.fitted == whole.fitted
    assert len(set(pieces)) == len(pieces) - 1, "only the piece that was broken off is made again"
    with pytest.raises(StudyError, match="another study"):
        calibrate(Plan(TRACK, rows[1:], seed=2, throws=250), tmp_path / "s")


def test_the_command_writes_what_it_is_asked_for(mine, tmp_path, capsys):
    track, picture, data = (tmp_path / name for name in ("my.toml", "fit.png", "fit.json"))
    words = ["--at", "600,150", "--heading", "12", "--seed", "3", "--throws", "250"]
    files = ["--out", str(track), "--picture", str(picture), "--json", str(data)]
    assert cli.main(["calibrate", str(mine), *words, *files]) == 0
    said = capsys.readouterr().out
    assert "mine.csv: 80 throws on rundkurs, die_table fitted by" in said
    assert "Held as the track has them (restitution, friction): die_ramp 0.35 and 0.2" in said
    assert picture.read_bytes().startswith(b"\x89PNG")
    found = json.loads(data.read_text(encoding="utf-8"))
    assert found["contact"] == load_track(track).die_table.model_dump()
    assert found["fitted"][1]["low"] < found["fitted"][1]["value"] < found["fitted"][1]["high"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "expected a column x (or --at X,Y)"),
        (["--heading", "3"], "expected --at X,Y as well"),
        (["--at", "900,280"], "the tower stands in half-sphere A"),
        (["--at", "600,150", "--tower", "red"], "expected no column tower beside --tower"),
        (["--at", "600,150", "--fit", "table"], "expected one of die_table, die_ramp, die_wood"),
        (["--out", "x.csv"], "the name must end in .toml"),
        (["--track", "galton"], "is a marble hill"),
    ],
)
def test_wrong_words_are_refused(mine, tmp_path, monkeypatch, capsys, words, sentence):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["calibrate", str(mine), *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert not list(tmp_path.iterdir())


def test_the_table_is_not_overwritten(mine, tmp_path, capsys):
    track = tmp_path / "my.toml"
    track.write_text("format = 1\n", encoding="utf-8")
    assert cli.main(["calibrate", str(mine), "--track", str(track), "--out", str(track)]) == 2
    assert "this would overwrite what the command reads" in capsys.readouterr().err


def test_regions_hold_what_they_draw():
    rng = np.random.default_rng(1)
    everywhere = Region().drawn(500, rng)
    assert Region().holds(everywhere).all()
    assert everywhere.min(axis=0) == pytest.approx(LIMITS[:, 0], abs=0.02)
    # An ellipse that hangs over the limits is cut there.
    dull = everywhere[everywhere[:, 0] < 0.2]
    near = Region.of(dull, np.full(len(dull), 1 / len(dull)), 2.0)
    drawn = near.drawn(500, rng)
    assert near.holds(drawn).all()
    assert (drawn >= LIMITS[:, 0]).all()
    assert not near.holds(np.array([[0.8, 0.4]])).any()
    point = Region.point((0.3, 0.4)).drawn(3, rng)
    assert point.tolist() == [[0.3, 0.4]] * 3


def test_places_are_seen_from_the_tower():
    throw = DieThrow("red", "red", (POSE[0], POSE[1], 9000))
    seen = seen_from([throw], np.array([0]), np.array([[590.0, 350.0]]))
    assert seen.ahead[0] == pytest.approx(200)
    assert seen.aside[0] == pytest.approx(10)
