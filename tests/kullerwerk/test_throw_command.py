from __future__ import annotations

import json
import signal

import pytest

from kullerwerk import cli
from kullerwerk.throws import Study, row, summarise, summary_data
from scenes.files import load_track, scene_hash
from sim.settled import DieSettled, DieThrow, Standing

THROW = ["throw", "rundkurs", "--at", "600,150", "--tower", "yellow", "--die", "d6", "--seed", "1"]


@pytest.fixture(scope="module")
def study():
    """A hand-made study: two dice at rest, 300 and 400 mm away, one leaning, one off the table."""
    request = DieThrow("yellow", "red", (60000, 15000, 0))
    square = ((-1, -1), (1, -1), (1, 1), (-1, 1))

    def settled(outcome, x, face, time):
        outline = () if outcome == "off_table" else square
        return DieSettled(
            outcome, (x, 15000, 0), face, ((60000, 15000), (x, 15000)), outline, (), time
        )

    moved = (Standing("blue", (70000, 20000, 900)),)
    hit = DieSettled("cocked", (95000, 15000, 12345), 6, ((60000, 15000),), square, moved, 900)
    throws = (
        settled("rests", 90000, 2, 700),
        settled("rests", 100000, 6, 800),
        hit,
        settled("off_table", 120000, 0, 1000),
        settled("never_left_mouth", 60000, 3, 1000),
    )
    return Study(load_track("rundkurs"), request, 1, 0, throws)


def test_a_summary_counts_and_measures(study):
    summary = summarise(study)
    assert {name: s.count for name, s in summary.outcomes.items() if s.count} == {
        "rests": 2,
        "cocked": 1,
        "off_table": 1,
        "never_left_mouth": 1,
    }
    assert summary.distances == pytest.approx((305, 325, 350, 375, 395))
    assert summary.time == pytest.approx(0.8)
    assert [summary.numbers[n].count for n in range(1, 7)] == [0, 1, 0, 0, 0, 2]
    assert {share.total for share in summary.numbers.values()} == {3}, "the dice on the table"
    data = summary_data(summary)
    assert data["outcomes"]["rests"]["share"] == 0.4
    assert data["distance"]["50%"] == 350


def test_a_row_speaks_in_mm_and_degrees(study):
    assert row(study, 2) == {
        "throw": 2,
        "outcome": "cocked",
        "x": 950.0,
        "y": 150.0,
        "yaw_deg": 123.45,
        "number": 6,
        "distance": 350.0,
        "time_s": 0.9,
        "displaced": [{"name": "blue", "x": 700.0, "y": 200.0, "yaw_deg": 9.0}],
    }


def test_only_k_gives_row_k_byte_for_byte(tmp_path):
    whole, only = tmp_path / "whole.json", tmp_path / "only.json"
    blocker = ["--blocker", "yellow:680,150,70", "--paths"]
    picture = tmp_path / "throw.png"
    args = [*THROW, *blocker, "--quiet"]
    assert cli.main([*args, "--throws", "6", "--json", str(whole), "--picture", str(picture)]) == 0
    assert cli.main([*args, "--only", "4", "--json", str(only)]) == 0
    rows = {}
    for name, path in (("whole", whole), ("only", only)):
        data = json.loads(path.read_text())
        assert data["format"] == 1
        lines = path.read_text().splitlines()
        start = next(i for i, line in enumerate(lines) if line.endswith('"rows": ['))
        rows[name] = [line.rstrip(",") for line in lines[start + 1 : start + 1 + len(data["rows"])]]
    assert len(rows["whole"]) == 6
    assert rows["only"] == [rows["whole"][4]]
    assert picture.stat().st_size > 50_000


