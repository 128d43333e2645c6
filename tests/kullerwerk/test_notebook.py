"""What notebooks call finds the same as the commands, and says what is wrong with a question."""

from __future__ import annotations

import json
import re

import polars as pl
import pytest

import kullerwerk as kw
from kullerwerk import cli

SETS = ["red", "blue"]
WORDS = ["--sets", "red,blue", "--seed", "4", "--throws", "80", "--quiet"]


def png(path):
    return path.read_bytes().startswith(b"\x89PNG")


def shows_all(found, folder, *words):
    """Whether a result has its table, its picture and its page, which holds these words."""
    name = type(found).__name__
    assert isinstance(found.table, pl.DataFrame)
    found.plot(folder / f"{name}.png")
    assert png(folder / f"{name}.png")
    page = found.report(folder / f"{name}.html").read_text(encoding="utf-8")
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "nan" not in re.findall(r"[\w-]+", page.partition("</style>")[2].partition("base64")[0])
    for one in words:
        assert one in page, one


def test_everything_is_found_by_its_name():
    functions = {"measure", "compare", "sweep", "tune", "calibrate"}
    assert functions | {"Swept", "Calibrated", "StudyError"} <= set(dir(kw))
    assert kw.compare.__doc__


def test_measure_with_races_is_that_of_the_command(tmp_path):
    found = kw.measure(
        "kinderrunde", 80, sets=SETS, seed=4, races=4, players=("greedy", "greedy:skill=0.5")
    )
    data = tmp_path / "m.json"
    words = ["--races", "4", "--players", "greedy,greedy:skill=0.5", "--json", str(data)]
    assert cli.main(["measure", "kinderrunde", *WORDS, *words]) == 0
    told = json.loads(data.read_text(encoding="utf-8"))
    assert told["figures"][0]["value"] == pytest.approx(found["turns"].value, abs=1e-5)
    races = {(f["key"], f["set"]): f["value"] for f in told["races"]["figures"]}
    assert races["win", "red"] == found["win:red"].value
    assert found.races is not None
    assert found.races.table["race"].n_unique() == 4
    assert isinstance(found.table, pl.DataFrame)
    found.plot(tmp_path / "m.png")
    assert png(tmp_path / "m.png")
    shows_all(found.races, tmp_path, "of 4 races in 2 pairs", "by other dice alone")
    page = found.report(tmp_path / "r.html").read_text(encoding="utf-8")
    assert '<h2 id="races">' in page
    assert "--races 4 --players greedy,greedy:skill=0.5" in page
    assert "of 4 races in 2 pairs" in page


def test_compare_is_that_of_the_command(tmp_path):
    found = kw.compare("kinderrunde", "rundkurs", 80, sets=SETS, seed=4, races=2)
    table = tmp_path / "c.csv"
    words = ["--races", "2", "--table", str(table)]
    assert cli.main(["compare", "kinderrunde", "rundkurs", *WORDS, *words]) == 0
    rows = pl.read_csv(table)
    assert rows["figure"].to_list() == found.table["figure"].to_list()
    first = rows.row(0, named=True)
    change = found["turns"].change
    assert first["figure"] == "turns"
    assert first["change"] == pytest.approx(change.value)
    assert first["change"] == pytest.approx(first["b"] - first["a"])
    assert first["change.low"] == pytest.approx(change.low)
    assert first["told"] == found["turns"].told
    assert first["scene_a"] != first["scene_b"]
    assert first["seed"] == 4
    assert set(rows["of"]) == {"run", "race"}
    assert first["verdict"] == found["turns"].verdict()
    shows_all(found, tmp_path, found["turns"].verdict(), found.verdict().partition(":")[0])


STUDY = {
    "track": "kinderrunde",
    "throws": 40,
    "sets": ["red"],
    "seed": 3,
    "vary": [{"field": "half_spheres.A.x", "values": [850, 2000]}],
}


def test_sweep_takes_a_study_or_its_file(tmp_path):
    found = kw.sweep(STUDY)
    file = tmp_path / "study.toml"
    file.write_text(
        'format = 1\nkind = "sweep"\ntrack = "kinderrunde"\nthrows = 40\nsets = ["red"]\n'
        'seed = 3\n[[vary]]\nfield = "half_spheres.A.x"\nvalues = [850, 2000]\n',
        encoding="utf-8",
    )
    assert kw.sweep(file).table.equals(found.table)
    assert found.found[0] is not None
    assert found.found[1] is None
    assert "on the table" in found.table["problem"][1]
    shows_all(found, tmp_path, "half_spheres.A.x", "on the table", "1 of 2 layouts")
    own = kw.load_track("kinderrunde")
    assert kw.sweep({**STUDY, "track": own}).table.equals(found.table)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"vary": []}, r"study: vary: expected one or more \[\[vary\]\] tables"),
        ({"colour": 3}, "study: colour: expected one of the keys"),
        ({"track": "nowhere"}, "study: expected a track of the library"),
        ({"vary": [{"field": "half_spheres.Q.x", "values": [1]}]}, "study: half_spheres.Q.x"),
    ],
)
def test_a_study_that_does_not_fit(change, sentence):
    with pytest.raises(kw.StudyError, match=sentence) as error:
        kw.sweep({**STUDY, **change})
    assert "line" not in str(error.value)


