"""The commands of the lab: what they write, and what they refuse."""

from __future__ import annotations

import json

import polars as pl
import pytest

from kullerwerk import cli

MEASURE = ["measure", "kinderrunde", "--sets", "red,blue", "--seed", "4"]
COMPARE = ["compare", "kinderrunde", "rundkurs", "--sets", "red,blue", "--seed", "4"]


def test_measure_races_too(tmp_path, capsys):
    table = tmp_path / "races.csv"
    args = [*MEASURE, "--throws", "100", "--races", "4", "--race-table", str(table)]
    assert cli.main([*args, "--json", "--study", str(tmp_path / "s")]) == 0
    data = json.loads(capsys.readouterr().out)
    keys = {(f["key"], f["set"]) for f in data["races"]["figures"]}
    assert {("win", "red"), ("win_place_2", None), ("luck", None), ("leads", None)} <= keys
    assert data["races"]["races"] == 4
    assert data["hardest"].startswith("passage_")
    # Two towers, four races and two with another hand.
    rows = pl.read_csv(table)
    assert rows.height == 12
    assert rows["seed"].unique().to_list() == [4]
    assert (tmp_path / "s" / "races" / "study.json").is_file()


def test_measure_from_a_place(tmp_path, capsys):
    picture = tmp_path / "land.png"
    at = ["--at", "600,300", "--heading", "45", "--throws", "40", "--picture", str(picture)]
    assert cli.main([*MEASURE, *at]) == 0
    said = capsys.readouterr().out
    assert "40 throws of red, blue from 600,300 mm, heading 45 degrees" in said
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_compare_tells_and_draws(tmp_path, capsys):
    picture, data = tmp_path / "c.svg", tmp_path / "c.json"
    args = [*COMPARE, "--throws", "150", "--picture", str(picture), "--json", str(data)]
    assert cli.main(args) == 0
    said = capsys.readouterr().out
    assert "B beside A: turns to the finish:" in said
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
    found = json.loads(data.read_text(encoding="utf-8"))
    assert found["tracks"] == ["kinderrunde", "rundkurs"]
    turns = found["figures"][0]
    assert turns["key"] == "turns"
    assert turns["change"]["low"] > 0.0
    assert turns["told"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([*MEASURE, "--races", "4", "--players", "greedy"], "expected 2 to 4 players"),
        ([*MEASURE, "--races", "4", "--players", "greedy,greedy,greedy"], "too few"),
        ([*MEASURE, "--races", "4", "--players", "greedy,nobody"], "there is no player 'nobody'"),
        ([*MEASURE, "--race-table", "r.csv"], "expected --races N as well"),
        ([*MEASURE, "--heading", "20"], "expected --at X,Y as well"),
        ([*MEASURE, "--at", "600"], "expected X,Y in mm"),
        ([*MEASURE, "--at", "2,2"], "--at 2,2 --heading 0: "),
        ([*MEASURE, "--at", "600,300", "--races", "4"], "nothing is run from there"),
        (["compare", "kinderrunde", "nowhere"], "nowhere"),
        (["compare", "kinderrunde", "rundkurs", "--sets", "pink"], "there is no set 'pink'"),
        (["compare", "kinderrunde"], "expected B, found nothing"),
    ],
)
def test_bad_input_is_refused(args, words, capsys):
    assert cli.main(args) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("Error: ")
    assert words in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["throw", "galton"], "galton is a marble hill, and this needs a track"),
        ([*MEASURE, "--until", "2"], "--until 2: expected a share from 0.0001 to 0.5, found 2"),
        ([*MEASURE, "--players", "greedy,greedy"], "--players: expected --races N as well"),
        ([*COMPARE, "--players", "greedy,greedy"], "--players: expected --races N as well"),
        ([*MEASURE, "--study", __file__], "is a file: choose a folder, or a new name"),
    ],
)
def test_what_a_newcomer_gets_wrong_is_said(capsys, args, sentence):
    assert cli.main(args) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1