def test_a_throw_is_told(capsys):
    assert cli.main([*THROW, "--throws", "5", "--heading", "30"]) == 0
    out = capsys.readouterr().out
    assert "d6 out of the yellow tower at 600,150 mm, 30 degrees; seed 1" in out
    assert "5 throws; shares with their 95 % intervals" in out
    assert "out at back" in out
    assert cli.main([*THROW, "--only", "3"]) == 0
    assert "throw 3: rests, number" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--at", "600"], "--at 600: expected X,Y in mm, for example 600,150."),
        (["--at", "600,nan"], "--at 600,nan: expected X,Y in mm, for example 600,150."),
        (
            ["--at", "-5,150"],
            "--at -5,150: the tower would fall: its middle is beyond the table's edge.",
        ),
        (
            ["--tower", "pink"],
            "--tower pink: there is no such set; expected yellow, red, green, blue.",
        ),
        (
            ["--die", "d8"],
            "--die d8: there is no such die; expected d12, d10, d6, d4, yellow, red, green, blue.",
        ),
        (["--start-face", "7"], "--start-face 7: a d6 has no such number."),
        (
            ["--blocker", "700,150,3"],
            "--blocker 700,150,3: expected SET:X,Y,DEG with a set out of yellow, red, green, blue.",
        ),
        (
            ["--rival", "red:700,150"],
            "--rival red:700,150: expected X,Y,DEG in mm and degrees.",
        ),
        (["--at", "900,280"], "--at 900,280: the tower stands in half-sphere A."),
        (
            ["--heading", "90"],
            "--at 600,150 --heading 90: the tower stands in the gate's right post.",
        ),
        (
            ["--blocker", "red:600,150,30"],
            "--blocker red:600,150,30: the blocker stands in the yellow tower.",
        ),
        (
            ["--blocker", "red:300,290,0"],
            "--blocker red:300,290,0: the blocker stands in half-sphere D.",
        ),
        (
            ["--blocker", "red:1199,500,0"],
            "--blocker red:1199,500,0: the blocker must stand wholly on the table.",
        ),
        (
            ["--blocker", "red:700,150,0", "--blocker", "red:800,200,0"],
            "--blocker red:800,200,0: the red blocker lies on the table already.",
        ),
        (
            ["--blocker", "red:700,150,0", "--blocker", "blue:700,160,0"],
            "--blocker blue:700,160,0: the blocker lies on the red blocker.",
        ),
        (
            ["--rival", "red:600,150,0"],
            "--rival red:600,150,0: the tower stands in the yellow tower.",
        ),
        (
            ["--rival", "yellow:900,150,0"],
            "--rival yellow:900,150,0: the yellow tower is the one that throws.",
        ),
        (
            ["--rival", "red:900,150,0", "--rival", "red:900,400,0"],
            "--rival red:900,400,0: the red tower stands already.",
        ),
        (
            ["--only", "5", "--throws", "5"],
            "--only 5: expected a throw of the 5, counted from 0 to 4.",
        ),
        (["--json=mine.toml"], "mine.toml: the name must end in .json."),
        (["--picture", "x.bmp"], "x.bmp: the name must end in .png or .svg."),
    ],
)
def test_bad_input_gets_one_sentence(capsys, args, sentence):
    assert cli.main([*THROW, *args]) == 2
    assert capsys.readouterr().err == f"Error: {sentence}\n"


def test_only_without_a_seed_is_refused(capsys):
    assert cli.main(["throw", "--only", "3"]) == 2
    assert "expected its --seed" in capsys.readouterr().err


def test_json_says_what_was_thrown_in_the_units_of_the_rows(capsys):
    given = ["--blocker", "red:700,150.5,30", "--rival", "blue:600,600,90", "--slip", "-2.5"]
    assert cli.main([*THROW, "--heading", "12.34", "--throws", "1", *given, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["scene"] == scene_hash(load_track("rundkurs"))
    assert data["asked"] == 1
    assert data["request"] == {
        "tower": "yellow",
        "die": "d6",
        "die_set": "red",
        "x": 600,
        "y": 150,
        "heading_deg": 12.34,
        "rivals": [{"name": "blue", "x": 600, "y": 600, "heading_deg": 90}],
        "blockers": [{"name": "red", "x": 700, "y": 150.5, "yaw_deg": 30}],
        "pull_mm_s": 600,
        "slip_mm_s": -2.5,
        "start_face": None,
    }


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_study_that_is_stopped_gives_what_there_is(tmp_path, capsys, monkeypatch, number):
    import sim.batch

    whole = sim.batch.study

    def impatient(*args):
        for k, settled in whole(*args):
            if k == 2:
                signal.raise_signal(number)
            yield k, settled

    monkeypatch.setattr("sim.batch.study", impatient)
    data, picture = tmp_path / "a.json", tmp_path / "a.png"
    files = ["--json", str(data), "--picture", str(picture)]
    assert cli.main([*THROW, "--throws", "50", *files]) == 130
    captured = capsys.readouterr()
    assert "3 throws; shares" in captured.out
    assert captured.err == "Error: Stopped after 3 of 50 throws.\n"
    told = json.loads(data.read_text())
    assert (told["asked"], told["summary"]["throws"], len(told["rows"])) == (50, 3, 3)
    assert picture.exists()


def test_a_study_that_is_stopped_before_its_first_throw_gives_nothing(
    tmp_path, capsys, monkeypatch
):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("sim.batch.study", interrupted)
    assert cli.main([*THROW, "--json", str(tmp_path / "a.json")]) == 130
    assert capsys.readouterr().err == "Error: Stopped before the first throw.\n"
    assert not list(tmp_path.iterdir())
