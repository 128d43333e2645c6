from __future__ import annotations

import json

import pytest

from kullerwerk import cli
from kullerwerk.throws import Study, row, summarise, summary_data
from scenes.files import load_track
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
    )
    return Study(load_track("rundkurs"), request, 1, 0, throws)


def test_a_summary_counts_and_measures(study):
    summary = summarise(study)
    assert {name: s.count for name, s in summary.outcomes.items() if s.count} == {
        "rests": 2,
        "cocked": 1,
        "off_table": 1,
    }
    assert summary.distances == pytest.approx((305, 325, 350, 375, 395))
    assert summary.time == pytest.approx(0.8)
    assert [summary.numbers[n].count for n in range(1, 7)] == [0, 1, 0, 0, 0, 2]
    data = summary_data(summary)
    assert data["outcomes"]["rests"]["share"] == 0.5
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
    assert cli.main([*THROW, "--throws", "5", "--heading", "90"]) == 0
    out = capsys.readouterr().out
    assert "d6 out of the yellow tower at 600,150 mm, 90 degrees; seed 1" in out
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
            "--at -5,150: that is not on the table; expected a place on 1200 x 800 mm.",
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
        (["--picture", "x.bmp"], "x.bmp: the name must end in .png or .svg."),
    ],
)
def test_bad_input_gets_one_sentence(capsys, args, sentence):
    assert cli.main([*THROW, "--throws", "1", *args]) == 2
    assert capsys.readouterr().err == f"Error: {sentence}\n"


def test_only_without_a_seed_is_refused(capsys):
    assert cli.main(["throw", "--only", "3"]) == 2
    assert "expected its --seed" in capsys.readouterr().err