def test_tune_gives_tracks_that_can_be_measured_and_saved(tmp_path):
    pytest.importorskip("optuna")
    track = kw.load_track("kinderrunde")
    found = kw.tune(
        track, "half_spheres.A.x=840..900", "turns=12, off_table", tries=5, throws=40, check=60,
        best=2, sets=["red"], seed=5,
    )  # fmt: skip
    best = found.best[0]
    again = kw.measure(best.track, 60, sets=["red"], seed=best.found.seed)
    assert again.table.equals(best.found.table)
    shows_all(found, tmp_path, "best-1", "turns to the finish", "5 layouts were tried")
    files = found.save(tmp_path)
    assert kw.load_track(files[0]) == best.track
    assert png(tmp_path / "pareto.png")
    front = pl.read_csv(tmp_path / "pareto.csv")
    assert front.height == len(found.front) == found.pareto.height
    assert set(found.best_table["try"]) >= set(front.filter(pl.col("best") > 0)["try"])
    # The command, with the same seed, finds the same.
    words = ["--vary", "half_spheres.A.x=840..900", "--goal", "turns=12, off_table", "--sets",
             "red", "--tries", "5", "--throws", "40", "--check", "60", "--best", "2",
             "--seed", "5", "--out", str(tmp_path / "out")]  # fmt: skip
    assert cli.main(["tune", "kinderrunde", *words]) == 0
    for name in ("best.parquet", "tries.parquet"):
        assert (tmp_path / name).read_bytes() == (tmp_path / "out" / name).read_bytes()


def test_hills_are_measured_and_compared_likewise(tmp_path):
    short = {"marmots_for_two": 2, "turn_cap": 4}
    players = ("random", "greedy")
    found = kw.measure("galton", 10, seed=1, races=2, players=players, options=short)
    assert found.games is not None
    shows_all(found.games, tmp_path, "games that the limit of turns ends", "of 2 games in 1 pair")
    assert found.games["turns"] is found["turns"]
    shows_all(found, tmp_path, "of 10 drops")
    both = kw.compare("galton", "galton", 10, seed=1)
    shows_all(both, tmp_path, "marble by marble")


def test_calibrate_is_that_of_the_command(tmp_path, capsys):
    rows = [f"{720 + 7 * (k % 9)},{130 + 5 * (k % 7)}," for k in range(12)]
    table = tmp_path / "mine.csv"
    table.write_text("\n".join(["rest_x,rest_y,outcome", *rows]), encoding="utf-8")
    found = kw.calibrate(table, pose=(600, 150, 12), tower="red", throws=250, seed=3)
    words = ["--at", "600,150", "--heading", "12", "--tower", "red", "--throws", "250"]
    assert cli.main(["calibrate", str(table), *words, "--seed", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["fitted"]
    assert [one["value"] for one in told] == pytest.approx(found.table["value"].to_list(), abs=1e-5)
    assert found.table["name"].to_list() == ["restitution", "friction"]
    shows_all(found, tmp_path, "12 throws of a real table", "Held as the track has them")
    with pytest.raises(kw.TableError, match=r"mine\.csv, line 1: .*column tower"):
        kw.calibrate(table, pose=(600, 150, 12))


def test_a_folder_goes_on(tmp_path):
    kw.compare("kinderrunde", "rundkurs", 40, sets=["red"], folder=tmp_path / "c")
    kept = {f: f.stat().st_mtime_ns for f in (tmp_path / "c").rglob("piece-*")}
    kw.compare("kinderrunde", "rundkurs", 40, sets=["red"], folder=tmp_path / "c")
    assert {f: f.stat().st_mtime_ns for f in (tmp_path / "c").rglob("piece-*")} == kept


@pytest.mark.parametrize(
    ("call", "kind", "sentence"),
    [
        (lambda: kw.measure("kinderrunde", 9, sets=["pink"]), ValueError, "no piece set 'pink'"),
        (lambda: kw.measure("kinderrunde", 9, players=["greedy"]), ValueError, "number of races"),
        (
            lambda: kw.measure("kinderrunde", 9, sets=["red"], races=2),
            kw.SpecError,
            "races need 2 piece sets or more, found red",
        ),
        (
            lambda: kw.compare("kinderrunde", "rundkurs", 9, sets=["red", "red"]),
            ValueError,
            "different piece sets",
        ),
        (lambda: kw.tune("kinderrunde", "nothing=1..2", "turns"), kw.FieldError, "nothing"),
        (lambda: kw.tune("kinderrunde", "obstacles", "speed"), kw.GoalError, "no figure speed"),
    ],
)
def test_questions_that_cannot_be_asked(call, kind, sentence):
    with pytest.raises(kind, match=sentence):
        call()
